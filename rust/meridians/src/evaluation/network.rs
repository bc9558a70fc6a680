//! A small network: one layer of hidden units over the counts of both colours, whose sum corrects the weighted features. The features see
//! only how much more of something the side to move has; the network sees how much each has.

use super::feature::{FEATURES, Feature};
use super::inputs::{INPUTS, Input, ORDER};
use crate::lanes::Lanes;
use std::fmt::Write;

/// What corrects a logit.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Network {
    /// Of each row of the text one number for each hidden unit.
    rows: Vec<[f64; ROWS]>,
    blocks: Box<[Block]>,
}

/// Eight hidden units, of which each gives max(0, bias + weighted inputs) x output; those over the number of units give nought.
#[derive(Clone, Debug, PartialEq)]
struct Block {
    /// For each two inputs those of the units, in 1 / `ONE`.
    weights: [[[i16; 2]; 8]; INPUTS / 2],
    /// In 1 / `ONE`.
    biases: [i32; 8],
    /// In 1 / `OUTPUT_ONE`.
    outputs: [i32; 8],
}

/// The rows of a text, each with a number for each hidden unit: the weights of the counts of either colour, of the empty points, the bias,
/// and the output. What is missing is nought.
pub(super) type Rows = [Option<Vec<f64>>; ROWS];
pub(super) const ROWS: usize = 2 * FEATURES + 3;
const EMPTY: usize = 2 * FEATURES;
const BIAS: usize = EMPTY + 1;
const OUTPUT: usize = BIAS + 1;

/// The most hidden units.
pub(super) const MOST_UNITS: usize = 64;
/// The fixed point of weights and biases; of what a unit is before it is weighed; and of outputs.
const ONE: f64 = (1 << 14) as f64;
const ACTIVATION_SHIFT: u32 = 7;
const OUTPUT_ONE: f64 = (1 << 12) as f64;
/// Units are cut off here, near 128.
const MOST: i32 = (1 << 14) - 1;
/// From the sum of units times outputs to 1/1024 of a logit.
const LOGIT_SHIFT: u32 = 9;
/// Weights stay below this in size, so that they fit.
const LIMIT: f64 = 2.0;
/// Biases stay below this in size, and outputs all together, so that no sum overflows.
const LIMIT_BIAS: f64 = 4096.0;
const LIMIT_OUTPUTS: f64 = 16.0;

/// The row with this name, if there is one.
pub(super) fn row_of(name: &str) -> Option<usize> {
    let of_colour = |prefix: &str, first: usize| Some(first + Feature::from_name(name.strip_prefix(prefix)?)? as usize);
    match name {
        "empty" => Some(EMPTY),
        "bias" => Some(BIAS),
        "output" => Some(OUTPUT),
        _ => of_colour("own.", 0).or_else(|| of_colour("other.", FEATURES)),
    }
}

fn name_of(row: usize) -> String {
    match row {
        EMPTY => "empty".to_owned(),
        BIAS => "bias".to_owned(),
        OUTPUT => "output".to_owned(),
        row if row < FEATURES => format!("own.{}", Feature::ALL[row].name()),
        row => format!("other.{}", Feature::ALL[row - FEATURES].name()),
    }
}

/// What the numbers of a network must keep to.
pub(super) fn bounds() -> String {
    format!(
        "a network with weights below {LIMIT} in size, biases below {LIMIT_BIAS}, and outputs below {LIMIT_OUTPUTS} in size together"
    )
}

impl Network {
    /// A network from its rows, if they are in bounds.
    pub(super) fn new(rows: &Rows, units: usize) -> Option<Network> {
        let rows: Vec<[f64; ROWS]> = (0..units)
            .map(|unit| std::array::from_fn(|row| rows[row].as_ref().map_or(0.0, |numbers| numbers[unit])))
            .collect();
        let outputs: f64 = rows.iter().map(|row| row[OUTPUT].abs()).sum();
        let within = |row: &[f64; ROWS]| {
            row[..BIAS].iter().all(|weight| weight.abs() < LIMIT - 1.0 / ONE) && row[BIAS].abs() < LIMIT_BIAS
        };
        (rows.iter().all(within) && outputs < LIMIT_OUTPUTS).then(|| {
            let blocks = rows.chunks(8).map(Block::new).collect();
            Network { rows, blocks }
        })
    }

    /// Whether a feature goes into the network.
    pub(super) fn weighs(&self, feature: Feature) -> bool {
        let feature = feature as usize;
        self.rows.iter().any(|row| row[feature] != 0.0 || row[FEATURES + feature] != 0.0)
    }

    /// Adds the lines of the text, of which `Evaluation::parse` reads the first and calls [`Network::new`] with the others.
    pub(super) fn write(&self, text: &mut String) {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "network {}", self.rows.len());
        for row in 0..ROWS {
            if row >= BIAS || self.rows.iter().any(|numbers| numbers[row] != 0.0) {
                text.push_str(&name_of(row));
                for numbers in &self.rows {
                    let _ = write!(text, " {}", numbers[row]);
                }
                text.push('\n');
            }
        }
    }

    /// What the network adds to the logit of the side to move, in 1/1024.
    #[inline(always)]
    pub(super) fn correction<L: Lanes>(&self, inputs: &[i16; INPUTS]) -> i32 {
        // Eight sums side by side, for they are added up at once.
        let mut sums = [0; 8];
        for block in &self.blocks {
            let weighted = L::eight_sums(inputs, &block.weights);
            let unit = |k: usize| {
                let rounded = (weighted[k] + block.biases[k] + (1 << (ACTIVATION_SHIFT - 1))) >> ACTIVATION_SHIFT;
                rounded.clamp(0, MOST) * block.outputs[k]
            };
            let units: [i32; 8] = std::array::from_fn(unit);
            sums = std::array::from_fn(|k| sums[k] + units[k]);
        }
        (sums.iter().sum::<i32>() + (1 << (LOGIT_SHIFT - 1))) >> LOGIT_SHIFT
    }
}

impl Block {
    /// From the rows of up to eight units.
    fn new(units: &[[f64; ROWS]]) -> Block {
        let fixed =
            |unit: usize, row: usize, one: f64| units.get(unit).map_or(0, |rows| (rows[row] * one).round() as i32);
        let row_with = |input| match input {
            Input::Own(feature) => Some(feature as usize),
            Input::Other(feature) => Some(FEATURES + feature as usize),
            Input::Empty => Some(EMPTY),
            Input::Nothing => None,
        };
        let weight = |input, unit| row_with(input).map_or(0, |row| fixed(unit, row, ONE) as i16);
        Block {
            weights: std::array::from_fn(|k| {
                std::array::from_fn(|unit| [0, 1].map(|i| weight(ORDER[2 * k + i], unit)))
            }),
            biases: std::array::from_fn(|unit| fixed(unit, BIAS, ONE)),
            outputs: std::array::from_fn(|unit| fixed(unit, OUTPUT, OUTPUT_ONE)),
        }
    }
}
