//! Perft against the table that both languages read (`tests/data/perft.txt`).

mod common;

use common::{data, position_after, size};
use meridians::{Control, Move, Position, Size, Stopped, divide, perft};

fn table() -> Vec<(Size, u32, u64)> {
    let text = data::text("perft.txt");
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| match *row.split(' ').collect::<Vec<_>>() {
        [name, depth, count] => (size(name), depth.parse().unwrap(), count.parse().unwrap()),
        _ => panic!("{row:?} is not a size, a depth and a count"),
    })
    .collect()
}

fn sequences(position: &Position, depth: u32) -> u64 {
    perft(position, depth, &Control::default()).unwrap()
}

#[test]
fn every_number_of_the_table() {
    let table = table();
    assert_eq!(table.len(), 24);
    for (size, depth, count) in table {
        assert_eq!(sequences(&Position::new(size, false), depth), count, "{size} depth {depth}");
    }
}

/// The table holds no 4/5: counts made by playing every sequence out, the last ply too, which [`perft`] counts in bulk.
#[test]
fn bulk_counting_agrees_with_playing() {
    fn played(position: &Position, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => position.legal().iter().map(|mv| played(&position.clone_and_play(mv).0, depth - 1)).sum(),
        }
    }
    let positions = [
        Position::new(size("4/5"), false),
        Position::new(size("2/3"), true),
        position_after(size("2/3"), "c1 e1 c3"),
        position_after(size("2/3"), "c1 e1 c3 pass"),
        position_after(size("6/7"), "a4 b1 f4 e4"),
    ];
    for position in positions {
        for depth in 0..=3 {
            assert_eq!(sequences(&position, depth), played(&position, depth), "depth {depth}\n{position}");
        }
    }
}

/// The answer doubles the sequences and changes nothing else (R12).
#[test]
fn pie_counts_follow_from_plain_ones() {
    for size in ["2/3", "3/4", "5/6"].map(size) {
        let [plain, pie] = [false, true].map(|with_pie| Position::new(size, with_pie));
        for depth in 0..=2 {
            assert_eq!(sequences(&pie, depth), sequences(&plain, depth));
        }
        for depth in 3..=4 {
            assert_eq!(sequences(&pie, depth), 2 * sequences(&plain, depth - 1), "{size} depth {depth}");
        }
    }
}

#[test]
fn divide_lists_the_legal_moves_and_adds_up() {
    let position = position_after(size("5/6"), "a1 e5");
    let control = Control::default();
    let parts = divide(&position, 3, &control).unwrap();
    assert_eq!(parts.iter().map(|part| part.0).collect::<Vec<_>>(), position.legal().iter().collect::<Vec<_>>());
    assert_eq!(parts.iter().map(|part| part.1).sum::<u64>(), sequences(&position, 3));
    assert_eq!(control.done(), parts.len() as u64, "the unit of progress is a first move");
    assert_eq!(parts[0].1, sequences(&position.clone_and_play(parts[0].0).0, 2));
    // A forced pass ends the game: one move, and nothing after it.
    let forced = position_after(size("3/4"), "e4 g2 e2");
    assert_eq!(divide(&forced, 1, &Control::default()), Ok(vec![(Move::Pass, 1)]));
    assert_eq!(divide(&forced, 2, &Control::default()), Ok(vec![(Move::Pass, 0)]));
}

#[test]
fn a_stopped_count_says_so() {
    let control = Control::default();
    control.stop();
    assert_eq!(perft(&Position::new(Size::EXPERT, false), 9, &control), Err(Stopped));
}
