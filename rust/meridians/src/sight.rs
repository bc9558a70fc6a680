//! Line of sight. A point sees along a line up to the first stone; sight is what placing (R5, R6) and paths (R7) are made of.
//!
//! The sight of a whole set of stones is found at once, direction by direction: a set runs through the empty points in steps of 1, 2,
//! 4 and 8 ("Kogge-Stone fill"), and to the east in the carry of one addition. The cost does not depend on the number of stones.

use crate::bitboard::Bitboard;
use crate::geometry::Geometry;
use crate::lanes::{EAST, Lanes, NORTH_EAST, NORTH_WEST, Rows, SOUTH_EAST, SOUTH_WEST, STEPS, WEST, Work, at_best};
use crate::point::{Direction, Point};

/// What a set of stones sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The empty points that a stone of the set sees.
    pub empty: Bitboard,
    /// The stones that a stone of the set sees over one or more empty points. Neighbours do not count.
    pub stones: Bitboard,
}

/// What the stones of a set see, given the empty points of the board. The set holds no empty point.
#[must_use]
pub fn seen_by(board: &Geometry, stones: Bitboard, empty: Bitboard) -> Seen {
    struct See<'a>(&'a Geometry, Bitboard, Bitboard);
    impl Work for See<'_> {
        type Output = Seen;

        #[inline(always)]
        fn run<L: Lanes>(self) -> Seen {
            let See(board, stones, empty) = self;
            let free = L::load(L::unpack(board, empty));
            let mut fills = Fills::of(L::load(L::unpack(board, stones)), free);
            let seen = L::pack(board, fills.seen(free).store());
            // Neighbours do not count, so the lines begin with empty points.
            for fill in &mut fills.0 {
                *fill = *fill & free;
            }
            let reached = (fills.reached() & L::load(board.all_rows())).without(free);
            Seen { empty: seen, stones: L::pack(board, reached.store()) }
        }
    }
    at_best(See(board, stones, empty))
}

/// For each direction the stones and the empty cells that they see in it.
#[derive(Clone, Copy)]
pub(crate) struct Fills<L>(pub(crate) [L; 6]);

impl<L: Lanes> Fills<L> {
    #[inline(always)]
    pub(crate) fn of(stones: L, empty: L) -> Fills<L> {
        Fills([
            fill::<L, EAST>(stones, empty),
            fill::<L, NORTH_EAST>(stones, empty),
            fill::<L, NORTH_WEST>(stones, empty),
            fill::<L, WEST>(stones, empty),
            fill::<L, SOUTH_WEST>(stones, empty),
            fill::<L, SOUTH_EAST>(stones, empty),
        ])
    }

    /// The empty cells in sight.
    #[inline(always)]
    pub(crate) fn seen(&self, empty: L) -> L {
        let [a, b, c, d, e, f] = self.0;
        ((a | b) | (c | d) | (e | f)) & empty
    }

    /// The fills, each moved one step further: among others the stones at the ends of the lines.
    #[inline(always)]
    pub(crate) fn ends(&self) -> [L; 6] {
        let [a, b, c, d, e, f] = self.0;
        [
            a.step::<EAST, 1>(),
            b.step::<NORTH_EAST, 1>(),
            c.step::<NORTH_WEST, 1>(),
            d.step::<WEST, 1>(),
            e.step::<SOUTH_WEST, 1>(),
            f.step::<SOUTH_EAST, 1>(),
        ]
    }

    /// All that a stone or an empty cell in sight is next to, the way it is seen.
    #[inline(always)]
    pub(crate) fn reached(&self) -> L {
        let [a, b, c, d, e, f] = self.ends();
        (a | b) | (c | d) | (e | f)
    }
}

/// The ends of the lines to the east, north-east and north-west, as in [`Fills::ends`].
#[inline(always)]
pub(crate) fn ends_up<L: Lanes>(stones: L, empty: L) -> [L; 3] {
    [
        fill::<L, EAST>(stones, empty).step::<EAST, 1>(),
        fill::<L, NORTH_EAST>(stones, empty).step::<NORTH_EAST, 1>(),
        fill::<L, NORTH_WEST>(stones, empty).step::<NORTH_WEST, 1>(),
    ]
}

/// The stones and the empty cells that they see in a direction.
#[inline(always)]
pub(crate) fn fill<L: Lanes, const DIRECTION: usize>(stones: L, empty: L) -> L {
    if DIRECTION == EAST {
        // The carry of the addition clears exactly the empty cells to the east of each stone.
        let start = stones.step::<EAST, 1>() & empty;
        return stones | empty.without(empty.add(start));
    }
    // `through` are the cells from which 1, 2, 4, .. steps back lead over empty cells only; 15 steps cross every board.
    let (mut filled, mut through) = (stones, empty);
    filled = filled | through & filled.step::<DIRECTION, 1>();
    through = through & through.step::<DIRECTION, 1>();
    filled = filled | through & filled.step::<DIRECTION, 2>();
    through = through & through.step::<DIRECTION, 2>();
    filled = filled | through & filled.step::<DIRECTION, 4>();
    through = through & through.step::<DIRECTION, 4>();
    filled | through & filled.step::<DIRECTION, 8>()
}

