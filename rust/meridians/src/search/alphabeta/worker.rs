//! The recursive search of one thread: principal variation search (Marsland's name for NegaScout) with a transposition table, late move
//! reductions and pruning by the evaluation. Proven scores are sound whatever is pruned: no line that decides them is left out.

use super::expand::{Child, End, Expand, Frontier, Which};
use super::order::Order;
use super::report::Facts;
use super::score::{DRAW, INFINITE, MAX_PLY, WIN, from_table, is_loss, is_proven, is_win, loss_at, to_table, win_at};
use super::table::{Bound, Entry, MAX_DEPTH, Table};
use crate::evaluation::Evaluation;
use crate::lanes::at_best;
use crate::position::Position;
use crate::search::limits::{Budget, Stop};
use crate::search::report::Report;
use crate::search::root::Root;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Visits taken from the budget at a time; so often the clock is looked at.
const PORTION: u64 = 512;

/// Marks the keys of searches that leave nothing out, whose bounds are not to be mixed with others'.
pub(super) const FULL_KEY: u64 = 0x9e37_79b9_7f4a_7c15;

/// A score that depends on no position before the node it is of.
const CLEAN: i32 = i32::MAX;

/// What the threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) evaluation: &'a Evaluation,
    pub(super) root: &'a Root,
    pub(super) budget: &'a Budget<'a>,
    nodes: AtomicU64,
    stopped: Mutex<Option<Stop>>,
}

impl<'a> Shared<'a> {
    /// What threads share that begin after `nodes` positions.
    pub(super) fn new(
        table: &'a Table,
        evaluation: &'a Evaluation,
        root: &'a Root,
        budget: &'a Budget<'a>,
        nodes: u64,
    ) -> Shared<'a> {
        Shared { table, evaluation, root, budget, nodes: AtomicU64::new(nodes), stopped: Mutex::new(None) }
    }

    /// Stops all threads, unless they are told to already.
    pub(super) fn stop(&self, why: Stop) {
        self.stopped.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
    }

    pub(super) fn stopped(&self) -> Option<Stop> {
        *self.stopped.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A move of the root and what is known of it.
#[derive(Clone)]
pub(super) struct RootMove {
    pub(super) child: Child,
    /// Exact, or a bound from above if another move was better.
    pub(super) score: i32,
    pub(super) nodes: u64,
    /// The line that begins with the move, as cells.
    pub(super) line: Vec<u8>,
}

/// The moves of the root with the scores of their evaluation, the best first.
pub(super) fn root_moves(root: &Root, evaluation: &Evaluation) -> Vec<RootMove> {
    let mut children = Vec::new();
    at_best(Expand { position: &root.position, which: Which::All, evaluation, children: &mut children });
    let first = |child: Child| {
        let score = child.decided(0, root.max_plies as usize).unwrap_or(-child.logit);
        RootMove { child, score, nodes: 0, line: vec![child.cell] }
    };
    let mut moves: Vec<RootMove> = children.into_iter().map(first).collect();
    moves.sort_by_key(|mv| std::cmp::Reverse(mv.score));
    moves
}

/// Puts the best of the moves first that a search was halted over. That is the first, which is the best of the last iteration or was
/// found to be better in this one, unless it has turned out to lose: the others may not have been looked at since. Proven results count.
pub(super) fn put_best_first(moves: &mut [RootMove]) {
    let best = |wanted: fn(i32) -> bool| {
        let places = (0..moves.len()).rev().filter(|&i| wanted(moves[i].score));
        places.max_by_key(|&i| moves[i].score)
    };
    let open = || moves.first().filter(|mv| !is_loss(mv.score)).map(|_| 0);
    let first = best(is_win).or_else(open).or_else(|| best(|score| !is_loss(score))).or_else(|| best(is_loss));
    if let Some(first) = first {
        moves[..=first].rotate_right(1);
        moves[1..].sort_by_key(|mv| is_loss(mv.score));
    }
}

/// The search has been stopped.
pub(super) struct Halt;

/// One thread.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    order: &'a mut Order,
    started: Duration,
    max_plies: usize,
    /// Whether it hands out reports on the way, and the moves that it would report now.
    reports: bool,
    shown: Vec<RootMove>,
    /// Visits taken from the budget and not used yet.
    credit: u64,
    pub(super) nodes: u64,
    /// The deepest ply reached.
    pub(super) deepest: usize,
    /// The hashes of the positions on the line from the root on.
    path: Vec<u64>,
    /// Moves, tried moves, and best line of each ply.
    children: Vec<Vec<Child>>,
    tried: Vec<Vec<u8>>,
    lines: Vec<Vec<u8>>,
    /// The least ply of a position before that the score found last depends on, by a repetition.
    tied: i32,
    /// The nodes at which a search with nothing left out ends.
    most_nodes: u64,
    /// Whether nothing is left out: no reductions and no pruning.
    full: bool,
}

