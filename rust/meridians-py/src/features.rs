//! The features of positions and the built-in evaluation of them.

use crate::arguments::{SizeArgument, TextArgument};
use crate::batch::positions_argument;
use crate::errors::{from_parse, invalid};
use meridians::{Color, Evaluation, FEATURES, Feature, Position, Size};
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;

/// The names of the features, in their order.
pub(crate) fn feature_names() -> [&'static str; FEATURES] {
    Feature::ALL.map(Feature::name)
}

/// For each feature its numbers for Light and for Dark.
pub(crate) fn counts(position: &Position) -> [(i32, i32); FEATURES] {
    let counts = meridians::features(position);
    std::array::from_fn(|k| (counts[Color::Light][k], counts[Color::Dark][k]))
}

/// The chance of a colour; after the end of the game 0 or 1.
pub(crate) fn chance(
    py: Python<'_>,
    position: &Position,
    color: Color,
    weights: Option<&TextArgument>,
) -> PyResult<f32> {
    let size = position.size();
    let parsed = weights.map(|text| Evaluation::parse(&text.0)).transpose().map_err(|error| from_parse(py, &error))?;
    let evaluation = parsed.as_ref().unwrap_or_else(|| Evaluation::builtin(size));
    if evaluation.size() != size {
        return Err(invalid(format!("weights for a board of size {} and a position on {size}", evaluation.size())));
    }
    if let Some(outcome) = position.outcome() {
        return Ok(if outcome.winner == Some(color) { 1.0 } else { 0.0 });
    }
    let logit = evaluation.logit(position);
    Ok(meridians::chance(if color == position.turn() { logit } else { -logit }))
}

/// The features of several positions or games: int32 ``[n, 2, F]``, of Light and of Dark, in the order of :data:`FEATURES`.
#[pyfunction]
pub(crate) fn feature_arrays<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray3<i32>>> {
    let positions = positions_argument(positions)?;
    let counts: Vec<i32> =
        positions.iter().flat_map(|(position, _)| meridians::features(position).0).flatten().collect();
    PyArray1::from_vec(py, counts).reshape([positions.len(), 2, FEATURES])
}

/// The text of the built-in weights for a board size (``docs/features.md``).
#[pyfunction]
#[pyo3(signature = (size = SizeArgument(Size::STANDARD)), text_signature = "(size='6/7')")]
pub(crate) fn builtin_weights(size: SizeArgument) -> String {
    Evaluation::builtin(size.0).text()
}
