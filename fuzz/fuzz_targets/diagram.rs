//! Any text: reading it as a diagram never panics, and what is read is drawn with the same words line by line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use meridians::{Position, TextError};

/// The lines without what the reader lets be: indentation, white space at line ends, blank lines around.
fn lines(text: &str) -> Vec<&str> {
    text.trim().lines().map(str::trim).collect()
}

fuzz_target!(|text: &str| {
    match Position::from_diagram(text) {
        Ok(position) => {
            let drawn = position.diagram();
            assert_eq!(lines(&drawn), lines(text));
            assert_eq!(Position::from_diagram(&drawn), Ok(position));
            assert_eq!(Position::from_text(&position.text()), Ok(position));
        }
        Err(TextError::Parse(error)) => {
            // A row that is missing is reported on the line after the last one.
            assert!(error.line <= text.lines().count().max(1) + 1, "{error}");
            let line = text.lines().nth(error.line - 1).unwrap_or("");
            assert!(error.column <= line.chars().count() + 2, "{error}");
        }
        Err(TextError::Setup(error)) => assert!(!error.reasons.is_empty()),
    }
});
