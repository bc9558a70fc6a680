//! Both register forms against the tables of the boards.

use super::*;
use crate::geometry::Size;
use crate::point::Direction;
use crate::random::split_mix;

/// Checks a register form on random sets of each board.
struct Check;

impl Work for Check {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        check::<L>();
        check::<L::Split>();
    }
}

fn random_set(board: &Geometry, seed: u64) -> Bitboard {
    let density = seed % 7;
    board.all().iter().filter(|p| split_mix(seed, p.index() as u64) % 7 < density).collect()
}

fn check<L: Lanes>() {
    for size in Size::ALL {
        let board = size.geometry();
        assert_eq!(L::unpack(board, board.all()), board.all_rows());
        for seed in 0..50 {
            let set = random_set(board, seed);
            let rows = L::unpack(board, set);
            assert_eq!(L::pack(board, rows), set, "{size}");
            assert_eq!(rows.count() as usize, set.count());
            assert_eq!(rows.cells().map(|cell| board.point(cell)).collect::<Vec<_>>(), set.iter().collect::<Vec<_>>());
            for (rank, point) in set.iter().enumerate() {
                assert_eq!(rows.nth::<L>(rank as u32), board.cell(point), "rank {rank} of {set:?}");
            }
            assert_eq!(L::load(rows).split().store(), rows);
            assert_eq!(L::load(rows).count(), rows.count());
            let one = L::load(rows).one();
            assert!(one.count() == u32::from(!set.is_empty()) && L::load(rows).contains(one));
            let others = L::unpack(board, random_set(board, seed + 100));
            let pairs =
                [rows, others, Rows::EMPTY, L::unpack(board, board.all())].map(|one| [L::load(one), L::load(others)]);
            let weights = [[7, -300, 11, 2], [-1, 0, 32_000, -32_000]];
            let expected = |&[one, two]: &[L; 2], weight: i16| {
                i32::from(weight) * (one.count().cast_signed() - two.count().cast_signed())
            };
            let sum: i32 = weights.iter().flat_map(|w| pairs.iter().zip(w)).map(|(pair, &w)| expected(pair, w)).sum();
            assert_eq!(L::weighted(&[pairs; 2], &weights), sum, "{size} {set:?}");
            let all = L::load(board.all_rows());
            let stepped = [
                L::load(rows).step::<EAST, 1>(),
                L::load(rows).step::<NORTH_EAST, 1>(),
                L::load(rows).step::<NORTH_WEST, 1>(),
                L::load(rows).step::<WEST, 1>(),
                L::load(rows).step::<SOUTH_WEST, 1>(),
                L::load(rows).step::<SOUTH_EAST, 1>(),
            ];
            for (direction, stepped) in Direction::ALL.into_iter().zip(stepped) {
                let expected = set.iter().filter_map(|p| board.step(p, direction)).collect();
                assert_eq!(L::pack(board, (stepped & all).store()), expected, "{size} {direction:?}");
            }
            for point in board.all() {
                let cell = board.cell(point);
                assert_eq!(L::cell(cell).store(), Rows::EMPTY.with(cell));
                let ring = Direction::ALL.map(|d| board.step(point, d).is_some_and(|p| set.contains(p)));
                let arcs = (0..6).filter(|&d| ring[d] && !ring[(d + 5) % 6]).count();
                assert_eq!(rows.has_arcs(cell), arcs >= 2, "{size} {point:?} {set:?}");
                for (direction, shift) in [(Direction::NorthEast, 0), (Direction::NorthWest, 16)] {
                    let line = board.ray(point, direction).chain(board.ray(point, direction.opposite())).chain([point]);
                    let lanes = line.filter(|&p| set.contains(p)).map(|p| 1 << (board.cell(p) / 16));
                    assert_eq!(L::load(rows).upright(cell) >> shift & 0xffff, lanes.sum::<u32>(), "{size} {point:?}");
                }
            }
        }
    }
}

#[test]
fn words_agree_with_the_tables() {
    check::<Words>();
}

#[test]
fn the_best_lanes_agree_with_the_tables() {
    at_best(Check);
}
