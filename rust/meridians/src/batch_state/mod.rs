//! Many games that are stepped together, an action each: what learners and searches over numpy arrays need.
//!
//! A step is all or nothing: it is played on every game before anything else changes, and taken back if an action was wrong.

mod observe;
mod step;

use crate::color::Participant;
use crate::game::{Game, Repetition};
use crate::illegal::IllegalMove;
use crate::moves::{Action, Move};
use crate::position::Position;
use std::fmt;

pub use step::fastest_threads;

/// How the games of a batch are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchRules {
    /// What happens when a position repeats (R13).
    pub repetition: Repetition,
    /// The plies after which a game is cut off, at least one.
    pub max_plies: u32,
    /// Whether a game that has ended is begun anew in the same step.
    pub auto_reset: bool,
    /// What an illegal action does.
    pub illegal: IllegalActions,
}

/// What an illegal action does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalActions {
    /// The step is refused as a whole, and nothing changes.
    Refused,
    /// Its game ends, and whoever was to act has lost.
    Lost,
}

impl IllegalActions {
    /// Both.
    pub const ALL: [IllegalActions; 2] = [IllegalActions::Refused, IllegalActions::Lost];

    /// The name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            IllegalActions::Refused => "refuse",
            IllegalActions::Lost => "lose",
        }
    }

    /// What has this name, if anything has.
    #[must_use]
    pub fn from_name(name: &str) -> Option<IllegalActions> {
        IllegalActions::ALL.into_iter().find(|illegal| illegal.name() == name)
    }
}

/// How a game of a batch stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It goes on.
    Running,
    /// It has ended (R11, R13), or was lost by an illegal action: who won, if anybody did.
    Terminated(Option<Participant>),
    /// It was cut off at its greatest number of plies.
    Truncated,
}

/// The action that leaves a finished game as it is.
pub const NO_ACTION: i64 = -1;

/// Why a step was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepError {
    /// The first game with a wrong action.
    pub index: usize,
    /// The action.
    pub action: i64,
    /// What is wrong with it.
    pub reason: StepReason,
}

/// What can be wrong with an action of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepReason {
    /// There is no such action on this board and in this opening (R2), which have so many.
    NoAction(usize),
    /// The move is not legal.
    Illegal(IllegalMove),
    /// The game has ended and was not begun anew.
    Finished(Status),
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "actions[{}]: ", self.index)?;
        match &self.reason {
            StepReason::NoAction(count) => {
                write!(f, "there is no action {}: they go from 0 to {} (R2)", self.action, count - 1)
            }
            StepReason::Illegal(illegal) => illegal.fmt(f),
            StepReason::Finished(Status::Truncated) => {
                f.write_str("the game has been cut off at its greatest number of plies; reset it, or give -1")
            }
            StepReason::Finished(Status::Terminated(None)) => {
                f.write_str("the game is drawn by repetition (R13); reset it, or give -1")
            }
            StepReason::Finished(_) => f.write_str("the game is over (R11); reset it, or give -1"),
        }
    }
}

impl std::error::Error for StepError {}

/// How a game of a batch came about.
#[derive(Clone, Copy, Debug)]
pub struct Story<'a> {
    /// The position that it began from.
    pub start: &'a Position,
    /// The actions played.
    pub actions: &'a [Action],
    /// The participant who then lost by an illegal action, if one did.
    pub forfeited: Option<Participant>,
}

/// How a position came about, and which positions stood before it.
#[derive(Clone, Debug)]
struct History {
    start: Position,
    actions: Vec<Action>,
    /// The hashes of the positions that stood, if repetition counts. They are 64 bits of good quality: that two positions of a game
    /// have the same is not worth a thought.
    hashes: Vec<u64>,
    /// Who lost by an illegal action.
    forfeited: Option<Participant>,
}

/// What the last step said of each game, in the order of the games.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// The participant to act, 0 or 1; in a finished game who would be.
    pub to_move: Vec<i8>,
    /// Whether the game has ended; with automatic resets, whether one ended with the last step.
    pub terminated: Vec<bool>,
    /// Whether it was cut off, likewise.
    pub truncated: Vec<bool>,
    /// For each game two numbers, what participants 0 and 1 gained with the last step: 1, -1, or 0.
    pub reward: Vec<f32>,
    /// The plies played.
    pub ply: Vec<i32>,
}

