//! The four symmetries of the board (R1) on points and sets. Sixty-degree turns are none: the board has two short sides.

use crate::bitboard::Bitboard;
use crate::geometry::Geometry;
use crate::point::Point;

/// A symmetry of the board. Each is its own inverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Everything stays.
    Identity = 0,
    /// Left and right change places.
    MirrorLeftRight = 1,
    /// Top and bottom change places.
    MirrorTopBottom = 2,
    /// Both: the board turned by 180 degrees.
    HalfTurn = 3,
}

impl Symmetry {
    /// All four, in the order that canonical forms use.
    pub const ALL: [Symmetry; 4] =
        [Symmetry::Identity, Symmetry::MirrorLeftRight, Symmetry::MirrorTopBottom, Symmetry::HalfTurn];

    /// The name, such as `half_turn`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Symmetry::Identity => "identity",
            Symmetry::MirrorLeftRight => "mirror_left_right",
            Symmetry::MirrorTopBottom => "mirror_top_bottom",
            Symmetry::HalfTurn => "half_turn",
        }
    }

    /// The symmetry with this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Symmetry> {
        Symmetry::ALL.into_iter().find(|symmetry| symmetry.name() == name)
    }

    /// The image of a point.
    #[must_use]
    pub const fn point(self, board: &Geometry, point: Point) -> Point {
        let (row, column) = board.row_and_column(point);
        let top = board.size().rows() - 1;
        // The row and the one it is mirrored to are equally long.
        let last = board.size().row_length(row) - 1;
        let (row, column) = match self {
            Symmetry::Identity => (row, column),
            Symmetry::MirrorLeftRight => (row, last - column),
            Symmetry::MirrorTopBottom => (top - row, column),
            Symmetry::HalfTurn => (top - row, last - column),
        };
        Point::new((board.row_start(row) + column) as u8)
    }

    /// The image of a set of points.
    #[must_use]
    pub fn set(self, board: &Geometry, set: Bitboard) -> Bitboard {
        set.iter().map(|point| self.point(board, point)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use std::collections::HashSet;

    #[test]
    fn symmetries_are_involutions_that_keep_adjacency() {
        for size in Size::ALL {
            let board = size.geometry();
            let mut images = HashSet::new();
            for symmetry in Symmetry::ALL {
                for p in board.all() {
                    let image = symmetry.point(board, p);
                    assert_eq!(symmetry.point(board, image), p);
                    assert_eq!(symmetry.set(board, board.neighbors(p)), board.neighbors(image));
                }
                images.insert(board.all().iter().map(|p| symmetry.point(board, p)).collect::<Vec<_>>());
                assert_eq!(Symmetry::from_name(symmetry.name()), Some(symmetry));
            }
            assert_eq!(images.len(), 4, "the four are different on {size}");
        }
    }
}
