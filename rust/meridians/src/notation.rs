//! The names of sizes, points and moves (`docs/notation.md`). Reading is strict and never panics; errors say where and what was
//! expected. There is one name for each value, but for the words for three sizes.

use crate::geometry::Size;
use crate::moves::Move;
use crate::point::Point;
use std::fmt;

/// A text that is not in the expected form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What was expected there.
    pub expected: String,
    /// What was found there.
    pub found: String,
}

/// An input in quotes, as errors show it: to be recognised, so a huge or hostile one is not repeated in full.
#[must_use]
pub fn quoted(text: &str) -> String {
    let short: String = text.chars().take(40).collect();
    if short.len() < text.len() { format!("{short:?}...") } else { format!("{short:?}") }
}

impl ParseError {
    pub(crate) fn new(line: usize, column: usize, expected: impl Into<String>, found: &str) -> ParseError {
        let found = if found.is_empty() { "the end".to_owned() } else { quoted(found) };
        ParseError { line, column, expected: expected.into(), found }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: expected {}, found {}", self.line, self.column, self.expected, self.found)
    }
}

impl std::error::Error for ParseError {}

/// Why a text names no point or move of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameError {
    /// It has not the form of a name.
    Malformed(ParseError),
    /// It has the form of a point's name, and the board has no such point.
    OffBoard {
        /// The name.
        name: String,
        /// The board.
        size: Size,
    },
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NameError::Malformed(error) => {
                write!(f, "expected {}, found {} at column {}", error.expected, error.found, error.column)
            }
            NameError::OffBoard { name, size } => {
                write!(f, "{name}: off the {size} board, ")?;
                let rows = size.rows();
                let row = (0..rows).find(|&row| name.starts_with(row_letter(row)));
                if let Some(row) = row {
                    write!(f, "row {} has the points 1 to {} (R2)", row_letter(row), size.row_length(row))
                } else {
                    write!(f, "its rows are a to {} (R2)", row_letter(rows - 1))
                }
            }
        }
    }
}

impl std::error::Error for NameError {}

/// The size that a text names: `6/7` and the like, `beginner`, `standard` or `expert`.
///
/// # Errors
/// The text names no size.
pub fn parse_size(text: &str) -> Result<Size, ParseError> {
    match text {
        "beginner" => Ok(Size::BEGINNER),
        "standard" => Ok(Size::STANDARD),
        "expert" => Ok(Size::EXPERT),
        _ => parse_size_field(text, 1, 1),
    }
}

pub(crate) fn parse_size_field(text: &str, line: usize, column: usize) -> Result<Size, ParseError> {
    Size::ALL.into_iter().find(|size| size.to_string() == text).ok_or_else(|| {
        let names: Vec<String> = Size::ALL.iter().map(Size::to_string).collect();
        ParseError::new(line, column, format!("a board size, one of {}", names.join(", ")), text)
    })
}

pub(crate) fn row_letter(row: usize) -> char {
    char::from(b'a' + row as u8)
}

/// The name of a point, such as `h8`. A point that the board does not have is shown by its index, as in `point 200`.
#[must_use]
pub fn point_text(size: Size, point: Point) -> String {
    if point.index() >= size.points() {
        return format!("point {}", point.index());
    }
    let (row, column) = size.geometry().row_and_column(point);
    format!("{}{}", row_letter(row), column + 1)
}

/// The point with this name.
///
/// # Errors
/// The text is no name, or the board has no such point.
pub fn parse_point(size: Size, text: &str) -> Result<Point, NameError> {
    parse_name(size, text, "a point, a row letter a..z and a number from 1 without leading zeros")
}

fn parse_name(size: Size, text: &str, expected: &str) -> Result<Point, NameError> {
    let malformed = |column: usize| {
        let found: String = text.chars().skip(column - 1).collect();
        NameError::Malformed(ParseError::new(1, column, expected, &found))
    };
    let letter = text.chars().next().filter(char::is_ascii_lowercase).ok_or_else(|| malformed(1))?;
    let number = &text[1..];
    if number.is_empty() || number.starts_with('0') {
        return Err(malformed(2));
    }
    if let Some(junk) = number.chars().position(|c| !c.is_ascii_digit()) {
        return Err(malformed(2 + junk));
    }
    let row = letter as usize - 'a' as usize;
    let column = number.parse::<usize>().unwrap_or(usize::MAX);
    if row < size.rows() && column <= size.row_length(row) {
        return Ok(Point::new((size.geometry().row_start(row) + column - 1) as u8));
    }
    let name = if text.len() > 8 { format!("{}...", &text[..8]) } else { text.to_owned() };
    Err(NameError::OffBoard { name, size })
}

/// The name of a move.
#[must_use]
pub fn move_text(size: Size, mv: Move) -> String {
    match mv {
        Move::Place(point) => point_text(size, point),
        Move::Pass => "pass".to_owned(),
        Move::Keep => "keep".to_owned(),
        Move::Swap => "swap".to_owned(),
    }
}

/// The move with this name.
///
/// # Errors
/// The text is no name, or the board has no such point.
pub fn parse_move(size: Size, text: &str) -> Result<Move, NameError> {
    match text {
        "pass" => Ok(Move::Pass),
        "keep" => Ok(Move::Keep),
        "swap" => Ok(Move::Swap),
        _ => parse_name(size, text, "a move: a point (a row letter and a number from 1), pass, keep or swap")
            .map(Move::Place),
    }
}
