//! The golden vectors of `tests/data/vectors/`, which the plain-Python reference wrote: the random stream, its draws, the hash and
//! whole rollouts, bit for bit. A failure here is a breaking change (`docs/notation.md`, `docs/rollouts.md`).

mod common;

use common::data;
use meridians::{Color, Position, Stream, move_text, rollout};
use std::collections::HashMap;
use std::str::FromStr;

/// A number of a record.
fn number<T: FromStr>(row: &HashMap<String, String>, column: &str) -> T {
    row[column].parse().unwrap_or_else(|_| panic!("{column} of {row:?} is no number"))
}

/// A record's list of numbers.
fn numbers<T: FromStr>(row: &HashMap<String, String>, column: &str) -> Vec<T> {
    let parse = |word: &str| word.parse().unwrap_or_else(|_| panic!("{word} of {row:?} is no number"));
    row[column].split(' ').map(parse).collect()
}

fn stream_of(row: &HashMap<String, String>) -> Stream {
    Stream::new(number(row, "seed"), number(row, "index"))
}

fn position_of(row: &HashMap<String, String>) -> Position {
    Position::from_text(&row["text"]).unwrap_or_else(|error| panic!("{error}: {row:?}"))
}

/// The records of a file, at least this many.
fn vectors(name: &str, least: usize) -> Vec<HashMap<String, String>> {
    let rows = data::csv(&format!("vectors/{name}"));
    assert!(rows.len() >= least, "{name} has {} records", rows.len());
    rows
}

#[test]
fn outputs_of_the_stream() {
    for row in vectors("stream.csv", 8) {
        let expected: Vec<u32> = numbers(&row, "outputs");
        let mut stream = stream_of(&row);
        assert_eq!(expected.iter().map(|_| stream.next_u32()).collect::<Vec<_>>(), expected, "{row:?}");
    }
}

#[test]
fn draws_of_the_stream() {
    for row in vectors("draws.csv", 8) {
        let (counts, ranks): (Vec<usize>, Vec<usize>) = (numbers(&row, "counts"), numbers(&row, "ranks"));
        let mut stream = stream_of(&row);
        assert_eq!(counts.iter().map(|&count| stream.below(count)).collect::<Vec<_>>(), ranks, "{row:?}");
    }
}

#[test]
fn hashes_of_positions() {
    for row in vectors("hash.csv", 100) {
        assert_eq!(position_of(&row).hash(), number::<u64>(&row, "hash"), "{row:?}");
    }
}

#[test]
fn whole_rollouts() {
    let mut unfinished = 0;
    for row in vectors("rollouts.csv", 100) {
        let position = position_of(&row);
        let game = rollout(&position, number(&row, "seed"), number(&row, "index"), number(&row, "max_plies")).unwrap();
        let moves: Vec<String> = game.moves.iter().map(|&mv| move_text(position.size(), mv)).collect();
        assert_eq!(moves.join(" "), row["moves"], "{row:?}");
        assert_eq!(game.winner.map_or("", Color::name), row["winner"], "{row:?}");
        assert_eq!(game.stones_removed, number::<u32>(&row, "stones_removed"), "{row:?}");
        if game.winner.is_none() {
            assert_eq!(game.moves.len(), number::<usize>(&row, "max_plies"), "{row:?}");
            unfinished += 1;
        }
    }
    assert!(unfinished > 10, "the cap is exercised");
}
