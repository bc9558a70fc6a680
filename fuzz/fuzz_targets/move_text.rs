//! Any text: reading it as a move, a point or a size never panics, and what is read prints back as exactly the same text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use meridians::{Move, Size, move_text, parse_move, parse_point, parse_size, point_text};

fuzz_target!(|text: &str| {
    for size in Size::ALL {
        let (mv, point) = (parse_move(size, text), parse_point(size, text));
        match &mv {
            Ok(mv) => assert_eq!(move_text(size, *mv), text),
            Err(error) => assert!(error.to_string().len() < 1000),
        }
        match point {
            Ok(point) => {
                assert_eq!(point_text(size, point), text);
                assert_eq!(mv, Ok(Move::Place(point)));
            }
            Err(error) => assert!(!matches!(mv, Ok(Move::Place(_))), "{error}"),
        }
    }
    match parse_size(text) {
        Ok(size) => assert!(size.to_string() == text || ["beginner", "standard", "expert"].contains(&text)),
        Err(error) => assert_eq!((error.line, error.column), (1, 1)),
    }
});
