//! The arrays of a batch: its own or the caller's, checked once, written in place.

use crate::arguments::type_name;
use crate::boundary::brief;
use crate::errors::{from_setup_at, invalid};
use meridians::{
    BatchState, Bitboard, ByColor, Color, Pie, Position, Setup, Size, StepError, Told, planes_shape, point_text,
};
use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray,
    PyReadwriteArray1, PyReadwriteArray2, PyUntypedArray, PyUntypedArrayMethods, ndarray,
};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PySlice, PyTuple};
use std::num::NonZeroUsize;

/// Batches of fewer games are stepped with the GIL: giving it up and taking it back costs more.
const GAMES_WITH_GIL: usize = 64;

/// What is said of the planes that there are only with automatic resets.
pub(crate) const ONLY_WITH_AUTO_RESET: &str =
    "final_planes are of batches with auto_reset: without it planes have the last position";

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
    /// Where the five are parts of one array of our own, this is its memory, and bytes of the same number: one is written faster than
    /// five are looked at.
    base: Option<(PyBuffer<u8>, Vec<u8>)>,
    /// The number of games.
    count: usize,
    legal_mask: Lazy<PyArray2<bool>>,
    planes: Lazy<PyArray4<u8>>,
    final_planes: Lazy<PyArray4<u8>>,
}

/// An array that is made and written when it is asked for, or one of the caller that is written at once.
struct Lazy<T> {
    array: Option<Py<T>>,
    given: bool,
    fresh: bool,
}

/// The arrays that each step writes, held for writing: all in one, or each of them.
pub(crate) enum Views<'a, 'py> {
    Whole(&'a PyBuffer<u8>, &'a mut [u8]),
    Each(Box<Five<'py>>),
}

pub(crate) struct Five<'py> {
    to_move: PyReadwriteArray1<'py, i8>,
    terminated: PyReadwriteArray1<'py, bool>,
    truncated: PyReadwriteArray1<'py, bool>,
    reward: PyReadwriteArray2<'py, f32>,
    ply: PyReadwriteArray1<'py, i32>,
}

impl Views<'_, '_> {
    /// Writes what the batch has told.
    pub(crate) fn write(self, py: Python<'_>, told: &Told) -> PyResult<()> {
        let Told { to_move, terminated, truncated, reward, ply } = told;
        match self {
            Views::Each(mut five) => {
                write(&mut five.to_move, to_move);
                write(&mut five.terminated, terminated);
                write(&mut five.truncated, truncated);
                write(&mut five.reward, reward);
                write(&mut five.ply, ply);
                Ok(())
            }
            Views::Whole(memory, bytes) => {
                let n = to_move.len();
                let (rewards, rest) = bytes.split_at_mut(8 * n);
                let (plies, rest) = rest.split_at_mut(4 * n);
                for (place, value) in rewards.as_chunks_mut::<4>().0.iter_mut().zip(reward) {
                    *place = value.to_ne_bytes();
                }
                for (place, value) in plies.as_chunks_mut::<4>().0.iter_mut().zip(ply) {
                    *place = value.to_ne_bytes();
                }
                let (movers, ends) = rest.split_at_mut(n);
                for (place, &value) in movers.iter_mut().zip(to_move) {
                    *place = value.cast_unsigned();
                }
                for (place, &value) in ends.iter_mut().zip(terminated.iter().chain(truncated)) {
                    *place = u8::from(value);
                }
                memory.copy_from_slice(py, bytes)
            }
        }
    }
}

