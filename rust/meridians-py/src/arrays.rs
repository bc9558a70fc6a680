//! numpy arrays in and out: types and shapes are checked here. What is handed out is a new array each time.

use crate::errors::invalid;
use meridians::{Move, MoveSet, Position};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// Writes the mask of the legal actions, into `out` if given.
pub(crate) fn legal_mask<'py>(
    py: Python<'py>,
    position: &Position,
    legal: MoveSet,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let actions = Move::action_count(position.size(), position.with_pie());
    let mask = match out {
        None => PyArray1::<bool>::zeros(py, actions, false),
        Some(out) => checked(out, actions)?,
    };
    let mut view = mask.try_readwrite().map_err(|_| invalid("out must be writable and not in use"))?;
    let Ok(cells) = view.as_slice_mut() else {
        return Err(invalid("out must be contiguous in memory"));
    };
    legal.write_mask(position.size(), cells);
    drop(view);
    Ok(mask)
}

fn checked<'py>(out: &Bound<'py, PyAny>, actions: usize) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let Ok(array) = out.cast::<PyUntypedArray>() else {
        return Err(PyTypeError::new_err(format!("out must be a numpy array, not {}", out.get_type().name()?)));
    };
    out.cast::<PyArray1<bool>>().ok().filter(|mask| mask.len() == actions).cloned().ok_or_else(|| {
        let (dtype, shape) = (array.dtype(), array.shape());
        invalid(format!("out must be a bool array of shape ({actions},), not {dtype} of shape {shape:?}"))
    })
}

/// Counts as an int64 array.
pub(crate) fn counts<'py>(py: Python<'py>, counts: &[u64]) -> Bound<'py, PyArray1<i64>> {
    PyArray1::from_iter(py, counts.iter().map(|&count| i64::try_from(count).unwrap_or(i64::MAX)))
}

/// Counts of Light and of Dark as the two rows of an int64 array.
pub(crate) fn counts_by_color<'py>(
    py: Python<'py>,
    light: &[u64],
    dark: &[u64],
) -> PyResult<Bound<'py, PyArray2<i64>>> {
    counts(py, &[light, dark].concat()).reshape([2, light.len()])
}
