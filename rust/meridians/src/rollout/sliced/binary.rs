//! Numbers that differ between games: a word for each binary digit, from the lowest, and arithmetic by hand for all games at once.

use super::word::Word;

/// Adds 1 in the games of `one`.
#[inline(always)]
pub(super) fn increment<W: Word>(number: &mut [W], one: W) {
    let mut carry = one;
    for digit in number {
        (*digit, carry) = (*digit ^ carry, *digit & carry);
    }
}

/// Takes 1 away in the games of `one`; from nought, all digits become 1.
#[inline(always)]
pub(super) fn decrement<W: Word>(number: &mut [W], one: W) {
    let mut borrow = one;
    for digit in number {
        (*digit, borrow) = (*digit ^ borrow, borrow.without(*digit));
    }
}

/// Adds a number with as many digits.
#[inline(always)]
pub(super) fn add<W: Word>(sum: &mut [W], other: &[W]) {
    let mut carry = W::ZERO;
    for (a, &b) in sum.iter_mut().zip(other) {
        let differ = *a ^ b;
        (*a, carry) = (differ ^ carry, (*a & b) | (differ & carry));
    }
}

/// Takes a number with as many digits away.
#[inline(always)]
pub(super) fn subtract<W: Word>(difference: &mut [W], other: &[W]) {
    let mut borrow = W::ZERO;
    for (a, &b) in difference.iter_mut().zip(other) {
        let differ = *a ^ b;
        (*a, borrow) = (differ ^ borrow, b.without(*a) | borrow.without(differ));
    }
}

/// The games in which the first number is less than the second one, which has as many digits.
#[inline(always)]
pub(super) fn less<W: Word>(a: &[W], b: &[W]) -> W {
    a.iter().zip(b).fold(W::ZERO, |less, (&a, &b)| b.without(a) | less.without(a ^ b))
}

/// The games in which the number is not nought.
#[inline(always)]
pub(super) fn nonzero<W: Word>(number: &[W]) -> W {
    number.iter().fold(W::ZERO, |any, &digit| any | digit)
}
