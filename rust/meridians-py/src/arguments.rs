//! Arguments from Python: checked here, once, with errors that name the argument and what is allowed.

use crate::boundary::poll;
use crate::errors::{from_move_name, from_point_name, illegal_move, invalid};
use meridians::record::{Format, Mark, ResultReason};
use meridians::{
    Backend, Bitboard, ByColor, Color, Engine, IllegalActions, MAX_THREADS, Move, Pie, Point, Position, Reason,
    Repetition, Settings, Size, Symmetry, parse_size, point_text, quoted,
};
use pyo3::Borrowed;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyInt, PyList, PyMemoryView, PyString};
use std::num::NonZeroUsize;
use std::time::Duration;

/// The name of an object's type, for messages.
pub(crate) fn type_name(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "object".to_owned(), |name| name.to_string())
}

/// One of the engine's named values. The error lists the names.
fn named<T: Copy>(
    object: Borrowed<'_, '_, PyAny>,
    what: &str,
    names: &[&str],
    from_name: impl Fn(&str) -> Option<T>,
) -> PyResult<T> {
    let expected = || names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(" or ");
    let Ok(text) = object.cast::<PyString>() else {
        return Err(PyTypeError::new_err(format!("{what} must be {}, not {}", expected(), type_name(&object))));
    };
    let text = text.to_string_lossy();
    from_name(&text).ok_or_else(|| invalid(format!("{what} must be {}, not {}", expected(), quoted(&text))))
}

macro_rules! named_argument {
    ($(#[$doc:meta])* $argument:ident($value:ty), $what:literal, $names:expr, $from_name:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(crate) struct $argument(pub(crate) $value);

        impl<'a, 'py> FromPyObject<'a, 'py> for $argument {
            type Error = PyErr;

            fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<$argument> {
                named(object, $what, &$names, $from_name).map($argument)
            }
        }
    };
}

named_argument!(
    /// A colour by name.
    ColorArgument(Color), "color", Color::ALL.map(Color::name), Color::from_name
);
named_argument!(
    /// How a game ended, by name.
    ReasonArgument(Reason), "reason", Reason::ALL.map(Reason::name), Reason::from_name
);
named_argument!(
    /// A pie state by name.
    PieArgument(Pie), "pie", Pie::ALL.map(Pie::name), Pie::from_name
);
named_argument!(
    /// The kind of opening by name; whether it is the pie.
    OpeningArgument(bool), "opening", OPENINGS, opening_from_name
);
named_argument!(
    /// A repetition policy by name.
    RepetitionArgument(Repetition), "repetition", Repetition::ALL.map(Repetition::name), Repetition::from_name
);
named_argument!(
    /// What an illegal action does, by name.
    IllegalArgument(IllegalActions), "illegal", IllegalActions::ALL.map(IllegalActions::name), IllegalActions::from_name
);
named_argument!(
    /// A symmetry by name.
    SymmetryArgument(Symmetry), "symmetry", Symmetry::ALL.map(Symmetry::name), Symmetry::from_name
);

named_argument!(
    /// How a recorded game ended, by name.
    ResultReasonArgument(ResultReason), "reason", ResultReason::ALL.map(ResultReason::name), ResultReason::from_name
);
named_argument!(
    /// A mark on a point by name.
    MarkArgument(Mark), "mark", Mark::ALL.map(Mark::name), Mark::from_name
);
named_argument!(
    /// A format of records by name.
    FormatArgument(Format), "format", Format::ALL.map(Format::name), Format::from_name
);
named_argument!(
    /// A backend by name.
    BackendArgument(Backend), "backend", Backend::ALL.map(Backend::name), Backend::from_name
);

named_argument!(
    /// An engine of a search by name.
    EngineArgument(Engine), "engine", Engine::ALL.map(Engine::name), Engine::from_name
);
named_argument!(
    /// What the time of a search is measured by, by name.
    SearchClockArgument(&'static str), "clock", CLOCKS, |name| CLOCKS.into_iter().find(|&clock| clock == name)
);

const CLOCKS: [&str; 2] = ["wall", "cpu"];
const OPENINGS: [&str; 2] = ["plain", "pie"];

fn opening_from_name(name: &str) -> Option<bool> {
    OPENINGS.iter().position(|&opening| opening == name).map(|i| i == 1)
}

/// The name of an opening.
pub(crate) fn opening_name(with_pie: bool) -> &'static str {
    OPENINGS[usize::from(with_pie)]
}

/// A board size by name.
#[derive(Clone, Copy)]
pub(crate) struct SizeArgument(pub(crate) Size);

impl<'a, 'py> FromPyObject<'a, 'py> for SizeArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<SizeArgument> {
        let Ok(text) = object.cast::<PyString>() else {
            return Err(PyTypeError::new_err(format!(
                "size must be a text such as \"6/7\", not {}",
                type_name(&object)
            )));
        };
        let text = text.to_string_lossy();
        parse_size(&text).map(SizeArgument).map_err(|_| {
            let sizes = Size::ALL.map(|size| size.to_string()).join(", ");
            let given = quoted(&text);
            invalid(format!("unknown board size {given}: it must be one of {sizes}, beginner, standard, expert (R1)"))
        })
    }
}

