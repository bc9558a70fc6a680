//! Positions that are set up: `AW`, `AB` and `AE` add and take stones, `PL` says who is to move, and `TU`, our own, what stones
//! do not show: the turns taken and the state of the pie.

use super::super::error::{FaultReason, RecordError};
use super::super::walk::Walk;
use super::reader::Raw;
use super::values;
use crate::bitboard::Bitboard;
use crate::color::{ByColor, Color};
use crate::notation::point_text;
use crate::opening::Pie;
use crate::position::Position;
use crate::setup::check;
use std::fmt::Write;

/// Whether a property sets something up.
pub(super) fn is_setup(name: &str) -> bool {
    matches!(name, "AB" | "AE" | "AW" | "PL" | "TU")
}

/// The turns that Light and Dark have taken, and the state of the pie.
pub(super) fn turns(raw: &str) -> Result<(ByColor<u8>, Option<Pie>), FaultReason> {
    let refused = || {
        FaultReason::form(
            "the turns taken by Light and Dark, each 0 to 2, such as 2,2, and then pie, kept or swapped",
            raw,
        )
    };
    let mut words = raw.split_ascii_whitespace();
    let counts = match words.next().map(str::as_bytes) {
        Some(&[light @ b'0'..=b'2', b',', dark @ b'0'..=b'2']) => ByColor([light - b'0', dark - b'0']),
        _ => return Err(refused()),
    };
    let pie = words
        .next()
        .map(|word| Pie::from_name(word).filter(|&pie| pie != Pie::Plain).ok_or_else(refused))
        .transpose()?;
    if words.next().is_some() { Err(refused()) } else { Ok((counts, pie)) }
}

/// The position that a node sets up, if it does.
pub(super) fn position(properties: &[Raw<'_>], walk: &Walk, root: bool) -> Result<Option<Position>, RecordError> {
    let Some(first) = properties.iter().find(|property| is_setup(property.name)) else { return Ok(None) };
    let before = walk.game().position();
    let size = before.size();
    let mut stones = ByColor(Color::ALL.map(|color| before.stones(color)));
    let mut changed = Bitboard::EMPTY;
    let (mut turn, mut said) = (before.turn(), None);
    for property in properties {
        let add = match property.name {
            "PL" => {
                turn = property.meaning(|raw| match raw.trim() {
                    "W" | "w" | "white" => Ok(Color::Light),
                    "B" | "b" | "black" => Ok(Color::Dark),
                    _ => Err(FaultReason::form("who is to move, W or B", raw)),
                })?;
                continue;
            }
            "TU" => {
                said = Some(property.meaning(turns)?);
                continue;
            }
            "AW" => Some(Color::Light),
            "AB" => Some(Color::Dark),
            "AE" => None,
            _ => continue,
        };
        for value in &property.values {
            let point = values::point(size, value.raw).map_err(|reason| value.place.fault(reason))?;
            if changed.contains(point) {
                let expected = "each point once in a set-up";
                return Err(value.place.fault(FaultReason::form(expected, value.raw)));
            }
            changed.insert(point);
            let one = Bitboard::EMPTY.with(point);
            stones = ByColor(stones.0.map(|set| set.without(one)));
            if let Some(color) = add {
                stones[color].insert(point);
            }
        }
    }
    let counts = match said {
        Some((counts, _)) => counts,
        None if root && !changed.is_empty() => ByColor([2, 2]),
        None => ByColor(Color::ALL.map(|color| before.turns(color))),
    };
    let pie = match said.and_then(|(_, pie)| pie) {
        Some(pie) => pie,
        None if before.pie() == Pie::Open && counts.0.iter().any(|&count| count > 1) => Pie::Kept,
        None => before.pie(),
    };
    if (pie == Pie::Plain) != (before.pie() == Pie::Plain) {
        let expected = "the state of a pie only in a game with the pie (RU)";
        return Err(first.place.fault(FaultReason::form(expected, pie.name())));
    }
    check(size, stones, turn, counts, pie, Vec::new()).map(Some).map_err(|error| first.place.fault(error.into()))
}

/// The properties that set a position up, when another stood before.
pub(super) fn text(before: &Position, position: &Position) -> String {
    let size = position.size();
    let mut text = String::new();
    let mut list = |name: &str, points: Bitboard| {
        for (index, point) in points.iter().enumerate() {
            let name = if index == 0 { name } else { "" };
            let _ = write!(text, "{name}[{}]", point_text(size, point));
        }
    };
    let stones = |position: &Position| Color::ALL.map(|color| position.stones(color));
    let ([light, dark], [light_before, dark_before]) = (stones(position), stones(before));
    list("AB", dark.without(dark_before));
    list("AE", (light_before | dark_before).without(light | dark));
    list("AW", light.without(light_before));
    let turns = Color::ALL.map(|color| position.turns(color));
    let _ = write!(text, "PL[{}]TU[{},{}", values::property(position.turn()), turns[0], turns[1]);
    if position.pie() != Pie::Plain {
        let _ = write!(text, " {}", position.pie().name());
    }
    text.push(']');
    text
}
