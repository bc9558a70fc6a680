//! What `meridians.training` is made from: games that searches play against each other, and the features of their positions.

use crate::arguments::{SeedArgument, SizeArgument, TextArgument, fraction, threads_argument, whole};
use crate::boundary::{Progress, run};
use crate::errors::{from_parse, invalid};
use meridians::{
    ByColor, Color, Evaluation, FEATURES, Feature, Move, Position, SelfPlay, SelfPlayGame, Size, default_max_plies,
    features,
};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// The moves of a branch that are kept: a playout has no more.
const BRANCH_MOVES: usize = 10;
/// Fills up the rows of branches that have fewer.
const NO_MOVE: u8 = 255;

fn evaluation(py: Python<'_>, size: Size, weights: Option<TextArgument>) -> PyResult<Arc<Evaluation>> {
    let Some(TextArgument(text)) = weights else { return Ok(Arc::new(Evaluation::builtin(size).clone())) };
    let evaluation = Evaluation::parse(&text).map_err(|error| from_parse(py, &error))?;
    if evaluation.size() != size {
        let other = evaluation.size();
        return Err(invalid(format!("weights must be of the board {size}, and these are of {other}")));
    }
    Ok(Arc::new(evaluation))
}

#[pyfunction]
#[pyo3(signature = (
    games, size = SizeArgument(Size::STANDARD), start = None, seed = SeedArgument(0), visits = None, light = None,
    dark = None, opening_plies = None, balance = None, drawn_plies = None, branches = None, threads = None, progress = None
))]
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
        visits: number(visits, "visits", 0, u64::from(u32::MAX), 300)?,
        opening_plies: number(opening_plies, "opening_plies", 2, 100, 6)? as u32,
        balance: share(balance, "balance", 0.35)? as f32,
        drawn_plies: number(drawn_plies, "drawn_plies", 0, 1000, 0)? as u32,
        branches: (256.0 * share(branches, "branches", 0.0)?).round() as u32,
        seed: seed.0,
    };
    let threads = threads_argument(threads)?;
    let progress = Progress::new(py, progress, count)?;
    let played = run(py, progress, |control| meridians::self_play(&settings, first..first + count, threads, control))?
        .map_err(|stopped| PyKeyboardInterrupt::new_err(stopped.to_string()))?;
    arrays(py, size.0, &played)
}

fn arrays<'py>(py: Python<'py>, size: Size, games: &[SelfPlayGame]) -> PyResult<Bound<'py, PyDict>> {
    let code = |mv: Move| mv.action(size) as u8;
    let branches = || games.iter().enumerate().flat_map(|(g, game)| game.branches.iter().map(move |b| (g, b)));
    let row = |moves: &[Move]| (0..BRANCH_MOVES).map(|i| moves.get(i).map_or(NO_MOVE, |&mv| code(mv))).collect();
    let rows: Vec<Vec<u8>> = branches().map(|(_, branch)| row(&branch.moves)).collect();
    let winner = |game: &SelfPlayGame| match game.winner {
        Some(Color::Light) => 1,
        Some(Color::Dark) => -1,
        None => 0,
    };
    let dict = PyDict::new(py);
    let moves = games.iter().flat_map(|game| game.moves.iter().map(|&mv| code(mv)));
    dict.set_item("moves", PyArray1::<u8>::from_iter(py, moves))?;
    let chances = games.iter().flat_map(|game| game.light_chances.iter().copied());
    dict.set_item("light_chances", PyArray1::<f32>::from_iter(py, chances))?;
    dict.set_item("plies", PyArray1::<i64>::from_iter(py, games.iter().map(|game| game.moves.len() as i64)))?;
    dict.set_item("winners", PyArray1::<i8>::from_iter(py, games.iter().map(winner)))?;
    dict.set_item("branch_games", PyArray1::<i64>::from_iter(py, branches().map(|(g, _)| g as i64)))?;
    dict.set_item("branch_plies", PyArray1::<i64>::from_iter(py, branches().map(|(_, b)| i64::from(b.ply))))?;
    let table = PyArray1::<u8>::from_vec(py, rows.concat()).reshape([rows.len(), BRANCH_MOVES])?;
    dict.set_item("branch_moves", table)?;
    dict.set_item("branch_light_chances", PyArray1::<f32>::from_iter(py, branches().map(|(_, b)| b.light_chance)))?;
    Ok(dict)
}

