//! Counts move sequences by first move: `cargo run --release --example perft -- 6/7 4 [moves to begin with]`.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

use meridians::{Control, Position, divide, move_text, parse_move, parse_size};
use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

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
    let [size, depth, moves @ ..] = arguments.as_slice() else {
        return Err("arguments: SIZE DEPTH [MOVE ...], such as 6/7 4 h1 d4".into());
    };
    let size = parse_size(size)?;
    let mut position = Position::new(size, false);
    for name in moves {
        position.play(parse_move(size, name)?)?;
    }
    let start = Instant::now();
    let parts = divide(&position, depth.parse()?, &Control::default())?;
    let seconds = start.elapsed().as_secs_f64();
    for &(mv, sequences) in &parts {
        println!("{}: {sequences}", move_text(size, mv));
    }
    let total: u64 = parts.iter().map(|&(_, sequences)| sequences).sum();
    println!("\n{total} sequences in {seconds:.2} s");
    Ok(())
}
