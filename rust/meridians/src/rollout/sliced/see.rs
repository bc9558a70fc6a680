//! Stage 1: the end of turns, and where each player to move can place a stone.
//!
//! One sweep over the cells, from the last to the first, carries the sight lines of three directions, south-west, south-east and west; a
//! second one carries the other three back. A line is open behind an own stone, and stays so over empty points.

use super::binary::{add, increment};
use super::layout::{Layout, MAX_LINES};
use super::machine::Machine;
use super::table::Table;
use super::word::Word;

impl<W: Word, const N: usize> Machine<W, N> {
    /// Removes the dead and changes the players of games whose turn is done, then finds the legal points of all games and counts them
    /// by rows. Gives the games in which the enemy has a stone.
    #[inline(always)]
    pub(super) fn update_and_see(&mut self) -> W {
        let enemy_stands = self.update_and_see_backward();
        if self.own_turns_1.any() {
            self.see_forward::<true>();
        } else {
            self.see_forward::<false>();
        }
        enemy_stands
    }

    /// Goes against the order of the cells because the last sweep of an iteration went along it: what that one has read last is still
    /// in the nearest cache.
    #[inline(always)]
    fn update_and_see_backward(&mut self) -> W {
        let (dead, done) = (self.dead, self.done);
        let mut enemy_stands = W::ZERO;
        let (mut straight_lines, mut leaning_lines) = (SightLines::filled(W::ZERO), SightLines::filled(W::ZERO));
        for r in (0..Layout::<N>::ROWS).rev() {
            let row = Layout::<N>::row(r);
            let mut along = W::ZERO;
            for i in (0..row.length).rev() {
                let (cell, column) = (&mut self.cells[row.start + i], row.column + i);
                let (o, e) = (cell.own, cell.enemy | (cell.flood & dead));
                // The players change places; a stone in both sets is a dead one of the player who moved, and leaves both.
                let changed = (o | e) & done;
                let (o, e) = (o ^ changed, e ^ changed);
                enemy_stands |= e;
                cell.own = o;
                cell.enemy = e;
                let (straight, leaning) = (straight_lines[column], leaning_lines[column]);
                cell.legal = straight | leaning | along;
                straight_lines[column] = o | straight.without(e);
                leaning_lines[column + 1] = o | leaning.without(e);
                along = o | along.without(e);
            }
        }
        enemy_stands
    }

    #[inline(always)]
    fn see_forward<const OPENING: bool>(&mut self) {
        let (first, second) = (self.own_turns_0, self.own_turns_1);
        let (mut straight_lines, mut leaning_lines) = (SightLines::filled(W::ZERO), SightLines::filled(W::ZERO));
        // The number of legal points so far, in binary.
        let mut count = [W::ZERO; 8];
        for r in 0..Layout::<N>::ROWS {
            let row = Layout::<N>::row(r);
            self.before[r] = count;
            let mut along = W::ZERO;
            let mut in_row = [W::ZERO; 8];
            for i in 0..row.length {
                let (at, column) = (row.start + i, row.column + i);
                let (o, e) = (self.cells[at].own, self.cells[at].enemy);
                let (straight, leaning) = (straight_lines[column], leaning_lines[column + 1]);
                let mut legal = (self.cells[at].legal | straight | leaning | along | first).without(o | e);
                if OPENING {
                    // A second stone may not be adjacent to the first (R5), which is the only own stone.
                    let (below, above) = (row.south_west + i, row.north_west + i);
                    let adjacent = [at - 1, at + 1, below, below + 1, above, above + 1]
                        .into_iter()
                        .fold(W::ZERO, |adjacent, near| adjacent | self.cells[near].own);
                    legal = legal.without(adjacent & second);
                }
                self.cells[at].legal = legal;
                straight_lines[column] = o | straight.without(e);
                leaning_lines[column] = o | leaning.without(e);
                along = o | along.without(e);
                increment(&mut in_row[..Layout::<N>::ROW_BITS], legal);
            }
            add(&mut count[..Layout::<N>::COUNT_BITS], &in_row[..Layout::<N>::COUNT_BITS]);
        }
        self.before[Layout::<N>::ROWS] = count;
    }
}

/// Sight lines that arrive at a row, by axial column: those along the column, or those that lean to the side (the line that
/// arrives at column c from below is kept at c + 1, and from above at c).
pub(super) type SightLines<W> = Table<W, MAX_LINES>;
