//! The exact solvers: forced wins by plain search, and the table of the smallest board.

use crate::arguments::whole;
use crate::boundary::{brief, run};
use crate::errors::invalid;
use crate::perft::position_of;
use meridians::{SolvedTable, Solver, Unsolved, Verdict, move_text};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::hash::{Hash, Hasher};

/// Asks the plain solver, without the GIL.
fn solve<T: Send>(
    py: Python<'_>,
    max_nodes: u64,
    ask: impl FnOnce(&mut Solver) -> Result<T, Unsolved> + Send,
) -> PyResult<T> {
    run(py, None, |control| ask(&mut Solver::new(max_nodes, control)))?.map_err(|unsolved| match unsolved {
        Unsolved::TooLarge => invalid(format!("not solved within max_nodes = {max_nodes}")),
        Unsolved::Stopped => PyKeyboardInterrupt::new_err(unsolved.to_string()),
    })
}

/// The nodes of the plain solver where nothing else is said.
const MAX_NODES: u64 = 10_000_000;

/// The moves that force a win such that the game is over after at most ``plies`` plies, these moves included, in action order.
///
/// Found by plain exhaustive search, for a finished game and one that waits for the answer to the pie none. The history of a game does
/// not count. Raises MeridiansError if the search would take more than ``max_nodes`` nodes (10 million unless given); Ctrl-C raises
/// KeyboardInterrupt.
#[pyfunction]
#[pyo3(signature = (state, plies, max_nodes = None))]
pub(crate) fn winning_moves(
    py: Python<'_>,
    state: &Bound<'_, PyAny>,
    plies: &Bound<'_, PyAny>,
    max_nodes: Option<Bound<'_, PyAny>>,
) -> PyResult<Vec<String>> {
    let (position, plies) = (position_of(state)?, whole(plies, "plies", 1, 255)? as u32);
    let max_nodes = max_nodes.map_or(Ok(MAX_NODES), |nodes| whole(&nodes, "max_nodes", 1, 1 << 40))?;
    let moves = solve(py, max_nodes, |solver| solver.winning_moves(&position, plies))?;
    Ok(moves.into_iter().map(|mv| move_text(position.size(), mv)).collect())
}

/// Every position of the plain game on 2/3 with its result, found backwards from the ends of the games in a moment.
///
/// Counts are of positions before the end of a game; those that are images of each other under a symmetry are of one class.
#[pyclass(name = "SolvedTable", module = "meridians", frozen, eq, hash)]
pub(crate) struct PySolvedTable(SolvedTable);

impl PartialEq for PySolvedTable {
    /// There is one game of which there are tables.
    fn eq(&self, _other: &PySolvedTable) -> bool {
        true
    }
}

impl Hash for PySolvedTable {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.positions().hash(state);
    }
}

#[pymethods]
impl PySolvedTable {
    #[new]
    fn new(py: Python<'_>) -> PySolvedTable {
        PySolvedTable(brief(py, SolvedTable::new))
    }

    /// The board, "2/3".
    #[getter]
    fn size(&self) -> String {
        self.0.size().to_string()
    }

    /// The number of positions.
    #[getter]
    fn positions(&self) -> usize {
        self.0.positions()
    }

    /// The number of classes.
    #[getter]
    fn classes(&self) -> usize {
        self.0.classes()
    }

    /// The positions that are won for the player to move.
    #[getter]
    fn wins(&self) -> usize {
        self.0.count(Verdict::Win)
    }

    /// The positions that are lost for the player to move.
    #[getter]
    fn losses(&self) -> usize {
        self.0.count(Verdict::Loss)
    }

    /// The positions in which neither side can force a win.
    #[getter]
    fn draws(&self) -> usize {
        self.0.count(Verdict::Draw)
    }

    /// The result for the player to move ("win", "loss" or "draw") and the plies until the end of the game if the winner is as fast and
    /// the loser as slow as can be (0 for draws); None for what is no position of a plain game on this board before its end.
    fn result(&self, state: &Bound<'_, PyAny>) -> PyResult<Option<(&'static str, u32)>> {
        let solved = self.0.get(&position_of(state)?);
        Ok(solved.map(|solved| (solved.verdict.name(), solved.plies)))
    }

    fn __repr__(&self) -> String {
        format!("SolvedTable(size='{}', positions={})", self.size(), self.positions())
    }

    fn __reduce__<'py>(slf: &Bound<'py, PySolvedTable>) -> (Bound<'py, PyType>, ()) {
        (slf.get_type(), ())
    }
}
