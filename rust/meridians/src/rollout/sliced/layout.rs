//! Where the points of a board lie in the machine's planes, for a board of short side `N`.
//!
//! Rows lie one after another from the bottom with one cell between them that is always zero, and zero cells before and after all, so
//! that a step off the board reads a zero. Within a row a step east is the next cell.
//!
//! Beside its row, a point has an *axial column*: constant along a line to the north-east, one less for each step of a line to
//! the north-west. The sum of row and axial column is constant along those.

pub(super) use crate::geometry::MAX_ROWS;
use crate::geometry::{LARGEST, MAX_POINTS};

/// The most points that a line has.
pub(super) const MAX_LINE: usize = 2 * LARGEST + 1;
const PADDING: usize = 2 * LARGEST + 2;
/// The cells of a plane.
pub(super) const MAX_CELLS: usize = PADDING + MAX_POINTS + MAX_ROWS + PADDING;

/// A row of the board.
#[derive(Clone, Copy)]
pub(super) struct Row {
    /// The cell of its first point.
    pub(super) start: usize,
    /// Its number of points.
    pub(super) length: usize,
    /// The axial column of its first point.
    pub(super) column: usize,
    /// The cell to the south-west of its first point; that to the south-east is the next.
    pub(super) south_west: usize,
    /// The cell to the north-west of its first point; that to the north-east is the next.
    pub(super) north_west: usize,
}

pub(super) struct Layout<const N: usize>;

impl<const N: usize> Layout<N> {
    pub(super) const ROWS: usize = 2 * N + 1;
    /// The length of the longest row, and the number of axial columns.
    pub(super) const COLUMNS: usize = 2 * N;
    pub(super) const POINTS: usize = 3 * N * N + N;
    /// The bits of a number of points.
    pub(super) const COUNT_BITS: usize = (usize::BITS - Self::POINTS.leading_zeros()) as usize;
    /// The bits of a number of points of a row.
    pub(super) const ROW_BITS: usize = (usize::BITS - Self::COLUMNS.leading_zeros()) as usize;

    const TABLE: [Row; MAX_ROWS] = {
        let mut table = [Row { start: 0, length: 0, column: 0, south_west: 0, north_west: 0 }; MAX_ROWS];
        let mut start = PADDING;
        let mut r = 0;
        while r < Self::ROWS {
            let length = if r <= N { N + r } else { 3 * N - r };
            table[r] = Row {
                start,
                length,
                column: N.saturating_sub(r),
                south_west: if r <= N { start - length - 1 } else { start - length - 2 },
                north_west: if r < N { start + length + 1 } else { start + length },
            };
            start += length + 1;
            r += 1;
        }
        table
    };

    #[inline(always)]
    pub(super) fn row(row: usize) -> Row {
        Self::TABLE[row]
    }

    /// The cells of the points, in action order.
    pub(super) fn cells() -> impl Iterator<Item = usize> {
        (0..Self::ROWS).flat_map(|r| Self::row(r).start..Self::row(r).start + Self::row(r).length)
    }
}
