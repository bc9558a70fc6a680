//! Where a search begins: the position and what of the game's history counts for repetition (R13).

use crate::game::{Game, Repetition};
use crate::illegal::IllegalMove;
use crate::moves::Move;
use crate::position::Position;

/// The position to search, which is not over, and the positions that stood before it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Root {
    pub(crate) position: Position,
    /// The hashes of the earlier positions of the game, if repetition ends it as a draw; else none.
    stood: Vec<u64>,
    pub(crate) draws_by_repetition: bool,
    /// Lines with more plies from here count as drawn.
    pub(crate) max_plies: u32,
}

impl Root {
    pub(crate) fn new(game: &Game, max_plies: u32) -> Root {
        let draws_by_repetition = game.repetition() == Repetition::Draw;
        let stood = if draws_by_repetition {
            game.earlier().map(super::super::position::Position::hash).collect()
        } else {
            Vec::new()
        };
        Root { position: *game.position(), stood, draws_by_repetition, max_plies }
    }

    /// The root of another position; what stood before counts there too.
    pub(crate) fn at(&self, position: Position) -> Root {
        Root { position, ..self.clone() }
    }

    /// The root after a move.
    pub(crate) fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let before = self.position.hash();
        self.position.play(mv)?;
        if self.draws_by_repetition {
            self.stood.push(before);
        }
        Ok(())
    }

    /// Whether what was found from this root holds for another: it is the same position with the same history, or with one that nobody
    /// told.
    pub(crate) fn serves(&self, other: &Root) -> bool {
        self == other
            || (self.position == other.position
                && self.draws_by_repetition == other.draws_by_repetition
                && other.stood.is_empty())
    }

    /// Whether the position with this hash, reached by a line from here, ends the game as a draw: it stands for the third time. `line` has
    /// the hashes of the positions from the root's to the one before.
    pub(crate) fn is_draw(&self, hash: u64, line: &[u64]) -> bool {
        if !self.draws_by_repetition {
            return false;
        }
        let times = |hashes: &[u64]| hashes.iter().filter(|&&h| h == hash).count();
        let on_line = times(line);
        // Nearly every position is new.
        1 + on_line + times(&self.stood) >= Repetition::OCCURRENCES
    }
}
