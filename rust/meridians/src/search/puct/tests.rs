use super::tree::ROOT;
use super::*;
use crate::game::{Game, Repetition};
use crate::geometry::Size;
use crate::notation::parse_move;
use crate::search::limits::{Limits, Watch, wall_clock};

fn game(size: Size, moves: &str) -> Game {
    let mut game = Game::new(Position::new(size, false), Repetition::Draw);
    for name in moves.split_whitespace() {
        game.play(parse_move(size, name).unwrap()).unwrap();
    }
    game
}

fn engine(size: Size, memory: u64) -> Puct {
    let settings = Settings { memory, ..Settings::new(size) };
    let evaluator = settings.evaluator.make(&settings.evaluation, 0);
    Puct::new(&settings, evaluator)
}

fn run(puct: &mut Puct, game: &Game, visits: u64) -> Report {
    let watch = Watch::default();
    puct.run(&Root::new(game, 500), &Budget::new(Limits::visits(visits), wall_clock, &watch))
}

/// Visits are handed down, and children lie behind their parents.
fn check(puct: &Puct) {
    for place in 0..puct.tree.len() as Place {
        let node = puct.tree.at(place);
        assert_eq!(node.in_flight, 0);
        if node.is_expanded() {
            assert!(puct.tree.children(place).all(|(child, _)| child > place));
            let below: u32 = puct.tree.children(place).map(|(_, child)| child.visits).sum();
            assert!(below <= node.visits, "{below} {}", node.visits);
            let priors: f32 = puct.tree.children(place).map(|(_, child)| child.prior).sum();
            assert!((priors - 1.0).abs() < 1e-4);
        }
    }
}

/// All numbers of a branch, by its moves.
fn branch(puct: &Puct, place: Place, line: &mut Vec<Move>, all: &mut Vec<(Vec<Move>, u32, Option<u64>)>) {
    for (child, node) in puct.tree.children(place) {
        line.push(node.mv);
        all.push((line.clone(), node.visits, node.first_chance().map(f64::to_bits)));
        branch(puct, child, line, all);
        line.pop();
    }
}

#[test]
fn advancing_keeps_the_branch_as_it_was() {
    let mut start = game(Size::BEGINNER, "f4 d4 f8 d6");
    let mut puct = engine(Size::BEGINNER, 512 << 20);
    run(&mut puct, &start, 4000);
    check(&puct);
    for _ in 0..3 {
        let (child, node) = puct.tree.children(ROOT).max_by_key(|(_, node)| node.visits).unwrap();
        let (mv, visits) = (node.mv, node.visits);
        let (mut before, mut after) = (Vec::new(), Vec::new());
        branch(&puct, child, &mut Vec::new(), &mut before);
        puct.advance(mv);
        start.play(mv).unwrap();
        branch(&puct, ROOT, &mut Vec::new(), &mut after);
        assert_eq!(puct.tree.len(), before.len() + 1);
        assert_eq!(before, after);
        assert_eq!(puct.tree.at(ROOT).visits, visits);
        check(&puct);
        let report = run(&mut puct, &start, 500);
        assert_eq!(report.visits.iter().sum::<u64>(), u64::from(visits) - 1 + 500);
        check(&puct);
    }
    // A move that has no child: from nothing.
    puct.advance(Move::Swap);
    assert_eq!(puct.tree.len(), 0);
}

#[test]
fn a_full_tree_is_searched_on() {
    let start = game(Size::STANDARD, "");
    let mut puct = engine(Size::STANDARD, 1 << 20);
    let report = run(&mut puct, &start, 3000);
    assert!(report.memory <= 1 << 20);
    assert!(report.memory > 1 << 19);
    assert_eq!(report.iterations, 3000);
    check(&puct);
}

#[test]
fn a_tree_that_was_full_grows_again_after_a_move() {
    let mut start = game(Size::STANDARD, "");
    let mut puct = engine(Size::STANDARD, 1 << 18);
    run(&mut puct, &start, 4000);
    // A move that was visited, and got no children while there was no room for them.
    let (_, node) = puct.tree.children(ROOT).find(|(_, node)| node.visits > 0 && !node.is_expanded()).unwrap();
    let mv = node.mv;
    puct.advance(mv);
    start.play(mv).unwrap();
    let report = run(&mut puct, &start, 500);
    assert_eq!(report.iterations, 500);
    assert_eq!(report.visits.iter().sum::<u64>(), 499, "all but the one that gave the root its children");
    check(&puct);
}

/// Exhaustive search: the winner of a position within so many plies, if it is certain.
fn winner(position: &Position, plies: u32) -> Option<Participant> {
    if let Some(outcome) = position.outcome() {
        return outcome.winner.map(|color| position.participant_of(color));
    }
    if plies == 0 {
        return None;
    }
    let mover = position.participant();
    let results: Vec<_> = position.legal().iter().map(|mv| winner(&position.clone_and_play(mv).0, plies - 1)).collect();
    if results.contains(&Some(mover)) {
        Some(mover)
    } else {
        results.iter().all(|&result| result == Some(1 - mover)).then_some(1 - mover)
    }
}

#[test]
fn proofs_agree_with_exhaustive_search() {
    let size = Size::from_short_side(3).unwrap();
    let (mut proven, mut exact) = (0, 0);
    for index in 0..100 {
        let rollout = crate::rollout::rollout(&Position::new(size, false), 4, index, 200).unwrap();
        let Some(length) = rollout.moves.len().checked_sub(1 + index as usize % 3).filter(|&length| length >= 6) else {
            continue;
        };
        let mut start = Game::new(Position::new(size, false), Repetition::None);
        for &mv in &rollout.moves[..length] {
            start.play(mv).unwrap();
        }
        let mut puct = engine(size, 64 << 20);
        let report = run(&mut puct, &start, 3000);
        check(&puct);
        let Some(proof) = report.proven else {
            assert_eq!(winner(start.position(), 2), None);
            continue;
        };
        proven += 1;
        let expected = if proof.verdict == crate::search::Verdict::Win { report.mover } else { 1 - report.mover };
        if proof.plies <= 4 {
            assert_eq!(winner(start.position(), proof.plies), Some(expected));
            if proof.exact {
                exact += 1;
                assert_eq!(winner(start.position(), proof.plies - 1), None);
            }
        }
    }
    assert!(proven > 20 && exact > 10, "{proven} {exact}");
}

#[test]
fn batches_spread_and_leave_nothing_under_way() {
    struct Many(Vec<usize>);
    impl Evaluator for Many {
        fn batch_size(&self) -> usize {
            64
        }

        fn evaluate(&mut self, positions: &[Position]) -> Result<Scores, EvaluatorFailed> {
            self.0.push(positions.len());
            let actions = Move::action_count(positions[0].size(), positions[0].with_pie());
            if self.0.len() == 40 {
                return Err(EvaluatorFailed);
            }
            Ok(Scores { priors: vec![1.0; positions.len() * actions], values: vec![0.5; positions.len()] })
        }
    }
    let settings = Settings::new(Size::STANDARD);
    let mut puct = Puct::new(&settings, Box::new(Many(Vec::new())));
    let report = run(&mut puct, &game(Size::STANDARD, "h1 d4 h8 d6"), 100_000);
    assert_eq!(report.stopped, Stop::Evaluator);
    assert!(report.iterations > 1000, "the batches were large: {}", report.iterations);
    check(&puct);
}
