//! `Report`, `Line` and `Proof`: what a search found out.

use crate::arguments::ColorArgument;
use crate::arrays::counts;
use crate::errors::invalid;
use meridians::{Color, Engine, Line, Move, Proof, Report, Size, Stop, Verdict, move_text};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::time::Duration;

/// A result that best play leads to. Frozen, comparable, hashable, picklable.
#[pyclass(name = "Proof", module = "meridians", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PyProof {
    proof: Proof,
    /// The colour of the participant to move; none while the pie waits for its answer.
    mover: Option<Color>,
}

#[pymethods]
impl PyProof {
    /// ``"win"``, ``"loss"`` or ``"draw"`` for the participant to move in the position that was searched.
    #[getter]
    pub(crate) fn verdict(&self) -> &'static str {
        self.proof.verdict.name()
    }

    /// The colour that wins; None for a draw, and before the answer to the pie, when participants have no colours yet (R12).
    #[getter]
    pub(crate) fn winner(&self) -> Option<&'static str> {
        let color = match self.proof.verdict {
            Verdict::Win => self.mover?,
            Verdict::Loss => !self.mover?,
            Verdict::Draw => return None,
        };
        Some(color.name())
    }

    /// The plies from the position that was searched to the end of the game in the line that was found.
    ///
    /// A win takes at most so many. The moves that :class:`Line` shows may be fewer, for a tree does not keep every line that it has proven.
    #[getter]
    pub(crate) fn plies(&self) -> u32 {
        self.proof.plies
    }

    /// Whether no faster win, or no longer resistance, exists.
    #[getter]
    pub(crate) fn exact(&self) -> bool {
        self.proof.exact
    }

    fn __repr__(&self) -> String {
        format!("<Proof: {}>", self.text())
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyProof>) -> PyResult<Bound<'py, PyTuple>> {
        let this = slf.get();
        let state = (proof_state(this.proof), this.mover.map(Color::name));
        (slf.get_type().getattr("_restore")?, state).into_pyobject(slf.py())
    }

    #[staticmethod]
    fn _restore(proof: ProofState, mover: Option<ColorArgument>) -> PyResult<PyProof> {
        Ok(PyProof { proof: proof_from(proof)?, mover: mover.map(|color| color.0) })
    }
}

impl PyProof {
    pub(crate) fn text(&self) -> String {
        let plies = match (self.proof.plies, self.proof.exact) {
            (1, _) => "1 ply".to_owned(),
            (plies, true) => format!("{plies} plies"),
            (plies, false) => format!("{plies} plies or fewer"),
        };
        match self.proof.verdict {
            Verdict::Win => format!("win in {plies}"),
            Verdict::Loss if self.proof.exact || self.proof.plies == 1 => format!("loss in {plies}"),
            Verdict::Loss => format!("loss in about {} plies", self.proof.plies),
            Verdict::Draw => "draw".to_owned(),
        }
    }
}

/// A line of play that a search found, best moves first. Frozen, comparable, picklable.
#[pyclass(name = "Line", module = "meridians", frozen, eq)]
#[derive(Clone, PartialEq)]
pub(crate) struct PyLine {
    size: Size,
    mover: Option<Color>,
    line: Line,
}

