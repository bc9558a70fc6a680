//! `Features` and what it is made of: the evaluation's counts, and for each colour what a position is about.

use crate::arguments::{ColorArgument, TextArgument, name_list, names, point_argument};
use crate::errors::invalid;
use crate::features::{counts, feature_names};
use meridians::{Bitboard, Color, Feature, Path, Point, Position, SEARCHED_STATES, Structure, point_text};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList, PyTuple};
use std::sync::{Arc, OnceLock};

/// What can be said of a position without playing on (``docs/features.md``). Frozen, picklable.
///
/// It is a mapping of the evaluation's counts, in the order of :data:`FEATURES`: for each name the numbers for Light and for Dark. It
/// equals every mapping with the same counts. :meth:`of` gives what the position is about for a colour.
#[pyclass(name = "Features", module = "meridians", frozen, mapping)]
pub(crate) struct PyFeatures {
    position: Position,
}

impl From<Position> for PyFeatures {
    fn from(position: Position) -> PyFeatures {
        PyFeatures { position }
    }
}

#[pymethods]
#[allow(clippy::unused_self, reason = "Python calls them on an object")]
impl PyFeatures {
    /// What the position is about for a colour, whoever is to move.
    fn of(&self, color: ColorArgument) -> PyColorFeatures {
        PyColorFeatures { position: self.position, color: color.0, never_cut: Arc::default() }
    }

    /// The names, in the order of :data:`FEATURES`.
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, feature_names())
    }

    /// For each name the numbers for Light and for Dark.
    fn values(&self) -> Vec<(i32, i32)> {
        counts(&self.position).to_vec()
    }

    /// The names with their numbers.
    fn items(&self) -> Vec<(&'static str, (i32, i32))> {
        feature_names().into_iter().zip(counts(&self.position)).collect()
    }

    /// The numbers of a name; ``default`` for what is none.
    #[pyo3(signature = (key, default = None))]
    fn get<'py>(
        &self,
        key: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(match place(key) {
            Some(k) => Some(counts(&self.position)[k].into_pyobject(key.py())?.into_any()),
            None => default,
        })
    }

    fn __getitem__(&self, key: &Bound<'_, PyAny>) -> PyResult<(i32, i32)> {
        let k = place(key).ok_or_else(|| PyKeyError::new_err(key.clone().unbind()))?;
        Ok(counts(&self.position)[k])
    }

    fn __contains__(&self, key: &Bound<'_, PyAny>) -> bool {
        place(key).is_some()
    }

    fn __len__(&self) -> usize {
        Feature::ALL.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.keys(py)?.try_iter()
    }

    fn __eq__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        if let Ok(other) = other.cast::<PyFeatures>() {
            let same = counts(&self.position) == counts(&other.get().position);
            return Ok(same.into_pyobject(py)?.to_owned().into_any());
        }
        self.dict(py)?.as_any().rich_compare(other, pyo3::basic::CompareOp::Eq)
    }

    fn __repr__(&self) -> String {
        let items: Vec<String> =
            self.items().into_iter().map(|(name, (light, dark))| format!("'{name}': ({light}, {dark})")).collect();
        format!("Features({{{}}})", items.join(", "))
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyFeatures>) -> PyResult<Bound<'py, PyTuple>> {
        let position = crate::position::PyPosition::from(slf.get().position).into_pyobject(slf.py())?;
        (position.getattr("features")?, ()).into_pyobject(slf.py())
    }
}

impl PyFeatures {
    fn dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, both) in self.items() {
            dict.set_item(name, both)?;
        }
        Ok(dict)
    }
}

/// The place of a feature's name.
fn place(key: &Bound<'_, PyAny>) -> Option<usize> {
    let name = key.extract::<String>().ok()?;
    feature_names().into_iter().position(|feature| feature == name)
}

/// What a position is about for one colour: each answer is computed when it is asked for. Frozen, hashable, picklable.
///
/// All points are names; points and groups are in action order, groups by their first point. Only the stones on the board count, not
/// whose turn it is, but for threatened groups.
#[pyclass(name = "ColorFeatures", module = "meridians", frozen, eq, hash)]
pub(crate) struct PyColorFeatures {
    position: Position,
    color: Color,
    /// Shared with its groups, so that it is worked out once.
    never_cut: Arc<OnceLock<Vec<Bitboard>>>,
}

impl PartialEq for PyColorFeatures {
    fn eq(&self, other: &PyColorFeatures) -> bool {
        (self.position, self.color) == (other.position, other.color)
    }
}

