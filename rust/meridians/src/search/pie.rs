//! The pie opening (R12) by search: a pair of first stones that is as even as can be, and the better colour in answer to a pair.
//!
//! Whoever proposes a pair with the chance p for Light wins with the chance min(p, 1 - p), for the opponent chooses. So pairs are
//! searched as if the answer were `keep`, many briefly and the most even ones again and longer (sequential halving: Z. Karnin, T. Koren,
//! O. Somekh, ICML 2013).

use super::Searcher;
use super::limits::{Budget, Limits, Stop};
use super::report::{Line, Proof, Report};
use super::root::Root;
use crate::color::Color;
use crate::moves::Move;
use crate::position::Position;
use crate::random::split_mix;
use crate::symmetry::Symmetry;

/// The pairs that are looked at for a first stone.
const PAIRS: usize = 64;

/// A pair of first stones and what is known of it.
struct Pair {
    /// The stones still to be placed, Light's first.
    moves: Vec<Move>,
    /// The position after `keep`.
    position: Position,
    light_chance: f32,
    line: Vec<Move>,
}

/// Searches a position in which the pie is open, with an engine that knows nothing of pies.
pub(super) fn run(searcher: &mut dyn Searcher, root: &Root, budget: &Budget, seed: u64) -> Report {
    if root.position.awaits_answer() { answer(searcher, root, budget) } else { propose(searcher, root, budget, seed) }
}

/// The report of a search behind `keep`, told for the open pie: without moves, of the participant to move.
fn told_for(position: &Position, behind: Report) -> Report {
    let actions = Move::action_count(position.size(), true);
    Report {
        turn: position.turn(),
        mover: position.participant(),
        // Participant 0 opens with Light, and who answers `keep` has Dark.
        mover_color: if position.awaits_answer() { Color::Dark } else { Color::Light },
        proven: None,
        lines: Vec::new(),
        visits: vec![0; actions],
        values: vec![f32::NAN; actions],
        priors: vec![f32::NAN; actions],
        ..behind
    }
}

/// `keep` or `swap`: one search of the position that both lead to.
fn answer(searcher: &mut dyn Searcher, root: &Root, budget: &Budget) -> Report {
    let size = root.position.size();
    let mut kept = root.position;
    kept.play_unchecked(Move::Keep);
    let kept = root.at(kept);
    let behind = searcher.run(&kept, &budget.quiet(budget.limits));
    let light = behind.light_chance;
    // What is proven for Light, who moves next, is proven for who swaps.
    let by_swap = behind.proven.map(|proof| Proof { plies: proof.plies + 1, ..proof });
    let by_keep = by_swap.map(|proof| Proof { verdict: !proof.verdict, ..proof });
    let visits = behind.lines.iter().map(|line| line.visits).sum();
    let rest = behind.lines.first().map(|line| line.moves.clone()).unwrap_or_default();
    let line = |mv: Move, win_chance: f32, proven: Option<Proof>| {
        let moves = [mv].into_iter().chain(rest.iter().copied()).collect();
        Line { moves, visits, win_chance, proven }
    };
    let mut lines = vec![line(Move::Swap, light, by_swap), line(Move::Keep, 1.0 - light, by_keep)];
    if light < 0.5 {
        lines.reverse();
    }
    let mut report = told_for(&root.position, behind);
    for line in &lines {
        let action = usize::from(line.moves[0].action(size));
        (report.visits[action], report.values[action]) = (line.visits, line.win_chance);
    }
    report.best = lines[0].moves[0];
    report.proven = lines[0].proven;
    report.lines = lines;
    report
}

