//! Line of sight. A point sees along a line up to the first stone; sight is what placing (R5, R6) and paths (R7) are made of.
//!
//! The sight of a whole set of stones is found at once: the rows of the board are small numbers, a sweep over the rows
//! carries the sight lines of two directions upwards, another carries two downwards, and each row is filled to both sides.
//! The cost does not depend on the number of stones.

use crate::bitboard::Bitboard;
use crate::geometry::Geometry;
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
#[inline]
#[must_use]
pub fn seen_by(board: &Geometry, stones: Bitboard, empty: Bitboard) -> Seen {
    let size = board.size();
    let (rows, middle) = (size.rows(), size.short_side());
    let row_of = |set: Bitboard, row: usize| set.bits(board.row_start(row), size.row_length(row));
    let mut seen = Seen { empty: Bitboard::EMPTY, stones: Bitboard::EMPTY };
    let mut record = |row: usize, reached: u32, free: u32| {
        // What a line reaches in a row is either an empty point, and the line goes on, or a stone, and it ends.
        let start = board.row_start(row);
        seen.empty.add_bits(start, reached & free);
        seen.stones.add_bits(start, reached & !free & ((1 << size.row_length(row)) - 1));
    };

    // Lines that arrive in the current row over an empty point, upwards; columns shift as in `Geometry`'s steps.
    let (mut west_lines, mut east_lines) = (0, 0);
    for row in 0..rows {
        let (own, free) = (row_of(stones, row), row_of(empty, row));

        // In the row: a step to the east is a shift to the left.
        let east = fill_up(own << 1 & free, free);
        let west = fill_down(own >> 1 & free, free);
        record(row, east | west | east << 1 | west >> 1, free);

        // From the row below: what passed empty points only may end at a stone here.
        record(row, west_lines | east_lines, free);
        if row + 1 == rows {
            break;
        }
        let (next_free, widens) = (row_of(empty, row + 1), row < middle);
        let step_west = |line: u32| if widens { line } else { line >> 1 };
        let step_east = |line: u32| if widens { line << 1 } else { line };
        // A line goes on from here if it came over empty points and this one is empty too, or begins at a stone; in
        // the first step from a stone only an empty point counts.
        west_lines = step_west(west_lines & free) | step_west(own) & next_free;
        east_lines = step_east(east_lines & free) | step_east(own) & next_free;
    }

    let (mut west_lines, mut east_lines) = (0, 0);
    for row in (0..rows).rev() {
        let (own, free) = (row_of(stones, row), row_of(empty, row));
        record(row, west_lines | east_lines, free);
        if row == 0 {
            break;
        }
        let (next_free, widens) = (row_of(empty, row - 1), row > middle);
        let step_west = |line: u32| if widens { line } else { line >> 1 };
        let step_east = |line: u32| if widens { line << 1 } else { line };
        west_lines = step_west(west_lines & free) | step_west(own) & next_free;
        east_lines = step_east(east_lines & free) | step_east(own) & next_free;
    }
    seen
}

/// The runs of `free` from each bit of `from` (all in `free`, each the lowest of its run) upwards.
#[inline]
const fn fill_up(from: u32, free: u32) -> u32 {
    // The carry of the addition clears exactly the run above each start.
    free & (free ^ (free + from))
}

/// The runs of `free` from each bit of `from` (all in `free`) downwards.
#[inline]
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
