//! A look by alpha-beta before the tree grows: a few percent of the search, for what is decided by force within a few plies. Trees see
//! averages first, and can be late to see that one reply refutes a move, or that one move wins.

use super::arena::{Arena, At, DRAW, LOSS, WIN};
use super::cell::cell_of;
use super::worker::prove_upwards;
use crate::search::alphabeta::AlphaBeta;
use crate::search::engine::Engine;
use crate::search::limits::{Budget, Limits, Stop};
use crate::search::report::{Line, Report, Verdict, all_for};
use crate::search::root::Root;
use crate::search::{Searcher, Settings};
use std::time::Duration;

/// The part of the memory that alpha-beta's table may take.
const MEMORY_SHARE: u64 = 8;

/// With so many free points or fewer, endings are played out exactly.
const FEW_POINTS: u32 = 20;

/// The part of the time that the look may take, one in so many, and the positions for two visits; with many and with few free points.
const TIME_SHARE: [u32; 2] = [12, 2];
const POSITIONS: [u64; 2] = [1, 64];

/// It takes so many positions at most; more of them find little that the tree would not, and a search that is cancelled early is to have
/// a tree.
const MOST_NODES: [u64; 2] = [1 << 19, 1 << 21];

/// With fewer it sees no more than the tree does.
const LEAST_NODES: u64 = 100;

/// A tree with fewer visits says less than a look.
const FEW_VISITS: u64 = 100;

/// The memory that is left for the tree.
pub(super) const fn memory_of_tree(settings: &Settings) -> u64 {
    settings.memory - settings.memory / MEMORY_SHARE
}

/// Alpha-beta, and what it saw last.
pub(super) struct Look {
    engine: AlphaBeta,
    seen: Option<Report>,
}

impl Look {
    pub(super) fn new(settings: &Settings) -> Look {
        let settings = Settings { memory: settings.memory / MEMORY_SHARE, ..settings.clone() };
        Look { engine: AlphaBeta::new(&settings), seen: None }
    }

    /// Takes a look, and gives the time it took by the clock of the budget.
    pub(super) fn take(&mut self, root: &Root, budget: &Budget) -> Duration {
        self.seen = None;
        let few = usize::from(root.position.empty().count() <= FEW_POINTS as usize);
        let nodes =
            (budget.limits.visits.saturating_mul(POSITIONS[few]) / 2).min(budget.limits.nodes).min(MOST_NODES[few]);
        if nodes < LEAST_NODES {
            return Duration::ZERO;
        }
        let started = (budget.clock)();
        let limits = Limits { visits: nodes, nodes, time: budget.limits.time / TIME_SHARE[few] };
        self.engine.reset();
        let telling = |report: Report| Report { engine: Engine::Grave, iterations: 0, nodes: 0, ..report };
        self.seen = Some(self.engine.run(root, &budget.part(limits, &telling)));
        (budget.clock)().saturating_sub(started)
    }

    /// The bytes of the table.
    pub(super) fn memory(&self) -> u64 {
        self.seen.as_ref().map_or(0, |seen| seen.memory)
    }

    /// Marks in the tree the moves whose result the look has proven.
    pub(super) fn mark(&self, arena: &Arena, base: At, root: &Root) {
        let base = arena.block(base);
        let Some(node) = base.edge(0).block().map(|at| arena.block(at)) else { return };
        let board = root.position.board();
        for line in self.lines() {
            let (Some(proof), Some(&first)) = (line.proven, line.moves.first()) else { continue };
            let cell = cell_of(board, first);
            let proven = match proof.verdict {
                Verdict::Win => WIN,
                Verdict::Draw => DRAW,
                Verdict::Loss => LOSS,
            };
            // Of symmetric moves the tree has one.
            if let Some(child) = (0..node.count()).find(|&child| node.edge(child).cell() == cell) {
                node.prove(child, proven, proof.plies.saturating_sub(1) as u16);
            }
        }
        prove_upwards(arena, &[(base, 0)]);
    }

    /// Puts what only the look knows into the report of the tree: the lines of proven moves to their ends.
    pub(super) fn complete(&self, report: &mut Report) {
        self.stand_in(report);
        for line in &mut report.lines {
            let known = self.lines().find(|known| known.moves.first() == line.moves.first() && known.proven.is_some());
            if let Some(known) = known.filter(|known| known.moves.len() > line.moves.len() && line.proven.is_some()) {
                line.moves.clone_from(&known.moves);
            }
        }
    }

    /// Where a search ended before the tree had anything to say, what the look saw is what it found.
    fn stand_in(&self, report: &mut Report) {
        let Some(seen) = self.seen.as_ref().filter(|_| report.iterations < FEW_VISITS && report.proven.is_none())
        else {
            return;
        };
        if matches!(report.stopped, Stop::Cancelled | Stop::Time)
            && let Some(best) = seen.lines.first()
        {
            report.lines.retain(|line| line.moves[0] != seen.best);
            let visits = report.visits[usize::from(seen.best.action(report.size))];
            report.lines.insert(0, Line { visits, ..best.clone() });
            let action = seen.best.action(report.size);
            report.values[usize::from(action)] = best.win_chance;
            report.policy = all_for(action, report.policy.len());
            (report.best, report.light_chance) = (seen.best, seen.light_chance);
        }
    }

    fn lines(&self) -> impl Iterator<Item = &Line> {
        self.seen.iter().flat_map(|seen| &seen.lines)
    }
}
