//! Alpha-beta: a second way to search beside the trees, the first where a game is about to be decided (`docs/alphabeta.md`).
//!
//! Iterative deepening with aspiration windows over the principal variation search in `worker`. Threads search the same position with a
//! shared transposition table and each its own history ("lazy SMP"); one thread with a limit of visits is deterministic.

mod expand;
mod order;
mod score;
mod table;
mod worker;

use super::Searcher;
use super::Settings;
use super::engine::Engine;
use super::limits::{Budget, Stop};
use super::report::{Line, Report};
use super::root::Root;
use crate::evaluation::Evaluation;
use crate::moves::Move;
use crate::position::Position;
use order::Order;
use score::{INFINITE, MAX_PLY, WIN, chance, is_loss, is_proven, is_win, proof};
use std::sync::Arc;
use std::time::Duration;
use table::Table;
use worker::{Halt, RootMove, Shared, Worker};

/// The depth that iterations go to.
const DEEPEST: i32 = 100;

/// Half the first aspiration window.
const WINDOW: i32 = 150;

/// Positions that a thread searches in a second at most, of which every fourth goes to the table: a table need not be larger.
const NODES_A_SECOND: f64 = 4e6;

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
        nodes.min(budget.limits.visits).min(budget.limits.nodes) / 2
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

    fn run(&mut self, root: &Root, budget: &Budget) -> Report {
        self.table.prepare(self.entries(budget), self.memory);
        for order in &mut self.orders {
            order.fade();
        }
        let shared = Shared::new(&self.table, &self.evaluation, root, budget);
        let mut found: Vec<Found> = if let [order] = &mut self.orders[..] {
            vec![deepen(&shared, order, 0)]
        } else {
            std::thread::scope(|scope| {
                let shared = &shared;
                let threads: Vec<_> = (self.orders.iter_mut().enumerate())
                    .map(|(i, order)| scope.spawn(move || deepen(shared, order, i)))
                    .collect();
                threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
            })
        };
        let nodes = found.iter().map(|one| one.nodes).sum();
        let deepest = found.iter().map(|one| one.deepest).max().unwrap_or(0);
        // The first of the threads that got deepest; a proof is better than any depth.
        let rank = |one: &Found| (one.moves.first().is_some_and(|mv| is_proven(mv.score)), one.depth);
        let best = (0..found.len()).rev().max_by_key(|&i| rank(&found[i])).unwrap_or(0);
        let Found { moves, exact, .. } = found.swap_remove(best);
        let mut report = Facts { root, moves: &moves, exact, others: &found }.report();
        report.threads = self.threads;
        report.iterations = nodes;
        report.nodes = nodes;
        report.depth = deepest as u32;
        report.memory = self.table.bytes();
        report.stopped = shared.stopped().unwrap_or(Stop::Depth);
        report
    }
}

/// Iterative deepening on one thread. The first thread's end is the end of all.
fn deepen(shared: &Shared, order: &mut Order, thread: usize) -> Found {
    let mut worker = Worker::new(shared, order);
    let mut moves = worker.root_moves();
    let mut found = Found { moves: Vec::new(), depth: 1, nodes: 0, deepest: 0, exact: false };
    let why = iterate(&mut worker, &mut moves, thread, &mut found);
    if let Ok(why) = why {
        shared.stop(why);
    }
    found.moves = moves;
    found.nodes = worker.nodes;
    found.deepest = worker.deepest;
    found
}

fn iterate(worker: &mut Worker, moves: &mut [RootMove], thread: usize, found: &mut Found) -> Result<Stop, Halt> {
    if moves.is_empty() {
        return Ok(Stop::OnlyMove);
    }
    let deepest = DEEPEST.min(worker.shared.root.max_plies.try_into().unwrap_or(DEEPEST));
    // Helpers are a ply ahead, every other one.
    for depth in 2 + (thread as i32 % 2)..=deepest {
        if let [only] = &moves[..]
            && depth > ONLY_MOVE_DEPTH
            && !is_proven(only.score)
        {
            return Ok(Stop::OnlyMove);
        }
        let guess = moves[0].score;
        let (mut below, mut above) = (WINDOW, WINDOW);
        let score = loop {
            let window = |limit: i32| if depth < 4 || is_proven(limit) { INFINITE } else { limit };
            let (alpha, beta) = (-window(-(guess - below)), window(guess + above));
            let score = worker.root(moves, depth, alpha, beta)?;
            if score <= alpha {
                below *= 4;
            } else if score >= beta {
                above *= 4;
            } else {
                break score;
            }
            if below > 40 * WINDOW {
                below = 2 * WIN;
            }
            if above > 40 * WINDOW {
                above = 2 * WIN;
            }
        };
        found.depth = depth;
        // Last iteration's order, as good as the scores of the others say.
        moves[1..].sort_by_key(|mv| std::cmp::Reverse(mv.score));
        if is_proven(score) {
            settle(worker, moves)?;
            found.exact = true;
            return Ok(Stop::Proven);
        }
    }
    Ok(Stop::Depth)
}

