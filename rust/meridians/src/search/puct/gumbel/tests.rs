use super::super::tree::{Node, ROOT};
use super::super::{Evaluator, EvaluatorFailed, Puct, Scores, improved};
use super::*;
use crate::color::Color;
use crate::game::{Game, Repetition};
use crate::geometry::Size;
use crate::moves::Move;
use crate::rollout::rollout;
use crate::search::limits::{Budget, Limits, Watch, wall_clock};
use crate::search::root::Root;
use crate::search::{Engine, Report, Searcher, Settings, Stop};
use std::cell::Cell;
use std::time::Duration;

const SIZE: Size = Size::STANDARD;

/// A position with Light to move, from a random game.
fn start() -> Game {
    let mut game = Game::new(Position::new(SIZE, false), Repetition::Draw);
    for mv in rollout(game.position(), 3, 1, 200).unwrap().moves.into_iter().take(8) {
        game.play(mv).unwrap();
    }
    game
}

/// A game of one decision: what a first move is worth is said exactly by its first visit, for the tree has no room for more moves.
#[derive(Clone)]
struct OneDecision {
    root: Position,
    /// Action, prior and Light's chance of first moves.
    moves: Vec<(usize, f32, f32)>,
    batch: usize,
}

impl OneDecision {
    fn new(index: u64, moves: usize, batch: usize) -> OneDecision {
        let root = *start().position();
        assert!(root.turn() == Color::Light && root.legal().count() > moves, "{}", root.legal().count());
        let number = |action, k| (split_mix(index, 2 * action as u64 + k) >> 40) as f32 / (1 << 24) as f32;
        let first = root.legal().iter().take(moves).map(|mv| usize::from(mv.action(SIZE)));
        let moves = first.map(|action| (action, number(action, 0) + 0.05, 0.4 + 0.2 * number(action, 1))).collect();
        OneDecision { root, moves, batch }
    }

    /// Prior, as a probability, and chance of each first move.
    fn priors(&self) -> impl Iterator<Item = (f64, f64)> {
        let sum: f64 = self.moves.iter().map(|&(_, prior, _)| f64::from(prior)).sum();
        self.moves.iter().map(move |&(_, prior, chance)| (f64::from(prior) / sum, f64::from(chance)))
    }

    /// What the priors alone come to.
    fn value_of_priors(&self) -> f64 {
        self.priors().map(|(prior, chance)| prior * chance).sum()
    }

    /// The chance with an action.
    fn chance(&self, action: usize) -> f64 {
        self.moves.iter().find(|mv| mv.0 == action).map_or(0.0, |mv| f64::from(mv.2))
    }
}

impl Evaluator for OneDecision {
    fn batch_size(&self) -> usize {
        self.batch
    }

    fn evaluate(&mut self, positions: &[Position]) -> Result<Scores, EvaluatorFailed> {
        let mut scores = Scores::default();
        for position in positions {
            let is_played = |mv: &&(usize, f32, f32)| match Move::from_action(SIZE, false, mv.0) {
                Some(Move::Place(point)) => position.at(point) == Some(Color::Light),
                _ => false,
            };
            let first = self.moves.iter().find(is_played);
            let chance = first.map_or(self.value_of_priors() as f32, |first| first.2);
            scores.values.push(if position.turn() == Color::Light { chance } else { 1.0 - chance });
            let prior = |action| match first {
                None => self.moves.iter().find(|mv| mv.0 == action).map_or(0.0, |mv| mv.1),
                Some(_) => 1.0,
            };
            scores.priors.extend((0..Move::action_count(SIZE, false)).map(prior));
        }
        Ok(scores)
    }
}

/// Values that are all alike, and random priors.
struct Alike;

impl Evaluator for Alike {
    fn evaluate(&mut self, positions: &[Position]) -> Result<Scores, EvaluatorFailed> {
        let actions = Move::action_count(SIZE, false) as u64;
        let priors = |position: &Position| {
            let hash = position.hash();
            (0..actions).map(move |action| 0.1 + (split_mix(hash, action) >> 40) as f32 / (1 << 24) as f32)
        };
        Ok(Scores { priors: positions.iter().flat_map(priors).collect(), values: vec![0.5; positions.len()] })
    }
}

fn searcher(evaluator: impl Evaluator + 'static, seed: u64, memory: u64) -> Puct {
    let settings = Settings { engine: Engine::Gumbel, seed, memory, ..Settings::new(SIZE) };
    Puct::new(&settings, Box::new(evaluator))
}

fn one_decision(decision: OneDecision, seed: u64) -> Puct {
    let room = 1 + decision.root.legal().count();
    searcher(decision, seed, (room * size_of::<Node>()) as u64)
}

