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
            let sets: [L; 32] =
                std::array::from_fn(|k| L::load(L::unpack(board, random_set(board, 32 * seed + k as u64))));
            let pairs =
                std::array::from_fn(|k| std::array::from_fn(|l| [sets[8 * k + 2 * l], sets[8 * k + 2 * l + 1]]));
            let counted = L::counts(&pairs);
            for (k, set) in sets.iter().enumerate() {
                let (pair, side) = (k / 2, k % 2);
                assert_eq!(counted[pair % 8 + 8 * side + pair / 8 * 16], set.count() as i16, "{size} {k}");
            }
            let number = |k: usize| (split_mix(seed, k as u64) >> 52) as i16 - 2048;
            let inputs: [i16; 48] = std::array::from_fn(number);
            let weights: [[[i16; 2]; 8]; 24] =
                std::array::from_fn(|k| std::array::from_fn(|sum| [0, 1].map(|i| number(100 + 16 * k + 2 * sum + i))));
            let sums = L::eight_sums(&inputs, &weights);
            for (sum, found) in sums.into_iter().enumerate() {
                let products = inputs
                    .iter()
                    .enumerate()
                    .map(|(k, &input)| i32::from(input) * i32::from(weights[k / 2][sum][k % 2]));
                assert_eq!(found, products.sum::<i32>());
            }
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
