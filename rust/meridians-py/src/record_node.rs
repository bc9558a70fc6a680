//! `RecordNode`: a look at one node of a record.

use crate::arguments::{
    MarkArgument, NamesArgument, TextArgument, move_argument, names, point_argument, seconds_argument, type_name, whole,
};
use crate::errors::{from_illegal, invalid};
use crate::game::GameState;
use crate::position::PyPosition;
use crate::record::PyRecord;
use meridians::record::{Act, CannotAdd, Mark, NodeId, Notes};
use meridians::{Bitboard, ByColor, Color, move_text, point_text};
use pyo3::PyTypeInfo;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

/// A node of a record's tree: a view, which changes the record when it is changed.
///
/// Equal when the records are and the place in them is.
#[pyclass(name = "RecordNode", module = "meridians", frozen)]
pub(crate) struct PyRecordNode {
    record: Py<PyRecord>,
    id: NodeId,
}

impl PyRecordNode {
    pub(crate) fn new(record: Py<PyRecord>, id: NodeId) -> PyRecordNode {
        PyRecordNode { record, id }
    }

    /// The node at the end of a path from the root.
    pub(crate) fn at(record: &Bound<'_, PyRecord>, path: &Bound<'_, PyAny>) -> PyResult<PyRecordNode> {
        let refused =
            || PyTypeError::new_err(format!("path must be a tuple of whole numbers, not {}", type_name(path)));
        if path.is_instance_of::<PyString>() {
            return Err(refused());
        }
        let mut id = 0;
        for (depth, step) in path.try_iter().map_err(|_| refused())?.enumerate() {
            let step = whole(&step?, "a step of path", 0, u64::from(u32::MAX))? as usize;
            let this = record.try_borrow()?;
            let children = this.record.node(id).children();
            id = *children.get(step).ok_or_else(|| {
                invalid(format!("path leads nowhere: at depth {depth} there is no child {step}, of {}", children.len()))
            })?;
        }
        Ok(PyRecordNode { record: record.clone().unbind(), id })
    }

    fn notes<T>(&self, py: Python<'_>, read: impl FnOnce(&Notes) -> T) -> PyResult<T> {
        let record = self.record.bind(py).try_borrow()?;
        Ok(match record.record.node(self.id).notes() {
            Some(notes) => read(notes),
            None => read(&Notes::default()),
        })
    }

    fn change(&self, py: Python<'_>, change: impl FnOnce(&mut Notes)) -> PyResult<()> {
        let mut record = self.record.bind(py).try_borrow_mut()?;
        change(record.record.notes_mut(self.id));
        Ok(())
    }

    fn beside(&self, py: Python<'_>, id: NodeId) -> PyRecordNode {
        PyRecordNode { record: self.record.clone_ref(py), id }
    }
}

/// The items of a dict that is set.
fn items<'py>(object: &Bound<'py, PyAny>, what: &str) -> PyResult<Bound<'py, PyDict>> {
    object.cast::<PyDict>().cloned().map_err(|_| PyTypeError::new_err(format!("{what}, not {}", type_name(object))))
}

#[pymethods]
impl PyRecordNode {
    /// The record that the node is of.
    #[getter]
    fn record(&self, py: Python<'_>) -> Py<PyRecord> {
        self.record.clone_ref(py)
    }

