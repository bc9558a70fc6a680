//! `GameResult`.

use crate::arguments::{ColorArgument, ResultReasonArgument};
use crate::errors::invalid;
use meridians::record::GameResult;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// How a recorded game ended, which may be more than the moves show. Frozen, hashable, picklable.
#[pyclass(name = "GameResult", module = "meridians", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyGameResult {
    pub(crate) result: GameResult,
}

#[pymethods]
impl PyGameResult {
    #[new]
    fn new(winner: Option<ColorArgument>, reason: ResultReasonArgument) -> PyResult<PyGameResult> {
        let winner = winner.map(|color| color.0);
        GameResult::new(winner, reason.0).map(|result| PyGameResult { result }).ok_or_else(|| {
            let has = if winner.is_some() { "no winner" } else { "a winner" };
            invalid(format!("a game that ended by {:?} has {has}", reason.0.name()))
        })
    }

    /// The colour that won; None for a draw, for a void game, and when nothing is known.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.result.winner().map(meridians::Color::name)
    }

    /// ``"elimination"`` (R11), ``"resignation"``, ``"time"``, ``"forfeit"``, ``"repetition"`` (a draw, R13), ``"agreement"`` (a draw),
    /// ``"void"``, or ``"unknown"``, with a winner or without.
    #[getter]
    fn reason(&self) -> &'static str {
        self.result.reason().name()
    }

    fn __str__(&self) -> String {
        self.result.to_string()
    }

    fn __repr__(&self) -> String {
        let winner = self.winner().map_or("None".to_owned(), |name| format!("'{name}'"));
        format!("GameResult(winner={winner}, reason='{}')", self.reason())
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyGameResult>) -> PyResult<Bound<'py, PyTuple>> {
        let this = slf.get();
        (slf.get_type(), (this.winner(), this.reason())).into_pyobject(slf.py())
    }
}
