//! When a search ends: its limits, the clock they are measured by, and why it stopped.

use super::report::Report;
use crate::control::Control;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A clock: the time since some moment, the same for all calls on a thread. It may be a clock of the calling thread's CPU time, for the
/// threads of a search measure each their own.
pub type Clock = fn() -> Duration;

/// The wall clock.
#[must_use]
pub fn wall_clock() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// The limits of one search. All are finite; the first that is reached ends it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Iterations of a tree search, or positions that alpha-beta searches, of all threads together; one at least is made.
    pub visits: u64,
    /// Nodes that the tree may grow by, or positions that alpha-beta searches. There are at most 16 visits for each of them, so that
    /// the search of a tree that cannot grow comes to an end.
    pub nodes: u64,
    /// The time by the clock of the search.
    pub time: Duration,
}

impl Limits {
    /// The most visits and nodes, and the longest time: what holds where nothing else is said.
    pub const MOST: Limits = Limits { visits: 1 << 40, nodes: 1 << 40, time: Duration::from_secs(7 * 24 * 3600) };

    /// So many visits.
    #[must_use]
    pub const fn visits(visits: u64) -> Limits {
        Limits { visits, ..Limits::MOST }
    }

    /// So much time.
    #[must_use]
    pub const fn time(time: Duration) -> Limits {
        Limits { time, ..Limits::MOST }
    }
}

impl Default for Limits {
    /// One second.
    fn default() -> Limits {
        Limits::time(Duration::from_secs(1))
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The limit of visits.
    Visits,
    /// The limit of nodes.
    Nodes,
    /// The limit of time.
    Time,
    /// The result is proven.
    Proven,
    /// There is one legal move, and a short look was taken at it.
    OnlyMove,
    /// Alpha-beta has searched as deep as it goes.
    Depth,
    /// It was cancelled; the report is of what was found until then.
    Cancelled,
    /// The evaluator failed; the report is of what was found until then.
    Evaluator,
}

impl Stop {
    /// All reasons.
    pub const ALL: [Stop; 8] = [
        Stop::Visits,
        Stop::Nodes,
        Stop::Time,
        Stop::Proven,
        Stop::OnlyMove,
        Stop::Depth,
        Stop::Cancelled,
        Stop::Evaluator,
    ];

    /// The name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Stop::Visits => "visits",
            Stop::Nodes => "nodes",
            Stop::Time => "time",
            Stop::Proven => "proven",
            Stop::OnlyMove => "only_move",
            Stop::Depth => "depth",
            Stop::Cancelled => "cancelled",
            Stop::Evaluator => "evaluator",
        }
    }

    /// The reason with this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Stop> {
        Stop::ALL.into_iter().find(|stop| stop.name() == name)
    }
}

/// What a running search shares with its caller: the flag to stop it, and its latest report if the caller wants one.
#[derive(Debug, Default)]
pub struct Watch {
    /// Stops the search, and counts its visits.
    pub control: Control,
    wanted: AtomicBool,
    latest: Mutex<Option<Report>>,
}

impl Watch {
    /// Asks for a report of what has been found so far; [`Watch::take`] has it a little later.
    pub fn want(&self) {
        self.wanted.store(true, Ordering::Relaxed);
    }

    /// The report that was asked for, once it is there.
    pub fn take(&self) -> Option<Report> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// For the search: whether the caller waits for a report. Cheap enough to be asked hundreds of times a second.
    fn is_wanted(&self) -> bool {
        self.wanted.load(Ordering::Relaxed)
    }

    /// For the search: hands a report out.
    fn publish(&self, report: Report) {
        self.wanted.store(false, Ordering::Relaxed);
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(report);
    }
}

/// What is left of the limits while a search runs. Threads count their work here, and each asks it every few iterations.
pub(crate) struct Budget<'a> {
    pub(crate) limits: Limits,
    pub(crate) clock: Clock,
    pub(crate) watch: &'a Watch,
    visits: AtomicU64,
    told: Told<'a>,
    /// When the caller's search began, by the wall clock.
    began: Duration,
}

/// How a report on the way is told to the caller.
#[derive(Clone, Copy)]
enum Told<'a> {
    Never,
    AsItIs,
    /// It is of a part of the search, and becomes one of the whole.
    As(&'a Telling<'a>, &'a Budget<'a>),
}

/// Makes a report of a part of a search one of the whole.
pub(crate) type Telling<'a> = dyn Fn(Report) -> Report + Sync + 'a;

impl<'a> Budget<'a> {
    pub(crate) fn new(limits: Limits, clock: Clock, watch: &'a Watch) -> Budget<'a> {
        Budget { limits, clock, watch, visits: AtomicU64::new(0), told: Told::AsItIs, began: wall_clock() }
    }

    /// The budget of a part of the search, of which the caller is told nothing.
    pub(crate) fn quiet(&self, limits: Limits) -> Budget<'a> {
        Budget { limits, visits: AtomicU64::new(0), told: Told::Never, ..*self }
    }

    /// The budget of a part of the search, whose reports on the way are told as ones of the whole.
    pub(crate) fn part<'b>(&'b self, limits: Limits, telling: &'b Telling<'b>) -> Budget<'b> {
        Budget { told: Told::As(telling, self), ..self.quiet(limits) }
    }

    /// What is left after some time.
    pub(crate) fn after(&self, spent: Duration) -> Budget<'a> {
        let limits = Limits { time: self.limits.time.saturating_sub(spent), ..self.limits };
        Budget { told: self.told, ..self.quiet(limits) }
    }

    /// Whether the caller waits for a report.
    pub(crate) fn wants_report(&self) -> bool {
        !matches!(self.told, Told::Never) && self.watch.is_wanted()
    }

    /// Hands out a report on the way.
    pub(crate) fn publish(&self, report: Report) {
        let report = match self.told {
            Told::Never => return,
            Told::AsItIs => report,
            Told::As(telling, whole) => return whole.publish(telling(report)),
        };
        let elapsed = wall_clock().saturating_sub(self.began);
        self.watch.publish(Report { elapsed, stopped: Stop::Cancelled, ..report });
    }

    /// Takes up to `wanted` visits from what is left. Fewer, or none, when the limit is near.
    pub(crate) fn take_visits(&self, wanted: u64) -> u64 {
        let before = self.visits.fetch_add(wanted, Ordering::Relaxed);
        wanted.min(self.limits.visits.saturating_sub(before))
    }

    /// Gives back visits that were taken and not made.
    pub(crate) fn give_back(&self, visits: u64) {
        self.visits.fetch_sub(visits, Ordering::Relaxed);
    }

    /// Why a thread that began at `started` by its clock has to stop, if it has: the caller's wish or the time.
    pub(crate) fn is_up(&self, started: Duration) -> Option<Stop> {
        if self.watch.control.check().is_err() {
            return Some(Stop::Cancelled);
        }
        ((self.clock)().saturating_sub(started) >= self.limits.time).then_some(Stop::Time)
    }
}
