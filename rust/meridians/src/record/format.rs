//! The formats that records are kept in, and which of them a text is.

use super::error::{FaultReason, Place, Reading, RecordError};
use super::sgf;
use super::tree::Record;

/// A format of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// SGF FF[4], our own file.
    Sgf,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 1] = [Format::Sgf];

    /// The name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Sgf => "sgf",
        }
    }

    /// The format with this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The format of files with this extension, which is without its dot, if there is one.
    #[must_use]
    pub fn from_extension(extension: &str) -> Option<Format> {
        match extension.to_ascii_lowercase().as_str() {
            "sgf" => Some(Format::Sgf),
            _ => None,
        }
    }

    /// The format that a text begins like, if it does.
    #[must_use]
    pub fn detected(text: &str) -> Option<Format> {
        match text.trim_start_matches('\u{feff}').trim_start().as_bytes() {
            [b'(', ..] => Some(Format::Sgf),
            _ => None,
        }
    }
}

impl Record {
    /// Reads the record of a text, in whatever format it is.
    ///
    /// # Errors
    /// The first fault when reading strictly; and what cannot be read at all.
    pub fn from_text(text: &str, reading: Reading) -> Result<Record, RecordError> {
        match Format::detected(text) {
            Some(Format::Sgf) => sgf::read(text, reading),
            None => Err(unknown(text)),
        }
    }

    /// Reads the record of a file's bytes, in whatever format it is.
    ///
    /// # Errors
    /// As [`Record::from_text`], and a character set that is not known here.
    pub fn from_bytes(bytes: &[u8], reading: Reading) -> Result<Record, RecordError> {
        let text = String::from_utf8_lossy(bytes);
        match Format::detected(&text) {
            Some(Format::Sgf) => sgf::read_bytes(bytes, Place::default(), reading),
            None => Err(unknown(&text)),
        }
    }

    /// The record as a text in a format.
    #[must_use]
    pub fn to_text(&self, format: Format) -> String {
        match format {
            Format::Sgf => sgf::write(self),
        }
    }
}

fn unknown(text: &str) -> RecordError {
    let word = text.split_whitespace().next().unwrap_or("");
    Place::default().fault(FaultReason::form("a record of a game: SGF, which begins with (;", word))
}
