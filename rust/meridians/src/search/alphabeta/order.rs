//! What earlier cut-offs say about the order of moves: killers, history, countermoves.

use super::score::MAX_PLY;
use crate::color::{ByColor, Color};

/// History stays within this, by a pull to the middle that grows with its size.
const MOST: i32 = 1 << 14;

/// The value of a move by a colour on a cell, apart from the position.
pub(super) type History = [i32; 256];

/// One thread's knowledge.
pub(super) struct Order {
    history: ByColor<Box<History>>,
    killers: Vec<[u8; 2]>,
    /// The answer, by the colour that answers and the cell of the move before.
    answers: ByColor<[u8; 256]>,
}

impl Order {
    pub(super) fn new() -> Order {
        Order {
            history: ByColor([(); 2].map(|()| Box::new([0; 256]))),
            killers: vec![[0; 2]; MAX_PLY + 1],
            answers: ByColor([[0; 256]; 2]),
        }
    }

    /// Forgets half, and the killers.
    pub(super) fn fade(&mut self) {
        for history in &mut self.history.0 {
            for value in &mut **history {
                *value /= 2;
            }
        }
        self.killers.fill([0; 2]);
    }

    #[inline]
    pub(super) fn history(&self, color: Color) -> &History {
        &self.history[color]
    }

    /// The killers of a ply, the latest first, and the answer to the move before; 0 for none.
    #[inline]
    pub(super) fn likely(&self, color: Color, ply: usize, before: u8) -> [u8; 3] {
        let [first, second] = self.killers[ply];
        [first, second, self.answers[color][usize::from(before)]]
    }

    /// The move on `cell` made a cut-off, and those tried before it did not.
    #[inline]
    pub(super) fn cut(&mut self, color: Color, ply: usize, before: u8, cell: u8, depth: i32, tried: &[u8]) {
        let killers = &mut self.killers[ply];
        if killers[0] != cell {
            *killers = [cell, killers[0]];
        }
        self.answers[color][usize::from(before)] = cell;
        let bonus = (16 * depth * depth + 16).min(1600);
        let history = &mut self.history[color];
        let mut credit = |cell: u8, bonus: i32| {
            let value = &mut history[usize::from(cell)];
            *value += bonus - *value * bonus.abs() / MOST;
        };
        credit(cell, bonus);
        for &other in tried {
            credit(other, -bonus);
        }
    }
}