/// Games that are stepped together.
#[derive(Clone, Debug)]
pub struct BatchState {
    start: Position,
    rules: BatchRules,
    positions: Vec<Position>,
    statuses: Vec<Status>,
    histories: Vec<History>,
    /// The positions before the step under way.
    before: Vec<Position>,
    /// With automatic resets, the last game that ended in each place.
    finals: Vec<Position>,
    final_histories: Vec<History>,
    told: Told,
}

impl BatchState {
    /// So many games from the same start.
    #[must_use]
    pub fn new(count: usize, start: Position, rules: BatchRules) -> BatchState {
        let history = History::new(start, &rules);
        let kept = if rules.auto_reset { count } else { 0 };
        let mut batch = BatchState {
            start,
            rules,
            positions: vec![start; count],
            statuses: vec![Status::of(&start, 0, &rules, false); count],
            histories: (0..count).map(|_| history.fresh(&rules)).collect(),
            before: vec![start; count],
            finals: vec![start; kept],
            final_histories: (0..kept).map(|_| history.fresh(&rules)).collect(),
            told: Told {
                to_move: vec![0; count],
                terminated: vec![false; count],
                truncated: vec![false; count],
                reward: vec![0.0; 2 * count],
                ply: vec![0; count],
            },
        };
        (0..count).for_each(|index| batch.tell(index));
        batch
    }

    /// The number of games.
    #[must_use]
    pub fn count(&self) -> usize {
        self.positions.len()
    }

    /// How they are played.
    #[must_use]
    pub const fn rules(&self) -> &BatchRules {
        &self.rules
    }

    /// The position that games begin from.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The number of actions, A.
    #[must_use]
    pub fn action_count(&self) -> usize {
        Move::action_count(self.start.size(), self.start.with_pie())
    }

    /// The current positions.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// How the games stand.
    #[must_use]
    pub fn statuses(&self) -> &[Status] {
        &self.statuses
    }

    /// What the last step said.
    #[must_use]
    pub const fn told(&self) -> &Told {
        &self.told
    }

    /// Says how a game stands, which was not stepped.
    fn tell(&mut self, index: usize) {
        let status = self.statuses[index];
        self.told.to_move[index] = step::participant(&self.positions[index]);
        self.told.terminated[index] = matches!(status, Status::Terminated(_));
        self.told.truncated[index] = status == Status::Truncated;
        self.told.reward[2 * index..2 * index + 2].fill(0.0);
        self.told.ply[index] = self.histories[index].plies();
    }

    /// Takes what a step said once, for a batch that is made again.
    ///
    /// # Panics
    /// There are other numbers than games.
    pub fn tell_again(&mut self, terminated: &[bool], truncated: &[bool], reward: &[f32]) {
        self.told.terminated.copy_from_slice(terminated);
        self.told.truncated.copy_from_slice(truncated);
        self.told.reward.copy_from_slice(reward);
    }

    /// The plies of a game.
    #[must_use]
    pub fn ply(&self, index: usize) -> usize {
        self.histories[index].actions.len()
    }

    /// A game with its history.
    #[must_use]
    pub fn game(&self, index: usize) -> Game {
        self.histories[index].game(self.rules.repetition)
    }

    /// The last game that ended in this place and was followed by another; without automatic resets none.
    #[must_use]
    pub fn final_game(&self, index: usize) -> Option<Game> {
        let history = self.final_histories.get(index)?;
        (!history.actions.is_empty() || history.forfeited.is_some()).then(|| history.game(self.rules.repetition))
    }

    /// The positions of [`BatchState::final_game`]; without automatic resets none.
    #[must_use]
    pub fn finals(&self) -> &[Position] {
        &self.finals
    }

