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
///
/// Split, the even rows are in the lower half and the odd ones in the upper: then a step over two rows, four or eight is one shift within
/// the halves, and only a step over one row moves anything between them. That is faster for long sweeps and slower to load, to store
/// and to look into, so split registers are for code that does much in between.
#[derive(Clone, Copy)]
pub(crate) struct Register<const SPLIT: bool>(__m256i);

/// Runs the work with the instructions of a level, which must be available.
#[inline]
pub(crate) fn at<W: Work>(level: Level, work: W) -> W::Output {
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn with_avx2<W: Work>(work: W) -> W::Output {
        work.run::<Register<false>>()
    }
    /// The same operations; the compiler joins two logical ones into one of three inputs.
    #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn with_avx512<W: Work>(work: W) -> W::Output {
        work.run::<Register<false>>()
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

impl<const SPLIT: bool> BitAnd for Register<SPLIT> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Register(instructions!(_mm256_and_si256(self.0, other.0)))
    }
}

impl<const SPLIT: bool> BitOr for Register<SPLIT> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Register(instructions!(_mm256_or_si256(self.0, other.0)))
    }
}

impl<const SPLIT: bool> BitXor for Register<SPLIT> {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Register(instructions!(_mm256_xor_si256(self.0, other.0)))
    }
}

impl<const SPLIT: bool> Register<SPLIT> {
    #[inline(always)]
    fn east<const TIMES: i32>(self) -> Self {
        Register(instructions!(_mm256_slli_epi16::<TIMES>(self.0)))
    }

    #[inline(always)]
    fn west<const TIMES: i32>(self) -> Self {
        Register(instructions!(_mm256_srli_epi16::<TIMES>(self.0)))
    }

    /// Every row moved up by `TIMES` lanes.
    #[inline(always)]
    fn up<const TIMES: i32>(self) -> Self {
        let rows = self.0;
        instructions!({
            if SPLIT {
                return Register(match TIMES {
                    // The even rows become odd as they lie, and the odd ones even and one place up.
                    1 => _mm256_permute2x128_si256::<0x03>(rows, _mm256_slli_si256::<2>(rows)),
                    2 => _mm256_slli_si256::<2>(rows),
                    4 => _mm256_slli_si256::<4>(rows),
                    _ => _mm256_slli_si256::<8>(rows),
                });
            }
            let half = _mm256_permute2x128_si256::<0x08>(rows, rows);
            Register(match TIMES {
                1 => _mm256_alignr_epi8::<14>(rows, half),
                2 => _mm256_alignr_epi8::<12>(rows, half),
                4 => _mm256_alignr_epi8::<8>(rows, half),
                _ => half,
            })
        })
    }

    /// Every row moved down by `TIMES` lanes.
    #[inline(always)]
    fn down<const TIMES: i32>(self) -> Self {
        let rows = self.0;
        instructions!({
            if SPLIT {
                return Register(match TIMES {
                    1 => _mm256_permute2x128_si256::<0x21>(rows, _mm256_srli_si256::<2>(rows)),
                    2 => _mm256_srli_si256::<2>(rows),
                    4 => _mm256_srli_si256::<4>(rows),
                    _ => _mm256_srli_si256::<8>(rows),
                });
            }
            let half = _mm256_permute2x128_si256::<0x81>(rows, rows);
            Register(match TIMES {
                1 => _mm256_alignr_epi8::<2>(half, rows),
                2 => _mm256_alignr_epi8::<4>(half, rows),
                4 => _mm256_alignr_epi8::<8>(half, rows),
                _ => half,
            })
        })
    }

    /// The numbers of cells of four sets in each word of 64 bits: four numbers of 16 bits.
    #[inline(always)]
    fn four_counts(sets: [Self; 4]) -> __m256i {
        instructions!({
            let (low, high) = (0x0302_0201_0201_0100, 0x0403_0302_0302_0201);
            let (bits, nibbles) = (_mm256_setr_epi64x(low, high, low, high), _mm256_set1_epi8(0x0f));
            let mut counts = _mm256_setzero_si256();
            for Register(set) in sets.into_iter().rev() {
                let lower = _mm256_shuffle_epi8(bits, _mm256_and_si256(set, nibbles));
                let upper = _mm256_shuffle_epi8(bits, _mm256_and_si256(_mm256_srli_epi16::<4>(set), nibbles));
                let words = _mm256_sad_epu8(_mm256_add_epi8(lower, upper), _mm256_setzero_si256());
                counts = _mm256_or_si256(_mm256_slli_epi64::<16>(counts), words);
            }
            counts
        })
    }

