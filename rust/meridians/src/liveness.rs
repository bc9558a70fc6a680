//! Paths and death (R7, R8). A group is dead if none of its stones has a path.

use crate::bitboard::Bitboard;
use crate::geometry::Geometry;
use crate::groups::{flood_both, group_of};
use crate::lanes::Lanes;
use crate::point::Point;
use crate::sight::{ends_up, rays_from};

/// Whether two groups of `stones` (all of one colour) have a path: one of their stones sees a stone of another group of that colour
/// over one or more empty cells. Seeing a stone of the same group is no path.
///
/// Who sees is seen, so half of the directions are enough: at the far end of a line, is the stone there of the group or the one it is
/// seen from, but not both? (Neighbours are of one group.)
#[inline(always)]
fn have_paths<L: Lanes>(stones: L, empty: L, groups: [L; 2]) -> [bool; 2] {
    let ends = ends_up(stones, empty);
    let (of_one, of_two) = (ends_up(groups[0], empty), ends_up(groups[1], empty));
    let [mut one, mut two] = [L::empty(); 2];
    for d in 0..3 {
        one = one | (of_one[d] ^ groups[0]) & ends[d];
        two = two | (of_two[d] ^ groups[1]) & ends[d];
    }
    [one.meets(stones), two.meets(stones)]
}

/// The stones of the dead groups among `stones` (all of one colour) that have a stone among the suspects, every group judged before any
/// is removed (R8).
#[inline(always)]
pub(crate) fn dead_among<L: Lanes>(stones: L, empty: L, suspects: L) -> L {
    let (mut dead, mut suspects) = (L::empty(), suspects & stones);
    while !suspects.is_empty() {
        // Suspects mostly come in twos, and two floods take little longer than one. The second may be of no group or of the same.
        let first = L::cell(suspects.first());
        let rest = suspects.without(first);
        let second = L::cell(rest.first()) & rest;
        let [one, two] = flood_both(stones, first, second);
        suspects = suspects.without(one | two);
        let [one_lives, two_lives] = have_paths(stones, empty, [one, two]);
        dead = dead | one.when(!one_lives) | two.when(!two_lives);
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
