//! The features counted, from sweeps that they share: what each colour sees in each of the six directions.

use super::components::components;
use super::feature::{FEATURES, Feature, LOGARITHMS};
use crate::color::ByColor;
use crate::geometry::Geometry;
use crate::groups::neighbors;
use crate::lanes::{EAST, Lanes, NORTH_EAST, NORTH_WEST, SOUTH_EAST, Work, at_best};
use crate::liveness::dead_among;
use crate::position::{Position, TURNS_COUNTED};
use crate::sight::Fills;

/// The features of both colours.
#[must_use]
pub fn features(position: &Position) -> ByColor<[i32; FEATURES]> {
    struct Features<'a>(&'a Position);
    impl Work for Features<'_> {
        type Output = [[i32; FEATURES]; 2];

        #[inline(always)]
        fn run<L: Lanes>(self) -> [[i32; FEATURES]; 2] {
            let (board, [own, other, suspects]) = (self.0.board(), sides::<L>(self.0));
            counts(board, own, other, suspects)
        }
    }
    let [own, other] = at_best(Features(position));
    let mut features = ByColor([own; 2]);
    features[!position.turn()] = other;
    features
}

/// The stones of the side to move, those of the other colour, and the suspects among the first; the lone first stone is not threatened
/// (R9), so it is none.
#[inline(always)]
pub(crate) fn sides<L: Lanes>(position: &Position) -> [L; 3] {
    let turn = position.turn();
    let (own, other) = (L::load(position.rows(turn)), L::load(position.rows(!turn)));
    let suspects = L::load(position.suspect_cells()) & own;
    [own, other, suspects.when(position.turns(turn) == TURNS_COUNTED)]
}

/// The features of the side to move, who has the stones `own`, less those of the other colour. The suspects are own stones, one at
/// least of every threatened group.
#[inline(always)]
pub(crate) fn features_of<L: Lanes>(board: &Geometry, own: L, other: L, suspects: L) -> [i32; FEATURES] {
    let [mine, theirs] = counts(board, own, other, suspects);
    std::array::from_fn(|k| mine[k] - theirs[k])
}

/// The features of the side to move and of the other colour.
#[inline(always)]
fn counts<L: Lanes>(board: &Geometry, own: L, other: L, suspects: L) -> [[i32; FEATURES]; 2] {
    let all = L::load(board.all_rows());
    let empty = all.without(own | other);
    let (mine, theirs) = (Sight::of(own, empty), Sight::of(other, empty));
    let found = components(all, [own, other]);
    let mut counts = [of_color(own, mine, theirs.cells[0]), of_color(other, theirs, mine.cells[0])];
    counts[0][Feature::ThreatenedStones as usize] = count(dead_among(own, empty, suspects));
    for (counts, components) in counts.iter_mut().zip(found) {
        counts[Feature::LargestComponent as usize] = components.largest;
        counts[Feature::Components as usize] = components.count;
    }
    counts
}

/// What a colour sees.
#[derive(Clone, Copy)]
struct Sight<L> {
    /// The empty cells seen from at least one, two and three directions.
    cells: [L; 3],
    /// The empty cells between two stones that see each other.
    path_cells: L,
    /// For east, north-east and north-west, the stones that see a stone behind them, over empty cells.
    edges: [L; 3],
}

impl<L: Lanes> Sight<L> {
    #[inline(always)]
    fn of(stones: L, empty: L) -> Sight<L> {
        let mut fills = Fills::of(stones, empty);
        let [mut once, mut twice, mut thrice] = [L::empty(); 3];
        for fill in &mut fills.0 {
            *fill = *fill & empty;
            thrice = thrice | twice & *fill;
            twice = twice | once & *fill;
            once = once | *fill;
        }
        let [a, b, c, d, e, f] = fills.0;
        let edges =
            [a.step::<EAST, 1>() & stones, b.step::<NORTH_EAST, 1>() & stones, c.step::<NORTH_WEST, 1>() & stones];
        Sight { cells: [once, twice, thrice], path_cells: a & d | b & e | c & f, edges }
    }
}

/// The features of one colour but the components and the threatened stones; `unsafe_cells` are those that the other colour sees.
#[inline(always)]
fn of_color<L: Lanes>(stones: L, sight: Sight<L>, unsafe_cells: L) -> [i32; FEATURES] {
    let pairs = [
        stones & stones.step::<EAST, 1>(),
        stones & stones.step::<NORTH_EAST, 1>(),
        stones & stones.step::<NORTH_WEST, 1>(),
    ];
    // The pairs along a row, with a third stone above or below.
    let triangles = [pairs[0] & stones.step::<SOUTH_EAST, 1>(), pairs[0] & stones.step::<NORTH_EAST, 1>()];
    let mobility = count(sight.cells[0]);
    let safe_path_cells = count(sight.path_cells.without(unsafe_cells));
    let mut counts = [0; FEATURES];
    counts[Feature::Mobility as usize] = mobility;
    counts[Feature::LogMobility as usize] = LOGARITHMS[mobility as usize & 255];
    counts[Feature::Stones as usize] = count(stones);
    counts[Feature::SeenTwice as usize] = count(sight.cells[1]);
    counts[Feature::SeenThrice as usize] = count(sight.cells[2]);
    counts[Feature::PathCells as usize] = count(sight.path_cells);
    counts[Feature::TouchingStones as usize] = count(stones & neighbors(stones));
    counts[Feature::AdjacentPairs as usize] = count(pairs[0]) + count(pairs[1]) + count(pairs[2]);
    counts[Feature::Triangles as usize] = count(triangles[0]) + count(triangles[1]);
    counts[Feature::SightEdges as usize] = count(sight.edges[0]) + count(sight.edges[1]) + count(sight.edges[2]);
    counts[Feature::SoleSight as usize] = count(sight.cells[0].without(unsafe_cells | neighbors(unsafe_cells)));
    counts[Feature::SafePathCells as usize] = safe_path_cells;
    counts[Feature::AnySafePathCell as usize] = i32::from(safe_path_cells > 0);
    counts
}

#[inline(always)]
fn count<L: Lanes>(set: L) -> i32 {
    set.count() as i32
}
