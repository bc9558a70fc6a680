//! Games of Little Golem: SGF without `GM`, in which the opening is one node with two points, and `keep` or `swap`, and `resign`, are
//! moves. Nodes take turns from `W` on, whoever has which colour, so the colour of a node says nothing.

use super::error::{FaultReason, Place, Reading, RecordError};
use super::line::Line;
use super::node::Act;
use super::result::GameResult;
use super::rules::Rules;
use super::sgf::{Raw, values};
use super::tree::Record;
use crate::color::Color;
use crate::game::Repetition;
use crate::geometry::Size;
use crate::moves::Move;
use crate::opening::Pie;

/// Whether a game is one of Little Golem's: its source says so, and it has no `GM`.
pub(super) fn is_one(root: &[Raw<'_>]) -> bool {
    let named = |name: &str| root.iter().find(|property| property.name == name);
    let source = named("SO").and_then(|source| source.values.first());
    named("GM").is_none() && source.is_some_and(|source| source.raw.to_ascii_lowercase().contains("littlegolem"))
}

/// Reads the nodes of a game, of which the first is the root.
pub(super) fn read(nodes: &[Vec<Raw<'_>>], reading: Reading) -> Result<Record, RecordError> {
    let empty = Vec::new();
    let root = nodes.first().unwrap_or(&empty);
    // The site has the standard board only, and no rule for repetition.
    let rules = Rules { size: Size::STANDARD, pie: true, repetition: Repetition::None };
    let mut line = Line::new(rules, reading);
    let mut stated = (GameResult::UNKNOWN, Place::default());
    // Black's name is that of the participant who opens.
    let mut names = [None, None];
    for property in root {
        let Some(value) = property.values.first() else { continue };
        match property.name {
            "PB" => names[0] = Some(values::simple_text(value.raw)),
            "PW" => names[1] = Some(values::simple_text(value.raw)),
            "EV" => line.set_header("event", &values::simple_text(value.raw)),
            "SO" => line.set_header("source", &values::simple_text(value.raw)),
            "GC" => line.set_header("description", &values::simple_text(value.raw)),
            "DT" => line.set_header("date", &values::simple_text(value.raw)),
            "RE" => match values::result(value.raw) {
                Ok(result) => stated = (result, value.place),
                Err(reason) => line.note(value.place.fault(reason))?,
            },
            _ => {}
        }
    }
    let mut swapped = false;
    'nodes: for property in nodes.iter().skip(1).flatten().filter(|property| values::color(property.name).is_some()) {
        let value = property.values[0];
        for name in words(value.raw) {
            let act = match values::word(rules.size, name) {
                Ok(values::Word::Resign) => Ok(Act::Resign(line.to_act())),
                Ok(values::Word::Move(mv)) => {
                    swapped |= mv == Move::Swap;
                    Ok(Act::Move(mv))
                }
                Err(_) => Err(FaultReason::form(
                    "a move of Little Golem: two points such as h1d4, keep, swap, a point, resign",
                    value.raw,
                )),
            };
            if !line.add(act, value.place)? {
                break 'nodes;
            }
        }
    }
    let [opener, other] = if swapped { [names[1].take(), names[0].take()] } else { names };
    line.set_header("light", &opener.unwrap_or_default());
    line.set_header("dark", &other.unwrap_or_default());
    // What the moves show needs no words. Else the result is of seats, B the one who opens; after a swap that one has Dark.
    let (seat, place) = stated;
    let opener_is_light = line.game().position().pie() != Pie::Swapped;
    let result = match seat.winner() {
        _ if line.game().is_over() => GameResult::UNKNOWN,
        Some(winner) => {
            let color = if (winner == Color::Dark) == opener_is_light { Color::Light } else { Color::Dark };
            GameResult::new(Some(color), seat.reason()).unwrap_or(GameResult::UNKNOWN)
        }
        None => seat,
    };
    line.finish(result, place)
}

/// The names in a value: one word, or the two points of an opening, with or without something between.
fn words(raw: &str) -> Vec<&str> {
    let raw = raw.trim();
    let mut starts: Vec<usize> = Vec::new();
    let mut previous = ' ';
    for (at, c) in raw.char_indices() {
        if c.is_ascii_alphabetic() && !previous.is_ascii_alphabetic() {
            starts.push(at);
        }
        previous = c;
    }
    if starts.len() < 2 {
        return vec![raw];
    }
    let ends = starts[1..].iter().copied().chain([raw.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| raw[start..end].trim_end_matches([' ', ',', '-', ':', ';', '/']))
        .collect()
}
