//! Points and directions, as numbers. What a point's neighbours are is the board's business ([`crate::geometry`]).

/// A point of a board: its index in action order, row by row from `a1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u8);

impl Point {
    /// The point with this index. A board has the points `0 .. size.points()`; [`crate::Size::point`] checks that.
    ///
    /// Moves are checked against the board ([`crate::Position::play`]); questions about a point that the board does not have panic.
    #[must_use]
    pub const fn new(index: u8) -> Point {
        Point(index)
    }

    /// The index, 0 .. N-1.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One of the six directions along the lines of the board, north being up as drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// To the right in the row.
    East = 0,
    /// Up and to the right.
    NorthEast = 1,
    /// Up and to the left.
    NorthWest = 2,
    /// To the left in the row.
    West = 3,
    /// Down and to the left.
    SouthWest = 4,
    /// Down and to the right.
    SouthEast = 5,
}

impl Direction {
    /// All six, counter-clockwise from east.
    pub const ALL: [Direction; 6] = [
        Direction::East,
        Direction::NorthEast,
        Direction::NorthWest,
        Direction::West,
        Direction::SouthWest,
        Direction::SouthEast,
    ];

    /// The name, such as `north_east`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Direction::East => "east",
            Direction::NorthEast => "north_east",
            Direction::NorthWest => "north_west",
            Direction::West => "west",
            Direction::SouthWest => "south_west",
            Direction::SouthEast => "south_east",
        }
    }

    /// The direction that points back.
    #[must_use]
    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 3) % 6]
    }
}
