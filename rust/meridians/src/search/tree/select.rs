//! Which child of a node is looked at next.
//!
//! Two thirds of a descent are spent here, so the numbers are first copied into arrays that compilers make vector code of, and the best
//! score is found as a whole number that carries its place.

use super::arena::{Block, Edge, LOSS, MOST_CHILDREN, Stats, WIN};
use super::prior::{PRIOR_ONE, read_priors};
use crate::search::elementary::ln;
use std::sync::atomic::{AtomicU64, Ordering};

/// How fast what is known about a move itself takes over from what is known about it in later turns: see [`by_amaf`].
const BIAS: f32 = 0.001;

/// The evaluation of a move counts as so many of its visits.
const PRIOR_VISITS: f32 = 20.0;

/// The score of a move that has not been seen anywhere: better than any result. A little more decides which of them is first.
const UNSEEN: f32 = 1.5;

/// A number of twelve bits for each place, all different for different places and random in their order.
#[inline(always)]
const fn lot(jitter: u32, place: usize) -> u32 {
    jitter.wrapping_add(place as u32).wrapping_mul(0x9e37_79b9) >> 20
}

/// The child with the best mixture of its own results and of the results of its move anywhere later (generalized rapid action value
/// estimation, GRAVE: T. Cazenave, IJCAI 2015). `table` has the latter by point, for the mover; the evaluation, from `priors`, counts as
/// some results of its own. There is no exploration term. None if all moves are proven to lose. Moves of which nothing is known come
/// first, in an order by `jitter`.
#[inline(always)]
pub(super) fn by_amaf(node: Block, table: &[AtomicU64], priors: &[AtomicU64], jitter: u32) -> Option<usize> {
    let (mut own, mut all) = ([0; MOST_CHILDREN], [0; MOST_CHILDREN]);
    let count = node.count().min(MOST_CHILDREN);
    for i in 0..count {
        let edge = node.edges()[i].load(Ordering::Relaxed);
        own[i] = node.stats()[i].load(Ordering::Relaxed);
        all[i] = table.get(Edge::from(edge).point()).map_or(0, |entry| entry.load(Ordering::Relaxed));
    }
    let priors = read_priors(priors);
    let mut keys = [0; MOST_CHILDREN];
    for i in 0..count.next_multiple_of(16) {
        let (visits, sum) = Stats::from(own[i]).as_floats();
        let (all_visits, all_sum) = Stats::from(all[i]).as_floats();
        let prior = f32::from(priors[i]);
        let trust = if prior > 0.0 { PRIOR_VISITS } else { 0.0 };
        let (visits, sum) = (visits + trust, sum + prior * (PRIOR_VISITS / PRIOR_ONE));
        // With n visits and a of the move anywhere, the share of the latter is a / (a + n + BIAS a n): brought over one denominator.
        let weight = 1.0 + BIAS * all_visits;
        let denominator = all_visits + visits * weight;
        let score = (sum * weight + all_sum) / denominator;
        let unseen = UNSEEN + lot(jitter, i) as f32 * (1.0 / 16384.0);
        keys[i] = key(if denominator > 0.0 { score } else { unseen }, i);
    }
    best(node, &mut keys[..count])
}

/// A key that orders children by a score that is not negative, the first of equal ones first, and has the place in its last byte.
#[inline(always)]
fn key(score: f32, place: usize) -> u32 {
    // Floats that are not negative are ordered as their bits are.
    score.to_bits() & !0xff | (255 - place as u32)
}

/// The child with the greatest key, but a winning one if there is one, and none that loses.
#[inline(always)]
fn best(node: Block, keys: &mut [u32]) -> Option<usize> {
    if node.is_partly_proven() {
        for (i, key) in keys.iter_mut().enumerate() {
            match node.edge(i).proven() {
                WIN => return Some(i),
                LOSS => *key = 0,
                _ => (),
            }
        }
    }
    let greatest = keys.iter().fold(0, |a, &b| a.max(b));
    (greatest > 0).then_some(255 - (greatest & 0xff) as usize)
}

/// How much a move that was seldom visited is given the benefit of the doubt: see [`by_confidence`].
const EXPLORATION: f32 = 0.5;

/// Visits of four binary digits are told apart in their logarithm.
const DIGITS: u32 = 4;

/// The natural logarithm of a number of visits, rounded down to so many digits.
static LN: [f32; 32 << DIGITS] = {
    let mut table = [0.0; 32 << DIGITS];
    let mut place = 1;
    while place < table.len() {
        let (exponent, digits) = (place >> DIGITS, place & ((1 << DIGITS) - 1));
        table[place] = ln((((1 << DIGITS) + digits) << exponent) as f64 / (1 << DIGITS) as f64) as f32;
        place += 1;
    }
    table
};

#[inline(always)]
fn ln_of_visits(visits: u64) -> f32 {
    let bits = (visits.max(1) as f32).to_bits();
    LN[((bits >> (23 - DIGITS)) as usize - (127 << DIGITS)) & ((32 << DIGITS) - 1)]
}

/// The child with the highest upper confidence bound (UCT: L. Kocsis, C. Szepesvári, ECML 2006), unvisited ones first, in random order.
/// None if all moves are proven to lose.
#[inline(always)]
pub(super) fn by_confidence(node: Block, visits: u64, jitter: u32) -> Option<usize> {
    let count = node.count().min(MOST_CHILDREN);
    let mut own = [0; MOST_CHILDREN];
    for (own, stats) in own.iter_mut().zip(node.stats()) {
        *own = stats.load(Ordering::Relaxed);
    }
    let spread = EXPLORATION * ln_of_visits(visits).sqrt();
    let mut keys = [0; MOST_CHILDREN];
    for i in 0..count.next_multiple_of(16) {
        let (visits, sum) = Stats::from(own[i]).as_floats();
        // One division for both: sum / visits + spread / sqrt(visits).
        let inverse = 1.0 / visits.sqrt();
        let score = inverse * (inverse * sum + spread);
        let unvisited = 1024.0 + lot(jitter, i) as f32;
        keys[i] = key(if visits > 0.0 { score } else { unvisited }, i);
    }
    best(node, &mut keys[..count])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_order_scores_and_then_places() {
        assert!(key(0.5, 3) > key(0.4999, 1));
        assert!(key(0.5, 1) > key(0.5, 3));
        assert!(key(0.0, 254) > 0);
        assert!(key(UNSEEN, 9) > key(1.0, 0));
    }
}
