//! The tables of rollouts, many positions in one call, and flat Monte Carlo: all of it counted once more from single games.

mod common;

use common::{game_after, position_after, size};
use meridians::{
    ActionCounts, Backend, Batch, ByColor, Color, Control, Level, Move, NothingToPlay, Pie, Position, Repetition,
    Rollouts, Stopped, Tables, best_move, default_max_plies, evaluate_moves, rollout, rollouts, rollouts_from,
};
use std::num::NonZeroUsize;

const ALL: Tables = Tables { ownership: true, first_moves: true, amaf: true, lengths: true };

/// Openings, pie positions, the second-stone phase, the middle, and one ply before a forced pass.
fn positions() -> Vec<Position> {
    let pie = |moves| *game_after(size("3/4"), true, Repetition::None, moves).position();
    let mut all = vec![
        position_after(size("2/3"), ""),
        position_after(size("3/4"), "e4 g2"),
        position_after(size("3/4"), "e4 g2 e2"),
        position_after(size("6/7"), "h1 d4 b2 d6 h8 g6 d5"),
        pie(""),
        pie("c1"),
        pie("c1 e4"),
        pie("c1 e4 keep"),
        pie("c1 e4 swap"),
    ];
    let mut position = Position::new(size("5/6"), true);
    for &mv in &rollout(&position, 3, 1, 30).unwrap().moves {
        position.play(mv).unwrap();
    }
    all.push(position);
    all
}

fn count(counts: &mut ActionCounts, action: usize, won: bool) {
    counts.visits[action] += 1;
    counts.wins[action] += u64::from(won);
}

/// All that a batch counts, from its games one at a time.
fn one_at_a_time(start: &Position, batch: Batch) -> Rollouts {
    let (size, actions) = (start.size(), Move::action_count(start.size(), start.with_pie()));
    let counts = || ActionCounts { visits: vec![0; actions], wins: vec![0; actions] };
    let mut sum = Rollouts::default();
    let mut owned = ByColor([vec![0; size.points()], vec![0; size.points()]]);
    let (mut first, mut amaf, mut lengths) = (counts(), ByColor([counts(), counts()]), Vec::new());
    for index in 0..batch.games {
        let cap = batch.max_plies.unwrap_or(default_max_plies(size));
        let game = rollout(start, batch.seed, index, cap).unwrap();
        let plies = game.moves.len();
        match game.winner {
            Some(color) => sum.wins[color] += 1,
            None => sum.unfinished += 1,
        }
        sum.plies += plies as u64;
        sum.plies_squared += (plies * plies) as u128;
        sum.longest = sum.longest.max(plies as u32);
        sum.stones_removed += u64::from(game.stones_removed);
        lengths.resize(lengths.len().max(plies + 1), 0);
        lengths[plies] += 1;

        let mut position = *start;
        let mut played = ByColor([vec![], vec![]]);
        for &mv in &game.moves {
            let color = match mv {
                Move::Keep => Color::Dark,
                Move::Swap => Color::Light,
                _ => position.turn(),
            };
            played[color].push(usize::from(mv.action(size)));
            position.play(mv).unwrap();
        }
        for color in Color::ALL {
            played[color].sort_unstable();
            played[color].dedup();
            for &action in &played[color] {
                count(&mut amaf[color], action, game.winner == Some(color));
            }
            for point in position.stones(color) {
                owned[color][point.index()] += 1;
            }
        }
        let won = game.winner.is_some_and(|color| position.participant_of(color) == start.participant());
        count(&mut first, usize::from(game.moves[0].action(size)), won);
    }
    let Tables { ownership, first_moves, amaf: with_amaf, lengths: with_lengths } = batch.tables;
    Rollouts {
        ownership: ownership.then_some(owned),
        first_moves: first_moves.then_some(first),
        amaf: with_amaf.then_some(amaf),
        lengths: with_lengths.then_some(lengths),
        ..sum
    }
}

fn run(positions: &[Position], batch: Batch) -> Vec<Rollouts> {
    let control = Control::default();
    let all = rollouts_from(positions, batch, &control).unwrap().unwrap();
    assert_eq!(control.done(), batch.games * positions.len() as u64);
    all
}

/// Every way to play a batch.
fn ways(batch: Batch) -> Vec<Batch> {
    let mut ways = Vec::new();
    for threads in [1, 3].map(NonZeroUsize::new) {
        ways.extend([Backend::Auto, Backend::Single].map(|backend| Batch { threads, backend, ..batch }));
        let sliced = Batch { threads, backend: Backend::Sliced, ..batch };
        ways.extend(Level::available().map(|level| Batch { level: Some(level), ..sliced }));
    }
    ways
}

#[test]
fn tables_are_those_of_the_single_games_in_every_way_to_play_them() {
    let positions = positions();
    for max_plies in [None, Some(1), Some(2), Some(3), Some(20)] {
        let batch = Batch { games: 90, seed: 11, max_plies, tables: ALL, ..Batch::default() };
        let expected: Vec<Rollouts> = positions.iter().map(|position| one_at_a_time(position, batch)).collect();
        for way in ways(batch) {
            for ((found, expected), position) in run(&positions, way).iter().zip(&expected).zip(&positions) {
                assert_eq!(found, expected, "{way:?}\n{position}");
            }
        }
    }
}