fn run(puct: &mut Puct, limits: Limits) -> Report {
    let watch = Watch::default();
    puct.run(&Root::new(&start(), 500), &Budget::new(limits, wall_clock, &watch))
}

/// The visits of the first moves, the greatest first, without zeros.
fn visits(report: &Report) -> Vec<u64> {
    let mut visits: Vec<u64> = report.visits.iter().copied().filter(|&visits| visits > 0).collect();
    visits.sort_unstable_by(|a, b| b.cmp(a));
    visits
}

#[test]
fn visits_are_halved_as_by_hand() {
    let shares = |moves, visits_made: u64| {
        let report = run(&mut one_decision(OneDecision::new(1, moves, 1), 3), Limits::visits(1 + visits_made));
        assert_eq!((report.iterations, report.stopped), (1 + visits_made, Stop::Visits));
        visits(&report)
    };
    // Rounds of 16, 8, 4 and 2 moves with a quarter of the visits each.
    assert_eq!(
        shares(20, 128),
        [[30, 30].as_slice(), &[14; 2], &[6; 4], &[2; 8]].concat(),
        "2 + 4 + 8 + 16 visits for the last two"
    );
    // Ten moves: 10, 5, 3, 2, and what a round cannot use is for the next ones: 100 / 40 = 2, 80 / 15 = 5, 55 / 6 = 9, 28 / 2 = 14.
    assert_eq!(shares(10, 100), [30, 30, 16, 7, 7, 2, 2, 2, 2, 2]);
    // A visit each is all there is; the best of them get one more; fewer visits than moves.
    assert_eq!(shares(20, 16), [1; 16]);
    assert_eq!(shares(20, 19), [[2; 3].as_slice(), &[1; 13]].concat());
    assert_eq!(shares(20, 3), [1; 3]);
    assert!(shares(20, 0).is_empty());
    // With 32 visits for each there are more than 16 moves: 640 / 100 = 6, 520 / 40 = 13, 390 / 15 = 26, 260 / 6 = 43, 131 / 2 = 65.
    assert_eq!(shares(20, 640), [[154, 153].as_slice(), &[88], &[45; 2], &[19; 5], &[6; 10]].concat());
}

#[test]
fn batches_change_nothing_where_values_are_exact() {
    for index in 0..20 {
        let reports = [1, 3, 16, 200].map(|batch| {
            let mut report = run(&mut one_decision(OneDecision::new(index, 20, batch), index), Limits::visits(120));
            (report.depth, report.nodes, report.memory) = (0, 0, 0);
            format!("{:?}", (report.best, report.visits, report.policy, report.light_chance))
        });
        assert!(reports.iter().all(|report| *report == reports[0]), "{reports:#?}");
    }
}

/// What is chosen is worth no less than a move drawn from the priors, in expectation; and is exactly such a move before anything is searched.
#[test]
fn play_improves_on_the_priors() {
    const SEEDS: u64 = 150;
    for visits in [0, 1, 2, 4, 16, 33] {
        let (mut gain, mut squares, mut count) = (0.0, 0.0, 0.0);
        for index in 0..8 {
            let decision = OneDecision::new(index, 20, 16);
            for seed in 0..SEEDS {
                let report = run(&mut one_decision(decision.clone(), seed), Limits::visits(1 + visits));
                let more = decision.chance(usize::from(report.best.action(SIZE))) - decision.value_of_priors();
                (gain, squares, count) = (gain + more, squares + more * more, count + 1.0);
            }
        }
        let (mean, error) = (gain / count, (squares / (count * count)).sqrt());
        if visits < 2 {
            // One move is visited at most, and nothing is compared with it.
            assert!(mean.abs() < 4.0 * error, "{visits} visits: {mean} +- {error}");
        } else {
            // Half of all there is to gain, 0.1 with values from 0.4 to 0.6, from 16 moves on.
            let least = if visits < 16 { 4.0 * error } else { 0.05 };
            assert!(mean > least, "{visits} visits: {mean} +- {error}");
        }
    }
}

#[test]
fn moves_are_drawn_from_the_priors() {
    let decision = OneDecision::new(5, 12, 1);
    let mut drawn = vec![0; decision.moves.len()];
    let draws = 4000;
    for seed in 0..draws {
        let report = run(&mut one_decision(decision.clone(), seed), Limits::visits(1));
        let best = usize::from(report.best.action(SIZE));
        drawn[decision.moves.iter().position(|mv| mv.0 == best).unwrap()] += 1;
    }
    let chi_squared: f64 = std::iter::zip(&drawn, decision.priors())
        .map(|(&drawn, (prior, _))| (drawn, prior * draws as f64))
        .map(|(drawn, expected)| (f64::from(drawn) - expected).powi(2) / expected)
        .sum();
    // Five standard deviations of the chi-squared distribution with 11 degrees of freedom.
    assert!(chi_squared < 11.0 + 5.0 * 22.0_f64.sqrt(), "{chi_squared} {drawn:?}");
}