impl BatchArrays {
    /// The arrays of a batch, those of the caller where `out` has them.
    pub(crate) fn new(py: Python<'_>, batch: &BatchState, out: Option<&Bound<'_, PyAny>>) -> PyResult<BatchArrays> {
        let n = batch.count();
        let [c, h, w] = planes_shape(batch.start().size());
        let mut given = Given::new("out", true, out)?;
        // From the widest to the narrowest, so that each begins at a multiple of its width.
        let base = PyArray1::<u8>::zeros(py, 15 * n, false);
        let to_move = given.take("to_move", [n])?;
        let terminated = given.take("terminated", [n])?;
        let truncated = given.take("truncated", [n])?;
        let reward = given.take("reward", [n, 2])?;
        let ply = given.take("ply", [n])?;
        let own = to_move.is_none() && terminated.is_none() && truncated.is_none() && reward.is_none() && ply.is_none();
        let arrays = BatchArrays {
            reward: or_part(reward, &base, 0, [n, 2])?,
            ply: or_part(ply, &base, 8 * n, [n])?,
            to_move: or_part(to_move, &base, 12 * n, [n])?,
            terminated: or_part(terminated, &base, 13 * n, [n])?,
            truncated: or_part(truncated, &base, 14 * n, [n])?,
            base: own.then(|| PyBuffer::get(&base)).transpose()?.map(|memory| (memory, vec![0; 15 * n])),
            count: n,
            legal_mask: Lazy::new(given.take("legal_mask", [n, batch.action_count()])?),
            planes: Lazy::new(given.take("planes", [n, c, h, w])?),
            final_planes: Lazy::new(given.take("final_planes", [n, c, h, w])?),
        };
        given.nothing_is_left("to_move, terminated, truncated, reward, ply, legal_mask, planes and final_planes")?;
        if arrays.final_planes.given && !batch.rules().auto_reset {
            return Err(invalid(ONLY_WITH_AUTO_RESET));
        }
        Ok(arrays)
    }

    /// Arrays of their own with the same contents.
    pub(crate) fn copy(&self, py: Python<'_>, batch: &BatchState) -> PyResult<BatchArrays> {
        let mut copy = BatchArrays::new(py, batch, None)?;
        copy.views(py)?.write(py, batch.told())?;
        if let Some(finals) = &self.final_planes.array {
            let [c, h, w] = planes_shape(batch.start().size());
            let array = new(py, [batch.count(), c, h, w]);
            finals.bind(py).copy_to(array.bind(py))?;
            copy.final_planes = Lazy { array: Some(array), given: false, fresh: self.final_planes.fresh };
        }
        Ok(copy)
    }

    /// Steps the batch, and writes what became of it.
    pub(crate) fn step(
        &mut self,
        py: Python<'_>,
        batch: &mut BatchState,
        actions: Actions<'_>,
        threads: NonZeroUsize,
    ) -> PyResult<Result<(), StepError>> {
        let views = self.views(py)?;
        let stepped = match &actions {
            Actions::Short(actions) => play(py, batch, actions.as_slice(), threads),
            Actions::Int(actions) => play(py, batch, actions.as_slice(), threads),
            Actions::Long(actions) => play(py, batch, actions.as_slice(), threads),
        }?;
        if stepped.is_ok() {
            // They may be one of the arrays.
            drop(actions);
            views.write(py, batch.told())?;
            self.changed(py, batch)?;
        }
        Ok(stepped)
    }

    /// The five arrays, to be written into after something will have changed. It is an error if any array cannot be, and must be one
    /// before anything changes.
    pub(crate) fn views<'a, 'py>(&'a mut self, py: Python<'py>) -> PyResult<Views<'a, 'py>> {
        let n = self.count;
        self.legal_mask.can_be_written(py, "legal_mask")?;
        self.planes.can_be_written(py, "planes")?;
        self.final_planes.can_be_written(py, "final_planes")?;
        Ok(match &mut self.base {
            Some((memory, bytes)) => Views::Whole(memory, bytes),
            None => Views::Each(Box::new(Five {
                to_move: view(py, "to_move", &self.to_move, n)?,
                terminated: view(py, "terminated", &self.terminated, n)?,
                truncated: view(py, "truncated", &self.truncated, n)?,
                reward: view(py, "reward", &self.reward, 2 * n)?,
                ply: view(py, "ply", &self.ply, n)?,
            })),
        })
    }

    /// After a change: the other arrays are out of date, and those of the caller are written.
    pub(crate) fn changed(&mut self, py: Python<'_>, batch: &BatchState) -> PyResult<()> {
        self.legal_mask.fresh = false;
        self.planes.fresh = false;
        self.final_planes.fresh = false;
        if self.legal_mask.given {
            self.legal_mask(py, batch)?;
        }
        if self.planes.given {
            self.planes(py, batch)?;
        }
        if self.final_planes.given {
            self.final_planes(py, batch)?;
        }
        Ok(())
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
        let told = batch.told();
        let ended: Vec<bool> = told.terminated.iter().zip(&told.truncated).map(|(&one, &other)| one || other).collect();
        let shape = [batch.count(), c, h, w];
        self.final_planes.brought_up_to_date(py, "final_planes", shape, |planes| batch.final_planes(&ended, planes))
    }
}

