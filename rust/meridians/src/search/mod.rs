//! Search: the best move of a position, and what is known about it (`docs/search.md`).
//!
//! [`Search`] is the one interface; the engines behind it are in modules of their own. A search of one thread with a limit of visits is
//! a pure function of the position, its history, the settings and the limit.

mod alphabeta;
mod elementary;
mod engine;
mod limits;
mod pie;
mod puct;
mod report;
mod root;
mod selfplay;
mod tree;

pub use engine::Engine;
pub use limits::{Clock, Limits, Stop, Watch, wall_clock};
pub use puct::{BuiltinEvaluator, Evaluator, EvaluatorFailed, Scores};
pub use report::{Line, Proof, Report, Verdict};
pub use selfplay::{SelfPlay, SelfPlayGame, self_play};

use crate::evaluation::Evaluation;
use crate::game::Game;
use crate::geometry::Size;
use crate::illegal::IllegalMove;
use crate::moves::Move;
use crate::opening::Pie;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::rollout::default_max_plies;
use alphabeta::AlphaBeta;
use limits::Budget;
use puct::Puct;
use root::Root;
use std::fmt;
use std::sync::Arc;
use tree::Tree;

/// What a search is made of.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The board.
    pub size: Size,
    /// How it works.
    pub engine: Engine,
    /// The threads, at least 1.
    pub threads: usize,
    /// Of all that is random in it.
    pub seed: u64,
    /// The most bytes that tree or table may take. A full tree is searched on without growing.
    pub memory: u64,
    /// What time limits are measured by.
    pub clock: Clock,
    /// Lines with more plies from the position searched count as drawn.
    pub max_plies: u32,
    /// What scores positions; that of the board's size.
    pub evaluation: Arc<Evaluation>,
    /// What gives priors and values to `puct` and `gumbel`.
    pub evaluator: BuiltinEvaluator,
}

impl Settings {
    /// The least memory that may be set.
    pub const LEAST_MEMORY: u64 = 1 << 20;

    /// The settings that hold where nothing else is said: the best engine, one thread, seed 0, 512 MiB, the wall clock.
    #[must_use]
    pub fn new(size: Size) -> Settings {
        Settings {
            size,
            engine: Engine::Best,
            threads: 1,
            seed: 0,
            memory: 512 << 20,
            clock: wall_clock,
            max_plies: default_max_plies(size),
            evaluation: Arc::new(Evaluation::builtin(size).clone()),
            evaluator: BuiltinEvaluator::Learned,
        }
    }
}

/// A search has at most so many visits for each node that its tree may grow by: more than any tree needs that does grow.
const VISITS_OF_A_NODE: u64 = 16;

/// An engine at work. It sees no finished games and no pie that waits for its answer.
pub(crate) trait Searcher: Send {
    /// Forgets all that was found, and draws from the seed anew.
    fn reset(&mut self);

    /// Searches until a limit is reached. What it knows of the position, from [`Searcher::advance`], it uses.
    fn run(&mut self, root: &Root, budget: &Budget) -> Report;

    /// The visits and the nodes that a search of a position takes however low its limits are.
    fn least(&self, position: &Position) -> (u64, u64);

    /// The position moves on; what was found behind the move may be kept.
    fn advance(&mut self, mv: Move);
}

/// A search: an engine, what it has found, and its settings. One position at a time.
pub struct Search {
    settings: Settings,
    searcher: Box<dyn Searcher>,
    /// What was searched last, or what [`Search::advance`] has led to since.
    root: Option<Root>,
    /// Whether it has.
    advanced: bool,
}

/// There is nothing to search: the game is over, or it is played on another board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NothingToSearch {
    /// The game has ended.
    Over(Outcome),
    /// The board of the game, and that of the search.
    OtherBoard(Size, Size),
}