const ONLY_MOVE_DEPTH: i32 = 6;

/// Makes the distance of a proven result exact: no faster win, no longer resistance.
fn settle(worker: &mut Worker, moves: &mut [RootMove]) -> Result<(), Halt> {
    loop {
        let score = moves[0].score;
        let plies = WIN - score.abs();
        // Wins end at even plies and losses at odd ones, so the next better result is two away.
        let (alpha, depth) = if is_win(score) { (score, plies - 2) } else { (score, plies) };
        if depth < 1 {
            return Ok(());
        }
        let mut tried = moves.to_vec();
        if worker.root_in_full(&mut tried, depth, alpha)? <= alpha {
            return Ok(());
        }
        moves.clone_from_slice(&tried);
        if is_loss(score) && !is_loss(moves[0].score) {
            return Ok(());
        }
    }
}

/// What the report is made of.
struct Facts<'a> {
    root: &'a Root,
    moves: &'a [RootMove],
    exact: bool,
    others: &'a [Found],
}

impl Facts<'_> {
    fn report(&self) -> Report {
        let position = &self.root.position;
        let (size, turn) = (position.size(), position.turn());
        let actions = Move::action_count(size, position.with_pie());
        let mut visits = vec![0; actions];
        let mut values = vec![f32::NAN; actions];
        for mv in self.moves {
            let action = usize::from(place(position, mv.child.cell).action(size));
            let others =
                self.others.iter().flat_map(|one| &one.moves).filter(|other| other.child.cell == mv.child.cell);
            visits[action] = mv.nodes + others.map(|other| other.nodes).sum::<u64>();
            values[action] = chance(mv.score);
        }
        let mut lines: Vec<Line> = self
            .moves
            .iter()
            .enumerate()
            .map(|(i, mv)| {
                let moves = self.line(&mv.line);
                let visits = visits[usize::from(moves[0].action(size))];
                Line { moves, visits, win_chance: chance(mv.score), proven: proof(mv.score, self.exact && i == 0) }
            })
            .collect();
        if lines.is_empty() {
            // The forced pass, which loses at once (R10).
            let pass = usize::from(Move::Pass.action(size));
            (visits[pass], values[pass]) = (1, 0.0);
            lines.push(Line { moves: vec![Move::Pass], visits: 1, win_chance: 0.0, proven: proof(1 - WIN, true) });
        }
        let win_chance = lines[0].win_chance;
        Report {
            size,
            turn,
            mover: position.participant(),
            mover_color: turn,
            engine: Engine::AlphaBeta,
            threads: 1,
            best: lines[0].moves[0],
            light_chance: if turn == crate::color::Color::Light { win_chance } else { 1.0 - win_chance },
            proven: lines[0].proven,
            lines,
            visits,
            values,
            priors: vec![f32::NAN; actions],
            iterations: 0,
            nodes: 0,
            depth: 0,
            memory: 0,
            elapsed: Duration::ZERO,
            stopped: Stop::Depth,
        }
    }

    /// A line as moves, with the forced pass at its end if there is one.
    fn line(&self, cells: &[u8]) -> Vec<Move> {
        let mut position = self.root.position;
        let mut moves = Vec::new();
        for &cell in cells.iter().take(MAX_PLY) {
            let mv = place(&position, cell);
            if position.play(mv).is_err() {
                break;
            }
            moves.push(mv);
        }
        if position.is_legal(Move::Pass) {
            moves.push(Move::Pass);
        }
        moves
    }
}

fn place(position: &Position, cell: u8) -> Move {
    Move::Place(position.board().point(usize::from(cell)))
}
