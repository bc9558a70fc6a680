//! What `meridians.training` is made from: games that searches play against each other, and the features of their positions.

use crate::arguments::{SeedArgument, SizeArgument, TextArgument, fraction, threads_argument, type_name, whole};
use crate::boundary::{Progress, run};
use crate::errors::{from_parse, invalid};
use meridians::{ByColor, Color, Evaluation, FEATURES, Move, Position, SelfPlay, SelfPlayGame, Size, chance, features};
use numpy::{Element, PyArray1, PyArrayMethods, PyReadonlyArray1, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

fn evaluation(py: Python<'_>, size: Size, weights: Option<TextArgument>) -> PyResult<Arc<Evaluation>> {
    let Some(TextArgument(text)) = weights else { return Ok(Arc::new(Evaluation::builtin(size).clone())) };
    let evaluation = Evaluation::parse(&text).map_err(|error| from_parse(py, &error))?;
    if evaluation.size() != size {
        let other = evaluation.size();
        return Err(invalid(format!("weights must be of the board {size}, and these are of {other}")));
    }
    Ok(Arc::new(evaluation))
}

/// Games that the search plays against itself, to learn from (``docs/training.md``), with the index ``start`` and the following.
///
/// A game is a function of the other arguments and its index. It begins with 2 to ``opening_plies`` random plies, drawn again (a few
/// times) until Light's share of random games is within ``balance`` of one half; the openings are those of size, seed and index.
/// Then each move takes a search of ``visits`` visits, the first ``drawn_plies`` moves drawn by their visits, until the game is over
/// or its winner proven. With 0 visits all moves are random. ``light`` and ``dark``: the texts of the weights that the colours
/// evaluate positions by; default those of the package. ``branches``: so many games branch off from each, after a random ply of it
/// and a playout. ``progress(done, total)`` counts games. Ctrl-C raises KeyboardInterrupt.
///
/// The result has, for each game in order, ``indices`` int64 ``[G]`` (a branch has that of its game), ``plies`` int64 ``[G]`` and
/// ``winners`` int8 ``[G]`` (1 Light, -1 Dark, 0 neither); and for all moves, game after game, ``moves`` uint8 ``[M]`` (actions) and
/// ``light_chances`` float32 ``[M]`` (Light's winning chance before the move, nan where no search chose it).
#[pyfunction]
#[pyo3(
    signature = (
        games, size = SizeArgument(Size::STANDARD), start = None, seed = SeedArgument(0), visits = None, light = None,
        dark = None, opening_plies = None, balance = None, drawn_plies = None, branches = None, threads = None,
        progress = None
    ),
    text_signature = "(games, size='6/7', start=0, seed=0, visits=100, light=None, dark=None, opening_plies=6, \
                      balance=0.35, drawn_plies=0, branches=0, threads=None, progress=None)"
)]
#[allow(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn self_play<'py>(
    py: Python<'py>,
    games: &Bound<'py, PyAny>,
    size: SizeArgument,
    start: Option<&Bound<'py, PyAny>>,
    seed: SeedArgument,
    visits: Option<&Bound<'py, PyAny>>,
    light: Option<TextArgument>,
    dark: Option<TextArgument>,
    opening_plies: Option<&Bound<'py, PyAny>>,
    balance: Option<&Bound<'py, PyAny>>,
    drawn_plies: Option<&Bound<'py, PyAny>>,
    branches: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let number = |object: Option<&Bound<'py, PyAny>>, what: &str, least: u64, most: u64, default: u64| match object {
        None => Ok(default),
        Some(object) => whole(object, what, least, most),
    };
    let share = |object: Option<&Bound<'py, PyAny>>, what: &str, default: f64| match object {
        None => Ok(default),
        Some(object) => fraction(object, what),
    };
    let count = whole(games, "games", 0, u64::from(u32::MAX))?;
    let first = number(start, "start", 0, u64::from(u32::MAX), 0)?;
    let settings = SelfPlay {
        size: size.0,
        evaluations: ByColor([evaluation(py, size.0, light)?, evaluation(py, size.0, dark)?]),
        visits: number(visits, "visits", 0, u64::from(u32::MAX), 100)?,
        opening_plies: number(opening_plies, "opening_plies", 2, 100, 6)? as u32,
        balance: share(balance, "balance", 0.35)? as f32,
        drawn_plies: number(drawn_plies, "drawn_plies", 0, 1000, 0)? as u32,
        branches: number(branches, "branches", 0, 1000, 0)? as u32,
        seed: seed.0,
    };
    let threads = threads_argument(threads)?;
    let progress = Progress::new(py, progress, count)?;
    let played = run(py, progress, |control| meridians::self_play(&settings, first..first + count, threads, control))?
        .map_err(|stopped| PyKeyboardInterrupt::new_err(stopped.to_string()))?;
    arrays(py, size.0, &played)
}

