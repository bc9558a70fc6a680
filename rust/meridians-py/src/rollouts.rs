//! `Rollouts`: the statistics of many random games, with the tables that were asked for.

use crate::arguments::{ColorArgument, Confidence, counts_argument, pair_argument, whole, whole_128};
use crate::arrays::{counts, counts_by_color};
use crate::errors::invalid;
use crate::times::Times;
use meridians::{ActionCounts, ByColor, Color, Rollouts};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::hash::{Hash, Hasher};

/// The statistics of many random games. Frozen, comparable, picklable; all counts are exact integers.
///
/// Two are equal when all counts and tables are; the times, which no two runs share, have no part in equality and hash, but are
/// pickled. Tables are there if they were asked for, and else raise MeridiansError; each is a new array every time.
#[pyclass(name = "Rollouts", module = "meridians", frozen, eq, hash)]
pub(crate) struct PyRollouts {
    rollouts: Rollouts,
    times: Times,
}

impl PartialEq for PyRollouts {
    fn eq(&self, other: &PyRollouts) -> bool {
        self.rollouts == other.rollouts
    }
}

impl Hash for PyRollouts {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.rollouts.hash(state);
    }
}

impl PyRollouts {
    /// What was played just now.
    pub(crate) fn measured(rollouts: Rollouts, times: Times) -> PyRollouts {
        PyRollouts { rollouts, times }
    }
}

