//! What a batch counts on request, besides who won, and what is known of a game when it is counted. Nothing is counted unasked: each
//! table costs a little (`docs/rollouts.md`).

use super::End;
use crate::bitboard::Bitboard;
use crate::color::{ByColor, Color};
use crate::moves::{Action, Move};
use crate::point::Point;

/// The tables that a batch is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[allow(clippy::struct_excessive_bools, reason = "four requests that have nothing to do with each other")]
pub struct Tables {
    /// Who holds each point at the end.
    pub ownership: bool,
    /// The first moves, and how often they won.
    pub first_moves: bool,
    /// The moves that were played at any time, and how often their colour won.
    pub amaf: bool,
    /// How many games had each length.
    pub lengths: bool,
}

impl Tables {
    /// The [`Marks`] that a game has to leave behind for them.
    pub(super) const fn marks(self) -> WantedMarks {
        WantedMarks { held: self.ownership, played: self.amaf }
    }
}

/// For each action the games in which it was played, and those of them that its player won. `[A]` each.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ActionCounts {
    /// The games in which the action was played.
    pub visits: Vec<u64>,
    /// The games that were then won by its player.
    pub wins: Vec<u64>,
}

impl ActionCounts {
    pub(super) fn new(actions: usize) -> ActionCounts {
        ActionCounts { visits: vec![0; actions], wins: vec![0; actions] }
    }

    pub(super) fn add(&mut self, action: usize, won: bool) {
        self.visits[action] += 1;
        self.wins[action] += u64::from(won);
    }

    pub(super) fn merge(&mut self, other: &ActionCounts) {
        add_each(&mut self.visits, &other.visits);
        add_each(&mut self.wins, &other.wins);
    }
}

/// Adds a table to a table of the same shape.
pub(super) fn add_each(sum: &mut [u64], part: &[u64]) {
    for (sum, part) in sum.iter_mut().zip(part) {
        *sum += part;
    }
}

/// Which of the [`Marks`] are wanted; the others are empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WantedMarks {
    pub(crate) held: bool,
    /// The points played, and the pass.
    pub(crate) played: bool,
}

impl WantedMarks {
    pub(crate) const fn any(self) -> bool {
        self.held || self.played
    }
}

/// What a game leaves on the board, beyond its [`End`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Marks {
    /// The stones at the end.
    pub(crate) held: ByColor<Bitboard>,
    /// The points on which a colour placed a stone at least once.
    pub(crate) played: ByColor<Bitboard>,
    /// Whether the last ply was a forced pass; the colour that passed has lost (R10).
    pub(crate) passed: bool,
}

/// How a game began: what the machine that plays it does not keep, because it knows no pie (R12) and no first moves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Opening {
    /// Which of the positions it began from.
    pub(super) root: usize,
    /// The plies of the pie.
    pub(super) plies: u32,
    /// The stones placed in them.
    pub(super) placed: ByColor<Option<Point>>,
    /// The answer among them.
    pub(super) answer: Option<Move>,
    /// The first move, if first moves are counted.
    pub(super) first: Option<Action>,
    /// The colour of the participant who played it; none if the answer was never given, and then nobody wins.
    pub(super) first_player: Option<Color>,
}

/// A finished game.
pub(super) struct Finished<'a> {
    pub(super) opening: &'a Opening,
    /// The end, with the plies of the pie.
    pub(super) end: End,
    /// None unless the tables need them; without the stones of the pie.
    pub(super) marks: Option<&'a Marks>,
}

impl Finished<'_> {
    /// Counts everything that a colour played: points, the forced pass, and the answer to the pie under the colour that the
    /// answering participant then has (`keep`: Dark, `swap`: Light).
    pub(super) fn count_played(&self, amaf: &mut ByColor<ActionCounts>, points: usize) {
        let Some(marks) = self.marks else { return };
        for color in Color::ALL {
            let won = self.end.winner == Some(color);
            let counts = &mut amaf[color];
            let pie: Bitboard = self.opening.placed[color].into_iter().collect();
            for point in marks.played[color] | pie {
                counts.add(point.index(), won);
            }
            if marks.passed && self.end.winner == Some(!color) {
                counts.add(points, false);
            }
        }
        let light_won = self.end.winner == Some(Color::Light);
        match self.opening.answer {
            Some(Move::Keep) => amaf[Color::Dark].add(points + 1, self.end.winner == Some(Color::Dark)),
            Some(Move::Swap) => amaf[Color::Light].add(points + 2, light_won),
            _ => (),
        }
    }
}
