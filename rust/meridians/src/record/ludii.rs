//! Trials of Ludii: the text that it saves a game as. Points are numbered by sites; Ludii knows no pie, and no repetition rule.

use super::error::{FaultReason, Place, Reading, RecordError};
use super::line::Line;
use super::node::Act;
use super::result::{GameResult, ResultReason};
use super::rules::Rules;
use super::tree::Record;
use super::unwritable::Unwritable;
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::game::Repetition;
use crate::geometry::Size;
use crate::moves::Move;
use crate::notation::point_text;
use crate::point::Point;
use std::fmt::Write;

/// Whether a text begins like a trial.
pub(super) fn detected(text: &str) -> bool {
    text.trim_start().starts_with("game=")
}

/// The points in the order of Ludii's sites: by height in its drawing, which has the short sides left and right, then by row.
fn sites(size: Size) -> Vec<Point> {
    let board = size.geometry();
    let mut points: Vec<Point> = board.all().iter().collect();
    points.sort_by_key(|&point| {
        let (row, column) = board.row_and_column(point);
        (2 * column + size.rows() - size.row_length(row), row)
    });
    points
}

/// The number after a key in a part of a move, such as `to=3`.
fn number(part: &str, key: &str) -> Option<usize> {
    let start = part.match_indices(key).find(|&(at, _)| part[..at].ends_with([':', ',']))?.0 + key.len();
    let digits = part[start..].bytes().take_while(u8::is_ascii_digit).count();
    part[start..start + digits].parse().ok()
}

/// The board that the options name; they may say nothing, which is the standard board.
fn size(text: &str) -> Result<Size, RecordError> {
    let mut inside = false;
    for (index, line) in text.lines().map(str::trim).enumerate() {
        match line {
            "START GAME OPTIONS" => inside = true,
            "END GAME OPTIONS" => break,
            _ if inside && !line.is_empty() => {
                let name = line.rsplit('/').next().unwrap_or(line).trim().replace(' ', "/");
                return Size::ALL.into_iter().find(|size| size.to_string() == name).ok_or_else(|| {
                    let expected = "the option of the board's size, such as Board Size/6 7";
                    at(index, 1).fault(FaultReason::form(expected, line))
                });
            }
            _ => {}
        }
    }
    Ok(Size::STANDARD)
}

fn at(index: usize, column: usize) -> Place {
    Place { game: 1, line: index + 1, column }
}

/// Reads a trial.
pub(super) fn read(text: &str, reading: Reading) -> Result<Record, RecordError> {
    let rules = Rules { size: size(text)?, pie: false, repetition: Repetition::None };
    let sites = sites(rules.size);
    let mut line = Line::new(rules, reading);
    let (mut stated, mut place, mut cut) = (GameResult::UNKNOWN, Place::default(), false);
    for (index, row) in text.lines().enumerate() {
        let Some((key, value)) = row.trim_end().split_once('=') else { continue };
        let here = at(index, key.chars().count() + 2);
        match key {
            "game" if !value.to_ascii_lowercase().contains("meridians") => {
                return Err(here.fault(FaultReason::form("a trial of Meridians", value)));
            }
            "Move" if !cut => {
                let read = read_move(value, &sites, &line);
                let removed = read.as_ref().ok().and_then(|read| read.1);
                let act = read.map(|(mv, _)| Act::Move(mv));
                let before = *line.game().position();
                cut = !line.add(act.clone(), here)?;
                if let (false, Ok(Act::Move(mv)), Some(removed)) = (cut, act, removed) {
                    let ours = before.clone_and_play(mv).1;
                    if ours != removed {
                        let names = |set: Bitboard| {
                            let names: Vec<_> = set.iter().map(|point| point_text(rules.size, point)).collect();
                            if names.is_empty() { "no stone".to_owned() } else { names.join(" ") }
                        };
                        let expected = format!("the removal of {} (R8)", names(ours));
                        line.note(here.fault(FaultReason::form(expected, &names(removed))))?;
                    }
                }
            }
            "winner" => {
                let winner = match value.trim() {
                    "1" => Some(Color::Light),
                    "2" => Some(Color::Dark),
                    _ => None,
                };
                stated = GameResult::new(winner, ResultReason::Unknown).unwrap_or(GameResult::UNKNOWN);
                place = here;
            }
            _ => {}
        }
    }
    // A line that was cut does not show what the whole one did.
    line.finish(stated, place)
}

