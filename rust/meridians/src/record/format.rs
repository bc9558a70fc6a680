//! The formats that records are kept in, and which of them a text is.

use super::error::{FaultReason, Place, Reading, RecordError};
use super::tree::Record;
use super::unwritable::Unwritable;
use super::{abstractplay, boardspace, little_golem, ludii, moves, sgf};

/// A format of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// SGF, version 4, our own file.
    Sgf,
    /// A plain list of moves.
    Moves,
    /// A trial of Ludii.
    Ludii,
    /// JSON of AbstractPlay: the report of a game is written, and saved states are read too.
    AbstractPlay,
    /// SGF as Little Golem has it.
    LittleGolem,
    /// SGF as boardspace has it.
    Boardspace,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 6] =
        [Format::Sgf, Format::Moves, Format::Ludii, Format::AbstractPlay, Format::LittleGolem, Format::Boardspace];

    /// The name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Sgf => "sgf",
            Format::Moves => "moves",
            Format::Ludii => "ludii",
            Format::AbstractPlay => "abstractplay",
            Format::LittleGolem => "little_golem",
            Format::Boardspace => "boardspace",
        }
    }

    /// The extension of its files.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Sgf | Format::LittleGolem | Format::Boardspace => "sgf",
            Format::Moves => "txt",
            Format::Ludii => "trl",
            Format::AbstractPlay => "json",
        }
    }

    /// The format with this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The format that is written to files with this extension, which is without its dot, if there is one.
    #[must_use]
    pub fn from_extension(extension: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.extension().eq_ignore_ascii_case(extension))
    }

    /// The format that a text begins like, if it does; the dialects of SGF begin like SGF.
    #[must_use]
    pub fn detected(text: &str) -> Option<Format> {
        let text = without_mark(text);
        if text.trim_start().starts_with('(') {
            Some(Format::Sgf)
        } else if abstractplay::detected(text) {
            Some(Format::AbstractPlay)
        } else if ludii::detected(text) {
            Some(Format::Ludii)
        } else {
            moves::detected(text).then_some(Format::Moves)
        }
    }
}

impl Record {
    /// Reads the record of a text, in whatever format it is.
    ///
    /// # Errors
    /// The first fault when reading strictly; and what cannot be read at all.
    pub fn from_text(text: &str, reading: Reading) -> Result<Record, RecordError> {
        let unmarked = without_mark(text);
        match Format::detected(unmarked) {
            Some(Format::Sgf | Format::LittleGolem | Format::Boardspace) => sgf::read(text, reading),
            Some(Format::Moves) => moves::read(unmarked, reading),
            Some(Format::Ludii) => ludii::read(unmarked, reading),
            Some(Format::AbstractPlay) => abstractplay::read(unmarked, reading),
            None => Err(unknown(text)),
        }
    }

    /// Reads the record of a file's bytes, in whatever format it is. SGF says its character set itself; other formats are in UTF-8.
    ///
    /// # Errors
    /// As [`Record::from_text`], and a character set that is not known here.
    pub fn from_bytes(bytes: &[u8], reading: Reading) -> Result<Record, RecordError> {
        let text = String::from_utf8_lossy(bytes);
        match Format::detected(&text) {
            Some(Format::Sgf) => sgf::read_bytes(bytes, Place::default(), reading),
            _ => Record::from_text(&text, reading),
        }
    }

    /// The record as a text in a format. Only SGF has all of it; the others have the main line.
    ///
    /// # Errors
    /// The format has no words for what is in the main line.
    pub fn to_text(&self, format: Format) -> Result<String, Unwritable> {
        match format {
            Format::Sgf => Ok(sgf::write(self)),
            Format::Moves => moves::write(self),
            Format::Ludii => ludii::write(self),
            Format::AbstractPlay => abstractplay::write(self),
            Format::LittleGolem => little_golem::write(self),
            Format::Boardspace => boardspace::write(self),
        }
    }
}

/// A text without the byte order marks that some programs begin files with.
fn without_mark(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}

fn unknown(text: &str) -> RecordError {
    let word = text.split_whitespace().next().unwrap_or("");
    let expected =
        "a record of a game: SGF, which begins with (; a list of moves, a trial of Ludii, or JSON of AbstractPlay";
    Place::default().fault(FaultReason::form(expected, word))
}
