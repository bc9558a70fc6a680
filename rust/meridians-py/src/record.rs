//! `Record`: a recorded game, read from files and written to them.

use crate::arguments::{
    FormatArgument, LenientFlag, OpeningArgument, RepetitionArgument, SizeArgument, SymmetryArgument, TextArgument,
    format_argument, opening_name,
};
use crate::errors::{from_record, invalid};
use crate::game::GameState;
use crate::game_result::PyGameResult;
use crate::position::PyPosition;
use crate::record_file::{OpenFile, Source, no_extension, path_argument, read_all, source_argument, write_whole};
use crate::record_node::PyRecordNode;
use meridians::record::sgf::Collection;
use meridians::record::{Format, Reading, Record, Rules};
use meridians::{Color, Repetition, Size, move_text};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::PyTypeInfo;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// A record of a game: rules, headers, a tree of moves with variations and comments, and the result (``docs/records.md``).
///
/// Every move in it is legal. Mutable, so not hashable; two records are equal when all that they hold is.
#[pyclass(name = "Record", module = "meridians")]
#[derive(Clone)]
pub(crate) struct PyRecord {
    pub(crate) record: Record,
}

#[pymethods]
impl PyRecord {
    #[new]
    #[pyo3(
        signature = (
            size = SizeArgument(Size::STANDARD),
            opening = OpeningArgument(false),
            repetition = RepetitionArgument(Repetition::Draw)
        ),
        text_signature = "(size='6/7', opening='plain', repetition='draw')"
    )]
    fn new(size: SizeArgument, opening: OpeningArgument, repetition: RepetitionArgument) -> PyRecord {
        let rules = Rules { size: size.0, pie: opening.0, repetition: repetition.0 };
        PyRecord { record: Record::new(rules) }
    }

    /// The record of a game: its start, its moves, and how it ended.
    #[staticmethod]
    fn from_game(state: &Bound<'_, PyAny>) -> PyResult<PyRecord> {
        let Ok(state) = state.cast::<GameState>() else {
            let kind = state.get_type().name()?;
            return Err(PyTypeError::new_err(format!("state must be a GameState, not {kind}")));
        };
        Ok(PyRecord { record: Record::from_game(&state.try_borrow()?.game) })
    }

    /// Reads the one game of a file, or of a text.
    ///
    /// ``source``: a path, as str or ``os.PathLike``, or the text itself: a str is a text if it begins like a game and names no file.
    /// The format, one of those in ``docs/records.md``, is known by the content.
    /// A fault raises ParseError (file, line, column, what was expected), IllegalMoveError (the rule), SetupError or MeridiansError.
    /// ``lenient``: the line of moves is cut at a fault instead, and :attr:`fault` says so. OSError if the file cannot be read.
    #[staticmethod]
    #[pyo3(signature = (source, lenient = LenientFlag(false)), text_signature = "(source, lenient=False)")]
    fn read(source: &Bound<'_, PyAny>, lenient: LenientFlag) -> PyResult<PyRecord> {
        let py = source.py();
        let (read, file) = match source_argument(source)? {
            Source::Text(text) => (Record::from_text(&text, reading(lenient)), None),
            Source::File(path) => (Record::from_bytes(&read_all(py, &path)?, reading(lenient)), Some(path)),
        };
        let record = read.map_err(|error| from_record(py, file.as_deref(), &error))?;
        Ok(PyRecord { record })
    }

    /// Writes the record to a file, which then has all of it: it is written beside, and takes the place of an older one at the end.
    ///
    /// ``format``: as in :meth:`to_text`; by default what the file's extension says (``docs/records.md``). OSError if the file cannot be
    /// written.
    #[pyo3(signature = (path, format = None))]
    fn write(&self, path: &Bound<'_, PyAny>, format: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let py = path.py();
        let path = path_argument(path)?;
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("");
        let Some(format) = format_argument(format)?.or_else(|| Format::from_extension(extension)) else {
            return Err(invalid(no_extension(&path)));
        };
        let text = self.record.to_text(format).map_err(|error| invalid(error.to_string()))?;
        write_whole(py, &path, &text)
    }

    /// The record as a text, ``"sgf"`` by default: the same record, the same text.
    ///
    /// ``"moves"``, ``"ludii"``, ``"abstractplay"``, ``"little_golem"`` and ``"boardspace"`` have the main line only; MeridiansError if they
    /// have no words for it.
    #[pyo3(signature = (format = FormatArgument(Format::Sgf)), text_signature = "($self, format='sgf')")]
    fn to_text(&self, format: FormatArgument) -> PyResult<String> {
        self.record.to_text(format.0).map_err(|error| invalid(error.to_string()))
    }

    /// The board's size, such as ``"6/7"`` (R1).
    #[getter]
    fn size(&self) -> String {
        self.record.rules().size.to_string()
    }

    /// ``"plain"`` or ``"pie"``.
    #[getter]
    fn opening(&self) -> &'static str {
        opening_name(self.record.rules().pie)
    }

    /// The repetition policy, ``"draw"`` or ``"none"`` (R13).
    #[getter]
    fn repetition(&self) -> &'static str {
        self.record.rules().repetition.name()
    }

    /// What is said of the whole game, by key, in the order of the file: such as ``"event"``, ``"date"``, ``"light"``, ``"dark"``.
    ///
    /// ``light`` and ``dark`` are who has the colours at the end. A new dict each time; assign one to change the headers.
    #[getter]
    fn headers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let headers = PyDict::new(py);
        self.record.headers.iter().try_for_each(|(key, text)| headers.set_item(key, text))?;
        Ok(headers)
    }

    #[setter]
    fn set_headers(&mut self, headers: &Bound<'_, PyAny>) -> PyResult<()> {
        let Ok(dict) = headers.cast::<PyDict>() else {
            let kind = headers.get_type().name()?;
            return Err(PyTypeError::new_err(format!("headers must be a dict of texts, not {kind}")));
        };
        let mut new = meridians::record::Headers::default();
        for (key, text) in dict {
            let (key, text) = (key.extract::<TextArgument>()?, text.extract::<TextArgument>()?);
            new.set(&key.0, &text.0).map_err(|error| invalid(error.to_string()))?;
        }
        self.record.headers = new;
        Ok(())
    }

    /// How the game ended. What the moves of the main line show cannot be set to anything else.
    #[getter]
    fn result(&self) -> PyGameResult {
        PyGameResult { result: self.record.result() }
    }

    #[setter]
    fn set_result(&mut self, result: &Bound<'_, PyAny>) -> PyResult<()> {
        let Ok(result) = result.cast::<PyGameResult>() else {
            let kind = result.get_type().name()?;
            return Err(PyTypeError::new_err(format!("result must be a GameResult, not {kind}")));
        };
        self.record.set_result(result.get().result).map_err(|error| invalid(error.to_string()))
    }

    /// The first fault that a lenient reading met, where a line was cut; None if there was none.
    #[getter]
    fn fault(&self) -> Option<String> {
        self.record.fault().map(ToString::to_string)
    }

    /// The root of the tree: the position before the first move.
    #[getter]
    fn root(slf: Py<PyRecord>) -> PyRecordNode {
        PyRecordNode::new(slf, 0)
    }

    /// The node at the end of a path from the root: at each step, which child, from 0; see :attr:`RecordNode.path`.
    fn at(slf: &Bound<'_, PyRecord>, path: &Bound<'_, PyAny>) -> PyResult<PyRecordNode> {
        PyRecordNode::at(slf, path)
    }

    /// The moves of the main line, by name.
    fn mainline(&self) -> Vec<String> {
        let size = self.record.rules().size;
        self.record.moves().map(|mv| move_text(size, mv)).collect()
    }

    /// The positions of the main line: the start, then the one after each move (and each that is set up on the way).
    fn positions(&self) -> Vec<PyPosition> {
        self.record.positions().map(|&position| position.into()).collect()
    }

    /// The game at the end of the main line, from the last set-up on. A result that is only stated is not in it.
    fn game(&self) -> GameState {
        let last = self.record.main_line().last().unwrap_or(0);
        GameState { game: self.record.game(last) }
    }

    /// The main line as arrays: the actions, uint16 ``[P]``, and the stones, int8 ``[Q, N]``.
    ///
    /// Row i of the stones is position i of :meth:`positions`, so Q = P + 1 where nothing is set up on the way; by point in action
    /// order 1 is a Light stone, -1 a Dark one and 0 an empty point.
    fn to_arrays<'py>(&self, py: Python<'py>) -> PyResult<Arrays<'py>> {
        let size = self.record.rules().size;
        let actions = PyArray1::from_iter(py, self.record.moves().map(|mv| mv.action(size)));
        let mut stones = Vec::new();
        for position in self.record.positions() {
            let start = stones.len();
            stones.resize(start + size.points(), 0_i8);
            for (color, value) in [(Color::Light, 1), (Color::Dark, -1)] {
                position.stones(color).iter().for_each(|point| stones[start + point.index()] = value);
            }
        }
        let rows = stones.len() / size.points();
        Ok((actions, PyArray1::from_vec(py, stones).reshape([rows, size.points()])?))
    }

    /// This record under a symmetry of the board: moves, variations, set-ups, marks, labels and the points of known properties.
    ///
    /// Texts stay as they are, names of points in comments too.
    fn transformed(&self, symmetry: SymmetryArgument) -> PyRecord {
        PyRecord { record: self.record.transformed(symmetry.0) }
    }

    /// The one orientation that stands for all four: equal for all images of a record under symmetries (``docs/records.md``).
    ///
    /// Its main line is the first of the four, by set-up and then by action. It need not end in the canonical form of its last position.
    fn canonical(&self) -> PyRecord {
        PyRecord { record: self.record.canonical() }
    }

    /// A text that records share if, and only if, they have the same board, opening and main line up to symmetry.
    ///
    /// The board, the opening, and the moves in the canonical orientation, such as ``"6/7 plain f1 j4"``; a set-up is the text of its
    /// position in brackets. Results, headers, notes, variations and the repetition policy have no part in it.
    fn key(&self) -> String {
        self.record.key()
    }

    /// An independent copy.
    fn copy(&self) -> PyRecord {
        self.clone()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<PyRecord>() {
            Ok(other) => Ok(self.record == other.try_borrow()?.record),
            Err(_) => Ok(false),
        }
    }

    fn __repr__(&self) -> String {
        let moves = self.record.moves().count();
        format!("<Record of {moves} moves on {}: {}>", self.size(), self.record.result())
    }

    fn __copy__(&self) -> PyRecord {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyRecord {
        self.clone()
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyRecord>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let text = slf.try_borrow()?.to_text(FormatArgument(Format::Sgf))?;
        (PyRecord::type_object(py).getattr("read")?, (text,)).into_pyobject(py)
    }
}

