//! A node of a record: what happened there, the position after it, and what is said of it.

use super::text::{lines, one_line};
use crate::bitboard::Bitboard;
use crate::color::{ByColor, Color};
use crate::moves::Move;
use crate::point::Point;
use crate::position::Position;
use std::collections::BTreeMap;

/// Which node of a record; the root is 0. Nodes are never taken away.
pub type NodeId = usize;

/// What happens at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Nothing: the node only says something.
    Nothing,
    /// A move.
    Move(Move),
    /// A position is set up, and the game goes on from there.
    Setup(Position),
    /// A colour resigns.
    Resign(Color),
}

/// A mark on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// A circle.
    Circle = 0,
    /// A cross.
    Cross = 1,
    /// Selected.
    Selected = 2,
    /// A square.
    Square = 3,
    /// A triangle.
    Triangle = 4,
}

impl Mark {
    /// All marks.
    pub const ALL: [Mark; 5] = [Mark::Circle, Mark::Cross, Mark::Selected, Mark::Square, Mark::Triangle];

    /// The name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Mark::Circle => "circle",
            Mark::Cross => "cross",
            Mark::Selected => "selected",
            Mark::Square => "square",
            Mark::Triangle => "triangle",
        }
    }

    /// The mark with this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Mark> {
        Mark::ALL.into_iter().find(|mark| mark.name() == name)
    }
}

/// A property that the record keeps without knowing what it means: its name and its values as they stand between brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// The name, in capital letters.
    pub name: String,
    /// The values, at least one, escapes and all.
    pub values: Vec<String>,
}

/// What is said of a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notes {
    name: String,
    comment: String,
    /// The points with each mark.
    pub marks: [Bitboard; Mark::ALL.len()],
    labels: BTreeMap<Point, String>,
    /// The seconds that each colour has left.
    pub seconds_left: ByColor<Option<f64>>,
    /// What is kept for other programs.
    pub properties: Vec<Property>,
}

impl Notes {
    /// The node's name, empty if it has none.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Sets the name, a text of one line.
    pub fn set_name(&mut self, name: &str) {
        self.name = one_line(name);
    }

    /// The comment, empty if there is none.
    #[must_use]
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// Sets the comment. Line ends become line feeds, tabs spaces.
    pub fn set_comment(&mut self, comment: &str) {
        self.comment = lines(comment);
    }

    /// The labels of points, in action order.
    #[must_use]
    pub const fn labels(&self) -> &BTreeMap<Point, String> {
        &self.labels
    }

    /// Sets the label of a point, a text of one line; an empty one takes it away.
    pub fn set_label(&mut self, point: Point, label: &str) {
        let label = one_line(label);
        if label.is_empty() { drop(self.labels.remove(&point)) } else { drop(self.labels.insert(point, label)) }
    }

    pub(crate) fn is_empty(&self) -> bool {
        *self == Notes::default()
    }
}

/// A node of the tree.
#[derive(Clone, Debug)]
pub struct Node {
    pub(super) act: Act,
    pub(super) position: Position,
    pub(super) parent: Option<NodeId>,
    pub(super) children: Vec<NodeId>,
    /// Nodes without notes are the rule.
    pub(super) notes: Option<Box<Notes>>,
}

impl Node {
    /// What happens here.
    #[must_use]
    pub const fn act(&self) -> Act {
        self.act
    }

    /// The move played here, if one was.
    #[must_use]
    pub const fn mv(&self) -> Option<Move> {
        match self.act {
            Act::Move(mv) => Some(mv),
            _ => None,
        }
    }

    /// The position after this node.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The node before this one; none for the root.
    #[must_use]
    pub const fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The nodes that follow: the first continues this node's line, others are variations.
    #[must_use]
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// What is said here, if anything is.
    #[must_use]
    pub fn notes(&self) -> Option<&Notes> {
        self.notes.as_deref().filter(|notes| !notes.is_empty())
    }
}
