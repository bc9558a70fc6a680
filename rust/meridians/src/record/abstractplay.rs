//! AbstractPlay's JSON: the report of a finished game, and the state that it saves a game as. Its games always have the pie: the
//! first move is two points, the second is `pass`, and whether the seats were swapped stands elsewhere.

use super::error::{FaultReason, Place, Reading, RecordError};
use super::line::Line;
use super::node::Act;
use super::result::{GameResult, ResultReason};
use super::rules::Rules;
use super::sgf::{Collection, values};
use super::tree::Record;
use super::unwritable::Unwritable;
use crate::color::Color;
use crate::game::Repetition;
use crate::geometry::Size;
use crate::moves::Move;
use crate::notation::move_text;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::cell::Cell;
use std::collections::BTreeMap;

/// An object whose values are still text, so that every fault has its place.
type Fields<'a> = BTreeMap<String, &'a RawValue>;

/// Whether a text begins like JSON: with an object, or a list of them.
pub(super) fn detected(text: &str) -> bool {
    let text = text.trim_start();
    text.strip_prefix('[').map_or(text, str::trim_start).starts_with('{')
}

/// A JSON text, and where its values stand in it.
struct Document<'a> {
    text: &'a str,
    /// Where the text begins.
    begins: Place,
    /// The last place that was asked for, and where it is: values are read from front to back, so the next one is near.
    last: Cell<(usize, Place)>,
}

impl Document<'_> {
    /// The place of a value in the text.
    fn place(&self, raw: &RawValue) -> Place {
        let offset = raw.get().as_ptr() as usize - self.text.as_ptr() as usize;
        let (start, mut place) = match self.last.get() {
            (start, place) if start <= offset => (start, place),
            _ => (0, self.begins),
        };
        for c in self.text[start..offset].chars() {
            if c == '\n' {
                place.line += 1;
                place.column = 1;
            } else {
                place.column += 1;
            }
        }
        self.last.set((offset, place));
        place
    }

    fn fault(&self, raw: &RawValue, expected: &str) -> RecordError {
        self.place(raw).fault(FaultReason::form(expected, raw.get()))
    }

    /// The meaning of a value that has to be of a kind.
    fn value<'b, T: Kind<'b>>(&self, raw: &'b RawValue, expected: &str) -> Result<T, RecordError> {
        T::read(raw.get()).ok_or_else(|| self.fault(raw, expected))
    }
}

/// The kinds of values that are read.
trait Kind<'a>: Sized {
    fn read(text: &'a str) -> Option<Self>;
}

macro_rules! kinds {
    ($($kind:ty),*) => {$(
        impl<'a> Kind<'a> for $kind {
            fn read(text: &'a str) -> Option<Self> {
                serde_json::from_str(text).ok()
            }
        }
    )*};
}

kinds!(Fields<'a>, Vec<&'a RawValue>, String);

/// Reads the one report or saved state of a text, in a list or not.
pub(super) fn read(text: &str, reading: Reading) -> Result<Record, RecordError> {
    let mut games = Collection::default();
    games.feed(text.as_bytes());
    let (first, second) = (games.next_game(), games.next_game());
    match (first, second) {
        (Ok(Some(_)), Ok(Some(more))) => {
            let expected = "the end after the first report (a file with several games is read one by one)";
            Err(more.place().fault(FaultReason::form(expected, "{")))
        }
        // The text is whole, so what stands behind the last game, or instead of one, is looked at too.
        (Ok(Some(game)), Ok(None)) if games.finish().is_none() => game.read(reading),
        _ => read_at(text, Place::default(), reading),
    }
}

