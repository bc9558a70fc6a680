//! Alpha-beta: a second way to search beside the trees, the first where a game is about to be decided (`docs/alphabeta.md`).
//!
//! Iterative deepening with aspiration windows over the principal variation search in `worker`. Threads search the same position with a
//! shared transposition table and each its own history ("lazy SMP"); one thread with a limit of visits is deterministic.

#![allow(
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "scores are signed, plies and depths are not, and all are small"
)]

mod expand;
mod order;
mod report;
mod score;
mod table;
mod worker;

use super::limits::{Budget, Stop};
use super::report::Report;
use super::root::Root;
use super::{Searcher, Settings};
use crate::evaluation::Evaluation;
use crate::moves::Move;
use crate::position::Position;
use order::Order;
use report::Facts;
use score::{INFINITE, WIN, is_proven, is_win, loss_at};
use std::sync::Arc;
use std::time::Duration;
use table::Table;
use worker::{Halt, RootMove, Shared, Worker, put_best_first, root_moves};

/// The depth that iterations go to.
const DEEPEST: i32 = 100;

/// Half the first aspiration window.
const WINDOW: i32 = 150;

/// Positions that a thread searches in a second at most.
const NODES_A_SECOND: f64 = 3e6;

/// Every so many positions one goes to the table at most, so a table need not be larger.
const NODES_A_ENTRY: u64 = 4;

/// The depth of the short look where there is one move.
const ONLY_MOVE_DEPTH: i32 = 6;

/// The engine.
pub(super) struct AlphaBeta {
    evaluation: Arc<Evaluation>,
    memory: u64,
    threads: usize,
    table: Table,
    orders: Vec<Order>,
}

/// What a thread brings back.
struct Found {
    moves: Vec<RootMove>,
    /// The depth that was finished.
    depth: i32,
    nodes: u64,
    deepest: usize,
    proven: bool,
    exact: bool,
}

impl AlphaBeta {
    pub(super) fn new(settings: &Settings) -> AlphaBeta {
        AlphaBeta {
            evaluation: settings.evaluation.clone(),
            memory: settings.memory,
            threads: settings.threads.max(1),
            table: Table::new(),
            orders: (0..settings.threads.max(1)).map(|_| Order::new()).collect(),
        }
    }

    /// The entries that a search with these limits may fill.
    fn entries(&self, budget: &Budget) -> u64 {
        let seconds = budget.limits.time.as_secs_f64() * self.threads as f64;
        let nodes = (seconds * NODES_A_SECOND) as u64;
        nodes.min(budget.limits.visits).min(budget.limits.nodes) / NODES_A_ENTRY
    }
}

impl Searcher for AlphaBeta {
    fn reset(&mut self) {
        self.table.forget();
        for order in &mut self.orders {
            *order = Order::new();
        }
    }

    fn advance(&mut self, _: Move) {}

    fn least(&self, position: &Position) -> (u64, u64) {
        let moves = position.legal().count() as u64;
        (moves, moves)
    }

    fn run(&mut self, root: &Root, budget: &Budget) -> Report {
        let started = (budget.clock)();
        self.table.prepare(self.entries(budget), self.memory);
        for order in &mut self.orders {
            order.fade();
        }
        // All moves are looked at, whatever the limits.
        let moves = root_moves(root, &self.evaluation);
        let looked_at = moves.len() as u64;
        budget.watch.control.advance(budget.take_visits(looked_at));
        let shared = Shared::new(&self.table, &self.evaluation, root, budget, looked_at);
        let mut found: Vec<Found> = if let [order] = &mut self.orders[..] {
            vec![deepen(&shared, order, 0, started, moves)]
        } else {
            std::thread::scope(|scope| {
                let (shared, clock, moves) = (&shared, budget.clock, &moves);
                let start = |(i, order)| scope.spawn(move || deepen(shared, order, i, clock(), moves.clone()));
                let threads: Vec<_> = self.orders.iter_mut().enumerate().map(start).collect();
                threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
            })
        };
        let nodes = looked_at + found.iter().map(|one| one.nodes).sum::<u64>();
        let deepest = found.iter().map(|one| one.deepest).max().unwrap_or(0);
        // The first of the threads that got deepest; a proof is better than any depth, and best with its exact distance, which another
        // thread may have been stopped at by the one that has it.
        let rank = |one: &Found| (one.proven, one.exact, one.depth);
        let best = (0..found.len()).rev().max_by_key(|&i| rank(&found[i])).unwrap_or(0);
        let Found { mut moves, exact, proven, .. } = found.swap_remove(best);
        let others: Vec<Vec<RootMove>> = found.into_iter().map(|one| one.moves).collect();
        if !proven {
            take_proofs(&mut moves, &others);
        }
        Report {
            threads: self.threads,
            iterations: nodes,
            nodes,
            depth: deepest as u32,
            memory: self.table.bytes(),
            stopped: shared.stopped().unwrap_or(Stop::Depth),
            ..Facts { root, table: &self.table, moves: &moves, exact, others: &others }.report()
        }
    }
}

