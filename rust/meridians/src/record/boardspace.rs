//! Games of boardspace.net: SGF whose moves are texts in the properties of the players, `P0` and `P1`, with a running number, and
//! `done` after each. With the pie the first player has Black until the other one swaps, so its `swap` is our `keep`.

use super::error::{FaultReason, Place, Reading, RecordError};
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
use crate::notation::point_text;
use crate::point::Point;
use crate::position::Position;
use std::fmt::Write;

/// What is around names.
const QUOTES: [char; 2] = ['"', ' '];

/// The set-up that a game of boardspace names, such as `meridians-6p 2 ...`.
pub(super) fn variant<'a>(root: &[Raw<'a>]) -> Option<(&'a str, Place)> {
    let setup = root.iter().find(|property| property.name == "SU")?.values.first()?;
    setup.raw.trim().to_ascii_lowercase().starts_with("meridians").then_some((setup.raw.trim(), setup.place))
}

/// The board and the opening of a variant: `-5`, `-6`, `-7`, and `p` for the pie.
fn rules((variant, place): (&str, Place)) -> Result<Rules, RecordError> {
    let name = variant.split_whitespace().next().unwrap_or("").to_ascii_lowercase();
    let kind = name.strip_prefix("meridians").unwrap_or("").trim_start_matches('-');
    let (side, pie) = kind.strip_suffix('p').map_or((kind, false), |side| (side, true));
    // Without a size it is the site's default, the small board with the pie.
    let (side, pie) = if kind.is_empty() { ("5", true) } else { (side, pie) };
    let size = side.parse().ok().and_then(Size::from_short_side);
    let size = size.ok_or_else(|| {
        place.fault(FaultReason::form("a variant of boardspace, such as meridians-6 or meridians-6p", variant))
    })?;
    Ok(Rules { size, pie, repetition: Repetition::None })
}

/// Reads the nodes of a game, of which the first is the root.
pub(super) fn read(nodes: &[Vec<Raw<'_>>], setup: (&str, Place), reading: Reading) -> Result<Record, RecordError> {
    let rules = rules(setup)?;
    let mut reader = Reader {
        line: Line::new(rules, reading),
        opening: Vec::new(),
        answered: !rules.pie,
        resigned: None,
        names: [String::new(), String::new()],
    };
    let mut last = Place::default();
    let properties = nodes.iter().flatten().filter(|property| matches!(property.name, "P0" | "P1"));
    'words: for property in properties {
        let seat = u8::from(property.name == "P1");
        for value in &property.values {
            last = value.place;
            if !reader.say(seat, &values::simple_text(value.raw), value.place)? {
                reader.resigned = None;
                break 'words;
            }
        }
    }
    let Reader { mut line, resigned, names, .. } = reader;
    if let Some((seat, place)) = resigned {
        let color = color_of(line.game().position(), seat);
        line.add(Ok(Act::Resign(color)), place)?;
    }
    let end = *line.game().position();
    for color in Color::ALL {
        line.set_header(color.name(), &names[usize::from(end.participant_of(color))]);
    }
    line.finish(GameResult::UNKNOWN, last)
}

/// The colour of a seat. `P0` opens; before the answer the seats are as after `keep`, as in our own games.
fn color_of(position: &Position, seat: u8) -> Color {
    if position.participant_of(Color::Light) == seat { Color::Light } else { Color::Dark }
}

struct Reader {
    line: Line,
    /// The stones of the pie's opening, as they come.
    opening: Vec<(Point, Place)>,
    answered: bool,
    resigned: Option<(u8, Place)>,
    names: [String; 2],
}

impl Reader {
    /// What a player's words mean. False if the line is cut here.
    fn say(&mut self, seat: u8, text: &str, place: Place) -> Result<bool, RecordError> {
        let expected = "a move of boardspace: dropb H 5, swap, done, pick, resign";
        let numbered = text.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        let (verb, rest) = numbered.split_once(' ').unwrap_or((numbered, ""));
        match verb.to_ascii_lowercase().as_str() {
            "done" | "pick" | "start" | "edit" | "time" | "" => Ok(true),
            "id" => {
                self.names[usize::from(seat)] = rest.trim_matches(QUOTES).into();
                Ok(true)
            }
            "resign" => {
                self.resigned = Some((seat, place));
                Ok(true)
            }
            "swap" if !self.answered && self.opening.len() == 2 => {
                self.answered = true;
                // The chooser takes Black, so the one who opened has Light.
                self.line.add(Ok(Act::Move(Move::Keep)), place)
            }
            "dropb" | "drop" => {
                let name = rest.replace(' ', "").to_ascii_lowercase();
                match values::point_of(self.line.record.rules().size, &name, expected) {
                    Ok(point) => self.drop(point, place),
                    Err(reason) => self.line.add(Err(reason), place),
                }
            }
            "swap" => {
                let expected = "swap once, right after the two stones of the pie's opening";
                self.line.add(Err(FaultReason::form(expected, text)), place)
            }
            _ => self.line.add(Err(FaultReason::form(expected, text)), place),
        }
    }