/// Random legal actions, into an array of the caller if there is one.
pub(crate) fn random_actions<'py>(
    py: Python<'py>,
    batch: &BatchState,
    seed: u64,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let shape = [batch.count()];
    let actions = match out {
        None => new(py, shape),
        Some(out) => checked(out, "out", shape, false)?,
    };
    let actions = actions.into_bound(py);
    {
        let mut view = actions.try_readwrite().map_err(|_| invalid("out must be writable and not in use"))?;
        let slice = view.as_slice_mut()?;
        released(py, shape[0], || batch.random_actions(seed, slice));
    }
    Ok(actions)
}

impl<T: Element + Send, D: ndarray::Dimension> Lazy<PyArray<T, D>> {
    fn new(given: Option<Py<PyArray<T, D>>>) -> Self {
        Lazy { given: given.is_some(), array: given, fresh: false }
    }

    /// Says so if it is the caller's and can no longer be written.
    fn can_be_written(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        match &self.array {
            Some(array) if self.given => view(py, name, array, array.bind(py).len()).map(drop),
            _ => Ok(()),
        }
    }

    /// The array, made if there is none, and written if it is not up to date.
    fn brought_up_to_date<'py, S>(
        &mut self,
        py: Python<'py>,
        name: &str,
        shape: S,
        write: impl FnOnce(&mut [T]) + Send,
    ) -> PyResult<Bound<'py, PyArray<T, D>>>
    where
        S: ndarray::IntoDimension<Dim = D> + Copy,
        T: Copy,
    {
        let array = self.array.get_or_insert_with(|| new(py, shape)).bind(py).clone();
        if !self.fresh {
            let dimension = shape.into_dimension();
            let mut view = view(py, name, array.as_unbound(), dimension.size())?;
            let slice = view.as_slice_mut()?;
            released(py, dimension[0], || write(slice));
            drop(view);
            self.fresh = true;
        }
        Ok(array)
    }
}

/// Work on so many games, without the GIL if that is worth it.
fn released<T: Send>(py: Python<'_>, games: usize, work: impl FnOnce() -> T + Send) -> T {
    if games >= GAMES_WITH_GIL { brief(py, work) } else { work() }
}

fn play<A: Copy + Into<i64> + Sync>(
    py: Python<'_>,
    batch: &mut BatchState,
    actions: Result<&[A], numpy::AsSliceError>,
    threads: NonZeroUsize,
) -> PyResult<Result<(), StepError>> {
    let actions = actions.map_err(|_| invalid("actions must be contiguous in memory, and aligned"))?;
    Ok(released(py, actions.len(), || batch.step(actions, threads)))
}

/// The array that was given, or a part of an array of bytes.
fn or_part<T: Element, S: ndarray::IntoDimension + Copy>(
    given: Option<Py<PyArray<T, S::Dim>>>,
    base: &Bound<'_, PyArray1<u8>>,
    from: usize,
    shape: S,
) -> PyResult<Py<PyArray<T, S::Dim>>> {
    if let Some(given) = given {
        return Ok(given);
    }
    let py = base.py();
    let dimension = shape.into_dimension();
    let shape = ndarray::Dimension::slice(&dimension);
    let bytes = size_of::<T>() * shape.iter().product::<usize>();
    let part = base.get_item(PySlice::new(py, from.cast_signed(), (from + bytes).cast_signed(), 1))?;
    let typed =
        part.call_method1("view", (numpy::dtype::<T>(py),))?.call_method1("reshape", (PyTuple::new(py, shape)?,))?;
    Ok(typed.cast_into::<PyArray<T, S::Dim>>()?.unbind())
}

