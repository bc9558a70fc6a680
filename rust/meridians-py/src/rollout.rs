//! `Rollout`, `Rollouts`, and the calls that make them.

use crate::arguments::{ColorArgument, IndexArgument, SeedArgument, whole, whole_128};
use crate::boundary::{Progress, brief, run};
use crate::errors::{from_nothing_to_play, invalid};
use meridians::{Batch, ByColor, Color, MAX_THREADS, Position, Rollouts, default_max_plies, move_text};
use pyo3::Borrowed;
use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError};
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
    fn new(
        moves: Vec<String>,
        winner: Option<ColorArgument>,
        stones_removed: &Bound<'_, PyAny>,
    ) -> PyResult<PyRollout> {
        let stones_removed = whole(stones_removed, "stones_removed", 0, u64::from(u32::MAX))? as u32;
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

/// The statistics of many random games. Frozen, comparable, picklable; all counts are exact integers.
#[pyclass(name = "Rollouts", module = "meridians", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyRollouts(Rollouts);

#[pymethods]
impl PyRollouts {
    #[new]
    fn new(
        light_wins: &Bound<'_, PyAny>,
        dark_wins: &Bound<'_, PyAny>,
        unfinished: &Bound<'_, PyAny>,
        plies: &Bound<'_, PyAny>,
        plies_squared: &Bound<'_, PyAny>,
        longest: &Bound<'_, PyAny>,
        stones_removed: &Bound<'_, PyAny>,
    ) -> PyResult<PyRollouts> {
        let count = |number, what| whole(number, what, 0, u64::MAX);
        let result = Rollouts {
            wins: ByColor([count(light_wins, "light_wins")?, count(dark_wins, "dark_wins")?]),
            unfinished: count(unfinished, "unfinished")?,
            plies: count(plies, "plies")?,
            plies_squared: whole_128(plies_squared, "plies_squared", 0, u128::MAX)?,
            longest: whole(longest, "longest", 0, u64::from(u32::MAX))? as u32,
            stones_removed: count(stones_removed, "stones_removed")?,
        };
        let [light, dark] = result.wins.0;
        if light.checked_add(dark).and_then(|won| won.checked_add(result.unfinished)).is_none() {
            return Err(invalid("the games, light_wins + dark_wins + unfinished, must be fewer than 2**64"));
        }
        Ok(PyRollouts(result))
    }

    /// The number of games: light_wins + dark_wins + unfinished.
    #[getter]
    fn games(&self) -> u64 {
        self.0.games()
    }

    /// Games that Light won.
    #[getter]
    fn light_wins(&self) -> u64 {
        self.0.wins[Color::Light]
    }

    /// Games that Dark won.
    #[getter]
    fn dark_wins(&self) -> u64 {
        self.0.wins[Color::Dark]
    }

    /// Games that hit the ply cap: neither won nor drawn.
    #[getter]
    fn unfinished(&self) -> u64 {
        self.0.unfinished
    }

    /// The plies of all games together.
    #[getter]
    fn plies(&self) -> u64 {
        self.0.plies
    }

    /// The sum of the squares of the games' plies.
    #[getter]
    fn plies_squared(&self) -> u128 {
        self.0.plies_squared
    }

    /// The mean number of plies of a game; nan without games.
    #[getter]
    fn mean_plies(&self) -> f64 {
        self.0.mean_plies()
    }

    /// The standard deviation of the number of plies (of the games as they are: divided by ``games``); nan without games.
    #[getter]
    fn sd_plies(&self) -> f64 {
        self.0.sd_plies()
    }

    /// The number of plies of the longest game.
    #[getter]
    fn longest(&self) -> u32 {
        self.0.longest
    }

    /// The stones removed in all games together.
    #[getter]
    fn stones_removed(&self) -> u64 {
        self.0.stones_removed
    }

    /// The colour's share of the games that were won by either; nan if there are none.
    fn share(&self, color: ColorArgument) -> f64 {
        self.0.share(color.0)
    }

    /// The Wilson score interval of :meth:`share` at a confidence in (0, 1); (0.0, 1.0) if no game was won.
    #[pyo3(signature = (color, confidence = Confidence(0.95)), text_signature = "($self, color, confidence=0.95)")]
    fn interval(&self, py: Python<'_>, color: ColorArgument, confidence: Confidence) -> PyResult<(f64, f64)> {
        let Confidence(confidence) = confidence;
        // The standard library has the normal quantile; a few microseconds do not matter here.
        let normal = py.import("statistics")?.getattr("NormalDist")?.call0()?;
        // By the lower tail: it keeps its digits as the confidence comes near to 1.
        let z: f64 = normal.call_method1("inv_cdf", ((1.0 - confidence) / 2.0,))?.extract::<f64>()?.abs();
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

/// A confidence, strictly between 0 and 1.
struct Confidence(f64);

impl<'a, 'py> FromPyObject<'a, 'py> for Confidence {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Confidence> {
        let Ok(confidence) = object.extract::<f64>() else {
            let kind = object.get_type().name()?;
            return Err(PyTypeError::new_err(format!("confidence must be a number between 0 and 1, not {kind}")));
        };
        if 0.0 < confidence && confidence < 1.0 {
            Ok(Confidence(confidence))
        } else {
            Err(invalid(format!("confidence must lie between 0 and 1, not {confidence}")))
        }
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
    run(n.py(), Progress::new(n.py(), progress, games)?, |control| meridians::rollouts(&position, batch, control))?
        .map_err(from_nothing_to_play)?
        .map(PyRollouts)
        .map_err(|stopped| PyKeyboardInterrupt::new_err(stopped.to_string()))
}
