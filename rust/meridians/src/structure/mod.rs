//! What a position is about, in the words of the game's designer: paths and where they are cut, path-groups, eyes, groups that can
//! never be cut, points that are safe to fill. `docs/features.md` defines each word.
//!
//! This is what explanations and pictures are made of, asked for once a position; the evaluation, which is asked for millions of times
//! a second, counts things of its own.

mod attacks;
mod eyes;
mod never_cut;
mod path_groups;
mod paths;
mod safe_moves;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::geometry::{Geometry, Size};
use crate::groups::{group_of, groups_of};
use crate::lanes::{Lanes, Work, at_best};
use crate::liveness::dead_among;
use crate::point::{Direction, Point};
use crate::position::Position;
use crate::sight::seen_by;

pub use eyes::Eye;
pub use never_cut::SEARCHED_STATES;
pub use paths::{Path, PotentialPath};

/// The stones of one colour and of the other, and what they are to each other. Whose turn it is and how many turns there were does not
/// matter.
///
/// Groups and points are in action order, groups by their first point.
#[derive(Clone, Copy, Debug)]
pub struct Structure {
    board: &'static Geometry,
    own: Bitboard,
    other: Bitboard,
}

impl Structure {
    /// What a position is about for a colour.
    #[must_use]
    pub fn of(position: &Position, color: Color) -> Structure {
        Structure::new(position.size(), position.stones(color), position.stones(!color))
    }

    /// What any stones are about, on different points of the board.
    #[must_use]
    pub fn new(size: Size, own: Bitboard, other: Bitboard) -> Structure {
        Structure { board: size.geometry(), own, other }
    }

    /// The groups (R7).
    #[must_use]
    pub fn groups(&self) -> Vec<Bitboard> {
        groups_of(self.board, self.own).collect()
    }

    /// The stones of the groups without a path, whoever is to move.
    #[must_use]
    pub fn dead_stones(&self) -> Bitboard {
        dead_stones(self.board, self.own, self.other)
    }

    /// The empty points that the colour sees; from its third turn on its placements (R6).
    #[must_use]
    pub fn seen(&self) -> Bitboard {
        seen_by(self.board, self.own, self.empty()).empty
    }

    /// The empty points that the colour sees and the other does not.
    #[must_use]
    pub fn exclusive_points(&self) -> Bitboard {
        self.seen().without(self.of_other().seen())
    }

    /// The points that the other colour has, or could ever come to have while the own stones stand: at most these.
    ///
    /// A stone is placed in sight of a stone of its colour, so none comes past a wall of own stones. What sight reaches over points without
    /// own stones, at any remove, is what steps reach.
    #[must_use]
    pub fn reach(&self) -> Bitboard {
        let mut reach = Bitboard::EMPTY;
        let free = self.board.all().without(self.own);
        while let Some(start) = self.other.without(reach).first() {
            reach |= group_of(self.board, free, start);
        }
        reach
    }

    /// The same stones seen from the other side.
    fn of_other(&self) -> Structure {
        Structure { board: self.board, own: self.other, other: self.own }
    }

    fn empty(&self) -> Bitboard {
        self.board.all().without(self.own | self.other)
    }

    /// The groups that have a path.
    fn living(&self) -> Vec<Bitboard> {
        let dead = self.dead_stones();
        groups_of(self.board, self.own).filter(|group| !group.meets(dead)).collect()
    }

    /// What is on the lines between a group's stones and those of other groups next on a line: paths, if no other stone is there.
    fn lines_of(&self, group: Bitboard) -> Vec<Bitboard> {
        let mut lines = Vec::new();
        for stone in group {
            for direction in Direction::ALL {
                let mut between = Bitboard::EMPTY;
                for point in self.board.ray(stone, direction) {
                    if self.own.contains(point) {
                        if !group.contains(point) {
                            lines.push(between);
                        }
                        break;
                    }
                    between.insert(point);
                }
            }
        }
        lines
    }

    /// The points next to stones of a set, and the set itself if it is a group of two or more.
    fn near(&self, stones: Bitboard) -> Bitboard {
        stones.iter().fold(Bitboard::EMPTY, |near, stone| near | self.board.neighbors(stone))
    }
}

/// The stones of the groups without a path (R7).
fn dead_stones(board: &'static Geometry, own: Bitboard, other: Bitboard) -> Bitboard {
    dead_stones_among(board, own, other, own)
}

/// The same, of the groups with a stone among the suspects.
fn dead_stones_among(board: &'static Geometry, own: Bitboard, other: Bitboard, suspects: Bitboard) -> Bitboard {
    struct Dead(&'static Geometry, [Bitboard; 3]);
    impl Work for Dead {
        type Output = Bitboard;

        #[inline(always)]
        fn run<L: Lanes>(self) -> Bitboard {
            let Dead(board, sets) = self;
            let [own, other, suspects] = sets.map(|set| L::load(L::unpack(board, set)));
            let empty = L::load(board.all_rows()).without(own | other);
            L::pack(board, dead_among(own, empty, suspects).store())
        }
    }
    at_best(Dead(board, [own, other, suspects]))
}

/// A point as a set.
fn only(point: Point) -> Bitboard {
    Bitboard::EMPTY.with(point)
}
