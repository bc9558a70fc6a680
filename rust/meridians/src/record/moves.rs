//! Plain lists of moves, as people send them: `1. h1 d4 2. h8 d6`. The head says the board and the opening, the end the result,
//! and both may be missing.

use super::error::{FaultReason, Place, Reading, RecordError};
use super::line::Line;
use super::node::Act;
use super::result::GameResult;
use super::rules::Rules;
use super::sgf::values;
use super::tree::Record;
use super::unwritable::Unwritable;
use crate::game::Repetition;
use crate::geometry::Size;
use crate::notation::{move_text, parse_move};
use std::fmt::Write;

/// Moves in a line of the writer.
const MOVES_IN_A_LINE: usize = 10;

/// A word and its place.
type Word<'a> = (&'a str, Place);

/// The words of a text; `#` begins a comment, commas and semicolons are spaces.
fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    text.trim_start_matches('\u{feff}').lines().enumerate().flat_map(|(row, line)| {
        let mut rest = line.split('#').next().unwrap_or("");
        let mut column = 1;
        std::iter::from_fn(move || {
            let blank = rest.len() - rest.trim_start_matches(is_between).len();
            let length = rest[blank..].find(is_between).unwrap_or(rest.len() - blank);
            let word = &rest[blank..blank + length];
            // What is between words has one byte a character.
            let place = Place { game: 1, line: row + 1, column: column + blank };
            column += blank + word.chars().count();
            rest = &rest[blank + length..];
            (!word.is_empty()).then_some((word, place))
        })
    })
}

fn is_between(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | ',' | ';')
}

/// A word without the number of a move in front of it, as in `1.` or `1.h1`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < word.len() && rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}

/// Whether a text begins like a list of moves.
pub(super) fn detected(text: &str) -> bool {
    let Some((word, _)) = words(text).next() else { return false };
    let name = without_number(word).to_ascii_lowercase();
    let last = Size::ALL[Size::ALL.len() - 1];
    size(word).is_some() || (name.is_empty() && name.len() < word.len()) || parse_move(last, &name).is_ok()
}

fn size(word: &str) -> Option<Size> {
    Size::ALL.into_iter().find(|size| size.to_string() == word)
}

fn stated(word: &str) -> Option<GameResult> {
    let is_one = word.contains('+') || matches!(word, "Draw" | "Void" | "?");
    if is_one { values::result(word).ok() } else { None }
}

/// Reads a list of moves.
pub(super) fn read(text: &str, reading: Reading) -> Result<Record, RecordError> {
    let mut rest = words(text).peekable();
    let mut rules = Rules { size: Size::STANDARD, pie: false, repetition: Repetition::Draw };
    rules.pie = words(text).any(|(word, _)| matches!(word.to_ascii_lowercase().as_str(), "keep" | "swap"));
    while let Some(&(word, _)) = rest.peek() {
        match (size(word), word, word.strip_prefix("repetition=").and_then(Repetition::from_name)) {
            (Some(size), ..) => rules.size = size,
            (_, "plain", _) => rules.pie = false,
            (_, "pie", _) => rules.pie = true,
            (_, _, Some(policy)) => rules.repetition = policy,
            _ => break,
        }
        rest.next();
    }
    let mut line = Line::new(rules, reading);
    while let Some((word, place)) = rest.next() {
        if let Some(result) = stated(word) {
            if let Some((more, place)) = rest.next() {
                line.note(place.fault(FaultReason::form("the end after the result", more)))?;
            }
            return line.finish(result, place);
        }
        let name = without_number(word);
        if name.is_empty() {
            continue;
        }
        let act = match values::word(rules.size, name) {
            Ok(values::Word::Move(mv)) => Ok(Act::Move(mv)),
            Ok(values::Word::Resign) => Ok(Act::Resign(line.to_act())),
            Err(reason) => Err(reason),
        };
        if !line.add(act, place)? {
            break;
        }
    }
    line.finish(GameResult::UNKNOWN, Place::default())
}

/// The main line as a list of moves.
pub(super) fn write(record: &Record) -> Result<String, Unwritable> {
    let rules = record.rules();
    Unwritable::if_set_up(record, "a list of moves")?;
    let mut text = format!("{} {}", rules.size, values::rules_text(rules.pie, rules.repetition));
    for (index, mv) in record.moves().enumerate() {
        let between = if index % MOVES_IN_A_LINE == 0 { '\n' } else { ' ' };
        let _ = write!(text, "{between}{}", move_text(rules.size, mv));
    }
    if let Some(result) = values::result_text(record.result()) {
        let _ = write!(text, "\n{result}");
    }
    text.push('\n');
    Ok(text)
}
