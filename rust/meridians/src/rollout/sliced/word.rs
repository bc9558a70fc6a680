//! A word of the sliced machine: bit g belongs to game g. Plain arrays of `u64`, which compilers turn into vector registers of
//! whatever width the code is compiled for.

use std::array::from_fn;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// One bit for each of 64 L games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word<const L: usize>([u64; L]);

impl<const L: usize> Word<L> {
    pub(super) const LANES: usize = 64 * L;
    pub(super) const ZERO: Self = Word([0; L]);
    pub(super) const ONES: Self = Word([u64::MAX; L]);

    #[inline(always)]
    pub(super) fn any(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) != 0
    }

    #[inline(always)]
    pub(super) fn count(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The bit of one game.
    #[inline(always)]
    pub(super) fn bit(self, lane: usize) -> u32 {
        (self.0[lane / 64] >> (lane % 64)) as u32 & 1
    }

    /// Sets the bit of one game, if `bit` is 1.
    #[inline(always)]
    pub(super) fn add(&mut self, lane: usize, bit: u32) {
        self.0[lane / 64] |= u64::from(bit) << (lane % 64);
    }

    /// The games whose bit is set, ascending.
    pub(super) fn lanes(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(w, word)| {
            std::iter::successors(Some(word), |&rest| Some(rest & rest.wrapping_sub(1)))
                .take_while(|&rest| rest != 0)
                .map(move |rest| 64 * w + rest.trailing_zeros() as usize)
        })
    }

    /// The bits of this word where the other has none.
    #[inline(always)]
    pub(super) fn without(self, other: Self) -> Self {
        Word(from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The bits of `yes` where this word is set, those of `no` elsewhere.
    #[inline(always)]
    pub(super) fn select(self, yes: Self, no: Self) -> Self {
        no ^ (self & (yes ^ no))
    }
}

macro_rules! word_operation {
    ($operation:ident, $method:ident, $assigning:ident, $assign:ident, $op:tt) => {
        impl<const L: usize> $operation for Word<L> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Word(from_fn(|i| self.0[i] $op other.0[i]))
            }
        }

        impl<const L: usize> $assigning for Word<L> {
            #[inline(always)]
            fn $assign(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    };
}

word_operation!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
word_operation!(BitOr, bitor, BitOrAssign, bitor_assign, |);
word_operation!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl<const L: usize> Not for Word<L> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self ^ Self::ONES
    }
}