/// Actions, and stones by position.
type Arrays<'py> = (Bound<'py, PyArray1<u16>>, Bound<'py, PyArray2<i8>>);

fn reading(lenient: LenientFlag) -> Reading {
    if lenient.0 { Reading::Lenient } else { Reading::Strict }
}

/// The games of a file in SGF or JSON, one after the other, in the memory of one: an iterator of :class:`Record`. Others have one.
///
/// A fault raises as in :meth:`Record.read` when its game's turn comes, and iteration can go on with the next game. OSError at
/// once if the file cannot be opened.
#[pyfunction]
#[pyo3(signature = (path, lenient = LenientFlag(false)), text_signature = "(path, lenient=False)")]
pub(crate) fn records_in(path: &Bound<'_, PyAny>, lenient: LenientFlag) -> PyResult<RecordIterator> {
    let py = path.py();
    let mut file = OpenFile::open(py, path_argument(path)?)?;
    let mut games = Collection::default();
    // A folder can be opened, and not be read.
    let first = file.piece(py)?;
    games.feed(&first);
    let format = Format::detected(&String::from_utf8_lossy(&first));
    let one = !matches!(format, None | Some(Format::Sgf | Format::AbstractPlay));
    Ok(RecordIterator { file, reading: reading(lenient), games, whole: one.then_some(first), ended: false })
}

