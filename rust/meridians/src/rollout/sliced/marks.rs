//! On request: what a game leaves besides its end, for statistics about points (`docs/rollouts.md`).

use super::choose::Choice;
use super::layout::{Layout, MAX_CELLS};
use super::machine::Machine;
use super::table::Table;
use super::word::Word;
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::rollout::tables::Marks;

/// On which points each colour has placed a stone, by cell.
pub(super) struct PlayedPoints<W> {
    light: Table<W, MAX_CELLS>,
    dark: Table<W, MAX_CELLS>,
}

impl<W: Word> PlayedPoints<W> {
    pub(super) const NONE: Self = PlayedPoints { light: Table::filled(W::ZERO), dark: Table::filled(W::ZERO) };

    /// Adds the chosen points; Dark chose in the games of `dark`.
    #[inline(always)]
    pub(super) fn add<const N: usize>(&mut self, choice: &Choice<W>, dark: W) {
        for r in 0..Layout::<N>::ROWS {
            let row = Layout::<N>::row(r);
            let (by_light, by_dark) = (choice.row[r].without(dark), choice.row[r] & dark);
            for i in 0..row.length {
                let column = choice.column[row.column + i];
                self.light[row.start + i] |= by_light & column;
                self.dark[row.start + i] |= by_dark & column;
            }
        }
    }

    /// Forgets the games of free slots.
    #[inline(always)]
    pub(super) fn clear<const N: usize>(&mut self, free: W) {
        for r in 0..Layout::<N>::ROWS {
            let row = Layout::<N>::row(r);
            for i in 0..row.length {
                self.light[row.start + i] = self.light[row.start + i].without(free);
                self.dark[row.start + i] = self.dark[row.start + i].without(free);
            }
        }
    }
}

impl<W: Word, const N: usize> Machine<W, N> {
    /// The marks of a game that has ended with this player to move.
    #[inline(always)]
    pub(super) fn marks_of(&self, lane: usize, to_move: Color, passed: bool) -> Marks {
        let mut marks = Marks { passed, ..Marks::default() };
        if self.marks.held {
            // With a forced pass the player to move loses all its stones (R8, R10).
            if !passed {
                marks.held[to_move] = points_of::<W, N>(lane, |cell| &self.cells[cell].own);
            }
            marks.held[!to_move] = points_of::<W, N>(lane, |cell| &self.cells[cell].enemy);
        }
        if let Some(played) = &self.played {
            marks.played[Color::Light] = points_of::<W, N>(lane, |cell| &played.light[cell]);
            marks.played[Color::Dark] = points_of::<W, N>(lane, |cell| &played.dark[cell]);
        }
        marks
    }
}

/// The points whose bit of a game is set.
#[inline(always)]
fn points_of<'a, W: Word + 'a, const N: usize>(lane: usize, word: impl Fn(usize) -> &'a W) -> Bitboard {
    let mut words = [0; 4];
    let mut first = 0;
    for r in 0..Layout::<N>::ROWS {
        let row = Layout::<N>::row(r);
        let bits = (0..row.length).rev().fold(0, |bits, i| bits << 1 | u64::from(word(row.start + i).bit(lane)));
        words[first / 64] |= bits << (first % 64);
        if first % 64 + row.length > 64 {
            words[first / 64 + 1] |= bits >> (64 - first % 64);
        }
        first += row.length;
    }
    Bitboard::from_words(words)
}
