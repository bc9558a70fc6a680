//! Safe moves: what is left to a colour when the board is closed.

use super::{Structure, dead_stones, only};
use crate::point::Point;

impl Structure {
    /// Points that the colour can fill, one after the other in this order, without losing a stone and out of the other's reach.
    ///
    /// Of the points out of [`Structure::reach`] always the first in action order is taken that the colour sees and after which no own
    /// group is dead, as long as there is one. So none of them merges its last two groups or fills the last path of an eye. Groups that
    /// are dead now are taken for gone.
    #[must_use]
    pub fn safe_moves(&self) -> Vec<Point> {
        let mut now = Structure { own: self.own.without(self.dead_stones()), ..*self };
        let mut left = self.board.all().without(now.own | now.reach());
        let mut filled = Vec::new();
        while let Some(point) = (now.seen() & left)
            .iter()
            .find(|&point| dead_stones(now.board, now.own | only(point), now.other).is_empty())
        {
            now.own.insert(point);
            left = left.without(only(point));
            filled.push(point);
        }
        filled
    }
}
