//! A game: a position and how it came about. Undo, repetition (R13) and resignation live here, not in the position.

use crate::bitboard::Bitboard;
use crate::color::{Color, Participant};
use crate::illegal::{IllegalMove, IllegalReason};
use crate::moves::{Move, MoveSet};
use crate::outcome::{Outcome, Reason};
use crate::position::Position;
use crate::symmetry::Symmetry;
use std::fmt;

/// What happens when a position repeats (R13); ours alone, no source of the game has a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// The game ends as a draw when the same position stands for the third time.
    Draw,
    /// Nothing: the bare official game.
    None,
}

impl Repetition {
    /// How often a position stands in a game that ends as a draw.
    pub const OCCURRENCES: usize = 3;
    /// Both policies.
    pub const ALL: [Repetition; 2] = [Repetition::Draw, Repetition::None];

    /// The name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Repetition::Draw => "draw",
            Repetition::None => "none",
        }
    }

    /// The policy with this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Repetition> {
        Repetition::ALL.into_iter().find(|policy| policy.name() == name)
    }
}

/// A ply that was played.
#[derive(Clone, Copy, Debug)]
struct Ply {
    before: Position,
    /// How often the position before had stood.
    occurrences: usize,
    mv: Move,
}

/// A game. Two games are equal when their rules, start, moves and resignation are.
#[derive(Clone, Debug)]
pub struct Game {
    plies: Vec<Ply>,
    /// Which positions may have stood before the current one.
    stood: Stood,
    position: Position,
    repetition: Repetition,
    resigned: Option<Color>,
    /// How often the current position has stood, kept so that asking for the outcome costs nothing.
    occurrences: usize,
}

impl Game {
    /// A game that starts from a position.
    #[must_use]
    pub fn new(start: Position, repetition: Repetition) -> Game {
        Game { plies: Vec::new(), stood: Stood::default(), position: start, repetition, resigned: None, occurrences: 1 }
    }

    /// The current position.
    #[inline]
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The position that the game started from.
    #[must_use]
    pub fn start(&self) -> &Position {
        self.plies.first().map_or(&self.position, |ply| &ply.before)
    }

    /// The repetition policy.
    #[must_use]
    pub const fn repetition(&self) -> Repetition {
        self.repetition
    }

