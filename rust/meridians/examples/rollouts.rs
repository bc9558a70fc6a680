//! Who stands better, by random games: `cargo run --release --example rollouts -- 6/7 10000 [moves to begin with]`.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

use meridians::{Batch, Color, Control, Position, parse_move, parse_size, rollouts};
use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

/// The normal quantile of a 95 % interval.
const Z: f64 = 1.96;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [size, games, moves @ ..] = arguments.as_slice() else {
        return Err("arguments: SIZE GAMES [MOVE ...], such as 6/7 10000 h1 d4".into());
    };
    let size = parse_size(size)?;
    let mut position = Position::new(size, false);
    for name in moves {
        position.play(parse_move(size, name)?)?;
    }
    let batch = Batch { games: games.parse()?, ..Batch::default() };
    let start = Instant::now();
    let statistics = rollouts(&position, batch, &Control::default())??;
    let seconds = start.elapsed().as_secs_f64();
    println!("{position}");
    for color in Color::ALL {
        let (low, high) = statistics.interval(color, Z);
        println!("{color}: {:.1} % ({:.1} to {:.1})", 100.0 * statistics.share(color), 100.0 * low, 100.0 * high);
    }
    println!("{:.1} plies a game, {} games in {seconds:.2} s", statistics.mean_plies(), statistics.games());
    Ok(())
}
