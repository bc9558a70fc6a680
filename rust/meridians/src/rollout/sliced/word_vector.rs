//! Words in vector registers. Written with the processors' own operations, because compilers take words of plain numbers apart and put
//! them together in other ways, which costs up to half of the speed.
#![allow(unsafe_code)] // The operations; they are only run on processors that have them (`compiled.rs`).
#![allow(clippy::wildcard_imports)] // Of operations, each named once in what follows.

use super::word::{Word, derived_operations};
use std::mem::transmute;
use std::ops::{BitAnd, BitOr, BitXor};

/// A word in a vector of so many 64-bit parts, from the processor's `and`, `or`, `xor` and from the expressions for
/// [`Word::without`] and [`Word::any`].
macro_rules! vector_word {
    ($(#[$about:meta])* $word:ident, $vector:ident, $parts:literal, $and:ident, $or:ident, $xor:ident, $without:expr, $any:expr) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        #[repr(transparent)]
        pub(in crate::rollout::sliced) struct $word($vector);

        impl Word for $word {
            const LANES: usize = 64 * $parts;
            // SAFETY: any bits are a vector.
            const ZERO: Self = $word(unsafe { transmute::<[u64; $parts], $vector>([0; $parts]) });
            // SAFETY: any bits are a vector.
            const ONES: Self = $word(unsafe { transmute::<[u64; $parts], $vector>([u64::MAX; $parts]) });

            #[inline(always)]
            fn without(self, other: Self) -> Self {
                // SAFETY: the word is only used by `compiled.rs`, which asks the processor for the operation; likewise below.
                $word(unsafe { $without(self.0, other.0) })
            }

            #[inline(always)]
            fn any(self) -> bool {
                // SAFETY: as above.
                unsafe { $any(self.0) }
            }

            #[inline(always)]
            fn parts(&self) -> &[u64] {
                // SAFETY: a vector is that many numbers, whose alignment is less.
                unsafe { &*std::ptr::from_ref(self).cast::<[u64; $parts]>() }
            }

            #[inline(always)]
            fn parts_mut(&mut self) -> &mut [u64] {
                // SAFETY: as above.
                unsafe { &mut *std::ptr::from_mut(self).cast::<[u64; $parts]>() }
            }
        }

        vector_word!(@operator $word, BitAnd, bitand, $and);
        vector_word!(@operator $word, BitOr, bitor, $or);
        vector_word!(@operator $word, BitXor, bitxor, $xor);
        derived_operations!([] $word);
    };
    (@operator $word:ident, $operator:ident, $method:ident, $operation:ident) => {
        impl $operator for $word {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // SAFETY: as in `without`.
                $word(unsafe { $operation(self.0, other.0) })
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use super::*;
    use std::arch::x86_64::*;

    vector_word!(
        /// 128 games in a register of SSE2, which every processor of the architecture has.
        Word128, __m128i, 2, _mm_and_si128, _mm_or_si128, _mm_xor_si128,
        |a, b| _mm_andnot_si128(b, a),
        |word| _mm_movemask_epi8(_mm_cmpeq_epi8(word, _mm_setzero_si128())) != 0xffff
    );
    vector_word!(
        /// 256 games in a register of AVX2.
        Word256, __m256i, 4, _mm256_and_si256, _mm256_or_si256, _mm256_xor_si256,
        |a, b| _mm256_andnot_si256(b, a),
        |word| _mm256_testz_si256(word, word) == 0
    );
    vector_word!(
        /// 512 games in a register of AVX-512.
        Word512, __m512i, 8, _mm512_and_si512, _mm512_or_si512, _mm512_xor_si512,
        |a, b| _mm512_andnot_si512(b, a),
        |word| _mm512_test_epi64_mask(word, word) != 0
    );
}

#[cfg(target_arch = "aarch64")]
mod aarch64 {
    use super::*;
    use std::arch::aarch64::*;

    vector_word!(
        /// 128 games in a register of NEON, which every processor of the architecture has.
        Word128, uint64x2_t, 2, vandq_u64, vorrq_u64, veorq_u64,
        |a, b| vbicq_u64(a, b),
        |word| vmaxvq_u32(vreinterpretq_u32_u64(word)) != 0
    );
}

#[cfg(target_arch = "aarch64")]
pub(super) use aarch64::Word128;
#[cfg(target_arch = "x86_64")]
pub(super) use x86_64::{Word128, Word256, Word512};
