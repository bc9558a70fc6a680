//! What the weights and the network multiply: the counts of both colours in an order that is quick to make.

use super::counts::{COUNTED, Examined, NUMBERS};
use super::feature::Feature;
use crate::lanes::Lanes;

/// The number of inputs, unused ones among them.
pub(super) const INPUTS: usize = 48;

/// How many inputs are counts of sets, which come first; and the places of the other numbers: of the side to move, of the other colour,
/// and of the empty points.
const SETS: usize = 32;
const OWN: usize = SETS;
const OTHER: usize = OWN + 8;
const EMPTY: usize = OTHER - 1;

/// An input.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Input {
    /// A count, or a part of it, of the side to move.
    Own(Feature),
    /// The same of the other colour.
    Other(Feature),
    /// The empty points.
    Empty,
    /// Always nought.
    Nothing,
}

/// The inputs in their order.
pub(super) const ORDER: [Input; INPUTS] = {
    let mut order = [Input::Nothing; INPUTS];
    let mut set = 0;
    while set < SETS / 2 {
        let feature = COUNTED[set / 4][set % 4];
        // Eight sets of the one side, the same of the other, then the next eight.
        let place = set + set / 8 * 8;
        order[place] = Input::Own(feature);
        order[place + 8] = Input::Other(feature);
        set += 1;
    }
    let mut number = 0;
    while number < NUMBERS.len() {
        order[OWN + number] = Input::Own(NUMBERS[number]);
        order[OTHER + number] = Input::Other(NUMBERS[number]);
        number += 1;
    }
    order[EMPTY] = Input::Empty;
    order
};

/// The inputs of a position, each in its place of [`ORDER`].
#[inline(always)]
pub(super) fn inputs<L: Lanes>(examined: &Examined<L>, empty: i16) -> [i16; INPUTS] {
    let mut inputs = [0; INPUTS];
    inputs[..SETS].copy_from_slice(&L::counts(&examined.sets));
    for (number, sides) in examined.numbers.iter().enumerate() {
        inputs[OWN + number] = sides[0] as i16;
        inputs[OTHER + number] = sides[1] as i16;
    }
    inputs[EMPTY] = empty;
    inputs
}

/// The sum of the products; the weights are so small that it fits.
#[inline(always)]
pub(super) fn dot(inputs: &[i16; INPUTS], weights: &[i16; INPUTS]) -> i32 {
    inputs.iter().zip(weights).map(|(&input, &weight)| i32::from(input) * i32::from(weight)).sum()
}
