//! `GameState`: a game with its history.

use crate::arguments::{
    AmafFlag, BackendArgument, ColorArgument, FirstMovesFlag, IndexArgument, LengthsFlag, OpeningArgument,
    OwnershipFlag, RepetitionArgument, SeedArgument, SizeArgument, SymmetryArgument, TextArgument, each_move,
    move_argument, name_list, names, opening_name, plain_action,
};
use crate::arrays::legal_mask;
use crate::batch::{Arguments, evaluate_moves, rollouts, tables};
use crate::boundary::poll;
use crate::errors::{MeridiansError, from_illegal, from_nothing_to_play, from_over, from_text, invalid};
use crate::evaluation::PyMoveEvaluations;
use crate::outcome::PyOutcome;
use crate::position::{
    PyPosition, action_count, at, color_of, groups, is_legal, legal_actions, legal_moves, paths, rescues, sight,
    stones, threatened, turns, why_illegal,
};
use crate::rollout::{PyRollout, rollout};
use crate::rollouts::PyRollouts;
use crate::structure::PyFeatures;
use meridians::{
    Backend, Bitboard, Color, Game, Move, NothingToPlay, Participant, Position, Repetition, Size, Tables, Undone,
    move_text,
};
use numpy::PyArray1;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};

/// A game: a position and how it came about. Mutable, so not hashable; use :attr:`position` for a value.
///
/// Two games are equal when their rules (size, opening, repetition policy), start, moves and resignation are.
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

    /// A game from its moves: names or actions, or one string with the names separated by spaces, tabs or line ends.
    ///
    /// An error names the ply. ``resigned``: the colour that resigned after the last move.
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

    /// A game that starts from a one-line position text, and the moves played from there.
    #[staticmethod]
    #[pyo3(
        signature = (text, repetition = RepetitionArgument(Repetition::Draw), moves = None, resigned = None),
        text_signature = "(text, repetition='draw', moves=(), resigned=None)"
    )]
    fn from_text(
        py: Python<'_>,
        text: TextArgument,
        repetition: RepetitionArgument,
        moves: Option<&Bound<'_, PyAny>>,
        resigned: Option<ColorArgument>,
    ) -> PyResult<GameState> {
        replay(from_text(py, Position::from_text(&text.0))?, repetition, moves, resigned)
    }

    /// The board's size, such as ``"6/7"`` (R1).
    #[getter]
    fn size(&self) -> String {
        self.position().size().to_string()
    }

    /// The number of points of the board, N.
    #[getter]
    fn points(&self) -> usize {
        self.position().size().points()
    }

    /// The number of actions, A: N + 1 in the plain game, N + 3 with the pie.
    #[getter]
    fn action_count(&self) -> usize {
        action_count(self.position())
    }

    /// ``"plain"`` or ``"pie"``.
    #[getter]
    fn opening(&self) -> &'static str {
        opening_name(self.position().with_pie())
    }

    /// The repetition policy, ``"draw"`` or ``"none"`` (R13).
    #[getter]
    fn repetition(&self) -> &'static str {
        self.game.repetition().name()
    }

    /// The current position as a value.
    #[getter(position)]
    fn position_value(&self) -> PyPosition {
        (*self.position()).into()
    }

    /// The position that the game started from.
    #[getter]
    fn start(&self) -> PyPosition {
        (*self.game.start()).into()
    }

    /// The number of moves played since the start (a resignation is not a move).
    #[getter]
    fn ply(&self) -> usize {
        self.game.ply()
    }

    /// The moves played since the start, by name.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.game.moves().map(|mv| move_text(self.position().size(), mv)).collect()
    }

    /// The stones removed at the end of each ply, in action order.
    #[getter]
    fn removed(&self) -> Vec<Vec<String>> {
        self.game.removed().map(|set| names(self.position().size(), set)).collect()
    }

    /// How often the current position has stood in this game, this time included (R13).
    #[getter]
    fn occurrences(&self) -> usize {
        self.game.occurrences()
    }

    /// The colour that places the next stone. While the pie waits for ``keep`` or ``swap`` it is ``"light"``.
    #[getter]
    fn turn(&self) -> &'static str {
        self.position().turn().name()
    }

    /// Turns taken by Light and by Dark, each counted up to 2.
    #[getter]
    fn turns(&self) -> (u8, u8) {
        turns(self.position())
    }

    /// ``"plain"``: no pie in this game; ``"pie"``: not answered yet; ``"kept"`` or ``"swapped"`` (R12).
    #[getter]
    fn pie(&self) -> &'static str {
        self.position().pie().name()
    }

    /// The participant to act, 0 or 1 (R3).
    #[getter]
    fn participant(&self) -> Participant {
        self.position().participant()
    }

    /// The colour of a participant; before the answer to the pie, as if it were ``keep``.
    fn color_of(&self, participant: &Bound<'_, PyAny>) -> PyResult<&'static str> {
        color_of(self.position(), participant)
    }

    /// The participant who has a colour; before the answer to the pie, as if it were ``keep``.
    fn participant_of(&self, color: ColorArgument) -> Participant {
        self.position().participant_of(color.0)
    }

    /// The one-line text of the current position.
    #[getter]
    fn text(&self) -> String {
        self.position().text()
    }

    /// The drawn board with its header line.
    fn diagram(&self) -> String {
        self.position().diagram()
    }

    /// The stable 64-bit hash of the current position.
    #[getter]
    fn hash(&self) -> u64 {
        self.position().hash()
    }

    /// Whether the game has ended, for whatever reason.
    #[getter]
    fn is_over(&self) -> bool {
        self.game.is_over()
    }

    /// How the game ended; None before the end.
    #[getter]
    fn outcome(&self) -> Option<PyOutcome> {
        self.game.outcome().map(|outcome| PyOutcome { outcome, participant: self.game.winner() })
    }

    /// The points with stones of a colour, in action order.
    fn stones(&self, color: ColorArgument) -> Vec<String> {
        stones(self.position(), color)
    }

    /// The colour of the stone on a point; None if it is empty.
    fn at(&self, py: Python<'_>, point: TextArgument) -> PyResult<Option<&'static str>> {
        at(py, self.position(), &point.0)
    }

    /// The groups of a colour (R7), each in action order, ordered by first point.
    fn groups(&self, color: ColorArgument) -> Vec<Vec<String>> {
        groups(self.position(), color)
    }

    /// The pairs of stones that have a path to each other (R7), each pair and the list in action order.
    fn paths(&self, color: ColorArgument) -> Vec<(String, String)> {
        paths(self.position(), color)
    }

    /// The groups of the side to move that have no path now (R9); empty when the game is over.
    fn threatened(&self) -> Vec<Vec<String>> {
        if self.game.is_over() { Vec::new() } else { threatened(self.position()) }
    }

    /// The rescue points of the threatened group at ``point`` (R9), in action order. MeridiansError if it is not threatened.
    fn rescues(&self, py: Python<'_>, point: TextArgument) -> PyResult<Vec<String>> {
        if let Some(outcome) = self.game.outcome() {
            return Err(invalid(format!("no group is threatened: the game is over by {} (R9)", outcome.reason.name())));
        }
        rescues(py, self.position(), &point.0)
    }

    /// What a point sees in each direction; see :meth:`Position.sight`.
    fn sight<'py>(&self, py: Python<'py>, point: TextArgument) -> PyResult<Bound<'py, PyDict>> {
        sight(py, self.position(), &point.0)
    }

    /// The number of points on which the colour could place a stone if it were its turn (R4, R5 or R6).
    fn mobility(&self, color: ColorArgument) -> usize {
        self.position().placements(color.0).count()
    }

    /// What can be said of it without playing on (``docs/features.md``): the evaluation's counts, and for each colour what it is about.
    fn features(&self) -> PyFeatures {
        (*self.position()).into()
    }

    /// The legal moves by name, in action order; empty when the game is over.
    fn legal_moves(&self) -> Vec<String> {
        legal_moves(self.position(), self.game.legal())
    }

    /// The legal actions, ascending; empty when the game is over.
    fn legal_actions(&self) -> Vec<u16> {
        legal_actions(self.position(), self.game.legal())
    }

    /// A bool array ``[A]``, true at the legal actions. ``out``: a contiguous array of that type and shape to write into and return.
    #[pyo3(signature = (out = None))]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        legal_mask(py, self.position(), self.game.legal(), out)
    }

    /// Whether a move, by name or action, is legal now; false for anything that names no move.
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        is_legal(r#move, self.position(), |mv| self.game.legal().contains(mv))
    }

    /// Why a move is not legal now, in one sentence; None if it is legal.
    fn why_illegal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        why_illegal(r#move, self.position(), |mv| self.game.why_illegal(mv))
    }

    /// Plays a move, by name or action, and returns the stones removed at the end of the turn (R8), in action order.
    ///
    /// Raises IllegalMoveError or ParseError and leaves the game as it was.
    fn play<'py>(slf: &Bound<'py, GameState>, r#move: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let py = slf.py();
        let mut this = slf.try_borrow_mut()?;
        let mv = if let Some(mv) = plain_action(r#move, this.position()) {
            mv
        } else {
            // Reading the move may run the caller's code, which may look at this game.
            let position = *this.position();
            drop(this);
            let mv = move_argument(r#move, &position)?;
            this = slf.try_borrow_mut()?;
            mv
        };
        let removed = this.play_move(py, mv)?;
        name_list(py, this.position().size(), removed)
    }

    /// Takes back the last move, or the resignation, and returns its name (``"resign"`` for that).
    fn undo(&mut self) -> PyResult<String> {
        match self.game.undo() {
            Some(Undone::Move(mv)) => Ok(move_text(self.position().size(), mv)),
            Some(Undone::Resignation) => Ok("resign".to_owned()),
            None => Err(invalid("there is nothing to undo: no move has been played")),
        }
    }

    /// Ends the game: ``color`` (default: the colour of the participant to act) resigns and the other colour wins.
    #[pyo3(signature = (color = None))]
    fn resign(&mut self, color: Option<ColorArgument>) -> PyResult<()> {
        self.game.resign(color.map(|color| color.0)).map_err(from_over)
    }

    /// An independent copy, with the history.
    fn copy(&self) -> GameState {
        self.clone()
    }

    /// This game, start and moves, under a symmetry of the board.
    fn transformed(&self, symmetry: SymmetryArgument) -> GameState {
        GameState { game: self.game.transformed(symmetry.0) }
    }

    /// This game under the symmetry that makes its current position canonical (the first such, in the order of the names).
    fn canonical(&self) -> GameState {
        GameState { game: self.game.transformed(self.position().canonical_symmetry()) }
    }

    /// One uniformly random game from here: a pure function of position, seed, index and cap (``docs/rollouts.md``).
    ///
    /// ``seed`` and ``index``: 0..2**64-1. ``max_plies``: the ply cap, counted from here, at least 1; default 4 x points.
    /// MeridiansError if the game is over. The rollout knows no repetition rule. The game itself does not change.
    #[pyo3(
        signature = (seed = SeedArgument(0), index = IndexArgument(0), max_plies = None),
        text_signature = "($self, seed=0, index=0, max_plies=None)"
    )]
    fn rollout(
        slf: &Bound<'_, GameState>,
        seed: SeedArgument,
        index: IndexArgument,
        max_plies: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyRollout> {
        let position = Self::running_position(slf)?;
        rollout(slf.py(), position, seed, index, max_plies)
    }

    /// ``n`` uniformly random games from here, the games of index 0..n-1 of :meth:`rollout`, and their statistics.
    ///
    /// The result depends neither on ``threads`` (default: all processors; 1..1024) nor on ``backend``: ``"single"`` plays the
    /// games a few in turns, ``"sliced"`` up to 512 side by side, ``"auto"`` whichever is faster for so many. On request it has tables,
    /// which cost up to the time of the games (``docs/rollouts.md``): ``ownership``, who holds the points at the end; ``first_moves`` and
    /// ``amaf`` (all moves as first), how often moves were played and won; ``lengths``, the games by length.
    /// ``progress(done, n)`` is called on this thread some ten times a second. The GIL is released; Ctrl-C raises
    /// KeyboardInterrupt.
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
        slf: &Bound<'_, GameState>,
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
        rollouts(Self::running_position(slf)?, n, Arguments { seed, threads, max_plies, progress, backend, tables })
    }

    /// Flat Monte Carlo: ``n`` uniformly random games after each legal move, and how often the participant to move wins them.
    ///
    /// Game i after every move is ``rollout(seed, i)`` of the position there: all moves have the same random numbers.
    /// ``max_plies`` counts from after the move. A move that ends the game is not rolled out: all its ``n`` games are won, or lost.
    /// ``progress(done, total)`` counts games after all moves together; the rest is as for :meth:`rollouts`. MeridiansError if the
    /// game is over.
    #[pyo3(
        signature = (
            n, seed = SeedArgument(0), threads = None, max_plies = None, progress = None,
            backend = BackendArgument(Backend::Auto)
        ),
        text_signature = "($self, n, seed=0, threads=None, max_plies=None, progress=None, backend='auto')"
    )]
    #[allow(clippy::too_many_arguments, reason = "they have names in Python")]
    fn evaluate_moves(
        slf: &Bound<'_, GameState>,
        n: &Bound<'_, PyAny>,
        seed: SeedArgument,
        threads: Option<&Bound<'_, PyAny>>,
        max_plies: Option<&Bound<'_, PyAny>>,
        progress: Option<Py<PyAny>>,
        backend: BackendArgument,
    ) -> PyResult<PyMoveEvaluations> {
        let tables = Tables::default();
        evaluate_moves(
            Self::running_position(slf)?,
            n,
            Arguments { seed, threads, max_plies, progress, backend, tables },
        )
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

    fn play_move(&mut self, py: Python<'_>, mv: Move) -> PyResult<Bitboard> {
        self.game.play(mv).map_err(|illegal| from_illegal(py, illegal))
    }

    /// A copy of the position, so that the game is free for other threads while rollouts run. A game that a draw or a
    /// resignation ended is over too, though its position is not.
    fn running_position(slf: &Bound<'_, GameState>) -> PyResult<Position> {
        let this = slf.try_borrow()?;
        if this.game.is_over() { Err(from_nothing_to_play(NothingToPlay)) } else { Ok(*this.position()) }
    }
}

