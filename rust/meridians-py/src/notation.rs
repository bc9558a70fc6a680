//! Names of points and moves, for callers that have no game at hand.

use crate::arguments::{OpeningArgument, SizeArgument, move_argument};
use crate::errors::invalid;
use meridians::{Position, Size};
use pyo3::prelude::*;
use pyo3::types::PyString;

/// The names of the points in action order.
#[pyfunction]
#[pyo3(signature = (size = SizeArgument(Size::STANDARD)), text_signature = "(size='6/7')")]
pub(crate) fn point_names(size: SizeArgument) -> Vec<String> {
    crate::arguments::names(size.0, size.0.geometry().all())
}

/// The action that a move's name stands for on a board. Raises ParseError, or IllegalMoveError for a point off the board.
#[pyfunction]
#[pyo3(
    signature = (text, size = SizeArgument(Size::STANDARD), opening = OpeningArgument(false)),
    text_signature = "(text, size='6/7', opening='plain')"
)]
pub(crate) fn parse_move(text: &Bound<'_, PyString>, size: SizeArgument, opening: OpeningArgument) -> PyResult<u16> {
    let mv = move_argument(text, &Position::new(size.0, opening.0))?;
    let action = mv.action(size.0);
    if meridians::Move::from_action(size.0, opening.0, usize::from(action)).is_none() {
        return Err(invalid(format!("{text} is a move of games with the pie only (R12)")));
    }
    Ok(action)
}

/// The name of an action. MeridiansError if there is no such action.
#[pyfunction]
#[pyo3(
    signature = (action, size = SizeArgument(Size::STANDARD), opening = OpeningArgument(false)),
    text_signature = "(action, size='6/7', opening='plain')"
)]
pub(crate) fn move_text(action: &Bound<'_, PyAny>, size: SizeArgument, opening: OpeningArgument) -> PyResult<String> {
    let count = meridians::Move::action_count(size.0, opening.0) as u64;
    let action = crate::arguments::whole(action, "action", 0, count - 1)? as usize;
    let mv = meridians::Move::from_action(size.0, opening.0, action);
    Ok(mv.map_or_else(String::new, |mv| meridians::move_text(size.0, mv)))
}