/// Reads a report or a saved state that begins at a place of its file.
pub(super) fn read_at(text: &str, begins: Place, reading: Reading) -> Result<Record, RecordError> {
    let fields: Fields<'_> = serde_json::from_str(text).map_err(|error| {
        let (line, column) = (error.line().max(1), error.column().max(1));
        // What stands there; its end is where most broken files break off.
        let row = text.lines().nth(line - 1).unwrap_or("");
        let rest = if error.is_eof() { "" } else { row.get(column - 1..).unwrap_or("") };
        let before = if line == 1 { begins.column - 1 } else { 0 };
        let place = Place { game: begins.game, line: begins.line + line - 1, column: before + column };
        let reason = error.to_string();
        let reason = reason.split(" at line ").next().unwrap_or("");
        place.fault(FaultReason::form(format!("JSON of AbstractPlay ({reason})"), rest))
    })?;
    let document = Document { text, begins, last: Cell::new((0, begins)) };
    match (fields.get("moves"), fields.get("stack")) {
        (Some(moves), None) => report(&document, &fields, moves, reading),
        (None, Some(stack)) => state(&document, &fields, stack, reading),
        _ => {
            let expected = "a game of AbstractPlay: a report, with header and moves, or a saved state, with stack";
            Err(begins.fault(FaultReason::form(expected, text)))
        }
    }
}

/// An error if a game has another name: reports have it with a capital letter, saved states without.
fn check_name(document: &Document<'_>, raw: &RawValue) -> Result<(), RecordError> {
    let name: String = document.value(raw, "the name of the game")?;
    if name.eq_ignore_ascii_case("meridians") { Ok(()) } else { Err(document.fault(raw, "the game Meridians")) }
}

/// The board of a list of variants: `size-6` is 5/6, and without a size it is the standard board.
fn size(document: &Document<'_>, variants: Option<&&RawValue>) -> Result<Size, RecordError> {
    let Some(raw) = variants else { return Ok(Size::STANDARD) };
    let text = raw.get();
    let names: Vec<String> = serde_json::from_str(text).map_err(|_| document.fault(raw, "a list of variants"))?;
    let Some(name) = names.iter().find_map(|name| name.strip_prefix("size-")) else { return Ok(Size::STANDARD) };
    let long = name.parse::<usize>().ok().filter(|&long| long > 0);
    let size = long.and_then(|long| Size::from_short_side(long - 1));
    size.ok_or_else(|| document.fault(raw, "a size of the board, such as size-6 for 5/6"))
}

fn line(size: Size, reading: Reading) -> Line {
    // It has no rule for repetition.
    Line::new(Rules { size, pie: true, repetition: Repetition::None }, reading)
}

/// What a word of a player says.
enum Said {
    Moves,
    End(GameResult),
}