impl<'a> Worker<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, order: &'a mut Order, started: Duration, reports: bool) -> Worker<'a> {
        Worker {
            shared,
            order,
            started,
            max_plies: shared.root.max_plies as usize,
            reports,
            shown: Vec::new(),
            credit: 0,
            nodes: 0,
            deepest: 1,
            path: vec![shared.root.position.hash()],
            children: vec![Vec::new(); MAX_PLY + 1],
            tried: vec![Vec::new(); MAX_PLY + 1],
            lines: vec![Vec::new(); MAX_PLY + 2],
            tied: CLEAN,
            most_nodes: u64::MAX,
            full: false,
        }
    }

    /// Keeps what is to be reported on the way.
    pub(super) fn show(&mut self, moves: &[RootMove]) {
        if self.reports {
            self.shown = moves.to_vec();
        }
    }

    /// Searches the moves of the root within a window; the best comes first. What was found until a halt stands in the moves.
    pub(super) fn root(&mut self, moves: &mut [RootMove], depth: i32, mut alpha: i32, beta: i32) -> Result<i32, Halt> {
        let mut best = -INFINITE;
        for i in 0..moves.len() {
            let before = self.nodes;
            let child = moves[i].child;
            self.lines[1].clear();
            let score = match child.decided(0, self.max_plies) {
                Some(score) => Ok(score),
                None => self.child(&child, depth, 0, i, alpha, beta),
            };
            let mv = &mut moves[i];
            mv.nodes += self.nodes - before;
            let score = score?;
            // That a move is no faster win than the best does not say that it wins; what was known of it before says more.
            if score > alpha || !is_win(score) {
                mv.score = score;
            } else if is_win(mv.score) {
                mv.score = -child.logit;
            }
            if score > best {
                best = score;
                if best > alpha {
                    mv.line.truncate(1);
                    mv.line.extend_from_slice(&self.lines[1]);
                    moves[..=i].rotate_right(1);
                    alpha = best;
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// [`Worker::root`] with nothing left out, for a limited number of nodes.
    pub(super) fn root_in_full(
        &mut self,
        moves: &mut [RootMove],
        depth: i32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Halt> {
        self.full = true;
        let score = self.root(moves, depth, alpha, beta);
        self.full = false;
        score
    }

    /// Limits what [`Worker::root_in_full`] may take: not much more than what was found took.
    pub(super) fn limit_full(&mut self) {
        self.most_nodes = self.nodes + 2 * self.nodes.max(100_000);
    }

    /// The score of the move that led to a child, for its player at `ply`; `place` is the number of moves before it.
    fn child(
        &mut self,
        child: &Child,
        depth: i32,
        ply: usize,
        place: usize,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Halt> {
        let next = depth - 1;
        let full = self.full;
        let mut go = |depth: i32, alpha: i32, beta: i32| -> Result<i32, Halt> {
            self.path.truncate(ply + 1);
            Ok(-self.search(child, depth, ply + 1, -beta, -alpha)?)
        };
        if place == 0 {
            return go(next, alpha, beta);
        }
        let reduced = next - if full { 0 } else { reduction(depth, place, beta - alpha > 1) };
        let mut score = go(reduced, alpha, alpha + 1)?;
        if score > alpha && reduced < next {
            score = go(next, alpha, alpha + 1)?;
        }
        if score > alpha && score < beta {
            score = go(next, alpha, beta)?;
        }
        Ok(score)
    }

    /// The score of a position at a ply, for its player to move.
    fn search(&mut self, node: &Child, depth: i32, ply: usize, mut alpha: i32, mut beta: i32) -> Result<i32, Halt> {
        self.count(1)?;
        self.deepest = self.deepest.max(ply);
        let is_pv = beta - alpha > 1;
        if is_pv {
            self.lines[ply].clear();
        }
        if let Some(score) = self.drawn(&node.position, ply) {
            return Ok(score);
        }
        if depth <= 0 {
            return Ok(if self.full { DRAW } else { node.logit });
        }
        if !is_pv {
            // A win takes the opponent's next turn at least, a loss this one.
            alpha = alpha.max(loss_at(ply + 1));
            beta = beta.min(win_at(ply + 2));
            if alpha >= beta {
                return Ok(alpha);
            }
        }
        let key = node.position.hash() ^ if self.full { FULL_KEY } else { 0 };
        let mut first = 0;
        if let Some(entry) = self.shared.table.get(key) {
            first = entry.cell;
            let score = from_table(entry.score, ply);
            if (!is_pv || is_proven(score) && !self.full) && self.decides(&entry, score, depth, alpha, beta) {
                return Ok(score);
            }
        }
        if self.full
            && let Some(entry) = self.shared.table.get(node.position.hash())
        {
            let score = from_table(entry.score, ply);
            first = if first == 0 { entry.cell } else { first };
            if !is_pv && self.is_certain(&entry, score, alpha, beta) {
                return Ok(score);
            }
        }
        let prunes = !is_pv && !self.full && !is_proven(alpha) && !is_proven(beta);
        if prunes && depth <= STAND_DEPTH && node.logit - STAND_MARGIN * depth >= beta {
            return Ok(node.logit);
        }
        let tied = std::mem::replace(&mut self.tied, CLEAN);
        if ply + 2 > self.max_plies {
            // A win by a forced pass would count as a draw here, and not on a shorter way to the position.
            self.tied = -1;
        }
        let start = alpha;
        let (best, cell) = if depth == 1 {
            self.frontier(node, first, ply, (alpha, beta), is_pv, prunes)?
        } else {
            self.moves(node, first, depth, ply, (alpha, beta), is_pv, prunes)?
        };
        if self.tied >= ply as i32 {
            self.tied = CLEAN;
            let bound = match best {
                _ if best >= beta => Bound::Lower,
                _ if best > start => Bound::Exact,
                _ => Bound::Upper,
            };
            let depth = depth.min(MAX_DEPTH) as u8;
            self.shared.table.set(key, Entry { score: to_table(best, ply), bound, depth, cell });
        }
        self.tied = self.tied.min(tied);
        Ok(best)
    }

    /// A node whose moves lead to leaves.
    fn frontier(
        &mut self,
        node: &Child,
        first: u8,
        ply: usize,
        (alpha, beta): (i32, i32),
        is_pv: bool,
        prunes: bool,
    ) -> Result<(i32, u8), Halt> {
        let (color, before) = (node.position.turn(), node.cell);
        let [a, b, c] = self.order.likely(color, ply, before);
        let tried = &mut self.tried[ply];
        tried.clear();
        let (best, cell) = at_best(Frontier {
            position: &node.position,
            evaluation: self.shared.evaluation,
            history: self.order.history(color),
            likely: [first, a, b, c],
            alpha,
            beta,
            ply,
            max_plies: self.max_plies,
            most: if prunes { FRONTIER_MOVES } else { usize::MAX },
            tried,
        });
        let count = tried.len();
        if best >= beta {
            self.order.cut(color, ply, before, cell, 1, &tried[..count - 1]);
        }
        if is_pv && best > alpha {
            self.lines[ply].push(cell);
        }
        self.deepest = self.deepest.max(ply + 1);
        self.count(count as u64)?;
        Ok((best, cell))
    }

    /// A node whose moves are searched one by one.
    #[allow(clippy::too_many_arguments)]
    fn moves(
        &mut self,
        node: &Child,
        first: u8,
        depth: i32,
        ply: usize,
        (mut alpha, beta): (i32, i32),
        is_pv: bool,
        prunes: bool,
    ) -> Result<(i32, u8), Halt> {
        let (position, evaluation) = (&node.position, self.shared.evaluation);
        let color = position.turn();
        let mut children = std::mem::take(&mut self.children[ply]);
        children.clear();
        self.tried[ply].clear();
        self.path.truncate(ply);
        self.path.push(position.hash());
        // The move of the table often is enough, and then the others need not be looked at.
        if first != 0 {
            at_best(Expand { position, which: Which::Only(first), evaluation, children: &mut children });
        }
        let which = if children.is_empty() { Which::All } else { Which::But(first) };
        let (mut best, mut best_cell) = (-INFINITE, 0);
        let mut expanded = false;
        for i in 0.. {
            if i == children.len() && !expanded {
                at_best(Expand { position, which, evaluation, children: &mut children });
                self.rank(&mut children[i..], node, ply);
                expanded = true;
            }
            if i == children.len() {
                break;
            }
            if expanded {
                let next = (i..children.len()).max_by_key(|&k| (children[k].rank, usize::MAX - k)).unwrap_or(i);
                children.swap(i, next);
            }
            let child = &children[i];
            let cell = child.cell;
            if prunes && expanded && depth <= LATE_DEPTH && i >= LATE_MOVES * depth as usize && !is_loss(best) {
                break;
            }
            if prunes && i > 0 && depth <= FUTILE_DEPTH && child.end == End::Open && !is_loss(best) {
                let hoped = FUTILE_MARGIN * (depth - 1) - child.logit;
                if hoped <= alpha {
                    best = best.max(hoped);
                    continue;
                }
            }
            if is_pv {
                self.lines[ply + 1].clear();
            }
            let score = match child.decided(ply, self.max_plies) {
                Some(score) => {
                    self.count(1)?;
                    score
                }
                None => self.child(child, depth, ply, i, alpha, beta)?,
            };
            if score > best {
                (best, best_cell) = (score, cell);
                if score > alpha {
                    alpha = score;
                    if is_pv {
                        let (upper, lower) = self.lines.split_at_mut(ply + 1);
                        upper[ply].clear();
                        upper[ply].push(cell);
                        upper[ply].extend_from_slice(&lower[0]);
                    }
                }
                if alpha >= beta {
                    self.order.cut(color, ply, node.cell, cell, depth, &self.tried[ply]);
                    break;
                }
            }
            self.tried[ply].push(cell);
        }
        self.children[ply] = children;
        if best == -INFINITE {
            // There is only the pass, which loses (R10).
            best = loss_at(ply + 1);
        }
        Ok((best, best_cell))
    }

    /// Says how promising the moves are: by the evaluation of what they lead to, and by what was good elsewhere.
    fn rank(&self, children: &mut [Child], node: &Child, ply: usize) {
        let color = node.position.turn();
        let history = self.order.history(color);
        let likely = self.order.likely(color, ply, node.cell);
        for child in children {
            child.rank = match child.end {
                End::NoReply => INFINITE,
                End::Suicide => -INFINITE,
                End::Open => history[usize::from(child.cell)] / HISTORY_WEIGHT - child.logit,
            };
            if likely.contains(&child.cell) {
                child.rank += LIKELY_BONUS;
            }
        }
    }

    /// Whether the line ends at this position as a draw: a position on it repeats, or one of the game for the third time (R13), or it is
    /// as long as lines may be. Who wins needs no repetition for it, so the first one on a line is enough.
    fn drawn(&mut self, position: &Position, ply: usize) -> Option<i32> {
        let root = self.shared.root;
        self.path.truncate(ply);
        let since = if ply >= MAX_PLY.min(self.max_plies) {
            -1
        } else if let Some(at) = self.path.iter().position(|&hash| hash == position.hash()) {
            at as i32
        } else if root.is_draw(position.hash(), &self.path) {
            -1
        } else {
            return None;
        };
        self.tied = self.tied.min(since);
        Some(DRAW)
    }

    /// Whether what the table says of a position is enough. A proven score is, whatever the depth, unless the line would be too long here.
    #[inline]
    fn decides(&self, entry: &Entry, score: i32, depth: i32, alpha: i32, beta: i32) -> bool {
        if is_proven(score) && (WIN - score.abs()) as usize > self.max_plies {
            return false;
        }
        match entry.bound {
            Bound::Exact => i32::from(entry.depth) >= depth || is_proven(score),
            Bound::Lower => score >= beta && (i32::from(entry.depth) >= depth || is_win(score)),
            Bound::Upper => score <= alpha && (i32::from(entry.depth) >= depth || is_loss(score)),
        }
    }

    /// Whether what a search that leaves moves out says of a position is enough where none is: that a win wins, and a loss loses, at
    /// least as fast. That it is no faster, it does not know.
    #[inline]
    fn is_certain(&self, entry: &Entry, score: i32, alpha: i32, beta: i32) -> bool {
        let says_enough = if is_win(score) {
            entry.bound != Bound::Upper && score >= beta
        } else {
            is_loss(score) && entry.bound != Bound::Lower && score <= alpha
        };
        says_enough && (WIN - score.abs()) as usize <= self.max_plies
    }

    /// Counts positions, and halts when the search is to stop.
    #[inline]
    fn count(&mut self, nodes: u64) -> Result<(), Halt> {
        if self.credit < nodes {
            self.refill(nodes)?;
        }
        self.credit -= nodes;
        self.nodes += nodes;
        Ok(())
    }

    #[cold]
    fn refill(&mut self, nodes: u64) -> Result<(), Halt> {
        let shared = self.shared;
        let budget = shared.budget;
        if shared.stopped().is_some() || self.full && self.nodes > self.most_nodes {
            return Err(Halt);
        }
        if let Some(why) = budget.is_up(self.started) {
            shared.stop(why);
            return Err(Halt);
        }
        if self.reports && budget.wants_report() && !self.shown.is_empty() {
            let facts = Facts { root: shared.root, table: shared.table, moves: &self.shown, exact: false, others: &[] };
            let nodes = shared.nodes.load(Ordering::Relaxed);
            let counts = Report { iterations: nodes, nodes, depth: self.deepest as u32, ..facts.report() };
            budget.publish(counts);
        }
        let missing = nodes - self.credit;
        let wanted = missing.max(PORTION);
        let before = shared.nodes.fetch_add(wanted, Ordering::Relaxed);
        let left = wanted.min(budget.limits.nodes.saturating_sub(before));
        let taken = budget.take_visits(left);
        budget.watch.control.advance(taken);
        if taken < missing {
            shared.stop(if left < missing { Stop::Nodes } else { Stop::Visits });
            self.nodes += self.credit + taken;
            self.credit = 0;
            return Err(Halt);
        }
        self.credit += taken;
        Ok(())
    }
}

/// Up to this depth a node whose evaluation is above beta by this for each ply is not searched.
const STAND_DEPTH: i32 = 2;
const STAND_MARGIN: i32 = 500;

/// Up to this depth a move is not searched if the evaluation of what it leads to is below alpha by this for each ply that is left.
const FUTILE_DEPTH: i32 = 3;
const FUTILE_MARGIN: i32 = 300;

/// Up to this depth only so many moves for each ply are searched, and so many one ply above the leaves.
const LATE_DEPTH: i32 = 4;
const LATE_MOVES: usize = 6;
const FRONTIER_MOVES: usize = 24;

/// What the order of moves is made of besides the evaluation: history over this, and a bonus for killers and answers.
const HISTORY_WEIGHT: i32 = 32;
const LIKELY_BONUS: i32 = 300;

/// The plies by which a later move is searched less deep at first.
#[inline]
fn reduction(depth: i32, place: usize, is_pv: bool) -> i32 {
    if depth < 3 || place < 3 {
        return 0;
    }
    let log = |n: u32| (32 * n.ilog2() + ((32 * n) >> n.ilog2()) - 32) as i32;
    let reduction = log(depth as u32) * log(place as u32) / (32 * 32 * 2) - i32::from(is_pv);
    reduction.clamp(0, depth - 2)
}
