//! Reads a game: words from the lexer, meanings from `values`, and every move by the rules. No recursion, so that no depth of
//! variations is too much.

use super::super::error::{FaultReason, Place, Reading, RecordError};
use super::super::headers::header_of;
use super::super::node::{Act, NodeId, Notes, Property};
use super::super::result::GameResult;
use super::super::rules::Rules;
use super::super::tree::Record;
use super::super::walk::Walk;
use super::super::{boardspace, little_golem};
use super::charset::decode;
use super::lexer::{Lexer, Value};
use super::{setup, values};
use crate::game::Repetition;
use crate::moves::Move;
use std::collections::HashSet;

/// A property of a node as it stands in the file; it has at least one value.
pub(in crate::record) struct Raw<'a> {
    pub(in crate::record) name: &'a str,
    pub(super) place: Place,
    pub(in crate::record) values: Vec<Value<'a>>,
}

impl<'a> Raw<'a> {
    /// The only value.
    pub(super) fn single(&self) -> Result<Value<'a>, RecordError> {
        match self.values[..] {
            [value] => Ok(value),
            _ => {
                Err(self.values[1].place.fault(FaultReason::form(format!("one value of {}", self.name), "another one")))
            }
        }
    }

    /// What its only value means.
    pub(super) fn meaning<T>(&self, read: impl FnOnce(&'a str) -> Result<T, FaultReason>) -> Result<T, RecordError> {
        let value = self.single()?;
        read(value.raw).map_err(|reason| value.place.fault(reason))
    }
}

/// Reads the one game of a text.
///
/// # Errors
/// The first fault when reading strictly; and what cannot be read at all.
pub fn read(text: &str, reading: Reading) -> Result<Record, RecordError> {
    read_at(text, Place::default(), reading)
}

/// Reads the one game of a file's bytes, in the character set that `CA[]` names; its faults are counted from `place`.
///
/// # Errors
/// As [`read`], and a character set that is not known here.
pub fn read_bytes(bytes: &[u8], place: Place, reading: Reading) -> Result<Record, RecordError> {
    read_at(&decode(bytes, place)?, place, reading)
}

/// Reads the one game of a text that is part of a longer one; its faults are counted from `place`.
///
/// # Errors
/// As [`read`].
pub fn read_at(text: &str, place: Place, reading: Reading) -> Result<Record, RecordError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lexer = Lexer::new(text, place);
    if !lexer.take('(') {
        return Err(lexer.expected("a game in SGF, which begins with (;"));
    }
    let mut fault = None;
    let start = lexer.place();
    let root = properties(&mut lexer, reading, &mut fault)?;
    let variant = boardspace::variant(&root);
    if variant.is_some() || little_golem::is_one(&root) {
        let nodes = main_line(&mut lexer, root, reading, &mut fault)?;
        let mut record = match variant {
            Some(variant) => boardspace::read(&nodes, variant, reading)?,
            None => little_golem::read(&nodes, reading)?,
        };
        record.fault = fault.map(Box::new).or(record.fault);
        return Ok(record);
    }
    let mut reader = Reader::new(lexer, root, start, fault, reading)?;
    let read = reader.tree();
    reader.finish(read)
}

/// The nodes of the main line, when a dialect's reader gives them their meaning. What follows its end is not looked at.
fn main_line<'a>(
    lexer: &mut Lexer<'a>,
    root: Vec<Raw<'a>>,
    reading: Reading,
    fault: &mut Option<RecordError>,
) -> Result<Vec<Vec<Raw<'a>>>, RecordError> {
    let mut nodes = vec![root];
    loop {
        match lexer.peek() {
            Some(';') => match properties(lexer, reading, fault) {
                Ok(node) => nodes.push(node),
                Err(error) => {
                    note(reading, fault, Err(error))?;
                    return Ok(nodes);
                }
            },
            Some('(') => drop(lexer.take('(')),
            Some(')') => return Ok(nodes),
            _ => {
                let error = lexer.expected("a property in capital letters, a node ; or the closing bracket )");
                note(reading, fault, Err(error))?;
                return Ok(nodes);
            }
        }
    }
}