/// Takes over what other threads have proven about moves.
fn take_proofs(moves: &mut [RootMove], others: &[Vec<RootMove>]) {
    for mv in &mut *moves {
        let same = |other: &&RootMove| other.child.cell == mv.child.cell && is_proven(other.score);
        if !is_proven(mv.score)
            && let Some(other) = others.iter().flatten().find(same)
        {
            (mv.score, mv.line) = (other.score, other.line.clone());
        }
    }
    put_best_first(moves);
}

/// Iterative deepening on one thread, whose clock began at `started`. The first thread's end is the end of all.
fn deepen(shared: &Shared, order: &mut Order, thread: usize, started: Duration, mut moves: Vec<RootMove>) -> Found {
    let mut worker = Worker::new(shared, order, started, thread == 0);
    worker.show(&moves);
    let mut found = Found { moves: Vec::new(), depth: 1, nodes: 0, deepest: 0, proven: false, exact: false };
    if let Ok(why) = iterate(&mut worker, &mut moves, thread, &mut found) {
        shared.stop(why);
    } else {
        put_best_first(&mut moves);
        found.proven = moves.first().is_some_and(|mv| is_proven(mv.score));
    }
    Found { moves, nodes: worker.nodes, deepest: worker.deepest, ..found }
}

fn iterate(worker: &mut Worker, moves: &mut [RootMove], thread: usize, found: &mut Found) -> Result<Stop, Halt> {
    if moves.is_empty() {
        // The forced pass.
        (found.proven, found.exact) = (true, true);
        return Ok(Stop::Proven);
    }
    let deepest = DEEPEST.min(worker.shared.root.max_plies.try_into().unwrap_or(DEEPEST));
    // Every other helper is a ply ahead.
    for depth in 2 + (thread as i32 % 2)..=deepest {
        if moves.len() == 1 && depth > ONLY_MOVE_DEPTH {
            return Ok(Stop::OnlyMove);
        }
        let score = aspire(worker, moves, depth)?;
        found.depth = depth;
        moves[1..].sort_by_key(|mv| std::cmp::Reverse(mv.score));
        worker.show(moves);
        if is_proven(score) {
            found.proven = true;
            worker.limit_full();
            found.exact = settle(worker, moves).is_ok();
            return Ok(Stop::Proven);
        }
    }
    Ok(Stop::Depth)
}

/// One iteration: a window around the last score, which grows until the score is in it.
fn aspire(worker: &mut Worker, moves: &mut [RootMove], depth: i32) -> Result<i32, Halt> {
    let guess = moves[0].score;
    let (mut below, mut above) = (WINDOW, WINDOW);
    if depth < 4 || is_proven(guess) {
        (below, above) = (2 * INFINITE, 2 * INFINITE);
    }
    loop {
        let (alpha, beta) = ((guess - below).max(-INFINITE), (guess + above).min(INFINITE));
        let score = worker.root(moves, depth, alpha, beta)?;
        let side = match score {
            _ if score <= alpha => &mut below,
            _ if score >= beta => &mut above,
            _ => return Ok(score),
        };
        *side = if *side > 20 * WINDOW { 2 * INFINITE } else { 4 * *side };
    }
}

/// Makes the distance and the line of a proven result exact. What is proven is sound, but a move that was left out or looked at too
/// briefly may win faster, here or later.
fn settle(worker: &mut Worker, moves: &mut [RootMove]) -> Result<(), Halt> {
    loop {
        let score = moves[0].score;
        let plies = WIN - score.abs();
        // Wins end after an even number of plies, losses after an odd one.
        let faster = plies - 2;
        let mut tried = moves.to_vec();
        let is_faster = faster > 0
            && if is_win(score) {
                worker.root_in_full(&mut tried, faster, score, INFINITE)? > score
            } else {
                let slowest = loss_at(faster as usize);
                worker.root_in_full(&mut tried, faster, slowest, slowest + 1)? <= slowest
            };
        if !is_faster {
            // Once more for the line, from which the moves that hold out longest must not be missing.
            worker.root_in_full(&mut tried, plies, score - 1, score + 1)?;
            moves.clone_from_slice(&tried);
            return Ok(());
        }
        moves.clone_from_slice(&tried);
        moves.sort_by_key(|mv| std::cmp::Reverse(mv.score));
    }
}
