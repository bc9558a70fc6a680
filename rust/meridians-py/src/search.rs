//! `Search`: the engine's search as a Python class. One call runs at a time; others are told so, and never wait.

use crate::arguments::{
    EngineArgument, MemoryArgument, SearchClockArgument, SeedArgument, SizeArgument, TextArgument, ThreadsArgument,
    max_plies_argument, move_argument, positive_seconds, whole,
};
use crate::boundary::{Attend, Message, attended, callable};
use crate::cpu_clock::thread_cpu_clock;
use crate::errors::{from_illegal, from_parse, invalid};
use crate::evaluator::{Asked, Question, answer};
use crate::game::GameState;
use crate::position::PyPosition;
use crate::report::PyReport;
use meridians::{
    Clock, Engine, Evaluation, Game, Limits, Position, Repetition, Search, Settings, Size, Watch, default_max_plies,
    wall_clock,
};
use pyo3::PyTraverseError;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::gc::PyVisit;
use pyo3::prelude::*;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

/// How often a progress callback is called.
const PROGRESS: Duration = Duration::from_millis(250);

/// A clock by its name.
fn clock_of(name: &str) -> Clock {
    if name == "cpu" { thread_cpu_clock } else { wall_clock }
}

/// A search for the best move, on boards of one size; one position at a time. It cannot be copied or pickled.
///
/// ``engine``: ``"best"``, whichever has been measured to play best, ``"grave"``, ``"uct"``, ``"puct"``, ``"gumbel"`` or ``"alphabeta"``
/// (``docs/search.md``). ``threads``: 1..1024; ``puct`` and ``gumbel`` always search on one. ``seed``: of all that is random in it,
/// 0..2**64-1. ``memory``: the bytes that tree or table may take, 2**20..2**40; a full tree is searched on without growing. ``clock``:
/// whether seconds are of the ``"wall"`` clock or of the ``"cpu"`` time of each searching thread, in which waiting, also of an evaluator,
/// takes none. ``evaluator``: what gives priors and values to ``puct`` and ``gumbel``, ``"learned"`` (the default), ``"rollouts"``,
/// ``"uniform"``, or an object of yours (``docs/evaluators.md``); where one is given, ``"best"`` means ``"puct"``. ``weights``: the text of
/// the weights of the learned evaluation, for those who ask it; default those of the package. ``max_plies``: lines with more plies from
/// the position searched count as drawn, 1..2**32-1; default 4 x points.
#[pyclass(name = "Search", module = "meridians", frozen)]
pub(crate) struct PySearch {
    settings: Settings,
    /// The engine that was asked for.
    engine: Engine,
    clock: &'static str,
    evaluator: Asked,
    weights: Option<String>,
    state: Mutex<State>,
    /// The run that is under way.
    running: Mutex<Option<Arc<Watch>>>,
}

/// What a run has for itself.
struct State {
    search: Search,
    sender: Sender<Message<Question>>,
    questions: Receiver<Message<Question>>,
}

impl State {
    fn new(settings: &Settings, evaluator: &Asked) -> State {
        let (sender, questions) = channel();
        let search = match evaluator.proxy(&sender) {
            Some(proxy) => Search::with_evaluator(settings.clone(), Box::new(proxy)),
            None => Search::new(settings.clone()),
        };
        State { search, sender, questions }
    }
}

