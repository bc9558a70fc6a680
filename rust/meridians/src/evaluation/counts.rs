//! The features counted, from sweeps that they share: what each colour sees in each of the six directions.

use super::components::{components, linked_components};
use super::feature::{FEATURES, Feature, LOGARITHMS};
use crate::color::ByColor;
use crate::geometry::Geometry;
use crate::groups::{neighbors, with_neighbors};
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
            let [own, other, suspects] = sides::<L>(self.0);
            let Examined { sets, numbers } = Examined::of::<L>(self.0.board(), own, other, suspects, true);
            let mut features = [[0; FEATURES]; 2];
            for side in 0..2 {
                for (set, feature) in sets.as_flattened().iter().zip(COUNTED.as_flattened()) {
                    features[side][*feature as usize] += set[side].count().cast_signed();
                }
                for (number, feature) in numbers.iter().zip(NUMBERS) {
                    features[side][feature as usize] = number[side];
                }
            }
            features
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

/// The features that are counts of sets, set by set; some are of several.
pub(super) const COUNTED: [[Feature; 4]; 4] = [
    [Feature::Mobility, Feature::ContactStones, Feature::SeenTwice, Feature::SeenThrice],
    [Feature::PathCells, Feature::SafePathCells, Feature::SoleSight, Feature::TouchingStones],
    [Feature::AdjacentPairs, Feature::AdjacentPairs, Feature::AdjacentPairs, Feature::Triangles],
    [Feature::SightEdges, Feature::SightEdges, Feature::SightEdges, Feature::Triangles],
];

/// The features that are other numbers.
pub(super) const NUMBERS: [Feature; 7] = [
    Feature::Stones,
    Feature::LogMobility,
    Feature::AnySafePathCell,
    Feature::LargestComponent,
    Feature::Components,
    Feature::ThreatenedStones,
    Feature::LinkedPairs,
];

/// All features of the side to move and of the other colour.
pub(super) struct Examined<L> {
    /// The sets of [`COUNTED`].
    pub(super) sets: [[[L; 2]; 4]; COUNTED.len()],
    /// The features of [`NUMBERS`].
    pub(super) numbers: [[i32; 2]; NUMBERS.len()],
}

impl<L: Lanes> Examined<L> {
    /// The features of the side to move, who has the stones `own`, and of the other colour. The suspects are own stones, one at least
    /// of every threatened group. Without `links` no linked pairs are counted, for they take long.
    #[inline(always)]
    pub(super) fn of<Given: Lanes<Split = L>>(
        board: &Geometry,
        own: Given,
        other: Given,
        suspects: Given,
        links: bool,
    ) -> Examined<L> {
        let stones = [own.count().cast_signed(), other.count().cast_signed()];
        let [own, other, suspects] = [own.split(), other.split(), suspects.split()];
        let all = L::load(board.all_rows());
        let empty = all.without(own | other);
        let (mine, theirs) = (Sight::of(own, empty), Sight::of(other, empty));
        let safe = [mine.path_cells.without(theirs.cells[0]), theirs.path_cells.without(mine.cells[0])];
        let sole = [
            mine.cells[0].without(with_neighbors(theirs.cells[0])),
            theirs.cells[0].without(with_neighbors(mine.cells[0])),
        ];
        let (near_mine, near_theirs) = (neighbors(own), neighbors(other));
        let touching = [own & near_mine, other & near_theirs];
        let contact = [own & near_theirs, other & near_mine];
        let (my_pairs, their_pairs) = (Adjacent::of(own), Adjacent::of(other));
        let threatened = dead_among(own, empty, suspects).count().cast_signed();
        let [my_components, their_components] = components(all, [own, other]);
        let linked_pairs =
            if links { linked_components(all, [own, other]).map(|components| components.pairs) } else { [0; 2] };
        let logarithm = |set: L| LOGARITHMS[set.count() as usize & 255];
        let [a, b, c] = [0, 1, 2].map(|k| [my_pairs.pairs[k], their_pairs.pairs[k]]);
        let [d, e] = [0, 1].map(|k| [my_pairs.triangles[k], their_pairs.triangles[k]]);
        let [f, g, h] = [0, 1, 2].map(|k| [mine.edges[k], theirs.edges[k]]);
        let [once, twice, thrice] = [0, 1, 2].map(|k| [mine.cells[k], theirs.cells[k]]);
        Examined {
            sets: [
                [once, contact, twice, thrice],
                [[mine.path_cells, theirs.path_cells], safe, sole, touching],
                [a, b, c, d],
                [f, g, h, e],
            ],
            numbers: [
                stones,
                [logarithm(mine.cells[0]), logarithm(theirs.cells[0])],
                [i32::from(!safe[0].is_empty()), i32::from(!safe[1].is_empty())],
                [my_components.largest, their_components.largest],
                [my_components.count, their_components.count],
                [threatened, 0],
                linked_pairs,
            ],
        }
    }
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

/// The stones that have a neighbour of the colour in the west, south-west and south-east, and those of the first that have both a third
/// one above the two or below them.
struct Adjacent<L> {
    pairs: [L; 3],
    triangles: [L; 2],
}

impl<L: Lanes> Adjacent<L> {
    #[inline(always)]
    fn of(stones: L) -> Adjacent<L> {
        let (row, north_east) = (stones & stones.step::<EAST, 1>(), stones.step::<NORTH_EAST, 1>());
        let pairs = [row, stones & north_east, stones & stones.step::<NORTH_WEST, 1>()];
        Adjacent { pairs, triangles: [row & stones.step::<SOUTH_EAST, 1>(), row & north_east] }
    }
}
