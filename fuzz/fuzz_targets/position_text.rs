//! Any text: reading it as a position never panics, and what is read prints back as exactly the same text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use meridians::{Position, TextError};

fuzz_target!(|text: &str| {
    match Position::from_text(text) {
        Ok(position) => {
            assert_eq!(position.text(), text);
            assert_eq!(position.hash(), position.computed_hash());
            assert_eq!(Position::from_diagram(&position.diagram()), Ok(position));
        }
        Err(TextError::Parse(error)) => {
            assert!(error.line == 1 && error.column <= text.chars().count() + 1, "{error}");
        }
        Err(TextError::Setup(error)) => assert!(!error.reasons.is_empty()),
    }
});
