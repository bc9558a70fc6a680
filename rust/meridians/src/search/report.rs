//! What a search found out.

use super::engine::Engine;
use super::limits::Stop;
use crate::color::{Color, Participant};
use crate::geometry::Size;
use crate::moves::Move;
use std::time::Duration;

/// The result that best play leads to, for the participant to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// The mover loses.
    Loss,
    /// The game is drawn, by repetition (R13).
    Draw,
    /// The mover wins.
    Win,
}

impl Verdict {
    /// The name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Loss => "loss",
            Verdict::Draw => "draw",
            Verdict::Win => "win",
        }
    }
}

impl std::ops::Not for Verdict {
    type Output = Verdict;

    /// The same result for the opponent.
    fn not(self) -> Verdict {
        match self {
            Verdict::Loss => Verdict::Win,
            Verdict::Draw => Verdict::Draw,
            Verdict::Win => Verdict::Loss,
        }
    }
}

/// A proven result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Proof {
    /// The result for the participant to move.
    pub verdict: Verdict,
    /// The plies until the end in the line that was found. A proven win takes at most so many; it may be possible to do it in fewer,
    /// unless `exact`.
    pub plies: u32,
    /// Whether no faster win, or no longer resistance, exists.
    pub exact: bool,
}

/// A line of play, best moves first.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The moves from the position searched; never empty.
    pub moves: Vec<Move>,
    /// Visits of the first move; of alpha-beta the positions searched behind it.
    pub visits: u64,
    /// The chance to win of the participant to move, with the first move; draws count half.
    pub win_chance: f32,
    /// The proven result after the first move, for the participant to move; the plies include the first move.
    pub proven: Option<Proof>,
}

/// What a search found out about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The board.
    pub size: Size,
    /// The colour that places the next stone; Light while the pie waits for its answer.
    pub turn: Color,
    /// Who is to move. Chances and values "of the mover" are this participant's.
    pub mover: Participant,
    /// The colour that the mover has or, before the answer to the pie, would have with `keep`.
    pub mover_color: Color,
    /// The engine that searched, never `Best`.
    pub engine: Engine,
    /// The threads that it used.
    pub threads: usize,
    /// The best move.
    pub best: Move,
    /// The chance of Light to win; draws count half.
    pub light_chance: f32,
    /// The proven result, if there is one.
    pub proven: Option<Proof>,
    /// Principal lines, the best first, with different first moves.
    pub lines: Vec<Line>,
    /// For each action its visits, those of a kept tree included.
    pub visits: Vec<u64>,
    /// For each action the chance to win of the mover with it; NaN where it was not visited.
    pub values: Vec<f32>,
    /// For each action its prior, if the engine has any; else NaN.
    pub priors: Vec<f32>,
    /// For each action how often to play it, what a policy would learn; from 0 up, adding up to 1. Of `gumbel` its improved policy, of the
    /// other engines the share of the visits; 1 for the best move where there are no visits.
    pub policy: Vec<f32>,
    /// Iterations of a tree search in this run, or positions that alpha-beta searched.
    pub iterations: u64,
    /// Nodes of the tree, or positions that alpha-beta searched.
    pub nodes: u64,
    /// The plies of the deepest line looked at.
    pub depth: u32,
    /// Bytes of the tree or table in use.
    pub memory: u64,
    /// The time that the search took by the wall clock.
    pub elapsed: Duration,
    /// Why it stopped.
    pub stopped: Stop,
}

/// The share of the visits of each action; all for the best one if there are none.
pub(crate) fn visit_shares(visits: &[u64], best: u16) -> Vec<f32> {
    let sum = visits.iter().sum::<u64>();
    if sum == 0 {
        return all_for(best, visits.len());
    }
    visits.iter().map(|&visits| (visits as f64 / sum as f64) as f32).collect()
}

/// One action for sure.
pub(crate) fn all_for(best: u16, actions: usize) -> Vec<f32> {
    (0..actions).map(|action| if action == usize::from(best) { 1.0 } else { 0.0 }).collect()
}

impl Report {
    /// The chance of a colour to win; draws count half.
    #[must_use]
    pub fn win_chance(&self, color: Color) -> f32 {
        match color {
            Color::Light => self.light_chance,
            Color::Dark => 1.0 - self.light_chance,
        }
    }

    /// Iterations a second of wall time; NaN if it took no time.
    #[must_use]
    pub fn iterations_per_second(&self) -> f64 {
        let seconds = self.elapsed.as_secs_f64();
        if seconds > 0.0 { self.iterations as f64 / seconds } else { f64::NAN }
    }
}
