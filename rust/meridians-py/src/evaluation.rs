//! `MoveEvaluations`: what flat Monte Carlo says of the legal moves of a position.

use crate::arguments::{Confidence, SizeArgument, TextArgument, counts_argument};
use crate::arrays::counts;
use crate::errors::{from_move_name, invalid};
use crate::times::Times;
use meridians::{MoveEvaluation, Size, best_move, move_text, parse_move};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::fmt::Write;
use std::hash::{Hash, Hasher};

/// The normal quantile of the 95 % intervals that are printed.
const Z: f64 = 1.959_963_984_540_054;

/// A table of the legal moves of a position, in action order, with random games after each. Frozen, comparable, picklable.
///
/// ``print`` shows it, the best move first. ``[M]`` is the number of moves; arrays are new ones every time. Two are equal when moves
/// and counts are; the times have no part in that, but are pickled.
#[pyclass(name = "MoveEvaluations", module = "meridians", frozen, eq, hash)]
pub(crate) struct PyMoveEvaluations {
    size: Size,
    /// Never empty.
    evaluations: Vec<MoveEvaluation>,
    times: Times,
}

impl PartialEq for PyMoveEvaluations {
    fn eq(&self, other: &PyMoveEvaluations) -> bool {
        (self.size, &self.evaluations) == (other.size, &other.evaluations)
    }
}

impl Hash for PyMoveEvaluations {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.size, &self.evaluations).hash(state);
    }
}

