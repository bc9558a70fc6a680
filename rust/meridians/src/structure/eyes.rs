//! Eyes: what a group shuts off from the rest of the board.

use super::Structure;
use crate::bitboard::Bitboard;
use crate::groups::groups_of;

/// A part of the board that a group shuts off, with the edge or without it, where no stone of the other colour is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eye {
    /// The group.
    pub ring: Bitboard,
    /// The points inside.
    pub inside: Bitboard,
    /// Own stones inside that have a path to the ring; none in an eye that is empty.
    pub stones: Bitboard,
}

impl Structure {
    /// The eyes of all groups, by group and then by their first point.
    ///
    /// What a group shuts off are the parts into which it divides the rest of the board by adjacency, if they are two or more. No line
    /// leads out of a part but over the ring, so the other colour sees no point of it. It is an eye if own stones there have a path to
    /// the ring, or if it is empty and has a point where a stone would have one.
    #[must_use]
    pub fn eyes(&self) -> Vec<Eye> {
        let paths = self.paths();
        let mut found = Vec::new();
        for ring in self.groups() {
            let parts: Vec<Bitboard> = groups_of(self.board, self.board.all().without(ring)).collect();
            if parts.len() < 2 {
                continue;
            }
            for inside in parts.into_iter().filter(|part| !part.meets(self.other)) {
                let stones = paths
                    .iter()
                    .filter(|path| path.leads_to(ring) && path.cells.iter().any(|&cell| inside.contains(cell)))
                    .flat_map(|path| [path.ends.0, path.ends.1])
                    .filter(|&stone| inside.contains(stone))
                    .collect::<Bitboard>();
                let is_empty = !inside.meets(self.own);
                let room = Structure { own: ring, other: (self.own | self.other).without(ring), ..*self }.seen();
                if !stones.is_empty() || is_empty && inside.without(self.near(ring)).meets(room) {
                    found.push(Eye { ring, inside, stones });
                }
            }
        }
        found
    }
}
