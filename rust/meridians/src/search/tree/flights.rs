//! Plain tree search with whole random games, a few hundred of them in flight at once in the bit-sliced machine.
//!
//! A visit that is under way counts with the mean that its moves have so far, so that other visits look elsewhere without thinking worse
//! of it (the unfinished visits of A. Liu et al., "Watch the unobserved", ICLR 2020). Each visit sees the results of all visits but a fixed
//! number before it, whichever games end first: then the search is the same whatever the width of the machine.

use super::arena::{Block, ONE, Stats, add_with, read};
use super::fork::{FORK_AT_WITH_GAMES, MOST_WITH_GAMES, iterations_from};
use super::select::by_confidence;
use super::worker::{Shared, Worker, expand_behind, follow, prove_upwards, result_for_light};
use crate::color::Color;
use crate::control::Control;
use crate::lanes::{Lanes, Work, at_best};
use crate::level::Level;
use crate::position::Position;
use crate::random::Stream;
use crate::rollout::{End, Job, Start, WantedMarks, play_side_by_side};
use crate::search::limits::Stop;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

/// The games that the machine has room for.
const IN_FLIGHT: u64 = 512;

/// The most visits whose results the next one does not see: four times as many, or the machine would wait for its longest games.
const UNSEEN: u64 = 4 * IN_FLIGHT;

/// A leaf gets children when it is visited for this time and once more: a whole game says little, so the tree need not be deep.
const EXPAND_AT: u64 = 8;

/// Visits between two looks at the limits.
const SHIFT: u64 = 64;

/// A visit under way.
#[derive(Default)]
struct Flight<'a> {
    path: Vec<(Block<'a>, usize)>,
    /// What the visit counts for each move of the path until its result is in, in parts of [`ONE`].
    assumed: Vec<u8>,
    /// Light's result, once it is in.
    result: Option<u64>,
}

/// Where visits part that leave one after the other.
struct Fork<'a> {
    path: Vec<(Block<'a>, usize)>,
    position: Position,
    /// Visits that are still to leave.
    left: u64,
}

/// The visits of a thread, in a ring by their numbers.
struct Flights<'a, 'b> {
    worker: &'b mut Worker,
    shared: &'b Shared<'a>,
    ring: Vec<Flight<'a>>,
    fork: Fork<'a>,
    /// The number of the next visit, and of the oldest one whose result is not entered.
    next: u64,
    oldest: u64,
    /// Visits that may begin before the limits are looked at again.
    left: u64,
    started: Duration,
}

/// Works until a limit is reached. `report` is called when the caller wants one.
pub(super) fn run(worker: &mut Worker, shared: &Shared, report: &dyn Fn(&Worker)) {
    (worker.iterations, worker.depth) = (0, 0);
    let started = (shared.budget.clock)();
    let seed = worker.seed_of_games();
    let max_plies = shared.root.max_plies;
    let ring = std::iter::repeat_with(Flight::default).take(UNSEEN as usize).collect();
    let fork = Fork { path: Vec::new(), position: shared.root.position, left: 0 };
    let flights = RefCell::new(Flights { worker, shared, ring, fork, next: 0, oldest: 0, left: 0, started });
    let mut next = || flights.borrow_mut().next_game(report, seed);
    let mut finished = |tag: u32, end: End, _: Option<&_>| {
        let result = match end.winner {
            Some(Color::Light) => ONE,
            Some(Color::Dark) => 0,
            None => ONE / 2,
        };
        flights.borrow_mut().ring[tag as usize].result = Some(result);
    };
    // The caller's wish to stop is looked at by `next`; what is in flight then comes in.
    let job = Job {
        games: IN_FLIGHT,
        max_plies,
        marks: WantedMarks { held: false, played: false },
        control: &Control::default(),
        next: &mut next,
        finished: &mut finished,
    };
    play_side_by_side(Level::best(), shared.root.position.size(), job);
    let mut flights = flights.borrow_mut();
    while flights.oldest < flights.next && flights.enter() {}
}

