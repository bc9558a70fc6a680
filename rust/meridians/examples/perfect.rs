//! Plays every position of the table of 2/3 with alpha-beta: `cargo run --release --example perfect [-- EVERY]`. Each result has to be
//! proven with its exact distance. With a number it takes every so many-th.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

use meridians::{Engine, Game, Limits, Proof, Repetition, Search, Settings, SolvedTable, Watch};
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
        if report.proven == Some(expected) {
            right += 1;
        } else {
            println!("{}: {solved:?}, found {:?}", position.text(), report.proven);
        }
    }
    println!("{right} of {tried} right, {} nodes each, {:.1?}", nodes / tried.max(1), start.elapsed());
    ExitCode::from(u8::from(right < tried))
}
