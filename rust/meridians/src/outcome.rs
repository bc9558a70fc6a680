//! How a game ended.

use crate::color::Color;

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// A colour that has taken its second turn has no stone (R11).
    Elimination,
    /// A player resigned (R11).
    Resignation,
    /// The same position stood for the third time (R13); always a draw.
    Repetition,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Reason; 3] = [Reason::Elimination, Reason::Resignation, Reason::Repetition];

    /// The name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Elimination => "elimination",
            Reason::Resignation => "resignation",
            Reason::Repetition => "repetition",
        }
    }

    /// The reason with this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| reason.name() == name)
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The colour that won; none for a draw.
    pub winner: Option<Color>,
    /// Why the game ended.
    pub reason: Reason,
}
