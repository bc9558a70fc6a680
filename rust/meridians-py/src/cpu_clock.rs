//! The CPU time of a searching thread, and of what the calling thread did for it.

use cpu_time::ThreadTime;
use std::cell::Cell;
use std::time::Duration;

thread_local! {
    /// What other threads have done for this one.
    static FOREIGN: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// The CPU time of this thread, and what was added to it.
pub(crate) fn thread_cpu_clock() -> Duration {
    ThreadTime::now().as_duration() + FOREIGN.get()
}

/// Adds what another thread did for this one to its clock.
pub(crate) fn add_foreign(time: Duration) {
    FOREIGN.set(FOREIGN.get() + time);
}