fn arrays<'py>(py: Python<'py>, size: Size, games: &[SelfPlayGame]) -> PyResult<Bound<'py, PyDict>> {
    let winner = |game: &SelfPlayGame| match game.winner {
        Some(Color::Light) => 1,
        Some(Color::Dark) => -1,
        None => 0,
    };
    let moves = games.iter().flat_map(|game| game.moves.iter().map(|&mv| mv.action(size) as u8));
    let chances = games.iter().flat_map(|game| game.light_chances.iter().copied());
    let dict = PyDict::new(py);
    dict.set_item("indices", PyArray1::<i64>::from_iter(py, games.iter().map(|game| game.index.cast_signed())))?;
    dict.set_item(
        "plies",
        PyArray1::<i64>::from_iter(py, games.iter().map(|game| game.moves.len().cast_signed() as i64)),
    )?;
    dict.set_item("winners", PyArray1::<i8>::from_iter(py, games.iter().map(winner)))?;
    dict.set_item("moves", PyArray1::<u8>::from_iter(py, moves))?;
    dict.set_item("light_chances", PyArray1::<f32>::from_iter(py, chances))?;
    Ok(dict)
}

/// The features of the positions before each move of some games (``docs/features.md``); the games as :func:`self_play` gives them.
///
/// ``moves``: actions, uint8 ``[M]``, game after game from the empty board. ``plies``: the moves of each game, int64 ``[G]``. The
/// result has ``features`` int16 ``[M, 2, F]``, of the colour to move and of the other; ``empty`` int16 ``[M]``, the empty
/// points; ``light_to_move`` bool ``[M]``; and ``chances`` float32 ``[M]``, the winning chance of the colour to move by the
/// evaluation with these ``weights``, a text (default: those of the package). MeridiansError if a move is illegal.
#[pyfunction]
#[pyo3(signature = (size, moves, plies, weights = None))]
pub(crate) fn game_features<'py>(
    py: Python<'py>,
    size: SizeArgument,
    moves: &Bound<'py, PyAny>,
    plies: &Bound<'py, PyAny>,
    weights: Option<TextArgument>,
) -> PyResult<Bound<'py, PyDict>> {
    let size = size.0;
    let evaluation = evaluation(py, size, weights)?;
    let (moves, plies) = (row::<u8>(moves, "moves", "uint8")?, row::<i64>(plies, "plies", "int64")?);
    let (moves, plies) = (slice(&moves, "moves")?, slice(&plies, "plies")?);
    let total = plies.iter().try_fold(0_i64, |sum, &n| if n < 0 { None } else { sum.checked_add(n) });
    if total != i64::try_from(moves.len()).ok() {
        return Err(invalid(format!("plies must be the lengths of games with {} moves together", moves.len())));
    }
    let (mut rows, mut empty, mut light_to_move, mut chances) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut left = moves;
    for (game, &n) in plies.iter().enumerate() {
        let (own, rest) = left.split_at(n.cast_unsigned() as usize);
        left = rest;
        let mut position = Position::new(size, false);
        for (ply, &action) in own.iter().enumerate() {
            let mv = Move::from_action(size, false, usize::from(action)).filter(|&mv| position.is_legal(mv));
            let mv =
                mv.ok_or_else(|| invalid(format!("game {game}, ply {}: action {action} is not legal", ply + 1)))?;
            let (turn, counts) = (position.turn(), features(&position));
            rows.extend([turn, !turn].iter().flat_map(|&color| counts[color]).map(|count| count as i16));
            empty.push(position.empty().count().cast_signed() as i16);
            light_to_move.push(turn == Color::Light);
            chances.push(chance(evaluation.logit(&position)));
            position.play_unchecked(mv);
        }
    }
    let dict = PyDict::new(py);
    dict.set_item("features", PyArray1::from_vec(py, rows).reshape([empty.len(), 2, FEATURES])?)?;
    dict.set_item("empty", PyArray1::from_vec(py, empty))?;
    dict.set_item("light_to_move", PyArray1::from_vec(py, light_to_move))?;
    dict.set_item("chances", PyArray1::from_vec(py, chances))?;
    Ok(dict)
}

/// An array of one dimension.
fn row<'py, T: Element>(object: &Bound<'py, PyAny>, what: &str, kind: &str) -> PyResult<PyReadonlyArray1<'py, T>> {
    object.extract().map_err(|_| {
        let given = match object.cast::<PyUntypedArray>() {
            Ok(array) => format!("{} of shape {:?}", array.dtype(), array.shape()),
            Err(_) => type_name(object),
        };
        PyTypeError::new_err(format!("{what} must be a numpy array of {kind} with one dimension, not {given}"))
    })
}

fn slice<'a, T: Element>(array: &'a PyReadonlyArray1<'_, T>, what: &str) -> PyResult<&'a [T]> {
    array.as_slice().map_err(|_| invalid(format!("{what} must be contiguous in memory")))
}
