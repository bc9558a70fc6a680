//! Path-groups: what paths join.

use super::Structure;
use crate::bitboard::Bitboard;

impl Structure {
    /// The stones of groups that paths join, at any remove, ordered by their first point.
    #[must_use]
    pub fn path_groups(&self) -> Vec<Bitboard> {
        let mut joined = self.groups();
        for path in self.paths() {
            let (ends, rest): (Vec<Bitboard>, Vec<Bitboard>) =
                joined.into_iter().partition(|stones| path.leads_to(*stones));
            joined = rest;
            joined.push(ends.into_iter().fold(Bitboard::EMPTY, |all, stones| all | stones));
        }
        joined.sort_by_key(|stones| stones.first());
        joined
    }
}