impl fmt::Display for NothingToSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NothingToSearch::Over(outcome) => {
                write!(f, "the game is over by {}, so there is nothing to search (R11)", outcome.reason.name())
            }
            NothingToSearch::OtherBoard(game, search) => {
                write!(f, "the game is played on {game} and the search is for {search}")
            }
        }
    }
}

impl std::error::Error for NothingToSearch {}

impl Search {
    /// A search with these settings.
    #[must_use]
    pub fn new(settings: Settings) -> Search {
        let searcher: Box<dyn Searcher> = match settings.engine {
            Engine::Puct | Engine::Gumbel => {
                let evaluator = settings.evaluator.make(&settings.evaluation, settings.seed);
                Box::new(Puct::new(&settings, evaluator))
            }
            Engine::AlphaBeta => Box::new(AlphaBeta::new(&settings)),
            _ => Box::new(Tree::new(settings.clone())),
        };
        Search { settings, searcher, root: None, advanced: false }
    }

    /// A search with an evaluator of the caller's, which is called on the thread that calls [`Search::run`]: by Gumbel if the settings say
    /// so, else by PUCT.
    #[must_use]
    pub fn with_evaluator(settings: Settings, evaluator: Box<dyn Evaluator>) -> Search {
        let engine = if settings.engine == Engine::Gumbel { Engine::Gumbel } else { Engine::Puct };
        let settings = Settings { engine, ..settings };
        let searcher = Box::new(Puct::new(&settings, evaluator));
        Search { settings, searcher, root: None, advanced: false }
    }

    /// The settings.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Searches the position of a game until a limit is reached or the watch says stop, and reports what was found until then.
    ///
    /// What earlier runs found is used only if [`Search::advance`] has led from their position to this one; else the search starts from
    /// nothing, so that equal calls have equal results.
    ///
    /// # Errors
    /// The game is over, or on another board.
    pub fn run(&mut self, game: &Game, limits: Limits, watch: &Watch) -> Result<Report, NothingToSearch> {
        if let Some(outcome) = game.outcome() {
            return Err(NothingToSearch::Over(outcome));
        }
        let position = *game.position();
        if position.size() != self.settings.size {
            return Err(NothingToSearch::OtherBoard(position.size(), self.settings.size));
        }
        let root = Root::new(game, self.settings.max_plies);
        let is_kept = self.advanced && self.root.as_ref().is_some_and(|kept| kept.serves(&root));
        if !is_kept {
            self.searcher.reset();
        }
        self.advanced = false;
        // A tree that is full, or has no more moves to add, would never reach its nodes.
        let most_visits = limits.nodes.saturating_mul(VISITS_OF_A_NODE);
        let by_nodes = most_visits < limits.visits;
        let limits = Limits { visits: limits.visits.min(most_visits).max(1), ..limits };
        let started = wall_clock();
        let budget = Budget::new(limits, self.settings.clock, watch);
        let root = self.root.insert(root);
        let mut report = if position.pie() == Pie::Open {
            pie::run(&mut *self.searcher, root, &budget, self.settings.seed)
        } else {
            self.searcher.run(root, &budget)
        };
        report.elapsed = wall_clock().saturating_sub(started);
        if by_nodes && report.stopped == Stop::Visits {
            report.stopped = Stop::Nodes;
        }
        Ok(report)
    }

    /// The position that it searched last, or advanced to.
    #[must_use]
    pub fn position(&self) -> Option<&Position> {
        self.root.as_ref().map(|root| &root.position)
    }

    /// Tells the search that a move was played in the position that it searched last, or advanced to last. The next run uses what was
    /// found behind it, if it is of the position that this leads to.
    ///
    /// # Errors
    /// The move is illegal there. Nothing was searched yet: then nothing happens.
    pub fn advance(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if let Some(root) = &mut self.root {
            let in_pie = root.position.pie() == Pie::Open;
            root.play(mv)?;
            if in_pie {
                // What was searched was something else.
                self.searcher.reset();
            } else {
                self.searcher.advance(mv);
            }
            self.advanced = true;
        }
        Ok(())
    }
}
