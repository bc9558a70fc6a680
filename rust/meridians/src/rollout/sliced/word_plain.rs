//! Words of plain numbers, for processors whose vectors are not written out in `word_vector.rs`, and for tests of other widths.

use super::word::{Word, derived_operations};
use std::array::from_fn;
use std::ops::{BitAnd, BitOr, BitXor};

/// A word of 64 L games in plain numbers, which compilers turn into vectors where the target has them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain<const L: usize>([u64; L]);

impl<const L: usize> Word for Plain<L> {
    const LANES: usize = 64 * L;
    const ZERO: Self = Plain([0; L]);
    const ONES: Self = Plain([u64::MAX; L]);

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Plain(from_fn(|i| self.0[i] & !other.0[i]))
    }

    #[inline(always)]
    fn any(self) -> bool {
        self.0.iter().fold(0, |all, part| all | part) != 0
    }

    #[inline(always)]
    fn parts(&self) -> &[u64] {
        &self.0
    }

    #[inline(always)]
    fn parts_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }
}

macro_rules! plain_operation {
    ($operation:ident, $method:ident, $op:tt) => {
        impl<const L: usize> $operation for Plain<L> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Plain(from_fn(|i| self.0[i] $op other.0[i]))
            }
        }
    };
}

plain_operation!(BitAnd, bitand, &);
plain_operation!(BitOr, bitor, |);
plain_operation!(BitXor, bitxor, ^);
derived_operations!([const L: usize] Plain<L>);
