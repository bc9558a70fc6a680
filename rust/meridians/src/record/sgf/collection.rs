//! Many games in one file, cut apart as the bytes come in, so that a large file needs the memory of its largest game: games in SGF one
//! after the other, or objects of JSON, in a list or not.

use super::super::abstractplay;
use super::super::error::{Place, Reading, RecordError};
use super::super::tree::Record;
use super::lexer::after;
use super::reader::read_bytes;

/// The most bytes of one game.
pub const MAX_GAME_BYTES: usize = 64 << 20;

/// A game that has more bytes than are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// Which game, from 1.
    pub game: usize,
}

impl std::fmt::Display for TooLong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "game {} is longer than {} MiB", self.game, MAX_GAME_BYTES >> 20)
    }
}

impl std::error::Error for TooLong {}

/// The bytes of one game, from the end of the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameText {
    bytes: Vec<u8>,
    place: Place,
    json: bool,
}

impl GameText {
    /// Reads the game.
    ///
    /// # Errors
    /// The first fault when reading strictly; and what cannot be read at all.
    pub fn read(&self, reading: Reading) -> Result<Record, RecordError> {
        if self.json {
            return abstractplay::read_at(&String::from_utf8_lossy(&self.bytes), self.place, reading);
        }
        read_bytes(&self.bytes, self.place, reading)
    }

    /// Where it begins.
    pub(crate) const fn place(&self) -> Place {
        self.place
    }
}

/// Cuts a stream of bytes into games. Feed it, take the games that are whole, and finish.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    bytes: Vec<u8>,
    /// Where the next game begins; what is before it has been taken.
    start: usize,
    /// How far the scan has come.
    scanned: usize,
    depth: usize,
    in_value: bool,
    escaped: bool,
    place: Place,
    /// Whether it is JSON, when that is known.
    json: Option<bool>,
    /// Whether a list of JSON has been opened.
    listed: bool,
}

impl Collection {
    /// Adds bytes at the end.
    pub fn feed(&mut self, bytes: &[u8]) {
        // Here and not at each game, of which a piece may have many.
        self.bytes.drain(..self.start);
        self.scanned -= self.start;
        self.start = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// The next game, if all of it has come.
    ///
    /// # Errors
    /// The game is too long already.
    pub fn next_game(&mut self) -> Result<Option<GameText>, TooLong> {
        if self.json.is_none() {
            let begins = self.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&self.bytes);
            self.json = begins.iter().find(|byte| !byte.is_ascii_whitespace()).map(|byte| b"[{".contains(byte));
        }
        if self.json == Some(true) {
            return self.next_object();
        }
        while let Some(&byte) = self.bytes.get(self.scanned) {
            self.scanned += 1;
            if self.in_value {
                self.in_value = byte != b']' || self.escaped;
                self.escaped = byte == b'\\' && !self.escaped;
                continue;
            }
            match byte {
                b'[' => self.in_value = self.depth > 0,
                b'(' => self.depth += 1,
                b')' => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return Ok(Some(self.cut()));
                    }
                }
                _ => {}
            }
        }
        if self.bytes.len() - self.start > MAX_GAME_BYTES { Err(TooLong { game: self.place.game }) } else { Ok(None) }
    }

    /// The next object of JSON: a list's brackets and commas are between objects.
    fn next_object(&mut self) -> Result<Option<GameText>, TooLong> {
        while let Some(&byte) = self.bytes.get(self.scanned) {
            if byte == b'{' && self.depth == 0 && !self.in_value && self.is_between_objects() {
                let between = String::from_utf8_lossy(&self.bytes[self.start..self.scanned]).into_owned();
                self.place = after(self.place, between.trim_start_matches('\u{feff}'));
                self.start = self.scanned;
            }
            self.scanned += 1;
            if self.in_value {
                self.in_value = byte != b'"' || self.escaped;
                self.escaped = byte == b'\\' && !self.escaped;
                continue;
            }
            match byte {
                b'"' => self.in_value = true,
                b'{' => self.depth += 1,
                b'}' => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return Ok(Some(self.cut()));
                    }
                }
                _ => {}
            }
        }
        if self.bytes.len() - self.start > MAX_GAME_BYTES { Err(TooLong { game: self.place.game }) } else { Ok(None) }
    }

    /// Whether an object may begin where the scan is: at the beginning, in a list or not, or where the list goes on.
    fn is_between_objects(&mut self) -> bool {
        if self.place.game == 1 {
            self.listed = self.stands_between(b"[");
            return self.listed || self.stands_between(b"");
        }
        self.stands_between(if self.listed { b"," } else { b"" })
    }

    /// Whether nothing stands between the last object and where the scan is but this, and white space.
    fn stands_between(&self, expected: &[u8]) -> bool {
        let between = &self.bytes[self.start..self.scanned];
        let between = between.strip_prefix(b"\xef\xbb\xbf").unwrap_or(between);
        between.iter().filter(|byte| !byte.is_ascii_whitespace()).eq(expected)
    }

    /// What is left when no more bytes come, unless it is white space: the beginning of a game, or none.
    #[must_use]
    pub fn finish(&mut self) -> Option<GameText> {
        self.scanned = self.bytes.len();
        let rest = &self.bytes[self.start..];
        let blank = if self.json == Some(true) {
            // A list that is not closed has been cut off.
            self.stands_between(if self.listed { b"]" } else { b"" })
        } else {
            rest.strip_prefix(b"\xef\xbb\xbf").unwrap_or(rest).iter().all(u8::is_ascii_whitespace)
        };
        // A file without any game is a fault of the first.
        if blank && self.place.game > 1 { None } else { Some(self.cut()) }
    }

    fn cut(&mut self) -> GameText {
        let bytes = self.bytes[self.start..self.scanned].to_vec();
        let place = self.place;
        let text = String::from_utf8_lossy(&bytes);
        self.place = Place { game: place.game + 1, ..after(place, text.trim_start_matches('\u{feff}')) };
        (self.start, self.depth, self.in_value, self.escaped) = (self.scanned, 0, false, false);
        GameText { bytes, place, json: self.json == Some(true) }
    }
}
