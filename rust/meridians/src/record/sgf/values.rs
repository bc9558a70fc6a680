//! What the values of SGF's properties mean, and how they are written.

use super::super::error::FaultReason;
use super::super::node::Mark;
use super::super::result::{GameResult, ResultReason};
use super::super::text::{is_blank, lines, one_line};
use crate::color::Color;
use crate::game::Repetition;
use crate::geometry::Size;
use crate::moves::Move;
use crate::notation::{NameError, parse_move, parse_point};
use crate::point::Point;

/// A text of several lines, without escapes: a line end after a backslash is none.
pub(in crate::record) fn text(raw: &str) -> String {
    let mut plain = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            plain.push(c);
            continue;
        }
        match chars.next() {
            // A soft line break; CR LF and LF CR are one.
            Some(end @ ('\n' | '\r')) => {
                chars.next_if(|&next| next != end && matches!(next, '\n' | '\r'));
            }
            // An escaped white space is a space, as SGF has it.
            Some(c) if is_blank(c) => plain.push(' '),
            Some(c) => plain.push(c),
            None => {}
        }
    }
    lines(&plain)
}

/// A text of one line, without escapes.
pub(in crate::record) fn simple_text(raw: &str) -> String {
    one_line(&text(raw))
}

/// A text between brackets.
pub(in crate::record) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// The two halves of a composed value.
pub(in crate::record) fn halves(raw: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    let middle = raw.bytes().position(|byte| {
        let found = byte == b':' && !escaped;
        escaped = byte == b'\\' && !escaped;
        found
    })?;
    Some((&raw[..middle], &raw[middle + 1..]))
}

/// The board: both of its sides, with a colon as SGF composes numbers, or with a slash as it is called.
pub(in crate::record) fn size(raw: &str) -> Result<Size, FaultReason> {
    let name = raw.trim().replace(':', "/");
    Size::ALL.into_iter().find(|size| size.to_string() == name).ok_or_else(|| {
        let sizes = Size::ALL.map(size_text).join(", ");
        FaultReason::form(format!("the board's two side lengths, one of {sizes}"), raw)
    })
}

pub(in crate::record) fn size_text(size: Size) -> String {
    size.to_string().replace('/', ":")
}

/// The opening and the repetition policy.
pub(in crate::record) fn rules(raw: &str) -> Result<(Option<bool>, Option<Repetition>), FaultReason> {
    let (mut pie, mut repetition) = (None, None);
    for word in raw.split([' ', ',', ';', '\t', '\r', '\n']).filter(|word| !word.is_empty()) {
        match (word, word.strip_prefix("repetition=").and_then(Repetition::from_name)) {
            ("plain", _) if pie.is_none() => pie = Some(false),
            ("pie", _) if pie.is_none() => pie = Some(true),
            (_, Some(policy)) if repetition.is_none() => repetition = Some(policy),
            _ => {
                let expected = "the rules: plain or pie, and if repetition is no draw also repetition=none";
                return Err(FaultReason::form(expected, raw));
            }
        }
    }
    Ok((pie, repetition))
}

pub(in crate::record) fn rules_text(pie: bool, repetition: Repetition) -> String {
    let opening = if pie { "pie" } else { "plain" };
    match repetition {
        Repetition::Draw => opening.to_owned(),
        Repetition::None => format!("{opening} repetition=none"),
    }
}

