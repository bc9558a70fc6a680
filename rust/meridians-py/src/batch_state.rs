//! `BatchState`: many games that are stepped together from numpy arrays.

use crate::arguments::{
    AutoResetFlag, BackendArgument, IllegalArgument, OpeningArgument, RepetitionArgument, SeedArgument, SizeArgument,
    max_plies_argument, opening_name, threads_argument, type_name, whole,
};
use crate::batch::{Arguments, rollouts_from_each};
use crate::batch_arrays::{
    BatchArrays, ONLY_WITH_AUTO_RESET, actions_argument, positions_from_arrays, positions_to_arrays, random_actions,
};
use crate::boundary::poll;
use crate::errors::{illegal_move, invalid};
use crate::game::GameState;
use crate::position::PyPosition;
use crate::rollouts::PyRollouts;
use meridians::{
    Action, Backend, BatchRules, IllegalActions, Move, Position, Repetition, Size, Status, StepError, StepReason,
    Story, Tables, default_max_plies, move_text,
};
use numpy::{PyArray1, PyArray2, PyArray4};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use std::num::NonZeroUsize;

/// Many games of one board and opening that are stepped together, an action each, with arrays in and out (``docs/batches.md``).
///
/// ``n``: how many, 1..2**20. ``repetition``: ``"none"`` or ``"draw"`` (R13). ``max_plies``: after so many plies a game is cut off,
/// 1..2**32-1; default 4 x points. ``auto_reset``: begins a game anew in the step in which it ends. ``illegal``: what an illegal action
/// does, ``"refuse"`` the step or ``"lose"`` its game. ``threads``: at most so many for a step, 1..1024, one unless given; results
/// do not depend on it. ``out``: arrays of yours by the name of the property, which every call that changes a game then writes.
#[pyclass(name = "BatchState", module = "meridians")]
pub(crate) struct PyBatchState {
    batch: meridians::BatchState,
    arrays: BatchArrays,
    threads: NonZeroUsize,
}

/// A story as it is pickled: the position's text, the actions, and who lost by an illegal one.
type Told<'py> = (String, Bound<'py, PyBytes>, Option<u8>);

