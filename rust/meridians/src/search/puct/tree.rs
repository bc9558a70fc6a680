//! The tree of PUCT: nodes in one vector, the children of a node side by side. Chances and results are those of participant 0 throughout, so
//! that nothing changes its sign on the way up, whoever is to move and whether or not the pie is answered.

use crate::color::Participant;
use crate::moves::{Move, MoveSet};
use std::mem::size_of;

/// The place of a node.
pub(super) type Place = u32;

/// The root.
pub(super) const ROOT: Place = 0;

/// A result that is certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Solution {
    /// Who wins; none for a draw.
    pub(super) winner: Option<Participant>,
    /// The plies until then in the line found.
    pub(super) plies: u16,
    /// Whether no faster win and no longer resistance exists.
    pub(super) exact: bool,
}

impl Solution {
    /// Participant 0's chance.
    pub(super) fn first_chance(self) -> f64 {
        match self.winner {
            Some(0) => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        }
    }
}

/// A node: a position, reached by one line of moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The sum over the visits of participant 0's chance.
    first_sum: f64,
    pub(super) visits: u32,
    /// Visits whose value is being waited for.
    pub(super) in_flight: u32,
    /// The first of its children; 0, the root, if it has none.
    first_child: Place,
    pub(super) prior: f32,
    pub(super) solution: Option<Solution>,
    children: u8,
    /// The move that leads here; of the root any.
    pub(super) mv: Move,
}

impl Node {
    const fn new(mv: Move, prior: f32) -> Node {
        Node { first_sum: 0.0, visits: 0, in_flight: 0, first_child: ROOT, prior, solution: None, children: 0, mv }
    }

    pub(super) const fn is_expanded(&self) -> bool {
        self.children > 0
    }

    /// Participant 0's chance, once there is a visit or a solution.
    pub(super) fn first_chance(&self) -> Option<f64> {
        match self.solution {
            Some(solution) => Some(solution.first_chance()),
            None if self.visits > 0 => Some(self.first_sum / f64::from(self.visits)),
            None => None,
        }
    }

    /// A participant's chance, once there is a visit or a solution.
    pub(super) fn chance(&self, participant: Participant) -> Option<f64> {
        self.first_chance().map(|first| of(participant, first))
    }

    /// Whether a participant is certain to lose here.
    pub(super) fn is_lost(&self, participant: Participant) -> bool {
        self.solution.is_some_and(|solution| solution.winner == Some(1 - participant))
    }
}

/// A participant's chance, from participant 0's.
pub(super) fn of(participant: Participant, first: f64) -> f64 {
    if participant == 0 { first } else { 1.0 - first }
}

/// How a node chooses among its children.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// How much priors count against values, the c of PUCT, for chances from 0 to 1.
    pub(super) exploration: f64,
    /// How much worse than its parent a child without visits is thought to be, once the visited children have all of the prior.
    pub(super) reduction: f64,
}

impl Weights {
    pub(super) const DEFAULT: Weights = Weights { exploration: 0.6, reduction: 0.1 };
}

/// The tree. It has a root, or nothing.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    most: usize,
}

impl Tree {
    /// A tree that takes at most so many bytes.
    pub(super) fn new(memory: u64) -> Tree {
        let most = usize::try_from(memory / size_of::<Node>() as u64).unwrap_or(usize::MAX).min(Place::MAX as usize);
        Tree { nodes: Vec::new(), most }
    }

    pub(super) fn clear(&mut self) {
        self.nodes = Vec::new();
    }