impl std::hash::Hash for PyColorFeatures {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.position, self.color).hash(state);
    }
}

#[pymethods]
impl PyColorFeatures {
    /// The colour.
    #[getter]
    fn color(&self) -> &'static str {
        self.color.name()
    }

    /// The groups (R7).
    #[getter]
    fn groups(&self) -> Vec<PyGroupFeatures> {
        self.structure().groups().into_iter().map(|group| self.group_features(group)).collect()
    }

    /// The group that the stone on a point belongs to. MeridiansError if the colour has no stone there.
    fn group(&self, py: Python<'_>, point: TextArgument) -> PyResult<PyGroupFeatures> {
        let stone = point_argument(py, self.position.size(), &point.0)?;
        let group = self.structure().groups().into_iter().find(|group| group.contains(stone));
        let group = group.ok_or_else(|| invalid(format!("no stone of {} stands on {}", self.color.name(), point.0)))?;
        Ok(self.group_features(group))
    }

    /// The paths (R7): the stones at both ends, and the empty points from the first to the second.
    #[getter]
    fn paths(&self) -> Vec<(String, String, Vec<String>)> {
        self.structure().paths().iter().map(|path| self.path(path)).collect()
    }

    /// For each empty point on a path the paths, as pairs of stones, that a stone of the other colour there would take away.
    #[getter]
    fn cut_points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (paths, dict) = (self.structure().paths(), PyDict::new(py));
        for (point, places) in self.structure().cut_points() {
            let ends: Vec<_> = places.into_iter().map(|k| paths[k].ends).collect();
            dict.set_item(
                self.name(point),
                ends.into_iter().map(|(a, b)| (self.name(a), self.name(b))).collect::<Vec<_>>(),
            )?;
        }
        Ok(dict)
    }

    /// Path-groups: the stones of groups that paths join, at any remove.
    #[getter]
    fn path_groups(&self) -> Vec<Vec<String>> {
        self.all_names(self.structure().path_groups())
    }

    /// Lines of sight where a stone could make a path: the stone they start from, and the empty points where another would have a path
    /// with it, nearest first.
    #[getter]
    fn potential_paths(&self) -> Vec<(String, Vec<String>)> {
        let found = self.structure().potential_paths();
        found.into_iter().map(|line| (self.name(line.stone), self.point_names(&line.points))).collect()
    }

    /// Three stones of three groups, each with a path to both others.
    #[getter]
    fn triangles(&self) -> Vec<(String, String, String)> {
        let found = self.structure().triangles();
        found.into_iter().map(|[a, b, c]| (self.name(a), self.name(b), self.name(c))).collect()
    }

    /// The points where a stone of this colour leaves two groups of the other or more without a path, that had one; and these groups.
    #[getter]
    fn double_attacks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.groups_by_point(py, self.structure().double_attacks())
    }

    /// The points where a stone joins two groups of this colour or more, and these groups.
    #[getter]
    fn merge_points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.groups_by_point(py, self.structure().merge_points())
    }

    /// Eyes with own stones that have a path to the ring: the group that is the ring, the points inside, and these stones.
    #[getter]
    fn eyes(&self) -> Vec<(Vec<String>, Vec<String>, Vec<String>)> {
        let eyes = self.structure().eyes().into_iter().filter(|eye| !eye.stones.is_empty());
        eyes.map(|eye| (self.names(eye.ring), self.names(eye.inside), self.names(eye.stones))).collect()
    }

    /// Eyes without a stone in which one can be placed that has a path to the ring: the group that is the ring, and the points inside.
    #[getter]
    fn empty_eyes(&self) -> Vec<(Vec<String>, Vec<String>)> {
        let eyes = self.structure().eyes().into_iter().filter(|eye| eye.stones.is_empty());
        eyes.map(|eye| (self.names(eye.ring), self.names(eye.inside))).collect()
    }

    /// Groups that keep a path whatever the other colour places while this one skips its turns, whether its dead groups are removed then
    /// (R8) or stay. They are so for certain; not all such groups are found.
    #[getter]
    fn never_cut(&self) -> Vec<Vec<String>> {
        self.all_names(self.safe_groups().to_vec())
    }

    /// The empty points that this colour sees and the other does not.
    #[getter]
    fn exclusive_points(&self) -> Vec<String> {
        self.names(self.structure().exclusive_points())
    }

    /// Points that this colour can fill, one after the other in this order, and the other never can, without a dead group or the loss of
    /// paths that cannot be cut.
    #[getter]
    fn safe_moves(&self) -> Vec<String> {
        self.point_names(&self.structure().safe_moves())
    }

    /// The number of empty points that the colour sees, as the feature of this name.
    #[getter]
    fn mobility(&self) -> usize {
        self.structure().seen().count()
    }

    fn __repr__(&self) -> String {
        format!("Position.from_text('{}').features().of('{}')", self.position.text(), self.color.name())
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyColorFeatures>) -> PyResult<Bound<'py, PyTuple>> {
        let features = PyFeatures::from(slf.get().position).into_pyobject(slf.py())?;
        (features.getattr("of")?, (slf.get().color.name(),)).into_pyobject(slf.py())
    }
}

