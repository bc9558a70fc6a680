//! Writes a record: the same record, the same bytes. What is in what order is in `docs/records.md`.

use super::super::headers::property_of;
use super::super::node::{Act, Mark, Node, NodeId};
use super::super::tree::Record;
use super::{setup, values};
use crate::color::{ByColor, Color};
use crate::geometry::Size;
use crate::moves::Move;
use crate::notation::{move_text, point_text};
use crate::position::Position;
use std::fmt::Write;

/// Lines are broken before a node that would make them longer than this.
const WIDTH: usize = 100;

/// What is still to be written.
enum Rest {
    Node(NodeId),
    Open,
    Close,
}

/// The record in SGF, in UTF-8, with a line feed at the end.
#[must_use]
pub fn write(record: &Record) -> String {
    let mut text = String::new();
    let mut column = 0;
    let mut rest = vec![Rest::Close, Rest::Node(0), Rest::Open];
    while let Some(next) = rest.pop() {
        let piece = match next {
            Rest::Open => "(".to_owned(),
            Rest::Close => ")".to_owned(),
            Rest::Node(id) => {
                match record.node(id).children() {
                    [only] => rest.push(Rest::Node(*only)),
                    children => {
                        for &child in children.iter().rev() {
                            rest.extend([Rest::Close, Rest::Node(child), Rest::Open]);
                        }
                    }
                }
                node_text(record, id)
            }
        };
        let width = piece.chars().count();
        let variation = piece == "(" && !text.is_empty();
        // A bracket stays with the node that it opens, and with the one that it closes.
        let full = piece.starts_with(';') && !text.ends_with('(') && column > 0 && column + width > WIDTH;
        if variation || full {
            text.push('\n');
            column = 0;
        }
        text += &piece;
        column = piece.rfind('\n').map_or(column + width, |end| piece[end + 1..].chars().count());
    }
    text.push('\n');
    text
}

fn node_text(record: &Record, id: NodeId) -> String {
    let node = record.node(id);
    let mut text = String::from(";");
    let start = *record.rules().game().position();
    let before = node.parent().map_or(&start, |parent| record.node(parent).position());
    if id == 0 {
        root_text(record, &mut text);
    }
    match node.act() {
        Act::Nothing => {}
        Act::Move(mv) => {
            let property = values::property(mover(before, mv));
            let _ = write!(text, "{property}[{}]", move_text(record.rules().size, mv));
        }
        Act::Resign(color) => {
            let _ = write!(text, "{}[resign]", values::property(color));
        }
        Act::Setup(position) => text += &setup::text(before, &position),
    }
    notes_text(node, record.rules().size, &mut text);
    text
}

/// The colour of a move's property. The answer to the pie is of the participant who gives it, and that one has Dark until then.
pub(super) fn mover(before: &Position, mv: Move) -> Color {
    if matches!(mv, Move::Keep | Move::Swap) { Color::Dark } else { before.turn() }
}

fn root_text(record: &Record, text: &mut String) {
    let rules = record.rules();
    let size = values::size_text(rules.size);
    let _ =
        write!(text, "FF[4]CA[UTF-8]GM[Meridians]SZ[{size}]RU[{}]", values::rules_text(rules.pie, rules.repetition));
    if let Some(result) = values::result_text(record.result()) {
        let _ = write!(text, "RE[{result}]");
    }
    for (key, value) in record.headers.iter() {
        let _ = write!(text, "{}[{}]", property_of(key), values::escaped(value));
    }
}

fn notes_text(node: &Node, size: Size, text: &mut String) {
    let Some(notes) = node.notes() else { return };
    for (name, value) in [("N", notes.name()), ("C", notes.comment())] {
        if !value.is_empty() {
            let _ = write!(text, "{name}[{}]", values::escaped(value));
        }
    }
    for mark in Mark::ALL {
        for (index, point) in notes.marks[mark as usize].iter().enumerate() {
            let name = if index == 0 { values::mark_property(mark) } else { "" };
            let _ = write!(text, "{name}[{}]", point_text(size, point));
        }
    }
    for (index, (&point, label)) in notes.labels().iter().enumerate() {
        let name = if index == 0 { "LB" } else { "" };
        let label = values::escaped(label).replace(':', "\\:");
        let _ = write!(text, "{name}[{}:{label}]", point_text(size, point));
    }
    let ByColor(left) = notes.seconds_left;
    for (color, seconds) in Color::ALL.into_iter().zip(left) {
        if let Some(seconds) = seconds {
            let _ = write!(text, "{}L[{seconds}]", values::property(color));
        }
    }
    for property in &notes.properties {
        text.push_str(&property.name);
        for value in &property.values {
            let _ = write!(text, "[{value}]");
        }
    }
}

/// A game without variations, line by line, as the dialects of SGF write it.
pub(in crate::record) struct LineOfNodes {
    text: String,
    column: usize,
}

impl LineOfNodes {
    /// A game with this first node.
    pub(in crate::record) fn new(root: &str) -> LineOfNodes {
        LineOfNodes { text: format!("({root}"), column: 1 + root.chars().count() }
    }

    /// Adds a node.
    pub(in crate::record) fn add(&mut self, node: &str) {
        let width = node.chars().count();
        if self.column + width > WIDTH {
            self.text.push('\n');
            self.column = 0;
        }
        self.text += node;
        self.column += width;
    }

    /// The text, with a line feed at the end.
    pub(in crate::record) fn finish(mut self) -> String {
        self.text += ")\n";
        self.text
    }
}
