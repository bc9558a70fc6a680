//! Flat Monte Carlo: random games after each legal move, and how often the participant to move wins them.

use super::batch::{Batch, rollouts_from};
use super::statistics::wilson;
use super::{NothingToPlay, Rollouts, Tables};
use crate::color::{Color, Participant};
use crate::control::{Control, Stopped};
use crate::moves::Move;
use crate::opening::Pie;
use crate::position::Position;

/// What random games say of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveEvaluation {
    /// The move.
    pub mv: Move,
    /// The games after it.
    pub visits: u64,
    /// Those won by the participant who played it, whatever colour the answer to the pie gave it (R12).
    pub wins: u64,
    /// Those that hit the ply cap: neither won nor drawn.
    pub unfinished: u64,
}

impl MoveEvaluation {
    /// The games that either won.
    const fn won(&self) -> u64 {
        self.visits - self.unfinished
    }

    /// The player's share of the games that were won; NaN if none was.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.wins as f64 / self.won() as f64
    }

    /// The Wilson score interval of the share for a two-sided normal quantile `z`, as [`Rollouts::interval`].
    #[must_use]
    pub fn interval(&self, z: f64) -> (f64, f64) {
        wilson(self.wins, self.won(), z)
    }
}

/// The move with the largest share; among equals the first in action order, and none of which no game was won before one that has
/// some.
#[must_use]
pub fn best_move(evaluations: &[MoveEvaluation]) -> Option<&MoveEvaluation> {
    // Of equal elements `max_by` gives the last.
    evaluations.iter().rev().max_by(|a, b| {
        let share = |e: &MoveEvaluation| if e.won() == 0 { -1.0 } else { e.share() };
        share(a).total_cmp(&share(b))
    })
}

/// Plays `batch.games` games after each legal move, the same indices under the same seed after each, and counts the wins of the
/// participant to move; in action order. The ply cap counts from after the move. A move that ends the game is not rolled out: its games
/// count as won, or as lost. Tables that the batch asks for are not counted. Unit of progress: a game.
///
/// # Errors
/// The position is finished. Stopping through the control gives `Ok(Err(Stopped))`.
pub fn evaluate_moves(
    position: &Position,
    batch: Batch,
    control: &Control,
) -> Result<Result<Vec<MoveEvaluation>, Stopped>, NothingToPlay> {
    if position.is_over() {
        return Err(NothingToPlay);
    }
    let player = position.participant();
    let after: Vec<(Move, Position)> = position.legal().iter().map(|mv| (mv, position.clone_and_play(mv).0)).collect();
    let running: Vec<Position> = after.iter().map(|(_, after)| *after).filter(|after| !after.is_over()).collect();
    // Before the answer to the pie, who has which colour differs from game to game, and the first moves tell.
    let first_moves = running.iter().any(|after| after.pie() == Pie::Open);
    let batch = Batch { tables: Tables { first_moves, ..Tables::default() }, ..batch };
    let mut played = match rollouts_from(&running, batch, control)? {
        Ok(played) => played.into_iter(),
        Err(stopped) => return Ok(Err(stopped)),
    };
    let evaluations = after.iter().map(|(mv, after)| {
        let visits = batch.games;
        let (wins, unfinished) = match after.outcome() {
            Some(outcome) => {
                control.advance(visits);
                let winner = outcome.winner.map(|color| after.participant_of(color));
                (if winner == Some(player) { visits } else { 0 }, 0)
            }
            None => played.next().map_or((0, 0), |games| (wins_of(player, after, &games), games.unfinished)),
        };
        MoveEvaluation { mv: *mv, visits, wins, unfinished }
    });
    Ok(Ok(evaluations.collect()))
}

/// The games from a position that a participant won.
fn wins_of(player: Participant, position: &Position, games: &Rollouts) -> u64 {
    match &games.first_moves {
        Some(first) if position.pie() == Pie::Open => {
            let wins = first.wins.iter().sum();
            if position.participant() == player { wins } else { games.games() - games.unfinished - wins }
        }
        _ => {
            Color::ALL.into_iter().find(|&color| position.participant_of(color) == player).map_or(0, |c| games.wins[c])
        }
    }
}
