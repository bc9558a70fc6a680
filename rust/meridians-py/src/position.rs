//! `Position`, and what it has in common with `GameState`.

use crate::arguments::{
    ColorArgument, IndexArgument, NamesArgument, PieArgument, SeedArgument, SizeArgument, SymmetryArgument,
    TurnsArgument, move_argument, names, opening_name, point_argument, whole,
};
use crate::arrays::legal_mask;
use crate::errors::{from_illegal, from_setup, from_text, invalid};
use crate::outcome::PyOutcome;
use crate::rollout::{PyRollout, PyRollouts, rollout, rollouts};
use meridians::{ByColor, Color, Move, MoveSet, Participant, Pie, Position, Setup, Size, move_text, point_text};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

/// A position as a value; frozen, hashable, picklable.
#[pyclass(name = "Position", module = "meridians", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyPosition {
    pub(crate) position: Position,
}

impl From<Position> for PyPosition {
    fn from(position: Position) -> PyPosition {
        PyPosition { position }
    }
}

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(
        signature = (
            size = SizeArgument(Size::STANDARD),
            light = NamesArgument(Vec::new()),
            dark = NamesArgument(Vec::new()),
            turn = ColorArgument(Color::Light),
            turns = TurnsArgument(ByColor([0, 0])),
            pie = PieArgument(Pie::Plain)
        ),
        text_signature = "(size='6/7', light=(), dark=(), turn='light', turns=(0, 0), pie='plain')"
    )]
    fn new(
        py: Python<'_>,
        size: SizeArgument,
        light: NamesArgument,
        dark: NamesArgument,
        turn: ColorArgument,
        turns: TurnsArgument,
        pie: PieArgument,
    ) -> PyResult<PyPosition> {
        let setup =
            Setup { size: size.0, stones: ByColor([light.0, dark.0]), turn: turn.0, turns: turns.0, pie: pie.0 };
        setup.position().map(PyPosition::from).map_err(|error| from_setup(py, &error))
    }

    #[staticmethod]
    fn from_text(py: Python<'_>, text: &str) -> PyResult<PyPosition> {
        from_text(py, Position::from_text(text)).map(PyPosition::from)
    }

    #[staticmethod]
    fn from_diagram(py: Python<'_>, text: &str) -> PyResult<PyPosition> {
        from_text(py, Position::from_diagram(text)).map(PyPosition::from)
    }

    #[getter]
    fn size(&self) -> String {
        self.position.size().to_string()
    }

    #[getter]
    fn points(&self) -> usize {
        self.position.size().points()
    }

    #[getter]
    fn action_count(&self) -> usize {
        action_count(&self.position)
    }

    #[getter]
    fn turn(&self) -> &'static str {
        self.position.turn().name()
    }

    #[getter]
    fn turns(&self) -> (u8, u8) {
        turns(&self.position)
    }

    #[getter]
    fn pie(&self) -> &'static str {
        self.position.pie().name()
    }

    #[getter]
    fn opening(&self) -> &'static str {
        opening_name(self.position.with_pie())
    }

    #[getter]
    fn participant(&self) -> Participant {
        self.position.participant()
    }

    fn color_of(&self, participant: &Bound<'_, PyAny>) -> PyResult<&'static str> {
        color_of(&self.position, participant)
    }

    fn participant_of(&self, color: ColorArgument) -> Participant {
        self.position.participant_of(color.0)
    }

    #[getter]
    fn text(&self) -> String {
        self.position.text()
    }

    fn diagram(&self) -> String {
        self.position.diagram()
    }

    #[getter]
    fn hash(&self) -> u64 {
        self.position.hash()
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.position.is_over()
    }

    #[getter]
    fn outcome(&self) -> Option<PyOutcome> {
        let outcome = self.position.outcome()?;
        Some(PyOutcome { outcome, participant: outcome.winner.map(|color| self.position.participant_of(color)) })
    }

    fn stones(&self, color: ColorArgument) -> Vec<String> {
        stones(&self.position, color)
    }

    fn at(&self, py: Python<'_>, point: &str) -> PyResult<Option<&'static str>> {
        at(py, &self.position, point)
    }

    fn groups(&self, color: ColorArgument) -> Vec<Vec<String>> {
        groups(&self.position, color)
    }

    fn paths(&self, color: ColorArgument) -> Vec<(String, String)> {
        paths(&self.position, color)
    }

    fn threatened(&self) -> Vec<Vec<String>> {
        threatened(&self.position)
    }

    fn rescues(&self, py: Python<'_>, point: &str) -> PyResult<Vec<String>> {
        rescues(py, &self.position, point)
    }

    fn sight<'py>(&self, py: Python<'py>, point: &str) -> PyResult<Bound<'py, PyDict>> {
        sight(py, &self.position, point)
    }

    fn mobility(&self, color: ColorArgument) -> usize {
        self.position.placements(color.0).count()
    }

    fn legal_moves(&self) -> Vec<String> {
        legal_moves(&self.position, self.position.legal())
    }

    fn legal_actions(&self) -> Vec<u16> {
        legal_actions(&self.position, self.position.legal())
    }

    #[pyo3(signature = (out = None))]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        legal_mask(py, &self.position, self.position.legal(), out)
    }

    #[pyo3(name = "is_legal", signature = (r#move))]
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> bool {
        move_argument(r#move, &self.position).is_ok_and(|mv| self.position.is_legal(mv))
    }

    fn why_illegal(&self, r#move: &Bound<'_, PyAny>) -> Option<String> {
        why_illegal(r#move, &self.position, |mv| self.position.why_illegal(mv))
    }

    fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        let (after, _) = self.after(r#move)?;
        Ok(after.into())
    }

    fn removed_by(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let (_, removed) = self.after(r#move)?;
        Ok(names(self.position.size(), removed))
    }

    fn transformed(&self, symmetry: SymmetryArgument) -> PyPosition {
        self.position.transformed(symmetry.0).into()
    }

    fn canonical(&self) -> PyPosition {
        self.position.transformed(self.position.canonical_symmetry()).into()
    }

    #[pyo3(
        signature = (seed = SeedArgument(0), index = IndexArgument(0), max_plies = None),
        text_signature = "($self, seed=0, index=0, max_plies=None)"
    )]
    fn rollout(
        &self,
        py: Python<'_>,
        seed: SeedArgument,
        index: IndexArgument,
        max_plies: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyRollout> {
        rollout(py, self.position, seed, index, max_plies)
    }

    #[pyo3(
        signature = (n, seed = SeedArgument(0), threads = None, max_plies = None, progress = None),
        text_signature = "($self, n, seed=0, threads=None, max_plies=None, progress=None)"
    )]
    fn rollouts(
        &self,
        n: &Bound<'_, PyAny>,
        seed: SeedArgument,
        threads: Option<&Bound<'_, PyAny>>,
        max_plies: Option<&Bound<'_, PyAny>>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<PyRollouts> {
        rollouts(self.position, n, seed, threads, max_plies, progress)
    }

    fn __str__(&self) -> String {
        self.position.diagram()
    }

    fn __repr__(&self) -> String {
        format!("Position.from_text('{}')", self.position.text())
    }

    fn __copy__(slf: Py<PyPosition>) -> Py<PyPosition> {
        slf
    }

    fn __deepcopy__(slf: Py<PyPosition>, _memo: &Bound<'_, PyAny>) -> Py<PyPosition> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyPosition>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        (PyType::new::<PyPosition>(py).getattr("from_text")?, (slf.get().text(),)).into_pyobject(py)
    }
}

