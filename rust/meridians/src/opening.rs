//! The opening: first stones (R4), second stones (R5) and the pie (R12).

use crate::groups::neighbors;
use crate::lanes::Lanes;
use crate::sight::Fills;

/// The state of the pie opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pie {
    /// The game is played without the pie.
    Plain = 0,
    /// With the pie, which has not been answered yet.
    Open = 1,
    /// Answered by `keep`: participant 0 has Light.
    Kept = 2,
    /// Answered by `swap`: participant 1 has Light.
    Swapped = 3,
}

impl Pie {
    /// All states.
    pub const ALL: [Pie; 4] = [Pie::Plain, Pie::Open, Pie::Kept, Pie::Swapped];

    /// The name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Pie::Plain => "plain",
            Pie::Open => "pie",
            Pie::Kept => "kept",
            Pie::Swapped => "swapped",
        }
    }

    /// The state with this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Pie> {
        Pie::ALL.into_iter().find(|pie| pie.name() == name)
    }
}

/// Where a colour that has taken fewer than two turns may place its next stone: any empty point (R4), then those that see
/// its first stone and are not adjacent to it (R5). `stones` are the colour's own.
#[inline(always)]
pub(crate) fn opening_placements<L: Lanes>(stones: L, empty: L) -> L {
    if stones.is_empty() {
        return empty;
    }
    Fills::of(stones, empty).seen(empty).without(neighbors(stones))
}