/// The names of the features, in their order.
#[pyfunction]
pub(crate) fn feature_names() -> Vec<&'static str> {
    Feature::ALL.iter().map(|feature| feature.name()).collect()
}

#[pyfunction]
pub(crate) fn game_features<'py>(
    py: Python<'py>,
    size: SizeArgument,
    moves: PyReadonlyArray1<'py, u8>,
    plies: PyReadonlyArray1<'py, i64>,
    branch_games: PyReadonlyArray1<'py, i64>,
    branch_plies: PyReadonlyArray1<'py, i64>,
    branch_moves: PyReadonlyArray2<'py, u8>,
) -> PyResult<Bound<'py, PyDict>> {
    let size = size.0;
    let (moves, plies) = (moves.as_slice()?, plies.as_slice()?);
    let (games, at, tails) = (branch_games.as_slice()?, branch_plies.as_slice()?, branch_moves.as_slice()?);
    let bad = |what: &str| invalid(format!("{what}: these are no games on {size}"));
    if plies.iter().any(|&n| n < 0 || n > i64::from(default_max_plies(size)))
        || plies.iter().sum::<i64>() != moves.len() as i64
        || games.len() != at.len()
        || tails.len() != BRANCH_MOVES * games.len()
    {
        return Err(bad("lengths differ"));
    }
    let play = |position: &mut Position, action: u8| {
        let mv = Move::from_action(size, false, usize::from(action)).ok_or_else(|| bad("no move"))?;
        position.play(mv).map(drop).map_err(|illegal| bad(&illegal.to_string()))
    };
    let mut rows = Rows::default();
    let (mut tail_rows, mut branch, mut first) = (Rows::default(), 0, 0);
    for (g, &n) in plies.iter().enumerate() {
        let mut position = Position::new(size, false);
        for (ply, &action) in moves[first..first + n as usize].iter().chain([&NO_MOVE]).enumerate() {
            while branch < games.len() && games[branch] == g as i64 && at[branch] == ply as i64 {
                let mut end = position;
                for &action in tails[BRANCH_MOVES * branch..][..BRANCH_MOVES].iter().take_while(|&&a| a != NO_MOVE) {
                    play(&mut end, action)?;
                }
                tail_rows.add(&end);
                branch += 1;
            }
            if ply < n as usize {
                rows.add(&position);
                play(&mut position, action)?;
            }
        }
        first += n as usize;
    }
    if branch < games.len() {
        return Err(bad("branches must be in the order of their games and plies"));
    }
    let dict = PyDict::new(py);
    rows.set(py, &dict, "")?;
    tail_rows.set(py, &dict, "branch_")?;
    Ok(dict)
}

/// Features of positions, the mover's less the other colour's, with the empty points and whether Light is to move.
#[derive(Default)]
struct Rows {
    features: Vec<i16>,
    empty: Vec<i16>,
    light_to_move: Vec<bool>,
}

impl Rows {
    fn add(&mut self, position: &Position) {
        let (turn, counts) = (position.turn(), features(position));
        self.features.extend((0..FEATURES).map(|k| (counts[turn][k] - counts[!turn][k]) as i16));
        self.empty.push(position.empty().count() as i16);
        self.light_to_move.push(turn == Color::Light);
    }

    fn set<'py>(self, py: Python<'py>, dict: &Bound<'py, PyDict>, prefix: &str) -> PyResult<()> {
        let n = self.empty.len();
        let features: Bound<'py, PyArray2<i16>> = PyArray1::from_vec(py, self.features).reshape([n, FEATURES])?;
        dict.set_item(format!("{prefix}features"), features)?;
        dict.set_item(format!("{prefix}empty"), PyArray1::from_vec(py, self.empty))?;
        dict.set_item(format!("{prefix}light_to_move"), PyArray1::from_vec(py, self.light_to_move))
    }
}