/// The three lines through a cell, each with its own and the other colour's stones as bits from one end to the other.
#[derive(Clone, Copy)]
pub(crate) struct Lines {
    own: [u32; 3],
    other: [u32; 3],
    /// The bit of the cell itself in each.
    at: [u32; 3],
    cell: usize,
}

impl Lines {
    /// The lines through a cell; the row, then those to the north-east and to the north-west.
    #[inline(always)]
    pub(crate) fn through<L: Lanes>(own: Rows, other: Rows, cell: usize) -> Lines {
        let (uprights, others) = (L::load(own).upright(cell), L::load(other).upright(cell));
        let (column, lane) = (cell as u32 % 16, cell as u32 / 16);
        Lines {
            own: [own.lane(cell), uprights & 0xffff, uprights >> 16],
            other: [other.lane(cell), others & 0xffff, others >> 16],
            at: [column, lane, lane],
            cell,
        }
    }

    /// Whether in one of the six directions the first stone met is an own one (R6).
    #[inline(always)]
    pub(crate) fn sees_own(&self) -> bool {
        let mut sees = false;
        for i in 0..3 {
            let [own_below, other_below, first_above] = self.around(i);
            // The stone nearest below makes the larger number.
            sees |= own_below > other_below;
            sees |= self.own[i] & first_above != 0;
        }
        sees
    }

    /// The stones of the other colour that saw each other across the cell, or were neighbours of it on a line through it.
    #[inline(always)]
    pub(crate) fn cut<L: Lanes>(&self) -> L {
        let mut stones = L::empty();
        for i in 0..3 {
            let [own_below, other_below, first_above] = self.around(i);
            // Without branches, for there is no telling; where nothing is cut the numbers mean nothing.
            let mut cut = other_below > own_below;
            cut &= self.other[i] & first_above != 0;
            let step = STEPS[[EAST, NORTH_EAST, NORTH_WEST][i]].unsigned_abs();
            let down = self.at[i] + other_below.leading_zeros() - 31;
            let up = first_above.trailing_zeros() - self.at[i];
            let below = L::cell(self.cell.wrapping_sub((down * step) as usize) % 256);
            let above = L::cell((self.cell + (up * step) as usize) % 256);
            stones = stones | (below | above).when(cut);
        }
        stones
    }

    /// Of line i, the own stones below the cell, the other colour's there, and the first stone above.
    #[inline(always)]
    const fn around(&self, i: usize) -> [u32; 3] {
        let below = (1 << self.at[i]) - 1;
        let above = (self.own[i] | self.other[i]) & !below & !(1 << self.at[i]);
        [self.own[i] & below, self.other[i] & below, above & above.wrapping_neg()]
    }
}

/// What one point sees in one direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ray {
    /// The direction.
    pub direction: Direction,
    /// The empty points passed, nearest first.
    pub empty: Vec<Point>,
    /// The first stone met, if any.
    pub stone: Option<Point>,
}

/// What a point sees in each of the six directions, in their order.
#[must_use]
pub(crate) fn rays_from(board: &Geometry, point: Point, empty: Bitboard) -> [Ray; 6] {
    Direction::ALL.map(|direction| {
        let passed: Vec<Point> = board.ray(point, direction).take_while(|&p| empty.contains(p)).collect();
        let stone = board.ray(point, direction).nth(passed.len());
        Ray { direction, empty: passed, stone }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use crate::random::split_mix;

    /// The sweep against the rays of each stone, on random boards of every density.
    #[test]
    fn sweep_agrees_with_rays() {
        let mut draws = (0..).map(|k| split_mix(1, k));
        for size in Size::ALL {
            let board = size.geometry();
            for density in 0..200_u64 {
                let mut sets = [Bitboard::EMPTY; 3];
                for p in board.all() {
                    let draw = draws.next().unwrap() % 200;
                    sets[if draw >= density { 0 } else { 1 + (draw % 2) as usize }].insert(p);
                }
                let [empty, own, _] = sets;
                let mut expected = Seen { empty: Bitboard::EMPTY, stones: Bitboard::EMPTY };
                for stone in own {
                    for ray in rays_from(board, stone, empty) {
                        expected.empty |= ray.empty.iter().copied().collect();
                        expected.stones |= ray.stone.filter(|_| !ray.empty.is_empty()).into_iter().collect();
                    }
                }
                assert_eq!(seen_by(board, own, empty), expected, "{size} {own:?} {empty:?}");
            }
        }
    }
}