#[pymethods]
impl PyBatchState {
    #[new]
    #[pyo3(
        signature = (
            n, size = SizeArgument(Size::STANDARD), opening = OpeningArgument(false),
            repetition = RepetitionArgument(Repetition::None), max_plies = None, auto_reset = AutoResetFlag(false),
            illegal = IllegalArgument(IllegalActions::Refused), threads = None, out = None
        ),
        text_signature = "(n, size='6/7', opening='plain', repetition='none', max_plies=None, auto_reset=False, \
                          illegal='refuse', threads=None, out=None)"
    )]
    #[allow(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        n: &Bound<'_, PyAny>,
        size: SizeArgument,
        opening: OpeningArgument,
        repetition: RepetitionArgument,
        max_plies: Option<&Bound<'_, PyAny>>,
        auto_reset: AutoResetFlag,
        illegal: IllegalArgument,
        threads: Option<&Bound<'_, PyAny>>,
        out: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyBatchState> {
        let py = n.py();
        let count = whole(n, "n", 1, 1 << 20)? as usize;
        let rules = BatchRules {
            repetition: repetition.0,
            max_plies: max_plies_argument(max_plies)?.unwrap_or_else(|| default_max_plies(size.0)),
            auto_reset: auto_reset.0,
            illegal: illegal.0,
        };
        let threads = threads_argument(threads)?.unwrap_or(NonZeroUsize::MIN);
        let batch = meridians::BatchState::new(count, Position::new(size.0, opening.0), rules);
        let mut arrays = BatchArrays::new(py, &batch, out)?;
        arrays.views(py)?.write(py, batch.told())?;
        arrays.changed(py, &batch)?;
        Ok(PyBatchState { batch, arrays, threads })
    }

    fn __len__(&self) -> usize {
        self.batch.count()
    }

    fn __repr__(&self) -> String {
        let (start, rules) = (self.batch.start(), self.batch.rules());
        format!(
            "<BatchState of {} games on {}, {} opening, repetition {}>",
            self.batch.count(),
            start.size(),
            opening_name(start.with_pie()),
            rules.repetition.name()
        )
    }

    /// The board's size, such as ``"6/7"`` (R1).
    #[getter]
    fn size(&self) -> String {
        self.batch.start().size().to_string()
    }

    /// ``"plain"`` or ``"pie"``.
    #[getter]
    fn opening(&self) -> &'static str {
        opening_name(self.batch.start().with_pie())
    }

    /// The repetition policy, ``"none"`` or ``"draw"`` (R13).
    #[getter]
    fn repetition(&self) -> &'static str {
        self.batch.rules().repetition.name()
    }

    /// The plies after which a game is cut off.
    #[getter]
    fn max_plies(&self) -> u32 {
        self.batch.rules().max_plies
    }

    /// Whether a game that ends is begun anew in the same step.
    #[getter]
    fn auto_reset(&self) -> bool {
        self.batch.rules().auto_reset
    }

    /// What an illegal action does, ``"refuse"`` or ``"lose"``.
    #[getter]
    fn illegal(&self) -> &'static str {
        self.batch.rules().illegal.name()
    }

    /// The threads that a step may use at most.
    #[getter]
    fn threads(&self) -> usize {
        self.threads.get()
    }

    /// The number of actions, A: N + 1 in the plain game, N + 3 with the pie.
    #[getter]
    fn action_count(&self) -> usize {
        self.batch.action_count()
    }

    /// Plays an action in each game.
    ///
    /// ``actions``: int16, int32 or int64 ``[n]``; -1 for a finished game, which it leaves as it is. Afterwards the arrays of the
    /// properties say what became of each game. IllegalMoveError names the first wrong action by its index, and the rule; MeridiansError
    /// if that game was cut off, or ``actions`` is no such array. Then nothing has changed.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = actions_argument(actions, self.batch.count())?;
        let stepped = self.arrays.step(py, &mut self.batch, actions, self.threads)?;
        stepped.map_err(|error| from_step(py, self.batch.start(), &error))
    }

    /// The legal actions: bool ``[n, A]``, the same array each time, brought up to date whenever the property is read. Of a finished
    /// game all is false.
    #[getter]
    fn legal_mask<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        self.arrays.legal_mask(py, &self.batch)
    }

    /// The planes of :func:`encode`: uint8 ``[n, C, H, W]``, the same array each time, brought up to date whenever the property is read.
    #[getter]
    fn planes<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray4<u8>>> {
        self.arrays.planes(py, &self.batch)
    }

    /// With ``auto_reset`` the planes of the last position of the games that ended with the last step: uint8 ``[n, C, H, W]``; the
    /// others keep what was there. The same array each time, brought up to date whenever the property is read. MeridiansError without
    /// ``auto_reset``.
    #[getter]
    fn final_planes<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray4<u8>>> {
        if !self.batch.rules().auto_reset {
            return Err(invalid(ONLY_WITH_AUTO_RESET));
        }
        self.arrays.final_planes(py, &self.batch)
    }

    /// The participant to act, 0 or 1: int8 ``[n]``, the same array each time.
    #[getter]
    fn to_move<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        self.arrays.to_move.bind(py).clone()
    }

    /// Whether the game has ended (R11, R13), with ``auto_reset`` whether one ended with the last step: bool ``[n]``, the same array
    /// each time.
    #[getter]
    fn terminated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.arrays.terminated.bind(py).clone()
    }

    /// Whether the game has been cut off at ``max_plies``, as ``terminated``: bool ``[n]``, the same array each time.
    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.arrays.truncated.bind(py).clone()
    }

    /// What participants 0 and 1 gained with the last step, 1, -1 or 0: float32 ``[n, 2]``, the same array each time.
    #[getter]
    fn reward<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f32>> {
        self.arrays.reward.bind(py).clone()
    }

    /// The plies played: int32 ``[n]``, the same array each time.
    #[getter]
    fn ply<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        self.arrays.ply.bind(py).clone()
    }

    /// A legal action for each game, uniformly random: int64 ``[n]``; -1 for a finished game.
    ///
    /// Game i draws the first number of the random stream of (seed, i) (``docs/rollouts.md``), so give another ``seed``, 0..2**64-1,
    /// each time. ``out``: an array of that type and shape to write into and return.
    #[pyo3(signature = (seed = SeedArgument(0), out = None), text_signature = "($self, seed=0, out=None)")]
    fn legal_random_actions<'py>(
        &self,
        py: Python<'py>,
        seed: SeedArgument,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        random_actions(py, &self.batch, seed.0, out)
    }

    /// Begins games anew: all, or those of some indices, a whole number or several.
    #[pyo3(signature = (index = None))]
    fn reset(&mut self, py: Python<'_>, index: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let places = self.places(py, index)?;
        self.change(py, |batch| places.into_iter().for_each(|place| batch.reset(place)))
    }

    /// ``n_each`` uniformly random games from each running game: a list with a :class:`Rollouts` for each game, None for a finished one.
    ///
    /// The result for a game is that of ``state(i).rollouts(n_each, seed)``, and the other arguments are those of
    /// :meth:`GameState.rollouts`. Nothing changes in the batch.
    #[pyo3(
        signature = (
            n_each, seed = SeedArgument(0), threads = None, max_plies = None, backend = BackendArgument(Backend::Auto)
        ),
        text_signature = "($self, n_each, seed=0, threads=None, max_plies=None, backend='auto')"
    )]
    fn rollouts_from(
        &self,
        n_each: &Bound<'_, PyAny>,
        seed: SeedArgument,
        threads: Option<&Bound<'_, PyAny>>,
        max_plies: Option<&Bound<'_, PyAny>>,
        backend: BackendArgument,
    ) -> PyResult<Vec<Option<PyRollouts>>> {
        let games = self.batch.positions().iter().zip(self.batch.statuses());
        let running: Vec<Position> =
            games.filter_map(|(&position, &status)| (status == Status::Running).then_some(position)).collect();
        let tables = Tables::default();
        let arguments = Arguments { seed, threads, max_plies, progress: None, backend, tables };
        let mut results = rollouts_from_each(&running, n_each, arguments)?.into_iter();
        let result = |&status: &Status| if status == Status::Running { results.next() } else { None };
        Ok(self.batch.statuses().iter().map(result).collect())
    }

    /// A game with its history. One that was lost by an illegal action is resigned there.
    fn state(&self, index: &Bound<'_, PyAny>) -> PyResult<GameState> {
        Ok(GameState { game: self.batch.game(self.place(index)?) })
    }

    /// With ``auto_reset`` the last game that ended in this place; None if none has.
    fn final_state(&self, index: &Bound<'_, PyAny>) -> PyResult<Option<GameState>> {
        Ok(self.batch.final_game(self.place(index)?).map(|game| GameState { game }))
    }

    /// Puts a position, or the current position of a game, in the place of a game, which begins with it.
    fn set_state(&mut self, py: Python<'_>, index: &Bound<'_, PyAny>, state: &Bound<'_, PyAny>) -> PyResult<()> {
        let place = self.place(index)?;
        let position = if let Ok(position) = state.cast::<PyPosition>() {
            position.get().position
        } else if let Ok(game) = state.cast::<GameState>() {
            *game.try_borrow()?.game.position()
        } else {
            let kind = type_name(state);
            return Err(PyTypeError::new_err(format!("state must be a GameState or a Position, not {kind}")));
        };
        let start = self.batch.start();
        if (position.size(), position.with_pie()) != (start.size(), start.with_pie()) {
            return Err(invalid(format!(
                "state is on {} with the {} opening, and the batch on {} with the {} opening",
                position.size(),
                opening_name(position.with_pie()),
                start.size(),
                opening_name(start.with_pie())
            )));
        }
        self.change(py, |batch| batch.set(place, position))
    }

    /// The positions as arrays: ``stones`` int8 ``[n, N]`` (1 Light, -1 Dark, by point in action order), ``turn`` uint8 ``[n]`` (0
    /// Light, 1 Dark), ``turns`` uint8 ``[n, 2]`` (taken by Light and Dark, up to 2), ``pie`` uint8 ``[n]`` (0 plain, 1 pie, 2 kept,
    /// 3 swapped). New arrays each time.
    fn to_arrays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        positions_to_arrays(py, self.batch.start().size(), self.batch.positions())
    }

    /// Takes positions as :meth:`to_arrays` gives them; the games begin with them. SetupError or MeridiansError, which names the
    /// game, if one cannot occur, and then nothing has changed.
    fn set_arrays(&mut self, py: Python<'_>, arrays: &Bound<'_, PyAny>) -> PyResult<()> {
        let positions = positions_from_arrays(arrays, self.batch.start(), self.batch.count())?;
        self.change(py, |batch| {
            positions.into_iter().enumerate().for_each(|(index, position)| batch.set(index, position));
        })
    }

    /// The current positions, as a list of :class:`Position`.
    fn positions(&self) -> Vec<PyPosition> {
        self.batch.positions().iter().map(|&position| position.into()).collect()
    }

    /// An independent copy, with arrays of its own.
    fn copy(&self, py: Python<'_>) -> PyResult<PyBatchState> {
        let batch = self.batch.clone();
        let arrays = self.arrays.copy(py, &batch)?;
        Ok(PyBatchState { batch, arrays, threads: self.threads })
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyBatchState>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let this = slf.try_borrow()?;
        let (batch, rules) = (&this.batch, this.batch.rules());
        let arguments = (
            batch.count(),
            this.size(),
            this.opening(),
            this.repetition(),
            rules.max_plies,
            rules.auto_reset,
            this.illegal(),
            this.threads(),
        );
        // Bytes, and not arrays: these are the caller's to write into, and pickled ones name parts of numpy.
        let told = |story: Story<'_>| {
            let actions: Vec<u8> = story.actions.iter().flat_map(|action| action.to_le_bytes()).collect();
            (story.start.text(), PyBytes::new(py, &actions), story.forfeited)
        };
        let flags = |flags: &[bool]| PyBytes::new(py, &flags.iter().map(|&flag| u8::from(flag)).collect::<Vec<_>>());
        let state = PyDict::new(py);
        state.set_item("games", (0..batch.count()).map(|index| told(batch.story(index))).collect::<Vec<_>>())?;
        let finals: Vec<_> = (0..batch.count()).filter_map(|index| batch.final_story(index).map(told)).collect();
        state.set_item("finals", finals)?;
        state.set_item("terminated", flags(&batch.told().terminated))?;
        state.set_item("truncated", flags(&batch.told().truncated))?;
        // -1, 0 and 1 as 0, 1 and 2.
        let code = |&gained: &f32| if gained > 0.0 { 2 } else { u8::from(gained == 0.0) };
        let reward: Vec<u8> = batch.told().reward.iter().map(code).collect();
        state.set_item("reward", PyBytes::new(py, &reward))?;
        (slf.get_type(), arguments, state).into_pyobject(py)
    }

    fn __setstate__(&mut self, py: Python<'_>, state: &Bound<'_, PyDict>) -> PyResult<()> {
        let broken = || invalid("a pickled BatchState that is broken");
        let item = |name: &str| state.get_item(name)?.ok_or_else(broken);
        let games: Vec<Told<'_>> = item("games")?.extract()?;
        let finals: Vec<Told<'_>> = item("finals")?.extract()?;
        if games.len() != self.batch.count() {
            return Err(broken());
        }
        for (told, is_final) in [(&games, false), (&finals, true)] {
            for (index, (text, actions, forfeited)) in told.iter().enumerate() {
                let start = Position::from_text(text).map_err(|_| broken())?;
                let pairs =
                    actions.as_bytes().chunks(2).map(|pair| <[u8; 2]>::try_from(pair).map(Action::from_le_bytes));
                let actions: Vec<Action> = pairs.collect::<Result<_, _>>().map_err(|_| broken())?;
                let story = Story { start: &start, actions: &actions, forfeited: *forfeited };
                let restored =
                    if is_final { self.batch.restore_final(index, &story) } else { self.batch.restore(index, &story) };
                if !restored {
                    return Err(broken());
                }
            }
        }
        let bytes = |name: &str, count: usize, most: u8| {
            let bytes: Vec<u8> = item(name)?.cast::<PyBytes>()?.as_bytes().to_vec();
            if bytes.len() == count && bytes.iter().all(|&byte| byte <= most) { Ok(bytes) } else { Err(broken()) }
        };
        let flags =
            |name: &str| PyResult::Ok(bytes(name, self.batch.count(), 1)?.iter().map(|&byte| byte == 1).collect());
        let (terminated, truncated): (Vec<bool>, Vec<bool>) = (flags("terminated")?, flags("truncated")?);
        let reward = bytes("reward", 2 * self.batch.count(), 2)?;
        let reward: Vec<f32> = reward.into_iter().map(|byte| f32::from(byte) - 1.0).collect();
        self.change(py, |batch| batch.tell_again(&terminated, &truncated, &reward))
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<PyBatchState> {
        self.copy(py)
    }

    fn __deepcopy__(&self, memo: &Bound<'_, PyAny>) -> PyResult<PyBatchState> {
        self.copy(memo.py())
    }
}

