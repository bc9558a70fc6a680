//! How a recorded game ended. Unlike [`Outcome`], which the rules give, a result can say what moves do not show.

use crate::color::Color;
use crate::outcome::{Outcome, Reason};
use std::fmt;

/// Why a recorded game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResultReason {
    /// A colour has no stone (R11).
    Elimination,
    /// A player resigned (R11).
    Resignation,
    /// A player ran out of time.
    Time,
    /// A player broke the conditions of play, or did not come.
    Forfeit,
    /// The same position stood for the third time (R13).
    Repetition,
    /// The players agreed on a draw.
    Agreement,
    /// The record does not say.
    Unknown,
    /// The game does not count.
    Void,
}

impl ResultReason {
    /// All reasons.
    pub const ALL: [ResultReason; 8] = [
        ResultReason::Elimination,
        ResultReason::Resignation,
        ResultReason::Time,
        ResultReason::Forfeit,
        ResultReason::Repetition,
        ResultReason::Agreement,
        ResultReason::Unknown,
        ResultReason::Void,
    ];

    /// The name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ResultReason::Elimination => "elimination",
            ResultReason::Resignation => "resignation",
            ResultReason::Time => "time",
            ResultReason::Forfeit => "forfeit",
            ResultReason::Repetition => "repetition",
            ResultReason::Agreement => "agreement",
            ResultReason::Unknown => "unknown",
            ResultReason::Void => "void",
        }
    }

    /// The reason with this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<ResultReason> {
        ResultReason::ALL.into_iter().find(|reason| reason.name() == name)
    }
}

/// How a recorded game ended: who won, and why. A winner goes with the reasons that can have one, which the constructor checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameResult {
    winner: Option<Color>,
    reason: ResultReason,
}

impl GameResult {
    /// Nothing is known, or the game goes on.
    pub const UNKNOWN: GameResult = GameResult { winner: None, reason: ResultReason::Unknown };

    /// A result, if the reason can have this winner: elimination, resignation, time and forfeit have one, draws and void games none.
    #[must_use]
    pub fn new(winner: Option<Color>, reason: ResultReason) -> Option<GameResult> {
        let fits = match reason {
            ResultReason::Elimination | ResultReason::Resignation | ResultReason::Time | ResultReason::Forfeit => {
                winner.is_some()
            }
            ResultReason::Repetition | ResultReason::Agreement | ResultReason::Void => winner.is_none(),
            ResultReason::Unknown => true,
        };
        fits.then_some(GameResult { winner, reason })
    }

    /// The colour that won; none for a draw, and where nobody won or nothing is known.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        self.winner
    }

    /// Why the game ended.
    #[must_use]
    pub const fn reason(self) -> ResultReason {
        self.reason
    }

    /// The result of a game whose moves led to `played`, when `self` was stated. None if the two cannot both be right.
    #[must_use]
    pub(crate) fn reconciled(self, played: Option<Outcome>) -> Option<GameResult> {
        let Some(played) = played else {
            // Only moves show these two.
            let shown = matches!(self.reason, ResultReason::Elimination | ResultReason::Repetition);
            return (!shown).then_some(self);
        };
        let played = GameResult::from(played);
        match self.reason {
            ResultReason::Void => Some(self),
            ResultReason::Unknown => (self.winner.is_none() || self.winner == played.winner).then_some(played),
            // Formats have one word for both draws.
            ResultReason::Agreement => (played.reason == ResultReason::Repetition).then_some(played),
            _ => (self == played).then_some(self),
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        let reason = match outcome.reason {
            Reason::Elimination => ResultReason::Elimination,
            Reason::Resignation => ResultReason::Resignation,
            Reason::Repetition => ResultReason::Repetition,
        };
        GameResult { winner: outcome.winner, reason }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.winner, self.reason) {
            (Some(color), ResultReason::Unknown) => write!(f, "{} wins", color.title()),
            (Some(color), reason) => write!(f, "{} wins by {}", color.title(), reason.name()),
            (None, ResultReason::Unknown) => f.write_str("unknown"),
            (None, ResultReason::Void) => f.write_str("void"),
            (None, reason) => write!(f, "a draw by {}", reason.name()),
        }
    }
}
