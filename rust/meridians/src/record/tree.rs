//! The record itself: rules, headers, a tree of nodes, and the result. Every node was played by [`Game`] when it was added.

use super::error::{FaultReason, Place, RecordError};
use super::headers::Headers;
use super::node::{Act, Node, NodeId, Notes};
use super::result::GameResult;
use super::rules::Rules;
use super::walk::{NoStep, Walk};
use crate::game::{AlreadyOver, Game};
use crate::illegal::IllegalMove;
use crate::moves::Move;
use crate::outcome::Outcome;
use crate::position::Position;
use std::fmt;

/// A record of a game. Two are equal when their rules, headers, results and trees are, whatever the order in which nodes were
/// added, and whatever fault a reader found.
#[derive(Clone, Debug)]
pub struct Record {
    rules: Rules,
    /// What is said of the game as a whole.
    pub headers: Headers,
    /// The tree; the root comes first, and parents before their children.
    pub(super) nodes: Vec<Node>,
    result: GameResult,
    pub(super) fault: Option<Box<RecordError>>,
}

/// Why a node cannot be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CannotAdd {
    /// The move is illegal there.
    Illegal(IllegalMove),
    /// The game is over there, so nobody can resign.
    Over(AlreadyOver),
    /// The position has another board, or another opening, than the record.
    OtherRules,
}

impl fmt::Display for CannotAdd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotAdd::Illegal(illegal) => illegal.fmt(f),
            CannotAdd::Over(over) => over.fmt(f),
            CannotAdd::OtherRules => {
                f.write_str("the position is of another board, or another opening, than the record")
            }
        }
    }
}

impl std::error::Error for CannotAdd {}

impl From<NoStep> for CannotAdd {
    fn from(reason: NoStep) -> CannotAdd {
        match reason {
            NoStep::Illegal(illegal) => CannotAdd::Illegal(illegal),
            NoStep::Over(over) => CannotAdd::Over(over),
        }
    }
}

/// A result that is not the one that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultDiffers {
    /// What was to be the result.
    pub stated: GameResult,
    /// How the moves of the main line end the game; none if they do not.
    pub played: Option<Outcome>,
}

impl fmt::Display for ResultDiffers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.played {
            Some(played) => {
                write!(
                    f,
                    "the result cannot be {}: the moves end the game with {}",
                    self.stated,
                    GameResult::from(played)
                )
            }
            None => write!(f, "the result cannot be {}: the moves do not end the game", self.stated),
        }
    }
}

impl std::error::Error for ResultDiffers {}

impl Record {
    /// A record without moves.
    #[must_use]
    pub fn new(rules: Rules) -> Record {
        let position = *rules.game().position();
        let root = Node { act: Act::Nothing, position, parent: None, children: Vec::new(), notes: None };
        Record { rules, headers: Headers::default(), nodes: vec![root], result: GameResult::UNKNOWN, fault: None }
    }

    /// The record of a game: its start, its moves, and how it ended.
    #[must_use]
    pub fn from_game(game: &Game) -> Record {
        let mut record = Record::new(Rules::of(game));
        let start = *game.start();
        if start != record.nodes[0].position {
            record.set_start(start);
        }
        let mut parent = 0;
        let after = game.earlier().copied().skip(1).chain([*game.position()]);
        for (mv, position) in game.moves().zip(after) {
            parent = record.push(Node {
                act: Act::Move(mv),
                position,
                parent: Some(parent),
                children: Vec::new(),
                notes: None,
            });
        }
        record.result = game.outcome().map_or(GameResult::UNKNOWN, GameResult::from);
        record
    }

