//! Groups (R7): maximal sets of like-coloured stones joined by adjacency.

use crate::bitboard::Bitboard;
use crate::geometry::Geometry;
use crate::lanes::{EAST, Lanes, NORTH_EAST, SOUTH_WEST, WEST};
use crate::point::Point;

/// The group of `stones` (all of one colour) that a stone belongs to.
#[must_use]
pub(crate) fn group_of(board: &Geometry, stones: Bitboard, stone: Point) -> Bitboard {
    let mut group = Bitboard::EMPTY.with(stone);
    let mut edge = group;
    while let Some(point) = edge.first() {
        let reached = (board.neighbors(point) & stones).without(group);
        group |= reached;
        edge = (edge | reached).without(Bitboard::EMPTY.with(point));
    }
    group
}

/// The groups of `stones` (all of one colour), ordered by their first point.
pub(crate) fn groups_of(board: &Geometry, stones: Bitboard) -> impl Iterator<Item = Bitboard> + use<'_> {
    let mut rest = stones;
    std::iter::from_fn(move || {
        let group = group_of(board, stones, rest.first()?);
        rest = rest.without(group);
        Some(group)
    })
}

/// All neighbours of cells, and outside the board or among the cells what else the steps lead to.
#[inline(always)]
pub(crate) fn neighbors<L: Lanes>(cells: L) -> L {
    let [west, east] = [cells.step::<WEST, 1>(), cells.step::<EAST, 1>()];
    // A step to the north-west is one to the west and one to the north-east, and one to the south-east likewise.
    let [north, south] = [(cells | west).step::<NORTH_EAST, 1>(), (cells | east).step::<SOUTH_WEST, 1>()];
    west | east | (north | south)
}

/// The same and the cells themselves.
#[inline(always)]
pub(crate) fn with_neighbors<L: Lanes>(cells: L) -> L {
    let [west, east] = [cells | cells.step::<WEST, 1>(), cells | cells.step::<EAST, 1>()];
    west | east | (west.step::<NORTH_EAST, 1>() | east.step::<SOUTH_WEST, 1>())
}

/// The groups of `stones` (all of one colour) that some of its stones belong to, for two sets of them.
#[inline(always)]
pub(crate) fn flood_both<L: Lanes>(stones: L, one: L, two: L) -> [L; 2] {
    let [mut one, mut two] = [one, two];
    loop {
        let before = [one, two];
        // Two steps for each look at whether it is enough.
        for _ in 0..2 {
            one = one | neighbors(one) & stones;
            two = two | neighbors(two) & stones;
        }
        if ((one ^ before[0]) | (two ^ before[1])).is_empty() {
            return [one, two];
        }
    }
}