#[pymethods]
impl PyLine {
    /// The moves by name, from the position that was searched; at least one.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.line.moves.iter().map(|&mv| move_text(self.size, mv)).collect()
    }

    /// The visits of the first move; of ``alphabeta`` the positions searched behind it.
    #[getter]
    fn visits(&self) -> u64 {
        self.line.visits
    }

    /// The chance, from 0 to 1, that the participant to move wins with the first move; a draw counts half.
    #[getter]
    fn win_chance(&self) -> f64 {
        short(self.line.win_chance)
    }

    /// The proven result with the first move, as a :class:`Proof`; None if there is none.
    #[getter]
    fn proven(&self) -> Option<PyProof> {
        self.line.proven.map(|proof| PyProof { proof, mover: self.mover })
    }

    fn __repr__(&self) -> String {
        let proven = self.proven().map_or(String::new(), |proof| format!(", {}", proof.text()));
        format!(
            "<Line: {}, {} visits, win chance {:.3}{proven}>",
            self.moves().join(" "),
            self.line.visits,
            self.line.win_chance
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyLine>) -> PyResult<Bound<'py, PyTuple>> {
        let this = slf.get();
        let state = (this.size.short_side(), this.mover.map(Color::name), line_state(this.size, &this.line));
        (slf.get_type().getattr("_restore")?, state).into_pyobject(slf.py())
    }

    #[staticmethod]
    fn _restore(size: usize, mover: Option<ColorArgument>, line: LineState) -> PyResult<PyLine> {
        let size = Size::from_short_side(size).ok_or_else(not_a_state)?;
        Ok(PyLine { size, mover: mover.map(|color| color.0), line: line_from(size, line)? })
    }
}

/// What a search found out about a position. Frozen, comparable, picklable; ``print`` shows it as a table.
///
/// *The mover* is the participant to move in the position that was searched. Chances go from 0 to 1, and a draw counts half.
/// Arrays are new ones every time, ``[A]`` over the actions of the game. Two reports are equal when all but the times is.
#[pyclass(name = "Report", module = "meridians", frozen, eq)]
pub(crate) struct PyReport {
    pub(crate) report: Report,
}

impl PartialEq for PyReport {
    fn eq(&self, other: &PyReport) -> bool {
        let (a, b) = (&self.report, &other.report);
        let same = |a: &[f32], b: &[f32]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan()))
        };
        // What is left when the arrays, which may have NaN, and the time are taken out.
        let rest = |report: &Report| Report {
            values: Vec::new(),
            priors: Vec::new(),
            elapsed: Duration::ZERO,
            ..report.clone()
        };
        same(&a.values, &b.values) && same(&a.priors, &b.priors) && rest(a) == rest(b)
    }
}

impl PyReport {
    /// The colour of the participant to move; none while the pie waits for its answer.
    pub(crate) fn mover_color(&self) -> Option<Color> {
        let answering = matches!(self.report.best, Move::Keep | Move::Swap);
        (!answering).then_some(self.report.mover_color)
    }

    pub(crate) fn proof(&self, proof: Option<Proof>) -> Option<PyProof> {
        proof.map(|proof| PyProof { proof, mover: self.mover_color() })
    }

    pub(crate) fn name(&self, mv: Move) -> String {
        move_text(self.report.size, mv)
    }
}

#[pymethods]
impl PyReport {
    /// The board's size, such as ``"6/7"`` (R1).
    #[getter]
    fn size(&self) -> String {
        self.report.size.to_string()
    }