/// Plays what a player's word says, the opening's two points, or `pass` as the answer to the pie. False if the line is cut.
fn play(line: &mut Line, word: &str, swapped: bool, place: Place) -> Result<bool, RecordError> {
    let size = line.record.rules().size;
    if line.game().position().awaits_answer() && word == "pass" {
        return line.add(Ok(Act::Move(if swapped { Move::Swap } else { Move::Keep })), place);
    }
    for name in word.split(',') {
        let expected = "a move of AbstractPlay, such as h1, the first one such as h1,d4, or pass";
        let act = match values::word_of(size, name, expected) {
            Ok(values::Word::Move(mv)) => Ok(Act::Move(mv)),
            Ok(values::Word::Resign) => Err(FaultReason::form(expected, word)),
            Err(reason) => Err(reason),
        };
        if !line.add(act, place)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A game's end in the word of the player who has this colour.
fn said(word: &str, color: Color, winner: Option<Color>) -> Said {
    let result = |winner, reason| GameResult::new(winner, reason).unwrap_or(GameResult::UNKNOWN);
    Said::End(match word {
        "resign" => result(Some(!color), ResultReason::Resignation),
        "timeout" => result(Some(!color), ResultReason::Time),
        "draw" | "drawagreed" | "drawaccepted" => result(None, ResultReason::Agreement),
        "abandoned" if winner.is_some() => result(winner, ResultReason::Forfeit),
        "abandoned" => result(None, ResultReason::Void),
        _ => return Said::Moves,
    })
}

fn report(
    document: &Document<'_>,
    fields: &Fields<'_>,
    moves: &RawValue,
    reading: Reading,
) -> Result<Record, RecordError> {
    let header: Fields<'_> = match fields.get("header") {
        Some(raw) => document.value(raw, "the header, an object")?,
        None => return Err(document.begins.fault(FaultReason::form("a report with a header", document.text))),
    };
    let game: Fields<'_> = match header.get("game") {
        Some(raw) => document.value(raw, "the game, an object")?,
        None => Fields::new(),
    };
    if let Some(raw) = game.get("name") {
        check_name(document, raw)?;
    }
    let mut line = line(size(document, game.get("variants"))?, reading);
    let flag = |name: &str| header.get(name).or_else(|| fields.get(name)).is_some_and(|raw| raw.get() == "true");
    let swapped = flag("pied") || flag("pie-invoked");
    let mut winner = None;
    let mut stated = GameResult::UNKNOWN;
    let mut stated_at = document.begins;
    if let Some(raw) = header.get("players") {
        stated_at = document.place(raw);
        let players: Vec<&RawValue> = document.value(raw, "the list of players")?;
        if players.len() != 2 {
            line.note(document.fault(raw, "two players"))?;
        }
        let mut results = Vec::new();
        for (raw, key) in players.into_iter().zip(["light", "dark"]) {
            let player: Fields<'_> = document.value(raw, "a player, an object")?;
            if let Some(name) = player.get("name") {
                let name: String = document.value(name, "a name")?;
                line.set_header(key, &name);
            }
            let result = player.get("result").filter(|raw| raw.get() != "null");
            let points =
                result.and_then(|raw| serde_json::from_str::<f64>(raw.get()).ok()).filter(|&points| points >= 0.0);
            if let (Some(raw), None) = (result, points) {
                line.note(document.fault(raw, "a result, which is a number from 0"))?;
            }
            results.push(points);
        }
        if let [Some(light), Some(dark)] = results[..] {
            winner = if light > dark { Some(Color::Light) } else { (light < dark).then_some(Color::Dark) };
            // As much for each is a draw; nothing for each is a game that goes on.
            let reason = if winner.is_none() && light > 0.0 { ResultReason::Agreement } else { ResultReason::Unknown };
            stated = GameResult::new(winner, reason).unwrap_or(GameResult::UNKNOWN);
        }
    }
    let text_of = |key: &str| header.get(key).and_then(|raw| serde_json::from_str::<String>(raw.get()).ok());
    if let Some(date) = text_of("date-start").or_else(|| text_of("date-end")) {
        line.set_header("date", day(&date));
    }
    for key in ["event", "round"] {
        if let Some(text) = text_of(key) {
            line.set_header(key, &text);
        }
    }
    let by_points = stated.winner();
    let rounds: Vec<&RawValue> = document.value(moves, "the moves, a list of rounds")?;
    'rounds: for raw in rounds {
        let round: Vec<&RawValue> = document.value(raw, "a round, a list of the moves of the two players")?;
        for (raw, color) in round.into_iter().zip(Color::ALL) {
            if raw.get() == "null" {
                continue;
            }
            let place = document.place(raw);
            let word = match serde_json::from_str::<Value>(raw.get()) {
                Ok(Value::String(word)) => word,
                Ok(Value::Object(entry)) if entry.get("move").is_some_and(Value::is_string) => {
                    entry["move"].as_str().unwrap_or("").to_owned()
                }
                _ => return Err(document.fault(raw, "a move, a text")),
            };
            match said(&word, color, winner) {
                Said::End(result) => {
                    if by_points.is_some_and(|winner| result.winner() != Some(winner)) {
                        let winner = by_points.map_or("", Color::name);
                        line.note(
                            document.fault(raw, &format!("an end that {winner} wins, as the players' results say")),
                        )?;
                    }
                    (stated, stated_at) = (result, place);
                }
                Said::Moves => {
                    if !play(&mut line, &word, swapped, place)? {
                        break 'rounds;
                    }
                }
            }
        }
    }
    line.finish(stated, stated_at)
}

/// The day of a time as JSON has it, `2026-10-01T10:00:00.000Z`; other texts are kept.
fn day(text: &str) -> &str {
    match text.split_once('T') {
        Some((day, _)) if day.len() == 10 && day.bytes().all(|b| b.is_ascii_digit() || b == b'-') => day,
        _ => text,
    }
}

