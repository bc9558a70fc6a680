//! Texts are read strictly: every deviation is refused with the place and what was expected (`docs/notation.md`).

mod common;

use common::{position_after, size};
use meridians::{
    Color, Direction, NameError, ParseError, Pie, Position, Reason, Repetition, Size, Symmetry, TextError, parse_move,
    parse_point, parse_size,
};

const DOCUMENTED_TEXT: &str = "6/7 6/7/8/9/10/o6o3/12/11/10/3x1x3/8/7/6 light 2,2 plain";
const DOCUMENTED_DIAGRAM: &str = "\
6/7 light 2,2 plain
      m1 . . . . . . m6
     l1 . . . . . . . l7
    k1 . . . . . . . . k8
   j1 . . . . . . . . . j9
  i1 . . . . . . . . . . i10
 h1 o . . . . . . o . . . h11
g1 . . . . . . . . . . . . g12
 f1 . . . . . . . . . . . f11
  e1 . . . . . . . . . . e10
   d1 . . . x . x . . . d9
    c1 . . . . . . . . c8
     b1 . . . . . . . b7
      a1 . . . . . . a6
";

fn parse_error<T: std::fmt::Debug>(result: Result<T, TextError>) -> ParseError {
    match result {
        Err(TextError::Parse(error)) => error,
        other => panic!("{other:?} is no parse error"),
    }
}

#[test]
fn the_documented_text_and_diagram() {
    let position = position_after(size("6/7"), "h1 d4 h8 d6");
    assert_eq!(position.text(), DOCUMENTED_TEXT);
    assert_eq!(position.diagram(), DOCUMENTED_DIAGRAM);
    assert_eq!(position.to_string(), DOCUMENTED_DIAGRAM);
    assert_eq!(Position::from_text(DOCUMENTED_TEXT), Ok(position));
    assert_eq!(Position::from_diagram(DOCUMENTED_DIAGRAM), Ok(position));
    assert_eq!(format!("{position:?}"), format!("Position({DOCUMENTED_TEXT:?})"));
    let marked = position.diagram_with(|point| if position.legal().placements().contains(point) { '*' } else { '.' });
    assert_eq!(marked.matches('*').count(), position.legal().count());
}

#[test]
fn position_text_is_read_strictly() {
    let cases = [
        ("", 1),
        ("2/4 2/3/4/3/2 light 0,0 plain", 1),
        ("standard 2/3/4/3/2 light 0,0 plain", 1),
        (" 2/3 2/3/4/3/2 light 0,0 plain", 1),
        ("2/3  2/3/4/3/2 light 0,0 plain", 5),
        ("2/3 2/3/4/3 light 0,0 plain", 12),
        ("2/3 2/3/4/3/2/ light 0,0 plain", 14),
        ("2/3 2/3/4/3/3 light 0,0 plain", 13),
        ("2/3 2/3/04/3/2 light 0,0 plain", 9),
        ("2/3 2/3/o03/3/2 light 0,0 plain", 10),
        ("2/3 2/3/O3/3/2 light 0,0 plain", 9),
        ("2/3 11/3/4/3/2 light 0,0 plain", 5),
        ("2/3 2/3/99999999999999999999999/3/2 light 0,0 plain", 9),
        ("2/3 2/3/4/3/2 white 0,0 plain", 15),
        ("2/3 2/3/4/3/2 Light 0,0 plain", 15),
        ("2/3 2/3/4/3/2 light 3,0 plain", 21),
        ("2/3 2/3/4/3/2 light 0;0 plain", 21),
        ("2/3 2/3/4/3/2 light 0,0 open", 25),
        ("2/3 2/3/4/3/2 light 0,0", 24),
        ("2/3 2/3/4/3/2 light 0,0 plain ", 30),
        ("2/3 2/3/4/3/2 light 0,0 plain\n", 25),
        ("2/3 \u{662}/3/4/3/2 light 0,0 plain", 5),
    ];
    for (text, column) in cases {
        let error = parse_error(Position::from_text(text));
        assert_eq!((error.line, error.column), (1, column), "{text:?}: {error}");
    }
}

