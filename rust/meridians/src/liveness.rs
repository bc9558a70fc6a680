//! Paths and death (R7, R8). A group is dead if none of its stones has a path.

use crate::bitboard::Bitboard;
use crate::geometry::Geometry;
use crate::groups::{group_of, groups_of};
use crate::point::Point;
use crate::sight::{rays_from, seen_by};

/// Whether a group of `stones` (all of one colour) has a path: one of its stones sees a stone of another group of that colour
/// over one or more empty points. Seeing a stone of the same group is no path.
#[inline]
#[must_use]
pub(crate) fn has_path(board: &Geometry, stones: Bitboard, empty: Bitboard, group: Bitboard) -> bool {
    seen_by(board, group, empty).stones.meets(stones.without(group))
}

/// The stones of the dead groups among `stones` (all of one colour), every group judged before any is removed (R8).
#[must_use]
pub(crate) fn dead_stones(board: &Geometry, stones: Bitboard, empty: Bitboard) -> Bitboard {
    groups_of(board, stones)
        .filter(|&group| !has_path(board, stones, empty, group))
        .fold(Bitboard::EMPTY, |dead, group| dead | group)
}

/// The pairs of `stones` (all of one colour) with a path between them, each pair and the list in action order.
#[must_use]
pub(crate) fn paths(board: &Geometry, stones: Bitboard, empty: Bitboard) -> Vec<(Point, Point)> {
    let mut pairs = Vec::new();
    for from in stones {
        let group = group_of(board, stones, from);
        let mut ends: Vec<Point> = rays_from(board, from, empty)
            .into_iter()
            .filter(|ray| !ray.empty.is_empty())
            .filter_map(|ray| ray.stone)
            .filter(|&to| from < to && stones.contains(to) && !group.contains(to))
            .collect();
        ends.sort_unstable();
        pairs.extend(ends.into_iter().map(|to| (from, to)));
    }
    pairs
}