    /// The number of moves played. A resignation is no move.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.plies.len()
    }

    /// The moves played.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + use<'_> {
        self.plies.iter().map(|ply| ply.mv)
    }

    /// The positions that stood before the current one, from the start.
    pub(crate) fn earlier(&self) -> impl Iterator<Item = &Position> {
        self.plies.iter().map(|ply| &ply.before)
    }

    /// The stones removed at the end of each ply.
    pub fn removed(&self) -> impl Iterator<Item = Bitboard> + use<'_> {
        self.plies.iter().map(|ply| ply.before.clone_and_play(ply.mv).1)
    }

    /// How often the current position has stood in this game, this time included; the start counts (R13).
    #[must_use]
    pub const fn occurrences(&self) -> usize {
        self.occurrences
    }

    /// The colour that resigned, if one did.
    #[must_use]
    pub const fn resigned(&self) -> Option<Color> {
        self.resigned
    }

    /// How the game ended, if it is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(color) = self.resigned {
            return Some(Outcome { winner: Some(!color), reason: Reason::Resignation });
        }
        let drawn = self.repetition == Repetition::Draw && self.occurrences >= Repetition::OCCURRENCES;
        self.position.outcome().or_else(|| drawn.then_some(Outcome { winner: None, reason: Reason::Repetition }))
    }

    /// Whether the game has ended.
    #[inline]
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// The legal moves.
    #[inline]
    #[must_use]
    pub fn legal(&self) -> MoveSet {
        if self.is_over() { MoveSet::Over } else { self.position.legal() }
    }

    /// Why a move is not legal, if it is not.
    #[must_use]
    pub fn why_illegal(&self, mv: Move) -> Option<IllegalMove> {
        match self.outcome() {
            Some(Outcome { reason, .. }) => {
                Some(IllegalMove { mv, size: self.position.size(), reason: IllegalReason::GameOver(reason) })
            }
            None => self.position.why_illegal(mv),
        }
    }

    /// Plays a move and gives the stones it removed. An illegal move changes nothing.
    ///
    /// # Errors
    /// Why the move is illegal.
    pub fn play(&mut self, mv: Move) -> Result<Bitboard, IllegalMove> {
        if self.is_over() {
            return self.why_illegal(mv).map_or(Ok(Bitboard::EMPTY), Err);
        }
        let before = self.position;
        let removed = self.position.play(mv)?;
        self.add_ply(before, mv);
        Ok(removed)
    }

    /// Adds a ply to the history, when the position has moved on.
    #[inline]
    fn add_ply(&mut self, before: Position, mv: Move) {
        self.plies.push(Ply { before, occurrences: self.occurrences, mv });
        self.stood.insert(&before);
        self.occurrences = if self.stood.may_have(&self.position) { self.count_occurrences() } else { 1 };
    }

    /// Takes back the resignation or the last move. With neither, nothing happens.
    pub fn undo(&mut self) -> Option<Undone> {
        if self.resigned.take().is_some() {
            return Some(Undone::Resignation);
        }
        let ply = self.plies.pop()?;
        self.position = ply.before;
        self.occurrences = ply.occurrences;
        Some(Undone::Move(ply.mv))
    }

    /// How often the current position has stood, this time included.
    #[cold]
    fn count_occurrences(&self) -> usize {
        // The last time knows of those before it; a game that goes round in circles finds it near.
        let last = self.plies.iter().rev().find(|ply| ply.before == self.position);
        last.map_or(1, |ply| ply.occurrences + 1)
    }

    /// A colour resigns, by default that of the participant to act; the other colour wins (R11).
    ///
    /// # Errors
    /// The game is over already.
    pub fn resign(&mut self, color: Option<Color>) -> Result<(), AlreadyOver> {
        if let Some(outcome) = self.outcome() {
            return Err(AlreadyOver(outcome));
        }
        self.resigned = Some(color.unwrap_or_else(|| self.color_to_act()));
        Ok(())
    }

    /// The colour of the participant to act; before the answer to the pie, as if it were `keep`.
    fn color_to_act(&self) -> Color {
        let acting = |color: &Color| self.position.participant_of(*color) == self.position.participant();
        Color::ALL.into_iter().find(acting).unwrap_or(self.position.turn())
    }

    /// The participant who won, if the game is over and not drawn.
    #[must_use]
    pub fn winner(&self) -> Option<Participant> {
        Some(self.position.participant_of(self.outcome()?.winner?))
    }

    /// This game, start and moves, under a symmetry of the board.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Game {
        let board = self.position.board();
        let mut game = Game::new(self.start().transformed(symmetry), self.repetition);
        for mv in self.moves() {
            let mv = match mv {
                Move::Place(point) => Move::Place(symmetry.point(board, point)),
                other => other,
            };
            let before = game.position;
            game.position.play_unchecked(mv);
            game.add_ply(before, mv);
        }
        game.resigned = self.resigned;
        game
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        let rules = |game: &Game| (game.repetition, game.resigned, game.position);
        rules(self) == rules(other) && self.start() == other.start() && self.moves().eq(other.moves())
    }
}

impl Eq for Game {}

/// A set of positions that may have more than were put in: one bit for each remainder of the hash. Nearly every position of a game is
/// new, and this says so at once. What undo takes back stays in it.
#[derive(Clone, Copy, Debug, Default)]
struct Stood([u64; 16]);

impl Stood {
    #[inline]
    fn insert(&mut self, position: &Position) {
        self.0[(position.hash() / 64 % 16) as usize] |= 1 << (position.hash() % 64);
    }

    #[inline]
    fn may_have(&self, position: &Position) -> bool {
        self.0[(position.hash() / 64 % 16) as usize] >> (position.hash() % 64) & 1 == 1
    }
}

/// What [`Game::undo`] took back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undone {
    /// A move.
    Move(Move),
    /// A resignation.
    Resignation,
}

/// The game has ended, so what was asked cannot happen any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlreadyOver(pub Outcome);

impl fmt::Display for AlreadyOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the game is over by {} already", self.0.reason.name())
    }
}

impl std::error::Error for AlreadyOver {}
