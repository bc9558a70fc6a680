//! Paths and death (R7, R8). A group is dead if none of its stones has a path.

use crate::bitboard::Bitboard;
use crate::geometry::Geometry;
use crate::groups::{flood, group_of};
use crate::lanes::Lanes;
use crate::point::Point;
use crate::sight::{Fills, rays_from};

/// Whether a group of `stones` (all of one colour) has a path: one of its stones sees a stone of another group of that colour
/// over one or more empty cells. Seeing a stone of the same group is no path.
#[inline(always)]
pub(crate) fn has_path<L: Lanes>(stones: L, empty: L, group: L) -> bool {
    // A stone next to the group is of the group, so what is reached outside lies behind an empty cell.
    Fills::of(group, empty).reached().meets(stones.without(group))
}

/// The stones of the dead groups among `stones` (all of one colour) that have a stone among the suspects, every group judged before any
/// is removed (R8).
#[inline(always)]
pub(crate) fn dead_among<L: Lanes>(stones: L, empty: L, suspects: L) -> L {
    let (mut dead, mut suspects) = (L::empty(), suspects & stones);
    while !suspects.is_empty() {
        let group = flood(stones, L::cell(suspects.first()));
        suspects = suspects.without(group);
        if !has_path(stones, empty, group) {
            dead = dead | group;
        }
    }
    dead
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
