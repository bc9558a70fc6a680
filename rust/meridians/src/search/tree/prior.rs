//! What the evaluation says about the moves of a node before they have been tried often: a byte for each, behind the node's table.
//!
//! It costs as much as some iterations, so only nodes that have their visits get it.

use super::arena::{Block, LOSS, MOST_CHILDREN};
use super::cell::PASS;
use crate::evaluation::{Evaluation, chance};
use crate::lanes::Lanes;
use crate::position::{Position, TURNS_COUNTED};
use std::sync::atomic::{AtomicU64, Ordering};

/// A word holds so many.
const IN_A_WORD: usize = 8;

/// The words for the priors of up to so many children.
pub(super) const fn prior_words(children: usize) -> usize {
    children.div_ceil(IN_A_WORD)
}

/// One in the bytes, which are 0 where nothing is known.
pub(super) const PRIOR_ONE: f32 = 256.0;

/// The bytes of the children.
#[inline(always)]
pub(super) fn read_priors(words: &[AtomicU64]) -> [u8; MOST_CHILDREN] {
    let mut bytes = [0; MOST_CHILDREN];
    for (bytes, word) in bytes.chunks_exact_mut(IN_A_WORD).zip(words) {
        bytes.copy_from_slice(&word.load(Ordering::Relaxed).to_le_bytes());
    }
    bytes
}

/// Scores the moves of a node for who moves there. Moves that lose at once are proven to.
#[inline(always)]
pub(super) fn write_priors<L: Lanes>(node: Block, position: &Position, evaluation: &Evaluation, words: &[AtomicU64]) {
    let mover = position.turn();
    let mut bytes = [0; MOST_CHILDREN];
    for (child, byte) in bytes.iter_mut().enumerate().take(node.count()) {
        let cell = node.edge(child).cell();
        if cell == PASS {
            continue;
        }
        let mut after = *position;
        after.place::<L>(usize::from(cell));
        if after.turns(mover) == TURNS_COUNTED && after.rows(mover).is_empty() {
            node.prove(child, LOSS, 0);
            continue;
        }
        let logit = evaluation.logit_on::<L>(&after);
        *byte = ((chance(-logit) * PRIOR_ONE) as i32).clamp(1, 255).cast_unsigned() as u8;
    }
    for (word, bytes) in words.iter().zip(bytes.as_chunks().0) {
        word.store(u64::from_le_bytes(*bytes), Ordering::Relaxed);
    }
}