#[test]
fn each_table_comes_when_it_is_asked_for() {
    let start = position_after(size("3/4"), "");
    let none = Tables::default();
    for tables in [
        none,
        Tables { ownership: true, ..none },
        Tables { first_moves: true, ..none },
        Tables { amaf: true, ..none },
        Tables { lengths: true, ..none },
    ] {
        let batch = Batch { games: 700, seed: 2, tables, ..Batch::default() };
        let expected = one_at_a_time(&start, batch);
        for way in ways(batch) {
            assert_eq!(rollouts(&start, way, &Control::default()).unwrap().unwrap(), expected, "{way:?}");
        }
    }
}

#[test]
fn rollouts_from_many_positions_are_those_from_each() {
    let positions = positions();
    for games in [0, 1, 40] {
        let batch = Batch { games, seed: 4, ..Batch::default() };
        for way in ways(batch) {
            let each: Vec<Rollouts> = positions
                .iter()
                .map(|position| rollouts(position, batch, &Control::default()).unwrap().unwrap())
                .collect();
            assert_eq!(run(&positions, way), each);
        }
    }
    assert_eq!(run(&[], Batch { games: 9, ..Batch::default() }), []);
    let over = [positions[0], position_after(size("2/3"), "c1 e1 c3 pass")];
    assert_eq!(rollouts_from(&over, Batch::default(), &Control::default()), Err(NothingToPlay));
    let stopped = Control::default();
    stopped.stop();
    assert_eq!(rollouts_from(&positions, Batch { games: 9, ..Batch::default() }, &stopped), Ok(Err(Stopped)));
}

/// The games after each move, one at a time, by the participant who played the move.
#[test]
fn flat_monte_carlo_counts_the_games_after_each_move() {
    for start in positions() {
        for max_plies in [None, Some(2), Some(20)] {
            let batch = Batch { games: 40, seed: 6, max_plies, ..Batch::default() };
            let control = Control::default();
            let found = evaluate_moves(&start, batch, &control).unwrap().unwrap();
            assert_eq!(found.iter().map(|e| e.mv).collect::<Vec<_>>(), start.legal().iter().collect::<Vec<_>>());
            assert_eq!(control.done(), 40 * found.len() as u64);
            for evaluation in &found {
                let (after, _) = start.clone_and_play(evaluation.mv);
                let (mut wins, mut unfinished) = (0, 0);
                for index in 0..40 {
                    let mut position = after;
                    if !after.is_over() {
                        let cap = max_plies.unwrap_or(default_max_plies(start.size()));
                        for &mv in &rollout(&after, 6, index, cap).unwrap().moves {
                            position.play(mv).unwrap();
                        }
                    }
                    match position.outcome().and_then(|outcome| outcome.winner) {
                        Some(color) => wins += u64::from(position.participant_of(color) == start.participant()),
                        None => unfinished += 1,
                    }
                }
                assert_eq!(
                    (evaluation.visits, evaluation.wins, evaluation.unfinished),
                    (40, wins, unfinished),
                    "{start}"
                );
            }
            let best = best_move(&found).unwrap();
            let first_of_the_best = found
                .iter()
                .find(|e| found.iter().all(|other| other.share().is_nan() || e.share() >= other.share()))
                .unwrap_or(&found[0]);
            assert_eq!(best, first_of_the_best);
        }
    }
    let over = position_after(size("2/3"), "c1 e1 c3 pass");
    assert_eq!(evaluate_moves(&over, Batch::default(), &Control::default()), Err(NothingToPlay));
}

#[test]
fn a_move_that_ends_the_game_needs_no_games() {
    let forced = position_after(size("3/4"), "e4 g2 e2");
    let [pass] =
        evaluate_moves(&forced, Batch { games: 70, ..Batch::default() }, &Control::default()).unwrap().unwrap()[..]
    else {
        panic!("one move")
    };
    assert_eq!((pass.mv, pass.visits, pass.wins, pass.unfinished), (Move::Pass, 70, 0, 0));
    assert!(best_move(&[]).is_none());
}

/// The answers are worth what the colour is that they give (R12).
#[test]
fn keep_and_swap_are_two_sides_of_the_same_games() {
    let waiting = *game_after(size("3/4"), true, Repetition::None, "c1 e4").position();
    assert_eq!(waiting.pie(), Pie::Open);
    let batch = Batch { games: 500, seed: 3, ..Batch::default() };
    let [keep, swap] = evaluate_moves(&waiting, batch, &Control::default()).unwrap().unwrap()[..] else {
        panic!("two answers")
    };
    assert_eq!((keep.mv, swap.mv, keep.wins + swap.wins), (Move::Keep, Move::Swap, 500));
    assert_ne!(keep.wins, swap.wins, "or the test says little");
}

#[test]
fn levels_have_names() {
    let levels: Vec<Level> = Level::available().collect();
    assert_eq!((levels[0], *levels.last().unwrap()), (Level::Portable, Level::best()));
    for level in levels {
        assert_eq!(Level::from_name(level.name()), Some(level));
    }
    for name in ["", "sse", "Portable", "portable "] {
        assert_eq!(Level::from_name(name), None);
    }
    for backend in Backend::ALL {
        assert_eq!(Backend::from_name(backend.name()), Some(backend));
    }
    assert_eq!(Backend::from_name("fast"), None);
}