/// A text. Half a surrogate pair, which Python can hold and no text of ours has, becomes a character that is not ours either,
/// so that the parsers refuse it with an error of ours.
pub(crate) struct TextArgument(pub(crate) String);

impl<'a, 'py> FromPyObject<'a, 'py> for TextArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<TextArgument> {
        let text = object
            .cast::<PyString>()
            .map_err(|_| PyTypeError::new_err(format!("a text must be a str, not {}", type_name(&object))))?;
        Ok(TextArgument(text.to_string_lossy().into_owned()))
    }
}

/// How an object is shown in messages: short, whatever it is.
fn shown(object: &Bound<'_, PyAny>) -> String {
    let repr = object.repr().map_or_else(|_| "that".to_owned(), |repr| repr.to_string_lossy().into_owned());
    let short: String = repr.chars().take(40).collect();
    if short.len() < repr.len() { short + "..." } else { short }
}

/// A whole number from `least` to `most`.
pub(crate) fn whole(object: &Bound<'_, PyAny>, what: &str, least: u64, most: u64) -> PyResult<u64> {
    whole_128(object, what, u128::from(least), u128::from(most)).map(|number| number as u64)
}

/// A whole number from `least` to `most`, of up to 128 bits.
pub(crate) fn whole_128(object: &Bound<'_, PyAny>, what: &str, least: u128, most: u128) -> PyResult<u128> {
    let Some(number) = index_of(object)? else {
        return Err(PyTypeError::new_err(format!("{what} must be a whole number, not {}", type_name(object))));
    };
    let number = number.extract::<u128>().ok().filter(|number| (least..=most).contains(number));
    let most_text = match most {
        u128::MAX => "2**128-1".to_owned(),
        most if most == u128::from(u64::MAX) => "2**64-1".to_owned(),
        most => most.to_string(),
    };
    number.ok_or_else(|| {
        let given = shown(object);
        invalid(format!("{what} must be a whole number from {least} to {most_text}, not {given}"))
    })
}

/// A seed.
pub(crate) struct SeedArgument(pub(crate) u64);

impl<'a, 'py> FromPyObject<'a, 'py> for SeedArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<SeedArgument> {
        whole(&object, "seed", 0, u64::MAX).map(SeedArgument)
    }
}

/// The ply cap that was asked for.
pub(crate) fn max_plies_argument(max_plies: Option<&Bound<'_, PyAny>>) -> PyResult<Option<u32>> {
    max_plies.map(|value| whole(value, "max_plies", 1, u64::from(u32::MAX)).map(|plies| plies as u32)).transpose()
}

/// The index of a game under a seed.
pub(crate) struct IndexArgument(pub(crate) u64);

impl<'a, 'py> FromPyObject<'a, 'py> for IndexArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<IndexArgument> {
        whole(&object, "index", 0, u64::MAX).map(IndexArgument)
    }
}