    /// Sets a position up at the root, before there are other nodes.
    pub(super) fn set_start(&mut self, start: Position) {
        self.nodes[0].act = Act::Setup(start);
        self.nodes[0].position = start;
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The number of nodes, the root included.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// A node. There is one for each number below [`Record::node_count`]; others panic.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    /// What is said of a node, to be changed.
    pub fn notes_mut(&mut self, id: NodeId) -> &mut Notes {
        self.nodes[id].notes.get_or_insert_default()
    }

    /// Adds a node after all others that follow `parent`. What is set up has to be of the record's board and opening.
    ///
    /// # Errors
    /// It cannot happen there; the record is as it was.
    pub fn add(&mut self, parent: NodeId, act: Act) -> Result<NodeId, CannotAdd> {
        if let Act::Setup(position) = act
            && (position.size(), position.with_pie()) != (self.rules.size, self.rules.pie)
        {
            return Err(CannotAdd::OtherRules);
        }
        let mut walk = self.walk_to(parent);
        let id = self.step(&mut walk, parent, act)?;
        // What the main line showed of the result may be different now.
        if self.main_line().last() == Some(id) {
            let played = walk.game().outcome();
            let otherwise = played.map_or(GameResult::UNKNOWN, GameResult::from);
            self.result = self.result.reconciled(played).unwrap_or(otherwise);
        }
        Ok(id)
    }

    /// Adds a node where a walk stands, which is at `parent`, and goes there.
    pub(super) fn step(&mut self, walk: &mut Walk, parent: NodeId, act: Act) -> Result<NodeId, NoStep> {
        walk.enter(act)?;
        let position = *walk.game().position();
        Ok(self.push(Node { act, position, parent: Some(parent), children: Vec::new(), notes: None }))
    }

    fn push(&mut self, node: Node) -> NodeId {
        let id = self.nodes.len();
        if let Some(parent) = node.parent {
            self.nodes[parent].children.push(id);
        }
        self.nodes.push(node);
        id
    }

    /// The nodes from the root to this one.
    #[must_use]
    pub fn line_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut line: Vec<NodeId> = std::iter::successors(Some(id), |&id| self.nodes[id].parent).collect();
        line.reverse();
        line
    }

    pub(super) fn walk_to(&self, id: NodeId) -> Walk {
        let mut walk = Walk::new(self.rules);
        for id in self.line_to(id) {
            walk.enter(self.nodes[id].act).expect("it was played when the node was added");
        }
        walk
    }

    /// The game at a node: it starts from the last set-up on the way there, or from the empty board.
    #[must_use]
    pub fn game(&self, id: NodeId) -> Game {
        self.walk_to(id).into_game()
    }

    /// The number of moves on the way to a node, its own included.
    #[must_use]
    pub fn ply(&self, id: NodeId) -> usize {
        self.line_to(id).into_iter().filter(|&id| self.nodes[id].mv().is_some()).count()
    }

    /// The nodes of the main line: the root, its first child, and so on.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + use<'_> {
        std::iter::successors(Some(0), |&id| self.nodes[id].children.first().copied())
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = Move> + use<'_> {
        self.main_line().filter_map(|id| self.nodes[id].mv())
    }

    /// The positions of the main line: the start, then the one after each move, and each that is set up later.
    pub fn positions(&self) -> impl Iterator<Item = &Position> + use<'_> {
        let changes = |&id: &NodeId| id == 0 || matches!(self.nodes[id].act, Act::Move(_) | Act::Setup(_));
        self.main_line().filter(changes).map(|id| &self.nodes[id].position)
    }

    /// How the game ended.
    #[must_use]
    pub const fn result(&self) -> GameResult {
        self.result
    }

    /// States how the game ended. What the moves of the main line show cannot be stated otherwise; a draw by agreement that they
    /// show to be one by repetition becomes that.
    ///
    /// # Errors
    /// The moves show something else.
    pub fn set_result(&mut self, stated: GameResult) -> Result<(), ResultDiffers> {
        let played = self.played();
        self.result = stated.reconciled(played).ok_or(ResultDiffers { stated, played })?;
        Ok(())
    }

    /// States what a file says of the result. If the moves show another one, that is it, and the file has a fault.
    pub(super) fn conclude(&mut self, stated: GameResult, place: Place) -> Result<(), RecordError> {
        match self.set_result(stated) {
            Err(ResultDiffers { played: Some(played), .. }) => {
                self.result = played.into();
                Err(place.fault(FaultReason::Result { stated, played }))
            }
            // No format has a word for what only moves show.
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// How the moves of the main line, or a resignation in it, end the game.
    #[must_use]
    pub fn played(&self) -> Option<Outcome> {
        self.main_line().last().and_then(|last| self.game(last).outcome())
    }

    /// The first fault of what was read leniently, where a line was cut.
    #[must_use]
    pub fn fault(&self) -> Option<&RecordError> {
        self.fault.as_deref()
    }
}

impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        let whole = |record: &Record| (record.rules, record.result, record.nodes.len());
        if whole(self) != whole(other) || self.headers != other.headers {
            return false;
        }
        let mut pairs = vec![(0, 0)];
        while let Some((ours, theirs)) = pairs.pop() {
            let (ours, theirs) = (&self.nodes[ours], &other.nodes[theirs]);
            if ours.act != theirs.act || ours.notes() != theirs.notes() || ours.children.len() != theirs.children.len()
            {
                return false;
            }
            pairs.extend(ours.children.iter().copied().zip(theirs.children.iter().copied()));
        }
        true
    }
}
