//! What a game is played by: the board, the opening, and what a repetition means.

use crate::game::{Game, Repetition};
use crate::geometry::Size;
use crate::position::Position;

/// The rules of a recorded game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The board.
    pub size: Size,
    /// Whether it opens with the pie (R12).
    pub pie: bool,
    /// What a repeated position means (R13).
    pub repetition: Repetition,
}

impl Rules {
    /// A game by these rules, before its first move.
    #[must_use]
    pub fn game(self) -> Game {
        Game::new(Position::new(self.size, self.pie), self.repetition)
    }

    /// The rules of a game.
    #[must_use]
    pub fn of(game: &Game) -> Rules {
        let start = game.start();
        Rules { size: start.size(), pie: start.with_pie(), repetition: game.repetition() }
    }
}
