//! What is true between two iterations, checked in debug builds.

use super::layout::{Layout, MAX_CELLS};
use super::machine::Machine;
use super::word::Word;

impl<W: Word, const N: usize> Machine<W, N> {
    /// # Panics
    /// Something is not as it should be, and so the machine has a fault.
    pub(super) fn check_invariants(&self) {
        let none = |word: W, what: &str| assert!(!word.any(), "{what}: {word:?}");
        none(self.playing & self.ended(), "a game that is over is played");
        none(self.testing.without(self.playing), "a game that is not played waits for tests");
        none(self.flooding.without(self.testing), "a flood outside the tests");
        none((self.done | self.judged).without(self.playing), "a game that is not played has a turn");
        none(self.dead.without(self.judged), "a group is dead that was not judged");
        none(self.done & self.testing, "a turn is over and waits for tests");
        let twice = (self.won & self.passed) | (self.won & self.capped) | (self.passed & self.capped);
        none(twice, "a game ended twice");

        let (mut rows, mut columns) = (W::ZERO, W::ZERO);
        for r in 0..Layout::<N>::ROWS {
            none(rows & self.choice.row[r], "a choice of two rows");
            rows |= self.choice.row[r];
        }
        for c in 0..Layout::<N>::COLUMNS {
            none(columns & self.choice.column[c], "a choice of two columns");
            columns |= self.choice.column[c];
        }
        none((rows ^ self.choice.moved) | (columns ^ self.choice.moved), "a choice without a point");

        let mut on_board = [false; MAX_CELLS];
        let mut chosen = W::ZERO;
        for r in 0..Layout::<N>::ROWS {
            let row = Layout::<N>::row(r);
            for i in 0..row.length {
                on_board[row.start + i] = true;
                let cell = &self.cells[row.start + i];
                let here = self.choice.row[r] & self.choice.column[row.column + i];
                none(here.without(cell.legal), "a stone on an illegal point");
                chosen |= here;
                let judging = self.testing | self.done;
                none((cell.own & cell.enemy & self.playing).without(judging), "a dead stone after the end of a turn");
                none((cell.suspect & self.playing).without(cell.own | cell.enemy), "a suspect that is no stone");
                none(cell.flood.without(cell.own), "a flood outside the stones");
                none(
                    cell.suspect & cell.own & self.done & self.playing & !(cell.flood & self.judged),
                    "a suspect left",
                );
            }
        }
        none(chosen ^ self.choice.moved, "a choice off the board");
        for (i, _) in on_board.iter().enumerate().filter(|(_, on_board)| !**on_board) {
            let cell = &self.cells[i];
            none(cell.own | cell.enemy | cell.suspect | cell.flood | cell.legal, "something off the board");
        }
    }
}