    /// The colour that places the next stone; ``"light"`` while the pie waits for its answer.
    #[getter]
    fn turn(&self) -> &'static str {
        self.report.turn.name()
    }

    /// The best move by name.
    #[getter]
    fn best(&self) -> String {
        self.name(self.report.best)
    }

    /// The action of the best move.
    #[getter]
    fn best_action(&self) -> u16 {
        self.report.best.action(self.report.size)
    }

    /// The chance, from 0 to 1, that a colour wins; a draw counts half.
    ///
    /// Before the answer to the pie: with the answer that was found best, or with ``keep`` if it is not due yet.
    fn win_chance(&self, color: ColorArgument) -> f64 {
        match color.0 {
            Color::Light => short(self.report.light_chance),
            Color::Dark => short(1.0 - self.report.light_chance),
        }
    }

    /// The proven result, as a :class:`Proof`; None if there is none.
    #[getter]
    fn proven(&self) -> Option<PyProof> {
        self.proof(self.report.proven)
    }

    /// The principal lines with different first moves, as a list of :class:`Line`, the best first.
    #[getter]
    fn lines(&self) -> Vec<PyLine> {
        let (size, mover) = (self.report.size, self.mover_color());
        self.report.lines.iter().map(|line| PyLine { size, mover, line: line.clone() }).collect()
    }

    /// For each action its visits, those of a kept tree among them: int64 ``[A]``.
    #[getter]
    fn visits<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        counts(py, &self.report.visits)
    }

    /// For each action the chance of the mover to win with it: float32 ``[A]``; nan where it was not visited.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        PyArray1::from_slice(py, &self.report.values)
    }

    /// For each action its prior: float32 ``[A]``; nan if it is illegal, and everywhere if the engine has no priors.
    #[getter]
    fn priors<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        PyArray1::from_slice(py, &self.report.priors)
    }

    /// For each action how often to play it, what a learner's policy would be taught: float32 ``[A]``, from 0 up, adding up to 1.
    ///
    /// Of ``gumbel`` its improved policy (``docs/search.md``), of the other engines the share of the visits; 1 for the best move if there
    /// are no visits, or if it is the answer to the pie.
    #[getter]
    fn policy<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        PyArray1::from_slice(py, &self.report.policy)
    }

    /// The iterations of this run; of ``alphabeta`` the positions that it searched.
    #[getter]
    fn iterations(&self) -> u64 {
        self.report.iterations
    }

    /// The nodes of the tree, those of a kept one among them; of ``alphabeta`` the positions that it searched.
    #[getter]
    fn nodes(&self) -> u64 {
        self.report.nodes
    }

    /// :attr:`iterations` a second of wall time; nan if it took no time.
    #[getter]
    fn iterations_per_second(&self) -> f64 {
        self.report.iterations_per_second()
    }

    /// :attr:`nodes` a second of wall time; nan if it took no time. With a kept tree it says little.
    #[getter]
    fn nodes_per_second(&self) -> f64 {
        let seconds = self.seconds();
        if seconds > 0.0 { self.report.nodes as f64 / seconds } else { f64::NAN }
    }

    /// The plies of the deepest line looked at.
    #[getter]
    fn depth(&self) -> u32 {
        self.report.depth
    }

    /// The bytes of the tree or table in use.
    #[getter]
    fn memory(&self) -> u64 {
        self.report.memory
    }

    /// The wall time that the search took, in seconds.
    #[getter]
    fn seconds(&self) -> f64 {
        self.report.elapsed.as_secs_f64()
    }

    /// Why it stopped: ``"visits"``, ``"nodes"`` or ``"time"``, a limit; ``"proven"``, the result is certain; ``"only_move"``, there is
    /// one legal move; ``"depth"``, all that would be looked at is looked at; ``"cancelled"``, :meth:`Search.cancel` or not yet.
    #[getter]
    fn stopped(&self) -> &'static str {
        self.report.stopped.name()
    }

    /// The engine that searched, never ``"best"``.
    #[getter]
    fn engine(&self) -> &'static str {
        self.report.engine.name()
    }

    /// The threads that searched.
    #[getter]
    fn threads(&self) -> usize {
        self.report.threads
    }

    /// The report as a line of JSON, with the field names of KataGo's analysis engine where the meaning is the same (``docs/search.md``).
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        crate::report_text::json(py, self)
    }

    fn __str__(&self) -> String {
        crate::report_text::table(self)
    }

    fn __repr__(&self) -> String {
        let report = &self.report;
        format!(
            "<Report: best {}, light's chance {:.3}, {} iterations, stopped by {}>",
            self.best(),
            report.light_chance,
            report.iterations,
            report.stopped.name()
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyReport>) -> PyResult<Bound<'py, PyTuple>> {
        (slf.get_type().getattr("_restore")?, state_of(&slf.get().report)).into_pyobject(slf.py())
    }

    #[staticmethod]
    fn _restore(
        head: (usize, ColorArgument, u8, ColorArgument, String, usize, usize),
        result: (f32, Option<ProofState>, String),
        lines: Vec<LineState>,
        arrays: (Vec<u64>, Vec<f32>, Vec<f32>, Vec<f32>),
        counts: (u64, u64, u32, u64, f64),
    ) -> PyResult<PyReport> {
        let size = Size::from_short_side(head.0).ok_or_else(not_a_state)?;
        let (visits, values, priors, policy) = arrays;
        let pie = visits.len() == Move::action_count(size, true);
        if !(pie || visits.len() == Move::action_count(size, false))
            || values.len() != visits.len()
            || priors.len() != visits.len()
            || policy.len() != visits.len()
        {
            return Err(not_a_state());
        }
        Ok(PyReport {
            report: Report {
                size,
                turn: head.1.0,
                mover: head.2.min(1),
                mover_color: head.3.0,
                engine: Engine::from_name(&head.4).ok_or_else(not_a_state)?,
                threads: head.5,
                best: Move::from_action(size, pie, head.6).ok_or_else(not_a_state)?,
                light_chance: result.0,
                proven: result.1.map(proof_from).transpose()?,
                lines: lines.into_iter().map(|line| line_from(size, line)).collect::<PyResult<_>>()?,
                visits,
                values,
                priors,
                policy,
                iterations: counts.0,
                nodes: counts.1,
                depth: counts.2,
                memory: counts.3,
                elapsed: Duration::try_from_secs_f64(counts.4).map_err(|_| not_a_state())?,
                stopped: Stop::from_name(&result.2).ok_or_else(not_a_state)?,
            },
        })
    }
}

