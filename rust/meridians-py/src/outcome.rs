//! `Outcome`.

use crate::arguments::{ColorArgument, ReasonArgument, whole};
use crate::errors::invalid;
use meridians::{Outcome, Participant, Reason};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// How a finished game ended. Frozen, hashable, picklable.
#[pyclass(name = "Outcome", module = "meridians", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyOutcome {
    pub(crate) outcome: Outcome,
    pub(crate) participant: Option<Participant>,
}

#[pymethods]
impl PyOutcome {
    #[new]
    fn new(
        winner: Option<ColorArgument>,
        reason: ReasonArgument,
        participant: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyOutcome> {
        let reason = reason.0;
        let participant = participant.map(|value| whole(value, "participant", 0, 1)).transpose()?;
        let participant = participant.map(|participant| participant as Participant);
        if winner.is_none() != (reason == Reason::Repetition) {
            return Err(invalid("a game that ends by repetition has no winner, and every other one has (R11, R13)"));
        }
        if winner.is_none() != participant.is_none() {
            return Err(invalid("participant must be given if there is a winner, and only then"));
        }
        Ok(PyOutcome { outcome: Outcome { winner: winner.map(|color| color.0), reason }, participant })
    }

    /// The colour that won; None for a draw.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.outcome.winner.map(meridians::Color::name)
    }

    /// ``"elimination"`` (R11), ``"resignation"`` (R11) or ``"repetition"`` (R13, always a draw).
    #[getter]
    fn reason(&self) -> &'static str {
        self.outcome.reason.name()
    }

    /// The participant (0 opened the game, 1 is the other) who won; None for a draw. After a swap it is not the colour's.
    #[getter]
    fn participant(&self) -> Option<Participant> {
        self.participant
    }

    fn __repr__(&self) -> String {
        let winner = self.winner().map_or("None".to_owned(), |name| format!("'{name}'"));
        let participant = self.participant.map_or("None".to_owned(), |participant| participant.to_string());
        format!("Outcome(winner={winner}, reason='{}', participant={participant})", self.reason())
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyOutcome>) -> PyResult<Bound<'py, PyTuple>> {
        let this = slf.get();
        (slf.get_type(), (this.winner(), this.reason(), this.participant)).into_pyobject(slf.py())
    }
}
