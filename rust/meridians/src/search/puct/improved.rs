//! What the children of a node are worth, and the policy that improves on the priors by it (I. Danihelka, A. Guez, J. Schrittwieser,
//! D. Silver, "Policy improvement by planning with Gumbel", ICLR 2022).
//!
//! Values are chances from 0 to 1, so they need no rescaling.

use super::tree::{Node, Place, Tree};
use crate::color::Participant;
use crate::search::elementary::exp;

/// Values count as if every child had so many visits more: the paper's c_visit.
const VISITS: f64 = 50.0;

/// How many logits a value of 1 is worth for each visit: the paper's c_scale.
const SCALE: f64 = 1.0;

/// A prior of 0 counts as this, so that its logarithm is a number.
const LEAST_PRIOR: f64 = f32::MIN_POSITIVE as f64;

/// The prior of a child, never 0.
pub(super) fn prior(child: &Node) -> f64 {
    f64::from(child.prior).max(LEAST_PRIOR)
}

/// What the children of a node are worth to the participant to move, also those without visits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Completed {
    mover: Participant,
    /// The value of a child without visits: what the evaluator says of the node, mixed with what its visited children came to.
    unvisited: f64,
    /// How many logits a value of 1 is worth.
    scale: f64,
}

impl Completed {
    /// Of a node with children.
    pub(super) fn of(tree: &Tree, place: Place, mover: Participant) -> Completed {
        let (mut visits, mut most, mut priors, mut values) = (0.0, 0.0_f64, 0.0, 0.0);
        for (_, child) in tree.children(place).filter(|(_, child)| child.visits > 0) {
            visits += f64::from(child.visits);
            most = most.max(f64::from(child.visits));
            priors += prior(child);
            values += prior(child) * child.chance(mover).unwrap_or(0.5);
        }
        let own = tree.own_chance(place, mover);
        let unvisited = if visits > 0.0 { (own + visits * (values / priors)) / (1.0 + visits) } else { own };
        Completed { mover, unvisited, scale: (VISITS + most) * SCALE }
    }

    /// The value of a child in logits.
    pub(super) fn logits(self, child: &Node) -> f64 {
        self.scale * child.chance(self.mover).unwrap_or(self.unvisited)
    }
}

/// The improved policy of a node with children: for each child how often to play it, adding up to 1. What loses for certain is not
/// played unless all does.
pub(super) fn policy(tree: &Tree, place: Place, mover: Participant) -> Vec<f64> {
    let completed = Completed::of(tree, place, mover);
    let all_lost = tree.children(place).all(|(_, child)| child.is_lost(mover));
    let open = |child: &Node| all_lost || !child.is_lost(mover);
    let children = tree.children(place).map(|(_, child)| child);
    let most = children.clone().filter(|child| open(child)).map(|child| completed.logits(child));
    let most = most.fold(f64::NEG_INFINITY, f64::max);
    let weight = |child: &Node| if open(child) { prior(child) * exp(completed.logits(child) - most) } else { 0.0 };
    let mut weights: Vec<f64> = children.map(weight).collect();
    let sum: f64 = weights.iter().sum();
    for weight in &mut weights {
        *weight /= sum;
    }
    weights
}

/// The child to look at next below the root: the one whose share of the visits, those under way included, is furthest behind the
/// improved policy, of equals the first.
pub(super) fn select(tree: &Tree, place: Place, mover: Participant) -> Place {
    let visits = |child: &Node| f64::from(child.visits + child.in_flight);
    let all: f64 = tree.children(place).map(|(_, child)| visits(child)).sum();
    let mut best = (f64::NEG_INFINITY, place);
    for ((place, child), share) in tree.children(place).zip(policy(tree, place, mover)) {
        let behind = share - visits(child) / (1.0 + all);
        if behind > best.0 && !child.is_lost(mover) {
            best = (behind, place);
        }
    }
    best.1
}
