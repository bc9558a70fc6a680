//! The parts of the engine, and what search code asks of a position at every node: sight, the legal set, liveness, playing on a copy,
//! undo in a game, the hash from scratch, threatened groups. The throughput is in positions: those of one recorded game.

use criterion::{BatchSize, Criterion, Throughput};
use meridians::{Game, Position, Repetition};
use meridians_benches::recorded_game;
use std::hint::black_box;

fn main() {
    let (moves, positions, end) = recorded_game();
    let start = positions[0];
    let colors = |position: &Position| [position.turn(), !position.turn()];

    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("position");
    group.throughput(Throughput::Elements(positions.len() as u64));
    // The sums that `meridians.reference` gives.
    let mut sum = |name: &str, expected: u64, of: &dyn Fn(&Position) -> u64| {
        let all = || black_box(&positions).iter().fold(0, |sum: u64, position| sum.wrapping_add(of(position)));
        assert_eq!(all(), expected, "{name}");
        group.bench_function(name, |bencher| bencher.iter(all));
    };
    // Sight: the points that see a stone of a colour, for both colours.
    sum("sight of both colours", 7_562, &|position| {
        colors(position).map(|color| position.placements(color).count() as u64).iter().sum()
    });
    sum("legal set", 3_787, &|position| position.legal().count() as u64);
    sum("hash from scratch", 8_057_764_274_161_516_231, &Position::computed_hash);
    sum("threatened groups", 5, &|position| position.threatened().len() as u64);
    sum("groups of both colours", 667, &|position| {
        colors(position).map(|color| position.groups(color).count() as u64).iter().sum()
    });
    // Liveness (R7): a path of some stone, for each group of both colours.
    sum("liveness of all groups", 11, &|position| {
        colors(position).map(|color| position.dead_stones(color).count() as u64).iter().sum()
    });
    sum("sight of an empty point", 357, &|position| {
        let point = position.legal().placements().first().expect("a placement");
        position.sight(point).iter().map(|ray| ray.empty.len() as u64).sum()
    });

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
