//! The one-line position text (`docs/notation.md`). Reading is strict and never panics; writing is canonical: there is exactly one
//! text for a position.

use crate::bitboard::Bitboard;
use crate::color::{ByColor, Color};
use crate::geometry::{Geometry, Size};
use crate::notation::{ParseError, parse_size_field, row_letter};
use crate::opening::Pie;
use crate::point::Point;
use crate::position::Position;
use crate::setup::{SetupError, check};
use std::fmt;

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextError {
    /// The text is not in the expected form.
    Parse(ParseError),
    /// The position that it describes cannot occur.
    Setup(SetupError),
}

impl From<ParseError> for TextError {
    fn from(error: ParseError) -> TextError {
        TextError::Parse(error)
    }
}

impl From<SetupError> for TextError {
    fn from(error: SetupError) -> TextError {
        TextError::Setup(error)
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextError::Parse(error) => error.fmt(f),
            TextError::Setup(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TextError {}

/// The fields that position text and diagram have in common, all but the rows.
pub(crate) struct Header {
    pub(crate) size: Size,
    pub(crate) turn: Color,
    pub(crate) turns: ByColor<u8>,
    pub(crate) pie: Pie,
}

impl Header {
    /// Reads the fields, each with its column.
    pub(crate) fn parse(line: usize, [size, turn, turns, pie]: [(usize, &str); 4]) -> Result<Header, ParseError> {
        let error = |(column, text): (usize, &str), expected: &str| ParseError::new(line, column, expected, text);
        let counts = match turns.1.as_bytes() {
            &[light @ b'0'..=b'2', b',', dark @ b'0'..=b'2'] => Some(ByColor([light - b'0', dark - b'0'])),
            _ => None,
        };
        Ok(Header {
            size: parse_size_field(size.1, line, size.0)?,
            turn: Color::from_name(turn.1).ok_or_else(|| error(turn, "the side to move, light or dark"))?,
            turns: counts.ok_or_else(|| error(turns, "the turns taken by Light and Dark, such as 2,2, each 0 to 2"))?,
            pie: Pie::from_name(pie.1).ok_or_else(|| error(pie, "plain, pie, kept or swapped"))?,
        })
    }

    pub(crate) fn text(position: &Position) -> String {
        format!(
            "{} {},{} {}",
            position.turn(),
            position.turns(Color::Light),
            position.turns(Color::Dark),
            position.pie().name()
        )
    }

    pub(crate) fn position(&self, stones: ByColor<Bitboard>) -> Result<Position, SetupError> {
        check(self.size, stones, self.turn, self.turns, self.pie, Vec::new())
    }
}

/// Splits a line at single spaces into exactly N fields, each with its column.
pub(crate) fn fields<'a, const N: usize>(
    text: &'a str,
    line: usize,
    first_column: usize,
    form: &str,
) -> Result<[(usize, &'a str); N], ParseError> {
    let mut column = first_column;
    let mut fields = [(0, ""); N];
    let mut rest = Some(text);
    for field in &mut fields {
        let Some(text) = rest else {
            return Err(ParseError::new(line, column - 1, form, ""));
        };
        let (head, tail) = text.split_once(' ').map_or((text, None), |(head, tail)| (head, Some(tail)));
        if head.is_empty() {
            return Err(ParseError::new(line, column, form, text));
        }
        *field = (column, head);
        column += head.chars().count() + 1;
        rest = tail;
    }
    match rest {
        Some(rest) => Err(ParseError::new(line, column - 1, format!("the end after {form}"), &format!(" {rest}"))),
        None => Ok(fields),
    }
}

impl Position {
    /// The one-line position text, canonical.
    #[must_use]
    pub fn text(&self) -> String {
        let board = self.board();
        let rows: Vec<String> = (0..self.size().rows()).rev().map(|row| row_text(self, board, row)).collect();
        format!("{} {} {}", self.size(), rows.join("/"), Header::text(self))
    }

    /// The position that a one-line text describes.
    ///
    /// # Errors
    /// The text is not in the form, or the position cannot occur.
    pub fn from_text(text: &str) -> Result<Position, TextError> {
        let form = "five fields with one space between: size, rows, side to move, turns, pie";
        let [size, rows, turn, turns, pie] = fields::<5>(text, 1, 1, form)?;
        let header = Header::parse(1, [size, turn, turns, pie])?;
        Ok(header.position(parse_rows(header.size, rows.1, rows.0)?)?)
    }
}

fn row_text(position: &Position, board: &Geometry, row: usize) -> String {
    let mut text = String::new();
    let mut run = 0;
    for index in board.row_start(row)..board.row_start(row + 1) {
        match position.at(Point::new(index as u8)) {
            None => run += 1,
            Some(color) => {
                if run > 0 {
                    text += &run.to_string();
                }
                run = 0;
                text.push(color.letter());
            }
        }
    }
    if run > 0 {
        text += &run.to_string();
    }
    text
}

fn parse_rows(size: Size, text: &str, first_column: usize) -> Result<ByColor<Bitboard>, ParseError> {
    let mut stones = ByColor::<Bitboard>::default();
    let mut column = first_column;
    let mut texts = text.split('/');
    for row in (0..size.rows()).rev() {
        let Some(row_text) = texts.next() else {
            return Err(ParseError::new(1, column - 1, format!("/ and row {} of {size}", row_letter(row)), ""));
        };
        parse_row(size, row, row_text, column, &mut stones)?;
        column += row_text.chars().count() + 1;
    }
    match texts.next() {
        Some(_) => Err(ParseError::new(1, column - 1, format!("no more than the {} rows of {size}", size.rows()), "/")),
        None => Ok(stones),
    }
}

fn parse_row(
    size: Size,
    row: usize,
    text: &str,
    first_column: usize,
    stones: &mut ByColor<Bitboard>,
) -> Result<(), ParseError> {
    let length = size.row_length(row);
    let form =
        || format!("row {} of {size}: o, x and numbers of empty points, {length} points in all", row_letter(row));
    let start = size.geometry().row_start(row);
    let mut reached = 0;
    let mut rest = text;
    while let Some(symbol) = rest.chars().next() {
        let column = first_column + text.chars().count() - rest.chars().count();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (points, used) = match symbol {
            'o' | 'x' => (1, 1),
            '1'..='9' => (rest[..digits].parse().unwrap_or(usize::MAX), digits),
            _ => return Err(ParseError::new(1, column, form(), rest)),
        };
        if points > length - reached {
            return Err(ParseError::new(1, column, form(), rest));
        }
        if !symbol.is_ascii_digit() {
            let color = if symbol == 'o' { Color::Light } else { Color::Dark };
            stones[color].insert(Point::new((start + reached) as u8));
        }
        reached += points;
        rest = &rest[used..];
    }
    if reached < length {
        return Err(ParseError::new(1, first_column + text.chars().count(), form(), ""));
    }
    Ok(())
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({:?})", self.text())
    }
}
