//! Small fixed workloads for counting instructions, one a process: `instructions WORKLOAD LEVEL` runs it once, asserts its answer, and prints how
//! many units of what it did. `benches/instructions.py` runs them under Callgrind, which counts what happens inside of [`measured`]
//! and nothing else.
#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use meridians::{Backend, Control, Game, Level, Position, Repetition, Size, perft};
use meridians_benches::{SUM_OF_LOGITS, assert_results, play, recorded_game, starts, weights};
use std::hint::black_box;

/// Callgrind counts from the entry of this function to its return, so it must stay a function of its own, with this name.
#[inline(never)]
fn measured<T>(work: impl FnOnce() -> T) -> T {
    black_box(black_box(work)())
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, level] = &arguments[..] else { panic!("usage: instructions WORKLOAD LEVEL") };
    let level = Level::from_name(level).expect("a level that this processor has");
    let (units, unit) = match name.as_str() {
        "legal sets" => legal_sets(),
        "liveness" => liveness(),
        "evaluation" => evaluation(),
        "play and undo" => play_and_undo(),
        "perft" => move_counts(),
        "rollouts single" => random_games(50, Backend::Single, level),
        "rollouts sliced 256" => random_games(256, Backend::Sliced, level),
        "rollouts sliced 4096" => random_games(4096, Backend::Sliced, level),
        _ => panic!("unknown workload {name:?}"),
    };
    println!("{units} {unit}");
}

const ROUNDS: usize = 50;

/// Sight and the legal set, at every ply of the recorded game.
fn legal_sets() -> (u64, &'static str) {
    let positions = recorded_game().1;
    let all = |_| -> usize { black_box(&positions).iter().map(|position| position.legal().count()).sum() };
    assert_eq!(measured(|| (0..ROUNDS).map(all).sum::<usize>()), 3_787 * ROUNDS);
    ((positions.len() * ROUNDS) as u64, "position")
}

/// Every group of both colours, tested for a path.
fn liveness() -> (u64, &'static str) {
    let positions = recorded_game().1;
    let dead = |position: &Position| -> usize {
        [position.turn(), !position.turn()].map(|color| position.dead_stones(color).count()).iter().sum()
    };
    let all = |_| black_box(&positions).iter().map(dead).sum::<usize>();
    assert_eq!(measured(|| (0..ROUNDS).map(all).sum::<usize>()), 11 * ROUNDS);
    ((positions.len() * ROUNDS) as u64, "position")
}

/// The features and their weighted sum, at every ply of the recorded game.
fn evaluation() -> (u64, &'static str) {
    let (positions, weights) = (recorded_game().1, weights());
    let all = |_| -> i32 { black_box(&positions).iter().map(|position| weights.logit(position)).sum() };
    assert_eq!(measured(|| (0..ROUNDS).map(all).sum::<i32>()), SUM_OF_LOGITS * i32::try_from(ROUNDS).unwrap());
    ((positions.len() * ROUNDS) as u64, "position")
}

/// The recorded game played in a `Game`, with every check, and taken back.
fn play_and_undo() -> (u64, &'static str) {
    let (moves, positions, end) = recorded_game();
    let mut game = Game::new(positions[0], Repetition::Draw);
    measured(|| {
        for _ in 0..ROUNDS {
            for &mv in &moves {
                game.play(mv).expect("a legal move");
            }
            assert_eq!(*game.position(), end);
            while game.undo().is_some() {}
        }
    });
    assert_eq!(*game.position(), positions[0]);
    ((moves.len() * ROUNDS) as u64, "ply")
}

/// Depth 3 on 6/7, the last ply counted in bulk.
fn move_counts() -> (u64, &'static str) {
    let start = Position::new(Size::STANDARD, false);
    assert_eq!(measured(|| perft(&start, 3, &Control::default())), Ok(253_160));
    (253_160, "sequence")
}

/// Random games on 6/7 from the empty board, on one thread.
fn random_games(games: u64, backend: Backend, level: Level) -> (u64, &'static str) {
    let (name, start) = starts()[1];
    let found = measured(|| play(&start, games, backend, Some(level)));
    assert_results(name, games, &found);
    (found.plies, "ply")
}
