//! Which child of a node is looked at next.

use super::arena::{Block, LOSS, WIN, read};
use std::sync::atomic::{AtomicU64, Ordering};

/// How fast what is known about a move itself takes over from what is known about it in later turns: see [`by_amaf`].
const BIAS: f32 = 0.001;

/// The score of a move that has not been seen anywhere: better than any result.
const UNSEEN: f32 = 1.5;

/// The child with the best mixture of its own results and of the results of its move anywhere later (generalized rapid action value
/// estimation, GRAVE: T. Cazenave, IJCAI 2015). `table` has the latter by point, for the mover. There is no exploration term. None if
/// all moves are proven to lose.
#[inline(always)]
pub(super) fn by_amaf(node: Block, table: &[AtomicU64], point_of: &[u8; 256]) -> Option<usize> {
    let (mut best, mut best_score) = (None, f32::NEG_INFINITY);
    for (child, (stats, edge)) in node.stats().iter().zip(node.edges()).enumerate() {
        let edge = edge.load(Ordering::Relaxed);
        let proven = (edge >> 8) as u8;
        if proven == LOSS {
            continue;
        }
        if proven == WIN {
            return Some(child);
        }
        let (visits, sum) = read(stats).as_floats();
        let (all_visits, all_sum) = table
            .get(usize::from(point_of[(edge & 0xff) as usize]))
            .map_or((0.0, 0.0), |entry| read(entry).as_floats());
        // With n visits and a of the move anywhere, the share of the latter is a / (a + n + BIAS a n): brought over one denominator.
        let weight = 1.0 + BIAS * all_visits;
        let denominator = all_visits + visits * weight;
        let score = if denominator > 0.0 { (sum * weight + all_sum) / denominator } else { UNSEEN };
        if score > best_score {
            (best, best_score) = (Some(child), score);
        }
    }
    best
}
