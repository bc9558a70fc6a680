//! Weights of the features for one board size, and the texts they are kept in.
//!
//! A weight is a polynomial of the share of empty points, f = empty points / points: w0 + w1 f + w2 f^2 + w3 f^3. When weights are read
//! it is worked out for every number of empty points, in fixed point, so that to evaluate is integer arithmetic.

use super::chance::LOGIT_ONE;
use super::counts::{Examined, sides};
use super::feature::{FEATURES, Feature};
use super::inputs::{INPUTS, Input, ORDER, dot, inputs};
use super::network::{self, MOST_UNITS, Network};
use crate::geometry::{Geometry, Size};
use crate::lanes::{Lanes, Work, at_best};
use crate::notation::{ParseError, parse_size_field};
use crate::position::Position;
use std::fmt::Write;
use std::sync::OnceLock;

/// Weights for a board size.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    size: Size,
    /// Of each feature and, last, of having the move: w0, w1, ...
    coefficients: [[f64; COEFFICIENTS]; FEATURES + 1],
    /// The weights for each number of empty points.
    rows: Box<[Row]>,
    /// What corrects the weighted sum.
    network: Option<Network>,
    /// Whether linked pairs weigh anything: if not, they need not be counted.
    links: bool,
}

/// The weights for a number of empty points, in 1 / `ONE` of a logit.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    inputs: [i16; INPUTS],
    to_move: i32,
}

/// The coefficients of a weight.
const COEFFICIENTS: usize = 4;
/// The fixed point of weights.
const ONE: i32 = 1 << 13;
/// Weights stay below this in size, so that they fit and no sum overflows.
const LIMIT: f64 = 4.0;
/// The same for having the move, which is not counted.
const LIMIT_TO_MOVE: f64 = 16.0;
/// The name of the weight of having the move.
const TO_MOVE: &str = "to_move";
/// The first line of a text.
const HEADER: &str = "meridians evaluation 1";

/// Why a text holds no weights: where, what was expected and what was found.
pub type WeightsError = ParseError;

/// The texts of the built-in weights, from the smallest board.
const TEXTS: [&str; Size::ALL.len()] = [
    include_str!("weights/2-3.txt"),
    include_str!("weights/3-4.txt"),
    include_str!("weights/4-5.txt"),
    include_str!("weights/5-6.txt"),
    include_str!("weights/6-7.txt"),
    include_str!("weights/7-8.txt"),
];

