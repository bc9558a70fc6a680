//! Safe moves: what is left to a colour when the board is closed.

use super::{Structure, only};
use crate::bitboard::Bitboard;
use crate::point::Point;

impl Structure {
    /// Points that the colour can fill, one after the other in this order, without losing a stone and out of the other's reach.
    ///
    /// Of the points out of [`Structure::reach`] always the first in action order is taken that the colour sees and after which no own
    /// group is dead and all own stones of groups that lean on paths out of reach or have an empty eye still are, as long as there is
    /// one. So none of them merges the last two groups or fills an eye that a group needs. Groups that are dead now are taken for gone.
    #[must_use]
    pub fn safe_moves(&self) -> Vec<Point> {
        let mut now = Structure { own: self.own.without(self.dead_stones()), ..*self };
        let mut left = self.board.all().without(now.own | now.reach());
        let mut filled = Vec::new();
        let mut sheltered = now.sheltered();
        while let Some((point, after)) = (now.seen() & left)
            .iter()
            .map(|point| (point, Structure { own: now.own | only(point), ..now }))
            .find(|(_, after)| after.dead_stones().is_empty() && sheltered.without(after.sheltered()).is_empty())
        {
            now = after;
            sheltered = now.sheltered();
            left = left.without(only(point));
            filled.push(point);
        }
        filled
    }

    /// The stones of the groups that are never cut because of paths out of reach, without a search, or that have an empty eye.
    fn sheltered(&self) -> Bitboard {
        let with_empty_eye = self.eyes().into_iter().filter(|eye| eye.stones.is_empty()).map(|eye| eye.ring);
        self.never_cut(0).into_iter().chain(with_empty_eye).fold(Bitboard::EMPTY, |all, group| all | group)
    }
}
