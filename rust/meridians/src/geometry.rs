//! The boards (R1): one description for every size, and the tables made from it at compile time.
//!
//! A board of size `n/m` (m = n + 1) has 2 n + 1 rows of n, n + 1, .., 2 n, .., n + 1, n points, 3 n^2 + n in all. Rows
//! count from the bottom (`a`), columns from the left, both from 0 here.

use crate::bitboard::Bitboard;
use crate::lanes::{Rows, cell_of};
use crate::point::{Direction, Point};
use std::fmt;

/// The short side of the smallest board.
const SMALLEST: usize = 2;
/// The short side of the largest board. 7 is the most that fits the rows of `lanes`, and 9 the most that a [`Bitboard`] holds.
pub(crate) const LARGEST: usize = 7;

const SIZES: usize = LARGEST - SMALLEST + 1;
pub(crate) const MAX_ROWS: usize = 2 * LARGEST + 1;
pub(crate) const MAX_POINTS: usize = 3 * LARGEST * LARGEST + LARGEST;

/// Marks a step off the board in [`Geometry`]'s table: no board has that many points.
const OFF: u8 = u8::MAX;

/// The size of a board, `n/m`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size(u8);

impl Size {
    /// Every supported size, ascending.
    pub const ALL: [Size; SIZES] = {
        let mut all = [Size(0); SIZES];
        let mut i = 0;
        while i < SIZES {
            all[i] = Size((SMALLEST + i) as u8);
            i += 1;
        }
        all
    };
    /// 5/6, 80 points.
    pub const BEGINNER: Size = Size(5);
    /// 6/7, 114 points.
    pub const STANDARD: Size = Size(6);
    /// 7/8, 154 points.
    pub const EXPERT: Size = Size(7);

    /// The size with this short side, if it is supported.
    #[must_use]
    pub const fn from_short_side(n: usize) -> Option<Size> {
        if SMALLEST <= n && n <= LARGEST { Some(Size(n as u8)) } else { None }
    }

    /// The length of the two short sides, n.
    #[must_use]
    pub const fn short_side(self) -> usize {
        self.0 as usize
    }

    /// The number of points, N.
    #[must_use]
    pub const fn points(self) -> usize {
        3 * self.short_side() * self.short_side() + self.short_side()
    }

    /// The number of rows.
    #[must_use]
    pub const fn rows(self) -> usize {
        2 * self.short_side() + 1
    }

    /// The number of points of a row.
    #[must_use]
    pub const fn row_length(self, row: usize) -> usize {
        let n = self.short_side();
        if row <= n { n + row } else { 3 * n - row }
    }

    /// The point of this index, if the board has it.
    #[must_use]
    pub const fn point(self, index: usize) -> Option<Point> {
        if index < self.points() { Some(Point::new(index as u8)) } else { None }
    }

    /// The board's tables.
    #[inline]
    #[must_use]
    pub const fn geometry(self) -> &'static Geometry {
        &GEOMETRIES[self.short_side() - SMALLEST]
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.0, self.0 + 1)
    }
}

impl fmt::Debug for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The tables of one board.
#[derive(Debug)]
pub struct Geometry {
    size: Size,
    all: Bitboard,
    /// The index of the first point of each row, and after the last row the number of points.
    row_starts: [u8; MAX_ROWS + 1],
    rows: [u8; MAX_POINTS],
    steps: [[u8; 6]; MAX_POINTS],
    neighbors: [Bitboard; MAX_POINTS],
    /// The cell of each point, and the point of each cell of the board.
    cells: [u8; MAX_POINTS],
    points: [u8; 256],
    all_rows: Rows,
    /// The index of the first point of each word of rows.
    word_starts: [u8; 4],
}

static GEOMETRIES: [Geometry; SIZES] = {
    let mut all = [const { Geometry::new(Size(LARGEST as u8)) }; SIZES];
    let mut i = 0;
    while i < SIZES {
        all[i] = Geometry::new(Size::ALL[i]);
        i += 1;
    }
    all
};

impl Geometry {
    const fn new(size: Size) -> Geometry {
        let mut board = Geometry {
            size,
            all: Bitboard::first_n(size.points()),
            row_starts: [0; MAX_ROWS + 1],
            rows: [0; MAX_POINTS],
            steps: [[OFF; 6]; MAX_POINTS],
            neighbors: [Bitboard::EMPTY; MAX_POINTS],
            cells: [0; MAX_POINTS],
            points: [OFF; 256],
            all_rows: Rows::EMPTY,
            word_starts: [0; 4],
        };
        let mut row = 0;
        while row < size.rows() {
            board.row_starts[row + 1] = board.row_starts[row] + size.row_length(row) as u8;
            row += 1;
        }
        let mut row = 0;
        while row < size.rows() {
            let mut column = 0;
            while column < size.row_length(row) {
                board.fill_point(row, column);
                column += 1;
            }
            row += 1;
        }
        let mut w = 1;
        while w < 4 {
            board.word_starts[w] = board.word_starts[w - 1] + board.all_rows.0[w - 1].count_ones() as u8;
            w += 1;
        }
        board
    }

    /// The axial column in which a row begins: lines to the north-east keep it.
    const fn first_column(&self, row: usize) -> usize {
        self.size.short_side().saturating_sub(row)
    }

    const fn fill_point(&mut self, row: usize, column: usize) {
        let point = self.row_starts[row] as usize + column;
        self.rows[point] = row as u8;
        let cell = cell_of(row, self.first_column(row) + column);
        self.cells[point] = cell as u8;
        self.points[cell] = point as u8;
        self.all_rows = self.all_rows.with(cell);
        let mut d = 0;
        while d < 6 {
            if let Some(next) = self.index_of_step(row, column, Direction::ALL[d]) {
                self.steps[point][d] = next;
                self.neighbors[point] = self.neighbors[point].with(Point::new(next));
            }
            d += 1;
        }
    }

