//! Setting a position up: anything goes into a [`Setup`], only what can stand between two turns becomes a [`Position`].
//! Every reason against it is reported at once (`docs/notation.md` lists them).

use crate::bitboard::Bitboard;
use crate::color::{ByColor, Color};
use crate::geometry::Size;
use crate::notation::{parse_point, point_text, quoted};
use crate::opening::Pie;
use crate::position::{Position, TURNS_COUNTED};
use std::fmt;

/// A position as it is asked for, with points by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The board's size.
    pub size: Size,
    /// The points with stones of each colour, by name.
    pub stones: ByColor<Vec<String>>,
    /// The colour that places the next stone.
    pub turn: Color,
    /// The turns taken by each colour, counted up to 2.
    pub turns: ByColor<u8>,
    /// The state of the pie.
    pub pie: Pie,
}

/// Everything that is wrong with a set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError {
    /// The reasons, at least one.
    pub reasons: Vec<SetupReason>,
}

/// One thing that is wrong with a set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupReason {
    /// A stone on something that is no point of the board.
    OffBoard {
        /// What was given for a point.
        name: String,
        /// The board's size.
        size: Size,
    },
    /// Two stones on one point.
    Doubled {
        /// The point.
        name: String,
    },
    /// A turn count above 2.
    TurnsTooHigh {
        /// The count.
        turns: u8,
    },
    /// Turn counts that do not fit the side to move (R3).
    TurnsDoNotFit {
        /// The side to move.
        turn: Color,
        /// The turn counts.
        turns: ByColor<u8>,
    },
    /// A colour that has taken no turn has stones, or one that has taken one turn has not exactly one.
    StonesDoNotFitTurns {
        /// The colour.
        color: Color,
        /// Its stones.
        stones: usize,
        /// The turns it has taken.
        turns: u8,
    },
    /// Both colours have taken two turns and have no stone: only one can vanish (R11).
    BothEmpty,
    /// The colour to move has no stone after two turns: it would have lost at the end of its own turn, before the other's (R11).
    EliminatedToMove {
        /// The colour.
        color: Color,
    },
    /// The colour that has just moved has a dead group, which R8 would have removed.
    DeadGroup {
        /// The colour.
        color: Color,
        /// The first point of the group.
        point: String,
    },
    /// The pie state does not fit the turns taken (R12).
    PieDoesNotFit {
        /// The pie state.
        pie: Pie,
        /// The turn counts.
        turns: ByColor<u8>,
    },
}

impl fmt::Display for SetupReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupReason::OffBoard { name, size } => write!(f, "{} is no point of the {size} board (R2)", quoted(name)),
            SetupReason::Doubled { name } => write!(f, "{name} has more than one stone"),
            SetupReason::TurnsTooHigh { turns } => {
                write!(f, "turns taken are counted up to {TURNS_COUNTED}, and {turns} is more")
            }
            SetupReason::TurnsDoNotFit { turn, turns } => write!(
                f,
                "with {} to move the turns taken cannot be {},{}, for Light moves first and the turns alternate (R3)",
                turn.title(),
                turns[Color::Light],
                turns[Color::Dark]
            ),
            SetupReason::StonesDoNotFitTurns { color, stones, turns } => write!(
                f,
                "{} cannot have {stones} stone{} after {turns} turn{} (R4, R5)",
                color.title(),
                if *stones == 1 { "" } else { "s" },
                if *turns == 1 { "" } else { "s" }
            ),
            SetupReason::BothEmpty => {
                f.write_str("both colours have no stone after two turns, and only one can lose (R11)")
            }
            SetupReason::EliminatedToMove { color } => write!(
                f,
                "{} is to move and has no stone after two turns, but who loses has just moved (R11)",
                color.title()
            ),
            SetupReason::DeadGroup { color, point } => write!(
                f,
                "the {} group at {point} has no path and {} has just moved, so it would have been removed (R8)",
                color.title(),
                color.title()
            ),
            SetupReason::PieDoesNotFit { pie, turns } => write!(
                f,
                "the pie cannot be {:?} after {},{} turns (R12)",
                pie.name(),
                turns[Color::Light],
                turns[Color::Dark]
            ),
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the position cannot occur: ")?;
        for (i, reason) in self.reasons.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            reason.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for SetupError {}