    /// The way to the node from the root: at each step, which child, from 0. :meth:`Record.at` goes it.
    #[getter]
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let record = self.record.bind(py).try_borrow()?;
        let line = record.record.line_to(self.id);
        let steps = line
            .windows(2)
            .map(|pair| record.record.node(pair[0]).children().iter().position(|&child| child == pair[1]).unwrap_or(0));
        PyTuple::new(py, steps.collect::<Vec<_>>())
    }

    /// The name of the move played here; None at the root, and where something else happens.
    #[getter]
    fn r#move(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let record = self.record.bind(py).try_borrow()?;
        let size = record.record.rules().size;
        Ok(record.record.node(self.id).mv().map(|mv| move_text(size, mv)))
    }

    /// The colour that resigns here; None if none does.
    #[getter]
    fn resigned(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        match self.record.bind(py).try_borrow()?.record.node(self.id).act() {
            Act::Resign(color) => Ok(Some(color.name())),
            _ => Ok(None),
        }
    }

    /// Whether a position is set up here.
    #[getter]
    fn is_setup(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(matches!(self.record.bind(py).try_borrow()?.record.node(self.id).act(), Act::Setup(_)))
    }

    /// The number of moves on the way here, this one included.
    #[getter]
    fn ply(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.record.bind(py).try_borrow()?.record.ply(self.id))
    }

    /// The position after this node.
    #[getter]
    fn position(&self, py: Python<'_>) -> PyResult<PyPosition> {
        Ok((*self.record.bind(py).try_borrow()?.record.node(self.id).position()).into())
    }

    /// The game at this node, from the last set-up on.
    fn state(&self, py: Python<'_>) -> PyResult<GameState> {
        Ok(GameState { game: self.record.bind(py).try_borrow()?.record.game(self.id) })
    }

    /// The node before this one; None for the root.
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Option<PyRecordNode>> {
        let parent = self.record.bind(py).try_borrow()?.record.node(self.id).parent();
        Ok(parent.map(|id| self.beside(py, id)))
    }

    /// The nodes that follow: the first continues the line, the others are variations.
    #[getter]
    fn children(&self, py: Python<'_>) -> PyResult<Vec<PyRecordNode>> {
        let children = self.record.bind(py).try_borrow()?.record.node(self.id).children().to_vec();
        Ok(children.into_iter().map(|id| self.beside(py, id)).collect())
    }

    /// Adds a move, by name or action, after all others that follow this node, and returns its node. IllegalMoveError if it is not legal.
    fn add(&self, r#move: &Bound<'_, PyAny>) -> PyResult<PyRecordNode> {
        let py = r#move.py();
        let position = *self.record.bind(py).try_borrow()?.record.node(self.id).position();
        let mv = move_argument(r#move, &position)?;
        let added = self.record.bind(py).try_borrow_mut()?.record.add(self.id, Act::Move(mv));
        added.map(|id| self.beside(py, id)).map_err(|error| match error {
            CannotAdd::Illegal(illegal) => from_illegal(py, illegal),
            other => invalid(other.to_string()),
        })
    }

    /// The node's name, a text of one line; empty if it has none.
    #[getter]
    fn name(&self, py: Python<'_>) -> PyResult<String> {
        self.notes(py, |notes| notes.name().to_owned())
    }

    #[setter]
    fn set_name(&self, py: Python<'_>, name: TextArgument) -> PyResult<()> {
        self.change(py, |notes| notes.set_name(&name.0))
    }

    /// The comment; empty if there is none. Line ends are line feeds, and tabs become spaces.
    #[getter]
    fn comment(&self, py: Python<'_>) -> PyResult<String> {
        self.notes(py, |notes| notes.comment().to_owned())
    }

    #[setter]
    fn set_comment(&self, py: Python<'_>, comment: TextArgument) -> PyResult<()> {
        self.change(py, |notes| notes.set_comment(&comment.0))
    }

    /// The points that are marked, in action order, by mark: ``"circle"``, ``"cross"``, ``"selected"``, ``"square"``, ``"triangle"``.
    #[getter]
    fn marks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let size = self.record.bind(py).try_borrow()?.record.rules().size;
        let sets = self.notes(py, |notes| notes.marks)?;
        let marks = PyDict::new(py);
        for (mark, set) in Mark::ALL.into_iter().zip(sets).filter(|(_, set)| !set.is_empty()) {
            marks.set_item(mark.name(), names(size, set))?;
        }
        Ok(marks)
    }

    #[setter]
    fn set_marks(&self, py: Python<'_>, marks: &Bound<'_, PyAny>) -> PyResult<()> {
        let size = self.record.bind(py).try_borrow()?.record.rules().size;
        let mut sets = [Bitboard::EMPTY; Mark::ALL.len()];
        for (mark, points) in items(marks, "marks must be a dict of lists of points by mark")? {
            let (mark, points) = (mark.extract::<MarkArgument>()?, points.extract::<NamesArgument>()?);
            for name in &points.0 {
                sets[mark.0 as usize].insert(point_argument(py, size, name)?);
            }
        }
        self.change(py, |notes| notes.marks = sets)
    }

    /// The labels, texts of one line, by point in action order.
    #[getter]
    fn labels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let size = self.record.bind(py).try_borrow()?.record.rules().size;
        let dict = PyDict::new(py);
        let labels = self.notes(py, |notes| notes.labels().clone())?;
        labels.iter().try_for_each(|(&point, label)| dict.set_item(point_text(size, point), label))?;
        Ok(dict)
    }

    #[setter]
    fn set_labels(&self, py: Python<'_>, labels: &Bound<'_, PyAny>) -> PyResult<()> {
        let size = self.record.bind(py).try_borrow()?.record.rules().size;
        let mut new = Vec::new();
        for (point, label) in items(labels, "labels must be a dict of texts by point")? {
            let (point, label) = (point.extract::<TextArgument>()?, label.extract::<TextArgument>()?);
            new.push((point_argument(py, size, &point.0)?, label.0));
        }
        self.change(py, |notes| {
            let old: Vec<_> = notes.labels().keys().copied().collect();
            for point in old {
                notes.set_label(point, "");
            }
            for (point, label) in &new {
                notes.set_label(*point, label);
            }
        })
    }

    /// The seconds that Light and Dark have left after this node; None where nothing is said.
    #[getter]
    fn seconds_left(&self, py: Python<'_>) -> PyResult<(Option<f64>, Option<f64>)> {
        self.notes(py, |notes| (notes.seconds_left[Color::Light], notes.seconds_left[Color::Dark]))
    }

    #[setter]
    fn set_seconds_left(&self, py: Python<'_>, seconds: &Bound<'_, PyAny>) -> PyResult<()> {
        let Ok(pair) = seconds.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() else {
            return Err(PyTypeError::new_err(format!(
                "seconds_left must be a pair, Light's and Dark's, not {}",
                type_name(seconds)
            )));
        };
        let one = |half: &Bound<'_, PyAny>| {
            if half.is_none() { Ok(None) } else { seconds_argument(half, "seconds_left").map(Some) }
        };
        let left = ByColor([one(&pair.0)?, one(&pair.1)?]);
        self.change(py, |notes| notes.seconds_left = left)
    }

    /// The properties of the file that this package does not know, with their values as they stand in it; they are kept.
    #[getter]
    fn properties<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        let properties = self.notes(py, |notes| notes.properties.clone())?;
        properties.into_iter().try_for_each(|property| dict.set_item(property.name, property.values))?;
        Ok(dict)
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<PyRecordNode>() else { return Ok(false) };
        let other = other.get();
        if self.record.is(&other.record) {
            return Ok(self.id == other.id);
        }
        let same = self.record.bind(py).try_borrow()?.record == other.record.bind(py).try_borrow()?.record;
        Ok(same && self.path(py)?.eq(other.path(py)?)?)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let ply = self.ply(py)?;
        Ok(match (self.r#move(py)?, self.resigned(py)?, self.is_setup(py)?) {
            (Some(mv), _, _) => format!("<RecordNode, ply {ply}: {mv}>"),
            (_, Some(color), _) => format!("<RecordNode after ply {ply}: {color} resigns>"),
            (_, _, true) => format!("<RecordNode after ply {ply}: a set-up>"),
            _ => format!("<RecordNode after ply {ply}>"),
        })
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyRecordNode>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, this) = (slf.py(), slf.get());
        let at = PyRecord::type_object(py).getattr("at")?;
        (at, (this.record.clone_ref(py), this.path(py)?)).into_pyobject(py)
    }
}
