//! Monte Carlo tree search: one tree that all threads work on.
//!
//! [`arena`] is the memory of the tree, [`worker`] what a thread does with it, [`select`] which way it goes, [`prior`] what the
//! evaluation says about moves, [`playout`] what it plays from the leaves, [`flights`] the same with whole games, hundreds at once,
//! [`look`] what alpha-beta sees before, [`fork`] where ways part, and [`report`] what it all says in the end.

mod arena;
mod cell;
mod flights;
mod fork;
mod look;
mod playout;
mod prior;
mod report;
mod select;
mod worker;

use super::engine::Engine;
use super::limits::Budget;
use super::report::Report;
use super::root::Root;
use super::{Searcher, Settings};
use crate::evaluation::Evaluation;
use crate::lanes::{Lanes, Work, at_best};
use crate::moves::Move;
use crate::position::Position;
use arena::{Arena, At, Edge};
use cell::{PASS, cell_of, move_of};
use look::{Look, memory_of_tree};
use playout::{MoveAverages, Random, playout};
use std::sync::atomic::AtomicU8;
use std::time::Duration;
use worker::{Shared, Worker, prove_upwards, table_words};

/// The tree and those who work on it.
pub(super) struct Tree {
    settings: Settings,
    arena: Arena,
    /// The block whose one edge leads to the root.
    base: Option<At>,
    workers: Vec<Worker>,
    /// None for UCT, which is to be what its name says.
    look: Option<Look>,
}

impl Tree {
    pub(super) fn new(settings: Settings) -> Tree {
        let arena = Arena::new(memory_of_tree(&settings));
        let look = (settings.engine != Engine::Uct).then(|| Look::new(&settings));
        Tree { settings, arena, base: None, workers: Vec::new(), look }
    }
}

impl Searcher for Tree {
    fn reset(&mut self) {
        self.arena.clear();
        self.base = None;
        self.workers = (0..self.settings.threads).map(|thread| Worker::new(self.settings.seed, thread)).collect();
    }

    fn run(&mut self, root: &Root, budget: &Budget) -> Report {
        if self.workers.is_empty() {
            self.reset();
        }
        let board = root.position.board();
        let mut point_of = [PASS; 256];
        for point in board.all() {
            point_of[board.cell(point)] = point.index() as u8;
        }
        // An arena that was just cleared has room for one edge.
        let base =
            *self.base.get_or_insert_with(|| self.arena.make_block(&[Edge::new(PASS, PASS)]).unwrap_or_default());
        worker::expand_root(&self.arena, base, &root.position);
        let mut spent = Duration::ZERO;
        if let Some(look) = &mut self.look {
            spent = look.take(root, budget);
            look.mark(&self.arena, base, root);
        }
        let budget = budget.after(spent);
        let shared = Shared {
            arena: &self.arena,
            base,
            root,
            evaluation: &self.settings.evaluation,
            budget: &budget,
            others_at_work: self.settings.threads > 1,
            stopped: AtomicU8::new(0),
            point_of,
        };
        let report = |worker: &Worker| {
            budget.publish(report::report(&shared, &self.settings, worker.iterations, worker.depth, Duration::ZERO));
        };
        let work = if self.settings.engine == Engine::Uct { flights::run } else { Worker::run };
        let (first, others) = self.workers.split_at_mut(1);
        std::thread::scope(|scope| {
            for worker in others.iter_mut() {
                let shared = &shared;
                scope.spawn(move || work(worker, shared, &|_| {}));
            }
            work(&mut first[0], &shared, &report);
        });
        let iterations = self.workers.iter().map(|worker| worker.iterations).sum();
        let depth = self.workers.iter().map(|worker| worker.depth).max().unwrap_or(0);
        let mut report = report::report(&shared, &self.settings, iterations, depth, Duration::ZERO);
        if let Some(look) = &self.look {
            look.complete(&mut report);
            report.memory += look.memory();
        }
        report
    }

    fn least(&self, position: &Position) -> (u64, u64) {
        (1, 1 + position.legal().count() as u64)
    }

    fn advance(&mut self, mv: Move) {
        let cell = cell_of(self.settings.size.geometry(), mv);
        for worker in &mut self.workers {
            worker.fade();
        }
        let behind = self.base.take().and_then(|base| {
            let root = self.arena.block(self.arena.block(base).edge(0).block()?);
            let child = (0..root.count()).find(|&child| root.edge(child).cell() == cell)?;
            let target = Arena::new(memory_of_tree(&self.settings));
            let words = table_words(self.settings.size);
            let base = self.arena.copy_edge(root, child, words, &target)?;
            prove_upwards(&target, &[(target.block(base), 0)]);
            Some((target, base))
        });
        match behind {
            Some((arena, base)) => (self.arena, self.base) = (arena, Some(base)),
            None => self.arena.clear(),
        }
    }
}

/// The moves of a playout from a position that is not over, by the policy as it is before it has seen any results.
pub(super) fn policy_moves(position: &Position, evaluation: &Evaluation, seed: u64) -> Vec<Move> {
    struct Moves<'a>(&'a Position, &'a Evaluation, Random, &'a mut Vec<u8>);
    impl Work for Moves<'_> {
        type Output = ();

        #[inline(always)]
        fn run<L: Lanes>(mut self) {
            playout::<L>(self.0, self.1, &MoveAverages::new(), &mut self.2, self.3);
        }
    }
    let mut cells = Vec::new();
    at_best(Moves(position, evaluation, Random::new(seed, 0), &mut cells));
    cells.into_iter().map(|cell| move_of(position.board(), cell)).collect()
}