impl PyBatchState {
    /// The place that an index names; negative ones count from the end, as in lists.
    fn place(&self, index: &Bound<'_, PyAny>) -> PyResult<usize> {
        let count = self.batch.count();
        let wrong = || PyTypeError::new_err(format!("index must be a whole number, not {}", type_name(index)));
        if index.is_instance_of::<pyo3::types::PyBool>() {
            return Err(wrong());
        }
        let number = index.call_method0("__index__").map_err(|_| wrong())?;
        let place = number.extract::<i64>().ok().and_then(|number| {
            let from_start = if number < 0 { number.saturating_add_unsigned(count as u64) } else { number };
            usize::try_from(from_start).ok().filter(|&place| place < count)
        });
        place.ok_or_else(|| PyIndexError::new_err(format!("index must be one of {count} games")))
    }

    fn places(&self, py: Python<'_>, index: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<usize>> {
        let Some(index) = index else { return Ok((0..self.batch.count()).collect()) };
        let Ok(items) = index.try_iter() else { return Ok(vec![self.place(index)?]) };
        let place = |item: PyResult<Bound<'_, PyAny>>| {
            poll(py)?;
            self.place(&item?)
        };
        items.map(place).collect()
    }

    /// Changes games, and writes how they stand into the arrays, which are looked at first: if they cannot be written, nothing changes.
    fn change(&mut self, py: Python<'_>, work: impl FnOnce(&mut meridians::BatchState)) -> PyResult<()> {
        let views = self.arrays.views(py)?;
        work(&mut self.batch);
        views.write(py, self.batch.told())?;
        self.arrays.changed(py, &self.batch)
    }
}

fn from_step(py: Python<'_>, start: &Position, error: &StepError) -> PyErr {
    let rule = match &error.reason {
        StepReason::NoAction(_) => "R2",
        StepReason::Illegal(illegal) => illegal.reason.rule(),
        StepReason::Finished(Status::Terminated(None)) => "R13",
        StepReason::Finished(Status::Terminated(Some(_))) => "R11",
        StepReason::Finished(_) => return invalid(error.to_string()),
    };
    let action = usize::try_from(error.action).ok();
    let mv = action.and_then(|action| Move::from_action(start.size(), start.with_pie(), action));
    let name = mv.map_or_else(|| error.action.to_string(), |mv| move_text(start.size(), mv));
    illegal_move(py, &name, rule, error.to_string())
}