impl Evaluation {
    /// The built-in weights of a board size.
    ///
    /// # Panics
    /// Never: the texts are constants, and read in the tests.
    #[must_use]
    pub fn builtin(size: Size) -> &'static Evaluation {
        static ALL: [OnceLock<Evaluation>; Size::ALL.len()] = [const { OnceLock::new() }; Size::ALL.len()];
        let place = size.short_side() - Size::ALL[0].short_side();
        ALL[place].get_or_init(|| Evaluation::parse(TEXTS[place]).expect("the built-in weights can be read"))
    }

    /// Reads weights (`docs/features.md`).
    ///
    /// # Errors
    /// Where the text is not of that form.
    pub fn parse(text: &str) -> Result<Evaluation, WeightsError> {
        let mut lines = Lines { lines: text.lines().enumerate(), line: 0 };
        let header = lines.next();
        if header != HEADER {
            return Err(lines.error(format!("{HEADER:?}"), header));
        }
        let line = lines.next();
        let size = line.strip_prefix("size ").unwrap_or_default();
        let size = parse_size_field(size, lines.line, "size ".len() + 1)?;
        let line = lines.next();
        let features = line.strip_prefix("features ").and_then(|count| count.parse::<usize>().ok());
        let features = features.ok_or_else(|| lines.error("`features` and how many weights follow", line))?;
        let mut coefficients = [[0.0; COEFFICIENTS]; FEATURES + 1];
        let mut known = [false; FEATURES + 1];
        for _ in 0..=features {
            let line = lines.next();
            let (name, numbers) = line.split_once(' ').unwrap_or((line, ""));
            let place = Feature::from_name(name).map(|feature| feature as usize);
            let place = place.or((name == TO_MOVE).then_some(FEATURES)).filter(|&place| !known[place]);
            let place = place.ok_or_else(|| lines.error("the name of a feature, each once, or to_move", name))?;
            known[place] = true;
            let parsed: Vec<Option<f64>> = numbers.split_whitespace().map(parse_number).collect();
            if parsed.is_empty() || parsed.len() > COEFFICIENTS || parsed.contains(&None) {
                return Err(lines.error(format!("1 to {COEFFICIENTS} numbers after the name"), numbers));
            }
            for (coefficient, number) in coefficients[place].iter_mut().zip(parsed.into_iter().flatten()) {
                *coefficient = number;
            }
        }
        if !known[FEATURES] {
            return Err(lines.error("to_move among the weights", ""));
        }
        let line = lines.next();
        let network = match line.strip_prefix("network ") {
            Some(units) => Some(lines.network(units)?),
            None if line.is_empty() => None,
            None => {
                return Err(lines.error(format!("a network, or the end after {features} features and to_move"), line));
            }
        };
        Evaluation::new(size, &coefficients, network).ok_or_else(|| {
            ParseError::new(1, 1, format!("weights below {LIMIT} in size at every number of empty points"), text)
        })
    }

    /// Weights from their coefficients, if they are in bounds.
    fn new(
        size: Size,
        coefficients: &[[f64; COEFFICIENTS]; FEATURES + 1],
        network: Option<Network>,
    ) -> Option<Evaluation> {
        let points = size.points();
        let weights = |empty: usize| {
            let share = empty as f64 / points as f64;
            let weight = |coefficients: &[f64; COEFFICIENTS]| {
                let exact = coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * share + coefficient);
                (exact * f64::from(ONE)).round() as i32
            };
            let weights: [i32; FEATURES + 1] = std::array::from_fn(|k| weight(&coefficients[k]));
            let within = |weight: i32, limit: f64| f64::from(weight.abs()) < limit * f64::from(ONE);
            if !weights[..FEATURES].iter().all(|&weight| within(weight, LIMIT))
                || !within(weights[FEATURES], LIMIT_TO_MOVE)
            {
                return None;
            }
            let weight = |input| match input {
                Input::Own(feature) => weights[feature as usize] as i16,
                Input::Other(feature) => -(weights[feature as usize] as i16),
                Input::Empty | Input::Nothing => 0,
            };
            Some(Row { inputs: ORDER.map(weight), to_move: weights[FEATURES] })
        };
        let rows = (0..=points).map(weights).collect::<Option<_>>()?;
        let links = coefficients[Feature::LinkedPairs as usize].iter().any(|&weight| weight != 0.0)
            || network.as_ref().is_some_and(|network| network.weighs(Feature::LinkedPairs));
        Some(Evaluation { size, coefficients: *coefficients, rows, network, links })
    }

    /// The text that [`Evaluation::parse`] reads.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("{HEADER}\nsize {}\nfeatures {FEATURES}\n", self.size);
        let names = Feature::ALL.iter().map(|feature| feature.name()).chain([TO_MOVE]);
        for (name, coefficients) in names.zip(&self.coefficients) {
            let used = coefficients.iter().rposition(|&c| c != 0.0).map_or(1, |last| last + 1);
            text += name;
            for coefficient in &coefficients[..used] {
                // Writing to a text cannot fail.
                let _ = write!(text, " {coefficient}");
            }
            text.push('\n');
        }
        if let Some(network) = &self.network {
            network.write(&mut text);
        }
        text
    }

    /// The board size that the weights are for.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The logit, in 1/1024, of the winning chance of the colour to move ([`Position::turn`]). Of a game that is over it says nothing of
    /// use.
    ///
    /// # Panics
    /// If the position is of another board size.
    #[inline]
    #[must_use]
    pub fn logit(&self, position: &Position) -> i32 {
        struct Logit<'a>(&'a Evaluation, &'a Position);
        impl Work for Logit<'_> {
            type Output = i32;

            #[inline(always)]
            fn run<L: Lanes>(self) -> i32 {
                self.0.logit_on::<L>(self.1)
            }
        }
        assert!(self.size == position.size(), "weights for {} and a position on {}", self.size, position.size());
        at_best(Logit(self, position))
    }

    /// [`Evaluation::logit`] where the lanes are chosen already.
    #[inline(always)]
    pub(crate) fn logit_on<L: Lanes>(&self, position: &Position) -> i32 {
        let [own, other, suspects] = sides::<L>(position);
        self.logit_of(position.board(), own, other, suspects)
    }

    /// [`Evaluation::logit`] of the side that has the stones `own`; `suspects` are own stones, one at least of every threatened group,
    /// and none before the colour has taken its second turn.
    #[inline(always)]
    pub(crate) fn logit_of<L: Lanes>(&self, board: &Geometry, own: L, other: L, suspects: L) -> i32 {
        let empty = self.size.points() - (own.count() + other.count()) as usize;
        let inputs = inputs(&Examined::of::<L>(board, own, other, suspects, self.links), empty.cast_signed() as i16);
        let row = &self.rows[empty];
        let sum = row.to_move + dot(&inputs, &row.inputs);
        let unit = ONE / LOGIT_ONE;
        let logit = (sum + unit / 2) >> unit.trailing_zeros();
        // No closure: it would not be compiled for the lanes.
        match &self.network {
            Some(network) => logit + network.correction::<L>(&inputs),
            None => logit,
        }
    }
}

