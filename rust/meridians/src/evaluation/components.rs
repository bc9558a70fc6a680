//! Components: stones of one colour joined by adjacency and sight, at any remove ("path groups" of the game's designer).

use crate::lanes::{Lanes, NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST, WEST};
use crate::sight::fill;

/// The number of components and the stones of the largest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Components {
    pub(super) count: i32,
    pub(super) largest: i32,
}

/// The components of `own`; `free` are all cells without a stone of the other colour.
#[inline(always)]
pub(super) fn components<L: Lanes>(own: L, free: L) -> Components {
    let (mut rest, mut found) = (own, Components::default());
    while !rest.is_empty() {
        let mut component = L::cell(rest.first());
        loop {
            let next = component | spread(component, free) & own;
            if (next ^ component).is_empty() {
                break;
            }
            component = next;
        }
        rest = rest.without(component);
        found.count += 1;
        found.largest = found.largest.max(component.store().count() as i32);
    }
    found
}

/// All cells on the lines of `free` cells that have a cell of the set: own stones on such a line, with empty cells and own stones between
/// them, are of one component.
#[inline(always)]
fn spread<L: Lanes>(set: L, free: L) -> L {
    // The carry of an addition leaves a run at its eastern end if the run has a cell of the set.
    let ends = free.add(set).without(free).step::<WEST, 1>();
    let row = fill::<L, WEST>(ends, free);
    let north = fill::<L, NORTH_EAST>(set, free) | fill::<L, NORTH_WEST>(set, free);
    let south = fill::<L, SOUTH_WEST>(set, free) | fill::<L, SOUTH_EAST>(set, free);
    row | north | south
}