/// An array held for writing, which has so many elements that can be written.
fn view<'py, T: Element, D: ndarray::Dimension>(
    py: Python<'py>,
    name: &str,
    array: &Py<PyArray<T, D>>,
    count: usize,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    let refused = || invalid(format!("{name} must be writable and not in use, as when the batch was made"));
    let mut view = array.bind(py).try_readwrite().map_err(|_| refused())?;
    match view.as_slice_mut() {
        Ok(slice) if slice.len() == count => Ok(view),
        _ => Err(refused()),
    }
}

/// Writes values into an array that was looked at by [`view`].
fn write<T: Element + Copy, D: ndarray::Dimension>(view: &mut PyReadwriteArray<'_, T, D>, values: &[T]) {
    if let Ok(slice) = view.as_slice_mut() {
        slice.copy_from_slice(values);
    }
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

/// An array of the caller to read, or to write into.
fn checked<T: Element, S: ndarray::IntoDimension + Copy>(
    array: &Bound<'_, PyAny>,
    name: &str,
    shape: S,
    to_write: bool,
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
    if !found.is_c_contiguous() || !found.is_aligned() {
        return Err(invalid(format!("{name} must be contiguous in memory in C order, and aligned")));
    }
    if to_write {
        found.try_readwrite().map_err(|_| invalid(format!("{name} must be writable and not in use")))?;
    }
    Ok(found.clone().unbind())
}

/// An array, if there is one of the name.
type Taken<T, D> = Option<Py<PyArray<T, D>>>;

/// Arrays that the caller gives by name.
struct Given<'py> {
    argument: &'static str,
    to_write: bool,
    left: Vec<(String, Bound<'py, PyAny>)>,
}

impl<'py> Given<'py> {
    fn new(argument: &'static str, to_write: bool, out: Option<&Bound<'py, PyAny>>) -> PyResult<Given<'py>> {
        let Some(out) = out else { return Ok(Given { argument, to_write, left: Vec::new() }) };
        let Ok(mapping) = out.cast::<PyMapping>() else {
            let kind = type_name(out);
            return Err(PyTypeError::new_err(format!("{argument} must be a mapping from names to arrays, not {kind}")));
        };
        let left = mapping.items()?.iter().map(|item| item.extract::<(String, Bound<'py, PyAny>)>());
        let left = left
            .collect::<PyResult<_>>()
            .map_err(|_| PyTypeError::new_err(format!("{argument} must have names of arrays as its keys")))?;
        Ok(Given { argument, to_write, left })
    }

    fn take<T: Element, S: ndarray::IntoDimension + Copy>(
        &mut self,
        name: &str,
        shape: S,
    ) -> PyResult<Taken<T, S::Dim>> {
        match self.left.iter().position(|(key, _)| key == name) {
            None => Ok(None),
            Some(place) => {
                let (_, array) = self.left.swap_remove(place);
                checked(&array, &format!("{}[{name:?}]", self.argument), shape, self.to_write).map(Some)
            }
        }
    }

    /// Says so if there is an array of another name than these.
    fn nothing_is_left(&self, names: &str) -> PyResult<()> {
        match self.left.first() {
            None => Ok(()),
            Some((name, _)) => {
                let name = meridians::quoted(name);
                Err(invalid(format!("{} has no array {name}: there are {names}", self.argument)))
            }
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
    let mut given = Given::new("arrays", false, Some(arrays))?;
    let py = arrays.py();
    let missing = |name: &str| invalid(format!("arrays must have {name:?}"));
    let stones: Py<PyArray2<i8>> = given.take("stones", [count, points])?.ok_or_else(|| missing("stones"))?;
    let turn: Py<PyArray1<u8>> = given.take("turn", [count])?.ok_or_else(|| missing("turn"))?;
    let turns: Py<PyArray2<u8>> = given.take("turns", [count, 2])?.ok_or_else(|| missing("turns"))?;
    let pie: Py<PyArray1<u8>> = given.take("pie", [count])?.ok_or_else(|| missing("pie"))?;
    given.nothing_is_left("stones, turn, turns and pie")?;
    let busy = |_| invalid("arrays must not be being written to");
    let stones = stones.bind(py).try_readonly().map_err(busy)?;
    let turn = turn.bind(py).try_readonly().map_err(busy)?;
    let turns = turns.bind(py).try_readonly().map_err(busy)?;
    let pie = pie.bind(py).try_readonly().map_err(busy)?;
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