#[test]
fn the_policy_is_better_than_the_priors() {
    for index in 0..10 {
        let decision = OneDecision::new(index, 14, 16);
        for visits in [20, 60, 400] {
            let report = run(&mut one_decision(decision.clone(), index), Limits::visits(visits));
            assert!(report.policy.iter().all(|&share| (0.0..=1.0).contains(&share)));
            assert!((report.policy.iter().sum::<f32>() - 1.0).abs() < 1e-5);
            let value: f64 = report
                .policy
                .iter()
                .enumerate()
                .map(|(action, &share)| f64::from(share) * decision.chance(action))
                .sum();
            assert!(value > decision.value_of_priors() + 0.03, "{value} {}", decision.value_of_priors());
            // More visits trust the values more.
            let best = decision.priors().map(|(_, chance)| chance).fold(0.0, f64::max);
            assert!(visits < 400 || value > best - 0.02, "{value} {best}");
        }
    }
}

/// Where all values are alike the improved policy is the prior, and the visits below the root follow it as closely as whole numbers can.
#[test]
fn visits_below_the_root_follow_the_policy() {
    let mut puct = searcher(Alike, 1, 1 << 20);
    run(&mut puct, Limits::visits(900));
    let (place, node) = puct.tree.children(ROOT).max_by_key(|(_, node)| node.visits).unwrap();
    assert!(node.visits > 100);
    let policy = improved::policy(&puct.tree, place, 1);
    for ((_, child), share) in puct.tree.children(place).zip(policy) {
        assert!((share - f64::from(child.prior)).abs() < 1e-9);
        assert!((f64::from(child.visits) - share * f64::from(node.visits)).abs() < 1.5, "{} {share}", child.visits);
    }
}

/// Rounds have equal parts of a limit of nodes or time as well.
#[test]
fn other_limits_are_halved_too() {
    let by_nodes = Limits { nodes: 100 * 110, ..Limits::MOST };
    let report = run(&mut searcher(Alike, 0, 8 << 20), by_nodes);
    assert_eq!(report.stopped, Stop::Nodes);
    let found = visits(&report);
    assert_eq!(found.len(), 16);
    let again = run(&mut searcher(Alike, 0, 8 << 20), by_nodes);
    assert_eq!(again.visits, report.visits);
    assert!(found[1] >= 20 && [1, 3, 7].into_iter().all(|last| found[last] > found[last + 1]), "{found:?}");
    assert_eq!(found[8], found[15]);
    // Time by a clock that ticks when it is looked at, twice a visit.
    thread_local!(static TICKS: Cell<u64> = const { Cell::new(0) });
    let ticking = || {
        TICKS.set(TICKS.get() + 1);
        Duration::from_micros(TICKS.get())
    };
    let (root, watch) = (Root::new(&start(), 500), Watch::default());
    let limits = Limits::time(Duration::from_micros(2 * 4 * 64));
    let report = searcher(Alike, 0, 8 << 20).run(&root, &Budget::new(limits, ticking, &watch));
    assert_eq!((report.stopped, report.iterations), (Stop::Time, 256));
    // 64 for each round, and the first visit is the root's.
    assert_eq!(visits(&report), [[60, 59, 28, 28].as_slice(), &[12; 4], &[4; 8]].concat());
}

#[test]
fn the_seed_and_the_position_make_the_noise() {
    let first_lots = |seed, position: &Position| {
        let mut puct = one_decision(OneDecision::new(0, 20, 1), seed);
        run(&mut puct, Limits::visits(2));
        let mut gumbel = Gumbel::new(seed);
        gumbel.begin(&puct.tree, position, 10);
        gumbel.candidates.iter().map(|candidate| candidate.lot).collect::<Vec<_>>()
    };
    let position = *start().position();
    let other = position.clone_and_play(position.legal().nth(0).unwrap()).0;
    assert_eq!(first_lots(1, &position), first_lots(1, &position));
    assert_ne!(first_lots(1, &position), first_lots(2, &position));
    assert_ne!(first_lots(1, &position), first_lots(1, &other));
    // A few draws of the distribution, the same on every machine.
    let draws = [0, 1 << 63, u64::MAX].map(noise);
    assert!((draws[1] - 0.366_512_920_581_664_3).abs() < 1e-12, "{draws:?}");
    assert!((-3.7..-3.6).contains(&draws[0]) && (36.0..37.0).contains(&draws[2]), "{draws:?}");
}
