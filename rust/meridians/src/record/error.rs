//! What is wrong with a record, and where.

use super::result::GameResult;
use crate::illegal::IllegalMove;
use crate::notation::{ParseError, quoted};
use crate::outcome::Outcome;
use crate::setup::SetupError;
use std::fmt;

/// What a reader does about a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// It is an error.
    Strict,
    /// The line of moves is cut there, and the record says so ([`super::Record::fault`]).
    Lenient,
}

/// A place in a text that may have many games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Which game, from 1.
    pub game: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl Default for Place {
    fn default() -> Place {
        Place { game: 1, line: 1, column: 1 }
    }
}

impl Place {
    /// A fault here.
    pub(crate) fn fault(self, reason: FaultReason) -> RecordError {
        RecordError { game: self.game, line: self.line, column: self.column, reason }
    }
}

/// A fault in a record: where and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// Which game of the text, from 1.
    pub game: usize,
    /// The line in the text, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub reason: FaultReason,
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultReason {
    /// Something else was expected.
    Form {
        /// What was expected.
        expected: String,
        /// What was found, in quotes.
        found: String,
    },
    /// A move that the rules do not allow.
    Illegal {
        /// The number of the move in its line, from 1.
        ply: usize,
        /// The move, and the rule.
        illegal: IllegalMove,
    },
    /// A set-up that cannot occur.
    Setup(SetupError),
    /// The result that is stated is not the one that was played.
    Result {
        /// What the record says.
        stated: GameResult,
        /// How the moves end the game.
        played: Outcome,
    },
}

impl FaultReason {
    pub(crate) fn form(expected: impl Into<String>, found: &str) -> FaultReason {
        let found = if found.is_empty() { "the end".to_owned() } else { quoted(found) };
        FaultReason::Form { expected: expected.into(), found }
    }
}

impl From<SetupError> for FaultReason {
    fn from(error: SetupError) -> FaultReason {
        FaultReason::Setup(error)
    }
}

impl RecordError {
    /// The error of one who reads texts, with line, column and expectation, if it is one.
    #[must_use]
    pub fn as_parse_error(&self) -> Option<ParseError> {
        match &self.reason {
            FaultReason::Form { expected, found } => Some(ParseError {
                line: self.line,
                column: self.column,
                expected: expected.clone(),
                found: found.clone(),
            }),
            _ => None,
        }
    }
}

impl fmt::Display for FaultReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultReason::Form { expected, found } => write!(f, "expected {expected}, found {found}"),
            FaultReason::Illegal { ply, illegal } => write!(f, "ply {ply}: {illegal}"),
            FaultReason::Setup(error) => error.fmt(f),
            FaultReason::Result { stated, played } => {
                write!(
                    f,
                    "the stated result is {stated}, and the moves end the game with {} (",
                    GameResult::from(*played)
                )?;
                f.write_str(if played.winner.is_some() { "R11)" } else { "R13)" })
            }
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}, column {}: {}", self.game, self.line, self.column, self.reason)
    }
}

impl std::error::Error for RecordError {}
