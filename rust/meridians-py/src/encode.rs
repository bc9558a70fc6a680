//! `encode`, `PLANES` and `plane_cells`: positions as planes for networks.

use crate::arguments::SizeArgument;
use crate::errors::invalid;
use crate::game::GameState;
use crate::position::PyPosition;
use meridians::{Position, Size, planes_shape};
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// The planes of a position, version 1: uint8 ``[C, H, W]``, as :data:`PLANES` names them, all 0 or 1 (``docs/evaluators.md``).
///
/// ``out``: an array of that type and shape, contiguous in C order, to write into and return. Own is the colour that places the next stone.
#[pyfunction]
#[pyo3(signature = (state, out = None))]
pub(crate) fn encode<'py>(
    py: Python<'py>,
    state: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let position = position_of(state)?;
    let shape = planes_shape(position.size());
    let planes = match out {
        None => PyArray3::<u8>::zeros(py, shape, false),
        Some(out) => checked(out, shape)?,
    };
    if !planes.is_c_contiguous() {
        return Err(invalid("out must be contiguous in memory in C order, the columns of a row side by side"));
    }
    {
        let mut view = planes.try_readwrite().map_err(|_| invalid("out must be writable and not in use"))?;
        let cells = view.as_slice_mut().map_err(|_| invalid("out must be contiguous in memory"))?;
        meridians::encode(&position, cells);
    }
    Ok(planes)
}

/// For each point, in action order, its row and its column in the planes of :func:`encode`: int64 ``[N, 2]``.
///
/// The six neighbours of a cell are always (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0) and (-1, 1) away, east first.
#[pyfunction]
#[pyo3(signature = (size = SizeArgument(Size::STANDARD)), text_signature = "(size='6/7')")]
pub(crate) fn plane_cells(py: Python<'_>, size: SizeArgument) -> PyResult<Bound<'_, PyArray2<i64>>> {
    let cells = meridians::plane_cells(size.0);
    let numbers = cells.iter().flat_map(|&(row, column)| [row.cast_signed() as i64, column.cast_signed() as i64]);
    PyArray1::from_iter(py, numbers).reshape([cells.len(), 2])
}

fn position_of(state: &Bound<'_, PyAny>) -> PyResult<Position> {
    if let Ok(position) = state.cast::<PyPosition>() {
        return Ok(position.get().position);
    }
    if let Ok(game) = state.cast::<GameState>() {
        return Ok(*game.try_borrow()?.game.position());
    }
    Err(PyTypeError::new_err(format!("state must be a GameState or a Position, not {}", state.get_type().name()?)))
}

fn checked<'py>(out: &Bound<'py, PyAny>, shape: [usize; 3]) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let Ok(array) = out.cast::<PyUntypedArray>() else {
        return Err(PyTypeError::new_err(format!("out must be a numpy array, not {}", out.get_type().name()?)));
    };
    out.cast::<PyArray3<u8>>().ok().filter(|planes| planes.shape() == shape).cloned().ok_or_else(|| {
        let (dtype, given) = (array.dtype(), array.shape());
        invalid(format!("out must be a uint8 array of shape {shape:?}, not {dtype} of shape {given:?}"))
    })
}
