//! `perft` and `divide`.

use crate::arguments::whole;
use crate::boundary::{Progress, run};
use crate::game::GameState;
use crate::position::PyPosition;
use meridians::{Position, move_text};
use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

pub(crate) fn position_of(state: &Bound<'_, PyAny>) -> PyResult<Position> {
    if let Ok(position) = state.cast::<PyPosition>() {
        return Ok(position.get().position);
    }
    if let Ok(game) = state.cast::<GameState>() {
        return Ok(*game.try_borrow()?.game.position());
    }
    Err(PyTypeError::new_err(format!("state must be a GameState or a Position, not {}", state.get_type().name()?)))
}

/// The number of move sequences of exactly ``depth`` plies; finished games are not extended, a forced pass is a move.
///
/// Repetition and resignation do not count. Ctrl-C raises KeyboardInterrupt. ``progress(done, total)`` counts first moves.
#[pyfunction]
#[pyo3(signature = (state, depth, progress = None))]
pub(crate) fn perft(
    py: Python<'_>,
    state: &Bound<'_, PyAny>,
    depth: &Bound<'_, PyAny>,
    progress: Option<Py<PyAny>>,
) -> PyResult<u64> {
    let position = position_of(state)?;
    let depth = whole(depth, "depth", 0, 255)? as u32;
    let first_moves = if depth == 0 { 0 } else { position.legal().count() as u64 };
    let progress = Progress::new(py, progress, first_moves)?;
    run(py, progress, |control| meridians::perft(&position, depth, control))?
        .map_err(|stopped| PyKeyboardInterrupt::new_err(stopped.to_string()))
}

/// :func:`perft` by first move: the name of each legal move with the number of sequences that begin with it; depth >= 1.
#[pyfunction]
#[pyo3(signature = (state, depth, progress = None))]
pub(crate) fn divide<'py>(
    py: Python<'py>,
    state: &Bound<'py, PyAny>,
    depth: &Bound<'py, PyAny>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let position = position_of(state)?;
    let depth = whole(depth, "depth", 1, 255)? as u32;
    let progress = Progress::new(py, progress, position.legal().count() as u64)?;
    let counts = run(py, progress, |control| meridians::divide(&position, depth, control))?
        .map_err(|stopped| PyKeyboardInterrupt::new_err(stopped.to_string()))?;
    let dict = PyDict::new(py);
    for (mv, sequences) in counts {
        dict.set_item(move_text(position.size(), mv), sequences)?;
    }
    Ok(dict)
}
