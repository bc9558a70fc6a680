//! [`Lanes`] in one AVX2 register, and the choice of it at run time. The instructions are named one by one because compilers do not find
//! them: a step over the rows is two shuffles here and a dozen shifts otherwise.
#![allow(unsafe_code)] // AVX2 and BMI instructions, and one call into code compiled for them when they were found to be there.

use super::{DIAGONALS, EAST, Lanes, NORTH_EAST, NORTH_WEST, Rows, SOUTH_EAST, SOUTH_WEST, WEST, Words, Work};
use crate::bitboard::Bitboard;
use crate::geometry::Geometry;
use crate::level::Level;
#[allow(clippy::wildcard_imports)] // two dozen instructions
use std::arch::x86_64::*;
use std::ops::{BitAnd, BitOr, BitXor};

/// Sixteen rows. Values exist only in code that [`at_best`] runs after it found the instructions.
#[derive(Clone, Copy)]
pub(crate) struct Register(__m256i);

/// Runs the work with the instructions of a level, which must be available.
#[inline]
pub(crate) fn at<W: Work>(level: Level, work: W) -> W::Output {
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn with_avx2<W: Work>(work: W) -> W::Output {
        work.run::<Register>()
    }
    /// The same operations; the compiler joins two logical ones into one of three inputs.
    #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn with_avx512<W: Work>(work: W) -> W::Output {
        work.run::<Register>()
    }
    match level {
        Level::Portable => work.run::<Words>(),
        // SAFETY: the processor has the features that the function is compiled for; likewise below.
        Level::Avx2 => unsafe { with_avx2(work) },
        Level::Avx512 => unsafe { with_avx512(work) },
    }
}

/// SAFETY of all uses: they are in methods of [`Register`], and the one place that names this type is [`at`], in functions that run
/// only where the instructions are. (Nothing else in the crate may name it.)
macro_rules! instructions {
    ($code:expr) => {
        unsafe { $code }
    };
}

impl BitAnd for Register {
    type Output = Register;

    #[inline(always)]
    fn bitand(self, other: Register) -> Register {
        Register(instructions!(_mm256_and_si256(self.0, other.0)))
    }
}

impl BitOr for Register {
    type Output = Register;

    #[inline(always)]
    fn bitor(self, other: Register) -> Register {
        Register(instructions!(_mm256_or_si256(self.0, other.0)))
    }
}

impl BitXor for Register {
    type Output = Register;

    #[inline(always)]
    fn bitxor(self, other: Register) -> Register {
        Register(instructions!(_mm256_xor_si256(self.0, other.0)))
    }
}

impl Register {
    #[inline(always)]
    fn east<const TIMES: i32>(self) -> Register {
        Register(instructions!(_mm256_slli_epi16::<TIMES>(self.0)))
    }

    #[inline(always)]
    fn west<const TIMES: i32>(self) -> Register {
        Register(instructions!(_mm256_srli_epi16::<TIMES>(self.0)))
    }

    /// Every row moved up by `TIMES` lanes.
    #[inline(always)]
    fn up<const TIMES: i32>(self) -> Register {
        instructions!({
            let half = _mm256_permute2x128_si256::<0x08>(self.0, self.0);
            Register(match TIMES {
                1 => _mm256_alignr_epi8::<14>(self.0, half),
                2 => _mm256_alignr_epi8::<12>(self.0, half),
                4 => _mm256_alignr_epi8::<8>(self.0, half),
                _ => half,
            })
        })
    }

    /// Every row moved down by `TIMES` lanes.
    #[inline(always)]
    fn down<const TIMES: i32>(self) -> Register {
        instructions!({
            let half = _mm256_permute2x128_si256::<0x81>(self.0, self.0);
            Register(match TIMES {
                1 => _mm256_alignr_epi8::<2>(half, self.0),
                2 => _mm256_alignr_epi8::<4>(half, self.0),
                4 => _mm256_alignr_epi8::<8>(half, self.0),
                _ => half,
            })
        })
    }
}