    /// Makes the root if there is none.
    pub(super) fn plant(&mut self) {
        if self.nodes.is_empty() {
            self.nodes.push(Node::new(Move::Pass, 1.0));
        }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The bytes that the nodes take.
    pub(super) fn bytes(&self) -> u64 {
        (self.nodes.len() * size_of::<Node>()) as u64
    }

    pub(super) fn at(&self, place: Place) -> &Node {
        &self.nodes[place as usize]
    }

    pub(super) fn at_mut(&mut self, place: Place) -> &mut Node {
        &mut self.nodes[place as usize]
    }

    /// The children of a node, each with its place.
    pub(super) fn children(&self, place: Place) -> impl DoubleEndedIterator<Item = (Place, &Node)> + Clone {
        let node = self.at(place);
        let (first, end) = (node.first_child, node.first_child + Place::from(node.children));
        (first..end).zip(&self.nodes[first as usize..end as usize])
    }

    /// Gives a node its children, with priors from 0 up by action that do not have to add up to anything. A full tree stays as it is.
    pub(super) fn expand(&mut self, place: Place, legal: MoveSet, prior: impl Fn(Move) -> f32) {
        let count = legal.count();
        if self.at(place).is_expanded() || self.is_full_for(count) {
            return;
        }
        // Growing by half leaves the old and the new vector together within the limit for longer than doubling would.
        if self.nodes.len() + count > self.nodes.capacity() {
            let grown = (self.nodes.capacity() / 2).max(4096).min(self.most - self.nodes.len());
            self.nodes.reserve_exact(grown.max(count));
        }
        let sum: f64 = legal.iter().map(|mv| f64::from(prior(mv))).sum();
        let first = self.nodes.len() as Place;
        self.nodes.extend(legal.iter().map(|mv| Node::new(mv, (f64::from(prior(mv)) / sum) as f32)));
        let node = self.at_mut(place);
        (node.first_child, node.children) = (first, count as u8);
    }

    /// A participant's chance in a node with children, by the evaluator alone: what its children did not come to.
    pub(super) fn own_chance(&self, place: Place, participant: Participant) -> f64 {
        let (node, mut visits, mut first_sum) = (self.at(place), 0, 0.0);
        for (_, child) in self.children(place) {
            visits += child.visits;
            first_sum += child.first_sum;
        }
        let own = node.visits - visits;
        if own == 0 { 0.5 } else { of(participant, (node.first_sum - first_sum) / f64::from(own)) }
    }

    /// Whether there is no room for so many more nodes.
    pub(super) fn is_full_for(&self, count: usize) -> bool {
        self.nodes.len() + count > self.most
    }

    /// The child to look at next, for the participant to move in the node, which is expanded.
    pub(super) fn select(&self, place: Place, mover: Participant, weights: Weights) -> Place {
        let node = self.at(place);
        let visited: f64 = self.children(place).filter(|(_, c)| c.visits > 0).map(|(_, c)| f64::from(c.prior)).sum();
        let unvisited = node.chance(mover).unwrap_or(0.5) - weights.reduction * visited.sqrt();
        // Visits under way count as visits for exploration, not for the value ("watch the unobserved").
        let scale = weights.exploration * f64::from(node.visits + node.in_flight).max(1.0).sqrt();
        let score = |child: &Node| {
            if child.is_lost(mover) {
                return -1.0;
            }
            let value = child.chance(mover).unwrap_or(unvisited);
            value + scale * f64::from(child.prior) / f64::from(1 + child.visits + child.in_flight)
        };
        let mut best = (f64::NEG_INFINITY, ROOT);
        for (place, child) in self.children(place) {
            let score = score(child);
            if score > best.0 {
                best = (score, place);
            }
        }
        best.1
    }

    /// Counts a visit of each node of a path, which ends with participant 0's chance.
    pub(super) fn back_up(&mut self, path: &[Place], first_chance: f64) {
        for &place in path {
            let node = self.at_mut(place);
            node.visits += 1;
            node.first_sum += first_chance;
        }
    }

    /// Adds to the visits under way of each node of a path.
    pub(super) fn take_off(&mut self, path: &[Place]) {
        for &place in path {
            self.at_mut(place).in_flight += 1;
        }
    }

    /// Takes from the visits under way of each node of a path.
    pub(super) fn land(&mut self, path: &[Place]) {
        for &place in path {
            self.at_mut(place).in_flight -= 1;
        }
    }

    /// Solves the nodes of a path that follow from their children, from its end up. `movers`: who is to move in each.
    pub(super) fn solve(&mut self, path: &[Place], movers: &[Participant]) {
        for (&place, &mover) in path.iter().zip(movers).rev() {
            if self.at(place).solution.is_some() {
                continue;
            }
            let Some(solution) = self.solution_of(place, mover) else { return };
            self.at_mut(place).solution = Some(solution);
        }
    }

    /// The solution that follows from the children of a node: a won one is enough, else all have to be solved.
    fn solution_of(&self, place: Place, mover: Participant) -> Option<Solution> {
        let solutions = self.children(place).map(|(_, child)| child.solution);
        let wins = solutions.clone().flatten().filter(|solution| solution.winner == Some(mover));
        if let Some(fastest) = wins.min_by_key(|solution| solution.plies) {
            // Nobody loses before their own turn has ended (R8), so nothing is faster than a loss on the next ply.
            return Some(Solution { winner: Some(mover), plies: fastest.plies + 1, exact: fastest.plies <= 1 });
        }
        let all: Vec<Solution> = solutions.collect::<Option<_>>()?;
        let best = all.iter().max_by_key(|solution| (solution.winner.is_none(), solution.plies))?;
        let exact = best.winner.is_some() && all.iter().all(|solution| solution.exact);
        Some(Solution { winner: best.winner, plies: best.plies + 1, exact })
    }

    /// Makes the child behind a move the root and forgets all that is not behind it; everything if there is no such child.
    pub(super) fn advance(&mut self, mv: Move) {
        let child = if self.nodes.is_empty() { None } else { self.children(ROOT).find(|(_, child)| child.mv == mv) };
        let Some((child, _)) = child else { return self.clear() };
        // The families behind the child: the place of the first of each, and of their parent. A family lies behind its parent, so
        // they can be moved to the front in order.
        let mut families: Vec<(Place, Place)> = Vec::new();
        let mut waiting = vec![child];
        while let Some(parent) = waiting.pop() {
            if self.at(parent).is_expanded() {
                families.push((self.at(parent).first_child, parent));
                waiting.extend(self.children(parent).filter(|(_, node)| node.is_expanded()).map(|(place, _)| place));
            }
        }
        families.sort_unstable();
        self.nodes[ROOT as usize] = *self.at(child);
        let mut moved: Vec<Place> = Vec::with_capacity(families.len());
        let mut end = 1;
        for &(first, parent) in &families {
            let new_parent = if parent == child {
                ROOT
            } else {
                let family = families.partition_point(|&(first, _)| first <= parent) - 1;
                moved[family] + (parent - families[family].0)
            };
            let count = usize::from(self.at(new_parent).children);
            self.nodes.copy_within(first as usize..first as usize + count, end);
            self.at_mut(new_parent).first_child = end as Place;
            moved.push(end as Place);
            end += count;
        }
        self.nodes.truncate(end);
        self.nodes.shrink_to(2 * end);
    }
}
