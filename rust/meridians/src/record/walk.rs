//! A walk through a record's tree, with the game at every node: one step forth plays, one step back undoes.

use super::error::FaultReason;
use super::node::Act;
use super::rules::Rules;
use crate::game::{AlreadyOver, Game};
use crate::illegal::IllegalMove;

/// Where a walk stands.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    /// One game for the start and one for each set-up on the way; the last one is played.
    games: Vec<Game>,
}

/// Why a step cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoStep {
    Illegal(IllegalMove),
    Over(AlreadyOver),
}

impl NoStep {
    /// What a reader says of it; `ply` is the number of the move.
    pub(crate) fn as_fault(&self, ply: usize) -> FaultReason {
        match self {
            NoStep::Illegal(illegal) => FaultReason::Illegal { ply, illegal: *illegal },
            NoStep::Over(over) => FaultReason::form("no resignation, for the game is over", &over.to_string()),
        }
    }
}

impl Walk {
    pub(crate) fn new(rules: Rules) -> Walk {
        Walk { games: vec![rules.game()] }
    }

    /// The game where the walk stands, from the last set-up on.
    pub(crate) fn game(&self) -> &Game {
        self.games.last().expect("a walk begins with a game, and takes back no more than it did")
    }

    fn game_mut(&mut self) -> &mut Game {
        self.games.last_mut().expect("a walk begins with a game, and takes back no more than it did")
    }

    pub(crate) fn into_game(mut self) -> Game {
        self.games.pop().expect("a walk begins with a game, and takes back no more than it did")
    }

    /// The moves played on the way here, those before set-ups too.
    pub(crate) fn plies(&self) -> usize {
        self.games.iter().map(Game::ply).sum()
    }

    /// One step forth. If it cannot be made, nothing happens.
    pub(crate) fn enter(&mut self, act: Act) -> Result<(), NoStep> {
        match act {
            Act::Nothing => Ok(()),
            Act::Move(mv) => self.game_mut().play(mv).map(drop).map_err(NoStep::Illegal),
            Act::Resign(color) => self.game_mut().resign(Some(color)).map_err(NoStep::Over),
            Act::Setup(position) => {
                let repetition = self.game().repetition();
                self.games.push(Game::new(position, repetition));
                Ok(())
            }
        }
    }

    /// One step back, from a node where this happened.
    pub(crate) fn leave(&mut self, act: Act) {
        match act {
            Act::Nothing => {}
            Act::Move(_) | Act::Resign(_) => drop(self.game_mut().undo()),
            Act::Setup(_) => drop(self.games.pop()),
        }
    }
}