/// Replaying a long game looks for Ctrl-C once in so many plies.
const PLIES_BETWEEN_POLLS: usize = 1024;

/// Plays the moves of a game; an error names the ply.
fn replay(
    start: Position,
    repetition: RepetitionArgument,
    moves: Option<&Bound<'_, PyAny>>,
    resigned: Option<ColorArgument>,
) -> PyResult<GameState> {
    let mut state = GameState { game: Game::new(start, repetition.0) };
    if let Some(moves) = moves {
        each_move(moves, |object| {
            let ply = state.game.ply();
            if ply.is_multiple_of(PLIES_BETWEEN_POLLS) {
                poll(object.py())?;
            }
            move_argument(object, state.position())
                .and_then(|mv| state.play_move(object.py(), mv))
                .map_err(|error| at_ply(object.py(), error, ply + 1))?;
            Ok(())
        })?;
    }
    if let Some(color) = resigned {
        state.game.resign(Some(color.0)).map_err(from_over)?;
    }
    Ok(state)
}

/// Puts the ply in front of the message of an error about a move; the class and the attributes stay.
fn at_ply(py: Python<'_>, error: PyErr, ply: usize) -> PyErr {
    if error.is_instance_of::<MeridiansError>(py) || error.is_instance_of::<PyTypeError>(py) {
        let value = error.value(py);
        let message = format!("ply {ply}: {value}");
        if let Err(failure) = value.setattr("args", (message,)) {
            return failure;
        }
    }
    error
}
