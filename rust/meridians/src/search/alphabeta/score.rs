//! Scores: the logit of the mover's winning chance in 1/1024, and far outside of it wins and losses by the ply at which the game ends.

use crate::evaluation;
use crate::search::report::{Proof, Verdict};

/// The score of a game that is won now. A win at ply n from the root is worth n less, so that faster wins are better.
pub(super) const WIN: i32 = 4_000_000;

/// The score of draws.
pub(super) const DRAW: i32 = 0;

/// More than any score.
pub(super) const INFINITE: i32 = WIN + 1;

/// Scores beyond this are proven. No line is so long that its win would be below.
const PROVEN: i32 = WIN - 10_000;

/// The largest logit; what the evaluation says beyond it is cut.
const MOST: i32 = 32_000;

/// The plies that lines have at most; the table of lines is made for so many.
pub(super) const MAX_PLY: usize = 120;

/// The score of a win when the game ends at a ply from the root.
#[inline]
pub(super) const fn win_at(ply: usize) -> i32 {
    WIN - ply as i32
}

/// The score of a loss when the game ends at a ply from the root.
#[inline]
pub(super) const fn loss_at(ply: usize) -> i32 {
    -win_at(ply)
}

#[inline]
pub(super) const fn is_win(score: i32) -> bool {
    score > PROVEN
}

#[inline]
pub(super) const fn is_loss(score: i32) -> bool {
    score < -PROVEN
}

#[inline]
pub(super) const fn is_proven(score: i32) -> bool {
    is_win(score) || is_loss(score)
}

/// A logit as a score.
#[inline(always)]
pub(super) fn from_logit(logit: i32) -> i32 {
    logit.clamp(-MOST, MOST)
}

/// The score as the table keeps it: proven results count plies from the position, not from the root.
#[inline]
pub(super) const fn to_table(score: i32, ply: usize) -> i32 {
    if is_win(score) {
        score + ply as i32
    } else if is_loss(score) {
        score - ply as i32
    } else {
        score
    }
}

/// The score that the table kept, seen from the root again.
#[inline]
pub(super) const fn from_table(score: i32, ply: usize) -> i32 {
    if is_win(score) {
        score - ply as i32
    } else if is_loss(score) {
        score + ply as i32
    } else {
        score
    }
}

/// The winning chance that a score means.
pub(super) fn chance(score: i32) -> f32 {
    match score {
        _ if is_win(score) => 1.0,
        _ if is_loss(score) => 0.0,
        _ => evaluation::chance(score),
    }
}

/// The result that a score proves, if it does.
pub(super) fn proof(score: i32, exact: bool) -> Option<Proof> {
    let verdict = match score {
        _ if is_win(score) => Verdict::Win,
        _ if is_loss(score) => Verdict::Loss,
        _ => return None,
    };
    Some(Proof { verdict, plies: (WIN - score.abs()) as u32, exact })
}