#[test]
fn diagram_is_read_strictly() {
    let drawing = Position::new(size("2/3"), false).diagram();
    let cases = [
        ("2/3 light", "2/3  light", 1, 5),
        ("plain", "plain x", 1, 20),
        ("c1 .", "c1  .", 4, 4),
        ("c1 .", "c2 .", 4, 1),
        ("c1 .", "c1 #", 4, 4),
        ("c1 .", "c1 X", 4, 4),
        ("c4\n", "c4 c4\n", 4, 15),
        (" d1 . . . d3\n", "", 3, 1),
        (" d1 . . . d3\n", " d1 . . . d3\n\n", 4, 1),
        (" d1 . . . d3\n", " d1 . . d3\n", 3, 9),
        ("a2\n", "a2\n\nz", 8, 1),
        ("  a1 . . a2\n", "", 6, 1),
        ("2/3", "\n\n4/4", 3, 1),
    ];
    for (old, new, line, column) in cases {
        assert!(drawing.contains(old), "{old:?}");
        let error = parse_error(Position::from_diagram(&drawing.replace(old, new)));
        assert_eq!((error.line, error.column), (line, column), "{new:?}: {error}");
    }
    for nothing in ["", "\n", " \n\t\n"] {
        parse_error(Position::from_diagram(nothing));
    }
}

#[test]
fn errors_say_where_what_and_how_far() {
    let error = parse_error(Position::from_text("2/3 2/3/4/3/2 white 0,0 plain"));
    assert_eq!(error.to_string(), "line 1, column 15: expected the side to move, light or dark, found \"white\"");
    let hostile = "y".repeat(100_000);
    let error = parse_size(&hostile).unwrap_err();
    assert!(error.to_string().len() < 200 && error.found.ends_with("\"..."), "{error}");
    assert_eq!(parse_size("").unwrap_err().found, "the end");
}

#[test]
fn sizes_have_names() {
    for size in Size::ALL {
        assert_eq!(parse_size(&size.to_string()), Ok(size));
        assert_eq!(Size::from_short_side(size.short_side()), Some(size));
    }
    let named = ["beginner", "standard", "expert"].map(|name| parse_size(name).unwrap().to_string());
    assert_eq!(named, ["5/6", "6/7", "7/8"]);
    for name in ["1/2", "8/9", "6/8", "6", "6/7 ", "06/07", "Standard"] {
        assert!(parse_size(name).is_err(), "{name}");
    }
    assert_eq!([1, 8].map(Size::from_short_side), [None, None]);
}

#[test]
fn names_that_are_off_the_board_are_told_from_junk() {
    let size = size("6/7");
    for name in ["m7", "n1", "z1", "g13", "a7", "a99999999999999999999"] {
        let error = parse_move(size, name).unwrap_err();
        assert!(matches!(&error, NameError::OffBoard { .. }), "{name}: {error}");
        assert_eq!(parse_point(size, name), Err(error));
    }
    let junk = [
        ("", 1),
        ("a", 2),
        ("a0", 2),
        ("a01", 2),
        ("a1x", 3),
        ("a12 ", 4),
        ("A1", 1),
        (" a1", 1),
        ("a+1", 2),
        ("1a", 1),
        ("\u{e9}1", 1),
        ("a\u{661}", 2),
        ("pass ", 2),
        ("Keep", 1),
    ];
    for (name, column) in junk {
        match parse_move(size, name) {
            Err(NameError::Malformed(error)) => {
                assert_eq!((error.line, error.column), (1, column), "{name:?}: {error}");
            }
            other => panic!("{name:?}: {other:?}"),
        }
    }
    let message = |name| parse_point(size, name).unwrap_err().to_string();
    assert!(message("g13").contains("row g has the points 1 to 12 (R2)"), "{}", message("g13"));
    assert!(message("n1").contains("rows are a to m (R2)"), "{}", message("n1"));
    assert!(parse_point(size, "pass").is_err(), "a move, but no point");
}

#[test]
fn words_are_read_back_and_nothing_else_is() {
    assert_eq!(Color::ALL.map(|word| Color::from_name(word.name())), Color::ALL.map(Some));
    assert_eq!(Pie::ALL.map(|word| Pie::from_name(word.name())), Pie::ALL.map(Some));
    assert_eq!(Reason::ALL.map(|word| Reason::from_name(word.name())), Reason::ALL.map(Some));
    assert_eq!(Repetition::ALL.map(|word| Repetition::from_name(word.name())), Repetition::ALL.map(Some));
    assert_eq!(Symmetry::ALL.map(|word| Symmetry::from_name(word.name())), Symmetry::ALL.map(Some));
    assert_eq!(
        Direction::ALL.map(Direction::name),
        ["east", "north_east", "north_west", "west", "south_west", "south_east"]
    );
    for word in ["", "Light", "white", "open"] {
        assert_eq!((Color::from_name(word), Pie::from_name(word)), (None, None));
        assert_eq!((Reason::from_name(word), Repetition::from_name(word)), (None, None));
        assert_eq!(Symmetry::from_name(word), None);
    }
    assert_eq!(
        Color::ALL.map(|color| format!("{color} {} {}", color.title(), color.letter())),
        ["light Light o", "dark Dark x"]
    );
}