/// The number that a person would write for it: the shortest that is read back as the same.
pub(crate) fn short(number: f32) -> f64 {
    number.to_string().parse().unwrap_or(f64::NAN)
}

// How the classes are pickled: numbers and names. Nothing but pickles of the same version is ever read back.

type ProofState = (String, u32, bool);
type LineState = (Vec<usize>, u64, f32, Option<ProofState>);

fn not_a_state() -> PyErr {
    invalid("this is not the state of a report that this version pickles")
}

fn proof_state(proof: Proof) -> (&'static str, u32, bool) {
    (proof.verdict.name(), proof.plies, proof.exact)
}

fn proof_from((verdict, plies, exact): ProofState) -> PyResult<Proof> {
    let verdict = [Verdict::Loss, Verdict::Draw, Verdict::Win].into_iter().find(|v| v.name() == verdict);
    Ok(Proof { verdict: verdict.ok_or_else(not_a_state)?, plies, exact })
}

/// What a pickle of a line is made of, as it is written.
type WrittenLine = (Vec<u16>, u64, f32, Option<(&'static str, u32, bool)>);

fn line_state(size: Size, line: &Line) -> WrittenLine {
    let moves = line.moves.iter().map(|mv| mv.action(size)).collect();
    (moves, line.visits, line.win_chance, line.proven.map(proof_state))
}

fn line_from(size: Size, (moves, visits, win_chance, proven): LineState) -> PyResult<Line> {
    let moves = moves.into_iter().map(|action| Move::from_action(size, true, action).ok_or_else(not_a_state));
    Ok(Line { moves: moves.collect::<PyResult<_>>()?, visits, win_chance, proven: proven.map(proof_from).transpose()? })
}

#[allow(clippy::type_complexity, reason = "it is a pickle")]
fn state_of(
    r: &Report,
) -> (
    (usize, &'static str, u8, &'static str, &'static str, usize, u16),
    (f32, Option<(&'static str, u32, bool)>, &'static str),
    Vec<(Vec<u16>, u64, f32, Option<(&'static str, u32, bool)>)>,
    (Vec<u64>, Vec<f32>, Vec<f32>, Vec<f32>),
    (u64, u64, u32, u64, f64),
) {
    (
        (
            r.size.short_side(),
            r.turn.name(),
            r.mover,
            r.mover_color.name(),
            r.engine.name(),
            r.threads,
            r.best.action(r.size),
        ),
        (r.light_chance, r.proven.map(proof_state), r.stopped.name()),
        r.lines.iter().map(|line| line_state(r.size, line)).collect(),
        (r.visits.clone(), r.values.clone(), r.priors.clone(), r.policy.clone()),
        (r.iterations, r.nodes, r.depth, r.memory, r.elapsed.as_secs_f64()),
    )
}
