//! Uniformly random games to their ends, on one thread; the throughput is in plies. The games are asserted by their digest, so
//! that a faster build cannot silently play others.

use criterion::{Criterion, Throughput};
use meridians::{Batch, Color, Control, Position, Rollouts, Size, rollouts};
use std::hint::black_box;
use std::num::NonZero;

/// The game `tests/data/ludii_trial_0.json` after 60 plies.
const MIDDLE_GAME: &str = "6/7 6/2xxx1x/x3xx2/1o1xo1x2/1o1o1o1x2/2oo2oxxx1/4x3x3/o1oooo1oo2/oooxox1o2/1xo1o3o/xx1xxo2/xo2xx1/1o2xx light 2,2 plain";

fn play(position: &Position) -> Rollouts {
    let batch = Batch { games: 50, seed: 1, threads: Some(NonZero::<usize>::MIN), ..Batch::default() };
    rollouts(position, batch, &Control::default()).expect("the game is not over").expect("nobody stops it")
}

fn main() {
    // With the wins of Light, the plies and the stones removed of 50 games under seed 1, as `meridians.reference` plays them.
    let starts = [
        ("5/6", Position::new(Size::BEGINNER, false), (27, 3559, 1993)),
        ("6/7", Position::new(Size::STANDARD, false), (24, 5410, 3142)),
        ("7/8", Position::new(Size::EXPERT, false), (23, 7627, 4495)),
        ("middle game", Position::from_text(MIDDLE_GAME).expect("a position"), (25, 2683, 3057)),
    ];
    let mut criterion = Criterion::default().configure_from_args().sample_size(20);
    let mut group = criterion.benchmark_group("rollout");
    for (name, start, digest) in starts {
        let expected = play(&start);
        assert_eq!((expected.games(), expected.unfinished), (50, 0), "{name}");
        assert_eq!((expected.wins[Color::Light], expected.plies, expected.stones_removed), digest, "{name}");
        group.throughput(Throughput::Elements(expected.plies));
        group.bench_function(name, |bencher| bencher.iter(|| assert_eq!(play(black_box(&start)), expected)));
    }
    group.finish();
    criterion.final_summary();
}
