//! `Rollout`: one random game.

use crate::arguments::{ColorArgument, IndexArgument, SeedArgument, TextArgument, max_plies_argument, whole};
use crate::boundary::brief;
use crate::errors::from_nothing_to_play;
use meridians::{Color, Move, Position, Size, default_max_plies, move_text};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::hash::{Hash, Hasher};

/// One random game. Frozen, comparable, picklable.
#[pyclass(name = "Rollout", module = "meridians", frozen, eq, hash)]
pub(crate) struct PyRollout {
    moves: Moves,
    winner: Option<Color>,
    stones_removed: u32,
}

/// The moves by name, or as they were played: naming a hundred moves takes as long as playing them, and few callers ask.
enum Moves {
    Named(Vec<String>),
    Played(Size, Vec<Move>),
}

impl Moves {
    fn names(&self) -> Vec<String> {
        match self {
            Moves::Named(names) => names.clone(),
            Moves::Played(size, moves) => moves.iter().map(|&mv| move_text(*size, mv)).collect(),
        }
    }

    fn len(&self) -> usize {
        match self {
            Moves::Named(names) => names.len(),
            Moves::Played(_, moves) => moves.len(),
        }
    }
}

impl PartialEq for PyRollout {
    fn eq(&self, other: &PyRollout) -> bool {
        (self.winner, self.stones_removed) == (other.winner, other.stones_removed)
            && self.moves.names() == other.moves.names()
    }
}

impl Hash for PyRollout {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.moves.names(), self.winner, self.stones_removed).hash(state);
    }
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
        Ok(PyRollout { moves: Moves::Named(moves), winner: winner.map(|color| color.0), stones_removed })
    }

    /// The moves by name, from the rollout's start.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.moves.names()
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
        let moves: Vec<String> = self.moves().iter().map(|name| format!("'{name}'")).collect();
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
    Ok(PyRollout {
        moves: Moves::Played(position.size(), game.moves),
        winner: game.winner,
        stones_removed: game.stones_removed,
    })
}
