//! What PUCT asks about positions: an [`Evaluator`] gives each legal move a prior and the position a value (`docs/evaluators.md`).

use crate::control::Control;
use crate::evaluation::{Evaluation, chance};
use crate::moves::Move;
use crate::opening::Pie;
use crate::position::Position;
use crate::rollout::{Batch, Rollouts, rollouts_from};
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// What an evaluator says of a batch of B positions with A actions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scores {
    /// For each position and action, row by row `[B, A]`, a weight from 0 up. Those of illegal actions are ignored; those of the legal
    /// actions of a position do not have to add up to 1, but one at least is positive.
    pub priors: Vec<f32>,
    /// For each position `[B]` the chance that the participant to move wins, from 0 to 1; a draw counts half.
    pub values: Vec<f32>,
}

/// The evaluator could not do its work. The search ends with what it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvaluatorFailed;

impl fmt::Display for EvaluatorFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the evaluator failed")
    }
}

impl std::error::Error for EvaluatorFailed {}

/// Priors and values for PUCT. It is asked about positions that are not over and do not wait for `keep` or `swap`.
pub trait Evaluator: Send {
    /// How many positions it would like to see at once, at least 1. The search asks for fewer where it has no more.
    fn batch_size(&self) -> usize {
        1
    }

    /// Scores positions, all of one size and opening.
    ///
    /// # Errors
    /// It could not.
    fn evaluate(&mut self, positions: &[Position]) -> Result<Scores, EvaluatorFailed>;
}

/// The evaluators that come with the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BuiltinEvaluator {
    /// The learned evaluation: of the position as its value, and of the positions after each move as the priors.
    Learned,
    /// The share of random games that the mover wins; all moves alike.
    Rollouts,
    /// Even chances, and all moves alike.
    Uniform,
}

impl BuiltinEvaluator {
    /// All of them.
    pub const ALL: [BuiltinEvaluator; 3] =
        [BuiltinEvaluator::Learned, BuiltinEvaluator::Rollouts, BuiltinEvaluator::Uniform];

    /// The name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            BuiltinEvaluator::Learned => "learned",
            BuiltinEvaluator::Rollouts => "rollouts",
            BuiltinEvaluator::Uniform => "uniform",
        }
    }

    /// The evaluator with this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<BuiltinEvaluator> {
        BuiltinEvaluator::ALL.into_iter().find(|evaluator| evaluator.name() == name)
    }

    /// The evaluator, with the evaluation and the seed that it may need.
    #[must_use]
    pub fn make(self, evaluation: &Arc<Evaluation>, seed: u64) -> Box<dyn Evaluator> {
        match self {
            BuiltinEvaluator::Learned => Box::new(Learned(Arc::clone(evaluation))),
            BuiltinEvaluator::Rollouts => Box::new(RandomGames { seed }),
            BuiltinEvaluator::Uniform => Box::new(Uniform),
        }
    }
}

/// Rows of A priors, all alike.
fn alike(positions: &[Position], values: Vec<f32>) -> Scores {
    let actions = positions.first().map_or(0, |p| Move::action_count(p.size(), p.with_pie()));
    Scores { priors: vec![1.0; positions.len() * actions], values }
}

struct Uniform;

impl Evaluator for Uniform {
    fn evaluate(&mut self, positions: &[Position]) -> Result<Scores, EvaluatorFailed> {
        Ok(alike(positions, vec![0.5; positions.len()]))
    }
}

/// Random games a position: with [`RandomGames::POSITIONS`] they fill the machine that plays them side by side.
const GAMES: u64 = 32;

struct RandomGames {
    seed: u64,
}

impl RandomGames {
    const POSITIONS: usize = 16;
}

impl Evaluator for RandomGames {
    fn batch_size(&self) -> usize {
        RandomGames::POSITIONS
    }

    fn evaluate(&mut self, positions: &[Position]) -> Result<Scores, EvaluatorFailed> {
        let batch = Batch { games: GAMES, seed: self.seed, threads: Some(NonZeroUsize::MIN), ..Batch::default() };
        let rollouts = rollouts_from(positions, batch, &Control::default());
        let rollouts = rollouts.map_err(|_| EvaluatorFailed)?.map_err(|_| EvaluatorFailed)?;
        let value = |(position, rollouts): (&Position, &Rollouts)| {
            // Random answers to the pie say nothing of who will have which colour.
            if position.pie() == Pie::Open {
                return 0.5;
            }
            (rollouts.wins[position.turn()] as f32 + rollouts.unfinished as f32 / 2.0) / GAMES as f32
        };
        Ok(alike(positions, positions.iter().zip(&rollouts).map(value).collect()))
    }
}

/// Keeps the odds of hopeless and of won positions within bounds.
const LEAST_CHANCE: f32 = 0.002;

struct Learned(Arc<Evaluation>);

impl Learned {
    /// The chance of the participant to move.
    fn chance(&self, position: &Position) -> f32 {
        if let Some(outcome) = position.outcome() {
            let won = outcome.winner.is_some_and(|color| position.participant_of(color) == position.participant());
            return if won { 1.0 } else { 0.0 };
        }
        if position.pie() == Pie::Open {
            if !position.awaits_answer() {
                return 0.5;
            }
            let mut kept = *position;
            kept.play_unchecked(Move::Keep);
            let light = self.chance(&kept);
            // Who answers takes the better side.
            return light.max(1.0 - light);
        }
        chance(self.0.logit(position))
    }
}

impl Evaluator for Learned {
    fn evaluate(&mut self, positions: &[Position]) -> Result<Scores, EvaluatorFailed> {
        let mut scores = Scores::default();
        for position in positions {
            let (size, mover, start) = (position.size(), position.participant(), scores.priors.len());
            scores.priors.resize(start + Move::action_count(size, position.with_pie()), 0.0);
            for mv in position.legal().iter() {
                let mut after = *position;
                after.play_unchecked(mv);
                let chance = self.chance(&after);
                let chance = if after.participant() == mover { chance } else { 1.0 - chance };
                let odds = (chance + LEAST_CHANCE) / (1.0 + LEAST_CHANCE - chance);
                // The odds are the exponential of the logit, so this is the softmax of four times the logits after each move. The odds
                // themselves are too flat (docs/search.md).
                scores.priors[start + mv.action(size) as usize] = odds.powi(4);
            }
            scores.values.push(self.chance(position));
        }
        Ok(scores)
    }
}
