//! The arrays of a batch: its own or the caller's, checked once, written in place.

use crate::arguments::type_name;
use crate::boundary::brief;
use crate::errors::{from_setup_at, invalid};
use meridians::{
    BatchState, Bitboard, ByColor, Color, Outputs, Pie, Position, Setup, Size, StepError, planes_shape, point_text,
};
use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1, PyUntypedArray,
    PyUntypedArrayMethods, ndarray,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping};
use std::num::NonZeroUsize;

/// Batches of fewer games are stepped with the GIL: giving it up and taking it back costs more.
const GAMES_WITH_GIL: usize = 64;

/// Actions in the types that they may have.
pub(crate) enum Actions<'py> {
    Short(PyReadonlyArray1<'py, i16>),
    Int(PyReadonlyArray1<'py, i32>),
    Long(PyReadonlyArray1<'py, i64>),
}

/// The arrays that a batch writes to.
pub(crate) struct BatchArrays {
    pub(crate) to_move: Py<PyArray1<i8>>,
    pub(crate) terminated: Py<PyArray1<bool>>,
    pub(crate) truncated: Py<PyArray1<bool>>,
    pub(crate) reward: Py<PyArray2<f32>>,
    pub(crate) ply: Py<PyArray1<i32>>,
    legal_mask: Lazy<PyArray2<bool>>,
    planes: Lazy<PyArray4<u8>>,
    final_planes: Lazy<PyArray4<u8>>,
}

/// An array that is made and written when it is asked for.
struct Lazy<T> {
    array: Option<Py<T>>,
    fresh: bool,
}

impl BatchArrays {
    /// The arrays of a batch, those of the caller where `out` has them.
    pub(crate) fn new(py: Python<'_>, batch: &BatchState, out: Option<&Bound<'_, PyAny>>) -> PyResult<BatchArrays> {
        let n = batch.count();
        let [c, h, w] = planes_shape(batch.start().size());
        let mut given = Given::new("out", out)?;
        let lazy = |array: Option<_>| Lazy { array, fresh: false };
        let arrays = BatchArrays {
            to_move: given.take(py, "to_move", [n])?.unwrap_or_else(|| new(py, [n])),
            terminated: given.take(py, "terminated", [n])?.unwrap_or_else(|| new(py, [n])),
            truncated: given.take(py, "truncated", [n])?.unwrap_or_else(|| new(py, [n])),
            reward: given.take(py, "reward", [n, 2])?.unwrap_or_else(|| new(py, [n, 2])),
            ply: given.take(py, "ply", [n])?.unwrap_or_else(|| new(py, [n])),
            legal_mask: lazy(given.take(py, "legal_mask", [n, batch.action_count()])?),
            planes: Lazy { array: given.take(py, "planes", [n, c, h, w])?, fresh: false },
            final_planes: Lazy { array: given.take(py, "final_planes", [n, c, h, w])?, fresh: false },
        };
        given.nothing_is_left()?;
        Ok(arrays)
    }

    /// Arrays of their own with the same contents.
    pub(crate) fn copy(&self, py: Python<'_>, batch: &BatchState) -> PyResult<BatchArrays> {
        let mut copy = BatchArrays::new(py, batch, None)?;
        copy.describe(py, batch)?;
        copy_into(py, &self.terminated, &copy.terminated)?;
        copy_into(py, &self.truncated, &copy.truncated)?;
        copy_into(py, &self.reward, &copy.reward)?;
        if let Some(finals) = &self.final_planes.array {
            let [c, h, w] = planes_shape(batch.start().size());
            let array = new(py, [batch.count(), c, h, w]);
            copy_into(py, finals, &array)?;
            copy.final_planes = Lazy { array: Some(array), fresh: self.final_planes.fresh };
        }
        Ok(copy)
    }

    /// Takes what the last step said, from arrays of the same types and shapes.
    pub(crate) fn restore(
        &self,
        py: Python<'_>,
        terminated: &Bound<'_, PyAny>,
        truncated: &Bound<'_, PyAny>,
        reward: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let n = self.ply.bind(py).len();
        copy_into(py, &checked(terminated, "terminated", [n])?, &self.terminated)?;
        copy_into(py, &checked(truncated, "truncated", [n])?, &self.truncated)?;
        copy_into(py, &checked(reward, "reward", [n, 2])?, &self.reward)
    }

    /// Steps the batch, and writes what became of it.
    pub(crate) fn step(
        &mut self,
        py: Python<'_>,
        batch: &mut BatchState,
        actions: &Actions<'_>,
        threads: NonZeroUsize,
    ) -> PyResult<Result<(), StepError>> {
        let stepped = self.outputs(py, |outputs| {
            let unlocked = batch.count() >= GAMES_WITH_GIL;
            match actions {
                Actions::Short(actions) => released(py, unlocked, batch, actions.as_slice(), outputs, threads),
                Actions::Int(actions) => released(py, unlocked, batch, actions.as_slice(), outputs, threads),
                Actions::Long(actions) => released(py, unlocked, batch, actions.as_slice(), outputs, threads),
            }
        })??;
        if stepped.is_ok() {
            self.stale();
        }
        Ok(stepped)
    }

    /// Writes how the games stand, without a step.
    pub(crate) fn describe(&mut self, py: Python<'_>, batch: &BatchState) -> PyResult<()> {
        self.stale();
        self.outputs(py, |mut outputs| batch.describe(&mut outputs))
    }

    fn stale(&mut self) {
        self.legal_mask.fresh = false;
        self.planes.fresh = false;
        self.final_planes.fresh = false;
    }

    fn outputs<R>(&self, py: Python<'_>, work: impl FnOnce(Outputs<'_>) -> R) -> PyResult<R> {
        let busy = |name: &str| invalid(format!("{name} must be writable and not in use"));
        let mut to_move = self.to_move.bind(py).try_readwrite().map_err(|_| busy("to_move"))?;
        let mut terminated = self.terminated.bind(py).try_readwrite().map_err(|_| busy("terminated"))?;
        let mut truncated = self.truncated.bind(py).try_readwrite().map_err(|_| busy("truncated"))?;
        let mut reward = self.reward.bind(py).try_readwrite().map_err(|_| busy("reward"))?;
        let mut ply = self.ply.bind(py).try_readwrite().map_err(|_| busy("ply"))?;
        Ok(work(Outputs {
            to_move: to_move.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
            reward: reward.as_slice_mut()?,
            ply: ply.as_slice_mut()?,
        }))
    }

    pub(crate) fn legal_mask<'py>(
        &mut self,
        py: Python<'py>,
        batch: &BatchState,
    ) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let shape = [batch.count(), batch.action_count()];
        self.legal_mask.brought_up_to_date(py, "legal_mask", shape, |masks| batch.legal_masks(masks))
    }

    pub(crate) fn planes<'py>(&mut self, py: Python<'py>, batch: &BatchState) -> PyResult<Bound<'py, PyArray4<u8>>> {
        let [c, h, w] = planes_shape(batch.start().size());
        self.planes.brought_up_to_date(py, "planes", [batch.count(), c, h, w], |planes| batch.planes(planes))
    }

    pub(crate) fn final_planes<'py>(
        &mut self,
        py: Python<'py>,
        batch: &BatchState,
    ) -> PyResult<Bound<'py, PyArray4<u8>>> {
        let [c, h, w] = planes_shape(batch.start().size());
        let terminated = self.terminated.bind(py).readonly();
        let truncated = self.truncated.bind(py).readonly();
        let ended: Vec<bool> =
            terminated.as_slice()?.iter().zip(truncated.as_slice()?).map(|(&one, &other)| one || other).collect();
        let shape = [batch.count(), c, h, w];
        self.final_planes.brought_up_to_date(py, "final_planes", shape, |planes| batch.final_planes(&ended, planes))
    }

    pub(crate) fn random_actions<'py>(
        &self,
        py: Python<'py>,
        batch: &BatchState,
        seed: u64,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let shape = [batch.count()];
        let actions = match out {
            None => new(py, shape),
            Some(out) => checked(out, "out", shape)?,
        };
        let actions = actions.into_bound(py);
        {
            let mut view = actions.try_readwrite().map_err(|_| invalid("out must be writable and not in use"))?;
            let slice = view.as_slice_mut()?;
            brief(py, || batch.random_actions(seed, slice));
        }
        Ok(actions)
    }
}