struct Reader<'a> {
    lexer: Lexer<'a>,
    reading: Reading,
    record: Record,
    walk: Walk,
    /// The node where the walk stands.
    current: NodeId,
    /// What the file says of the result, and where.
    result: Option<(GameResult, Place)>,
}

impl<'a> Reader<'a> {
    /// Reads the root.
    fn new(
        lexer: Lexer<'a>,
        properties: Vec<Raw<'a>>,
        place: Place,
        mut fault: Option<RecordError>,
        reading: Reading,
    ) -> Result<Reader<'a>, RecordError> {
        let find = |name: &str| properties.iter().find(|property| property.name == name);
        if let Some(game) = find("GM") {
            game.meaning(|raw| match raw.trim().to_ascii_lowercase().as_str() {
                "meridians" => Ok(()),
                _ => Err(FaultReason::form("a game of Meridians, GM[Meridians]", raw)),
            })?;
        }
        let Some(size) = find("SZ") else {
            return Err(
                place.fault(FaultReason::form("SZ in the root, the board's two side lengths such as SZ[6:7]", "none"))
            );
        };
        let size = size.meaning(values::size)?;
        let mut lenient = |result: Result<(), RecordError>| note(reading, &mut fault, result);
        let mut ruled = (None, None);
        if let Some(rules) = find("RU") {
            lenient(rules.meaning(values::rules).map(|read| ruled = read))?;
        }
        if let Some(format) = find("FF") {
            lenient(format.meaning(|raw| match raw.trim() {
                "1" | "2" | "3" | "4" => Ok(()),
                _ => Err(FaultReason::form("a version of SGF, FF[4]", raw)),
            }))?;
        }
        let mut result = None;
        if let Some(property) = find("RE") {
            lenient(property.meaning(values::result).map(|read| result = Some((read, property.place))))?;
        }
        let answered = || ["W[keep]", "B[keep]", "W[swap]", "B[swap]"].iter().any(|word| lexer.rest().contains(word));
        let in_setup =
            || find("TU").and_then(|turns| turns.meaning(setup::turns).ok()).is_some_and(|(_, pie)| pie.is_some());
        let pie = ruled.0.unwrap_or_else(|| answered() || in_setup());
        let rules = Rules { size, pie, repetition: ruled.1.unwrap_or(Repetition::Draw) };
        let mut record = Record::new(rules);
        record.fault = fault.map(Box::new);
        let walk = Walk::new(rules);
        let mut reader = Reader { lexer, reading, record, walk, current: 0, result };
        reader.root(properties)?;
        Ok(reader)
    }

    fn note(&mut self, result: Result<(), RecordError>) -> Result<bool, RecordError> {
        let good = result.is_ok();
        let mut fault = self.record.fault.take().map(|fault| *fault);
        let noted = note(self.reading, &mut fault, result);
        self.record.fault = fault.map(Box::new);
        noted.map(|()| good)
    }

    /// What the root says, and a move in it, which becomes a node of its own.
    fn root(&mut self, mut properties: Vec<Raw<'a>>) -> Result<(), RecordError> {
        properties.retain(|property| !matches!(property.name, "FF" | "CA" | "GM" | "SZ" | "RU" | "RE"));
        let mut rest = Vec::new();
        for property in properties {
            let Some(key) = header_of(property.name) else {
                rest.push(property);
                continue;
            };
            let text = property.single().map(|value| values::simple_text(value.raw));
            if let Ok(text) = &text {
                self.record.headers.set(key, text).expect("the key is one of the table");
            }
            self.note(text.map(drop))?;
        }
        let (moves, rest): (Vec<_>, Vec<_>) = rest.into_iter().partition(|one| values::color(one.name).is_some());
        let position = setup::position(&rest, &self.walk, true);
        let good = match position {
            Ok(Some(start)) => {
                self.record.set_start(start);
                self.walk.enter(Act::Setup(start)).expect("a set-up is always possible");
                true
            }
            Ok(None) => true,
            Err(error) => self.note(Err(error))?,
        };
        self.notes(rest)?;
        if !good {
            self.cut()
        } else if moves.is_empty() {
            Ok(())
        } else {
            self.node(moves)
        }
    }

    /// The rest of the game's tree, up to its last bracket.
    fn tree(&mut self) -> Result<(), RecordError> {
        // Where trees that are open have begun to branch off.
        let mut branches: Vec<NodeId> = Vec::new();
        let mut closed = false;
        loop {
            match self.lexer.peek() {
                Some(';') if !closed => {
                    let properties = self.properties()?;
                    self.node(properties)?;
                }
                Some('(') => {
                    self.lexer.take('(');
                    branches.push(self.current);
                    if self.lexer.peek() != Some(';') {
                        return Err(self.lexer.expected("a node ; after the bracket that opens a variation"));
                    }
                    closed = false;
                }
                Some(')') => {
                    self.lexer.take(')');
                    let Some(branch) = branches.pop() else { break };
                    self.go_back(branch);
                    closed = true;
                }
                _ if closed => {
                    return Err(self.lexer.expected("another variation ( or the bracket ) that closes the tree"));
                }
                _ => {
                    return Err(self
                        .lexer
                        .expected("a property in capital letters, a node ; a variation ( or the closing bracket )"));
                }
            }
        }
        if self.lexer.peek().is_some() {
            let more = "the end after the game's last bracket (a file with several games is read one by one)";
            let error = self.lexer.expected(more);
            self.note(Err(error))?;
        }
        Ok(())
    }

    fn properties(&mut self) -> Result<Vec<Raw<'a>>, RecordError> {
        let mut fault = self.record.fault.take().map(|fault| *fault);
        let read = properties(&mut self.lexer, self.reading, &mut fault);
        self.record.fault = fault.map(Box::new);
        read
    }

    /// Adds a node below the current one, or cuts the line.
    fn node(&mut self, properties: Vec<Raw<'a>>) -> Result<(), RecordError> {
        let (acting, rest): (Vec<_>, Vec<_>) =
            properties.into_iter().partition(|one| values::color(one.name).is_some());
        let act = self.act(&acting, &rest);
        let added = act.and_then(|act| {
            let place = acting.first().map_or(self.lexer.place(), |one| one.place);
            let added = self.record.step(&mut self.walk, self.current, act);
            added.map_err(|reason| place.fault(reason.as_fault(self.walk.plies() + 1)))
        });
        match added {
            Ok(id) => {
                self.current = id;
                self.notes(rest)
            }
            Err(error) => {
                self.note(Err(error))?;
                // So that no other variation becomes the main line.
                let added = self.record.step(&mut self.walk, self.current, Act::Nothing);
                self.current = added.expect("nothing can always happen");
                self.cut()
            }
        }
    }

    /// Leaves out the rest of the line.
    fn cut(&mut self) -> Result<(), RecordError> {
        self.lexer.skip_tree()
    }

    fn go_back(&mut self, to: NodeId) {
        while self.current != to {
            let node = self.record.node(self.current);
            self.walk.leave(node.act());
            self.current = node.parent().unwrap_or(to);
        }
    }

    /// What happens at a node.
    fn act(&self, moves: &[Raw<'a>], rest: &[Raw<'a>]) -> Result<Act, RecordError> {
        let one = match moves {
            [] => return Ok(setup::position(rest, &self.walk, false)?.map_or(Act::Nothing, Act::Setup)),
            [one] => one,
            [_, second, ..] => return Err(second.place.fault(FaultReason::form("one move in a node", second.name))),
        };
        if let Some(setup) = rest.iter().find(|property| setup::is_setup(property.name)) {
            let expected = "a move or a set-up, not both in a node";
            return Err(setup.place.fault(FaultReason::form(expected, setup.name)));
        }
        let game = self.walk.game();
        let color = values::color(one.name).expect("moves are in the properties of the colours");
        let word = one.meaning(|raw| values::word(self.record.rules().size, raw))?;
        let mv = match word {
            values::Word::Resign => return Ok(Act::Resign(color)),
            values::Word::Move(mv) => mv,
        };
        // Programs differ in whose move the answer to the pie is.
        let answer = matches!(mv, Move::Keep | Move::Swap);
        if !answer && !game.is_over() && color != game.position().turn() {
            let turn = game.position().turn();
            let expected = format!("{}, for {} is to move", values::property(turn), turn.title());
            return Err(one.place.fault(FaultReason::form(expected, one.name)));
        }
        Ok(Act::Move(mv))
    }

    /// What is said of the current node. What is wrong in it is left out, and cuts nothing.
    fn notes(&mut self, properties: Vec<Raw<'a>>) -> Result<(), RecordError> {
        let mut notes = Notes::default();
        for property in properties {
            if setup::is_setup(property.name) {
                continue;
            }
            let said = self.say(&mut notes, &property);
            self.note(said)?;
        }
        if !notes.is_empty() {
            *self.record.notes_mut(self.current) = notes;
        }
        Ok(())
    }

    fn say(&self, notes: &mut Notes, property: &Raw<'a>) -> Result<(), RecordError> {
        let size = self.record.rules().size;
        let each = |read: &mut dyn FnMut(&str) -> Result<(), FaultReason>| {
            property.values.iter().try_for_each(|value| read(value.raw).map_err(|reason| value.place.fault(reason)))
        };
        match property.name {
            "C" => notes.set_comment(&values::text(property.single()?.raw)),
            "N" => notes.set_name(&values::simple_text(property.single()?.raw)),
            "WL" | "BL" => {
                let color = values::color(&property.name[..1]).expect("W and B are the colours");
                notes.seconds_left[color] = Some(property.meaning(values::seconds)?);
            }
            "LB" => each(&mut |raw| {
                let (point, label) =
                    values::halves(raw).ok_or_else(|| FaultReason::form("a label such as h1:A", raw))?;
                notes.set_label(values::point(size, point)?, &values::simple_text(label));
                Ok(())
            })?,
            name => match values::mark(name) {
                Some(mark) => each(&mut |raw| {
                    notes.marks[mark as usize].insert(values::point(size, raw)?);
                    Ok(())
                })?,
                None => notes.properties.push(Property {
                    name: name.to_owned(),
                    values: property.values.iter().map(|value| value.raw.to_owned()).collect(),
                }),
            },
        }
        Ok(())
    }

    /// The record, when the tree has been read, or as far as it could be.
    fn finish(mut self, read: Result<(), RecordError>) -> Result<Record, RecordError> {
        self.note(read)?;
        let (stated, place) = self.result.unwrap_or((GameResult::UNKNOWN, Place::default()));
        let concluded = self.record.conclude(stated, place);
        self.note(concluded)?;
        Ok(self.record)
    }
}

