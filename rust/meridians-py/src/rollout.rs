//! `Rollout`, `Rollouts`, and the calls that make them.

use crate::arguments::{ColorArgument, IndexArgument, SeedArgument, whole};
use crate::boundary::{Progress, brief, run};
use crate::errors::{from_nothing_to_play, invalid};
use meridians::{Batch, ByColor, Color, MAX_THREADS, Position, Rollouts, default_max_plies, move_text};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::num::NonZeroUsize;

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
    fn new(moves: Vec<String>, winner: Option<ColorArgument>, stones_removed: u32) -> PyRollout {
        PyRollout { moves, winner: winner.map(|color| color.0), stones_removed }
    }

    #[getter]
    fn moves(&self) -> Vec<String> {
        self.moves.clone()
    }

    #[getter]
    fn plies(&self) -> usize {
        self.moves.len()
    }

    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.winner.map(Color::name)
    }

    #[getter]
    fn unfinished(&self) -> bool {
        self.winner.is_none()
    }

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

/// The statistics of many random games. Frozen, comparable, picklable; all counts are exact integers.
#[pyclass(name = "Rollouts", module = "meridians", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyRollouts(Rollouts);

#[pymethods]
impl PyRollouts {
    #[new]
    fn new(
        light_wins: u64,
        dark_wins: u64,
        unfinished: u64,
        plies: u64,
        plies_squared: u128,
        longest: u32,
        stones_removed: u64,
    ) -> PyRollouts {
        let wins = ByColor([light_wins, dark_wins]);
        PyRollouts(Rollouts { wins, unfinished, plies, plies_squared, longest, stones_removed })
    }

    #[getter]
    fn games(&self) -> u64 {
        self.0.games()
    }

    #[getter]
    fn light_wins(&self) -> u64 {
        self.0.wins[Color::Light]
    }

    #[getter]
    fn dark_wins(&self) -> u64 {
        self.0.wins[Color::Dark]
    }

    #[getter]
    fn unfinished(&self) -> u64 {
        self.0.unfinished
    }

    #[getter]
    fn plies(&self) -> u64 {
        self.0.plies
    }

    #[getter]
    fn plies_squared(&self) -> u128 {
        self.0.plies_squared
    }

    #[getter]
    fn mean_plies(&self) -> f64 {
        self.0.mean_plies()
    }

    #[getter]
    fn sd_plies(&self) -> f64 {
        self.0.sd_plies()
    }

    #[getter]
    fn longest(&self) -> u32 {
        self.0.longest
    }

    #[getter]
    fn stones_removed(&self) -> u64 {
        self.0.stones_removed
    }

    fn share(&self, color: ColorArgument) -> f64 {
        self.0.share(color.0)
    }

    #[pyo3(signature = (color, confidence = 0.95))]
    fn interval(&self, py: Python<'_>, color: ColorArgument, confidence: f64) -> PyResult<(f64, f64)> {
        if !(0.0 < confidence && confidence < 1.0) {
            return Err(invalid(format!("confidence must lie between 0 and 1, not {confidence}")));
        }
        // The standard library has the normal quantile; a few microseconds do not matter here.
        let normal = py.import("statistics")?.getattr("NormalDist")?.call0()?;
        let z: f64 = normal.call_method1("inv_cdf", (f64::midpoint(1.0, confidence),))?.extract()?;
        Ok(self.0.interval(color.0, z))
    }

    fn __repr__(&self) -> String {
        let r = &self.0;
        format!(
            "Rollouts(light_wins={}, dark_wins={}, unfinished={}, plies={}, plies_squared={}, longest={}, stones_removed={})",
            self.light_wins(),
            self.dark_wins(),
            r.unfinished,
            r.plies,
            r.plies_squared,
            r.longest,
            r.stones_removed
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyRollouts>) -> PyResult<Bound<'py, PyTuple>> {
        let r = &slf.get().0;
        let [light, dark] = r.wins.0;
        (slf.get_type(), (light, dark, r.unfinished, r.plies, r.plies_squared, r.longest, r.stones_removed))
            .into_pyobject(slf.py())
    }
}

/// The ply cap that was asked for.
fn max_plies_argument(max_plies: Option<&Bound<'_, PyAny>>) -> PyResult<Option<u32>> {
    max_plies.map(|value| whole(value, "max_plies", 1, u64::from(u32::MAX)).map(|plies| plies as u32)).transpose()
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

/// Many random games from a position.
pub(crate) fn rollouts(
    position: Position,
    n: &Bound<'_, PyAny>,
    seed: SeedArgument,
    threads: Option<&Bound<'_, PyAny>>,
    max_plies: Option<&Bound<'_, PyAny>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<PyRollouts> {
    let games = whole(n, "n", 1, u64::MAX)?;
    let threads = threads.map(|value| whole(value, "threads", 1, MAX_THREADS as u64)).transpose()?;
    let batch = Batch {
        games,
        seed: seed.0,
        max_plies: max_plies_argument(max_plies)?,
        threads: threads.and_then(|threads| NonZeroUsize::new(threads as usize)),
    };
    run(n.py(), Progress::new(progress, games), |control| meridians::rollouts(&position, batch, control))?
        .map_err(from_nothing_to_play)?
        .map(PyRollouts)
        .map_err(|stopped| PyKeyboardInterrupt::new_err(stopped.to_string()))
}