impl<T: Element + Send, D: ndarray::Dimension> Lazy<PyArray<T, D>> {
    /// The array, made if there is none, and written if it is not up to date.
    fn brought_up_to_date<'py, S>(
        &mut self,
        py: Python<'py>,
        name: &str,
        shape: S,
        write: impl FnOnce(&mut [T]) + Send,
    ) -> PyResult<Bound<'py, PyArray<T, D>>>
    where
        S: ndarray::IntoDimension<Dim = D>,
        T: Copy,
    {
        let array = self.array.get_or_insert_with(|| new(py, shape)).bind(py).clone();
        if !self.fresh {
            let mut view =
                array.try_readwrite().map_err(|_| invalid(format!("{name} must be writable and not in use")))?;
            let slice = view.as_slice_mut()?;
            brief(py, || write(slice));
            drop(view);
            self.fresh = true;
        }
        Ok(array)
    }
}

/// A step, without the GIL if that is worth it.
fn released<A: Copy + Into<i64> + Sync>(
    py: Python<'_>,
    unlocked: bool,
    batch: &mut BatchState,
    actions: Result<&[A], numpy::AsSliceError>,
    outputs: Outputs<'_>,
    threads: NonZeroUsize,
) -> PyResult<Result<(), StepError>> {
    let actions = actions.map_err(|_| invalid("actions must be contiguous in memory"))?;
    Ok(if unlocked {
        brief(py, || batch.step(actions, outputs, threads))
    } else {
        batch.step(actions, outputs, threads)
    })
}

