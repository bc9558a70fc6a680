//! Rollouts: uniformly random games from a position (`docs/rollouts.md`). A rollout is a pure function of the position, the seed, the
//! game's index and the ply cap, on any number of threads.

mod backend;
mod batch;
mod board;
mod evaluate;
mod single;
mod sliced;
mod statistics;
mod tables;

pub use backend::Backend;
pub use batch::{Batch, MAX_THREADS, rollouts, rollouts_from};
pub(crate) use board::Board;
pub use evaluate::{MoveEvaluation, best_move, evaluate_moves};
pub(crate) use sliced::{Job, play as play_side_by_side};
pub use statistics::Rollouts;
pub(crate) use tables::WantedMarks;
pub use tables::{ActionCounts, Tables};

use crate::bitboard::Bitboard;
use crate::color::{ByColor, Color};
use crate::level::Level;
use crate::moves::Move;
use crate::position::Position;
use crate::random::Stream;
use std::fmt;
use std::rc::Rc;

/// One random game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rollout {
    /// The moves from the start of the rollout.
    pub moves: Vec<Move>,
    /// The colour that won; none if the ply cap was hit first (unfinished).
    pub winner: Option<Color>,
    /// The number of stones removed, of both colours.
    pub stones_removed: u32,
}

/// The ply cap of rollouts on this board unless another is given: 4 x points (R13).
#[must_use]
pub const fn default_max_plies(size: crate::geometry::Size) -> u32 {
    4 * size.points() as u32
}

/// A rollout cannot start from a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NothingToPlay;

impl fmt::Display for NothingToPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the game is over, so there is nothing to roll out (R11)")
    }
}

impl std::error::Error for NothingToPlay {}

/// Plays the game of this seed and index to its end or to the ply cap.
///
/// # Errors
/// The position is finished.
pub fn rollout(position: &Position, seed: u64, index: u64, max_plies: u32) -> Result<Rollout, NothingToPlay> {
    if position.is_over() {
        return Err(NothingToPlay);
    }
    let (start, level) =
        (Start { position: Rc::new(*position), stream: Stream::new(seed, index), max_plies, tag: 0 }, Level::best());
    let mut game = single::One::new(start);
    single::play::<1>(position.board(), level, &mut game);
    let single::One { moves, end, .. } = game;
    Ok(Rollout { moves, winner: end.winner, stones_removed: end.stones_removed })
}

/// A game to play, from a position that is not over and, on the paths for many games, does not wait for the answer to the pie.
pub(crate) struct Start {
    /// Shared by the games of a thread that begin from it: there may be many.
    pub(crate) position: Rc<Position>,
    pub(crate) stream: Stream,
    /// The plies that may be played, at least one.
    pub(crate) max_plies: u32,
    /// Handed out with the result.
    pub(crate) tag: u32,
}

/// The stones of both colours.
fn stones(position: &Position) -> ByColor<Bitboard> {
    ByColor(Color::ALL.map(|color| position.stones(color)))
}

/// How a random game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) winner: Option<Color>,
    pub(crate) plies: u32,
    pub(crate) stones_removed: u32,
}
