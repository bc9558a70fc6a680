//! The calls that play many random games: from a position, from many, and after each move of one.

use crate::arguments::{
    AmafFlag, BackendArgument, FirstMovesFlag, LengthsFlag, OwnershipFlag, SeedArgument, max_plies_argument,
    threads_argument, type_name, whole,
};
use crate::boundary::{Progress, brief, poll, run};
use crate::build::level_in_use;
use crate::errors::{from_nothing_to_play, invalid};
use crate::evaluation::PyMoveEvaluations;
use crate::game::GameState;
use crate::position::PyPosition;
use crate::rollouts::PyRollouts;
use crate::times::{Clock, Times};
use meridians::{Backend, Batch, Control, NothingToPlay, Position, Stopped, Tables};
use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError};
use pyo3::prelude::*;

/// So few games take some tens of milliseconds at most, in which nobody misses Ctrl-C; a thread of their own would take as long as a
/// dozen of them.
const BRIEF_GAMES: u64 = 512;

/// The arguments that all of these calls have, as they come from Python.
pub(crate) struct Arguments<'a, 'py> {
    pub(crate) seed: SeedArgument,
    pub(crate) threads: Option<&'a Bound<'py, PyAny>>,
    pub(crate) max_plies: Option<&'a Bound<'py, PyAny>>,
    pub(crate) progress: Option<Py<PyAny>>,
    pub(crate) backend: BackendArgument,
    pub(crate) tables: Tables,
}

/// The tables that are asked for.
pub(crate) fn tables(
    ownership: OwnershipFlag,
    first_moves: FirstMovesFlag,
    amaf: AmafFlag,
    lengths: LengthsFlag,
) -> Tables {
    Tables { ownership: ownership.0, first_moves: first_moves.0, amaf: amaf.0, lengths: lengths.0 }
}

impl Arguments<'_, '_> {
    /// Checks the arguments, plays, and says what it took. `times`: how often the games are played.
    fn play<T: Send>(
        self,
        py: Python<'_>,
        games: u64,
        times: usize,
        work: impl FnOnce(Batch, &Control) -> Result<Result<T, Stopped>, NothingToPlay> + Send,
    ) -> PyResult<(T, Times)> {
        let batch = Batch {
            games,
            seed: self.seed.0,
            max_plies: max_plies_argument(self.max_plies)?,
            threads: threads_argument(self.threads)?,
            backend: self.backend.0,
            level: Some(level_in_use()?),
            tables: self.tables,
        };
        let total = games.checked_mul(times as u64).ok_or_else(|| {
            invalid(format!("{games} games {times} times are too many: there must be fewer than 2**64"))
        })?;
        let progress = Progress::new(py, self.progress, total)?;
        let clock = Clock::start(py)?;
        let result = if progress.is_none() && total <= BRIEF_GAMES {
            brief(py, || work(batch, &Control::default()))
        } else {
            run(py, progress, |control| work(batch, control))?
        };
        let result = result
            .map_err(from_nothing_to_play)?
            .map_err(|stopped| PyKeyboardInterrupt::new_err(stopped.to_string()))?;
        Ok((result, clock.read(py)?))
    }
}

/// Many random games from a position.
pub(crate) fn rollouts(position: Position, n: &Bound<'_, PyAny>, arguments: Arguments<'_, '_>) -> PyResult<PyRollouts> {
    let games = whole(n, "n", 1, u64::MAX)?;
    let (rollouts, times) =
        arguments.play(n.py(), games, 1, |batch, control| meridians::rollouts(&position, batch, control))?;
    Ok(PyRollouts::measured(rollouts, times))
}

/// Random games after each legal move of a position.
pub(crate) fn evaluate_moves(
    position: Position,
    n: &Bound<'_, PyAny>,
    arguments: Arguments<'_, '_>,
) -> PyResult<PyMoveEvaluations> {
    let games = whole(n, "n", 1, i64::MAX as u64)?;
    let moves = position.legal().count();
    let (evaluations, times) =
        arguments.play(n.py(), games, moves, |batch, control| meridians::evaluate_moves(&position, batch, control))?;
    Ok(PyMoveEvaluations::measured(position.size(), evaluations, times))
}

