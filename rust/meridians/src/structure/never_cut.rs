//! Groups that can never be cut, the counterpart of unconditional life in Go: whatever the other colour places, its turn every time,
//! they keep a path. `docs/features.md` has the argument.

use super::{Structure, dead_stones, only};
use crate::bitboard::Bitboard;
use crate::groups::groups_of;
use std::collections::HashSet;

/// The search for a way to cut gives up beyond so many states of a region: its groups then count as ones that can be cut.
pub const SEARCHED_STATES: usize = 1000;

impl Structure {
    /// Groups that no sequence of placements of the other colour leaves without a path, while the own colour does not move.
    ///
    /// They are found for certain, not all of them: those with a line out of reach, and those of which, in some region, a search of all
    /// that the other colour can do there finds no state with a stone on each of their lines. Regions do not act on each other, so to be
    /// cut a group must be cut in every region. A region that has more than `states` states is taken for one where everything is cut.
    #[must_use]
    pub fn never_cut(&self, states: usize) -> Vec<Bitboard> {
        let reach = self.reach();
        let living = self.living();
        let lines: Vec<Vec<Bitboard>> = living.iter().map(|&group| self.lines_of(group)).collect();
        let mut safe: Vec<bool> = lines.iter().map(|lines| lines.iter().any(|line| !line.meets(reach))).collect();
        let regions: Vec<Bitboard> = groups_of(self.board, reach).collect();
        for &region in &regions {
            // A line has no own stone on it, so it lies in one region.
            let mut here = Vec::new();
            for (k, lines) in lines.iter().enumerate().filter(|&(k, _)| !safe[k]) {
                let lines: Vec<Bitboard> = lines.iter().copied().filter(|line| line.meets(region)).collect();
                if !lines.is_empty() {
                    here.push((k, lines));
                }
            }
            let start = self.other & region;
            let mut begins = vec![start];
            if regions.len() > 1 {
                // Dead stones are removed at the end of a turn wherever it places, so a region may also begin without.
                begins.push(start.without(dead_stones(self.board, start, self.own)));
            }
            for k in self.uncut_in(region, &begins, here, states) {
                safe[k] = true;
            }
        }
        living.into_iter().zip(safe).filter_map(|(group, safe)| safe.then_some(group)).collect()
    }

    /// Of groups, each a number with its lines in a region, those that placements there, from some of the stones that it may begin with,
    /// cannot leave without one at the end of a turn.
    fn uncut_in(
        &self,
        region: Bitboard,
        begins: &[Bitboard],
        groups: Vec<(usize, Vec<Bitboard>)>,
        states: usize,
    ) -> Vec<usize> {
        let (mut seen, mut todo) = (HashSet::new(), Vec::new());
        let mut uncut = groups;
        for &stones in begins {
            if seen.insert(stones) {
                todo.push(stones);
                uncut.retain(|(_, lines)| !lines.iter().all(|line| line.meets(stones)));
            }
        }
        while let Some(stones) = todo.pop()
            && !uncut.is_empty()
        {
            let here = Structure { own: stones, other: self.own, ..*self };
            for point in here.seen() & region {
                let after = stones | only(point);
                let after = after.without(dead_stones(self.board, after, self.own));
                if !seen.insert(after) {
                    continue;
                }
                if seen.len() > states {
                    return Vec::new();
                }
                todo.push(after);
                uncut.retain(|(_, lines)| !lines.iter().all(|line| line.meets(after)));
            }
        }
        uncut.into_iter().map(|(k, _)| k).collect()
    }
}
