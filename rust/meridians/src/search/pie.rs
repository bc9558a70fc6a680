//! The pie opening (R12) by search: a pair of first stones that is as even as can be, and the better colour in answer to a pair.
//!
//! Whoever proposes a pair with the chance p for Light wins with the chance min(p, 1 - p), for the opponent chooses. So pairs are
//! searched as if the answer were `keep`, many briefly and the most even ones again and longer (sequential halving: Z. Karnin, T. Koren,
//! O. Somekh, ICML 2013).

use super::Searcher;
use super::limits::{Budget, Limits, Stop};
use super::report::{Line, Proof, Report, Verdict, all_for, visit_shares};
use super::root::Root;
use crate::color::Color;
use crate::moves::Move;
use crate::position::Position;
use crate::random::split_mix;
use crate::symmetry::Symmetry;
use std::time::Duration;

/// The pairs that are looked at for a first stone.
const PAIRS: usize = 64;

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
        policy: vec![0.0; actions],
        ..behind
    }
}

/// `keep` or `swap`: one search of the position that both lead to.
fn answer(searcher: &mut dyn Searcher, root: &Root, budget: &Budget) -> Report {
    let mut kept = root.position;
    kept.play_unchecked(Move::Keep);
    let telling = |behind: Report| answered(&root.position, behind);
    answered(&root.position, searcher.run(&root.at(kept), &budget.part(budget.limits, &telling)))
}

/// What a search behind `keep` says of the answers.
fn answered(position: &Position, behind: Report) -> Report {
    let size = position.size();
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
    let mut report = told_for(position, behind);
    for line in &lines {
        let action = usize::from(line.moves[0].action(size));
        (report.visits[action], report.values[action]) = (line.visits, line.win_chance);
    }
    report.best = lines[0].moves[0];
    report.policy = all_for(report.best.action(size), report.visits.len());
    report.proven = lines[0].proven;
    report.lines = lines;
    if report.stopped == Stop::OnlyMove {
        // One move behind the answer, not instead of it.
        report.stopped = Stop::Depth;
    }
    report
}

/// A pair of first stones and what is known of it.
#[derive(Clone)]
struct Pair {
    /// The stones still to be placed, Light's first.
    moves: Vec<Move>,
    /// The position after `keep`.
    position: Position,
    light_chance: f32,
    line: Vec<Move>,
    /// The result for who proposes the pair.
    proven: Option<Proof>,
}

impl Pair {
    /// The chance of who proposes it, when the opponent takes the better colour.
    fn evenness(&self) -> f32 {
        // A pair that nobody looked at is behind all others.
        if self.light_chance.is_nan() { -1.0 } else { self.light_chance.min(1.0 - self.light_chance) }
    }
}

/// What is known of all pairs, and what it took.
#[derive(Clone)]
struct Proposal {
    position: Position,
    pairs: Vec<Pair>,
    /// Whether these are all pairs there are.
    is_complete: bool,
    /// By the first of the stones still to be placed.
    visits: Vec<u64>,
    values: Vec<f32>,
    searches: u64,
    iterations: u64,
    nodes: u64,
    depth: u32,
    /// The search so far.
    time: Duration,
}

impl Proposal {
    fn new(position: &Position, seed: u64) -> Proposal {
        let actions = Move::action_count(position.size(), true);
        Proposal {
            position: *position,
            pairs: pairs(position, seed),
            is_complete: true,
            visits: vec![0; actions],
            values: vec![f32::NAN; actions],
            searches: 0,
            iterations: 0,
            nodes: 0,
            depth: 0,
            time: Duration::ZERO,
        }
    }

    fn keep_first(&mut self, count: usize) {
        self.is_complete &= count >= self.pairs.len();
        self.pairs.truncate(count);
    }