    /// The numbers of cells of eight pairs of sets, first of the first sets.
    #[inline(always)]
    fn sixteen_counts(a: &[[Self; 2]; 4], b: &[[Self; 2]; 4]) -> __m256i {
        let [a, b] = [Self::eight_counts(a), Self::eight_counts(b)];
        instructions!(_mm256_add_epi16(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b)))
    }

    /// The numbers of cells of the first sets of four pairs in each word of the lower half, those of the second sets in the upper.
    #[inline(always)]
    fn eight_counts(pairs: &[[Self; 2]; 4]) -> __m256i {
        let [[a, e], [b, f], [c, g], [d, h]] = *pairs;
        let (first, second) = (Self::four_counts([a, b, c, d]), Self::four_counts([e, f, g, h]));
        instructions!(_mm256_add_epi16(
            _mm256_permute2x128_si256::<0x20>(first, second),
            _mm256_permute2x128_si256::<0x31>(first, second),
        ))
    }

    /// The register as it is.
    #[inline(always)]
    fn words(self) -> [u64; 4] {
        let mut words = [0; 4];
        instructions!(_mm256_storeu_si256(words.as_mut_ptr().cast(), self.0));
        words
    }

    /// From rows in their order, as in memory.
    #[inline(always)]
    fn from_ordered(rows: __m256i) -> Self {
        if !SPLIT {
            return Register(rows);
        }
        instructions!({
            let (even, odd) = (0x0d0c_0908_0504_0100, 0x0f0e_0b0a_0706_0302);
            let halves = _mm256_shuffle_epi8(rows, _mm256_setr_epi64x(even, odd, even, odd));
            Register(_mm256_permute4x64_epi64::<0b11_01_10_00>(halves))
        })
    }

    /// To rows in their order.
    #[inline(always)]
    fn ordered(self) -> __m256i {
        if !SPLIT {
            return self.0;
        }
        instructions!({
            let halves = _mm256_permute4x64_epi64::<0b11_01_10_00>(self.0);
            let (first, second) = (0x0b0a_0302_0908_0100, 0x0f0e_0706_0d0c_0504);
            _mm256_shuffle_epi8(halves, _mm256_setr_epi64x(first, second, first, second))
        })
    }
}

impl<const SPLIT: bool> Lanes for Register<SPLIT> {
    type Split = Register<true>;

    #[inline(always)]
    fn load(rows: Rows) -> Self {
        Self::from_ordered(instructions!(_mm256_loadu_si256(rows.0.as_ptr().cast())))
    }

    #[inline(always)]
    fn store(self) -> Rows {
        let mut rows = Rows::EMPTY;
        instructions!(_mm256_storeu_si256(rows.0.as_mut_ptr().cast(), self.ordered()));
        rows
    }

    #[inline(always)]
    fn split(self) -> Register<true> {
        if SPLIT { Register(self.0) } else { Register::from_ordered(self.0) }
    }

    #[inline(always)]
    fn cell(cell: usize) -> Self {
        // Shifts by 64 or more, negative numbers among them, give nought.
        instructions!({
            let shift =
                _mm256_sub_epi64(_mm256_set1_epi64x(cell.cast_signed() as i64), _mm256_setr_epi64x(0, 64, 128, 192));
            Self::from_ordered(_mm256_sllv_epi64(_mm256_set1_epi64x(1), shift))
        })
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Register(instructions!(_mm256_andnot_si256(other.0, self.0)))
    }

