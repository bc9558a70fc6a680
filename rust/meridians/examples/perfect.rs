//! Plays every position of the table of 2/3: `cargo run --release --example perfect [-- EVERY]`. Alpha-beta has to prove each result with
//! its exact distance, unless there is one move, and GRAVE has to keep each win with 1,000 visits. With a number it takes every so
//! many-th position.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

use meridians::{Engine, Game, Limits, Proof, Repetition, Search, Settings, SolvedTable, Stop, Verdict, Watch};
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let every = std::env::args().nth(1).and_then(|every| every.parse().ok()).filter(|&every| every > 0).unwrap_or(1);
    let start = Instant::now();
    let table = SolvedTable::new();
    println!("{} positions in {} classes solved in {:.2?}", table.positions(), table.classes(), start.elapsed());
    let mut engine =
        Search::new(Settings { engine: Engine::AlphaBeta, memory: 4 << 20, ..Settings::new(table.size()) });
    let (mut right, mut tried, mut nodes) = (0_u64, 0_u64, 0);
    for (position, solved) in table.iter().step_by(every) {
        let game = Game::new(position, Repetition::Draw);
        let Ok(report) = engine.run(&game, Limits::visits(10_000_000), &Watch::default()) else { continue };
        let expected = Proof { verdict: solved.verdict, plies: solved.plies, exact: true };
        tried += 1;
        nodes += report.nodes;
        // Where there is one move, nothing needs to be proven.
        if report.proven == Some(expected) || report.stopped == Stop::OnlyMove {
            right += 1;
        } else {
            println!("{}: {solved:?}, found {:?}", position.text(), report.proven);
        }
    }
    println!("alphabeta: {right} of {tried} right, {} nodes each, {:.1?}", nodes / tried.max(1), start.elapsed());
    let (kept, wins) = keep_wins(&table, every);
    println!("grave: {kept} of {wins} wins kept, {:.1?}", start.elapsed());
    ExitCode::from(u8::from(right < tried || kept < wins))
}

/// The won positions after whose move the game is still won, and all of them.
fn keep_wins(table: &SolvedTable, every: usize) -> (u64, u64) {
    let mut engine = Search::new(Settings { engine: Engine::Grave, memory: 4 << 20, ..Settings::new(table.size()) });
    let (mut kept, mut wins) = (0, 0);
    for (position, _) in table.iter().step_by(every).filter(|(_, solved)| solved.verdict == Verdict::Win) {
        let game = Game::new(position, Repetition::Draw);
        let Ok(report) = engine.run(&game, Limits::visits(1000), &Watch::default()) else { continue };
        wins += 1;
        let after = table.get(&position.clone_and_play(report.best).0);
        if after.is_some_and(|after| after.verdict == Verdict::Loss) {
            kept += 1;
        } else {
            println!("{}: {:?} loses", position.text(), report.best);
        }
    }
    (kept, wins)
}