    /// Enters what a search of a pair found.
    fn enter(&mut self, pair: usize, part: &Report, is_first_look: bool) {
        let size = self.position.size();
        let pair = &mut self.pairs[pair];
        pair.light_chance = part.light_chance;
        pair.line = part.lines.first().map(|line| line.moves.clone()).unwrap_or_default();
        let plies = pair.moves.len() as u32 + 1;
        pair.proven = part.proven.map(|proof| Proof {
            // The opponent takes the side that wins.
            verdict: if proof.verdict == Verdict::Draw { Verdict::Draw } else { Verdict::Loss },
            plies: proof.plies + plies,
            exact: false,
        });
        self.searches += 1;
        self.iterations += part.iterations;
        self.nodes += part.nodes;
        self.depth = self.depth.max(part.depth + plies);
        let action = usize::from(pair.moves[0].action(size));
        self.visits[action] += part.iterations;
        // Of several pairs with this stone the most even one counts, once more closely looked at.
        let (value, evenness) = (&mut self.values[action], pair.evenness());
        if !is_first_look || value.is_nan() || *value < evenness {
            *value = evenness;
        }
    }

    /// What is left of the limits for each of so many searches; the reason to stop if it is not enough for one.
    fn share(&self, searcher: &dyn Searcher, pair: usize, limits: &Limits, searches: u64) -> Result<Limits, Stop> {
        let least = searcher.least(&self.pairs[pair].position);
        let left = Limits {
            visits: limits.visits.saturating_sub(self.iterations),
            nodes: limits.nodes.saturating_sub(self.nodes),
            time: limits.time.saturating_sub(self.time),
        };
        // The first search is made whatever the limits.
        if self.searches > 0 {
            if left.visits < least.0 {
                return Err(Stop::Visits);
            }
            if left.nodes < least.1 {
                return Err(Stop::Nodes);
            }
            if left.time.is_zero() {
                return Err(Stop::Time);
            }
        }
        Ok(Limits {
            visits: (left.visits / searches).max(least.0),
            nodes: (left.nodes / searches).max(least.1),
            time: left.time / u32::try_from(searches).unwrap_or(u32::MAX),
        })
    }

    /// Sorts the places of pairs by evenness, and proven losses by their length; equal ones keep their order.
    fn sort(&self, places: &mut [usize]) {
        let plies = |place: usize| self.pairs[place].proven.map(|proof| proof.plies);
        let evenness = |place: usize| self.pairs[place].evenness();
        places.sort_by(|&a, &b| evenness(b).total_cmp(&evenness(a)).then(plies(b).cmp(&plies(a))));
    }

    /// The result with a first stone, or with any: certain once that of each pair is.
    fn proven(&self, first: Option<Move>) -> Option<Proof> {
        let of_stone = self.pairs.iter().filter(|pair| first.is_none_or(|first| pair.moves[0] == first));
        let proofs: Vec<Proof> = of_stone.map(|pair| pair.proven).collect::<Option<_>>()?;
        proofs.into_iter().max_by_key(|proof| (proof.verdict, proof.plies)).filter(|_| self.is_complete)
    }

    /// The report of the whole, with what the search of a pair says of engine and memory.
    fn report(&self, part: Report, stopped: Stop) -> Report {
        let mut places: Vec<usize> = (0..self.pairs.len()).collect();
        self.sort(&mut places);
        let best = &self.pairs[places[0]];
        let mut report = Report {
            best: best.moves[0],
            light_chance: best.light_chance,
            proven: self.proven(None),
            visits: self.visits.clone(),
            policy: visit_shares(&self.visits, best.moves[0].action(self.position.size())),
            values: self.values.clone(),
            iterations: self.iterations,
            nodes: self.nodes,
            depth: self.depth,
            stopped,
            ..told_for(&self.position, part)
        };
        let mut first: Vec<Move> = Vec::new();
        for pair in places.into_iter().map(|place| &self.pairs[place]) {
            if pair.line.is_empty() || first.contains(&pair.moves[0]) {
                continue;
            }
            first.push(pair.moves[0]);
            let answer = if pair.light_chance >= 0.5 { Move::Swap } else { Move::Keep };
            report.lines.push(Line {
                moves: pair.moves.iter().copied().chain([answer]).chain(pair.line.iter().copied()).collect(),
                visits: report.visits[usize::from(pair.moves[0].action(report.size))],
                win_chance: pair.evenness(),
                proven: self.proven(Some(pair.moves[0])),
            });
        }
        report
    }
}

