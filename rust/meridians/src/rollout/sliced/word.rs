//! A word of the sliced machine: bit g belongs to game g. The machine is written for any kind of word; which one it uses depends on
//! the processor (`compiled.rs`).

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// One bit for each of some games.
pub(super) trait Word:
    Copy
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The number of games.
    const LANES: usize;
    const ZERO: Self;
    const ONES: Self;

    /// The bits of this word where the other has none.
    #[must_use]
    fn without(self, other: Self) -> Self;

    /// Whether any bit is set.
    fn any(self) -> bool;

    /// The word in parts: bit i of part p belongs to game 64 p + i.
    fn parts(&self) -> &[u64];
    fn parts_mut(&mut self) -> &mut [u64];

    /// The bits of `yes` where this word is set, those of `no` elsewhere.
    #[inline(always)]
    #[must_use]
    fn select(self, yes: Self, no: Self) -> Self {
        no ^ (self & (yes ^ no))
    }

    #[inline(always)]
    fn count(self) -> usize {
        self.parts().iter().map(|part| part.count_ones() as usize).sum()
    }

    /// The bit of one game. (The remainder saves a check that the part exists.)
    #[inline(always)]
    fn bit(&self, lane: usize) -> u32 {
        (self.parts()[lane / 64 % (Self::LANES / 64)] >> (lane % 64)) as u32 & 1
    }

    /// Sets the bit of one game, if `bit` is 1.
    #[inline(always)]
    fn add(&mut self, lane: usize, bit: u32) {
        self.parts_mut()[lane / 64 % (Self::LANES / 64)] |= u64::from(bit) << (lane % 64);
    }

    /// Does something for each game whose bit is set, in ascending order.
    #[inline(always)]
    fn for_each_lane(self, mut each: impl FnMut(usize)) {
        for (p, &part) in self.parts().iter().enumerate() {
            let mut rest = part;
            while rest != 0 {
                each(64 * p + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
    }
}

/// The operators that follow from those of the word.
macro_rules! derived_operations {
    ([$($generics:tt)*] $word:ty) => {
        impl<$($generics)*> std::ops::BitAndAssign for $word {
            #[inline(always)]
            fn bitand_assign(&mut self, other: Self) {
                *self = *self & other;
            }
        }

        impl<$($generics)*> std::ops::BitOrAssign for $word {
            #[inline(always)]
            fn bitor_assign(&mut self, other: Self) {
                *self = *self | other;
            }
        }

        impl<$($generics)*> std::ops::BitXorAssign for $word {
            #[inline(always)]
            fn bitxor_assign(&mut self, other: Self) {
                *self = *self ^ other;
            }
        }

        impl<$($generics)*> std::ops::Not for $word {
            type Output = Self;

            #[inline(always)]
            fn not(self) -> Self {
                self ^ <Self as $crate::rollout::sliced::word::Word>::ONES
            }
        }
    };
}

pub(super) use derived_operations;
