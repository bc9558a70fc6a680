//! Games of Little Golem: SGF without `GM`, in which the opening is one node with two points, and `keep` or `swap`, and `resign`, are
//! moves. Nodes take turns from `W` on, whoever has which colour, so the colour of a node says nothing; names and results are of
//! seats.

use super::error::{Place, Reading, RecordError};
use super::line::Line;
use super::node::Act;
use super::result::{GameResult, ResultReason};
use super::rules::Rules;
use super::sgf::{LineOfNodes, Raw, values};
use super::tree::Record;
use super::unwritable::Unwritable;
use crate::color::Color;
use crate::game::Repetition;
use crate::geometry::Size;
use crate::moves::Move;
use crate::notation::move_text;
use crate::opening::Pie;
use std::fmt::Write;

/// The headers that are the same in its files and ours, with their properties.
const HEADERS: [(&str, &str); 4] = [("event", "EV"), ("source", "SO"), ("description", "GC"), ("date", "DT")];

/// What the source of a game of the site has in it.
const SITE: &str = "littlegolem";

/// Whether a game is one of Little Golem's by its root: its source says so, and it has no `GM`.
pub(super) fn is_one(root: &[Raw<'_>]) -> bool {
    let named = |name: &str| root.iter().find(|property| property.name == name);
    let source = named("SO").and_then(|source| source.values.first());
    named("GM").is_none() && source.is_some_and(|source| source.raw.to_ascii_lowercase().contains(SITE))
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
            "RE" => match values::result(value.raw) {
                Ok(result) => stated = (result, value.place),
                Err(reason) => line.note(value.place.fault(reason))?,
            },
            name => {
                if let Some((key, _)) = HEADERS.into_iter().find(|(_, property)| *property == name) {
                    line.set_header(key, &values::simple_text(value.raw));
                }
            }
        }
    }
    'nodes: for property in nodes.iter().skip(1).flatten().filter(|property| values::color(property.name).is_some()) {
        let value = property.values[0];
        for name in words(value.raw) {
            let expected = "a move of Little Golem: two points such as h1d4, keep, swap, a point, resign";
            let act = values::word_of(rules.size, name, expected).map(|word| match word {
                values::Word::Resign => Act::Resign(line.to_act()),
                values::Word::Move(mv) => Act::Move(mv),
            });
            if !line.add(act, value.place)? {
                break 'nodes;
            }
        }
    }
    let opener_is_light = line.game().position().pie() != Pie::Swapped;
    let [light, dark] = if opener_is_light { names } else { [names[1].take(), names[0].take()] };
    line.set_header("light", &light.unwrap_or_default());
    line.set_header("dark", &dark.unwrap_or_default());
    // Who won needs no words where the moves show it.
    let (seat, place) = stated;
    let shown = seat.winner().is_some() && line.game().is_over();
    line.finish(if shown { GameResult::UNKNOWN } else { of_seats(seat, opener_is_light) }, place)
}

/// A result of colours as one of seats, or the other way round: `B` is the one who opens, who after a swap has Dark.
fn of_seats(result: GameResult, opener_is_light: bool) -> GameResult {
    let winner = result.winner().map(|color| if opener_is_light { !color } else { color });
    GameResult::new(winner, result.reason()).unwrap_or(GameResult::UNKNOWN)
}

/// The main line as a game of the site.
pub(super) fn write(record: &Record) -> Result<String, Unwritable> {
    let format = "SGF of Little Golem";
    Unwritable::if_set_up(record, format)?;
    let rules = record.rules();
    let moves: Vec<Move> = record.moves().collect();
    if rules.size != Size::STANDARD {
        return Err(Unwritable { format, lacks: "a board other than 6/7" });
    }
    if !rules.pie {
        return Err(Unwritable { format, lacks: "a game without the pie" });
    }
    if moves.len() == 1 {
        return Err(Unwritable { format, lacks: "half of the pie's opening move" });
    }
    let name = |mv: &Move| move_text(rules.size, *mv);
    let mut words: Vec<String> =
        moves.chunks(2).next().into_iter().map(|both| both.iter().map(name).collect()).collect();
    words.extend(moves.iter().skip(2).map(name));
    let result = record.result();
    let end = record.main_line().last().map_or(*rules.game().position(), |last| *record.node(last).position());
    // A move has no seat but that of the one whose turn it is.
    let to_act = if end.awaits_answer() { Color::Dark } else { end.turn() };
    let resigns = result == GameResult::new(Some(!to_act), ResultReason::Resignation).unwrap_or(GameResult::UNKNOWN);
    if resigns && result.winner().is_some() {
        words.push("resign".to_owned());
    }
    let opener = if end.pie() == Pie::Swapped { Color::Dark } else { Color::Light };
    let mut root = String::from(";FF[4]");
    let mut property = |name: &str, text: &str| {
        if !text.is_empty() {
            let _ = write!(root, "{name}[{}]", values::escaped(text));
        }
    };
    for (color, name) in [(opener, "PB"), (!opener, "PW")] {
        property(name, record.headers.get(color.name()).unwrap_or(""));
    }
    for (key, name) in HEADERS {
        let text = record.headers.get(key).unwrap_or("");
        // By its source a file is known.
        let kept = key != "source" || text.to_ascii_lowercase().contains(SITE);
        property(name, if kept { text } else { "http://www.littlegolem.com" });
    }
    // The site has the bare letter for any win.
    let stated = values::result_text(of_seats(result, opener == Color::Light)).unwrap_or_default();
    property("RE", stated.trim_end_matches('+'));
    let mut line = LineOfNodes::new(&root);
    for (index, word) in words.iter().enumerate() {
        line.add(&format!(";{}[{word}]", ["W", "B"][index % 2]));
    }
    Ok(line.finish())
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
