//! Points where one stone does two things.

use super::{Structure, dead_stones, only};
use crate::bitboard::Bitboard;
use crate::point::Point;

impl Structure {
    /// The placements (R6) after which two groups of the other colour or more have no path, that had one; and these groups.
    #[must_use]
    pub fn double_attacks(&self) -> Vec<(Point, Vec<Bitboard>)> {
        let living = self.of_other().living();
        let paths: Bitboard = self.of_other().paths().into_iter().flat_map(|path| path.cells).collect();
        // Only a stone on a path takes one away.
        groups_at(self.seen() & paths, |point| {
            let after = self.own | only(point);
            let after = after.without(dead_stones(self.board, after, self.other));
            let dead = dead_stones(self.board, self.other, after);
            living.iter().copied().filter(|group| group.meets(dead)).collect()
        })
    }

    /// The placements (R6) that are adjacent to two own groups or more, and these groups.
    #[must_use]
    pub fn merge_points(&self) -> Vec<(Point, Vec<Bitboard>)> {
        let groups = self.groups();
        groups_at(self.seen(), |point| {
            let near = self.board.neighbors(point);
            groups.iter().copied().filter(|group| group.meets(near)).collect()
        })
    }
}

/// The points with two groups or more, and the groups.
fn groups_at(points: Bitboard, groups: impl Fn(Point) -> Vec<Bitboard>) -> Vec<(Point, Vec<Bitboard>)> {
    points.iter().map(|point| (point, groups(point))).filter(|(_, groups)| groups.len() >= 2).collect()
}
