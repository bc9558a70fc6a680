//! Groups (R7): maximal sets of like-coloured stones joined by adjacency.

use crate::bitboard::Bitboard;
use crate::geometry::Geometry;
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
