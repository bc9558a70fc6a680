//! What search code asks of a position at every node: the legal set, playing on a copy, undo in a game, the hash from scratch,
//! threatened groups, and what a point sees. The throughput is in positions: those of one recorded game.

use criterion::{BatchSize, Criterion, Throughput};
use meridians::{Game, Move, Position, Repetition, Size, parse_move};
use std::hint::black_box;

/// The first 60 plies of `tests/data/ludii_trial_0.json`, on 6/7.
const MOVES: &str = "e1 c4 e5 c1 b5 i8 h7 c5 k1 k6 h9 c2 e8 h8 l1 b5 f9 h5 e2 i3 h3 a5 d5 g9 f1 i2 i4 l4 h4 k5 b2 j4 f8 l5 j5 b1 i6 j7 j2 l7 f4 h9 f6 e4 f5 b6 c6 e6 a2 g5 d3 l3 d9 a6 i2 h10 e3 d2 f3 k1";

fn main() {
    let size = Size::STANDARD;
    let moves: Vec<Move> = MOVES.split(' ').map(|name| parse_move(size, name).expect("a move")).collect();
    let start = Position::new(size, false);
    let mut game = Game::new(start, Repetition::Draw);
    let mut positions = Vec::new();
    for &mv in &moves {
        positions.push(*game.position());
        game.play(mv).expect("a legal move");
    }

    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("position");
    group.throughput(Throughput::Elements(positions.len() as u64));
    // The sums that `meridians.reference` gives.
    let mut sum = |name: &str, expected: u64, of: &dyn Fn(&Position) -> u64| {
        let all = || black_box(&positions).iter().fold(0, |sum: u64, position| sum.wrapping_add(of(position)));
        assert_eq!(all(), expected, "{name}");
        group.bench_function(name, |bencher| bencher.iter(all));
    };
    sum("legal set", 3_787, &|position| position.legal().count() as u64);
    sum("hash from scratch", 8_057_764_274_161_516_231, &Position::computed_hash);
    sum("threatened groups", 5, &|position| position.threatened().len() as u64);
    sum("groups of both colours", 667, &|position| {
        [position.turn(), !position.turn()].map(|color| position.groups(color).count() as u64).iter().sum()
    });
    sum("sight of an empty point", 357, &|position| {
        let point = position.legal().placements().first().expect("a placement");
        position.sight(point).iter().map(|ray| ray.empty.len() as u64).sum()
    });

    let end = *game.position();
    let replay = || moves.iter().fold(black_box(start), |position, &mv| position.clone_and_play(mv).0);
    assert_eq!(replay(), end);
    group.bench_function("play on copies", |bencher| bencher.iter(replay));
    group.bench_function("play in a game and undo", |bencher| {
        bencher.iter_batched_ref(
            || Game::new(start, Repetition::Draw),
            |game| {
                for &mv in &moves {
                    game.play(mv).expect("a legal move");
                }
                assert_eq!(*game.position(), end);
                while game.undo().is_some() {}
                assert_eq!(*game.position(), start);
            },
            BatchSize::SmallInput,
        );
    });
    group.finish();
    criterion.final_summary();
}
