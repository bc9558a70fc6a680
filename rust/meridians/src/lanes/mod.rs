//! Sets of points as the engine computes with them: sixteen rows of sixteen bits, laid out so that a step in any direction is the same
//! shift everywhere on the board. [`crate::Bitboard`] is what callers see; [`Rows`] is how a position keeps its stones.
//!
//! Row r of a board is in the lane r + 1, and columns are axial: the bits of a lane lean so that lines to the north-east stand
//! upright. A *cell* is the number of a bit, 16 x lane + column, and the six steps are these:
//!
//! ```text
//!    +15  +16
//!      \  /
//! -1 -- o -- +1        lanes count from the bottom, bits from the west
//!      /  \
//!    -16  -15
//! ```
//!
//! Every board up to 7/8 (15 rows, 14 columns) leaves the lane 0 and the columns 14 and 15 empty, so a step off the board ends outside
//! it and a mask with stones or empty points drops it. Cells ascend in action order.
//!
//! The rules are written once over [`Lanes`], the register form, and compiled for several instruction sets; [`at_best`] chooses.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod portable;

use crate::bitboard::Bitboard;
use crate::geometry::Geometry;
use crate::level::Level;
use std::ops::{BitAnd, BitOr, BitXor};

#[cfg(target_arch = "x86_64")]
pub(crate) use avx2::at;
pub(crate) use portable::Words;

/// The directions by number, as in [`crate::Direction`].
pub(crate) const EAST: usize = 0;
pub(crate) const NORTH_EAST: usize = 1;
pub(crate) const NORTH_WEST: usize = 2;
pub(crate) const WEST: usize = 3;
pub(crate) const SOUTH_WEST: usize = 4;
pub(crate) const SOUTH_EAST: usize = 5;

/// The distance of a step in each direction, in cells.
pub(crate) const STEPS: [i32; 6] = [1, 16, 15, -1, -16, -15];

/// The cell of a point by its row and its axial column.
pub(crate) const fn cell_of(row: usize, column: usize) -> usize {
    16 * (row + 1) + column
}

/// A set of cells in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Rows(pub(crate) [u64; 4]);

impl Rows {
    pub(crate) const EMPTY: Rows = Rows([0; 4]);

    /// This set and one more cell.
    #[inline(always)]
    pub(crate) const fn with(mut self, cell: usize) -> Rows {
        self.0[cell / 64] |= 1 << (cell % 64);
        self
    }

    #[inline(always)]
    pub(crate) const fn contains(self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    #[inline(always)]
    pub(crate) const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    #[inline(always)]
    pub(crate) fn count(self) -> u32 {
        let [a, b, c, d] = self.0;
        a.count_ones() + b.count_ones() + (c.count_ones() + d.count_ones())
    }

    /// The cells in ascending order.
    #[inline(always)]
    pub(crate) const fn cells(self) -> Cells {
        Cells { words: self.0, word: 0 }
    }

    /// The lane of a cell, its bits by column.
    #[inline(always)]
    pub(crate) const fn lane(self, cell: usize) -> u32 {
        (self.0[cell / 64] >> (cell % 64 / 16 * 16)) as u32 & 0xffff
    }

    /// The cell of this rank in ascending order, for a rank below the count.
    #[inline(always)]
    pub(crate) fn nth<L: Lanes>(self, rank: u32) -> usize {
        let words = self.0;
        let first = words[0].count_ones();
        let second = first + words[1].count_ones();
        let third = second + words[2].count_ones();
        // Without branches, for the rank is random.
        let w = usize::from(rank >= first) + usize::from(rank >= second) + usize::from(rank >= third);
        let before = [0, first, second, third][w];
        64 * w + L::nth_bit(words[w], rank - before) as usize
    }

    /// Whether the cells of the set form two or more arcs in the ring of six around a cell of the board.
    #[inline(always)]
    pub(crate) fn has_arcs(self, cell: usize) -> bool {
        let (w, s) = ((cell - 16) / 64, (cell - 16) % 64);
        let above = if w < 3 { self.0[w + 1] } else { 0 };
        // From the southern neighbours, at 0 and 1, to the northern ones at 31 and 32.
        let around = self.0[w] >> s | above << 1 << (63 - s);
        let ring = around & 3 | around >> 13 & 4 | around >> 14 & 8 | around >> 27 & 0b11_0000;
        MANY_ARCS >> ring & 1 == 1
    }
}

/// The cells of a set in ascending order.
pub(crate) struct Cells {
    words: [u64; 4],
    word: usize,
}

impl Iterator for Cells {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.words[self.word] == 0 {
            if self.word == 3 {
                return None;
            }
            self.word += 1;
        }
        let bits = &mut self.words[self.word];
        let cell = 64 * self.word + bits.trailing_zeros() as usize;
        *bits &= *bits - 1;
        Some(cell)
    }
}

