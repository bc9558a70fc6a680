//! Perft: the number of move sequences of a length. Finished games are not extended; a forced pass is a move.

use crate::control::{Control, Stopped};
use crate::moves::Move;
use crate::position::Position;

/// The number of move sequences of exactly `depth` plies. Unit of progress: a first move.
///
/// # Errors
/// Stopped by the control.
pub fn perft(position: &Position, depth: u32, control: &Control) -> Result<u64, Stopped> {
    if depth == 0 {
        return Ok(1);
    }
    Ok(divide(position, depth, control)?.into_iter().map(|(_, sequences)| sequences).sum())
}

/// The number of move sequences by first move, in action order; `depth` 0 counts as 1. Unit of progress: a first move.
///
/// # Errors
/// Stopped by the control.
pub fn divide(position: &Position, depth: u32, control: &Control) -> Result<Vec<(Move, u64)>, Stopped> {
    let mut counts = Vec::new();
    for mv in position.legal().iter() {
        control.check()?;
        counts.push((mv, count(&position.clone_and_play(mv).0, depth.saturating_sub(1), control)?));
        control.advance(1);
    }
    Ok(counts)
}

fn count(position: &Position, depth: u32, control: &Control) -> Result<u64, Stopped> {
    match depth {
        0 => Ok(1),
        // The last ply need not be played: its moves are counted in bulk.
        1 => Ok(position.legal().count() as u64),
        _ => {
            control.check()?;
            position.legal().iter().map(|mv| count(&position.clone_and_play(mv).0, depth - 1, control)).sum()
        }
    }
}