/// ``n_each`` uniformly random games from each of several positions or games, of any sizes: a list of :class:`Rollouts`.
///
/// Game i from every position is its ``rollout(seed, i)``, so the result for each is that of its :meth:`GameState.rollouts`, and
/// positions are compared on common random numbers. The games of all positions keep the engine busy together: a few from each of
/// many positions are as fast as many from one. The other arguments are those of :meth:`GameState.rollouts`;
/// ``progress(done, total)`` counts the games from all positions. MeridiansError if a game is over.
#[pyfunction]
#[pyo3(
    signature = (
        positions, n_each, seed = SeedArgument(0), threads = None, max_plies = None, progress = None,
        backend = BackendArgument(Backend::Auto), ownership = OwnershipFlag(false), first_moves = FirstMovesFlag(false),
        amaf = AmafFlag(false), lengths = LengthsFlag(false)
    ),
    text_signature = "(positions, n_each, seed=0, threads=None, max_plies=None, progress=None, backend='auto', \
                      ownership=False, first_moves=False, amaf=False, lengths=False)"
)]
#[allow(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn rollouts_from(
    positions: &Bound<'_, PyAny>,
    n_each: &Bound<'_, PyAny>,
    seed: SeedArgument,
    threads: Option<&Bound<'_, PyAny>>,
    max_plies: Option<&Bound<'_, PyAny>>,
    progress: Option<Py<PyAny>>,
    backend: BackendArgument,
    ownership: OwnershipFlag,
    first_moves: FirstMovesFlag,
    amaf: AmafFlag,
    lengths: LengthsFlag,
) -> PyResult<Vec<PyRollouts>> {
    let (positions, over): (Vec<Position>, Vec<bool>) = positions_argument(positions)?.into_iter().unzip();
    if let Some(place) = over.iter().position(|&over| over) {
        return Err(invalid(format!("positions[{place}]: {NothingToPlay}")));
    }
    let tables = tables(ownership, first_moves, amaf, lengths);
    rollouts_from_each(&positions, n_each, Arguments { seed, threads, max_plies, progress, backend, tables })
}

/// Random games from each of several positions that are not over.
pub(crate) fn rollouts_from_each(
    positions: &[Position],
    n_each: &Bound<'_, PyAny>,
    arguments: Arguments<'_, '_>,
) -> PyResult<Vec<PyRollouts>> {
    let games = whole(n_each, "n_each", 1, u64::MAX)?;
    let (all, times) = arguments.play(n_each.py(), games, positions.len(), |batch, control| {
        meridians::rollouts_from(positions, batch, control)
    })?;
    let plies: u64 = all.iter().map(|rollouts| rollouts.plies).sum();
    let part = |rollouts: &meridians::Rollouts| times.part(rollouts.plies as f64 / plies as f64);
    Ok(all.into_iter().map(|rollouts| (part(&rollouts), rollouts)).map(|(t, r)| PyRollouts::measured(r, t)).collect())
}

/// Positions, and whether they are of games that are over, from any iterable of positions and games; an error says which is none.
pub(crate) fn positions_argument(positions: &Bound<'_, PyAny>) -> PyResult<Vec<(Position, bool)>> {
    let items = positions.try_iter().map_err(|_| {
        let kind = type_name(positions);
        PyTypeError::new_err(format!("positions must be several GameStates or Positions, not {kind}"))
    })?;
    let mut found = Vec::new();
    for item in items {
        poll(positions.py())?;
        let (item, place) = (item?, found.len());
        found.push(if let Ok(position) = item.cast::<PyPosition>() {
            let position = position.get().position;
            (position, position.is_over())
        } else if let Ok(game) = item.cast::<GameState>() {
            let game = game.try_borrow()?;
            (*game.game.position(), game.game.is_over())
        } else {
            let kind = type_name(&item);
            let message = format!("positions[{place}] must be a GameState or a Position, not {kind}");
            return Err(PyTypeError::new_err(message));
        });
    }
    Ok(found)
}
