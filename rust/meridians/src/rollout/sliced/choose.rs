//! Stage 2: each game that is to move draws the rank of a legal point (`docs/rollouts.md`), and the rank becomes a row and a column.

use super::binary::{decrement, less, nonzero, subtract};
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
        let some = nonzero(&count[..bits]);
        let passed = choosing.without(some);
        self.passed |= passed;
        self.playing = self.playing.without(passed);

        // The highest rank, and the mask of the bits that it needs.
        let mut last = count;
        decrement(&mut last[..bits], W::ONES);
        let mut mask = last;
        for i in (0..bits - 1).rev() {
            mask[i] |= mask[i + 1];
        }
        let moving = choosing & some;
        // A single point is no choice and draws nothing.
        let mut waiting = moving & mask[0];
        let mut rank = [W::ZERO; 8];
        if waiting.any() {
            let output = self.streams.next(waiting);
            for byte in (0..4).rev() {
                let mut tried = [W::ZERO; 8];
                for i in 0..bits {
                    tried[i] = output[8 * byte + i] & mask[i];
                }
                let too_large = less(&last[..bits], &tried[..bits]);
                let accepted = waiting.without(too_large);
                for i in 0..bits {
                    rank[i] |= tried[i] & accepted;
                }
                waiting &= too_large;
                if !waiting.any() {
                    break;
                }
            }
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
            // The point lies beyond this row if the rank is not less than the number of legal points before the next row.
            let beyond = if r + 1 == Layout::<N>::ROWS {
                W::ZERO
            } else {
                moved.without(less(&rank[..Layout::<N>::COUNT_BITS], &self.before[r + 1][..Layout::<N>::COUNT_BITS]))
            };
            let here = reached.without(beyond);
            reached = beyond;
            self.choice.row[r] = here;
            for i in 0..bits {
                start[i] |= here & self.before[r][i];
            }
            for i in 0..row.length {
                line[row.column + i] |= here & self.cells[row.start + i].legal;
            }
        }
        // The rank within the row counts down to nought at the point. (After it all digits are 1, and a row is too short for another
        // nought.)
        let mut rest = rank;
        subtract(&mut rest[..bits], &start[..bits]);
        for c in 0..columns {
            self.choice.column[c] = line[c].without(nonzero(&rest[..bits]));
            decrement(&mut rest[..bits], line[c]);
        }
    }
}