/// The iterator of [`records_in`].
#[pyclass(module = "meridians")]
pub(crate) struct RecordIterator {
    file: OpenFile,
    reading: Reading,
    games: Collection,
    /// What has been read of a file in a format that has one game.
    whole: Option<Vec<u8>>,
    ended: bool,
}

#[pymethods]
impl RecordIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<PyRecord>> {
        if let Some(first) = self.whole.take() {
            self.ended = true;
            let read = Record::from_bytes(&self.file.rest(py, first)?, self.reading);
            let record = read.map_err(|error| from_record(py, Some(self.file.path()), &error))?;
            return Ok(Some(PyRecord { record }));
        }
        while !self.ended {
            let game = match self.games.next_game() {
                Ok(Some(game)) => Some(game),
                Ok(None) => {
                    let piece = self.file.piece(py)?;
                    if !piece.is_empty() {
                        self.games.feed(&piece);
                        continue;
                    }
                    self.ended = true;
                    self.games.finish()
                }
                Err(error) => {
                    self.ended = true;
                    return Err(invalid(format!("{}: {error}", self.file.path().display())));
                }
            };
            if let Some(game) = game {
                let read = game.read(self.reading).map_err(|error| from_record(py, Some(self.file.path()), &error));
                return read.map(|record| Some(PyRecord { record }));
            }
        }
        Ok(None)
    }
}
