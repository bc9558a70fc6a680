//! Setting a position up (`docs/notation.md`): what no game leads to is refused, with every reason at once.

mod common;

use common::{points, size};
use meridians::{
    ByColor, Color, Move, MoveSet, Outcome, Pie, Point, Position, Reason, Setup, SetupError, SetupReason, TextError,
};

fn names(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn setup_error(text: &str) -> SetupError {
    match Position::from_text(text) {
        Err(TextError::Setup(error)) => error,
        other => panic!("{text}: {other:?} is no set-up error"),
    }
}

#[test]
fn all_reasons_come_at_once() {
    let setup = Setup {
        size: size("6/7"),
        stones: ByColor([names("a1 a1 z9 c3"), names("a1 d4 d5 a01")]),
        turn: Color::Dark,
        turns: ByColor([1, 1]),
        pie: Pie::Swapped,
    };
    let (turn, turns) = (Color::Dark, ByColor([1, 1]));
    let doubled = SetupReason::Doubled { name: "a1".to_owned() };
    let off = |name: &str| SetupReason::OffBoard { name: name.to_owned(), size: size("6/7") };
    let stones = |color, stones| SetupReason::StonesDoNotFitTurns { color, stones, turns: 1 };
    let expected = [
        doubled.clone(),
        off("z9"),
        doubled,
        off("a01"),
        SetupReason::TurnsDoNotFit { turn, turns },
        stones(Color::Light, 2),
        stones(Color::Dark, 2),
    ];
    let error = setup.position().unwrap_err();
    assert_eq!(error.reasons, expected);
    let message = error.to_string();
    assert!(message.starts_with("the position cannot occur: "), "{message}");
    for reason in expected {
        assert!(message.contains(&reason.to_string()), "{reason} in {message}");
    }
}

#[test]
fn every_single_reason() {
    use SetupReason::{BothEmpty, DeadGroup, PieDoesNotFit, StonesDoNotFitTurns, TurnsDoNotFit};
    let (light, dark) = (Color::Light, Color::Dark);
    let unfit = |turn, turns| vec![TurnsDoNotFit { turn, turns: ByColor(turns) }];
    let stones = |color, stones, turns| vec![StonesDoNotFitTurns { color, stones, turns }];
    let dead = |color, points: &[&str]| -> Vec<SetupReason> {
        points.iter().map(|&point| DeadGroup { color, point: point.to_owned() }).collect()
    };
    let unfit_pie = |pie, turns| vec![PieDoesNotFit { pie, turns: ByColor(turns) }];
    let cases = [
        ("2/3 o1/3/4/3/1x dark 1,1 plain", unfit(dark, [1, 1])),
        ("2/3 o1/3/o3/3/1x light 2,1 plain", unfit(light, [2, 1])),
        ("2/3 o1/3/4/3/2 dark 2,0 plain", [unfit(dark, [2, 0]), dead(light, &["e1"])].concat()),
        ("2/3 o1/3/4/3/2 light 0,0 plain", stones(light, 1, 0)),
        ("2/3 2/3/4/3/2 dark 1,0 plain", stones(light, 0, 1)),
        ("2/3 o1/3/4/3/xx light 1,1 plain", stones(dark, 2, 1)),
        ("2/3 o1/3/o1o1/3/1x dark 2,1 plain", stones(light, 3, 2)),
        ("2/3 2/3/4/3/2 light 2,2 plain", vec![BothEmpty]),
        ("2/3 oo/3/4/3/1x dark 2,1 plain", dead(light, &["e1"])),
        ("2/3 o1/3/o1o1/3/xx light 2,2 plain", dead(dark, &["a1"])),
        ("2/3 x1/3/o1o1/3/1x light 2,2 plain", dead(dark, &["a2", "e1"])),
        ("2/3 2/3/x1x1/3/2 light 2,2 plain", vec![SetupReason::EliminatedToMove { color: light }]),
        ("2/3 o1/3/o3/3/1x dark 2,1 pie", unfit_pie(Pie::Open, [2, 1])),
        ("2/3 2/3/4/3/2 light 0,0 kept", unfit_pie(Pie::Kept, [0, 0])),
        ("2/3 o1/3/4/3/2 dark 1,0 swapped", unfit_pie(Pie::Swapped, [1, 0])),
    ];
    for (text, reasons) in cases {
        assert_eq!(setup_error(text).reasons, reasons, "{text}");
    }
}

#[test]
fn a_finished_position_is_valid() {
    let position = Position::from_text("2/3 2/3/o1o1/3/2 light 2,2 plain").unwrap();
    assert_eq!(position.outcome(), Some(Outcome { winner: Some(Color::Light), reason: Reason::Elimination }));
    assert_eq!((position.legal(), position.threatened()), (MoveSet::Over, Vec::new()));
    assert_eq!(position.placements(Color::Light).count(), 10, "where it could place says nothing of whether it may");
    let twin = Position::from_text("2/3 2/3/x1x1/3/2 dark 2,2 plain").unwrap();
    assert_eq!(twin.outcome(), Some(Outcome { winner: Some(Color::Dark), reason: Reason::Elimination }));
}

#[test]
fn silly_turn_counts_are_reasons_and_no_overflow() {
    for turns in [[0, 255], [255, 0], [255, 255], [1, 255]] {
        for turn in Color::ALL {
            let setup =
                Setup { size: size("2/3"), stones: ByColor::default(), turn, turns: ByColor(turns), pie: Pie::Plain };
            assert!(setup.position().unwrap_err().reasons.len() >= 2, "{turns:?}");
        }
    }
}

#[test]
fn a_move_off_the_board_is_illegal_and_printable() {
    let mut position = Position::new(size("6/7"), false);
    for index in [114, 153, 200, 255] {
        let illegal = position.play(Move::Place(Point::new(index))).unwrap_err();
        let expected = format!("cannot play point {index}: the 6/7 board has no such point (R2)");
        assert_eq!((illegal.reason.rule(), illegal.to_string()), ("R2", expected));
    }
}

/// No game leads to it, since a lone stone does not outlive its own turn; but nothing is against it between two turns.
#[test]
fn a_lone_stone_to_move_is_threatened_and_not_lost() {
    let size = size("2/3");
    let position = Position::from_text("2/3 o1/3/x2x/3/2 light 2,2 plain").unwrap();
    let stone = points(size, ["e1"]);
    assert_eq!((position.outcome(), position.threatened()), (None, vec![stone]));
    assert_eq!(position.legal().placements(), points(size, ["b3", "c3", "d1", "d2", "e2"]));
    assert_eq!(position.rescues(stone), points(size, ["b3", "c3"]));
}