fn parse_number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// The lines of a text that are not comments.
struct Lines<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    /// The number of the last line.
    line: usize,
}

impl<'a> Lines<'a> {
    /// The next line, empty at the end.
    fn next(&mut self) -> &'a str {
        for (index, line) in self.lines.by_ref() {
            self.line = index + 1;
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                return line;
            }
        }
        self.line += 1;
        ""
    }

    /// The rows of a network to the end of the text.
    fn network(&mut self, units: &str) -> Result<Network, WeightsError> {
        let head = self.line;
        let count = units.parse().ok().filter(|count| (1..=MOST_UNITS).contains(count));
        let count = count.ok_or_else(|| self.error(format!("`network` and 1 to {MOST_UNITS} hidden units"), units))?;
        let mut rows: network::Rows = [const { None }; network::ROWS];
        loop {
            let line = self.next();
            if line.is_empty() {
                break;
            }
            let (name, numbers) = line.split_once(' ').unwrap_or((line, ""));
            let place = network::row_of(name).filter(|&place| rows[place].is_none());
            let place = place.ok_or_else(|| {
                self.error("own. or other. and the name of a feature, empty, bias or output, each once", name)
            })?;
            let parsed: Option<Vec<f64>> = numbers.split_whitespace().map(parse_number).collect();
            let parsed = parsed.filter(|parsed| parsed.len() == count);
            rows[place] =
                Some(parsed.ok_or_else(|| self.error(format!("{count} numbers, one for each hidden unit"), numbers))?);
        }
        Network::new(&rows, count).ok_or_else(|| ParseError::new(head, 1, network::bounds(), units))
    }

    fn error(&self, expected: impl Into<String>, found: &str) -> WeightsError {
        ParseError::new(self.line, 1, expected, found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::features;
    use crate::notation::parse_move;
    use crate::random::Stream;

    /// The positions of random games of every size, from the empty board on, with the pie and without.
    fn positions() -> Vec<Position> {
        let mut positions = Vec::new();
        for (index, size) in Size::ALL.into_iter().enumerate() {
            for game in 0..4 {
                let mut stream = Stream::new(1, 10 * index as u64 + game);
                let mut position = Position::new(size, game % 2 == 1);
                positions.push(position);
                for _ in 0..2 * size.points() {
                    let moves: Vec<_> = position.legal().iter().collect();
                    if moves.is_empty() {
                        break;
                    }
                    position.play(moves[stream.below(moves.len())]).unwrap();
                    positions.push(position);
                }
            }
        }
        positions
    }

    /// Weights for every feature, those too that the built-in weights leave out.
    fn all_features(size: Size) -> Evaluation {
        let mut text = format!("{HEADER}\nsize {size}\nfeatures {FEATURES}\n");
        for (k, feature) in Feature::ALL.into_iter().enumerate() {
            let _ = writeln!(text, "{} 0.{k} -0.1{k}", feature.name());
        }
        Evaluation::parse(&(text + "to_move 1")).unwrap()
    }

    #[test]
    fn logit_is_the_weighted_sum() {
        let all = Size::ALL.map(all_features);
        let positions = positions();
        let both = positions.iter().flat_map(|position| {
            let of_all = all.iter().find(|evaluation| evaluation.size() == position.size()).unwrap();
            [(position, Evaluation::builtin(position.size())), (position, of_all)]
        });
        for (position, evaluation) in both {
            let evaluation = &Evaluation::new(evaluation.size, &evaluation.coefficients, None).unwrap();
            let (counts, turn) = (features(position), position.turn());
            let share = position.empty().count() as f64 / position.size().points() as f64;
            let weight = |k: usize| {
                let [w0, w1, w2, w3] = evaluation.coefficients[k];
                w0 + w1 * share + w2 * share * share + w3 * share * share * share
            };
            let difference = |k: usize| f64::from(counts[turn][k] - counts[!turn][k]);
            let exact = 1024.0 * ((0..FEATURES).map(|k| weight(k) * difference(k)).sum::<f64>() + weight(FEATURES));
            // Each weight may be off by half a unit, and the result too.
            let rounding = (0..FEATURES).map(|k| difference(k).abs()).sum::<f64>();
            let rounding = rounding / f64::from(2 * ONE / LOGIT_ONE) + 1.0;
            let found = f64::from(evaluation.logit(position));
            assert!((found - exact).abs() <= rounding, "{found} {exact} {}", position.text());
        }
    }

    #[test]
    fn built_in_weights_are_of_their_size_and_survive_their_text() {
        for size in Size::ALL {
            let evaluation = Evaluation::builtin(size);
            assert_eq!(evaluation.size(), size);
            assert_eq!(Evaluation::parse(&evaluation.text()).as_ref(), Ok(evaluation));
            let with_network = format!("{}network 9\nother.log_mobility 0.001 0 0 0 0 0 0 0 -0.5\n", evaluation.text());
            let with_network = with_network.split("network").take(2).collect::<Vec<_>>().join("network");
            let with_network = Evaluation::parse(&with_network).unwrap();
            assert_eq!(Evaluation::parse(&with_network.text()).as_ref(), Ok(&with_network));
        }
    }

    #[test]
    fn the_network_corrects_the_sum() {
        let text = "meridians evaluation 1\nsize 6/7\nfeatures 0\nto_move 0\nnetwork 3\nown.stones 0.5 1.5 0\n\
            other.stones 1 0 0\nempty 0 0 0\nbias -0.25 -3.5 4000\noutput 2 -1 0.001\n";
        let evaluation = Evaluation::parse(text).unwrap();
        let mut position = Position::new(evaluation.size(), false);
        // The third unit is cut off near 128, and its output is rounded to 4 / 4096.
        let third = 128.0 * 4.0 / 4096.0;
        let mut check = |played: &str, expected: f64| {
            for name in played.split_whitespace() {
                position.play(parse_move(evaluation.size(), name).unwrap()).unwrap();
            }
            let found = f64::from(evaluation.logit(&position)) / 1024.0;
            assert!((found - expected - third).abs() < 0.002, "{played}: {found} {expected}");
        };
        check("", 0.0);
        check("h1", 2.0 * 0.75);
        check("d4", 2.0 * 1.25);
        check("h8", 2.0 * 2.25);
        check("d6", 2.0 * 2.75);
        check("h5", 2.0 * 3.75);
        check("f6", 2.0 * 4.25 - 1.0);
    }

    #[test]
    #[allow(clippy::float_cmp, reason = "equal to the last bit")]
    fn errors_say_where_and_what() {
        let good = "# made by hand\nmeridians evaluation 1\nsize 2/3\nfeatures 1\n\nstones 0.5 -1\nto_move 0.25\n";
        let evaluation = Evaluation::parse(good).unwrap();
        assert_eq!(evaluation.coefficients[Feature::Stones as usize], [0.5, -1.0, 0.0, 0.0]);
        assert_eq!(evaluation.logit(&Position::new(evaluation.size(), false)), 256);
        for (from, to, line, expected) in [
            ("meridians", "meridian", 2, "\"meridians evaluation 1\""),
            ("2/3", "3/2", 3, "a board size"),
            ("size 2/3", "2/3", 3, "a board size"),
            ("features 1", "features one", 4, "`features` and how many"),
            ("features 1", "features 0", 6, "to_move"),
            ("features 1", "features 2", 8, "the name of a feature"),
            ("stones", "stone", 6, "the name of a feature"),
            ("to_move 0.25", "stones 0.25", 7, "the name of a feature, each once"),
            ("0.5 -1", "", 6, "1 to 4 numbers"),
            ("0.5 -1", "0.5 -1 0 0 1", 6, "1 to 4 numbers"),
            ("0.5", "inf", 6, "1 to 4 numbers"),
            ("0.5", "half", 6, "1 to 4 numbers"),
            ("0.5", "5", 1, "weights below 4"),
            ("0.25", "0.25\nmobility 1", 8, "a network, or the end"),
            ("0.25", "0.25\nnetwork 0\nbias\noutput", 8, "1 to 64 hidden units"),
            ("0.25", "0.25\nnetwork 65", 8, "1 to 64 hidden units"),
            ("0.25", "0.25\nnetwork 2\nbias 1 2 3\noutput 1 1", 9, "2 numbers"),
            ("0.25", "0.25\nnetwork 2\nbias 1 nan\noutput 1 1", 9, "2 numbers"),
            ("0.25", "0.25\nnetwork 1\nbias 1\nbias 1\noutput 1", 10, "each once"),
            ("0.25", "0.25\nnetwork 1\nown.stone 1\noutput 1", 9, "own. or other. and the name of a feature"),
            ("0.25", "0.25\nnetwork 1\nown.stones 2\noutput 1", 8, "weights below 2"),
            ("0.25", "0.25\nnetwork 1\nempty -2\noutput 1", 8, "weights below 2"),
            ("0.25", "0.25\nnetwork 1\nbias 4096\noutput 1", 8, "biases below 4096"),
            ("0.25", "0.25\nnetwork 2\nbias 1 1\noutput 9 -9", 8, "outputs below 16"),
        ] {
            let error = Evaluation::parse(&good.replace(from, to)).unwrap_err();
            assert!(error.line == line && error.expected.contains(expected), "{from} {to}: {error}");
        }
    }
}
