//! The words of SGF: brackets, semicolons, property names and values, each with its place. What they mean is the reader's business.

use super::super::error::{FaultReason, Place, RecordError};

/// The place after a text that begins at another.
pub(super) fn after(place: Place, text: &str) -> Place {
    let mut lexer = Lexer::new(text, place);
    lexer.advance(text.len());
    lexer.place
}

/// A value between brackets, escapes and all, and where its text begins.
#[derive(Clone, Copy, Debug)]
pub(in crate::record) struct Value<'a> {
    pub(in crate::record) raw: &'a str,
    pub(in crate::record) place: Place,
}

/// A text that is read from left to right.
pub(super) struct Lexer<'a> {
    rest: &'a str,
    place: Place,
}

/// The longest name of a property that is read; sgfmill has the same.
const LONGEST_NAME: usize = 64;

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str, place: Place) -> Lexer<'a> {
        Lexer { rest: text, place }
    }

    pub(super) fn place(&self) -> Place {
        self.place
    }

    pub(super) fn rest(&self) -> &'a str {
        self.rest
    }

    /// An error here.
    pub(super) fn expected(&self, expected: impl Into<String>) -> RecordError {
        // The word that stands there is enough.
        let word = self.rest.split(char::is_whitespace).next().unwrap_or("");
        self.place.fault(FaultReason::form(expected, word))
    }

    /// Goes on by so many bytes, counting lines and columns. CR LF and LF CR are one line end, as SGF has it.
    fn advance(&mut self, bytes: usize) {
        let mut previous = None;
        for c in self.rest[..bytes].chars() {
            let second = matches!((previous, c), (Some('\r'), '\n') | (Some('\n'), '\r'));
            if second {
                previous = None;
                continue;
            }
            if matches!(c, '\n' | '\r') {
                self.place.line += 1;
                self.place.column = 1;
            } else {
                self.place.column += 1;
            }
            previous = Some(c);
        }
        self.rest = &self.rest[bytes..];
    }

    /// The next character that is no white space, which is not used up.
    pub(super) fn peek(&mut self) -> Option<char> {
        let blank =
            self.rest.len() - self.rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '\x0b').len();
        self.advance(blank);
        self.rest.chars().next()
    }

    /// Uses this character up if it is the next one.
    pub(super) fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.advance(wanted.len_utf8());
        }
        found
    }

    /// The name of a property, if one is next.
    pub(super) fn name(&mut self) -> Result<Option<(&'a str, Place)>, RecordError> {
        if !self.peek().is_some_and(|c| c.is_ascii_uppercase()) {
            return Ok(None);
        }
        // SGF has letters only; boardspace's `P0` has a digit.
        let length = self.rest.bytes().take_while(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()).count();
        if length > LONGEST_NAME {
            return Err(self.expected(format!("the name of a property, at most {LONGEST_NAME} letters")));
        }
        let found = (&self.rest[..length], self.place);
        self.advance(length);
        Ok(Some(found))
    }

    /// The next value, if one is next.
    pub(super) fn value(&mut self) -> Result<Option<Value<'a>>, RecordError> {
        if self.peek() != Some('[') {
            return Ok(None);
        }
        let opening = self.place;
        self.advance(1);
        let place = self.place;
        let mut escaped = false;
        let end = self.rest.bytes().position(|byte| {
            let closes = byte == b']' && !escaped;
            escaped = byte == b'\\' && !escaped;
            closes
        });
        let Some(end) = end else {
            return Err(opening.fault(FaultReason::form("a value that ends with ], and none follows", "[")));
        };
        let raw = &self.rest[..end];
        self.advance(end + 1);
        Ok(Some(Value { raw, place }))
    }

    /// Skips the rest of the tree that is open, without its closing bracket; brackets in values do not count.
    pub(super) fn skip_tree(&mut self) -> Result<(), RecordError> {
        let mut depth = 0_usize;
        loop {
            match self.peek() {
                Some(')') if depth == 0 => return Ok(()),
                Some(')') => {
                    depth -= 1;
                    self.advance(1);
                }
                Some('(') => {
                    depth += 1;
                    self.advance(1);
                }
                Some('[') => drop(self.value()?),
                Some(c) => self.advance(c.len_utf8()),
                None => return Err(self.expected("a bracket ) that closes the tree")),
            }
        }
    }
}
