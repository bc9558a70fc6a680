//! Moves as the tree keeps them: the cell of the stone in a byte.

use crate::geometry::Geometry;
use crate::moves::Move;

/// What stands for the pass. No board has so many cells.
pub(super) const PASS: u8 = 255;

/// The cell of a move that is not of the pie.
pub(super) fn cell_of(board: &Geometry, mv: Move) -> u8 {
    if let Move::Place(point) = mv { board.cell(point) as u8 } else { PASS }
}

/// The move with this cell.
pub(super) fn move_of(board: &Geometry, cell: u8) -> Move {
    if cell == PASS { Move::Pass } else { Move::Place(board.point(usize::from(cell))) }
}