#[pymethods]
impl PyMoveEvaluations {
    #[new]
    #[pyo3(
        signature = (
            moves, visits, wins, unfinished, size = SizeArgument(Size::STANDARD), seconds = None, cpu_seconds = None
        ),
        text_signature = "(moves, visits, wins, unfinished, size='6/7', seconds=0.0, cpu_seconds=0.0)"
    )]
    #[allow(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        py: Python<'_>,
        moves: Vec<TextArgument>,
        visits: &Bound<'_, PyAny>,
        wins: &Bound<'_, PyAny>,
        unfinished: &Bound<'_, PyAny>,
        size: SizeArgument,
        seconds: Option<&Bound<'_, PyAny>>,
        cpu_seconds: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyMoveEvaluations> {
        let size = size.0;
        let visits = counts_argument(visits, "visits")?;
        let wins = counts_argument(wins, "wins")?;
        let unfinished = counts_argument(unfinished, "unfinished")?;
        let lengths = [moves.len(), visits.len(), wins.len(), unfinished.len()];
        if moves.is_empty() || lengths.iter().any(|&length| length != moves.len()) {
            let [moves, visits, wins, unfinished] = lengths;
            return Err(invalid(format!(
                "there must be as many moves, visits, wins and unfinished, and at least one of each, not {moves}, \
                 {visits}, {wins} and {unfinished}"
            )));
        }
        let mut evaluations = Vec::with_capacity(moves.len());
        for (((TextArgument(name), visits), wins), unfinished) in moves.iter().zip(visits).zip(wins).zip(unfinished) {
            let mv = parse_move(size, name).map_err(|error| from_move_name(py, name, &error))?;
            if wins.checked_add(unfinished).is_none_or(|games| games > visits) {
                return Err(invalid(format!(
                    "{name}: there must be as many visits, {visits}, as wins and unfinished together, or more"
                )));
            }
            evaluations.push(MoveEvaluation { mv, visits, wins, unfinished });
        }
        Ok(PyMoveEvaluations { size, evaluations, times: Times::new(seconds, cpu_seconds)? })
    }

    /// The board's size, such as ``"6/7"`` (R1).
    #[getter]
    fn size(&self) -> String {
        self.size.to_string()
    }

    /// The legal moves by name, in action order.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.evaluations.iter().map(|e| move_text(self.size, e.mv)).collect()
    }

    /// The legal actions: int64 ``[M]``, ascending.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.column(py, |e| u64::from(e.mv.action(self.size)))
    }

    /// The games after each move: int64 ``[M]``.
    #[getter]
    fn visits<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.column(py, |e| e.visits)
    }

    /// Those that the participant to move won: int64 ``[M]``.
    #[getter]
    fn wins<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.column(py, |e| e.wins)
    }

    /// Those that hit the ply cap, neither won nor drawn: int64 ``[M]``.
    #[getter]
    fn unfinished<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.column(py, |e| e.unfinished)
    }

    /// The share of the participant to move in the games that were won by either: float64 ``[M]``; nan where there are none.
    #[getter]
    fn share<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_iter(py, self.evaluations.iter().map(MoveEvaluation::share))
    }

    /// The Wilson score intervals of :attr:`share` at a confidence in (0, 1): float64 ``[2, M]``, the lower and the upper ends.
    ///
    /// From 0.0 to 1.0 where no game was won.
    #[pyo3(signature = (confidence = Confidence(0.95)), text_signature = "($self, confidence=0.95)")]
    fn interval<'py>(&self, py: Python<'py>, confidence: Confidence) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let z = confidence.quantile(py)?;
        let (low, high): (Vec<f64>, Vec<f64>) = self.evaluations.iter().map(|e| e.interval(z)).unzip();
        PyArray1::from_vec(py, [low, high].concat()).reshape([2, self.evaluations.len()])
    }

    /// The name of the move with the largest share; of several the first in action order.
    #[getter]
    fn best(&self) -> String {
        move_text(self.size, self.best_evaluation().mv)
    }

    /// The share of the best move; nan if no game was won.
    #[getter]
    fn best_share(&self) -> f64 {
        self.best_evaluation().share()
    }

    /// The Wilson score interval of :attr:`best_share` at a confidence in (0, 1); (0.0, 1.0) if no game was won.
    ///
    /// The best of many is a lucky one: its share is more likely too high than too low.
    #[pyo3(signature = (confidence = Confidence(0.95)), text_signature = "($self, confidence=0.95)")]
    fn best_interval(&self, py: Python<'_>, confidence: Confidence) -> PyResult<(f64, f64)> {
        Ok(self.best_evaluation().interval(confidence.quantile(py)?))
    }

    /// The wall time that the games took, in seconds; 0.0 if nobody measured it.
    #[getter]
    fn seconds(&self) -> f64 {
        self.times.seconds
    }

    /// The CPU time of this process, all threads together, in the same while; 0.0 if nobody measured it.
    #[getter]
    fn cpu_seconds(&self) -> f64 {
        self.times.cpu_seconds
    }

    fn __repr__(&self) -> String {
        let (best, moves) = (self.best_evaluation(), self.evaluations.len());
        let many = if moves == 1 { "" } else { "s" };
        format!("<MoveEvaluations of {moves} move{many}, {} games each; best {}>", best.visits, self.row(best).trim())
    }

    fn __str__(&self) -> String {
        // Among equals the first in action order stays first, as for the best.
        let mut rows: Vec<&MoveEvaluation> = self.evaluations.iter().collect();
        let key = |e: &MoveEvaluation| if e.share().is_nan() { -1.0 } else { e.share() };
        rows.sort_by(|a, b| key(b).total_cmp(&key(a)));
        let mut table = "move    share %   95 % interval      wins    visits  unfinished\n".to_owned();
        for e in rows {
            let (low, high) = e.interval(Z);
            let share = if e.share().is_nan() { "-".to_owned() } else { format!("{:.2}", 100.0 * e.share()) };
            let interval = format!("{:.2} to {:.2}", 100.0 * low, 100.0 * high);
            let name = move_text(self.size, e.mv);
            // Writing to a text cannot fail.
            let _ =
                writeln!(table, "{name:<6}{share:>9}{interval:>16}{:>10}{:>10}{:>12}", e.wins, e.visits, e.unfinished);
        }
        table.trim_end().to_owned()
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyMoveEvaluations>) -> PyResult<Bound<'py, PyTuple>> {
        let this = slf.get();
        let column = |of: fn(&MoveEvaluation) -> u64| this.evaluations.iter().map(of).collect::<Vec<u64>>();
        let arguments = (
            this.moves(),
            column(|e| e.visits),
            column(|e| e.wins),
            column(|e| e.unfinished),
            this.size(),
            this.times.seconds,
            this.times.cpu_seconds,
        );
        (slf.get_type(), arguments).into_pyobject(slf.py())
    }
}

impl PyMoveEvaluations {
    /// What was played just now, from a position that is not over.
    pub(crate) fn measured(size: Size, evaluations: Vec<MoveEvaluation>, times: Times) -> PyMoveEvaluations {
        PyMoveEvaluations { size, evaluations, times }
    }

    fn best_evaluation(&self) -> &MoveEvaluation {
        best_move(&self.evaluations).unwrap_or(&self.evaluations[0])
    }

    fn column<'py>(&self, py: Python<'py>, of: impl Fn(&MoveEvaluation) -> u64) -> Bound<'py, PyArray1<i64>> {
        counts(py, &self.evaluations.iter().map(of).collect::<Vec<_>>())
    }

    /// A move with its share and interval.
    fn row(&self, e: &MoveEvaluation) -> String {
        let (name, (low, high)) = (move_text(self.size, e.mv), e.interval(Z));
        format!("{name}, {} of {} won, {:.3} to {:.3}", e.wins, e.visits - e.unfinished, low, high)
    }
}