/// Actions, whose type and shape are checked here and whose values by the step.
pub(crate) fn actions_argument<'py>(actions: &Bound<'py, PyAny>, count: usize) -> PyResult<Actions<'py>> {
    let busy = |_| invalid("actions must not be being written to");
    let found = if let Ok(actions) = actions.cast::<PyArray1<i64>>() {
        (actions.len(), Actions::Long(actions.try_readonly().map_err(busy)?))
    } else if let Ok(actions) = actions.cast::<PyArray1<i32>>() {
        (actions.len(), Actions::Int(actions.try_readonly().map_err(busy)?))
    } else if let Ok(actions) = actions.cast::<PyArray1<i16>>() {
        (actions.len(), Actions::Short(actions.try_readonly().map_err(busy)?))
    } else {
        let Ok(array) = actions.cast::<PyUntypedArray>() else {
            let kind = type_name(actions);
            return Err(PyTypeError::new_err(format!("actions must be a numpy array, not {kind}")));
        };
        return Err(wrong("actions", "an int16, int32 or int64", &[count], array));
    };
    if found.0 != count {
        return Err(invalid(format!("actions must have shape [{count}], one for each game, not [{}]", found.0)));
    }
    Ok(found.1)
}

fn wrong(name: &str, kinds: &str, shape: &[usize], array: &Bound<'_, PyUntypedArray>) -> PyErr {
    let (dtype, given) = (array.dtype(), array.shape());
    invalid(format!("{name} must be {kinds} array of shape {shape:?}, not {dtype} of shape {given:?}"))
}

fn new<T: Element, S: ndarray::IntoDimension>(py: Python<'_>, shape: S) -> Py<PyArray<T, S::Dim>> {
    PyArray::zeros(py, shape, false).unbind()
}

/// An array of the caller to write into.
fn checked<T: Element, S: ndarray::IntoDimension + Copy>(
    array: &Bound<'_, PyAny>,
    name: &str,
    shape: S,
) -> PyResult<Py<PyArray<T, S::Dim>>> {
    let Ok(untyped) = array.cast::<PyUntypedArray>() else {
        let kind = type_name(array);
        return Err(PyTypeError::new_err(format!("{name} must be a numpy array, not {kind}")));
    };
    let shape = shape.into_dimension();
    let shape = ndarray::Dimension::slice(&shape);
    let expected = numpy::dtype::<T>(array.py());
    let Some(found) = array.cast::<PyArray<T, S::Dim>>().ok().filter(|found| found.shape() == shape) else {
        return Err(wrong(name, &format!("a {expected}"), shape, untyped));
    };
    if !found.is_c_contiguous() {
        return Err(invalid(format!("{name} must be contiguous in memory in C order")));
    }
    found.try_readwrite().map_err(|_| invalid(format!("{name} must be writable and not in use")))?;
    Ok(found.clone().unbind())
}

fn copy_into<T: Element, D: ndarray::Dimension>(
    py: Python<'_>,
    from: &Py<PyArray<T, D>>,
    to: &Py<PyArray<T, D>>,
) -> PyResult<()> {
    from.bind(py).copy_to(to.bind(py))
}

/// Arrays that the caller gives by name.
struct Given<'py> {
    argument: &'static str,
    left: Vec<(String, Bound<'py, PyAny>)>,
}