#[pymethods]
impl PySearch {
    #[new]
    #[pyo3(
        signature = (
            size = SizeArgument(Size::STANDARD), engine = EngineArgument(Engine::Best), threads = ThreadsArgument(1),
            seed = SeedArgument(0), memory = MemoryArgument(MemoryArgument::DEFAULT), clock = SearchClockArgument("wall"),
            evaluator = None, weights = None, max_plies = None
        ),
        text_signature = "(size='6/7', engine='best', threads=1, seed=0, memory=536870912, clock='wall', evaluator=None, \
                          weights=None, max_plies=None)"
    )]
    #[allow(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        py: Python<'_>,
        size: SizeArgument,
        engine: EngineArgument,
        threads: ThreadsArgument,
        seed: SeedArgument,
        memory: MemoryArgument,
        clock: SearchClockArgument,
        evaluator: Option<&Bound<'_, PyAny>>,
        weights: Option<TextArgument>,
        max_plies: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PySearch> {
        let (size, engine) = (size.0, engine.0);
        let evaluator = Asked::of(evaluator)?;
        if evaluator.is_given() && !matches!(engine, Engine::Best | Engine::Puct | Engine::Gumbel) {
            let engine = engine.name();
            return Err(invalid(format!(
                "evaluator is for the engines \"puct\" and \"gumbel\", and this one is \"{engine}\""
            )));
        }
        let mut settings = Settings::new(size);
        if let Some(TextArgument(text)) = &weights {
            let evaluation = Evaluation::parse(text).map_err(|error| from_parse(py, &error))?;
            if evaluation.size() != size {
                let other = evaluation.size();
                return Err(invalid(format!("weights must be of the board {size}, and these are of {other}")));
            }
            settings.evaluation = Arc::new(evaluation);
        }
        let learned = engine != Engine::Uct && evaluator.asks_learned();
        if weights.is_some() && !learned {
            let who = if engine == Engine::Uct { "the engine \"uct\"" } else { "this evaluator" };
            return Err(invalid(format!("weights are of the learned evaluation, which {who} does not ask")));
        }
        settings.engine = if evaluator.is_given() && engine == Engine::Best { Engine::Puct } else { engine };
        settings.threads = threads.0;
        settings.seed = seed.0;
        settings.memory = memory.0;
        settings.clock = clock_of(clock.0);
        settings.max_plies = max_plies_argument(max_plies)?.unwrap_or(default_max_plies(size));
        settings.evaluator = evaluator.builtin();
        let state = Mutex::new(State::new(&settings, &evaluator));
        let weights = weights.map(|TextArgument(text)| text);
        Ok(PySearch { settings, engine, clock: clock.0, evaluator, weights, state, running: Mutex::new(None) })
    }

    /// Searches a position until the first limit is reached, and reports what was found.
    ///
    /// ``state``: a game or a position, which is not over. ``seconds``: more than 0, by the clock of the search, at most 604800;
    /// ``visits``: iterations, or positions that ``alphabeta`` searches, 1..2**40; ``nodes``: by which the tree may grow, 1..2**40. Without any
    /// limit it searches for 1 second. ``progress(report)`` is called on this thread about four times a second with a :class:`Report`
    /// of what has been found so far. The GIL is released. Ctrl-C raises KeyboardInterrupt; :meth:`cancel` ends the run with its report.
    ///
    /// The search starts from nothing unless :meth:`advance` has led here, so equal calls have equal results if one thread is limited by
    /// visits or nodes. MeridiansError if the game is over or on another board; RuntimeError while another run of this search is under way.
    #[pyo3(signature = (state, *, seconds = None, visits = None, nodes = None, progress = None))]
    fn run(
        &self,
        py: Python<'_>,
        state: &Bound<'_, PyAny>,
        seconds: Option<&Bound<'_, PyAny>>,
        visits: Option<&Bound<'_, PyAny>>,
        nodes: Option<&Bound<'_, PyAny>>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<PyReport> {
        let game = game_of(state)?;
        let limits = limits_argument(seconds, visits, nodes)?;
        callable(py, progress.as_ref())?;
        let mut state = self.state()?;
        let watch = Arc::new(Watch::default());
        let _run = Run::begin(&self.running, &watch);
        let mut attendant = Attendant { evaluator: &self.evaluator, watch: &watch, progress, wanted: Instant::now() };
        let State { search, sender, questions } = &mut *state;
        let channel = (sender.clone(), questions);
        let result = attended(py, &watch.control, channel, &mut attendant, || search.run(&game, limits, &watch))?;
        result.map(|report| PyReport { report }).map_err(|nothing| invalid(nothing.to_string()))
    }

    /// Tells the search that a move, by name or action, was played in the position that it searched last or advanced to.
    ///
    /// The next :meth:`run` then uses what was found behind it, if it is of the position that this leads to. Before the first run it does
    /// nothing. IllegalMoveError if the move is illegal there; RuntimeError while a run is under way.
    fn advance(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let position = self.state()?.search.position().copied().unwrap_or(Position::new(self.settings.size, true));
        // Reading the move may run the caller's code, so nothing is held meanwhile.
        let mv = move_argument(r#move, &position)?;
        self.state()?.search.advance(mv).map_err(|illegal| from_illegal(py, illegal))
    }

    /// Ends the run that is under way, from another thread: it returns its report, with ``stopped`` ``"cancelled"``.
    ///
    /// Without a run nothing happens.
    fn cancel(&self) {
        if let Some(watch) = self.running.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
            watch.control.stop();
        }
    }

    /// The board's size, such as ``"6/7"`` (R1).
    #[getter]
    fn size(&self) -> String {
        self.settings.size.to_string()
    }

    /// The engine that was asked for; :attr:`Report.engine` says which one searched.
    #[getter]
    fn engine(&self) -> &'static str {
        self.engine.name()
    }

    /// The number of threads.
    #[getter]
    fn threads(&self) -> usize {
        self.settings.threads
    }

    /// The seed.
    #[getter]
    fn seed(&self) -> u64 {
        self.settings.seed
    }

    /// The most bytes that tree or table may take.
    #[getter]
    fn memory(&self) -> u64 {
        self.settings.memory
    }

    /// ``"wall"`` or ``"cpu"``.
    #[getter]
    fn clock(&self) -> &'static str {
        self.clock
    }

    /// The evaluator, by name if it is one of the package's; None if none was given.
    #[getter]
    fn evaluator(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.evaluator.object(py)
    }

    /// The text of the weights that were given; None for those of the package.
    #[getter]
    fn weights(&self) -> Option<&str> {
        self.weights.as_deref()
    }

    /// Lines with more plies from the position searched count as drawn.
    #[getter]
    fn max_plies(&self) -> u32 {
        self.settings.max_plies
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let evaluator = match self.evaluator.object(py) {
            Some(evaluator) => format!(", evaluator={}", evaluator.bind(py).repr()?.to_string_lossy()),
            None => String::new(),
        };
        Ok(format!(
            "Search(size='{}', engine='{}', threads={}, seed={}, memory={}, clock='{}'{evaluator}{}, max_plies={})",
            self.settings.size,
            self.engine.name(),
            self.settings.threads,
            self.settings.seed,
            self.settings.memory,
            self.clock,
            if self.weights.is_some() { ", weights=..." } else { "" },
            self.settings.max_plies
        ))
    }

    #[allow(clippy::unused_self, reason = "Python calls it on an object")]
    fn __copy__(&self) -> PyResult<()> {
        Err(not_to_be_copied())
    }

    #[allow(clippy::unused_self, reason = "Python calls it on an object")]
    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<()> {
        Err(not_to_be_copied())
    }

    #[allow(clippy::unused_self, reason = "Python calls it on an object")]
    fn __reduce__(&self) -> PyResult<()> {
        Err(not_to_be_copied())
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.evaluator.traverse(&visit)
    }
}

