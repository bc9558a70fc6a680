//! The report of a tree search: what the root's children and the lines behind them say.

use super::arena::{Arena, Block, DRAW, Edge, LOSS, Stats, WIN, read};
use super::cell;
use super::worker::Shared;
use crate::color::Color;
use crate::evaluation::chance;
use crate::moves::Move;
use crate::search::Settings;
use crate::search::engine::Engine;
use crate::search::limits::Stop;
use crate::search::report::{Line, Proof, Report, Verdict, all_for, visit_shares};
use std::time::Duration;

/// The lines of a report.
const LINES: usize = 8;

/// The plies of a line.
const PLIES: usize = 40;

/// A child of the root, to be compared with the others.
struct Candidate {
    child: usize,
    edge: Edge,
    stats: Stats,
    /// What the evaluation says, where it was asked for want of visits.
    guess: f32,
}

impl Candidate {
    /// Better children have greater keys: proven wins, the faster the better; then what is open, by visits; then losses, the slower the
    /// better.
    fn key(&self) -> (u8, u64, u64) {
        let plies = u64::from(self.edge.plies());
        match self.edge.proven() {
            WIN => (3, u64::MAX - plies, 0),
            LOSS => (1, plies, self.stats.visits()),
            // A draw is as good as its visits say, unless all else is lost.
            _ => (2, self.stats.visits(), self.stats.sum()),
        }
    }

    /// Whether it was visited or proven.
    fn is_known(&self) -> bool {
        self.edge.proven() != 0 || self.stats.visits() > 0
    }

    fn chance(&self) -> f32 {
        match self.edge.proven() {
            WIN => 1.0,
            LOSS => 0.0,
            DRAW => 0.5,
            _ => self.stats.mean().unwrap_or(self.guess.max(0.0)),
        }
    }
}

fn candidates(node: Block) -> Vec<Candidate> {
    let mut all: Vec<Candidate> = (0..node.count())
        .map(|child| Candidate { child, edge: node.edge(child), stats: read(&node.stats()[child]), guess: f32::NAN })
        .collect();
    all.sort_by_key(|candidate| std::cmp::Reverse(candidate.key()));
    all
}

/// Orders the moves that are open by the evaluation if none of them was visited.
fn guess(shared: &Shared, all: &mut [Candidate]) {
    let open = |candidate: &Candidate| candidate.edge.proven() == 0 && candidate.stats.visits() == 0;
    if !all.first().is_some_and(open) {
        return;
    }
    let count = all.iter().take_while(|candidate| open(candidate)).count();
    for candidate in &mut all[..count] {
        let after = shared.root.position.clone_and_play(move_of(shared, candidate.edge)).0;
        // Who ends the game by its move has lost it (R11), so nothing is behind that.
        candidate.guess = if after.is_over() { -1.0 } else { 1.0 - chance(shared.evaluation.logit(&after)) };
    }
    all[..count].sort_by(|a, b| b.guess.total_cmp(&a.guess));
}

fn move_of(shared: &Shared, edge: Edge) -> Move {
    cell::move_of(shared.root.position.board(), edge.cell())
}

fn proof(edge: Edge, plies_before: u32) -> Option<Proof> {
    let verdict = match edge.proven() {
        WIN => Verdict::Win,
        DRAW => Verdict::Draw,
        LOSS => Verdict::Loss,
        _ => return None,
    };
    Some(Proof { verdict, plies: u32::from(edge.plies()) + plies_before, exact: false })
}

/// The moves from a child on, each the best one known.
fn line(shared: &Shared, arena: &Arena, first: &Candidate) -> Vec<Move> {
    let mut moves = vec![move_of(shared, first.edge)];
    let mut edge = first.edge;
    // Of threads that prove at once one may know of a shorter way than the moves here show.
    let most = proof(edge, 1).map_or(PLIES, |proof| (proof.plies as usize).min(PLIES));
    while let Some(at) = edge.block()
        && moves.len() < most
    {
        let Some(best) = candidates(arena.block(at)).into_iter().next().filter(|best| best.stats.visits() > 0) else {
            break;
        };
        edge = best.edge;
        moves.push(move_of(shared, edge));
    }
    moves
}

/// What has been found so far.
pub(super) fn report(shared: &Shared, settings: &Settings, iterations: u64, depth: u32, elapsed: Duration) -> Report {
    let arena = shared.arena;
    let position = &shared.root.position;
    let size = position.size();
    let actions = Move::action_count(size, position.with_pie());
    let base = arena.block(shared.base);
    let mut report = Report {
        size,
        turn: position.turn(),
        mover: position.participant(),
        mover_color: position.turn(),
        engine: if settings.engine == Engine::Uct { Engine::Uct } else { Engine::Grave },
        threads: settings.threads,
        best: Move::Pass,
        light_chance: 0.5,
        proven: None,
        lines: Vec::new(),
        visits: vec![0; actions],
        values: vec![f32::NAN; actions],
        priors: vec![f32::NAN; actions],
        policy: all_for(Move::Pass.action(size), actions),
        iterations,
        nodes: arena.nodes(),
        depth,
        memory: arena.used(),
        elapsed,
        stopped: shared.reason().unwrap_or(Stop::Cancelled),
    };
    let Some(root) = base.edge(0).block().map(|at| arena.block(at)) else { return report };
    let mut all = candidates(root);
    guess(shared, &mut all);
    for (rank, candidate) in all.iter().enumerate() {
        let moves = if rank < LINES { line(shared, arena, candidate) } else { Vec::new() };
        let action = usize::from(move_of(shared, candidate.edge).action(size));
        report.visits[action] = candidate.stats.visits();
        if candidate.is_known() {
            report.values[action] = candidate.chance();
        }
        if rank > 0 && candidate.stats.visits() == 0 || moves.is_empty() {
            continue;
        }
        report.lines.push(Line {
            moves,
            visits: candidate.stats.visits(),
            win_chance: candidate.chance(),
            proven: proof(candidate.edge, 1),
        });
    }
    let best = &all[0];
    report.best = report.lines[0].moves[0];
    report.policy = visit_shares(&report.visits, report.best.action(size));
    let chance = best.chance();
    report.light_chance = if position.turn() == Color::Light { chance } else { 1.0 - chance };
    // Proven for who moved into the root, so the other way round for who is to move.
    report.proven = proof(base.edge(0), 0).map(|proof| Proof { verdict: !proof.verdict, ..proof });
    debug_assert!(all.iter().enumerate().all(|(i, c)| i == 0 || c.child != all[i - 1].child));
    report
}
