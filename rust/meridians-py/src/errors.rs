//! The exception classes, and the table from the engine's errors to them.

use meridians::record::{FaultReason, RecordError};
use meridians::{
    AlreadyOver, IllegalMove, NameError, NothingToPlay, ParseError as EngineParseError, Position,
    SetupError as EngineSetupError, TextError, move_text, quoted,
};
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::path::Path;

create_exception!(
    meridians,
    MeridiansError,
    PyValueError,
    "Base of every error that this package raises about its input."
);
create_exception!(
    meridians,
    IllegalMoveError,
    MeridiansError,
    "A move that the rules do not allow now.\n\n``move`` is the name of the move, or what was given for one if the \
     board has no such move; ``rule`` is the number of the rule in\n``docs/rules.md`` (such as ``\"R6\"``)."
);
create_exception!(
    meridians,
    ParseError,
    MeridiansError,
    "A text that is not in the expected form.\n\n``line`` and ``column`` count from 1, in characters; ``expected`` says what \
     should stand there; ``file`` is the path when\nthe text came from a file, else None."
);
create_exception!(
    meridians,
    SetupError,
    MeridiansError,
    "A set-up that no game can lead to; ``reasons`` lists everything that is wrong with it."
);

/// An error about some argument, with its message.
pub(crate) fn invalid(message: impl Into<String>) -> PyErr {
    MeridiansError::new_err(message.into())
}

/// Sets an attribute of an exception; that of a fresh exception object always succeeds.
fn set<'py>(py: Python<'py>, error: PyErr, name: &str, value: impl IntoPyObject<'py>) -> PyErr {
    match error.value(py).setattr(name, value) {
        Ok(()) => error,
        Err(failure) => failure,
    }
}

/// A move that the board or the rules do not allow.
pub(crate) fn illegal_move(py: Python<'_>, mv: &str, rule: &str, message: String) -> PyErr {
    let error = IllegalMoveError::new_err(message);
    set(py, set(py, error, "move", mv), "rule", rule)
}

pub(crate) fn from_illegal(py: Python<'_>, illegal: IllegalMove) -> PyErr {
    illegal_move(py, &move_text(illegal.size, illegal.mv), illegal.reason.rule(), illegal.to_string())
}

pub(crate) fn from_parse(py: Python<'_>, error: &EngineParseError) -> PyErr {
    parse_error(py, error, error.to_string())
}

fn parse_error(py: Python<'_>, error: &EngineParseError, message: String) -> PyErr {
    let exception = ParseError::new_err(message);
    let exception = set(py, exception, "file", py.None());
    let exception = set(py, exception, "line", error.line);
    let exception = set(py, exception, "column", error.column);
    set(py, exception, "expected", error.expected.as_str())
}

/// An error in a name that stands for a move: a point off the board is an illegal move.
pub(crate) fn from_move_name(py: Python<'_>, text: &str, error: &NameError) -> PyErr {
    match error {
        NameError::Malformed(parse) => parse_error(py, parse, format!("{}: {error}", quoted(text))),
        off @ NameError::OffBoard { .. } => illegal_move(py, text, "R2", format!("cannot play {off}")),
    }
}

/// An error in a name that stands for a point.
pub(crate) fn from_point_name(py: Python<'_>, text: &str, error: &NameError) -> PyErr {
    match error {
        NameError::Malformed(parse) => parse_error(py, parse, format!("{}: {error}", quoted(text))),
        off @ NameError::OffBoard { .. } => invalid(off.to_string()),
    }
}

pub(crate) fn from_setup(py: Python<'_>, error: &EngineSetupError) -> PyErr {
    from_setup_at(py, "", error)
}

/// A set-up that cannot occur, with the place it was found at.
pub(crate) fn from_setup_at(py: Python<'_>, place: &str, error: &EngineSetupError) -> PyErr {
    let reasons: Vec<String> = error.reasons.iter().map(ToString::to_string).collect();
    set(py, SetupError::new_err(format!("{place}{error}")), "reasons", reasons)
}

pub(crate) fn from_text(py: Python<'_>, result: Result<Position, TextError>) -> PyResult<Position> {
    result.map_err(|error| match error {
        TextError::Parse(error) => from_parse(py, &error),
        TextError::Setup(error) => from_setup(py, &error),
    })
}

/// A fault in a record, with the file that it is in.
pub(crate) fn from_record(py: Python<'_>, file: Option<&Path>, error: &RecordError) -> PyErr {
    let place = file.map_or_else(String::new, |file| format!("{}: ", file.display()));
    let message = format!("{place}{error}");
    match &error.reason {
        FaultReason::Illegal { illegal, .. } => {
            illegal_move(py, &move_text(illegal.size, illegal.mv), illegal.reason.rule(), message)
        }
        FaultReason::Setup(setup) => {
            let reasons: Vec<String> = setup.reasons.iter().map(ToString::to_string).collect();
            set(py, SetupError::new_err(message), "reasons", reasons)
        }
        _ => match error.as_parse_error() {
            Some(parse) => {
                let exception = parse_error(py, &parse, message);
                match file {
                    Some(file) => set(py, exception, "file", file.display().to_string()),
                    None => exception,
                }
            }
            None => invalid(message),
        },
    }
}

pub(crate) fn from_over(error: AlreadyOver) -> PyErr {
    invalid(error.to_string())
}

pub(crate) fn from_nothing_to_play(error: NothingToPlay) -> PyErr {
    invalid(error.to_string())
}