fn not_to_be_copied() -> PyErr {
    PyTypeError::new_err("a Search cannot be copied or pickled: make another one with the same settings")
}

impl PySearch {
    /// What a run has for itself, unless another one has it.
    fn state(&self) -> PyResult<MutexGuard<'_, State>> {
        match self.state.try_lock() {
            Ok(state) => Ok(state),
            Err(TryLockError::WouldBlock) => {
                Err(PyRuntimeError::new_err("this search is running: wait for it, cancel it, or make another Search"))
            }
            // A panic came out of a run, and nobody knows what it left.
            Err(TryLockError::Poisoned(poisoned)) => {
                self.state.clear_poison();
                let mut state = poisoned.into_inner();
                *state = State::new(&self.settings, &self.evaluator);
                Ok(state)
            }
        }
    }
}

/// Makes a run known as the one to be cancelled, for as long as it lasts.
struct Run<'a>(&'a Mutex<Option<Arc<Watch>>>);

impl<'a> Run<'a> {
    fn begin(running: &'a Mutex<Option<Arc<Watch>>>, watch: &Arc<Watch>) -> Run<'a> {
        *running.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(watch));
        Run(running)
    }
}

impl Drop for Run<'_> {
    fn drop(&mut self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// What the calling thread does while the search runs: progress, and the evaluator's work.
struct Attendant<'a> {
    evaluator: &'a Asked,
    watch: &'a Watch,
    progress: Option<Py<PyAny>>,
    wanted: Instant,
}

impl Attend<Question> for Attendant<'_> {
    fn tick(&mut self, py: Python<'_>) -> PyResult<()> {
        let Some(progress) = &self.progress else { return Ok(()) };
        if let Some(report) = self.watch.take() {
            progress.call1(py, (PyReport { report },))?;
        }
        if self.wanted.elapsed() >= PROGRESS {
            self.wanted = Instant::now();
            self.watch.want();
        }
        Ok(())
    }

    fn serve(&mut self, py: Python<'_>, question: Question) -> PyResult<()> {
        match self.evaluator {
            Asked::Foreign(evaluator) => answer(py, evaluator, question),
            _ => Ok(()),
        }
    }
}

/// The game to search.
fn game_of(state: &Bound<'_, PyAny>) -> PyResult<Game> {
    if let Ok(position) = state.cast::<PyPosition>() {
        return Ok(Game::new(position.get().position, Repetition::Draw));
    }
    if let Ok(game) = state.cast::<GameState>() {
        return Ok(game.try_borrow()?.game.clone());
    }
    Err(PyTypeError::new_err(format!("state must be a GameState or a Position, not {}", state.get_type().name()?)))
}

/// The limits of a run.
fn limits_argument(
    seconds: Option<&Bound<'_, PyAny>>,
    visits: Option<&Bound<'_, PyAny>>,
    nodes: Option<&Bound<'_, PyAny>>,
) -> PyResult<Limits> {
    if seconds.is_none() && visits.is_none() && nodes.is_none() {
        return Ok(Limits::default());
    }
    let mut limits = Limits::MOST;
    if let Some(seconds) = seconds {
        limits.time = positive_seconds(seconds, "seconds", limits.time)?;
    }
    if let Some(visits) = visits {
        limits.visits = whole(visits, "visits", 1, limits.visits)?;
    }
    if let Some(nodes) = nodes {
        limits.nodes = whole(nodes, "nodes", 1, limits.nodes)?;
    }
    Ok(limits)
}
