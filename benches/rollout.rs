//! Uniformly random games to their ends, on one thread; the throughput is in plies. Both paths, the sliced one with every instruction set
//! that the processor has, small and large batches. The results are asserted, so that a faster build cannot silently play other games.

use criterion::{Criterion, Throughput};
use meridians::{Backend, Level};
use meridians_benches::{assert_results, play, starts};
use std::hint::black_box;

fn main() {
    let mut criterion = Criterion::default().configure_from_args().sample_size(20);
    let mut paths = vec![("single".to_owned(), Backend::Single, None)];
    for level in Level::available() {
        paths.push((format!("sliced {}", level.name()), Backend::Sliced, Some(level)));
    }
    let mut group = criterion.benchmark_group("rollout");
    for (path, backend, level) in paths {
        for (name, start) in starts() {
            for games in [1, 256, 4096] {
                let expected = play(&start, games, backend, level);
                assert_results(name, games, &expected);
                group.throughput(Throughput::Elements(expected.plies));
                group.bench_function(format!("{name} {path} {games}"), |bencher| {
                    bencher.iter(|| assert_eq!(play(black_box(&start), games, backend, level), expected));
                });
            }
        }
    }
    group.finish();
    criterion.final_summary();
}
