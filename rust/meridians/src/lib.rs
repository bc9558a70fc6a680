//! The rules of Meridians (Kanare Kato, 2021), random games and move counts, fast and without surprises.
//!
//! The crate knows nothing of Python, files or clocks. Read it in the order of the modules below: each depends only on those above
//! it. Rule numbers R1..R13 refer to `docs/rules.md`.
//!
//! ```
//! use meridians::{Game, Position, Repetition, Size, parse_move};
//!
//! let mut game = Game::new(Position::new(Size::STANDARD, false), Repetition::Draw);
//! for name in ["h1", "d4", "h8", "d6"] {
//!     game.play(parse_move(Size::STANDARD, name).unwrap()).unwrap();
//! }
//! assert_eq!(game.position().text(), "6/7 6/7/8/9/10/o6o3/12/11/10/3x1x3/8/7/6 light 2,2 plain");
//!
//! let error = game.play(parse_move(Size::STANDARD, "c1").unwrap()).unwrap_err();
//! assert_eq!(error.to_string(), "cannot play c1: not in sight of a Light stone; in no direction is one the first stone met (R6)");
//! ```
//!
//! Rollouts are pure functions of position, seed and index, on any number of threads:
//!
//! ```
//! use meridians::{Batch, Control, Position, Size, rollouts};
//!
//! let position = Position::new(Size::BEGINNER, false);
//! let batch = Batch { games: 100, seed: 1, ..Batch::default() };
//! let statistics = rollouts(&position, batch, &Control::default()).unwrap().unwrap();
//! assert_eq!(statistics.games(), 100);
//! ```
//!
//! Many games are stepped together, an action each, for learners:
//!
//! ```
//! use meridians::{BatchRules, BatchState, IllegalActions, Position, Repetition, Size, default_max_plies};
//! use std::num::NonZeroUsize;
//!
//! let rules = BatchRules {
//!     repetition: Repetition::None,
//!     max_plies: default_max_plies(Size::STANDARD),
//!     auto_reset: true,
//!     illegal: IllegalActions::Refused,
//! };
//! let mut batch = BatchState::new(64, Position::new(Size::STANDARD, false), rules);
//! let mut actions = [0_i64; 64];
//! batch.random_actions(1, &mut actions);
//! batch.step(&actions, NonZeroUsize::MIN).unwrap();
//! assert_eq!(batch.told().ply, [1; 64]);
//! ```
//!
//! Stable, and changed only by a breaking release: action numbers, names, position text, diagram, hash, and the random
//! stream with all that is drawn from it.

mod color;
mod level;
mod point;

mod bitboard;
mod geometry;
mod lanes;
mod symmetry;

mod sight;

mod groups;
mod liveness;

mod moves;
mod opening;
mod outcome;

mod notation;

mod illegal;
mod random;
mod zobrist;

mod position;

mod setup;

mod text;

mod diagram;
mod game;

pub mod record;

mod evaluation;
mod structure;

mod control;
mod perft;
mod rollout;

mod encode;

mod batch_state;

mod search;
mod solver;

pub use batch_state::{
    BatchRules, BatchState, IllegalActions, NO_ACTION, Status, StepError, StepReason, Story, Told, fastest_threads,
};
pub use bitboard::{Bitboard, Points};
pub use color::{ByColor, Color, Participant};
pub use control::{Control, Stopped};
pub use encode::{ENCODING_VERSION, PLANES, encode, plane_cells, planes_shape};
pub use evaluation::{Evaluation, FEATURES, Feature, LOGIT_ONE, WeightsError, chance, features};
pub use game::{AlreadyOver, Game, Repetition, Undone};
pub use geometry::{Geometry, Size};
pub use illegal::{IllegalMove, IllegalReason};
pub use level::Level;
pub use moves::{Action, Move, MoveSet};
pub use notation::{NameError, ParseError, move_text, parse_move, parse_point, parse_size, point_text, quoted};
pub use opening::Pie;
pub use outcome::{Outcome, Reason};
pub use perft::{divide, perft};
pub use point::{Direction, Point};
pub use position::Position;
pub use random::Stream;
pub use rollout::{
    ActionCounts, Backend, Batch, MAX_THREADS, MoveEvaluation, NothingToPlay, Rollout, Rollouts, Tables, best_move,
    default_max_plies, evaluate_moves, rollout, rollouts, rollouts_from,
};
pub use search::{
    BuiltinEvaluator, Clock, Engine, Evaluator, EvaluatorFailed, Limits, Line, NothingToSearch, Proof, Report, Scores,
    Search, SelfPlay, SelfPlayGame, Settings, Stop, Verdict, Watch, self_play, wall_clock,
};
pub use setup::{Setup, SetupError, SetupReason};
pub use sight::{Ray, Seen, seen_by};
pub use solver::{Solved, SolvedTable, Solver, Unsolved};
pub use structure::{Eye, Path, PotentialPath, SEARCHED_STATES, Structure};
pub use symmetry::Symmetry;
pub use text::TextError;