impl PyPosition {
    fn after(&self, mv: &Bound<'_, PyAny>) -> PyResult<(Position, meridians::Bitboard)> {
        let mut after = self.position;
        let removed =
            after.play(move_argument(mv, &self.position)?).map_err(|illegal| from_illegal(mv.py(), illegal))?;
        Ok((after, removed))
    }
}

// What both classes answer, from a position.

pub(crate) fn action_count(position: &Position) -> usize {
    Move::action_count(position.size(), position.with_pie())
}

pub(crate) fn turns(position: &Position) -> (u8, u8) {
    (position.turns(Color::Light), position.turns(Color::Dark))
}

pub(crate) fn color_of(position: &Position, participant: &Bound<'_, PyAny>) -> PyResult<&'static str> {
    let participant = whole(participant, "participant", 0, 1)?;
    let light = u64::from(position.participant_of(Color::Light));
    Ok(if participant == light { Color::Light } else { Color::Dark }.name())
}

pub(crate) fn stones(position: &Position, color: ColorArgument) -> Vec<String> {
    names(position.size(), position.stones(color.0))
}

pub(crate) fn at(py: Python<'_>, position: &Position, point: &str) -> PyResult<Option<&'static str>> {
    let point = point_argument(py, position.size(), point)?;
    Ok(position.at(point).map(Color::name))
}

pub(crate) fn groups(position: &Position, color: ColorArgument) -> Vec<Vec<String>> {
    position.groups(color.0).map(|group| names(position.size(), group)).collect()
}

pub(crate) fn paths(position: &Position, color: ColorArgument) -> Vec<(String, String)> {
    let size = position.size();
    position.paths(color.0).into_iter().map(|(a, b)| (point_text(size, a), point_text(size, b))).collect()
}

pub(crate) fn threatened(position: &Position) -> Vec<Vec<String>> {
    position.threatened().into_iter().map(|group| names(position.size(), group)).collect()
}

pub(crate) fn rescues(py: Python<'_>, position: &Position, name: &str) -> PyResult<Vec<String>> {
    let point = point_argument(py, position.size(), name)?;
    let group = position.threatened().into_iter().find(|group| group.contains(point));
    let group =
        group.ok_or_else(|| invalid(format!("no threatened group of the side to move stands on {name} (R9)")))?;
    Ok(names(position.size(), position.rescues(group)))
}

pub(crate) fn sight<'py>(py: Python<'py>, position: &Position, name: &str) -> PyResult<Bound<'py, PyDict>> {
    let size = position.size();
    let point = point_argument(py, size, name)?;
    let dict = PyDict::new(py);
    for ray in position.sight(point) {
        let empty: Vec<String> = ray.empty.into_iter().map(|point| point_text(size, point)).collect();
        dict.set_item(ray.direction.name(), (empty, ray.stone.map(|point| point_text(size, point))))?;
    }
    Ok(dict)
}

pub(crate) fn legal_moves(position: &Position, legal: MoveSet) -> Vec<String> {
    legal.iter().map(|mv| move_text(position.size(), mv)).collect()
}

pub(crate) fn legal_actions(position: &Position, legal: MoveSet) -> Vec<u16> {
    legal.iter().map(|mv| mv.action(position.size())).collect()
}

pub(crate) fn why_illegal(
    mv: &Bound<'_, PyAny>,
    position: &Position,
    why: impl Fn(Move) -> Option<meridians::IllegalMove>,
) -> Option<String> {
    match move_argument(mv, position) {
        Ok(mv) => why(mv).map(|illegal| illegal.to_string()),
        Err(error) => Some(error.value(mv.py()).to_string()),
    }
}
