//! Any bytes as a record, in whatever format they begin like: reading never panics, strictly or leniently, and what is read is
//! written, read back the same, and written as the same text again, in every format that has words for it; its images under
//! symmetries have one canonical form. A collection cut anywhere has the same games.
#![no_main]

use libfuzzer_sys::fuzz_target;
use meridians::record::sgf::Collection;
use meridians::Symmetry;
use meridians::record::{Format, Reading, Record};

fn check(record: &Record) {
    let text = record.to_text(Format::Sgf).expect("SGF has words for all");
    let again = Record::from_text(&text, Reading::Strict).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(again, *record, "{text}");
    assert_eq!(again.to_text(Format::Sgf).as_ref(), Ok(&text));
    assert!(again.positions().eq(record.positions()));
    assert_eq!(again.result(), record.result());
    for symmetry in Symmetry::ALL {
        let image = record.transformed(symmetry);
        assert_eq!(image.transformed(symmetry), *record, "{text}");
        assert_eq!((image.canonical(), image.key()), (record.canonical(), record.key()), "{text}");
    }
    for format in Format::ALL {
        let Ok(text) = record.to_text(format) else { continue };
        let again = Record::from_text(&text, Reading::Strict).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(Format::detected(&text), Format::from_extension(format.extension()), "{text}");
        assert!(again.moves().eq(record.moves()), "{text}");
        assert_eq!(again.to_text(format).as_ref(), Ok(&text));
    }
}

/// How many games a collection has when the bytes come in pieces of this length.
fn games(bytes: &[u8], piece: usize) -> usize {
    let mut collection = Collection::default();
    let mut games = 0;
    for piece in bytes.chunks(piece) {
        collection.feed(piece);
        while let Ok(Some(game)) = collection.next_game() {
            let _ = game.read(Reading::Lenient);
            games += 1;
        }
    }
    games + usize::from(collection.finish().is_some())
}

fuzz_target!(|bytes: &[u8]| {
    let strict = Record::from_bytes(bytes, Reading::Strict);
    let lenient = Record::from_bytes(bytes, Reading::Lenient);
    for record in [&strict, &lenient].into_iter().flatten() {
        check(record);
    }
    if let Ok(record) = &strict {
        assert_eq!(lenient.as_ref(), Ok(record));
        assert_eq!(lenient.as_ref().map(|record| record.fault()), Ok(None));
    }
    for error in [&strict, &lenient].into_iter().filter_map(|read| read.as_ref().err()) {
        assert!(error.line > 0 && error.column > 0 && error.game == 1 && error.to_string().len() < 2000, "{error}");
    }
    assert_eq!(games(bytes, 1), games(bytes, 1000));
});