/// The next stone of an even pair.
fn propose(searcher: &mut dyn Searcher, root: &Root, budget: &Budget, seed: u64) -> Report {
    let mut proposal = Proposal::new(&root.position, seed);
    // Each round of halving takes as much as the first, so about twice as many searches as pairs have to be affordable.
    let least = searcher.least(&proposal.pairs[0].position);
    let affordable = (budget.limits.visits / (2 * least.0)).min(budget.limits.nodes / (2 * least.1));
    let most = if root.position.turn() == Color::Light { PAIRS } else { usize::MAX };
    proposal.keep_first(usize::try_from(affordable).unwrap_or(usize::MAX).clamp(1, most));
    let mut latest = None;
    let stopped = loop {
        let open: Vec<usize> = (0..proposal.pairs.len()).filter(|&i| proposal.pairs[i].proven.is_none()).collect();
        let count = open.len();
        if count == 0 {
            break if proposal.is_complete { Stop::Proven } else { Stop::Depth };
        }
        if let Err(reason) = halve(&mut proposal, open, &mut latest, searcher, root, budget) {
            break reason;
        }
        // Limits are left: as some pairs have been decided, others may have more.
        if proposal.pairs.iter().filter(|pair| pair.proven.is_none()).count() == count {
            break Stop::Depth;
        }
    };
    // The first search is made whatever the limits.
    match latest {
        Some(part) => proposal.report(part, stopped),
        None => unreachable!("at least one pair is searched"),
    }
}

/// Sequential halving of the pairs at some places, each round with as much of what is left as every other. An error is the reason to stop.
fn halve(
    proposal: &mut Proposal,
    mut places: Vec<usize>,
    latest: &mut Option<Report>,
    searcher: &mut dyn Searcher,
    root: &Root,
    budget: &Budget,
) -> Result<(), Stop> {
    let rounds = places.len().next_power_of_two().trailing_zeros().max(1);
    for round in 0..rounds {
        for (i, &pair) in places.iter().enumerate() {
            let searches = (places.len() - i) + (rounds - round - 1) as usize * places.len();
            let limits = proposal.share(searcher, pair, &budget.limits, searches as u64)?;
            searcher.reset();
            let started = (budget.clock)();
            let is_first_look = round == 0;
            let before = &*proposal;
            let telling = |part: Report| {
                let mut told = before.clone();
                told.enter(pair, &part, is_first_look);
                told.report(part, Stop::Cancelled)
            };
            let position = proposal.pairs[pair].position;
            let part = searcher.run(&root.at(position), &budget.part(limits, &telling));
            // The clock may be one of the time of this thread alone, while others searched.
            let spent = (budget.clock)().saturating_sub(started);
            proposal.time += if part.stopped == Stop::Time { spent.max(limits.time) } else { spent };
            proposal.enter(pair, &part, is_first_look);
            let stopped = part.stopped;
            *latest = Some(part);
            if matches!(stopped, Stop::Cancelled | Stop::Evaluator) {
                return Err(stopped);
            }
        }
        places.retain(|&place| proposal.pairs[place].proven.is_none());
        proposal.sort(&mut places);
        places.truncate(places.len().div_ceil(2));
    }
    // All that is left may be less than one search takes, or nothing.
    places.first().map_or(Ok(()), |&pair| proposal.share(searcher, pair, &budget.limits, 1).map(drop))
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
            all.push(Pair { moves, position: kept, light_chance: f32::NAN, line: Vec::new(), proven: None });
        }
    }
    let mut keyed: Vec<(u64, Pair)> =
        all.into_iter().enumerate().map(|(i, pair)| (split_mix(seed, i as u64), pair)).collect();
    keyed.sort_by_key(|&(key, _)| key);
    keyed.into_iter().map(|(_, pair)| pair).collect()
}
