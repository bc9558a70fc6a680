//! [`Lanes`] in four words, for every processor. A step shifts the whole set as one number of 256 bits; the empty columns keep the lanes
//! apart.

use super::{DIAGONALS, Lanes, Rows, STEPS};
use std::ops::{BitAnd, BitOr, BitXor};

#[derive(Clone, Copy)]
pub(crate) struct Words([u64; 4]);

macro_rules! word_operation {
    ($operation:ident, $method:ident, $op:tt) => {
        impl $operation for Words {
            type Output = Words;

            #[inline(always)]
            fn $method(self, other: Words) -> Words {
                Words(std::array::from_fn(|w| self.0[w] $op other.0[w]))
            }
        }
    };
}

word_operation!(BitAnd, bitand, &);
word_operation!(BitOr, bitor, |);
word_operation!(BitXor, bitxor, ^);

impl Lanes for Words {
    type Split = Words;

    #[inline(always)]
    fn load(rows: Rows) -> Words {
        Words(rows.0)
    }

    #[inline(always)]
    fn store(self) -> Rows {
        Rows(self.0)
    }

    #[inline(always)]
    fn split(self) -> Words {
        self
    }

    #[inline(always)]
    fn cell(cell: usize) -> Words {
        Words(Rows::EMPTY.with(cell).0)
    }

    #[inline(always)]
    fn without(self, other: Words) -> Words {
        Words(std::array::from_fn(|w| self.0[w] & !other.0[w]))
    }

    #[inline(always)]
    fn when(self, condition: bool) -> Words {
        let mask = u64::from(condition).wrapping_neg();
        Words(self.0.map(|word| word & mask))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        Rows(self.0).is_empty()
    }

    #[inline(always)]
    fn meets(self, other: Words) -> bool {
        !(self & other).is_empty()
    }

    #[inline(always)]
    fn contains(self, other: Words) -> bool {
        other.without(self).is_empty()
    }

    // Where better instructions are usual, this code is seldom run, and inlined into everything it takes two thirds of the compiler's time.
    #[cfg_attr(target_arch = "x86_64", inline(never))]
    #[cfg_attr(not(target_arch = "x86_64"), inline(always))]
    fn step<const DIRECTION: usize, const TIMES: i32>(self) -> Words {
        let shift = STEPS[DIRECTION] * TIMES;
        let (whole, bits) = ((shift.unsigned_abs() / 64) as usize, shift.unsigned_abs() % 64);
        let word = |w: usize| self.0.get(w).copied().unwrap_or(0);
        Words(std::array::from_fn(|w| {
            // The second shift is split in two, so that it is defined for whole words.
            if shift > 0 {
                let (from, below) = (w.wrapping_sub(whole), w.wrapping_sub(whole + 1));
                word(from) << bits | word(below) >> 1 >> (63 - bits)
            } else {
                word(w + whole) >> bits | word(w + whole + 1) << 1 << (63 - bits)
            }
        }))
    }

    #[inline(always)]
    fn add(self, other: Words) -> Words {
        Words(std::array::from_fn(|w| self.0[w].wrapping_add(other.0[w])))
    }

    #[inline(always)]
    fn upright(self, cell: usize) -> u32 {
        let column = 0x0001_0001_0001_0001 << (cell % 16);
        let diagonal = &DIAGONALS[cell / 16 + cell % 16].0;
        (0..4).fold(0, |lanes, w| {
            lanes | used_lanes(self.0[w] & column) << (4 * w) | used_lanes(self.0[w] & diagonal[w]) << (16 + 4 * w)
        })
    }

    #[inline(always)]
    fn first(self) -> usize {
        Rows(self.0).cells().next().unwrap_or(0)
    }

    #[inline(always)]
    fn one(self) -> Words {
        let (mut one, mut found) = ([0; 4], false);
        for w in [2, 1, 3, 0] {
            let word = self.0[w];
            one[w] = if found { 0 } else { word & word.wrapping_neg() };
            found |= word != 0;
        }
        Words(one)
    }

    #[inline(always)]
    fn count(self) -> u32 {
        Rows(self.0).count()
    }

    #[inline(always)]
    fn counts(pairs: &[[[Words; 2]; 4]; 4]) -> [i16; 32] {
        let mut counts = [0; 32];
        for (index, sides) in pairs.as_flattened().iter().enumerate() {
            for (side, set) in sides.iter().enumerate() {
                counts[index + index / 8 * 8 + 8 * side] = set.count() as i16;
            }
        }
        counts
    }

    #[inline(always)]
    fn eight_sums(inputs: &[i16; 48], weights: &[[[i16; 2]; 8]; 24]) -> [i32; 8] {
        let mut sums = [0; 8];
        for (two, weights) in inputs.as_chunks::<2>().0.iter().zip(weights) {
            for (sum, pair) in sums.iter_mut().zip(weights) {
                *sum += i32::from(two[0]) * i32::from(pair[0]) + i32::from(two[1]) * i32::from(pair[1]);
            }
        }
        sums
    }

    #[inline(always)]
    fn nth_bit(word: u64, rank: u32) -> u32 {
        // Counts of bits by byte, summed up from below; the byte is the first whose sum is above the rank.
        const ONES: u64 = 0x0101_0101_0101_0101;
        const HIGHEST: u64 = ONES << 7;
        let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let sums = ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES);
        let up_to_rank = (((u64::from(rank) * ONES) | HIGHEST) - sums) & HIGHEST;
        let byte = 8 * up_to_rank.count_ones();
        let before = (sums << 8 >> byte) as u32 & 0xff;
        let mut rest = word >> byte & 0xff;
        for _ in 0..rank - before {
            rest &= rest - 1;
        }
        byte + rest.trailing_zeros()
    }
}

/// Which of the four lanes of a word have a bit, where none has its highest.
#[inline(always)]
const fn used_lanes(word: u64) -> u32 {
    let high = (word + 0x7fff_7fff_7fff_7fff) >> 15 & 0x0001_0001_0001_0001;
    // Lane k moves to bit 60 + k.
    (high.wrapping_mul(1 << 60 | 1 << 45 | 1 << 30 | 1 << 15) >> 60) as u32
}
