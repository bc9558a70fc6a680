//! `Outcome`.

use crate::arguments::{ColorArgument, whole};
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
    fn new(winner: Option<ColorArgument>, reason: &str, participant: Option<&Bound<'_, PyAny>>) -> PyResult<PyOutcome> {
        let reason = Reason::from_name(reason).ok_or_else(|| {
            let names = Reason::ALL.map(Reason::name).join(", ");
            invalid(format!("reason must be one of {names}, not {reason:?}"))
        })?;
        let participant = participant.map(|value| whole(value, "participant", 0, 1)).transpose()?;
        let participant = participant.map(|participant| participant as Participant);
        Ok(PyOutcome { outcome: Outcome { winner: winner.map(|color| color.0), reason }, participant })
    }

    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.outcome.winner.map(meridians::Color::name)
    }

    #[getter]
    fn reason(&self) -> &'static str {
        self.outcome.reason.name()
    }

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