/// Keeps the first fault when reading leniently.
fn note(reading: Reading, fault: &mut Option<RecordError>, result: Result<(), RecordError>) -> Result<(), RecordError> {
    match (reading, result) {
        (_, Ok(())) => Ok(()),
        (Reading::Strict, Err(error)) => Err(error),
        (Reading::Lenient, Err(error)) => {
            fault.get_or_insert(error);
            Ok(())
        }
    }
}

/// A node: its semicolon and its properties.
fn properties<'a>(
    lexer: &mut Lexer<'a>,
    reading: Reading,
    fault: &mut Option<RecordError>,
) -> Result<Vec<Raw<'a>>, RecordError> {
    if !lexer.take(';') {
        return Err(lexer.expected("a node, which begins with ;"));
    }
    let mut found: Vec<Raw<'a>> = Vec::new();
    let mut names = HashSet::new();
    while let Some((name, place)) = lexer.name()? {
        let mut values = Vec::new();
        while let Some(value) = lexer.value()? {
            values.push(value);
        }
        if values.is_empty() {
            return Err(lexer.expected(format!("a value in brackets after {name}")));
        }
        if names.insert(name) {
            found.push(Raw { name, place, values });
        } else {
            let again = place.fault(FaultReason::form(format!("{name} once in a node"), name));
            note(reading, fault, Err(again))?;
        }
    }
    Ok(found)
}
