//! What the weights and the network multiply: the counts of both colours in an order that is quick to make.

use super::counts::{COUNTED, Examined, NUMBERS};
use super::feature::Feature;
use crate::lanes::Lanes;

/// The number of inputs, unused ones among them.
pub(super) const INPUTS: usize = 48;

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
    while set < 16 {
        let feature = COUNTED[set / 4][set % 4];
        // Eight sets of the one side, the same of the other, then the next eight.
        let place = set + set / 8 * 8;
        order[place] = Input::Own(feature);
        order[place + 8] = Input::Other(feature);
        set += 1;
    }
    let mut number = 0;
    while number < NUMBERS.len() {
        order[32 + number] = Input::Own(NUMBERS[number]);
        order[40 + number] = Input::Other(NUMBERS[number]);
        number += 1;
    }
    order[39] = Input::Empty;
    order
};

/// The inputs of a position, each in its place of [`ORDER`].
#[inline(always)]
pub(super) fn inputs<L: Lanes>(examined: &Examined<L>, empty: i16) -> [i16; INPUTS] {
    let mut inputs = [0; INPUTS];
    inputs[..32].copy_from_slice(&L::counts(&examined.sets));
    for (number, sides) in examined.numbers.iter().enumerate() {
        inputs[32 + number] = sides[0] as i16;
        inputs[40 + number] = sides[1] as i16;
    }
    inputs[39] = empty;
    inputs
}

/// The sum of the products; the weights are so small that it fits.
#[inline(always)]
pub(super) fn dot(inputs: &[i16; INPUTS], weights: &[i16; INPUTS]) -> i32 {
    inputs.iter().zip(weights).map(|(&input, &weight)| i32::from(input) * i32::from(weight)).sum()
}