#[pymethods]
impl PyRollouts {
    #[new]
    #[pyo3(
        signature = (
            light_wins, dark_wins, unfinished, plies, plies_squared, longest, stones_removed, seconds = None,
            cpu_seconds = None, ownership = None, first_moves = None, amaf = None, lengths = None
        ),
        text_signature = "(light_wins, dark_wins, unfinished, plies, plies_squared, longest, stones_removed, seconds=0.0, \
                          cpu_seconds=0.0, ownership=None, first_moves=None, amaf=None, lengths=None)"
    )]
    #[allow(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        light_wins: &Bound<'_, PyAny>,
        dark_wins: &Bound<'_, PyAny>,
        unfinished: &Bound<'_, PyAny>,
        plies: &Bound<'_, PyAny>,
        plies_squared: &Bound<'_, PyAny>,
        longest: &Bound<'_, PyAny>,
        stones_removed: &Bound<'_, PyAny>,
        seconds: Option<&Bound<'_, PyAny>>,
        cpu_seconds: Option<&Bound<'_, PyAny>>,
        ownership: Option<&Bound<'_, PyAny>>,
        first_moves: Option<&Bound<'_, PyAny>>,
        amaf: Option<&Bound<'_, PyAny>>,
        lengths: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyRollouts> {
        let count = |number, what| whole(number, what, 0, u64::MAX);
        let rollouts = Rollouts {
            wins: ByColor([count(light_wins, "light_wins")?, count(dark_wins, "dark_wins")?]),
            unfinished: count(unfinished, "unfinished")?,
            plies: count(plies, "plies")?,
            plies_squared: whole_128(plies_squared, "plies_squared", 0, u128::MAX)?,
            longest: whole(longest, "longest", 0, u64::from(u32::MAX))? as u32,
            stones_removed: count(stones_removed, "stones_removed")?,
            ownership: ownership.map(ownership_argument).transpose()?,
            first_moves: first_moves.map(first_moves_argument).transpose()?,
            amaf: amaf.map(amaf_argument).transpose()?,
            lengths: lengths.map(|lengths| counts_argument(lengths, "lengths")).transpose()?,
        };
        let [light, dark] = rollouts.wins.0;
        if light.checked_add(dark).and_then(|won| won.checked_add(rollouts.unfinished)).is_none() {
            return Err(invalid("the games, light_wins + dark_wins + unfinished, must be fewer than 2**64"));
        }
        Ok(PyRollouts { rollouts, times: Times::new(seconds, cpu_seconds)? })
    }

    /// The number of games: light_wins + dark_wins + unfinished.
    #[getter]
    fn games(&self) -> u64 {
        self.rollouts.games()
    }

    /// Games that Light won.
    #[getter]
    fn light_wins(&self) -> u64 {
        self.rollouts.wins[Color::Light]
    }

    /// Games that Dark won.
    #[getter]
    fn dark_wins(&self) -> u64 {
        self.rollouts.wins[Color::Dark]
    }

    /// Games that hit the ply cap: neither won nor drawn.
    #[getter]
    fn unfinished(&self) -> u64 {
        self.rollouts.unfinished
    }

    /// The plies of all games together.
    #[getter]
    fn plies(&self) -> u64 {
        self.rollouts.plies
    }

    /// The sum of the squares of the games' plies.
    #[getter]
    fn plies_squared(&self) -> u128 {
        self.rollouts.plies_squared
    }

    /// The mean number of plies of a game; nan without games.
    #[getter]
    fn mean_plies(&self) -> f64 {
        self.rollouts.mean_plies()
    }

    /// The standard deviation of the number of plies (of the games as they are: divided by ``games``); nan without games.
    #[getter]
    fn sd_plies(&self) -> f64 {
        self.rollouts.sd_plies()
    }

    /// The number of plies of the longest game.
    #[getter]
    fn longest(&self) -> u32 {
        self.rollouts.longest
    }

    /// The stones removed in all games together.
    #[getter]
    fn stones_removed(&self) -> u64 {
        self.rollouts.stones_removed
    }

    /// The colour's share of the games that were won by either; nan if there are none.
    fn share(&self, color: ColorArgument) -> f64 {
        self.rollouts.share(color.0)
    }

    /// The Wilson score interval of :meth:`share` at a confidence in (0, 1); (0.0, 1.0) if no game was won.
    #[pyo3(signature = (color, confidence = Confidence(0.95)), text_signature = "($self, color, confidence=0.95)")]
    fn interval(&self, py: Python<'_>, color: ColorArgument, confidence: Confidence) -> PyResult<(f64, f64)> {
        let z = confidence.quantile(py)?;
        Ok(self.rollouts.interval(color.0, z))
    }

    /// The wall time that the games took, in seconds; 0.0 if nobody measured it.
    ///
    /// Of :func:`rollouts_from` each result has its part of the whole, in proportion to its plies.
    #[getter]
    fn seconds(&self) -> f64 {
        self.times.seconds
    }

    /// The CPU time of this process, all threads together, in the same while; 0.0 if nobody measured it.
    #[getter]
    fn cpu_seconds(&self) -> f64 {
        self.times.cpu_seconds
    }

    /// Games a second of wall time; nan if nobody measured it.
    #[getter]
    fn games_per_second(&self) -> f64 {
        self.times.rate(self.rollouts.games())
    }

    /// For each colour and point the games in which the colour held the point at the end: int64 ``[2, N]``, Light first.
    ///
    /// MeridiansError unless asked for with ``ownership=True``.
    #[getter]
    fn ownership<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let ByColor([light, dark]) = asked_for(self.rollouts.ownership.as_ref(), "ownership")?;
        counts_by_color(py, light, dark)
    }

    /// For each action the games that began with it: int64 ``[A]``.
    ///
    /// MeridiansError unless asked for with ``first_moves=True``.
    #[getter]
    fn first_move_visits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        Ok(counts(py, &asked_for(self.rollouts.first_moves.as_ref(), "first_moves")?.visits))
    }

    /// For each action the games that began with it and were won by the participant who played it: int64 ``[A]``.
    ///
    /// MeridiansError unless asked for with ``first_moves=True``.
    #[getter]
    fn first_move_wins<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        Ok(counts(py, &asked_for(self.rollouts.first_moves.as_ref(), "first_moves")?.wins))
    }

    /// All moves as first: for each colour and action the games in which the colour played it at least once: int64 ``[2, A]``.
    ///
    /// Light first. ``keep`` counts for Dark and ``swap`` for Light, the colour that the answering participant then has (R12).
    /// MeridiansError unless asked for with ``amaf=True``.
    #[getter]
    fn amaf_visits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let ByColor([light, dark]) = asked_for(self.rollouts.amaf.as_ref(), "amaf")?;
        counts_by_color(py, &light.visits, &dark.visits)
    }

    /// Those of :attr:`amaf_visits` that the colour won: int64 ``[2, A]``, Light first.
    ///
    /// MeridiansError unless asked for with ``amaf=True``.
    #[getter]
    fn amaf_wins<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let ByColor([light, dark]) = asked_for(self.rollouts.amaf.as_ref(), "amaf")?;
        counts_by_color(py, &light.wins, &dark.wins)
    }

    /// For each number of plies the games of that length: int64 ``[longest + 1]``.
    ///
    /// MeridiansError unless asked for with ``lengths=True``.
    #[getter]
    fn lengths<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        Ok(counts(py, asked_for(self.rollouts.lengths.as_ref(), "lengths")?))
    }

    fn __repr__(&self) -> String {
        let r = &self.rollouts;
        // Tables are hundreds of numbers: that they are there is enough.
        let tables = [
            (r.ownership.is_some(), "ownership"),
            (r.first_moves.is_some(), "first_moves"),
            (r.amaf.is_some(), "amaf"),
            (r.lengths.is_some(), "lengths"),
        ];
        let tables = tables.map(|(there, name)| if there { format!(", {name}=...") } else { String::new() }).concat();
        format!(
            "Rollouts(light_wins={}, dark_wins={}, unfinished={}, plies={}, plies_squared={}, longest={}, \
             stones_removed={}{tables})",
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
        let (r, times) = (&slf.get().rollouts, &slf.get().times);
        let [light, dark] = r.wins.0;
        let games = (light, dark, r.unfinished, r.plies, r.plies_squared, r.longest, r.stones_removed);
        let ownership = r.ownership.as_ref().map(|ByColor([light, dark])| (light, dark));
        let first_moves = r.first_moves.as_ref().map(|ActionCounts { visits, wins }| (visits, wins));
        let amaf =
            r.amaf.as_ref().map(|ByColor([light, dark])| ((&light.visits, &dark.visits), (&light.wins, &dark.wins)));
        let tables = (times.seconds, times.cpu_seconds, ownership, first_moves, amaf, r.lengths.as_ref());
        let py = slf.py();
        let arguments = games.into_pyobject(py)?.add(tables.into_pyobject(py)?)?;
        (slf.get_type(), arguments).into_pyobject(py)
    }
}

