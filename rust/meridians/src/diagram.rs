//! The drawn board (`docs/notation.md`): read and written here, used in documentation, tests and `Display`.

use crate::bitboard::Bitboard;
use crate::color::{ByColor, Color};
use crate::geometry::Size;
use crate::notation::{ParseError, point_text, row_letter};
use crate::point::Point;
use crate::position::Position;
use crate::text::{Header, TextError, fields};
use std::fmt;

impl Position {
    /// The drawn board with its header line, canonical.
    #[must_use]
    pub fn diagram(&self) -> String {
        self.diagram_with(|point| self.at(point).map_or('.', Color::letter))
    }

    /// The drawn board with other symbols on its points.
    #[must_use]
    pub fn diagram_with(&self, symbol: impl Fn(Point) -> char) -> String {
        let (size, board) = (self.size(), self.board());
        let mut text = format!("{size} {}\n", Header::text(self));
        for row in (0..size.rows()).rev() {
            let (start, end) = (board.row_start(row), board.row_start(row + 1));
            let points = (start..end).map(|index| Point::new(index as u8));
            text += &" ".repeat(size.row_length(size.short_side()) - size.row_length(row));
            text += &point_text(size, Point::new(start as u8));
            for point in points {
                text.push(' ');
                text.push(symbol(point));
            }
            text.push(' ');
            text += &point_text(size, Point::new((end - 1) as u8));
            text.push('\n');
        }
        text
    }

    /// The position that a drawn diagram shows. Indentation, white space at line ends and blank lines around it are free.
    ///
    /// # Errors
    /// The text is not in the form, or the position cannot occur.
    pub fn from_diagram(text: &str) -> Result<Position, TextError> {
        let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, Line::new(line)));
        let mut last = 0;
        let mut next = || {
            let (number, line) = lines.next().unwrap_or((last + 1, Line::new("")));
            last = number;
            (number, line)
        };
        let (mut number, mut line) = next();
        let all = text.lines().count();
        while line.text.is_empty() && number <= all {
            (number, line) = next();
        }
        let form = "four fields with one space between: size, side to move, turns, pie";
        let header = Header::parse(number, fields::<4>(line.text, number, line.column, form)?)?;
        let size = header.size;
        let mut stones = ByColor::<Bitboard>::default();
        for row in (0..size.rows()).rev() {
            let (number, line) = next();
            parse_row(size, row, number, &line, &mut stones)?;
        }
        for _ in 0..all {
            let (number, line) = next();
            if !line.text.is_empty() {
                return Err(ParseError::new(number, line.column, "the end after the last row", line.text).into());
            }
        }
        Ok(header.position(stones)?)
    }
}

/// Reads a row of the drawing: the name of its first point, its symbols, the name of its last point.
fn parse_row(
    size: Size,
    row: usize,
    number: usize,
    line: &Line<'_>,
    stones: &mut ByColor<Bitboard>,
) -> Result<(), ParseError> {
    let (start, end) = (size.geometry().row_start(row), size.geometry().row_start(row + 1));
    let names = [start, end - 1].map(|index| point_text(size, Point::new(index as u8)));
    let form = format!("row {}: {}, {} symbols . o x, {}", row_letter(row), names[0], end - start, names[1]);
    let mut column = line.column;
    let mut words = line.text.split(' ');
    for index in 0..end - start + 2 {
        // A line that is too short ends where one space is missing.
        let word = words.next().unwrap_or_else(|| {
            column -= 1;
            ""
        });
        let expected = match index {
            0 => word == names[0],
            i if i == end - start + 1 => word == names[1],
            _ => matches!(word, "." | "o" | "x"),
        };
        if !expected {
            return Err(ParseError::new(number, column, form, word));
        }
        let color = Color::ALL.into_iter().find(|color| word.chars().eq([color.letter()]));
        if let Some(color) = color {
            stones[color].insert(Point::new((start + index - 1) as u8));
        }
        column += word.chars().count() + 1;
    }
    match words.next() {
        Some(word) => Err(ParseError::new(number, column, format!("the end after {form}"), word)),
        None => Ok(()),
    }
}

/// White space within a line: a space, a tab, a carriage return.
const WHITE_SPACE: [char; 3] = [' ', '\t', '\r'];

/// A line without the white space around it, and the column where it starts.
struct Line<'a> {
    text: &'a str,
    column: usize,
}

impl Line<'_> {
    fn new(line: &str) -> Line<'_> {
        let text = line.trim_matches(WHITE_SPACE);
        let indentation = line.chars().take_while(|c| WHITE_SPACE.contains(c)).count();
        Line { text, column: indentation + 1 }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.diagram())
    }
}
