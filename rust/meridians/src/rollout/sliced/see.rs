//! Stage 1: the end of turns, and where each player to move can place a stone.
//!
//! One sweep over the cells carries the sight lines of three directions, north-east, north-west and east; a second one carries the
//! other three back. A line is open behind an own stone, and stays so over empty points.

use super::layout::{Layout, MAX_LINE};
use super::machine::Machine;
use super::word::Word;

impl<const L: usize, const N: usize> Machine<L, N> {
    /// Removes the dead and changes the players of games whose turn is done, then finds the legal points of all games and counts them
    /// by rows. Gives the games in which the enemy has a stone.
    #[inline(always)]
    pub(super) fn update_and_see(&mut self) -> Word<L> {
        let enemy_stands = self.update_and_see_forward();
        if self.own_turns_1.any() {
            self.see_backward::<true>();
        } else {
            self.see_backward::<false>();
        }
        self.count_before_rows();
        enemy_stands
    }

    #[inline(always)]
    fn update_and_see_forward(&mut self) -> Word<L> {
        let (judged, dead, done) = (self.judged, self.dead, self.done);
        let mut enemy_stands = Word::ZERO;
        let mut lines = [Lines::NONE; MAX_LINE + 2];
        for r in 0..Layout::<N>::ROWS {
            let row = Layout::<N>::row(r);
            let cells = &mut self.cells[row.start..][..row.length];
            let lines = &mut lines[row.column..][..row.length + 1];
            let mut along = Word::ZERO;
            for i in 0..row.length {
                let cell = &mut cells[i];
                cell.suspect = cell.suspect.without(cell.flood & judged);
                let (o, e) = (cell.own, cell.enemy | (cell.flood & dead));
                // The players change places; a stone in both sets is a dead one of the player who moved, and leaves both.
                let changed = (o | e) & done;
                let free = cell.empty | (o & e & done);
                let (o, e) = (o ^ changed, e ^ changed);
                enemy_stands |= e;
                cell.own = o;
                cell.enemy = e;
                cell.empty = free;
                let (straight, leaning) = (lines[i].straight, lines[i + 1].leaning);
                cell.legal = straight | leaning | along;
                lines[i].straight = o | (straight & free);
                lines[i].leaning = o | (leaning & free);
                along = o | (along & free);
            }
        }
        enemy_stands
    }

    #[inline(always)]
    fn see_backward<const OPENING: bool>(&mut self) {
        let (first, second) = (self.own_turns_0, self.own_turns_1);
        let mut lines = [Lines::NONE; MAX_LINE + 2];
        for r in (0..Layout::<N>::ROWS).rev() {
            let row = Layout::<N>::row(r);
            let lines = &mut lines[row.column..][..row.length + 1];
            let (before, from) = self.cells.split_at_mut(row.start);
            let (cells, after) = from.split_at_mut(row.length);
            let below = &before[row.south_west..][..row.length + 1];
            let above = &after[row.north_west - row.start - row.length..][..row.length + 1];
            let mut along = Word::ZERO;
            let mut east = Word::ZERO;
            let mut count = [Word::ZERO; 8];
            for i in (0..row.length).rev() {
                let (o, free) = (cells[i].own, cells[i].empty);
                let (straight, leaning) = (lines[i].straight, lines[i].leaning);
                let mut legal = (cells[i].legal | straight | leaning | along | first) & free;
                if OPENING {
                    // A second stone may not be adjacent to the first (R5), which is the only own stone.
                    let west = if i == 0 { Word::ZERO } else { cells[i - 1].own };
                    let adjacent = east | west | below[i].own | below[i + 1].own | above[i].own | above[i + 1].own;
                    legal = legal.without(adjacent & second);
                    east = o;
                }
                cells[i].legal = legal;
                lines[i].straight = o | (straight & free);
                lines[i + 1].leaning = o | (leaning & free);
                along = o | (along & free);
                for bit in &mut count[..Layout::<N>::ROW_BITS] {
                    let before = *bit;
                    *bit = before ^ legal;
                    legal &= before;
                }
            }
            self.before[r] = count;
        }
    }

    /// Turns the numbers of legal points in each row into those before each row, in binary.
    #[inline(always)]
    fn count_before_rows(&mut self) {
        let mut total = [Word::ZERO; 8];
        for r in 0..Layout::<N>::ROWS {
            let count = std::mem::replace(&mut self.before[r], total);
            let mut carry = Word::ZERO;
            for i in 0..Layout::<N>::COUNT_BITS {
                let (a, b) = (total[i], count[i]);
                total[i] = a ^ b ^ carry;
                carry = (a & b) | ((a ^ b) & carry);
            }
        }
        self.before[Layout::<N>::ROWS] = total;
    }
}

/// Sight lines that arrive at a row, by axial column: those along the column, and those that lean to the side (the line that
/// arrives at column c from below is kept at c + 1, and from above at c).
#[derive(Clone, Copy)]
struct Lines<const L: usize> {
    straight: Word<L>,
    leaning: Word<L>,
}

impl<const L: usize> Lines<L> {
    const NONE: Self = Lines { straight: Word::ZERO, leaning: Word::ZERO };
}
