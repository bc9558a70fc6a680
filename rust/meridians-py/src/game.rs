//! `GameState`: a game with its history.

use crate::arguments::{
    ColorArgument, IndexArgument, OpeningArgument, RepetitionArgument, SeedArgument, SizeArgument, SymmetryArgument,
    move_argument, move_list, names, opening_name,
};
use crate::arrays::legal_mask;
use crate::errors::{MeridiansError, from_illegal, from_nothing_to_play, from_over, from_text, invalid};
use crate::outcome::PyOutcome;
use crate::position::{
    PyPosition, action_count, at, color_of, groups, legal_actions, legal_moves, paths, rescues, sight, stones,
    threatened, turns, why_illegal,
};
use crate::rollout::{PyRollout, PyRollouts, rollout, rollouts};
use meridians::{Color, Game, NothingToPlay, Participant, Position, Repetition, Size, Undone, move_text};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

/// A game: a position and how it came about.
#[pyclass(name = "GameState", module = "meridians", eq)]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct GameState {
    pub(crate) game: Game,
}

#[pymethods]
impl GameState {
    #[new]
    #[pyo3(
        signature = (
            size = SizeArgument(Size::STANDARD),
            opening = OpeningArgument(false),
            repetition = RepetitionArgument(Repetition::Draw)
        ),
        text_signature = "(size='6/7', opening='plain', repetition='draw')"
    )]
    fn new(size: SizeArgument, opening: OpeningArgument, repetition: RepetitionArgument) -> GameState {
        GameState { game: Game::new(Position::new(size.0, opening.0), repetition.0) }
    }

    #[staticmethod]
    #[pyo3(
        signature = (
            moves,
            size = SizeArgument(Size::STANDARD),
            opening = OpeningArgument(false),
            repetition = RepetitionArgument(Repetition::Draw),
            resigned = None
        ),
        text_signature = "(moves, size='6/7', opening='plain', repetition='draw', resigned=None)"
    )]
    fn from_moves(
        moves: &Bound<'_, PyAny>,
        size: SizeArgument,
        opening: OpeningArgument,
        repetition: RepetitionArgument,
        resigned: Option<ColorArgument>,
    ) -> PyResult<GameState> {
        replay(Position::new(size.0, opening.0), repetition, Some(moves), resigned)
    }

    #[staticmethod]
    #[pyo3(
        signature = (text, repetition = RepetitionArgument(Repetition::Draw), moves = None, resigned = None),
        text_signature = "(text, repetition='draw', moves=(), resigned=None)"
    )]
    fn from_text(
        py: Python<'_>,
        text: &str,
        repetition: RepetitionArgument,
        moves: Option<&Bound<'_, PyAny>>,
        resigned: Option<ColorArgument>,
    ) -> PyResult<GameState> {
        replay(from_text(py, Position::from_text(text))?, repetition, moves, resigned)
    }

    #[getter]
    fn size(&self) -> String {
        self.position().size().to_string()
    }

    #[getter]
    fn points(&self) -> usize {
        self.position().size().points()
    }

    #[getter]
    fn action_count(&self) -> usize {
        action_count(self.position())
    }

    #[getter]
    fn opening(&self) -> &'static str {
        opening_name(self.position().with_pie())
    }

    #[getter]
    fn repetition(&self) -> &'static str {
        self.game.repetition().name()
    }

    #[getter(position)]
    fn position_value(&self) -> PyPosition {
        (*self.position()).into()
    }

    #[getter]
    fn start(&self) -> PyPosition {
        (*self.game.start()).into()
    }

    #[getter]
    fn ply(&self) -> usize {
        self.game.ply()
    }

    #[getter]
    fn moves(&self) -> Vec<String> {
        self.game.moves().map(|mv| move_text(self.position().size(), mv)).collect()
    }

    #[getter]
    fn removed(&self) -> Vec<Vec<String>> {
        self.game.removed().map(|set| names(self.position().size(), set)).collect()
    }

    #[getter]
    fn occurrences(&self) -> usize {
        self.game.occurrences()
    }

    #[getter]
    fn turn(&self) -> &'static str {
        self.position().turn().name()
    }

    #[getter]
    fn turns(&self) -> (u8, u8) {
        turns(self.position())
    }

    #[getter]
    fn pie(&self) -> &'static str {
        self.position().pie().name()
    }

    #[getter]
    fn participant(&self) -> Participant {
        self.position().participant()
    }

    fn color_of(&self, participant: &Bound<'_, PyAny>) -> PyResult<&'static str> {
        color_of(self.position(), participant)
    }

    fn participant_of(&self, color: ColorArgument) -> Participant {
        self.position().participant_of(color.0)
    }

    #[getter]
    fn text(&self) -> String {
        self.position().text()
    }

    fn diagram(&self) -> String {
        self.position().diagram()
    }

    #[getter]
    fn hash(&self) -> u64 {
        self.position().hash()
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.game.is_over()
    }

    #[getter]
    fn outcome(&self) -> Option<PyOutcome> {
        self.game.outcome().map(|outcome| PyOutcome { outcome, participant: self.game.winner() })
    }

    fn stones(&self, color: ColorArgument) -> Vec<String> {
        stones(self.position(), color)
    }

    fn at(&self, py: Python<'_>, point: &str) -> PyResult<Option<&'static str>> {
        at(py, self.position(), point)
    }

    fn groups(&self, color: ColorArgument) -> Vec<Vec<String>> {
        groups(self.position(), color)
    }

    fn paths(&self, color: ColorArgument) -> Vec<(String, String)> {
        paths(self.position(), color)
    }

    fn threatened(&self) -> Vec<Vec<String>> {
        if self.game.is_over() { Vec::new() } else { threatened(self.position()) }
    }

    fn rescues(&self, py: Python<'_>, point: &str) -> PyResult<Vec<String>> {
        if let Some(outcome) = self.game.outcome() {
            return Err(invalid(format!("no group is threatened: the game is over by {} (R9)", outcome.reason.name())));
        }
        rescues(py, self.position(), point)
    }

    fn sight<'py>(&self, py: Python<'py>, point: &str) -> PyResult<Bound<'py, PyDict>> {
        sight(py, self.position(), point)
    }

    fn mobility(&self, color: ColorArgument) -> usize {
        self.position().placements(color.0).count()
    }

    fn legal_moves(&self) -> Vec<String> {
        legal_moves(self.position(), self.game.legal())
    }

    fn legal_actions(&self) -> Vec<u16> {
        legal_actions(self.position(), self.game.legal())
    }

    #[pyo3(signature = (out = None))]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        legal_mask(py, self.position(), self.game.legal(), out)
    }

    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> bool {
        move_argument(r#move, self.position()).is_ok_and(|mv| self.game.legal().contains(mv))
    }

    fn why_illegal(&self, r#move: &Bound<'_, PyAny>) -> Option<String> {
        why_illegal(r#move, self.position(), |mv| self.game.why_illegal(mv))
    }

    fn play(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let mv = move_argument(r#move, self.position())?;
        let removed = self.game.play(mv).map_err(|illegal| from_illegal(r#move.py(), illegal))?;
        Ok(names(self.position().size(), removed))
    }

    fn undo(&mut self) -> PyResult<String> {
        match self.game.undo() {
            Some(Undone::Move(mv)) => Ok(move_text(self.position().size(), mv)),
            Some(Undone::Resignation) => Ok("resign".to_owned()),
            None => Err(invalid("there is nothing to undo: no move has been played")),
        }
    }

    #[pyo3(signature = (color = None))]
    fn resign(&mut self, color: Option<ColorArgument>) -> PyResult<()> {
        self.game.resign(color.map(|color| color.0)).map_err(from_over)
    }

    fn copy(&self) -> GameState {
        self.clone()
    }

    fn transformed(&self, symmetry: SymmetryArgument) -> GameState {
        GameState { game: self.game.transformed(symmetry.0) }
    }

    fn canonical(&self) -> GameState {
        GameState { game: self.game.transformed(self.position().canonical_symmetry()) }
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
        self.check_running()?;
        rollout(py, *self.position(), seed, index, max_plies)
    }

    #[pyo3(
        signature = (n, seed = SeedArgument(0), threads = None, max_plies = None, progress = None),
        text_signature = "($self, n, seed=0, threads=None, max_plies=None, progress=None)"
    )]
    fn rollouts(
        slf: &Bound<'_, GameState>,
        n: &Bound<'_, PyAny>,
        seed: SeedArgument,
        threads: Option<&Bound<'_, PyAny>>,
        max_plies: Option<&Bound<'_, PyAny>>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<PyRollouts> {
        // The position is copied, so that the game is free for other threads while the rollouts run.
        let position = {
            let this = slf.try_borrow()?;
            this.check_running()?;
            *this.position()
        };
        rollouts(position, n, seed, threads, max_plies, progress)
    }

    fn __str__(&self) -> String {
        self.position().diagram()
    }

    fn __repr__(&self) -> String {
        let (start, moves) = (self.game.start(), self.moves());
        let list = moves.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ");
        let policy = match self.game.repetition() {
            Repetition::Draw => String::new(),
            policy @ Repetition::None => format!(", repetition='{}'", policy.name()),
        };
        let resigned = self.game.resigned().map_or_else(String::new, |color| format!(", resigned='{color}'"));
        let rest = policy + &resigned;
        if *start == Position::new(start.size(), start.with_pie()) {
            format!("GameState.from_moves([{list}], size='{}', opening='{}'{rest})", self.size(), self.opening())
        } else {
            format!("GameState.from_text('{}', moves=[{list}]{rest})", start.text())
        }
    }

    fn __copy__(&self) -> GameState {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> GameState {
        self.clone()
    }

    fn __reduce__<'py>(slf: &Bound<'py, GameState>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let this = slf.try_borrow()?;
        let resigned = this.game.resigned().map(Color::name);
        let arguments = (this.game.start().text(), this.repetition(), this.moves(), resigned);
        (PyType::new::<GameState>(py).getattr("from_text")?, arguments).into_pyobject(py)
    }
}

impl GameState {
    fn position(&self) -> &Position {
        self.game.position()
    }

    /// A game that a draw or a resignation ended is over too, though its position is not.
    fn check_running(&self) -> PyResult<()> {
        if self.game.is_over() { Err(from_nothing_to_play(NothingToPlay)) } else { Ok(()) }
    }
}

/// Plays the moves of a game; an error names the ply.
fn replay(
    start: Position,
    repetition: RepetitionArgument,
    moves: Option<&Bound<'_, PyAny>>,
    resigned: Option<ColorArgument>,
) -> PyResult<GameState> {
    let mut state = GameState { game: Game::new(start, repetition.0) };
    for mv in moves.map_or_else(|| Ok(Vec::new()), move_list)? {
        if let Err(error) = state.play(&mv) {
            return Err(at_ply(mv.py(), error, state.game.ply() + 1));
        }
    }
    if let Some(color) = resigned {
        state.game.resign(Some(color.0)).map_err(from_over)?;
    }
    Ok(state)
}

/// Puts the ply in front of the message of one of our errors; the class and the attributes stay.
fn at_ply(py: Python<'_>, error: PyErr, ply: usize) -> PyErr {
    if error.is_instance_of::<MeridiansError>(py) {
        let value = error.value(py);
        let message = format!("ply {ply}: {value}");
        if let Err(failure) = value.setattr("args", (message,)) {
            return failure;
        }
    }
    error
}