    /// What a game can be made from again, with [`BatchState::restore`].
    #[must_use]
    pub fn story(&self, index: usize) -> Story<'_> {
        self.histories[index].story()
    }

    /// The same of [`BatchState::final_game`]; without automatic resets none.
    #[must_use]
    pub fn final_story(&self, index: usize) -> Option<Story<'_>> {
        self.final_histories.get(index).map(History::story)
    }

    /// Puts a game with its history in a place. Says whether the story is one of the batch's board and opening, of legal moves; if not,
    /// nothing changes.
    pub fn restore(&mut self, index: usize, story: &Story<'_>) -> bool {
        let Some((history, position, status)) = self.heard(story) else { return false };
        self.histories[index] = history;
        self.positions[index] = position;
        self.statuses[index] = status;
        self.tell(index);
        true
    }

    /// The same for [`BatchState::final_game`].
    pub fn restore_final(&mut self, index: usize, story: &Story<'_>) -> bool {
        let (Some((history, position, _)), true) = (self.heard(story), index < self.finals.len()) else { return false };
        self.final_histories[index] = history;
        self.finals[index] = position;
        true
    }

    fn heard(&self, story: &Story<'_>) -> Option<(History, Position, Status)> {
        let (size, with_pie) = (self.start.size(), self.start.with_pie());
        if (story.start.size(), story.start.with_pie()) != (size, with_pie) {
            return None;
        }
        let mut history = History::new(*story.start, &self.rules);
        let mut position = *story.start;
        let mut status = Status::of(&position, 0, &self.rules, false);
        for &action in story.actions {
            let mv = Move::from_action(size, with_pie, usize::from(action))?;
            if status != Status::Running || position.play(mv).is_err() {
                return None;
            }
            let drawn = history.add(action, &position, &self.rules);
            status = Status::of(&position, history.actions.len(), &self.rules, drawn);
        }
        if let Some(loser) = story.forfeited {
            if status != Status::Running || loser > 1 {
                return None;
            }
            history.forfeited = Some(loser);
            status = Status::Terminated(Some(1 - loser));
        }
        Some((history, position, status))
    }

    /// Begins a game anew, from the start of the batch.
    pub fn reset(&mut self, index: usize) {
        self.set(index, self.start);
    }

    /// Begins a game anew from a position of the same board and opening.
    pub fn set(&mut self, index: usize, position: Position) {
        self.positions[index] = position;
        self.statuses[index] = Status::of(&position, 0, &self.rules, false);
        self.histories[index].begin(position, &self.rules);
        self.tell(index);
    }
}

impl Status {
    /// How a game stands after so many plies.
    #[inline]
    fn of(position: &Position, ply: usize, rules: &BatchRules, drawn: bool) -> Status {
        if position.is_over() {
            let winner = position.outcome().and_then(|outcome| outcome.winner);
            Status::Terminated(winner.map(|color| position.participant_of(color)))
        } else if drawn {
            Status::Terminated(None)
        } else if ply >= rules.max_plies as usize {
            Status::Truncated
        } else {
            Status::Running
        }
    }
}

impl History {
    fn new(start: Position, rules: &BatchRules) -> History {
        History { start, actions: Vec::new(), hashes: Vec::new(), forfeited: None }.fresh(rules)
    }

    /// One that begins where this one did, with room for a whole game, so that steps need no memory.
    fn fresh(&self, rules: &BatchRules) -> History {
        let room = rules.max_plies.min(4096) as usize;
        let hashes = if rules.repetition == Repetition::Draw { room + 1 } else { 0 };
        let mut history = History {
            start: self.start,
            actions: Vec::with_capacity(room),
            hashes: Vec::with_capacity(hashes),
            forfeited: None,
        };
        history.begin(self.start, rules);
        history
    }

    /// The plies, as they are told.
    #[inline]
    fn plies(&self) -> i32 {
        i32::try_from(self.actions.len()).unwrap_or(i32::MAX)
    }

    fn story(&self) -> Story<'_> {
        Story { start: &self.start, actions: &self.actions, forfeited: self.forfeited }
    }

    fn begin(&mut self, start: Position, rules: &BatchRules) {
        self.start = start;
        self.actions.clear();
        self.hashes.clear();
        self.forfeited = None;
        if rules.repetition == Repetition::Draw {
            self.hashes.push(start.hash());
        }
    }

    /// Adds a ply, and says whether the game is drawn by it.
    #[inline]
    fn add(&mut self, action: Action, position: &Position, rules: &BatchRules) -> bool {
        self.actions.push(action);
        if rules.repetition == Repetition::None {
            return false;
        }
        let hash = position.hash();
        let stood = self.hashes.iter().filter(|&&earlier| earlier == hash).count();
        self.hashes.push(hash);
        stood + 1 >= Repetition::OCCURRENCES
    }

    fn game(&self, repetition: Repetition) -> Game {
        let mut game = Game::new(self.start, repetition);
        for &action in &self.actions {
            let size = self.start.size();
            let played = Move::from_action(size, self.start.with_pie(), usize::from(action)).map(|mv| game.play(mv));
            debug_assert!(matches!(played, Some(Ok(_))), "action {action} is of this game");
        }
        if let Some(loser) = self.forfeited {
            let color = if game.position().participant_of(crate::Color::Light) == loser {
                crate::Color::Light
            } else {
                crate::Color::Dark
            };
            let resigned = game.resign(Some(color));
            debug_assert!(resigned.is_ok(), "a game that goes on");
        }
        game
    }
}