/// A move and the stones that it says are removed.
fn read_move(value: &str, sites: &[Point], line: &Line) -> Result<(Move, Option<Bitboard>), FaultReason> {
    let form = |expected: &str| FaultReason::form(expected, value);
    let point = |part: &str| {
        let site = number(part, "to=").ok_or_else(|| form("a site after to="))?;
        let expected = || format!("a site from 0 to {}", sites.len() - 1);
        sites.get(site).copied().ok_or_else(|| FaultReason::form(expected(), &format!("to={site}")))
    };
    let expected = "a move such as [Move:mover=1,from=3,to=3,actions=[Add:type=Vertex,to=3,what=1,decision=true]]";
    let actions = value.split_once("actions=").ok_or_else(|| form(expected))?.1;
    let mover = match number(value, "mover=") {
        Some(1) => Color::Light,
        Some(2) => Color::Dark,
        _ => return Err(form("mover=1 or mover=2")),
    };
    let position = line.game().position();
    if !line.game().is_over() && position.turn() != mover {
        let turn = position.turn();
        return Err(form(&format!("mover={}, for {} is to move", turn.index() + 1, turn.title())));
    }
    let mut mv = None;
    let mut removed = Bitboard::EMPTY;
    for action in actions.split('[').filter(|action| !action.is_empty()) {
        if action.starts_with("Remove:") {
            removed.insert(point(action)?);
        } else if action.starts_with("Add:") {
            mv = Some(Move::Place(point(action)?));
        } else if action.starts_with("Pass") {
            mv = Some(Move::Pass);
        }
    }
    mv.map(|mv| (mv, Some(removed))).ok_or_else(|| form("an action Add or Pass"))
}

/// The main line as a trial.
pub(super) fn write(record: &Record) -> Result<String, Unwritable> {
    let format = "a trial of Ludii";
    Unwritable::if_set_up(record, format)?;
    let rules = record.rules();
    if rules.pie {
        return Err(Unwritable { format, lacks: "the pie" });
    }
    if record.result().winner().is_none() && record.result() != GameResult::UNKNOWN {
        return Err(Unwritable { format, lacks: "a result without a winner" });
    }
    let mut site = vec![0; rules.size.points()];
    for (number, point) in sites(rules.size).into_iter().enumerate() {
        site[point.index()] = number;
    }
    let name = rules.size.to_string().replace('/', " ");
    let mut text =
        format!("game=/lud/board/space/group/Meridians.lud\nSTART GAME OPTIONS\nBoard Size/{name}\nEND GAME OPTIONS\n");
    let mut position = *rules.game().position();
    for mv in record.moves() {
        let mover = position.turn().index() + 1;
        let removed = position.play_unchecked(mv);
        if let Move::Place(point) = mv {
            let to = site[point.index()];
            let _ = write!(
                text,
                "Move=[Move:mover={mover},from={to},to={to},actions=[Add:type=Vertex,to={to},what={mover},decision=true]"
            );
        } else {
            let _ = write!(text, "Move=[Move:mover={mover},actions=[Pass:decision=true]");
        }
        for point in removed {
            let _ = write!(text, ",[Remove:type=Vertex,to={}]", site[point.index()]);
        }
        text += "]\n";
    }
    text += "numInitialPlacementMoves=0\n";
    match record.result().winner() {
        Some(color) => {
            let ranks = if color == Color::Light { "1.0,2.0" } else { "2.0,1.0" };
            let end = if record.result().reason() == ResultReason::Elimination { "NaturalEnd" } else { "Resign" };
            let _ = writeln!(text, "winner={}\nendtype={end}\nrankings=0.0,{ranks}", color.index() + 1);
        }
        None => text += "winner=-1\nendtype=None\n",
    }
    Ok(text)
}