impl<'a> Flights<'a, '_> {
    /// How many results the next visit may miss: few at first, when each has much to learn from those before.
    fn room(&self) -> u64 {
        (self.next / 4).clamp(16, UNSEEN)
    }

    /// The next game to play, or none while too many are in flight, and when the search is at its end.
    fn next_game(&mut self, report: &dyn Fn(&Worker), seed: u64) -> Option<Start> {
        loop {
            if self.left == 0 {
                self.left = self.more_visits(report)?;
            }
            while self.next - self.oldest >= self.room() {
                if !self.enter() {
                    return None;
                }
            }
            let number = self.next;
            (self.next, self.left) = (number + 1, self.left - 1);
            self.worker.iterations += 1;
            if let Some(position) = self.descend(number) {
                let plies_left = self.shared.root.max_plies - (self.flight(number).path.len() as u32 - 1);
                let (stream, tag) = (Stream::new(seed, number), (number % UNSEEN) as u32);
                return Some(Start { position: Rc::new(position), stream, max_plies: plies_left, tag });
            }
        }
    }

    /// The visits that may begin now, unless the search is at its end.
    fn more_visits(&mut self, report: &dyn Fn(&Worker)) -> Option<u64> {
        let (shared, budget) = (self.shared, self.shared.budget);
        if let Some(reason) = shared.reason_to_stop(self.started) {
            shared.stop(reason);
        }
        if shared.reason().is_some() {
            return None;
        }
        if budget.wants_report() {
            report(self.worker);
        }
        let visits = budget.take_visits(SHIFT);
        budget.watch.control.advance(visits);
        if visits == 0 {
            shared.stop(Stop::Visits);
        }
        (visits > 0).then_some(visits)
    }

    fn flight(&mut self, number: u64) -> &mut Flight<'a> {
        &mut self.ring[(number % UNSEEN) as usize]
    }

    /// Enters the result of the oldest visit, if it is in.
    fn enter(&mut self) -> bool {
        let turn = self.shared.root.position.turn();
        let flight = &mut self.ring[(self.oldest % UNSEEN) as usize];
        let Some(result) = flight.result.take() else { return false };
        for (i, (&(block, child), &assumed)) in flight.path.iter().zip(&flight.assumed).enumerate() {
            let mover = if i % 2 == 0 { !turn } else { turn };
            let gain = if mover == Color::Light { result } else { ONE - result };
            add_with(self.shared.others_at_work, &block.stats()[child], Stats::correction(gain, u64::from(assumed)));
        }
        self.oldest += 1;
        true
    }

    /// From the root to a leaf, whose position it gives; none if the result is known without a game.
    fn descend(&mut self, number: u64) -> Option<Position> {
        struct Descend<'a, 'b, 'c>(&'b Shared<'a>, &'c mut Flight<'a>, &'c mut Worker, &'c mut Fork<'a>);
        impl Work for Descend<'_, '_, '_> {
            type Output = Result<Position, u64>;

            #[inline(always)]
            fn run<L: Lanes>(self) -> Result<Position, u64> {
                descend_on::<L>(self.0, self.1, self.2, self.3)
            }
        }
        let flight = &mut self.ring[(number % UNSEEN) as usize];
        let found = at_best(Descend(self.shared, flight, self.worker, &mut self.fork));
        self.worker.depth = self.worker.depth.max(flight.path.len() as u32 - 1);
        flight.assumed.clear();
        for &(block, child) in &flight.path {
            let stats = &block.stats()[child];
            // Rounded; a move without visits counts as even.
            let (visits, sum) = read(stats).as_floats();
            let mean = if visits > 0.0 { sum / visits } else { 0.5 };
            let assumed = ((mean * ONE as f32 + 0.5) as i32).cast_unsigned() as u8;
            add_with(self.shared.others_at_work, stats, Stats::new(1, u64::from(assumed)));
            flight.assumed.push(assumed);
        }
        match found {
            Ok(position) => Some(position),
            Err(result) => {
                flight.result = Some(result);
                None
            }
        }
    }
}

/// The position of a leaf, or Light's result if it is known.
#[inline(always)]
fn descend_on<'a, L: Lanes>(
    shared: &Shared<'a>,
    flight: &mut Flight<'a>,
    worker: &mut Worker,
    fork: &mut Fork<'a>,
) -> Result<Position, u64> {
    let arena = shared.arena;
    let path = &mut flight.path;
    let is_settled = fork.path.last().is_some_and(|&(block, child)| block.edge(child).proven() != 0);
    let mut finds_fork = fork.left == 0 || is_settled;
    let mut position = fork.position;
    path.clear();
    if finds_fork {
        path.push((arena.block(shared.base), 0));
        position = shared.root.position;
    } else {
        path.extend_from_slice(&fork.path);
        fork.left -= 1;
    }
    worker.line.truncate(path.len() - 1);
    loop {
        let (block, child) = path[path.len() - 1];
        let visits = read(&block.stats()[child]).visits();
        finds_fork &= path.len() == 1 || visits >= FORK_AT_WITH_GAMES;
        if finds_fork {
            fork.path.clone_from(path);
            fork.position = position;
            fork.left = iterations_from(visits, MOST_WITH_GAMES[usize::from(shared.others_at_work)]) - 1;
        }
        let edge = block.edge(child);
        if edge.proven() != 0 {
            return Err(result_for_light(edge, !position.turn()));
        }
        let Some(node) = expand_behind::<L>(shared, block, child, [visits, EXPAND_AT], &position, path.len()) else {
            return Ok(position);
        };
        let jitter = worker.random.next()[0];
        let Some(next) = by_confidence(node, visits, jitter) else {
            prove_upwards(arena, path);
            return Err(if position.turn() == Color::Light { 0 } else { ONE });
        };
        if let Some(result) = follow::<L>(shared, path, &mut worker.line, &mut position, node, next) {
            return Err(result);
        }
    }
}