/// The next stone of an even pair.
fn propose(searcher: &mut dyn Searcher, root: &Root, budget: &Budget, seed: u64) -> Report {
    let size = root.position.size();
    let most = usize::try_from(budget.limits.visits).unwrap_or(usize::MAX).max(1);
    let mut pairs = pairs(&root.position, seed);
    pairs.truncate(most.min(if root.position.turn() == Color::Light { PAIRS } else { usize::MAX }));
    let rounds = pairs.len().next_power_of_two().trailing_zeros().max(1);
    let mut report: Option<Report> = None;
    let (mut iterations, mut depth) = (0, 0);
    let mut told = told_visits(size);
    let mut stopped = Stop::Visits;
    'rounds: for round in 0..rounds {
        let count = pairs.len() as u64;
        let share = u64::from(rounds) * count;
        let limits = Limits {
            visits: (budget.limits.visits / share).max(1),
            nodes: budget.limits.nodes,
            time: budget.limits.time / u32::try_from(share).unwrap_or(u32::MAX),
        };
        for pair in &mut pairs {
            if iterations >= budget.limits.visits {
                break 'rounds;
            }
            searcher.reset();
            let limits = Limits { visits: limits.visits.min(budget.limits.visits - iterations), ..limits };
            let part = searcher.run(&root.at(pair.position), &budget.quiet(limits));
            iterations += part.iterations;
            depth = depth.max(part.depth);
            pair.light_chance = part.light_chance;
            pair.line = part.lines.first().map(|line| line.moves.clone()).unwrap_or_default();
            let action = usize::from(pair.moves[0].action(size));
            told.0[action] += part.iterations;
            // Of several pairs with this stone the most even one counts, once more closely looked at.
            let value = evenness(pair.light_chance);
            if round > 0 || told.1[action].is_nan() || told.1[action] < value {
                told.1[action] = value;
            }
            stopped = part.stopped;
            report = Some(part);
            if matches!(stopped, Stop::Cancelled | Stop::Evaluator) {
                break 'rounds;
            }
        }
        // Stable, so equally even pairs keep their order.
        pairs.sort_by(|a, b| evenness(b.light_chance).total_cmp(&evenness(a.light_chance)));
        pairs.truncate(pairs.len().div_ceil(2));
    }
    pairs.sort_by(|a, b| evenness(b.light_chance).total_cmp(&evenness(a.light_chance)));
    // There was time for at least one search.
    let mut report = told_for(&root.position, report.unwrap_or_else(|| unreachable!("at least one pair is searched")));
    report.best = pairs[0].moves[0];
    report.light_chance = pairs[0].light_chance;
    (report.iterations, report.depth, report.stopped) = (iterations, depth + 3, stopped);
    (report.visits, report.values) = told;
    let mut first: Vec<Move> = Vec::new();
    for pair in &pairs {
        if pair.line.is_empty() || first.contains(&pair.moves[0]) {
            continue;
        }
        first.push(pair.moves[0]);
        let answer = if pair.light_chance >= 0.5 { Move::Swap } else { Move::Keep };
        report.lines.push(Line {
            moves: pair.moves.iter().copied().chain([answer]).chain(pair.line.iter().copied()).collect(),
            visits: report.visits[usize::from(pair.moves[0].action(size))],
            win_chance: evenness(pair.light_chance),
            proven: None,
        });
    }
    report
}

/// The chance of who proposes a pair, when the opponent takes the better colour.
fn evenness(light_chance: f32) -> f32 {
    // A pair that nobody looked at is behind all others.
    if light_chance.is_nan() { -1.0 } else { light_chance.min(1.0 - light_chance) }
}

fn told_visits(size: crate::geometry::Size) -> (Vec<u64>, Vec<f32>) {
    let actions = Move::action_count(size, true);
    (vec![0; actions], vec![f32::NAN; actions])
}

/// The pairs that the position can still lead to, in random order, of symmetric ones one.
fn pairs(position: &Position, seed: u64) -> Vec<Pair> {
    let board = position.board();
    let mut all = Vec::new();
    let (first, kept): (Vec<Option<Move>>, Vec<Symmetry>) = if position.turn() == Color::Light {
        (position.placements(Color::Light).iter().map(|point| Some(Move::Place(point))).collect(), vec![])
    } else {
        (vec![None], Symmetry::ALL.into_iter().filter(|&s| position.transformed(s) == *position).collect())
    };
    for light in first {
        let mut after = *position;
        if let Some(mv) = light {
            after.play_unchecked(mv);
        }
        for point in after.placements(Color::Dark) {
            if kept.iter().any(|s| s.point(board, point) < point) {
                continue;
            }
            let mut kept = after;
            kept.play_unchecked(Move::Place(point));
            kept.play_unchecked(Move::Keep);
            let moves = light.into_iter().chain([Move::Place(point)]).collect();
            all.push(Pair { moves, position: kept, light_chance: f32::NAN, line: Vec::new() });
        }
    }
    let mut keyed: Vec<(u64, Pair)> =
        all.into_iter().enumerate().map(|(i, pair)| (split_mix(seed, i as u64), pair)).collect();
    keyed.sort_by_key(|&(key, _)| key);
    keyed.into_iter().map(|(_, pair)| pair).collect()
}
