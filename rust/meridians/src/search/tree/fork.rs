//! Iterations that go the first part of their way together.
//!
//! Near the root a tree hardly changes from one iteration to the next. So an iteration may be followed by others from the last place on
//! its path that has many visits, the fork, and what they all add above it is entered once. That saves the way there; and threads, whose
//! ways begin alike, then seldom write to the same memory, which would make each wait for the other.

/// A fork has so many visits at least, unless it is the root.
pub(super) const FORK_AT: u64 = 512;

/// The same for plain tree search, whose nodes have far more children.
pub(super) const FORK_AT_WITH_GAMES: u64 = 1024;

/// The most iterations from a fork,
pub(super) const MOST: u64 = 16;

/// the same for plain tree search, by one thread and by several,
pub(super) const MOST_WITH_GAMES: [u64; 2] = [16, 64];

/// and the visits that a fork has for each of them.
const VISITS_FOR_EACH: u64 = 32;

/// The iterations from a fork with so many visits.
#[inline(always)]
pub(super) fn iterations_from(visits: u64, most: u64) -> u64 {
    (visits / VISITS_FOR_EACH).clamp(1, most)
}
