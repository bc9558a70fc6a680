//! `Position`, and what it has in common with `GameState`.

use crate::arguments::{
    AmafFlag, BackendArgument, ColorArgument, FirstMovesFlag, IndexArgument, LengthsFlag, NamesArgument, OwnershipFlag,
    PieArgument, SeedArgument, SizeArgument, SymmetryArgument, TextArgument, TurnsArgument, move_argument, names,
    opening_name, point_argument, whole,
};
use crate::arrays::legal_mask;
use crate::batch::{Arguments, evaluate_moves, rollouts, tables};
use crate::errors::{MeridiansError, from_illegal, from_setup, from_text, invalid};
use crate::evaluation::PyMoveEvaluations;
use crate::features::chance;
use crate::outcome::PyOutcome;
use crate::rollout::{PyRollout, rollout};
use crate::rollouts::PyRollouts;
use crate::structure::PyFeatures;
use meridians::{
    Backend, ByColor, Color, Move, MoveSet, Participant, Pie, Position, Setup, Size, Tables, move_text, point_text,
};
use numpy::PyArray1;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

/// A position as a value: stones, side to move, turns taken (up to 2 a colour) and pie state. Frozen, hashable, picklable.
///
/// It knows no history: no ply number, repetition or resignation. Two positions are equal when the rules give them the same
/// future. ``Position(...)`` checks a set-up and raises :class:`SetupError` with every reason it is impossible for.
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

    /// Reads a one-line position text (``docs/notation.md``). Raises ParseError or SetupError.
    #[staticmethod]
    fn from_text(py: Python<'_>, text: TextArgument) -> PyResult<PyPosition> {
        from_text(py, Position::from_text(&text.0)).map(PyPosition::from)
    }

    /// Reads a drawn diagram (``docs/notation.md``). Raises ParseError or SetupError.
    #[staticmethod]
    fn from_diagram(py: Python<'_>, text: TextArgument) -> PyResult<PyPosition> {
        from_text(py, Position::from_diagram(&text.0)).map(PyPosition::from)
    }

    /// The board's size, such as ``"6/7"`` (R1).
    #[getter]
    fn size(&self) -> String {
        self.position.size().to_string()
    }

    /// The number of points of the board, N.
    #[getter]
    fn points(&self) -> usize {
        self.position.size().points()
    }

    /// The number of actions, A: N + 1 in the plain game, N + 3 with the pie.
    #[getter]
    fn action_count(&self) -> usize {
        action_count(&self.position)
    }

    /// The colour that places the next stone. While the pie waits for ``keep`` or ``swap`` it is ``"light"``.
    #[getter]
    fn turn(&self) -> &'static str {
        self.position.turn().name()
    }

    /// Turns taken by Light and by Dark, each counted up to 2.
    #[getter]
    fn turns(&self) -> (u8, u8) {
        turns(&self.position)
    }

    /// ``"plain"``: no pie in this game; ``"pie"``: not answered yet; ``"kept"`` or ``"swapped"`` (R12).
    #[getter]
    fn pie(&self) -> &'static str {
        self.position.pie().name()
    }

    /// ``"plain"`` or ``"pie"``.
    #[getter]
    fn opening(&self) -> &'static str {
        opening_name(self.position.with_pie())
    }

    /// The participant to act, 0 or 1 (R3).
    #[getter]
    fn participant(&self) -> Participant {
        self.position.participant()
    }

    /// The colour of a participant; before the answer to the pie, as if it were ``keep``.
    fn color_of(&self, participant: &Bound<'_, PyAny>) -> PyResult<&'static str> {
        color_of(&self.position, participant)
    }

    /// The participant who has a colour; before the answer to the pie, as if it were ``keep``.
    fn participant_of(&self, color: ColorArgument) -> Participant {
        self.position.participant_of(color.0)
    }

    /// The one-line position text, canonical.
    #[getter]
    fn text(&self) -> String {
        self.position.text()
    }

    /// The drawn board with its header line; :meth:`from_diagram` reads it back.
    fn diagram(&self) -> String {
        self.position.diagram()
    }

    /// The stable 64-bit hash (``docs/notation.md``), the same in every version, process and machine.
    #[getter]
    fn hash(&self) -> u64 {
        self.position.hash()
    }

    /// Whether a colour has been eliminated (R11).
    #[getter]
    fn is_over(&self) -> bool {
        self.position.is_over()
    }

    /// The outcome by elimination; None before the end.
    #[getter]
    fn outcome(&self) -> Option<PyOutcome> {
        let outcome = self.position.outcome()?;
        Some(PyOutcome { outcome, participant: outcome.winner.map(|color| self.position.participant_of(color)) })
    }

    /// The points with stones of a colour, in action order.
    fn stones(&self, color: ColorArgument) -> Vec<String> {
        stones(&self.position, color)
    }

    /// The colour of the stone on a point; None if it is empty.
    fn at(&self, py: Python<'_>, point: TextArgument) -> PyResult<Option<&'static str>> {
        at(py, &self.position, &point.0)
    }

    /// The groups of a colour (R7), each in action order, ordered by first point.
    fn groups(&self, color: ColorArgument) -> Vec<Vec<String>> {
        groups(&self.position, color)
    }

    /// The pairs of stones that have a path to each other (R7), each pair and the list in action order.
    fn paths(&self, color: ColorArgument) -> Vec<(String, String)> {
        paths(&self.position, color)
    }

    /// The groups of the side to move that have no path now (R9); empty when the game is over.
    fn threatened(&self) -> Vec<Vec<String>> {
        threatened(&self.position)
    }

    /// The rescue points of the threatened group at ``point`` (R9), in action order. MeridiansError if it is not threatened.
    fn rescues(&self, py: Python<'_>, point: TextArgument) -> PyResult<Vec<String>> {
        rescues(py, &self.position, &point.0)
    }

    /// What a point sees: for each direction the empty points passed, nearest first, and the first stone met or None.
    ///
    /// The keys are ``east, north_east, north_west, west, south_west, south_east``, in that order, north being up as drawn.
    fn sight<'py>(&self, py: Python<'py>, point: TextArgument) -> PyResult<Bound<'py, PyDict>> {
        sight(py, &self.position, &point.0)
    }

    /// The number of points on which the colour could place a stone if it were its turn (R4, R5 or R6).
    fn mobility(&self, color: ColorArgument) -> usize {
        self.position.placements(color.0).count()
    }

    /// What can be said of it without playing on (``docs/features.md``): the evaluation's counts, and for each colour what it is about.
    fn features(&self) -> PyFeatures {
        self.position.into()
    }

    /// The winning chance of a colour by the built-in evaluation, without looking ahead; 1.0 or 0.0 when the game is over.
    ///
    /// ``weights``: the text of other weights (``docs/features.md``). ParseError if it is none, MeridiansError if they are for another
    /// board size.
    #[pyo3(signature = (color, weights = None))]
    fn chance(&self, py: Python<'_>, color: ColorArgument, weights: Option<TextArgument>) -> PyResult<f32> {
        chance(py, &self.position, color.0, weights.as_ref())
    }

    /// The legal moves by name, in action order; empty when the game is over.
    fn legal_moves(&self) -> Vec<String> {
        legal_moves(&self.position, self.position.legal())
    }

    /// The legal actions, ascending; empty when the game is over.
    fn legal_actions(&self) -> Vec<u16> {
        legal_actions(&self.position, self.position.legal())
    }

    /// A bool array ``[A]``, true at the legal actions. ``out``: a contiguous array of that type and shape to write into and return.
    #[pyo3(signature = (out = None))]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        legal_mask(py, &self.position, self.position.legal(), out)
    }

    /// Whether a move, by name or action, is legal now; false for anything that names no move.
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        is_legal(r#move, &self.position, |mv| self.position.is_legal(mv))
    }

    /// Why a move is not legal now, in one sentence; None if it is legal.
    fn why_illegal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        why_illegal(r#move, &self.position, |mv| self.position.why_illegal(mv))
    }

    /// The position after a move. Raises IllegalMoveError or ParseError.
    fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        let (after, _) = self.after(r#move)?;
        Ok(after.into())
    }

    /// The stones that a move would remove (R8), in action order.
    fn removed_by(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let (_, removed) = self.after(r#move)?;
        Ok(names(self.position.size(), removed))
    }

    /// This position under a symmetry of the board.
    fn transformed(&self, symmetry: SymmetryArgument) -> PyPosition {
        self.position.transformed(symmetry.0).into()
    }

    /// The representative of the position's symmetry class (``docs/notation.md``).
    fn canonical(&self) -> PyPosition {
        self.position.transformed(self.position.canonical_symmetry()).into()
    }

    /// One uniformly random game from here; see :meth:`GameState.rollout`.
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

    /// ``n`` uniformly random games from here; see :meth:`GameState.rollouts`.
    #[pyo3(
        signature = (
            n, seed = SeedArgument(0), threads = None, max_plies = None, progress = None,
            backend = BackendArgument(Backend::Auto), ownership = OwnershipFlag(false),
            first_moves = FirstMovesFlag(false), amaf = AmafFlag(false), lengths = LengthsFlag(false)
        ),
        text_signature = "($self, n, seed=0, threads=None, max_plies=None, progress=None, backend='auto', \
                          ownership=False, first_moves=False, amaf=False, lengths=False)"
    )]
    #[allow(clippy::too_many_arguments, reason = "they have names in Python")]
    fn rollouts(
        &self,
        n: &Bound<'_, PyAny>,
        seed: SeedArgument,
        threads: Option<&Bound<'_, PyAny>>,
        max_plies: Option<&Bound<'_, PyAny>>,
        progress: Option<Py<PyAny>>,
        backend: BackendArgument,
        ownership: OwnershipFlag,
        first_moves: FirstMovesFlag,
        amaf: AmafFlag,
        lengths: LengthsFlag,
    ) -> PyResult<PyRollouts> {
        let tables = tables(ownership, first_moves, amaf, lengths);
        rollouts(self.position, n, Arguments { seed, threads, max_plies, progress, backend, tables })
    }

    /// Flat Monte Carlo over the legal moves; see :meth:`GameState.evaluate_moves`.
    #[pyo3(
        signature = (
            n, seed = SeedArgument(0), threads = None, max_plies = None, progress = None,
            backend = BackendArgument(Backend::Auto)
        ),
        text_signature = "($self, n, seed=0, threads=None, max_plies=None, progress=None, backend='auto')"
    )]
    #[allow(clippy::too_many_arguments, reason = "they have names in Python")]
    fn evaluate_moves(
        &self,
        n: &Bound<'_, PyAny>,
        seed: SeedArgument,
        threads: Option<&Bound<'_, PyAny>>,
        max_plies: Option<&Bound<'_, PyAny>>,
        progress: Option<Py<PyAny>>,
        backend: BackendArgument,
    ) -> PyResult<PyMoveEvaluations> {
        let tables = Tables::default();
        evaluate_moves(self.position, n, Arguments { seed, threads, max_plies, progress, backend, tables })
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

/// The move that an object names, or why it names none; what the object's own code raises is raised.
fn named_move(object: &Bound<'_, PyAny>, position: &Position) -> PyResult<Result<Move, PyErr>> {
    match move_argument(object, position) {
        Err(error)
            if !error.is_instance_of::<MeridiansError>(object.py())
                && !error.is_instance_of::<PyTypeError>(object.py()) =>
        {
            Err(error)
        }
        named => Ok(named),
    }
}

pub(crate) fn is_legal(object: &Bound<'_, PyAny>, position: &Position, legal: impl Fn(Move) -> bool) -> PyResult<bool> {
    Ok(named_move(object, position)?.is_ok_and(legal))
}

pub(crate) fn why_illegal(
    object: &Bound<'_, PyAny>,
    position: &Position,
    why: impl Fn(Move) -> Option<meridians::IllegalMove>,
) -> PyResult<Option<String>> {
    Ok(match named_move(object, position)? {
        Ok(mv) => why(mv).map(|illegal| illegal.to_string()),
        Err(error) => Some(error.value(object.py()).to_string()),
    })
}
