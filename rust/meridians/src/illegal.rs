//! Why a move is illegal: the input, the reason in plain words, and the number of the rule.

use crate::color::Color;
use crate::geometry::Size;
use crate::moves::Move;
use crate::notation::{move_text, point_text};
use crate::outcome::Reason;
use crate::point::Point;
use std::fmt;

/// A move that the rules do not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// The board it was meant for.
    pub size: Size,
    /// Why it is not legal.
    pub reason: IllegalReason,
}

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IllegalReason {
    /// The game has ended.
    GameOver(Reason),
    /// The board has no such point.
    OffBoard,
    /// The point has a stone.
    Occupied {
        /// The colour of the stone.
        stone: Color,
        /// The turns that the colour to move has taken, counted up to 2: they say which rule asks for an empty point.
        turns: u8,
    },
    /// A second stone next to the first (R5).
    SecondStoneAdjacent {
        /// The colour to move.
        color: Color,
        /// Its first stone.
        first: Point,
    },
    /// A second stone that does not see the first (R5).
    SecondStoneNotInSight {
        /// The colour to move.
        color: Color,
        /// Its first stone.
        first: Point,
    },
    /// No own stone is the first one met in any direction (R6).
    NotInSight {
        /// The colour to move.
        color: Color,
    },
    /// A pass while stones can be placed (R10).
    PassNotForced {
        /// On how many points.
        placements: usize,
    },
    /// `keep` or `swap` in a game without the pie.
    NoPie,
    /// `keep` or `swap` when it is not the time to answer.
    NothingToAnswer,
    /// Anything else while the pie waits for its answer.
    AnswerDue,
}

impl IllegalReason {
    /// The number of the rule in `docs/rules.md`.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            IllegalReason::GameOver(Reason::Repetition) => "R13",
            IllegalReason::GameOver(_) => "R11",
            IllegalReason::OffBoard => "R2",
            IllegalReason::Occupied { turns: 0, .. } => "R4",
            IllegalReason::Occupied { turns: 1, .. }
            | IllegalReason::SecondStoneAdjacent { .. }
            | IllegalReason::SecondStoneNotInSight { .. } => "R5",
            IllegalReason::Occupied { .. } | IllegalReason::NotInSight { .. } => "R6",
            IllegalReason::PassNotForced { .. } => "R10",
            IllegalReason::NoPie | IllegalReason::NothingToAnswer | IllegalReason::AnswerDue => "R12",
        }
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot play {}: ", move_text(self.size, self.mv))?;
        match self.reason {
            IllegalReason::GameOver(reason) => write!(f, "the game is over by {}", reason.name())?,
            IllegalReason::OffBoard => write!(f, "the {} board has no such point", self.size)?,
            IllegalReason::Occupied { stone, .. } => write!(f, "the point is occupied by a {} stone", stone.title())?,
            IllegalReason::SecondStoneAdjacent { color, first } => write!(
                f,
                "{}'s second stone may not be adjacent to its first stone {}; at least one empty point must lie between",
                color.title(),
                point_text(self.size, first)
            )?,
            IllegalReason::SecondStoneNotInSight { color, first } => write!(
                f,
                "not in sight of {}'s first stone {}; the second stone must see it along a line",
                color.title(),
                point_text(self.size, first)
            )?,
            IllegalReason::NotInSight { color } => {
                write!(f, "not in sight of a {} stone; in no direction is one the first stone met", color.title())?;
            }
            IllegalReason::PassNotForced { placements: 1 } => {
                f.write_str("a pass is legal only when no stone can be placed, and one point is legal")?;
            }
            IllegalReason::PassNotForced { placements } => {
                write!(f, "a pass is legal only when no stone can be placed, and {placements} points are legal")?;
            }
            IllegalReason::NoPie => f.write_str("this game is played without the pie")?,
            IllegalReason::NothingToAnswer => {
                f.write_str("keep and swap answer the pie, right after both first stones are placed")?;
            }
            IllegalReason::AnswerDue => f.write_str("the pie must be answered first, by keep or swap")?,
        }
        write!(f, " ({})", self.reason.rule())
    }
}

impl std::error::Error for IllegalMove {}
