//! What the benchmarks share: a recorded game with its positions, and batches of rollouts with the results that they must have.

use meridians::{
    Backend, Batch, Color, Control, Evaluation, Level, Move, Position, Rollouts, Size, parse_move, rollouts,
};
use std::num::NonZero;

/// The first 60 plies of `tests/data/ludii_trial_0.json`, on 6/7.
const MOVES: &str = "e1 c4 e5 c1 b5 i8 h7 c5 k1 k6 h9 c2 e8 h8 l1 b5 f9 h5 e2 i3 h3 a5 d5 g9 f1 i2 i4 l4 h4 k5 b2 j4 f8 l5 j5 b1 i6 j7 j2 l7 f4 h9 f6 e4 f5 b6 c6 e6 a2 g5 d3 l3 d9 a6 i2 h10 e3 d2 f3 k1";

/// The recorded game: its moves, the position before each of them, and the last position.
///
/// # Panics
/// If a move of the record is not legal.
#[must_use]
pub fn recorded_game() -> (Vec<Move>, Vec<Position>, Position) {
    let moves: Vec<Move> = MOVES.split(' ').map(|name| parse_move(Size::STANDARD, name).expect("a move")).collect();
    let mut position = Position::new(Size::STANDARD, false);
    let mut positions = Vec::new();
    for &mv in &moves {
        positions.push(position);
        position.play(mv).expect("a legal move");
    }
    (moves, positions, position)
}

/// Some weights for 6/7 that no training changes.
///
/// # Panics
/// Never: the text can be read.
#[must_use]
pub fn weights() -> Evaluation {
    const TEXT: &str = "meridians evaluation 1\nsize 6/7\nfeatures 18\nmobility 0.1\nlog_mobility -0.03\nstones 0.3\nseen_twice 0.7\n\
        seen_thrice 0.9\npath_cells 1.1\ntouching_stones 1.3\nadjacent_pairs 1.7\ntriangles -1.9\nsight_edges 0.6\nsole_sight 0.2\n\
        safe_path_cells 0.5\nany_safe_path_cell 1.2\nlargest_component 1.4\ncomponents -1.8\nthreatened_stones -1.6\n\
        linked_pairs 0.01\ncontact_stones -0.4\nto_move 0.4\nnetwork 16\n\
        own.stones 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1 1.1 1.2 1.3 1.4 1.5 1.6\n\
        other.mobility -0.3 -0.2 -0.1 0 0.1 0.2 0.3 -0.3 -0.2 -0.1 0 0.1 0.2 0.3 -0.3 -0.2\n\
        bias -1 -2 -3 -4 -5 -6 -7 -8 1 2 3 4 5 6 7 8\n\
        output 0.1 -0.1 0.1 -0.1 0.1 -0.1 0.1 -0.1 0.1 -0.1 0.1 -0.1 0.1 -0.1 0.1 -0.1";
    Evaluation::parse(TEXT).expect("weights")
}

/// The sum of the logits that [`weights`] give the positions of the recorded game, in 1/1024. In exact numbers it is -440,003: fixed point
/// rounds each.
pub const SUM_OF_LOGITS: i32 = -440_078;

/// The positions that rollouts start from, by name.
#[must_use]
pub fn starts() -> [(&'static str, Position); 4] {
    [
        ("5/6", Position::new(Size::BEGINNER, false)),
        ("6/7", Position::new(Size::STANDARD, false)),
        ("7/8", Position::new(Size::EXPERT, false)),
        ("middle game", recorded_game().2),
    ]
}

/// The games 0 .. `games` - 1 of seed 1, on one thread; no level means the best.
///
/// # Panics
/// If the game is over.
#[must_use]
pub fn play(position: &Position, games: u64, backend: Backend, level: Option<Level>) -> Rollouts {
    let threads = Some(NonZero::<usize>::MIN);
    let batch = Batch { games, seed: 1, threads, backend, level, ..Batch::default() };
    rollouts(position, batch, &Control::default()).expect("the game is not over").expect("nobody stops it")
}

/// The wins of Light, the plies and the stones removed in [`play`]: of 50 games as `meridians.reference` plays them, of more as
/// both paths play them.
const RESULTS: [(&str, u64, [u64; 3]); 16] = [
    ("5/6", 50, [27, 3_559, 1_993]),
    ("6/7", 50, [24, 5_410, 3_142]),
    ("7/8", 50, [23, 7_627, 4_495]),
    ("middle game", 50, [25, 2_683, 3_057]),
    ("5/6", 1, [1, 76, 40]),
    ("5/6", 256, [114, 19_166, 11_087]),
    ("5/6", 4096, [2_051, 296_429, 170_644]),
    ("6/7", 1, [0, 113, 63]),
    ("6/7", 256, [125, 27_953, 16_122]),
    ("6/7", 4096, [2_054, 448_082, 260_592]),
    ("7/8", 1, [1, 166, 93]),
    ("7/8", 256, [144, 39_328, 22_906]),
    ("7/8", 4096, [2_088, 628_412, 367_474]),
    ("middle game", 1, [0, 67, 78]),
    ("middle game", 256, [136, 13_614, 15_515]),
    ("middle game", 4096, [2_070, 217_398, 247_645]),
];

/// Panics unless these are the results of so many games from the named start: a faster build cannot silently play other games.
///
/// # Panics
/// If they are not, or are not known.
pub fn assert_results(name: &str, games: u64, found: &Rollouts) {
    let expected = RESULTS.iter().find(|known| (known.0, known.1) == (name, games)).expect("known results").2;
    assert_eq!((found.games(), found.unfinished), (games, 0), "{name}");
    let found = [found.wins[Color::Light], found.plies, found.stones_removed];
    assert_eq!(found, expected, "{name}: light wins, plies, stones removed of {games} games");
}