/// The whole number that an object stands for; none if it is no number, or a truth value. What its `__index__` raises is
/// raised.
fn index_of<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if object.is_instance_of::<PyBool>() {
        return Ok(None);
    }
    if object.is_instance_of::<PyInt>() {
        return Ok(Some(object.clone()));
    }
    if object.hasattr("__index__")? { object.call_method0("__index__").map(Some) } else { Ok(None) }
}

/// The turns taken by Light and by Dark.
pub(crate) struct TurnsArgument(pub(crate) ByColor<u8>);

impl<'a, 'py> FromPyObject<'a, 'py> for TurnsArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<TurnsArgument> {
        let Ok((light, dark)) = object.extract::<(Bound<'py, PyAny>, Bound<'py, PyAny>)>() else {
            let message = format!("turns must be a pair of numbers, Light's and Dark's, not {}", shown(&object));
            return Err(PyTypeError::new_err(message));
        };
        let count = |turns| whole(&turns, "turns", 0, u64::from(u8::MAX)).map(|turns| turns as u8);
        Ok(TurnsArgument(ByColor([count(light)?, count(dark)?])))
    }
}

/// A confidence, strictly between 0 and 1.
pub(crate) struct Confidence(pub(crate) f64);

impl<'a, 'py> FromPyObject<'a, 'py> for Confidence {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Confidence> {
        let Ok(confidence) = object.extract::<f64>() else {
            let kind = object.get_type().name()?;
            return Err(PyTypeError::new_err(format!("confidence must be a number between 0 and 1, not {kind}")));
        };
        if 0.0 < confidence && confidence < 1.0 {
            Ok(Confidence(confidence))
        } else {
            Err(invalid(format!("confidence must lie between 0 and 1, not {confidence}")))
        }
    }
}

impl Confidence {
    /// The two-sided quantile of the normal distribution.
    pub(crate) fn quantile(&self, py: Python<'_>) -> PyResult<f64> {
        // The standard library has it; a few microseconds do not matter here.
        let normal = py.import("statistics")?.getattr("NormalDist")?.call0()?;
        // By the lower tail: it keeps its digits as the confidence comes near to 1.
        normal.call_method1("inv_cdf", ((1.0 - self.0) / 2.0,))?.extract::<f64>().map(f64::abs)
    }
}

