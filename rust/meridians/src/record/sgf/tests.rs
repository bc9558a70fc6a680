//! SGF there and back, and what is said of files that are wrong.

use super::*;
use crate::game::{Game, Repetition};
use crate::geometry::Size;
use crate::position::Position;
use crate::random::Stream;
use crate::record::{Act, FaultReason, GameResult, Mark, Place, Reading, Record, RecordError, ResultReason, Rules};
use crate::{Color, parse_move, parse_point};

/// A random game, resigned now and then.
fn random_game(size: Size, pie: bool, stream: &mut Stream) -> Game {
    let mut game = Game::new(Position::new(size, pie), Repetition::Draw);
    let plies = 4 + stream.below(200);
    while !game.is_over() && game.ply() < plies {
        let legal = game.legal();
        game.play(legal.nth(stream.below(legal.count())).unwrap()).unwrap();
    }
    if stream.below(4) == 0 && !game.is_over() {
        game.resign(None).unwrap();
    }
    game
}

fn strict(text: &str) -> Result<Record, RecordError> {
    read(text, Reading::Strict)
}

fn names(record: &Record) -> Vec<String> {
    record.moves().map(|mv| crate::move_text(record.rules().size, mv)).collect()
}

#[test]
fn random_games_with_variations_and_notes_come_back_the_same_and_as_the_same_bytes() {
    let mut stream = Stream::new(5, 0);
    for index in 0..300 {
        let size = Size::ALL[index % 3];
        let game = random_game(size, index % 2 == 1, &mut stream);
        let mut record = Record::from_game(&game);
        assert!(record.moves().eq(game.moves()));
        record.headers.set("light", "A ] \\ [ : ü\n 漢字").unwrap();
        record.headers.set("date", "2026-11-30").unwrap();
        for _ in 0..stream.below(6) {
            let at = stream.below(record.node_count());
            let mut branch = record.game(at);
            let mut parent = at;
            for _ in 0..stream.below(5) {
                let legal = branch.legal();
                if legal.count() == 0 {
                    break;
                }
                let mv = legal.nth(stream.below(legal.count())).unwrap();
                branch.play(mv).unwrap();
                parent = record.add(parent, Act::Move(mv)).unwrap();
                assert_eq!(record.node(parent).position(), branch.position());
            }
            let point = size.point(stream.below(size.points())).unwrap();
            let notes = record.notes_mut(parent);
            notes.set_comment("a comment\r\nwith ] and \\ and\ttabs\\\n(;W[a1])");
            notes.marks[Mark::Cross as usize].insert(point);
            notes.set_label(point, "a:b]\\");
            notes.seconds_left[Color::Dark] = Some(0.1 + parent as f64);
        }
        let text = write(&record);
        let again = strict(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(again, record, "{text}");
        assert_eq!(write(&again), text);
        assert!(again.positions().eq(record.positions()));
        assert_eq!(again.result(), record.result());
    }
}

#[test]
fn set_ups_come_back_from_every_stage_of_a_game() {
    let mut stream = Stream::new(6, 0);
    for index in 0..200 {
        let size = Size::ALL[index % 3];
        let pie = index % 2 == 1;
        let mut game = random_game(size, pie, &mut stream);
        while game.ply() > 0 && stream.below(8) != 0 {
            game.undo();
        }
        let start = *game.position();
        let later = *random_game(size, pie, &mut stream).position();
        let mut record = Record::from_game(&Game::new(start, Repetition::None));
        assert_eq!(record.rules(), Rules { size, pie, repetition: Repetition::None });
        record.add(0, Act::Setup(later)).unwrap();
        let text = write(&record);
        let again = strict(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(again, record, "{text}");
        assert_eq!(again.positions().copied().collect::<Vec<_>>(), [start, later]);
        assert_eq!(write(&again), text);
    }
}

#[test]
fn what_is_not_known_is_kept_and_soft_line_breaks_are_not() {
    let text =
        "(;GM[meridians]SZ[2/3]XY[a\\]b][ c ]PW[\\:A\\\nB]KM[6.5]\n;W[A1]C[one\\\ntwo\r\nthree]ZZ[]\n;B[D1]N[x])";
    let record = strict(text).unwrap();
    let root = record.node(0).notes().unwrap();
    assert_eq!(root.properties.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["XY", "KM"]);
    assert_eq!(record.headers.get("light"), Some(":AB"));
    assert_eq!(record.node(1).notes().unwrap().comment(), "onetwo\nthree");
    let written = "(;FF[4]CA[UTF-8]GM[Meridians]SZ[2:3]RU[plain]PW[:AB]XY[a\\]b][ c ]KM[6.5];W[a1]C[onetwo\nthree]ZZ[];B[d1]N[x])\n";
    assert_eq!(write(&record), written);
}

#[test]
fn the_pie_is_seen_by_its_answer_and_resignation_by_its_word() {
    let record = strict("(;SZ[6:7];W[h1];B[d4];W[swap];W[h8];B[resign])").unwrap();
    assert!(record.rules().pie);
    assert_eq!(names(&record), ["h1", "d4", "swap", "h8"]);
    assert_eq!(record.result(), GameResult::new(Some(Color::Light), ResultReason::Resignation).unwrap());
    // The answer is written as the chooser's, who had Dark.
    assert!(write(&record).contains("RU[pie]RE[W+R];W[h1];B[d4];B[swap];W[h8];B[resign])"), "{}", write(&record));
}

const HEAD: &str = "(;FF[4]GM[Meridians]SZ[6:7]RU[plain]";

#[test]
fn a_broken_file_says_where_and_what_was_expected() {
    let table = [
        ("", "game 1, line 1, column 1: expected a game in SGF, which begins with (;, found the end"),
        ("hello", "line 1, column 1: expected a game in SGF"),
        ("(W[a1])", "line 1, column 2: expected a node, which begins with ;"),
        ("(;SZ[6:7]", "line 1, column 10: expected a property"),
        ("(;GM[1]SZ[19])", "line 1, column 6: expected a game of Meridians, GM[Meridians], found \"1\""),
        ("(;GM[Meridians]SZ[19])", "line 1, column 19: expected the board's two side lengths, one of 2:3,"),
        ("(;GM[Meridians])", "line 1, column 2: expected SZ in the root"),
        ("(;SZ[6:7]RU[japanese])", "line 1, column 13: expected the rules: plain or pie"),
        ("(;SZ[6:7]RE[W+3.5])", "line 1, column 13: expected a result"),
        ("(;SZ[6:7]PW[a][b])", "line 1, column 16: expected one value of PW"),
        ("(;SZ[6:7]\n;W[h1]\n;B[z4])", "line 3, column 4: expected a point of the board"),
        ("(;SZ[6:7]\n;W[h1]\n;B[44])", "line 3, column 4: expected a move: a point such as h1, pass, keep"),
        ("(;SZ[6:7]\n;W[h1]\n;W[d4])", "line 3, column 2: expected B, for Dark is to move, found \"W\""),
        (
            "(;SZ[6:7];W[h1];B[h1])",
            "line 1, column 17: ply 2: cannot play h1: the point is occupied by a Light stone (R4)",
        ),
        ("(;SZ[6:7];W[h1];B[pass])", "ply 2: cannot play pass"),
        ("(;SZ[6:7];W[h1]B[d4])", "line 1, column 16: expected one move in a node"),
        ("(;SZ[6:7];W[h1]AB[d4])", "expected a move or a set-up, not both"),
        ("(;SZ[6:7];W[h1]C[never closed)", "line 1, column 17: expected a value that ends with ]"),
        ("(;SZ[6:7];W)", "line 1, column 12: expected a value in brackets after W, found \")\""),
        ("(;SZ[6:7];W[h1]C[a]C[b])", "line 1, column 20: expected C once in a node"),
        ("(;SZ[6:7];W[h1](B[d4]))", "line 1, column 17: expected a node ; after the bracket"),
        ("(;SZ[6:7];W[h1](;B[d4]);B[d5])", "line 1, column 24: expected another variation"),
        ("(;SZ[6:7];W[h1])(;SZ[6:7])", "line 1, column 17: expected the end after the game's last bracket"),
        ("(;SZ[6:7];W[h1]TR[h1:h3])", "expected a point such as h1, found \"h1:h3\""),
        ("(;SZ[6:7]AW[a1]AB[a1])", "expected each point once in a set-up"),
        ("(;SZ[6:7]AW[a1]PL[B])", "line 1, column 10: the position cannot occur: "),
        ("(;SZ[2:3];W[resign];B[a1])", "cannot play a1: the game is over by resignation (R11)"),
    ];
    for (text, message) in table {
        let error = strict(text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
    let illegal = strict("(;SZ[6:7];W[h1];B[h1])").unwrap_err();
    assert!(matches!(illegal.reason, FaultReason::Illegal { ply: 2, .. }));
}

#[test]
fn lenient_reading_cuts_the_line_and_says_so() {
    let text = format!("{HEAD};W[h1];B[d4](;W[g9];B[d6])(;W[h8];B[d6](;W[b2])))");
    assert!(strict(&text).is_err());
    let record = read(&text, Reading::Lenient).unwrap();
    assert_eq!(names(&record), ["h1", "d4"]);
    let fault = record.fault().unwrap().to_string();
    assert!(fault.contains("ply 3: cannot play g9: not in sight of Light's first stone h1"), "{fault}");
    // The variation is there, and is no main line.
    let last = record.main_line().nth(2).unwrap();
    let [cut, variation] = record.node(last).children() else { panic!("two children") };
    assert_eq!(record.node(*cut).act(), Act::Nothing);
    assert_eq!(record.node(*variation).mv(), Some(parse_move(Size::STANDARD, "h8").unwrap()));

    let torn = read(&format!("{HEAD};W[h1];B[d4];W[h8]C[torn"), Reading::Lenient).unwrap();
    assert_eq!(names(&torn), ["h1", "d4"]);
    assert!(torn.fault().unwrap().to_string().contains("a value that ends with ]"));
}

#[test]
fn a_result_that_the_moves_contradict_is_an_error_and_lenient_reading_notes_it() {
    let mut stream = Stream::new(7, 0);
    let mut game = Game::new(Position::new(Size::ALL[0], false), Repetition::Draw);
    while !game.is_over() {
        let legal = game.legal();
        game.play(legal.nth(stream.below(legal.count())).unwrap()).unwrap();
    }
    let winner = game.outcome().unwrap().winner.unwrap();
    let text = write(&Record::from_game(&game));
    let (won, lost) = if winner == Color::Light { ("W+", "B+") } else { ("B+", "W+") };
    assert!(text.contains(&format!("RE[{won}]")));
    for stated in [lost.to_owned(), format!("{won}R"), format!("{lost}T"), "Draw".to_owned()] {
        let wrong = text.replace(&format!("RE[{won}]"), &format!("RE[{stated}]"));
        let error = strict(&wrong).unwrap_err();
        assert!(error.to_string().contains("the stated result is"), "{error}");
        assert!(error.to_string().contains("by elimination (R11)"), "{error}");
        let record = read(&wrong, Reading::Lenient).unwrap();
        assert_eq!(record.result(), game.outcome().unwrap().into());
        assert_eq!(record.fault(), Some(&error));
    }
    for silent in ["", "RE[?]", "RE[Void]"] {
        let record = strict(&text.replace(&format!("RE[{won}]"), silent)).unwrap();
        assert_eq!(record.result().reason() == ResultReason::Void, silent == "RE[Void]");
    }
}

#[test]
fn character_sets_are_read_as_they_are_named() {
    let game = |charset: &str, name: &[u8]| {
        let mut bytes = format!("(;FF[4]{charset}SZ[6:7]PW[").into_bytes();
        bytes.extend_from_slice(name);
        bytes.extend_from_slice(b"];W[h1])");
        read_bytes(&bytes, Place::default(), Reading::Strict)
    };
    let light = |charset: &str, name: &[u8]| game(charset, name).unwrap().headers.get("light").unwrap().to_owned();
    assert_eq!(light("CA[UTF-8]", "漢é".as_bytes()), "漢é");
    assert_eq!(light("CA[ISO-8859-1]", b"\xe9"), "é");
    assert_eq!(light("CA[latin1]", "é".as_bytes()), "Ã©");
    assert_eq!(light("", "é".as_bytes()), "é");
    assert_eq!(light("", b"\xe9"), "é");
    let refused = |charset: &str, name: &[u8]| game(charset, name).unwrap_err().to_string();
    assert!(
        refused("CA[Shift_JIS]", b"a")
            .contains("column 11: expected a character set that is read here, UTF-8 or ISO-8859-1")
    );
    assert!(refused("CA[UTF-8]", b"\xe9").contains("expected UTF-8, as CA[] says, found \"byte 0xe9\""));
}

#[test]
fn a_collection_is_cut_apart_wherever_the_bytes_come_in_pieces() {
    let text =
        "\u{feff}\n(;SZ[6:7]C[a ) in a comment \\]) ü];W[h1])\n (;SZ[2:3];W[a1](;B[c1])(;B[d1]))\n\n(;SZ[6:7];W[x1])\n";
    for piece in [1, 2, 3, 7, 1000] {
        let mut collection = Collection::default();
        let mut games = Vec::new();
        for bytes in text.as_bytes().chunks(piece) {
            collection.feed(bytes);
            while let Some(game) = collection.next_game().unwrap() {
                games.push(game);
            }
        }
        games.extend(collection.finish());
        let read: Vec<_> = games.iter().map(|game| game.read(Reading::Strict)).collect();
        assert_eq!(read.len(), 3);
        assert_eq!(names(read[0].as_ref().unwrap()), ["h1"]);
        assert_eq!(names(read[1].as_ref().unwrap()), ["a1", "c1"]);
        let error = read[2].as_ref().unwrap_err();
        assert_eq!((error.game, error.line, error.column), (3, 5, 13));
    }
    let mut torn = Collection::default();
    torn.feed(b"(;SZ[6:7];W[h1])(;SZ[6");
    assert!(torn.next_game().unwrap().is_some());
    assert_eq!(torn.next_game().unwrap(), None);
    assert!(torn.finish().unwrap().read(Reading::Strict).is_err());
}

#[test]
fn depth_is_no_danger() {
    let depth = 200_000;
    let nested = format!("(;SZ[6:7];W[h1]{}{})", "(;C[x]".repeat(depth), ")".repeat(depth));
    let record = strict(&nested).unwrap();
    assert_eq!(record.node_count(), depth + 2);
    let open = format!("(;SZ[6:7];W[h1]{}", "(;C[x]".repeat(depth));
    assert!(strict(&open).is_err());
    assert_eq!(read(&open, Reading::Lenient).unwrap().node_count(), depth + 2);
    assert!(strict(&"(".repeat(depth)).is_err());
    assert_eq!(
        parse_point(Size::STANDARD, "h1").unwrap(),
        record
            .moves()
            .map(|mv| match mv {
                crate::Move::Place(point) => point,
                _ => panic!("a stone"),
            })
            .next()
            .unwrap()
    );
}

#[test]
fn many_set_ups_properties_and_words_take_no_long_time() {
    let many = 100_000;
    let setups = format!("(;SZ[2:3]{})", ";AE[a1]PL[W]TU[0,0]".repeat(many));
    assert_eq!(strict(&setups).unwrap().node_count(), many + 1);
    let property = |index: usize| {
        let letters = (0..4).map(|place| char::from(b'A' + (index / 26_usize.pow(place) % 26) as u8));
        ['X'].into_iter().chain(letters).chain(['[', ']']).collect::<String>()
    };
    let properties: String = (0..many).map(property).collect();
    let record = strict(&format!("(;SZ[2:3];{properties})")).unwrap();
    assert_eq!(record.node(1).notes().unwrap().properties.len(), many);
    let words = format!("6/7 {}h1", "1. ".repeat(many));
    assert_eq!(names(&Record::from_text(&words, Reading::Strict).unwrap()), ["h1"]);
    let rounds = format!("{{\"header\":{{}},\"moves\":[[\"h1,d4\",\"pass\"]{}]}}", ",[null]".repeat(many));
    assert_eq!(names(&Record::from_text(&rounds, Reading::Strict).unwrap()), ["h1", "d4", "keep"]);
}