    fn drop(&mut self, point: Point, place: Place) -> Result<bool, RecordError> {
        if self.line.record.rules().pie && self.opening.len() < 2 {
            self.opening.push((point, place));
            let [dark, light] = self.opening[..] else { return Ok(true) };
            // Black's stone came first, and ours begins with Light's.
            for (point, place) in [light, dark] {
                if !self.line.add(Ok(Act::Move(Move::Place(point))), place)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        if !self.answered {
            self.answered = true;
            // No swap: the chooser has White, our Light.
            if !self.line.add(Ok(Act::Move(Move::Swap)), place)? {
                return Ok(false);
            }
        }
        self.line.add(Ok(Act::Move(Move::Place(point))), place)
    }
}

/// The main line as a game of the site.
pub(super) fn write(record: &Record) -> Result<String, Unwritable> {
    let format = "SGF of boardspace";
    Unwritable::if_set_up(record, format)?;
    let rules = record.rules();
    let moves: Vec<Move> = record.moves().collect();
    let result = record.result();
    let lacks = if rules.pie && moves.len() == 1 {
        Some("half of the pie's opening move")
    } else if moves.contains(&Move::Pass) {
        Some("a forced pass")
    } else if moves.last() == Some(&Move::Swap) {
        Some("a swap that no stone follows")
    } else if !matches!(result.reason(), ResultReason::Elimination | ResultReason::Resignation)
        && result != GameResult::UNKNOWN
    {
        Some("a result other than elimination and resignation")
    } else {
        None
    };
    if let Some(lacks) = lacks {
        return Err(Unwritable { format, lacks });
    }
    let mut said = Said { line: LineOfNodes::new(&root(record)), number: 0 };
    said.say(0, "Start P0");
    let mut position = *rules.game().position();
    // Black's stone of the pie comes before White's.
    let mut opening = Vec::new();
    for &mv in &moves {
        let seat = position.participant();
        match mv {
            Move::Place(point) if rules.pie && opening.len() < 2 => {
                opening.push(point);
                if let [light, dark] = opening[..] {
                    said.say(seat, &dropped(rules.size, dark));
                    said.say(seat, &dropped(rules.size, light));
                    said.say(seat, "done");
                }
            }
            Move::Place(point) => {
                said.say(seat, &dropped(rules.size, point));
                said.say(seat, "done");
            }
            Move::Keep => {
                said.say(seat, "swap");
                said.say(seat, "done");
            }
            // The other way round from us, going on without a word is our swap.
            Move::Swap | Move::Pass => {}
        }
        position.play_unchecked(mv);
    }
    if let (ResultReason::Resignation, Some(winner)) = (result.reason(), result.winner()) {
        said.say(position.participant_of(!winner), "resign");
    }
    Ok(said.line.finish())
}

/// The first node: the variant, and who sits where.
fn root(record: &Record) -> String {
    let rules = record.rules();
    let pie = if rules.pie { "p" } else { "" };
    let mut root = format!(";FF[4]GM[meridians]VV[1]SU[meridians-{}{pie} 2 0 100]", rules.size.short_side());
    let end = record.main_line().last().map_or(*rules.game().position(), |last| *record.node(last).position());
    for seat in [0, 1] {
        let name = record.headers.get(color_of(&end, seat).name()).unwrap_or("").trim_matches(QUOTES);
        if !name.is_empty() {
            let _ = write!(root, "P{seat}[id \"{}\"]", values::escaped(name));
        }
    }
    root
}

fn dropped(size: Size, point: Point) -> String {
    let name = point_text(size, point).to_ascii_uppercase();
    format!("dropb {} {}", &name[..1], &name[1..])
}

/// What has been said, each word with its number.
struct Said {
    line: LineOfNodes,
    number: usize,
}

impl Said {
    fn say(&mut self, seat: u8, words: &str) {
        self.line.add(&format!(";P{seat}[{} {words}]", self.number));
        self.number += 1;
    }
}
