//! Line of sight. A point sees along a line up to the first stone; sight is what placing (R5, R6) and paths (R7) are made of.
//!
//! The sight of a whole set of stones is found at once: the rows of the board are small numbers, a sweep over the rows
//! carries the sight lines of two directions upwards, another carries two downwards, and each row is filled to both sides.
//! The cost does not depend on the number of stones.

use crate::bitboard::Bitboard;
use crate::geometry::{Geometry, MAX_ROWS, Size};
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
    // The same sweep for every board; knowing the size of the official ones at compile time folds the shifts, which saves a third of the instructions.
    let reached = match board.size().short_side() {
        5 => reached_from::<5>(stones, empty),
        6 => reached_from::<6>(stones, empty),
        7 => reached_from::<7>(stones, empty),
        _ => reached_by_sweep(board.size(), stones, empty),
    };
    Seen { empty: reached & empty, stones: reached.without(empty) }
}

fn reached_from<const SHORT_SIDE: usize>(stones: Bitboard, empty: Bitboard) -> Bitboard {
    reached_by_sweep(const { Size::from_short_side(SHORT_SIDE).unwrap() }, stones, empty)
}

/// The points that lines from the stones reach: the empty points in sight, and the points right behind those.
#[inline(always)]
fn reached_by_sweep(size: Size, stones: Bitboard, empty: Bitboard) -> Bitboard {
    let (board, rows, middle) = (size.geometry(), size.rows(), size.short_side());
    let mut own = [0; MAX_ROWS];
    let mut free = [0; MAX_ROWS];
    let mut reached = [0; MAX_ROWS];
    for row in 0..rows {
        own[row] = stones.bits(board.row_start(row), size.row_length(row));
        free[row] = empty.bits(board.row_start(row), size.row_length(row));
        // In the row: a step to the east is a shift to the left.
        let east = fill_up(own[row] << 1 & free[row], free[row]);
        let west = fill_down(own[row] >> 1 & free[row], free[row]);
        reached[row] = east | east << 1 | west | west >> 1;
    }
    // Upwards and downwards, lines lean west or east. A line goes on from a row if it came there over an empty point and is on one; it
    // begins at a stone, and that first step must be to an empty point. Columns shift as in `Geometry`'s steps.
    let (mut west, mut east) = (0, 0);
    for row in 1..rows {
        let widens = row <= middle;
        let (from, to) = (own[row - 1], free[row]);
        let (lean_west, lean_east) = if widens { (0, 1) } else { (1, 0) };
        west = (west & free[row - 1]) >> lean_west | from >> lean_west & to;
        east = (east & free[row - 1]) << lean_east | from << lean_east & to;
        reached[row] |= west | east;
    }
    let (mut west, mut east) = (0, 0);
    for row in (0..rows - 1).rev() {
        let widens = row >= middle;
        let (from, to) = (own[row + 1], free[row]);
        let (lean_west, lean_east) = if widens { (0, 1) } else { (1, 0) };
        west = (west & free[row + 1]) >> lean_west | from >> lean_west & to;
        east = (east & free[row + 1]) << lean_east | from << lean_east & to;
        reached[row] |= west | east;
    }
    let mut set = Bitboard::EMPTY;
    for (row, &bits) in reached.iter().enumerate().take(rows) {
        set.add_bits(board.row_start(row), bits & ((1 << size.row_length(row)) - 1));
    }
    set
}

/// The runs of `free` from each bit of `from` (all in `free`, each the lowest of its run) upwards.
#[inline(always)]
const fn fill_up(from: u32, free: u32) -> u32 {
    // The carry of the addition clears exactly the run above each start.
    free & (free ^ (free + from))
}

/// The runs of `free` from each bit of `from` (all in `free`) downwards.
#[inline(always)]
const fn fill_down(from: u32, free: u32) -> u32 {
    let mut filled = from;
    let mut through = free;
    let mut step = 1;
    // Doubling steps: 16 cover every row up to the longest of a 9/10 board (18 points, 17 steps with the first).
    while step <= 16 {
        filled |= filled >> step & through;
        through &= through >> step;
        step *= 2;
    }
    filled
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
