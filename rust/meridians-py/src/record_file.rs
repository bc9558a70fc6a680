//! The files of records: which argument is a path and which a text, reading with a limit, and writing so that nothing is half
//! written.

use crate::arguments::type_name;
use crate::boundary::{brief, poll};
use crate::errors::invalid;
use meridians::quoted;
use meridians::record::Format;
use meridians::record::sgf::MAX_GAME_BYTES;
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Where a record is read from.
pub(crate) enum Source {
    Text(String),
    File(PathBuf),
}

/// The most bytes of a path; Linux has no longer ones, and messages repeat them.
const LONGEST_PATH: usize = 4096;

/// A path, as a str or an `os.PathLike`; what could not be one at all is none.
fn possible_path(object: &Bound<'_, PyAny>) -> PyResult<Option<PathBuf>> {
    let is_path = object.is_instance_of::<PyString>() || object.hasattr("__fspath__")?;
    if is_path && !object.is_instance_of::<PyBytes>() { object.extract().map(Some) } else { Ok(None) }
}

/// A path, as a str or an `os.PathLike`.
pub(crate) fn path_argument(object: &Bound<'_, PyAny>) -> PyResult<PathBuf> {
    let no_path = |reason: &str| {
        let given = object.str().map_or_else(|_| "that".into(), |text| text.to_string_lossy().into_owned());
        invalid(format!("{} is no path: {reason}", quoted(&given)))
    };
    match possible_path(object) {
        Ok(Some(path)) if path.as_os_str().len() > LONGEST_PATH => Err(no_path("it is too long")),
        Ok(Some(path)) => Ok(path),
        Ok(None) => {
            Err(PyTypeError::new_err(format!("path must be a str or an os.PathLike, not {}", type_name(object))))
        }
        // A character that no name of a file can have.
        Err(error) if error.is_instance_of::<PyValueError>(object.py()) => Err(no_path("it is no text in UTF-8")),
        Err(error) => Err(error),
    }
}

/// A path or a text. A str is a text if it begins like one and names no file.
pub(crate) fn source_argument(object: &Bound<'_, PyAny>) -> PyResult<Source> {
    let Ok(text) = object.cast::<PyString>() else {
        if possible_path(object).is_ok_and(|path| path.is_none()) {
            let kind = type_name(object);
            return Err(PyTypeError::new_err(format!("a record is read from a path or a text, not {kind}")));
        }
        return path_argument(object).map(Source::File);
    };
    let text = text.to_string_lossy().into_owned();
    if let Ok(Some(path)) = possible_path(object)
        && path.exists()
    {
        return Ok(Source::File(path));
    }
    if Format::detected(&text).is_some() {
        return Ok(Source::Text(text));
    }
    let message = "names no file, and is no text of a game either, which in SGF begins with (; (docs/records.md has other formats)";
    Err(invalid(format!("{} {message}", quoted(&text))))
}

/// A file that is being read.
pub(crate) struct OpenFile {
    file: fs::File,
    path: PathBuf,
}

impl OpenFile {
    pub(crate) fn open(py: Python<'_>, path: PathBuf) -> PyResult<OpenFile> {
        match fs::File::open(&path) {
            Ok(file) => Ok(OpenFile { file, path }),
            Err(error) => Err(os_error(py, &error, &path)),
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The next piece of the file; empty at its end.
    pub(crate) fn piece(&mut self, py: Python<'_>) -> PyResult<Vec<u8>> {
        loop {
            poll(py)?;
            let mut bytes = vec![0; PIECE];
            match brief(py, || self.file.read(&mut bytes)) {
                Ok(length) => {
                    bytes.truncate(length);
                    return Ok(bytes);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(os_error(py, &error, &self.path)),
            }
        }
    }

    /// All of the file, of which this has been read.
    pub(crate) fn rest(&mut self, py: Python<'_>, mut bytes: Vec<u8>) -> PyResult<Vec<u8>> {
        loop {
            let piece = self.piece(py)?;
            if piece.is_empty() {
                return Ok(bytes);
            }
            bytes.extend_from_slice(&piece);
            if bytes.len() > MAX_GAME_BYTES {
                let (path, most) = (self.path.display(), MAX_GAME_BYTES >> 20);
                return Err(invalid(format!("{path}: larger than {most} MiB (records_in reads many games)")));
            }
        }
    }
}

/// How much of a file is read at once.
const PIECE: usize = 1 << 16;

/// All of a file that has one game.
pub(crate) fn read_all(py: Python<'_>, path: &Path) -> PyResult<Vec<u8>> {
    OpenFile::open(py, path.to_owned())?.rest(py, Vec::new())
}

/// What is said of a file whose format is not known.
pub(crate) fn no_extension(path: &Path) -> String {
    let path = path.to_string_lossy();
    // The dialects of SGF have the extension of SGF, which means SGF itself.
    let own = Format::ALL.into_iter().filter(|&format| Format::from_extension(format.extension()) == Some(format));
    let extensions = own.map(|format| format!(".{}", format.extension())).collect::<Vec<_>>().join(", ");
    format!("{}: the extension names no format; give format=\"sgf\" or another, or one of {extensions}", quoted(&path))
}

/// Writes a file that has all of the text or is not there: an older one stays until the new one is whole. A link stays a link, and
/// what is no file, such as a device or a pipe, is written to as it is: nothing takes its place.
pub(crate) fn write_whole(py: Python<'_>, path: &Path, text: &str) -> PyResult<()> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let is_special = fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir());
    if is_special {
        let written = brief(py, || fs::OpenOptions::new().write(true).open(path)?.write_all(text.as_bytes()));
        return written.map_err(|error| os_error(py, &error, path));
    }
    // A link may lead to a file that is not there yet.
    let led_to = fs::read_link(path).map(|to| path.parent().map_or_else(|| to.clone(), |folder| folder.join(&to)));
    let target = fs::canonicalize(path).or(led_to).ok().filter(|_| path.is_symlink());
    let path = target.as_deref().unwrap_or(path);
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}-{}.unfinished", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed)));
    let beside = path.with_file_name(name);
    let written = (|| {
        let mut file = fs::OpenOptions::new().write(true).create_new(true).open(&beside)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&beside, path)
    })();
    written.map_err(|error| {
        // It is gone already if it could not be made.
        let _ = fs::remove_file(&beside);
        os_error(py, &error, path)
    })
}

/// The error of the system as Python's own, with the path.
fn os_error(py: Python<'_>, error: &io::Error, path: &Path) -> PyErr {
    let Some(number) = error.raw_os_error() else {
        return invalid(format!("{} is no path: {error}", quoted(&path.to_string_lossy())));
    };
    let words = py
        .import("os")
        .and_then(|os| os.call_method1("strerror", (number,)))
        .and_then(|words| words.extract::<String>());
    PyOSError::new_err((number, words.unwrap_or_default(), path.as_os_str().to_owned()))
}