macro_rules! flag_argument {
    ($(#[$doc:meta])* $argument:ident, $what:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(crate) struct $argument(pub(crate) bool);

        impl<'a, 'py> FromPyObject<'a, 'py> for $argument {
            type Error = PyErr;

            fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<$argument> {
                object.extract::<bool>().map($argument).map_err(|_| {
                    PyTypeError::new_err(format!(concat!($what, " must be True or False, not {}"), type_name(&object)))
                })
            }
        }
    };
}

flag_argument!(
    /// Whether to count who holds the points at the end.
    OwnershipFlag, "ownership"
);
flag_argument!(
    /// Whether to count first moves.
    FirstMovesFlag, "first_moves"
);
flag_argument!(
    /// Whether to count all moves as first.
    AmafFlag, "amaf"
);
flag_argument!(
    /// Whether to count the lengths of the games.
    LengthsFlag, "lengths"
);

flag_argument!(
    /// Whether games of a batch that end are begun anew.
    AutoResetFlag, "auto_reset"
);

flag_argument!(
    /// Whether a reader cuts a line of moves at a fault.
    LenientFlag, "lenient"
);

/// The format that was asked for.
pub(crate) fn format_argument(format: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Format>> {
    format.map(|format| format.extract::<FormatArgument>().map(|format| format.0)).transpose()
}

/// The number of threads that was asked for.
pub(crate) fn threads_argument(threads: Option<&Bound<'_, PyAny>>) -> PyResult<Option<NonZeroUsize>> {
    let threads = threads.map(|value| whole(value, "threads", 1, MAX_THREADS as u64)).transpose()?;
    Ok(threads.and_then(|threads| NonZeroUsize::new(threads as usize)))
}

macro_rules! number_argument {
    ($(#[$doc:meta])* $argument:ident($value:ty), $what:literal, $least:expr, $most:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(crate) struct $argument(pub(crate) $value);

        impl<'a, 'py> FromPyObject<'a, 'py> for $argument {
            type Error = PyErr;

            fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<$argument> {
                whole(&object, $what, $least, $most).map(|number| $argument(number as $value))
            }
        }
    };
}

number_argument!(
    /// The number of threads of a search.
    ThreadsArgument(usize), "threads", 1, MAX_THREADS as u64
);
number_argument!(
    /// The bytes that a search may take.
    MemoryArgument(u64), "memory", Settings::LEAST_MEMORY, 1 << 40
);

impl MemoryArgument {
    /// 512 MiB.
    pub(crate) const DEFAULT: u64 = 512 << 20;
}

/// A limit of seconds, more than 0.
pub(crate) fn positive_seconds(object: &Bound<'_, PyAny>, what: &str, most: Duration) -> PyResult<Duration> {
    let seconds = object.extract::<f64>().ok().filter(|_| !object.is_instance_of::<PyBool>()).ok_or_else(|| {
        PyTypeError::new_err(format!("{what} must be a number of seconds, not {}", type_name(object)))
    })?;
    if 0.0 < seconds && seconds <= most.as_secs_f64() {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        let most = most.as_secs();
        Err(invalid(format!("{what} must be a number of seconds, more than 0 and at most {most}, not {seconds}")))
    }
}

/// A number of seconds.
pub(crate) fn seconds_argument(object: &Bound<'_, PyAny>, what: &str) -> PyResult<f64> {
    let Ok(seconds) = object.extract::<f64>() else {
        return Err(PyTypeError::new_err(format!("{what} must be a number of seconds, not {}", type_name(object))));
    };
    if seconds.is_finite() && seconds >= 0.0 {
        Ok(seconds)
    } else {
        Err(invalid(format!("{what} must be a number of seconds, 0 or more, not {seconds}")))
    }
}

/// A number from 0 to 1.
pub(crate) fn fraction(object: &Bound<'_, PyAny>, what: &str) -> PyResult<f64> {
    let Ok(number) = object.extract::<f64>() else {
        return Err(PyTypeError::new_err(format!("{what} must be a number from 0 to 1, not {}", type_name(object))));
    };
    if (0.0..=1.0).contains(&number) {
        Ok(number)
    } else {
        Err(invalid(format!("{what} must be a number from 0 to 1, not {number}")))
    }
}

/// Counts that an array of numpy's type int64 holds, from any iterable.
pub(crate) fn counts_argument(object: &Bound<'_, PyAny>, what: &str) -> PyResult<Vec<u64>> {
    let counts = object
        .try_iter()
        .map_err(|_| PyTypeError::new_err(format!("{what} must be a list of counts, not {}", type_name(object))))?;
    let mut found = Vec::new();
    for count in counts {
        poll(object.py())?;
        found.push(whole(&count?, what, 0, i64::MAX as u64)?);
    }
    Ok(found)
}

/// The two halves of a pair, from any iterable.
pub(crate) fn pair_argument<'py>(
    object: &Bound<'py, PyAny>,
    what: &str,
    halves: &str,
) -> PyResult<[Bound<'py, PyAny>; 2]> {
    let refused = || PyTypeError::new_err(format!("{what} must be a pair, {halves}, not {}", type_name(object)));
    let items = object.try_iter().map_err(|_| refused())?;
    let items: Vec<_> = items.take(3).collect::<PyResult<_>>()?;
    items.try_into().map_err(|_| refused())
}

/// Names of points, from any iterable of texts.
pub(crate) struct NamesArgument(pub(crate) Vec<String>);

impl<'a, 'py> FromPyObject<'a, 'py> for NamesArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<NamesArgument> {
        let refused = || {
            PyTypeError::new_err(format!(
                "the points of a colour are several names such as [\"h8\"], not {}",
                type_name(&object)
            ))
        };
        if object.is_instance_of::<PyString>() {
            return Err(refused());
        }
        let names = object.try_iter().map_err(|_| refused())?;
        let text = |name: Bound<'_, PyAny>| match name.cast::<PyString>() {
            Ok(text) => Ok(text.to_string_lossy().into_owned()),
            Err(_) => Err(PyTypeError::new_err(format!("the name of a point is a text, not {}", type_name(&name)))),
        };
        names.map(|name| text(name?)).collect::<PyResult<_>>().map(NamesArgument)
    }
}

