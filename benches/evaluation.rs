//! The evaluation of a position: features, and features weighed. The throughput is in positions: those of one recorded game.

use criterion::{Criterion, Throughput};
use meridians::{Color, Feature, chance, features};
use meridians_benches::{SUM_OF_LOGITS, recorded_game, weights};
use std::hint::black_box;

fn main() {
    let (positions, weights) = (recorded_game().1, weights());
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("evaluation");
    group.throughput(Throughput::Elements(positions.len() as u64));
    let logits = || black_box(&positions).iter().map(|position| weights.logit(position)).sum::<i32>();
    assert_eq!(logits(), SUM_OF_LOGITS);
    group.bench_function("logit", |bencher| bencher.iter(logits));
    let stones = || -> i32 {
        let of = |position| features(position)[Color::Light][Feature::LargestComponent as usize];
        black_box(&positions).iter().map(of).sum()
    };
    assert_eq!(stones(), 722);
    group.bench_function("features", |bencher| bencher.iter(stones));
    let chances = || black_box(-4096..4096).step_by(128).map(chance).sum::<f32>();
    assert!((chances() - 32.0).abs() < 0.5);
    group.throughput(Throughput::Elements(64));
    group.bench_function("chance", |bencher| bencher.iter(chances));
    group.finish();
    criterion.final_summary();
}