    #[inline(always)]
    fn when(self, condition: bool) -> Self {
        let mask = i64::from(condition).wrapping_neg();
        Register(instructions!(_mm256_and_si256(self.0, _mm256_set1_epi64x(mask))))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        instructions!(_mm256_testz_si256(self.0, self.0) == 1)
    }

    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        instructions!(_mm256_testz_si256(self.0, other.0) == 0)
    }

    #[inline(always)]
    fn contains(self, other: Self) -> bool {
        instructions!(_mm256_testc_si256(self.0, other.0) == 1)
    }

    #[inline(always)]
    fn step<const DIRECTION: usize, const TIMES: i32>(self) -> Self {
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
    fn add(self, other: Self) -> Self {
        Register(instructions!(_mm256_add_epi16(self.0, other.0)))
    }

    #[inline(always)]
    fn upright(self, cell: usize) -> u32 {
        let rows = self.ordered();
        let diagonal = DIAGONALS[cell / 16 + cell % 16].0;
        instructions!({
            let diagonal = _mm256_loadu_si256(diagonal.as_ptr().cast());
            let none = _mm256_setzero_si256();
            let column = _mm256_and_si256(rows, _mm256_set1_epi16(1 << (cell % 16)));
            let missing = _mm256_packs_epi16(
                _mm256_cmpeq_epi16(column, none),
                _mm256_cmpeq_epi16(_mm256_and_si256(rows, diagonal), none),
            );
            // Packing takes the halves of the registers one by one.
            !_mm256_movemask_epi8(_mm256_permute4x64_epi64::<0b11_01_10_00>(missing)).cast_unsigned()
        })
    }

    #[inline(always)]
    fn first(self) -> usize {
        // Without branches, for which word it is in is random.
        let rows = self.ordered();
        let empty =
            instructions!(_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(rows, _mm256_setzero_si256()))));
        let w = (!empty).trailing_zeros() as usize & 3;
        64 * w + (self.store().0[w].trailing_zeros() as usize & 63)
    }

    #[inline(always)]
    fn one(self) -> Self {
        /// For each set of words that are empty one that is not, of the order below the first.
        const fn chosen(order: [usize; 4]) -> [Rows; 16] {
            let (mut masks, mut empty) = ([Rows::EMPTY; 16], 0);
            while empty < 15 {
                let mut k = 0;
                while empty >> order[k] & 1 == 1 {
                    k += 1;
                }
                masks[empty].0[order[k]] = u64::MAX;
                empty += 1;
            }
            masks
        }
        // Split, the second word begins with lane 8 and the last with lane 9.
        static CHOSEN: [[Rows; 16]; 2] = [chosen([2, 1, 3, 0]), chosen([1, 3, 2, 0])];
        instructions!({
            let none = _mm256_setzero_si256();
            let empty = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(self.0, none)));
            // The rows as they lie in the register, whatever their order.
            let word = _mm256_loadu_si256(CHOSEN[usize::from(SPLIT)][empty.cast_unsigned() as usize].0.as_ptr().cast());
            let lowest = _mm256_and_si256(self.0, _mm256_sub_epi64(none, self.0));
            Register(_mm256_and_si256(lowest, word))
        })
    }

    #[inline(always)]
    fn count(self) -> u32 {
        Rows(self.words()).count()
    }

    #[inline(always)]
    fn counts(pairs: &[[[Self; 2]; 4]; 4]) -> [i16; 32] {
        let mut counts = [0; 32];
        let [a, b, c, d] = pairs;
        instructions!({
            _mm256_storeu_si256(counts[..16].as_mut_ptr().cast(), Self::sixteen_counts(a, b));
            _mm256_storeu_si256(counts[16..].as_mut_ptr().cast(), Self::sixteen_counts(c, d));
        });
        counts
    }

    #[inline(always)]
    fn eight_sums(inputs: &[i16; 48], weights: &[[[i16; 2]; 8]; 24]) -> [i32; 8] {
        let mut sums = [0; 8];
        instructions!({
            let mut added = _mm256_setzero_si256();
            for (&[one, two], weights) in inputs.as_chunks::<2>().0.iter().zip(weights) {
                let pair = i32::from(one) & 0xffff | i32::from(two) << 16;
                let weights = _mm256_loadu_si256(weights.as_ptr().cast());
                added = _mm256_add_epi32(added, _mm256_madd_epi16(_mm256_set1_epi32(pair), weights));
            }
            _mm256_storeu_si256(sums.as_mut_ptr().cast(), added);
        });
        sums
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