/// A point by name.
pub(crate) fn point_argument(py: Python<'_>, size: Size, name: &str) -> PyResult<Point> {
    meridians::parse_point(size, name).map_err(|error| from_point_name(py, name, &error))
}

/// A move by the action number that the game has, as a plain `int`: the common case, which runs none of the caller's code.
#[inline]
pub(crate) fn plain_action(object: &Bound<'_, PyAny>, position: &Position) -> Option<Move> {
    let action = object.cast_exact::<PyInt>().ok()?.extract::<usize>().ok()?;
    Move::from_action(position.size(), position.with_pie(), action)
}

/// A move by name or by action number.
pub(crate) fn move_argument(object: &Bound<'_, PyAny>, position: &Position) -> PyResult<Move> {
    let (py, size, with_pie) = (object.py(), position.size(), position.with_pie());
    if let Some(mv) = plain_action(object, position) {
        return Ok(mv);
    }
    if let Ok(text) = object.cast::<PyString>() {
        let text = text.to_string_lossy();
        return meridians::parse_move(size, &text).map_err(|error| from_move_name(py, &text, &error));
    }
    let refused = || {
        let kind = type_name(object);
        PyTypeError::new_err(format!("a move is a name such as \"h8\" or an action number, not {kind}"))
    };
    let number = index_of(object)?.ok_or_else(refused)?;
    let action = number.extract::<usize>().ok();
    action.and_then(|action| Move::from_action(size, with_pie, action)).ok_or_else(|| {
        let last = Move::action_count(size, with_pie) - 1;
        // The plain number, also of a type whose `repr` is longer; `str` of a very long number is an error.
        let given = object.str().map_or_else(|_| shown(object), |text| text.to_string_lossy().into_owned());
        let given: String = given.chars().take(40).collect();
        let game = if with_pie { "with the pie" } else { "in the plain game" };
        let message = format!("there is no action {given}: on {size} {game} the actions are 0 to {last} (R2)");
        illegal_move(py, &given, "R2", message)
    })
}

/// The moves of a game, one by one: an iterable of names and actions, or one string of names with white space between.
pub(crate) fn each_move<'py>(
    moves: &Bound<'py, PyAny>,
    mut play: impl FnMut(&Bound<'py, PyAny>) -> PyResult<()>,
) -> PyResult<()> {
    if let Ok(text) = moves.cast::<PyString>() {
        return text
            .to_string_lossy()
            .split([' ', '\t', '\r', '\n'])
            .filter(|name| !name.is_empty())
            .try_for_each(|name| play(PyString::new(moves.py(), name).as_any()));
    }
    // The bytes of a text would be taken for actions.
    let bytes = moves.is_instance_of::<PyBytes>()
        || moves.is_instance_of::<PyByteArray>()
        || moves.is_instance_of::<PyMemoryView>();
    let iterator = if bytes { None } else { moves.try_iter().ok() };
    let mut iterator = iterator.ok_or_else(|| {
        let kind = type_name(moves);
        PyTypeError::new_err(format!("moves must be a text or an iterable of names and actions, not {kind}"))
    })?;
    iterator.try_for_each(|mv| play(&mv?))
}

/// The names of a set of points, in action order, as a list of texts that are made once.
pub(crate) fn name_list(py: Python<'_>, size: Size, set: Bitboard) -> PyResult<Bound<'_, PyList>> {
    static NAMES: [PyOnceLock<Vec<Py<PyString>>>; Size::ALL.len()] = [const { PyOnceLock::new() }; Size::ALL.len()];
    if set.is_empty() {
        return Ok(PyList::empty(py));
    }
    let names = NAMES[size.short_side() - Size::ALL[0].short_side()].get_or_init(py, || {
        size.geometry().all().iter().map(|point| PyString::new(py, &point_text(size, point)).unbind()).collect()
    });
    PyList::new(py, set.iter().map(|point| names[point.index()].bind(py)))
}

/// The names of a set of points, in action order.
pub(crate) fn names(size: Size, set: Bitboard) -> Vec<String> {
    set.iter().map(|point| point_text(size, point)).collect()
}
