//! Move counts from the empty board: legal moves, playing on copies, removals.

use criterion::{Criterion, Throughput};
use meridians::{Control, Position, Size, perft};
use std::hint::black_box;

fn main() {
    let mut criterion = Criterion::default().configure_from_args().sample_size(20);
    let mut group = criterion.benchmark_group("perft");
    // The tables of `docs/rules.md`.
    for (size, depth, sequences) in
        [(Size::BEGINNER, 3, 95_636), (Size::STANDARD, 3, 253_160), (Size::EXPERT, 3, 570_552)]
    {
        let start = Position::new(size, false);
        assert_eq!(perft(&start, depth, &Control::default()), Ok(sequences), "{size}");
        group.throughput(Throughput::Elements(sequences));
        group.bench_function(format!("{size} depth {depth}"), |bencher| {
            bencher.iter(|| perft(black_box(&start), depth, &Control::default()));
        });
    }
    group.finish();
    criterion.final_summary();
}
