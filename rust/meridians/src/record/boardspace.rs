//! Games of boardspace.net: SGF whose moves are texts in the properties of the players, `P0` and `P1`, with a running number, and
//! `done` after each. With the pie the first player has Black until the other one swaps, so its `swap` is our `keep`.

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
use crate::notation::parse_point;
use crate::point::Point;

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
    let mut line = Line::new(rules, reading);
    let mut opening: Vec<(Point, Place)> = Vec::new();
    let mut answered = !rules.pie;
    let mut resigned = None;
    for property in nodes.iter().flatten().filter(|property| matches!(property.name, "P0" | "P1")) {
        for value in &property.values {
            let place = value.place;
            let text = values::simple_text(value.raw);
            let mut words = text.split_whitespace().skip_while(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
            let verb = words.next().unwrap_or("").to_ascii_lowercase();
            let expected = "a move of boardspace: dropb H 5, swap, done, pick, resign";
            match verb.as_str() {
                "done" | "pick" | "start" | "edit" | "id" | "time" | "" => {}
                "resign" => {
                    resigned = Some((property.name, place));
                }
                "swap" if !answered && opening.len() == 2 => {
                    answered = true;
                    // The chooser takes Black, so the one who opened has Light.
                    if !line.add(Ok(Act::Move(Move::Keep)), place)? {
                        return line.finish(GameResult::UNKNOWN, place);
                    }
                }
                "dropb" | "drop" => {
                    let name = words.collect::<String>().to_ascii_lowercase();
                    let point = parse_point(rules.size, &name);
                    let point = point.map_err(|_| FaultReason::form(expected, &text));
                    if rules.pie && opening.len() < 2 {
                        match point {
                            Ok(point) => opening.push((point, place)),
                            Err(reason) => {
                                line.note(place.fault(reason))?;
                                return line.finish(GameResult::UNKNOWN, place);
                            }
                        }
                        // Black's stone came first, and ours begins with Light's.
                        if let [(dark, at_dark), (light, at_light)] = opening[..] {
                            let both = [(light, at_light), (dark, at_dark)];
                            for (point, place) in both {
                                if !line.add(Ok(Act::Move(Move::Place(point))), place)? {
                                    return line.finish(GameResult::UNKNOWN, place);
                                }
                            }
                        }
                        continue;
                    }
                    if !answered {
                        answered = true;
                        // No swap: the chooser has White, our Light.
                        if !line.add(Ok(Act::Move(Move::Swap)), place)? {
                            return line.finish(GameResult::UNKNOWN, place);
                        }
                    }
                    if !line.add(point.map(|point| Act::Move(Move::Place(point))), place)? {
                        return line.finish(GameResult::UNKNOWN, place);
                    }
                }
                _ => {
                    line.note(place.fault(FaultReason::form(expected, &text)))?;
                    return line.finish(GameResult::UNKNOWN, place);
                }
            }
        }
    }
    if let Some((seat, place)) = resigned {
        // P0 opens. Before the answer the seats are as after `keep`, as in our own games.
        let seat = u8::from(seat == "P1");
        let position = *line.game().position();
        let color = Color::ALL.into_iter().find(|&color| position.participant_of(color) == seat);
        line.add(Ok(Act::Resign(color.unwrap_or(position.turn()))), place)?;
    }
    line.finish(GameResult::UNKNOWN, Place::default())
}