/// A table, or the advice to ask for it.
fn asked_for<'a, T>(table: Option<&'a T>, name: &str) -> PyResult<&'a T> {
    table.ok_or_else(|| invalid(format!("these games were played without this table: ask for it with {name}=True")))
}

fn ownership_argument(object: &Bound<'_, PyAny>) -> PyResult<ByColor<Vec<u64>>> {
    let what = "ownership";
    let rows = pair_argument(object, what, "the counts of Light's and of Dark's points")?;
    let [light, dark] = [counts_argument(&rows[0], what)?, counts_argument(&rows[1], what)?];
    of_one_length(what, &[&light, &dark])?;
    Ok(ByColor([light, dark]))
}

fn first_moves_argument(object: &Bound<'_, PyAny>) -> PyResult<ActionCounts> {
    let what = "first_moves";
    let rows = pair_argument(object, what, "the visits and the wins")?;
    let [visits, wins] = [counts_argument(&rows[0], what)?, counts_argument(&rows[1], what)?];
    of_one_length(what, &[&visits, &wins])?;
    Ok(ActionCounts { visits, wins })
}

fn amaf_argument(object: &Bound<'_, PyAny>) -> PyResult<ByColor<ActionCounts>> {
    let what = "amaf";
    let pair = pair_argument(object, what, "the visits and the wins")?;
    let [visits, wins] = [
        pair_argument(&pair[0], what, "the visits of Light and of Dark")?,
        pair_argument(&pair[1], what, "the wins of Light and of Dark")?,
    ];
    let counts = |row: usize| -> PyResult<ActionCounts> {
        Ok(ActionCounts { visits: counts_argument(&visits[row], what)?, wins: counts_argument(&wins[row], what)? })
    };
    let [light, dark] = [counts(0)?, counts(1)?];
    of_one_length(what, &[&light.visits, &dark.visits, &light.wins, &dark.wins])?;
    Ok(ByColor([light, dark]))
}

fn of_one_length(what: &str, rows: &[&Vec<u64>]) -> PyResult<()> {
    if rows.iter().all(|row| row.len() == rows[0].len()) {
        return Ok(());
    }
    let lengths: Vec<String> = rows.iter().map(|row| row.len().to_string()).collect();
    Err(invalid(format!("the rows of {what} must be of one length, not {}", lengths.join(", "))))
}