/// How the game ended.
pub(in crate::record) fn result(raw: &str) -> Result<GameResult, FaultReason> {
    let expected = "a result: W+ or B+ and then nothing, R, T or F; Draw, Void or ?";
    let refused = || FaultReason::form(expected, raw);
    let word = raw.trim();
    let (winner, reason) = match word {
        "0" | "Draw" => (None, ResultReason::Agreement),
        "Void" => (None, ResultReason::Void),
        "?" | "" => (None, ResultReason::Unknown),
        _ => {
            let winner = match word.as_bytes()[0] {
                b'W' => Color::Light,
                b'B' => Color::Dark,
                _ => return Err(refused()),
            };
            let reason = match &word[1..] {
                // Little Golem has the bare letter.
                "+" | "" => ResultReason::Unknown,
                "+R" | "+Resign" => ResultReason::Resignation,
                "+T" | "+Time" => ResultReason::Time,
                "+F" | "+Forfeit" => ResultReason::Forfeit,
                _ => return Err(refused()),
            };
            (Some(winner), reason)
        }
    };
    GameResult::new(winner, reason).ok_or_else(refused)
}

pub(in crate::record) fn result_text(result: GameResult) -> Option<String> {
    let word = match result.reason() {
        ResultReason::Elimination | ResultReason::Unknown => "",
        ResultReason::Resignation => "R",
        ResultReason::Time => "T",
        ResultReason::Forfeit => "F",
        ResultReason::Repetition | ResultReason::Agreement => return Some("Draw".to_owned()),
        ResultReason::Void => return Some("Void".to_owned()),
    };
    result.winner().map(|color| format!("{}+{word}", property(color)))
}

/// The property of a colour's moves (R3).
pub(in crate::record) const fn property(color: Color) -> &'static str {
    match color {
        Color::Light => "W",
        Color::Dark => "B",
    }
}

pub(in crate::record) fn color(property: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|&color| self::property(color) == property)
}

/// What a move property says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::record) enum Word {
    Move(Move),
    Resign,
}

/// A move: a name of ours, in capital letters too; nothing is a pass, as in Go.
pub(in crate::record) fn word(size: Size, raw: &str) -> Result<Word, FaultReason> {
    word_of(size, raw, "a move: a point such as h1, pass, keep, swap or resign")
}

/// The same, in a dialect that expects other moves.
pub(in crate::record) fn word_of(size: Size, raw: &str, expected: &str) -> Result<Word, FaultReason> {
    let name = raw.trim().to_ascii_lowercase();
    match name.as_str() {
        "" => Ok(Word::Move(Move::Pass)),
        "resign" => Ok(Word::Resign),
        _ => parse_move(size, &name).map(Word::Move).map_err(|error| match error {
            NameError::Malformed(_) => FaultReason::form(expected, raw),
            off @ NameError::OffBoard { .. } => off_board(&off, raw),
        }),
    }
}

pub(in crate::record) fn point(size: Size, raw: &str) -> Result<Point, FaultReason> {
    point_of(size, raw, "a point such as h1")
}

/// The same, in a dialect that expects more than a point.
pub(in crate::record) fn point_of(size: Size, raw: &str, expected: &str) -> Result<Point, FaultReason> {
    parse_point(size, &raw.trim().to_ascii_lowercase()).map_err(|error| match error {
        NameError::Malformed(_) => FaultReason::form(expected, raw),
        off @ NameError::OffBoard { .. } => off_board(&off, raw),
    })
}

fn off_board(error: &NameError, raw: &str) -> FaultReason {
    FaultReason::form(format!("a point of the board ({error})"), raw)
}

/// A number of seconds.
pub(in crate::record) fn seconds(raw: &str) -> Result<f64, FaultReason> {
    let plain = raw.trim();
    let digits = plain.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+'));
    let number = plain.parse::<f64>().ok().filter(|number| digits && number.is_finite());
    number.ok_or_else(|| FaultReason::form("a number of seconds", raw))
}

/// The mark of a property, if it is one of marks.
pub(in crate::record) fn mark(property: &str) -> Option<Mark> {
    Mark::ALL.into_iter().find(|&mark| mark_property(mark) == property)
}

pub(in crate::record) const fn mark_property(mark: Mark) -> &'static str {
    match mark {
        Mark::Circle => "CR",
        Mark::Cross => "MA",
        Mark::Selected => "SL",
        Mark::Square => "SQ",
        Mark::Triangle => "TR",
    }
}
