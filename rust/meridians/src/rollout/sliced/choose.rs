//! Stage 2: each game that is to move draws the rank of a legal point (`docs/rollouts.md`), and the rank becomes a row and a column.

use super::layout::{Layout, MAX_LINES};
use super::machine::Machine;
use super::table::Table;
use super::word::Word;

/// The points that games have chosen: one row and one axial column for each game that moved.
pub(super) struct Choice<W: Word> {
    pub(super) moved: W,
    pub(super) row: Table<W, MAX_LINES>,
    pub(super) column: Table<W, MAX_LINES>,
}

impl<W: Word> Choice<W> {
    pub(super) const NONE: Self =
        Choice { moved: W::ZERO, row: Table::filled(W::ZERO), column: Table::filled(W::ZERO) };
}

impl<W: Word, const N: usize> Machine<W, N> {
    /// Draws for the games that are to move. A game without a legal point ends by a forced pass (R10); one whose four tries
    /// failed draws again in the next iteration.
    #[inline(always)]
    pub(super) fn choose(&mut self, choosing: W) {
        let bits = Layout::<N>::COUNT_BITS;
        let count = self.before[Layout::<N>::ROWS];
        let some = count[..bits].iter().fold(W::ZERO, |any, &bit| any | bit);
        let passed = choosing.without(some);
        self.passed |= passed;
        self.playing = self.playing.without(passed);

        // The highest rank, and the mask of the bits that it needs.
        let mut last = count;
        let mut borrow = W::ONES;
        for bit in &mut last[..bits] {
            let before = *bit;
            *bit = before ^ borrow;
            borrow = borrow.without(before);
        }
        let mut mask = last;
        for i in (0..bits - 1).rev() {
            mask[i] |= mask[i + 1];
        }
        let mut waiting = choosing & some;
        let moving = waiting;
        // A single point is no choice and draws nothing.
        let drawing = waiting & mask[0];
        let mut rank = [W::ZERO; 8];
        if drawing.any() {
            let output = self.streams.next(drawing);
            for byte in (0..4).rev() {
                let mut too_large = W::ZERO;
                let mut tried = [W::ZERO; 8];
                for i in 0..bits {
                    tried[i] = output[8 * byte + i] & mask[i];
                    too_large = tried[i].without(last[i]) | too_large.without(tried[i] ^ last[i]);
                }
                let accepted = waiting.without(too_large);
                for i in 0..bits {
                    rank[i] |= tried[i] & accepted;
                }
                waiting &= too_large;
                if !waiting.any() {
                    break;
                }
            }
        } else {
            // Whoever moves has one point only.
            waiting = W::ZERO;
        }
        self.point_of(moving.without(waiting), rank);
    }

    /// The legal point of a rank, for the games that moved.
    #[inline(always)]
    fn point_of(&mut self, moved: W, rank: [W; 8]) {
        self.choice.moved = moved;
        let (columns, bits) = (Layout::<N>::COLUMNS, Layout::<N>::ROW_BITS);
        let mut line = Table::<W, MAX_LINES>::filled(W::ZERO);
        let mut start = [W::ZERO; 8];
        let mut reached = moved;
        for r in 0..Layout::<N>::ROWS {
            let row = Layout::<N>::row(r);
            // Not beyond this row: fewer legal points lie before the next row than the rank says.
            let next = if r + 1 == Layout::<N>::ROWS {
                W::ZERO
            } else {
                let mut less = W::ZERO;
                for i in 0..Layout::<N>::COUNT_BITS {
                    let before = self.before[r + 1][i];
                    less = before.without(rank[i]) | less.without(rank[i] ^ before);
                }
                moved.without(less)
            };
            let here = reached.without(next);
            reached = next;
            self.choice.row[r] = here;
            for i in 0..bits {
                start[i] |= here & self.before[r][i];
            }
            for i in 0..row.length {
                line[row.column + i] |= here & self.cells[row.start + i].legal;
            }
        }
        // The rank within the row counts down to nought at the point.
        let mut rest = [W::ZERO; 8];
        let mut borrow = W::ZERO;
        for i in 0..bits {
            let (a, b) = (rank[i], start[i]);
            rest[i] = a ^ b ^ borrow;
            borrow = b.without(a) | borrow.without(a ^ b);
        }
        for c in 0..columns {
            let nonzero = rest[..bits].iter().fold(W::ZERO, |any, &bit| any | bit);
            self.choice.column[c] = line[c].without(nonzero);
            let mut borrow = line[c];
            for bit in &mut rest[..bits] {
                let before = *bit;
                *bit = before ^ borrow;
                borrow = borrow.without(before);
            }
        }
    }
}
