//! Where the points of a board lie in the machine's planes, for a board of short side `N`.
//!
//! Rows lie one after another from the bottom with one cell between them that is always zero, and zero cells before and after all, so
//! that a step off the board reads a zero. Within a row a step east is the next cell.
//!
//! Beside its row, a point has an *axial column*: constant along a line to the north-east, one less for each step of a line to
//! the north-west. The sum of row and axial column is constant along those.

pub(super) use crate::geometry::MAX_ROWS;
use crate::geometry::{LARGEST, MAX_POINTS};

/// Room for a word for each row, each axial column or each north-western line, and one more. (Clearing 16 words takes 16
/// instructions; clearing more takes a call.)
pub(super) const MAX_LINES: usize = 2 * LARGEST + 2;
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
    /// The number of the north-western line through its first point, from 0.
    pub(super) north_western: usize,
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
        assert!(N <= LARGEST && Self::ROWS <= MAX_ROWS && Self::ROWS <= MAX_LINES);
        let none = Row { start: 0, length: 0, column: 0, north_western: 0, south_west: 0, north_west: 0 };
        let mut table = [none; MAX_ROWS];
        let mut start = PADDING;
        let mut r = 0;
        while r < Self::ROWS {
            let length = if r <= N { N + r } else { 3 * N - r };
            let row = Row {
                start,
                length,
                column: N.saturating_sub(r),
                north_western: r.saturating_sub(N),
                south_west: if r <= N { start - length - 1 } else { start - length - 2 },
                north_west: if r < N { start + length + 1 } else { start + length },
            };
            // What the sweeps reach from this row is inside (`Table` does not check it again).
            assert!(
                row.start + length <= MAX_CELLS && row.south_west < row.start && row.north_west + length < MAX_CELLS
            );
            assert!(row.column + length < MAX_LINES && row.north_western + length < MAX_LINES);
            table[r] = row;
            start += length + 1;
            r += 1;
        }
        table
    };

    /// A row, by its number from the bottom.
    #[inline(always)]
    pub(super) fn row(number: usize) -> Row {
        Self::TABLE[number]
    }

    /// The cell of each point, by its index.
    pub(super) const CELLS: [usize; MAX_POINTS] = {
        let mut cells = [0; MAX_POINTS];
        let mut point = 0;
        let mut r = 0;
        while r < Self::ROWS {
            let mut i = 0;
            while i < Self::TABLE[r].length {
                cells[point] = Self::TABLE[r].start + i;
                point += 1;
                i += 1;
            }
            r += 1;
        }
        cells
    };
}