/// Bit i: whether the neighbours in the set i (south-west, south-east, west, east, north-west, north-east) form two arcs or more.
const MANY_ARCS: u64 = {
    // Counter-clockwise from east, as places in the number.
    let around = [3, 5, 4, 2, 0, 1];
    let mut many = 0;
    let mut set = 0;
    while set < 64 {
        let (mut arcs, mut d) = (0, 0);
        while d < 6 {
            // An arc begins where a neighbour is in the set and the one before it is not.
            if set >> around[d] & 1 == 1 && set >> around[(d + 5) % 6] & 1 == 0 {
                arcs += 1;
            }
            d += 1;
        }
        if arcs >= 2 {
            many |= 1 << set;
        }
        set += 1;
    }
    many
};

/// The cells with lane + column equal to the index: the lines to the north-west.
static DIAGONALS: [Rows; 32] = {
    let mut all = [Rows::EMPTY; 32];
    let mut cell = 0;
    while cell < 256 {
        let diagonal = cell / 16 + cell % 16;
        all[diagonal] = all[diagonal].with(cell);
        cell += 1;
    }
    all
};

/// A set of cells in registers, for one instruction set.
pub(crate) trait Lanes: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> {
    /// The form of a set for code that takes many steps between loading and storing.
    type Split: Lanes;

    fn load(rows: Rows) -> Self;
    fn store(self) -> Rows;
    fn split(self) -> Self::Split;

    /// The set of one cell.
    fn cell(cell: usize) -> Self;
    fn without(self, other: Self) -> Self;
    /// This set if the condition holds, else none; without a branch.
    fn when(self, condition: bool) -> Self;
    fn is_empty(self) -> bool;
    fn meets(self, other: Self) -> bool;
    fn contains(self, other: Self) -> bool;

    /// Every cell moved by `TIMES` steps (1, 2, 4 or 8) in a direction. What leaves the board ends up outside it or, with more than
    /// one step, anywhere that is reached over the rim.
    fn step<const DIRECTION: usize, const TIMES: i32>(self) -> Self;

    /// The sums of the lanes as numbers; no lane of a board overflows.
    fn add(self, other: Self) -> Self;

    /// The lanes that have a cell in the column of `cell`, as bits, and above those, from bit 16 on, those that have one on its line to
    /// the north-west.
    fn upright(self, cell: usize) -> u32;

    /// The first cell of a set; any cell if it has none.
    fn first(self) -> usize;

    /// One cell of a set, as a set, from the middle of the board if there is one; none of none.
    fn one(self) -> Self;

    /// The number of cells.
    fn count(self) -> u32;

    /// The numbers of cells of sixteen pairs of sets: of the first sets of eight pairs, of their second sets, then of the other eight.
    fn counts(pairs: &[[[Self; 2]; 4]; 4]) -> [i16; 32];

    /// Eight sums of 48 products each: of each two inputs in turn with two weights for every sum. They must not overflow.
    fn eight_sums(inputs: &[i16; 48], weights: &[[[i16; 2]; 8]; 24]) -> [i32; 8];

    /// The place of the bit of this rank in a word that has so many.
    fn nth_bit(word: u64, rank: u32) -> u32;

    /// The points of the cells.
    #[inline(always)]
    fn pack(board: &Geometry, rows: Rows) -> Bitboard {
        board.pack_by_rows(rows)
    }

    /// The cells of the points.
    #[inline(always)]
    fn unpack(board: &Geometry, set: Bitboard) -> Rows {
        board.unpack_by_rows(set)
    }

    #[inline(always)]
    fn empty() -> Self {
        Self::load(Rows::EMPTY)
    }
}

/// Something to compute that is compiled for every instruction set. `run` and all that it calls has to be `#[inline(always)]`, for only
/// code inlined into the compiled function is compiled for the instruction set too.
pub(crate) trait Work {
    type Output;
    fn run<L: Lanes>(self) -> Self::Output;
}

/// Runs the work with the instructions of a level, of which there is one.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub(crate) fn at<W: Work>(_level: Level, work: W) -> W::Output {
    work.run::<Words>()
}

/// Runs the work with the best instructions that the processor has.
#[inline]
pub(crate) fn at_best<W: Work>(work: W) -> W::Output {
    at(Level::best(), work)
}

#[cfg(test)]
mod tests;