impl Lanes for Register {
    #[inline(always)]
    fn load(rows: Rows) -> Register {
        Register(instructions!(_mm256_loadu_si256(rows.0.as_ptr().cast())))
    }

    #[inline(always)]
    fn store(self) -> Rows {
        let mut rows = Rows::EMPTY;
        instructions!(_mm256_storeu_si256(rows.0.as_mut_ptr().cast(), self.0));
        rows
    }

    #[inline(always)]
    fn cell(cell: usize) -> Register {
        // Shifts by 64 or more, negative numbers among them, give nought.
        instructions!({
            let shift =
                _mm256_sub_epi64(_mm256_set1_epi64x(cell.cast_signed() as i64), _mm256_setr_epi64x(0, 64, 128, 192));
            Register(_mm256_sllv_epi64(_mm256_set1_epi64x(1), shift))
        })
    }

    #[inline(always)]
    fn without(self, other: Register) -> Register {
        Register(instructions!(_mm256_andnot_si256(other.0, self.0)))
    }

    #[inline(always)]
    fn when(self, condition: bool) -> Register {
        let mask = i64::from(condition).wrapping_neg();
        Register(instructions!(_mm256_and_si256(self.0, _mm256_set1_epi64x(mask))))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        instructions!(_mm256_testz_si256(self.0, self.0) == 1)
    }

    #[inline(always)]
    fn meets(self, other: Register) -> bool {
        instructions!(_mm256_testz_si256(self.0, other.0) == 0)
    }

    #[inline(always)]
    fn step<const DIRECTION: usize, const TIMES: i32>(self) -> Register {
        match DIRECTION {
            EAST => self.east::<TIMES>(),
            NORTH_EAST => self.up::<TIMES>(),
            NORTH_WEST => self.up::<TIMES>().west::<TIMES>(),
            WEST => self.west::<TIMES>(),
            SOUTH_WEST => self.down::<TIMES>(),
            SOUTH_EAST => self.down::<TIMES>().east::<TIMES>(),
            _ => unreachable!("there are six directions"),
        }
    }

    #[inline(always)]
    fn add(self, other: Register) -> Register {
        Register(instructions!(_mm256_add_epi16(self.0, other.0)))
    }

    #[inline(always)]
    fn upright(self, cell: usize) -> u32 {
        let diagonal = Register::load(DIAGONALS[cell / 16 + cell % 16]);
        instructions!({
            let none = _mm256_setzero_si256();
            let column = _mm256_and_si256(self.0, _mm256_set1_epi16(1 << (cell % 16)));
            let missing = _mm256_packs_epi16(
                _mm256_cmpeq_epi16(column, none),
                _mm256_cmpeq_epi16(_mm256_and_si256(self.0, diagonal.0), none),
            );
            // Packing takes the halves of the registers one by one.
            !_mm256_movemask_epi8(_mm256_permute4x64_epi64::<0b11_01_10_00>(missing)).cast_unsigned()
        })
    }

    #[inline(always)]
    fn first(self) -> usize {
        // Without branches, for which word it is in is random.
        let empty =
            instructions!(_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(self.0, _mm256_setzero_si256()))));
        let w = (!empty).trailing_zeros() as usize & 3;
        64 * w + (self.store().0[w].trailing_zeros() as usize & 63)
    }

    #[inline(always)]
    fn nth_bit(word: u64, rank: u32) -> u32 {
        instructions!(_pdep_u64(1 << rank, word)).trailing_zeros()
    }

    #[inline(always)]
    fn pack(board: &Geometry, rows: Rows) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        for w in 0..4 {
            let bits = instructions!(_pext_u64(rows.0[w], board.all_rows().0[w]));
            set.add_word(board.word_start(w), bits);
        }
        set
    }

    #[inline(always)]
    fn unpack(board: &Geometry, set: Bitboard) -> Rows {
        let mut rows = Rows::EMPTY;
        for w in 0..4 {
            rows.0[w] = instructions!(_pdep_u64(set.word_from(board.word_start(w)), board.all_rows().0[w]));
        }
        rows
    }
}