impl Setup {
    /// The position, if it can stand between two turns of a game.
    ///
    /// # Errors
    /// Every reason why it cannot.
    pub fn position(&self) -> Result<Position, SetupError> {
        let mut reasons = Vec::new();
        let mut stones = ByColor::<Bitboard>::default();
        let mut occupied = Bitboard::EMPTY;
        for color in Color::ALL {
            for name in &self.stones[color] {
                match parse_point(self.size, name) {
                    Err(_) => reasons.push(SetupReason::OffBoard { name: name.clone(), size: self.size }),
                    Ok(point) if occupied.contains(point) => {
                        reasons.push(SetupReason::Doubled { name: name.clone() });
                    }
                    Ok(point) => {
                        occupied.insert(point);
                        stones[color].insert(point);
                    }
                }
            }
        }
        check(self.size, stones, self.turn, self.turns, self.pie, reasons)
    }
}

/// The position with these parts, if it can stand between two turns; `reasons` are those found already.
pub(crate) fn check(
    size: Size,
    stones: ByColor<Bitboard>,
    turn: Color,
    turns: ByColor<u8>,
    pie: Pie,
    mut reasons: Vec<SetupReason>,
) -> Result<Position, SetupError> {
    let too_high = turns.0.into_iter().filter(|&t| t > TURNS_COUNTED);
    reasons.extend(too_high.map(|turns| SetupReason::TurnsTooHigh { turns }));
    let [light, dark] = turns.0;
    let fits = match turn {
        Color::Light => light == dark,
        Color::Dark => light.checked_sub(1) == Some(dark) || light == dark && light >= TURNS_COUNTED,
    };
    if !fits {
        reasons.push(SetupReason::TurnsDoNotFit { turn, turns });
    }
    for color in Color::ALL {
        let (count, taken) = (stones[color].count(), turns[color]);
        // Light's second turn is known to be its last one while Dark has taken only one.
        let exactly_two = color == Color::Light && turns == ByColor([2, 1]);
        if taken == 0 && count > 0 || taken == 1 && count != 1 || exactly_two && count > 2 {
            reasons.push(SetupReason::StonesDoNotFitTurns { color, stones: count, turns: taken });
        }
    }
    let second_turns_taken = light >= TURNS_COUNTED && dark >= TURNS_COUNTED;
    if second_turns_taken && stones.0.iter().all(|set| set.is_empty()) {
        reasons.push(SetupReason::BothEmpty);
    } else if second_turns_taken && stones[turn].is_empty() {
        reasons.push(SetupReason::EliminatedToMove { color: turn });
    }
    let pie_fits = match pie {
        Pie::Plain => true,
        Pie::Open => light < TURNS_COUNTED && dark < TURNS_COUNTED,
        Pie::Kept | Pie::Swapped => light > 0 && dark > 0,
    };
    if !pie_fits {
        reasons.push(SetupReason::PieDoesNotFit { pie, turns });
    }
    let counted = ByColor(turns.0.map(|t| t.min(TURNS_COUNTED)));
    let position = Position::assemble(size, stones, turn, counted, pie);
    let moved = !turn;
    if turns[moved] >= TURNS_COUNTED {
        let dead = position.dead_stones(moved);
        let dead_groups = position.groups(moved).filter(|group| group.meets(dead)).filter_map(Bitboard::first);
        reasons
            .extend(dead_groups.map(|point| SetupReason::DeadGroup { color: moved, point: point_text(size, point) }));
    }
    if reasons.is_empty() { Ok(position) } else { Err(SetupError { reasons }) }
}