fn state(
    document: &Document<'_>,
    fields: &Fields<'_>,
    stack: &RawValue,
    reading: Reading,
) -> Result<Record, RecordError> {
    if let Some(raw) = fields.get("game") {
        check_name(document, raw)?;
    }
    let mut line = line(size(document, fields.get("variants"))?, reading);
    let swapped = ["pied", "pie-invoked", "pieInvoked"]
        .iter()
        .any(|name| fields.get(*name).is_some_and(|raw| raw.get() == "true"));
    let steps: Vec<&RawValue> = document.value(stack, "the stack, a list")?;
    let (mut stated, mut stated_at) = (GameResult::UNKNOWN, document.begins);
    if let Some(raw) = fields.get("winner") {
        stated_at = document.place(raw);
        let winner = match serde_json::from_str::<Vec<u64>>(raw.get()) {
            Ok(winners) if winners == [1] => Some(Color::Light),
            Ok(winners) if winners == [2] => Some(Color::Dark),
            _ => None,
        };
        stated = GameResult::new(winner, ResultReason::Unknown).unwrap_or(GameResult::UNKNOWN);
    }
    for raw in steps {
        let step: Fields<'_> = document.value(raw, "a step of the stack, an object")?;
        let Some(last) = step.get("lastmove").filter(|last| last.get() != "null") else { continue };
        let word: String = document.value(last, "a move, a text")?;
        let place = document.place(last);
        match said(&word, line.to_act(), stated.winner()) {
            Said::End(result) => (stated, stated_at) = (result, place),
            Said::Moves => {
                if !play(&mut line, &word, swapped, place)? {
                    break;
                }
            }
        }
    }
    line.finish(stated, stated_at)
}

/// The main line as a report.
pub(super) fn write(record: &Record) -> Result<String, Unwritable> {
    let format = "a report of AbstractPlay";
    Unwritable::if_set_up(record, format)?;
    let rules = record.rules();
    let moves: Vec<Move> = record.moves().collect();
    if !rules.pie {
        return Err(Unwritable { format, lacks: "a game without the pie" });
    }
    if moves.len() == 1 {
        return Err(Unwritable { format, lacks: "half of the pie's opening move" });
    }
    let name = |mv: &Move| move_text(rules.size, *mv);
    let mut words: Vec<Value> = Vec::new();
    if let [light, dark, ..] = &moves[..] {
        words.push(format!("{},{}", name(light), name(dark)).into());
    }
    words.extend(moves.iter().skip(2).map(|mv| match mv {
        Move::Keep | Move::Swap => "pass".into(),
        mv => Value::from(name(mv)),
    }));
    let result = record.result();
    let end = match result.reason() {
        ResultReason::Resignation => "resign",
        ResultReason::Time => "timeout",
        ResultReason::Agreement | ResultReason::Repetition => "draw",
        ResultReason::Forfeit | ResultReason::Void => "abandoned",
        ResultReason::Elimination | ResultReason::Unknown => "",
    };
    if !end.is_empty() {
        // In the place of the player who loses.
        if result.winner().is_some_and(|winner| (!winner).index() != words.len() % 2) {
            words.push(Value::Null);
        }
        words.push(end.into());
    }
    let rounds: Vec<&[Value]> = words.chunks(2).collect();
    let long = rules.size.short_side() + 1;
    let variants: Vec<String> = if rules.size == Size::STANDARD { vec![] } else { vec![format!("size-{long}")] };
    let score = |color: Color| match result.winner() {
        Some(winner) => Some(if winner == color { 1.0 } else { 0.0 }),
        None if matches!(result.reason(), ResultReason::Agreement | ResultReason::Repetition) => Some(0.5),
        None => None,
    };
    let player = |color: Color| {
        let mut player = json!({"name": record.headers.get(color.name()).unwrap_or("")});
        if let Some(score) = score(color) {
            player["result"] = score.into();
        }
        player
    };
    let mut header = json!({
        "game": {"name": "Meridians", "variants": variants},
        "players": [player(Color::Light), player(Color::Dark)],
        "pie-invoked": moves.contains(&Move::Swap),
    });
    for (key, name) in [("date-start", "date"), ("event", "event"), ("round", "round")] {
        if let Some(text) = record.headers.get(name) {
            header[key] = text.into();
        }
    }
    Ok(format!("{:#}\n", json!({"header": header, "moves": rounds})))
}
