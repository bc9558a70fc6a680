//! Stage 2: each game that is to move draws the rank of a legal point (`docs/rollouts.md`), and the rank becomes a row and a column.

use super::layout::{Layout, MAX_LINE, MAX_ROWS};
use super::machine::Machine;
use super::word::Word;

/// The points that games have chosen: one row and one axial column for each game that moved.
pub(super) struct Choice<const L: usize> {
    pub(super) moved: Word<L>,
    pub(super) row: [Word<L>; MAX_ROWS],
    pub(super) column: [Word<L>; MAX_LINE],
}

impl<const L: usize, const N: usize> Machine<L, N> {
    /// Draws for the games that are to move. A game without a legal point ends by a forced pass (R10); one whose four tries
    /// failed draws again in the next iteration.
    #[inline(always)]
    pub(super) fn choose(&mut self, choosing: Word<L>) -> Choice<L> {
        let bits = Layout::<N>::COUNT_BITS;
        let count = self.before[Layout::<N>::ROWS];
        let some = count[..bits].iter().fold(Word::ZERO, |any, &bit| any | bit);
        let passed = choosing.without(some);
        self.passed |= passed;
        self.playing = self.playing.without(passed);

        // The highest rank, and the mask of the bits that it needs.
        let mut last = count;
        let mut borrow = Word::ONES;
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
        let mut rank = [Word::ZERO; 8];
        if drawing.any() {
            let output = self.streams.next(drawing);
            for byte in (0..4).rev() {
                let mut too_large = Word::ZERO;
                let mut tried = [Word::ZERO; 8];
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
            waiting = Word::ZERO;
        }
        self.point_of(moving.without(waiting), rank)
    }

    /// The legal point of a rank, for the games that moved.
    #[inline(always)]
    fn point_of(&mut self, moved: Word<L>, rank: [Word<L>; 8]) -> Choice<L> {
        let (rows, columns, bits) = (Layout::<N>::ROWS, Layout::<N>::COLUMNS, Layout::<N>::ROW_BITS);
        let mut choice = Choice { moved, row: [Word::ZERO; MAX_ROWS], column: [Word::ZERO; MAX_LINE] };
        let mut line = [Word::ZERO; MAX_LINE];
        let mut start = [Word::ZERO; 8];
        let mut reached = moved;
        for r in 0..rows {
            // Not beyond this row: fewer legal points lie before the next row than the rank says.
            let next = if r + 1 == rows {
                Word::ZERO
            } else {
                let mut less = Word::ZERO;
                for i in 0..Layout::<N>::COUNT_BITS {
                    let before = self.before[r + 1][i];
                    less = before.without(rank[i]) | less.without(rank[i] ^ before);
                }
                moved.without(less)
            };
            let here = reached.without(next);
            reached = next;
            choice.row[r] = here;
            for i in 0..bits {
                start[i] |= here & self.before[r][i];
            }
            let row = Layout::<N>::row(r);
            let cells = &self.cells[row.start..][..row.length];
            for (point, cell) in line[row.column..][..row.length].iter_mut().zip(cells) {
                *point |= here & cell.legal;
            }
        }
        // The rank within the row counts down to nought at the point.
        let mut rest = [Word::ZERO; 8];
        let mut borrow = Word::ZERO;
        for i in 0..bits {
            let (a, b) = (rank[i], start[i]);
            rest[i] = a ^ b ^ borrow;
            borrow = b.without(a) | borrow.without(a ^ b);
        }
        for c in 0..columns {
            let nonzero = rest[..bits].iter().fold(Word::ZERO, |any, &bit| any | bit);
            choice.column[c] = line[c].without(nonzero);
            let mut borrow = line[c];
            for bit in &mut rest[..bits] {
                let before = *bit;
                *bit = before ^ borrow;
                borrow = borrow.without(before);
            }
        }
        choice
    }
}