    const fn index_of_step(&self, row: usize, column: usize, direction: Direction) -> Option<u8> {
        let middle = self.size.short_side();
        let (up, down) = (Some(row + 1), row.checked_sub(1));
        let (left, here, right) = (column.checked_sub(1), Some(column), Some(column + 1));
        // Columns count from the left of each row, so a step to a longer row keeps the column when it goes left, and a step
        // to a shorter row when it goes right: lines are straight in the axial form of R2 and bend in columns at the middle row only.
        let to = match direction {
            Direction::East => (Some(row), right),
            Direction::West => (Some(row), left),
            Direction::NorthEast => (up, if row < middle { right } else { here }),
            Direction::NorthWest => (up, if row < middle { here } else { left }),
            Direction::SouthEast => (down, if row > middle { right } else { here }),
            Direction::SouthWest => (down, if row > middle { here } else { left }),
        };
        match to {
            (Some(row), Some(column)) if row < self.size.rows() && column < self.size.row_length(row) => {
                Some(self.row_starts[row] + column as u8)
            }
            _ => None,
        }
    }

    /// The size.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Every point of the board.
    #[inline]
    #[must_use]
    pub const fn all(&self) -> Bitboard {
        self.all
    }

    /// The index of the first point of a row; for the number of rows, the number of points.
    #[inline]
    #[must_use]
    pub const fn row_start(&self, row: usize) -> usize {
        self.row_starts[row] as usize
    }

    /// The row and the column of a point, both from 0.
    #[inline]
    #[must_use]
    pub const fn row_and_column(&self, point: Point) -> (usize, usize) {
        let row = self.rows[point.index()] as usize;
        (row, point.index() - self.row_starts[row] as usize)
    }

    /// The neighbour of a point in a direction, if the board goes on there.
    #[inline]
    #[must_use]
    pub const fn step(&self, point: Point, direction: Direction) -> Option<Point> {
        match self.steps[point.index()][direction as usize] {
            OFF => None,
            next => Some(Point::new(next)),
        }
    }

    /// The points of the line from a point in a direction, nearest first, without the point itself.
    pub fn ray(&self, point: Point, direction: Direction) -> impl Iterator<Item = Point> + use<'_> {
        std::iter::successors(self.step(point, direction), move |&p| self.step(p, direction))
    }

    /// Every cell of the board.
    #[inline(always)]
    pub(crate) const fn all_rows(&self) -> Rows {
        self.all_rows
    }

    /// The cell of a point.
    #[inline(always)]
    pub(crate) const fn cell(&self, point: Point) -> usize {
        self.cells[point.index()] as usize
    }

    /// The point of a cell of the board.
    #[inline(always)]
    pub(crate) const fn point(&self, cell: usize) -> Point {
        Point::new(self.points[cell & 0xff])
    }

    /// The index of the first point of a word of rows.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    #[inline(always)]
    pub(crate) const fn word_start(&self, word: usize) -> usize {
        self.word_starts[word] as usize
    }

    /// The points of cells, row by row.
    pub(crate) fn pack_by_rows(&self, rows: Rows) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        for row in 0..self.size.rows() {
            let bits = rows.lane(cell_of(row, 0)) >> self.first_column(row);
            set.add_word(self.row_start(row), u64::from(bits));
        }
        set
    }

    /// The cells of points, row by row.
    pub(crate) fn unpack_by_rows(&self, set: Bitboard) -> Rows {
        let mut rows = Rows::EMPTY;
        for row in 0..self.size.rows() {
            let bits = set.word_from(self.row_start(row)) & ((1 << self.size.row_length(row)) - 1);
            let cell = cell_of(row, self.first_column(row));
            // A row does not cross words: it lies within a lane.
            rows.0[cell / 64] |= bits << (cell % 64);
        }
        rows
    }

    /// The neighbours of a point.
    #[inline]
    #[must_use]
    pub const fn neighbors(&self, point: Point) -> Bitboard {
        self.neighbors[point.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_adjacent_pairs() {
        let pairs =
            |size: Size| size.geometry().all().iter().map(|p| size.geometry().neighbors(p).count()).sum::<usize>() / 2;
        assert_eq!(Size::ALL.map(Size::points), [14, 30, 52, 80, 114, 154]);
        assert_eq!([Size::BEGINNER, Size::STANDARD, Size::EXPERT].map(pairs), [209, 305, 419]);
        for size in Size::ALL {
            assert_eq!((0..size.rows()).map(|r| size.row_length(r)).sum::<usize>(), size.points());
            assert_eq!(size.geometry().row_start(size.rows()), size.points());
        }
    }

    /// R2's axial form is an independent description of the lines: steps must move by its fixed offsets.
    #[test]
    fn steps_are_the_axial_steps() {
        let offsets = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];
        for size in Size::ALL {
            let board = size.geometry();
            let axial = |p: Point| {
                let (row, column) = board.row_and_column(p);
                let signed = |n: usize| i32::try_from(n).unwrap();
                let (x, y, middle) = (signed(column), signed(size.rows() - 1 - row), signed(size.short_side()));
                (x - y + (y - middle).max(0), y)
            };
            for p in board.all() {
                for d in Direction::ALL {
                    let (q, r) = axial(p);
                    let (dq, dr) = offsets[d as usize];
                    let expected = board.all().iter().find(|&o| axial(o) == (q + dq, r + dr));
                    assert_eq!(board.step(p, d), expected, "{size} {p:?} {d:?}");
                    if let Some(next) = board.step(p, d) {
                        assert_eq!(board.step(next, d.opposite()), Some(p));
                    }
                }
            }
        }
    }
}