impl<'py> Given<'py> {
    fn new(argument: &'static str, out: Option<&Bound<'py, PyAny>>) -> PyResult<Given<'py>> {
        let Some(out) = out else { return Ok(Given { argument, left: Vec::new() }) };
        let Ok(mapping) = out.cast::<PyMapping>() else {
            let kind = type_name(out);
            return Err(PyTypeError::new_err(format!("{argument} must be a mapping from names to arrays, not {kind}")));
        };
        let left = mapping.items()?.iter().map(|item| item.extract::<(String, Bound<'py, PyAny>)>());
        let left = left
            .collect::<PyResult<_>>()
            .map_err(|_| PyTypeError::new_err(format!("{argument} must have names of arrays as its keys")))?;
        Ok(Given { argument, left })
    }

    fn take<T: Element, S: ndarray::IntoDimension + Copy>(
        &mut self,
        _: Python<'py>,
        name: &str,
        shape: S,
    ) -> PyResult<Option<Py<PyArray<T, S::Dim>>>> {
        match self.left.iter().position(|(key, _)| key == name) {
            None => Ok(None),
            Some(place) => {
                checked(&self.left.swap_remove(place).1, &format!("{}[{name:?}]", self.argument), shape).map(Some)
            }
        }
    }

    fn nothing_is_left(&self) -> PyResult<()> {
        match self.left.first() {
            None => Ok(()),
            Some((name, _)) => Err(invalid(format!(
                "out has no array {:?}: there are to_move, terminated, truncated, reward, ply, legal_mask, planes and final_planes",
                meridians::quoted(name)
            ))),
        }
    }
}

/// The positions as arrays.
pub(crate) fn positions_to_arrays<'py>(
    py: Python<'py>,
    size: Size,
    positions: &[Position],
) -> PyResult<Bound<'py, PyDict>> {
    let (n, points) = (positions.len(), size.points());
    let mut stones = vec![0_i8; n * points];
    for (position, row) in positions.iter().zip(stones.chunks_exact_mut(points)) {
        for (color, value) in [(Color::Light, 1), (Color::Dark, -1)] {
            position.stones(color).iter().for_each(|point| row[point.index()] = value);
        }
    }
    let arrays = PyDict::new(py);
    arrays.set_item("stones", PyArray1::from_vec(py, stones).reshape([n, points])?)?;
    let turn = positions.iter().map(|position| u8::from(position.turn() == Color::Dark));
    arrays.set_item("turn", PyArray1::from_iter(py, turn))?;
    let turns = positions.iter().flat_map(|position| Color::ALL.map(|color| position.turns(color)));
    arrays.set_item("turns", PyArray1::from_iter(py, turns).reshape([n, 2])?)?;
    arrays.set_item("pie", PyArray1::from_iter(py, positions.iter().map(|position| position.pie() as u8)))?;
    Ok(arrays)
}

/// Positions from arrays, each checked.
pub(crate) fn positions_from_arrays(
    arrays: &Bound<'_, PyAny>,
    start: &Position,
    count: usize,
) -> PyResult<Vec<Position>> {
    let size = start.size();
    let points = size.points();
    let mut given = Given::new("arrays", Some(arrays))?;
    let py = arrays.py();
    let missing = |name: &str| invalid(format!("arrays must have {name:?}"));
    let stones: Py<PyArray2<i8>> = given.take(py, "stones", [count, points])?.ok_or_else(|| missing("stones"))?;
    let turn: Py<PyArray1<u8>> = given.take(py, "turn", [count])?.ok_or_else(|| missing("turn"))?;
    let turns: Py<PyArray2<u8>> = given.take(py, "turns", [count, 2])?.ok_or_else(|| missing("turns"))?;
    let pie: Py<PyArray1<u8>> = given.take(py, "pie", [count])?.ok_or_else(|| missing("pie"))?;
    let (stones, turn, turns, pie) =
        (stones.bind(py).readonly(), turn.bind(py).readonly(), turns.bind(py).readonly(), pie.bind(py).readonly());
    let (stones, turn, turns, pie) = (stones.as_slice()?, turn.as_slice()?, turns.as_slice()?, pie.as_slice()?);
    (0..count)
        .map(|index| {
            let row = &stones[index * points..(index + 1) * points];
            let wrong = |name: &str, value: i64, expected: &str| {
                invalid(format!("game {index}: {name} must be {expected}, not {value}"))
            };
            let mut sets = ByColor::<Bitboard>::default();
            for (point, &value) in size.geometry().all().iter().zip(row) {
                match value {
                    0 => (),
                    1 => sets[Color::Light].insert(point),
                    -1 => sets[Color::Dark].insert(point),
                    other => return Err(wrong("stones", i64::from(other), "-1, 0 or 1")),
                }
            }
            let names =
                ByColor(Color::ALL.map(|color| sets[color].iter().map(|point| point_text(size, point)).collect()));
            let turn = match turn[index] {
                0 => Color::Light,
                1 => Color::Dark,
                other => return Err(wrong("turn", i64::from(other), "0 or 1")),
            };
            let number = pie[index];
            let pie = Pie::ALL.into_iter().find(|&state| state as u8 == number);
            let pie = pie.filter(|&pie| (pie != Pie::Plain) == start.with_pie());
            let expected = if start.with_pie() { "1, 2 or 3 in games with the pie" } else { "0 in plain games" };
            let Some(pie) = pie else { return Err(wrong("pie", i64::from(number), expected)) };
            let turns = ByColor([turns[2 * index], turns[2 * index + 1]]);
            let setup = Setup { size, stones: names, turn, turns, pie };
            setup.position().map_err(|error| from_setup_at(py, &format!("game {index}: "), &error))
        })
        .collect()
}