impl PyColorFeatures {
    fn structure(&self) -> Structure {
        Structure::of(&self.position, self.color)
    }

    fn safe_groups(&self) -> &[Bitboard] {
        self.never_cut.get_or_init(|| self.structure().never_cut(SEARCHED_STATES))
    }

    fn group_features(&self, group: Bitboard) -> PyGroupFeatures {
        PyGroupFeatures { of: self.of_same(), group }
    }

    /// Another of the same position and colour, with what is known.
    fn of_same(&self) -> PyColorFeatures {
        PyColorFeatures { position: self.position, color: self.color, never_cut: Arc::clone(&self.never_cut) }
    }

    fn name(&self, point: Point) -> String {
        point_text(self.position.size(), point)
    }

    fn names(&self, points: Bitboard) -> Vec<String> {
        names(self.position.size(), points)
    }

    fn point_names(&self, points: &[Point]) -> Vec<String> {
        points.iter().map(|&point| self.name(point)).collect()
    }

    fn all_names(&self, sets: Vec<Bitboard>) -> Vec<Vec<String>> {
        sets.into_iter().map(|set| self.names(set)).collect()
    }

    fn path(&self, path: &Path) -> (String, String, Vec<String>) {
        (self.name(path.ends.0), self.name(path.ends.1), self.point_names(&path.cells))
    }

    fn groups_by_point<'py>(
        &self,
        py: Python<'py>,
        found: Vec<(Point, Vec<Bitboard>)>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (point, groups) in found {
            dict.set_item(self.name(point), self.all_names(groups))?;
        }
        Ok(dict)
    }
}

/// A group (R7) and its paths. Frozen, hashable, picklable.
#[pyclass(name = "GroupFeatures", module = "meridians", frozen, eq, hash)]
#[derive(PartialEq, Hash)]
pub(crate) struct PyGroupFeatures {
    of: PyColorFeatures,
    group: Bitboard,
}

#[pymethods]
impl PyGroupFeatures {
    /// Its stones.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        name_list(py, self.of.position.size(), self.group)
    }

    /// Its paths, as :attr:`ColorFeatures.paths` gives them.
    #[getter]
    fn paths(&self) -> Vec<(String, String, Vec<String>)> {
        self.own_paths().iter().map(|path| self.of.path(path)).collect()
    }

    /// The empty points on its paths: one stone of the other colour on any of them takes a path away.
    #[getter]
    fn cut_points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let cells = self.own_paths().into_iter().flat_map(|path| path.cells).collect();
        name_list(py, self.of.position.size(), cells)
    }

    /// Whether it is of the colour to move and has no path (R9).
    #[getter]
    fn is_threatened(&self) -> bool {
        self.of.color == self.of.position.turn() && self.of.position.threatened().contains(&self.group)
    }

    /// Whether it has exactly one path.
    #[getter]
    fn has_single_path(&self) -> bool {
        self.own_paths().len() == 1
    }

    /// Whether it is one of :attr:`ColorFeatures.never_cut`.
    #[getter]
    fn is_never_cut(&self) -> bool {
        self.of.safe_groups().contains(&self.group)
    }

    fn __repr__(&self) -> String {
        let first = self.group.first().map(|point| self.of.name(point)).unwrap_or_default();
        format!("{}.group('{first}')", self.of.__repr__())
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyGroupFeatures>) -> PyResult<Bound<'py, PyTuple>> {
        let this = slf.get();
        let first = this.group.first().map(|point| this.of.name(point)).unwrap_or_default();
        (this.of.of_same().into_pyobject(slf.py())?.getattr("group")?, (first,)).into_pyobject(slf.py())
    }
}

impl PyGroupFeatures {
    fn own_paths(&self) -> Vec<Path> {
        self.of.structure().paths().into_iter().filter(|path| path.leads_to(self.group)).collect()
    }
}
