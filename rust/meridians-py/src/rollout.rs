//! `Rollout`: one random game.

use crate::arguments::{ColorArgument, IndexArgument, SeedArgument, TextArgument, max_plies_argument, whole};
use crate::boundary::brief;
use crate::errors::from_nothing_to_play;
use meridians::{Color, Position, default_max_plies, move_text};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// One random game. Frozen, comparable, picklable.
#[pyclass(name = "Rollout", module = "meridians", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyRollout {
    moves: Vec<String>,
    winner: Option<Color>,
    stones_removed: u32,
}

#[pymethods]
impl PyRollout {
    #[new]
    fn new(
        moves: Vec<TextArgument>,
        winner: Option<ColorArgument>,
        stones_removed: &Bound<'_, PyAny>,
    ) -> PyResult<PyRollout> {
        let stones_removed = whole(stones_removed, "stones_removed", 0, u64::from(u32::MAX))? as u32;
        let moves = moves.into_iter().map(|TextArgument(name)| name).collect();
        Ok(PyRollout { moves, winner: winner.map(|color| color.0), stones_removed })
    }

    /// The moves by name, from the rollout's start.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.moves.clone()
    }

    /// The number of moves.
    #[getter]
    fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The colour that won by elimination; None if the ply cap was hit first.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.winner.map(Color::name)
    }

    /// Whether the game was not over after exactly ``max_plies`` plies.
    #[getter]
    fn unfinished(&self) -> bool {
        self.winner.is_none()
    }

    /// The number of stones removed, of both colours.
    #[getter]
    fn stones_removed(&self) -> u32 {
        self.stones_removed
    }

    fn __repr__(&self) -> String {
        let winner = self.winner().map_or("None".to_owned(), |name| format!("'{name}'"));
        let moves: Vec<String> = self.moves.iter().map(|name| format!("'{name}'")).collect();
        format!("Rollout(moves=[{}], winner={winner}, stones_removed={})", moves.join(", "), self.stones_removed)
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyRollout>) -> PyResult<Bound<'py, PyTuple>> {
        let this = slf.get();
        (slf.get_type(), (this.moves(), this.winner(), this.stones_removed)).into_pyobject(slf.py())
    }
}

/// One random game from a position.
pub(crate) fn rollout(
    py: Python<'_>,
    position: Position,
    seed: SeedArgument,
    index: IndexArgument,
    max_plies: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyRollout> {
    let max_plies = max_plies_argument(max_plies)?.unwrap_or(default_max_plies(position.size()));
    let game = brief(py, || meridians::rollout(&position, seed.0, index.0, max_plies)).map_err(from_nothing_to_play)?;
    let moves = game.moves.into_iter().map(|mv| move_text(position.size(), mv)).collect();
    Ok(PyRollout { moves, winner: game.winner, stones_removed: game.stones_removed })
}
