//! Perft: the number of move sequences of a length. Finished games are not extended; a forced pass is a move.

use crate::control::{Control, Stopped};
use crate::lanes::{Lanes, Work, at_best};
use crate::liveness::dead_among;
use crate::moves::Move;
use crate::opening::{Pie, opening_placements};
use crate::position::{Position, TURNS_COUNTED};
use crate::sight::Fills;

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
        2 if !position.is_over() && !position.awaits_answer() => Ok(at_best(LastTwo(position))),
        _ => {
            control.check()?;
            position.legal().iter().map(|mv| count(&position.clone_and_play(mv).0, depth - 1, control)).sum()
        }
    }
}

/// The number of sequences of two plies from a position that is not over and does not wait for the answer to the pie.
///
/// Of the first ply only what the count of the second depends on is computed: the stone and what it makes the mover lose, but not
/// which groups of the other colour it threatens, nor the hash.
struct LastTwo<'a>(&'a Position);

impl Work for LastTwo<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<L: Lanes>(self) -> u64 {
        let position = self.0;
        let (turn, other_color) = (position.turn(), !position.turn());
        let (own, other, empty) =
            (L::load(position.rows(turn)), L::load(position.rows(other_color)), position.empty_cells::<L>());
        let suspects = L::load(position.suspect_cells()) & own;
        let judges = position.turns(turn) + 1 >= TURNS_COUNTED;
        let opening = position.turns(other_color) < TURNS_COUNTED;
        let answers = position.pie() == Pie::Open && !judges && position.turns(other_color) == 1;
        let mut sequences = 0;
        // After a forced pass the game is over (R10), so it counts for nothing, as no placement does.
        for cell in position.placement_cells::<L>(turn).store().cells() {
            let placed = L::cell(cell);
            let (mut after, mut free) = (own | placed, empty.without(placed));
            let suspects = suspects | placed.when(position.rows(turn).has_arcs(cell));
            if judges && !suspects.is_empty() {
                let dead = dead_among(after, free, suspects);
                after = after.without(dead);
                free = free | dead;
                if after.is_empty() {
                    continue;
                }
            }
            let placements = if opening { opening_placements(other, free) } else { Fills::of(other, free).seen(free) };
            let placements = if answers { 2 } else { placements.store().count() };
            // No placement is one move, the forced pass.
            sequences += u64::from(placements.max(1));
        }
        sequences
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use crate::lanes::Words;
    use crate::rollout::rollout;

    /// The bulk count against playing the plies one by one, along random games, with both instruction sets.
    #[test]
    fn the_last_two_plies_are_counted_as_if_played() {
        for (size, with_pie) in Size::ALL.into_iter().flat_map(|size| [(size, false), (size, true)]) {
            let mut position = Position::new(size, with_pie);
            for mv in rollout(&position, 1, 1, u32::MAX).unwrap().moves {
                if !position.awaits_answer() {
                    let count = |mv| position.clone_and_play(mv).0.legal().count() as u64;
                    let expected: u64 = position.legal().iter().map(count).sum();
                    assert_eq!(at_best(LastTwo(&position)), expected, "{position}");
                    assert_eq!(LastTwo(&position).run::<Words>(), expected, "{position}");
                }
                position.play_unchecked(mv);
            }
        }
    }
}
