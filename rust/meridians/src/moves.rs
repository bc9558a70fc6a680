//! Moves, the fixed action numbers, and sets of moves. Action numbers are stable (`docs/notation.md`).

use crate::bitboard::Bitboard;
use crate::geometry::Size;
use crate::point::Point;

/// A move: one ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Placing a stone (R4, R5, R6).
    Place(Point),
    /// The forced pass (R10).
    Pass,
    /// The answer to the pie that leaves Light to the first participant (R12).
    Keep,
    /// The answer to the pie that takes Light (R12).
    Swap,
}

/// The number of a move: the points 0 .. N-1, then `pass` N, `keep` N + 1, `swap` N + 2.
pub type Action = u16;

impl Move {
    /// The action number on a board of this size.
    #[inline]
    #[must_use]
    pub const fn action(self, size: Size) -> Action {
        let points = size.points() as Action;
        match self {
            Move::Place(point) => point.index() as Action,
            Move::Pass => points,
            Move::Keep => points + 1,
            Move::Swap => points + 2,
        }
    }

    /// The move with this action number, if the game has it: `keep` and `swap` exist in games with the pie only.
    #[inline]
    #[must_use]
    pub const fn from_action(size: Size, with_pie: bool, action: usize) -> Option<Move> {
        if let Some(point) = size.point(action) {
            return Some(Move::Place(point));
        }
        match action - size.points() {
            0 => Some(Move::Pass),
            1 if with_pie => Some(Move::Keep),
            2 if with_pie => Some(Move::Swap),
            _ => None,
        }
    }

    /// The number of actions, A: N + 1 in the plain game, N + 3 with the pie.
    #[inline]
    #[must_use]
    pub const fn action_count(size: Size, with_pie: bool) -> usize {
        size.points() + if with_pie { 3 } else { 1 }
    }
}

/// The moves that are legal in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSet {
    /// None: the game is over.
    Over,
    /// Placing a stone on one of these points, at least one.
    Placements(Bitboard),
    /// The forced pass.
    Pass,
    /// `keep` and `swap`.
    Answers,
}

impl MoveSet {
    /// The points on which a stone may be placed.
    #[inline]
    #[must_use]
    pub const fn placements(self) -> Bitboard {
        match self {
            MoveSet::Placements(points) => points,
            _ => Bitboard::EMPTY,
        }
    }

    /// The number of moves.
    #[inline]
    #[must_use]
    pub const fn count(self) -> usize {
        match self {
            MoveSet::Over => 0,
            MoveSet::Placements(points) => points.count(),
            MoveSet::Pass => 1,
            MoveSet::Answers => 2,
        }
    }

    /// Whether the move is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, mv: Move) -> bool {
        match (self, mv) {
            (MoveSet::Placements(points), Move::Place(point)) => points.contains(point),
            (MoveSet::Pass, Move::Pass) | (MoveSet::Answers, Move::Keep | Move::Swap) => true,
            _ => false,
        }
    }

    /// The move of this rank in action order, from 0.
    #[inline]
    #[must_use]
    pub fn nth(self, rank: usize) -> Option<Move> {
        match (self, rank) {
            (MoveSet::Placements(points), _) => points.nth(rank).map(Move::Place),
            (MoveSet::Pass, 0) => Some(Move::Pass),
            (MoveSet::Answers, 0) => Some(Move::Keep),
            (MoveSet::Answers, 1) => Some(Move::Swap),
            _ => None,
        }
    }

    /// Writes for each action of a board of this size whether its move is in the set: flags for all actions of the game.
    #[inline]
    pub fn write_mask(self, size: Size, mask: &mut [bool]) {
        if let MoveSet::Placements(points) = self {
            points.write_flags(mask);
        } else {
            mask.fill(false);
            for mv in self.iter() {
                mask[mv.action(size) as usize] = true;
            }
        }
    }

    /// The moves in action order.
    pub fn iter(self) -> impl Iterator<Item = Move> {
        let others: &[Move] = match self {
            MoveSet::Over | MoveSet::Placements(_) => &[],
            MoveSet::Pass => &[Move::Pass],
            MoveSet::Answers => &[Move::Keep, Move::Swap],
        };
        self.placements().iter().map(Move::Place).chain(others.iter().copied())
    }
}
