//! Gumbel's choice at the root: moves are drawn from the priors without repetition, and sequential halving finds the best of them within
//! the visits there are (Danihelka et al. 2022; Z. Karnin, T. Koren, O. Somekh, ICML 2013).
//!
//! A round gives each move in play equally many visits and then drops the worse half, down to two. With one visit or more it is, in
//! expectation, no worse than a move drawn from the priors, if values are exact. Visits under way count as given, and a round does
//! not end before their values are in.

use super::improved::{Completed, prior};
use super::tree::{Place, ROOT, Tree};
use crate::color::Participant;
use crate::position::Position;
use crate::random::split_mix;
use crate::search::elementary::ln;
use crate::search::limits::Limits;

/// The moves that a halving begins with.
const CONSIDERED: u64 = 16;

/// With so many visits for each, there are more of them: many visits are not to overlook a move.
const VISITS_EACH: u64 = 32;

/// A move of the root.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    place: Place,
    /// The logarithm of its prior, and the noise that makes a draw of the greatest.
    lot: f64,
    /// Its visits when the round began.
    before: u32,
}

/// The state of the halving.
#[derive(Debug)]
pub(super) struct Gumbel {
    seed: u64,
    /// All moves of the root once it has children: those in play, then the others, the last dropped first.
    candidates: Vec<Candidate>,
    in_play: usize,
    /// The moves that the halving begins with, if there are so many.
    considered: u64,
    /// The visits of the root at which the limit is reached.
    target: u64,
    /// The visits that the round gives each move in play.
    quota: u64,
    /// The used part of the limits of time and nodes, and the part at which the round ends whatever the quota.
    used: f64,
    until: f64,
}

impl Gumbel {
    pub(super) fn new(seed: u64) -> Gumbel {
        Gumbel { seed, candidates: Vec::new(), in_play: 0, considered: 0, target: 0, quota: 0, used: 0.0, until: 0.0 }
    }

    /// Begins a run with so many visits at most.
    pub(super) fn begin(&mut self, tree: &Tree, position: &Position, visits: u64) {
        self.candidates.clear();
        self.in_play = 0;
        // Without a limit of visits nobody knows how many there will be.
        let plenty = if visits == Limits::MOST.visits { 0 } else { visits / VISITS_EACH };
        self.considered = CONSIDERED.max(plenty);
        self.target = u64::from(tree.at(ROOT).visits).saturating_add(visits);
        self.attend(tree, position, 0.0);
    }

    /// Draws the moves once the root has children, and takes note of the used part of the limits of time and nodes.
    pub(super) fn attend(&mut self, tree: &Tree, position: &Position, used: f64) {
        self.used = used;
        if self.candidates.is_empty() && tree.at(ROOT).is_expanded() {
            let key = split_mix(self.seed, 0) ^ position.hash();
            let drawn = tree.children(ROOT).map(|(place, child)| {
                let action = child.mv.action(position.size());
                Candidate { place, lot: ln(prior(child)) + noise(split_mix(key, u64::from(action))), before: 0 }
            });
            self.candidates = drawn.collect();
            self.start(tree, position.participant());
        }
    }

    /// How many moves a batch can look at without one more of the same.
    pub(super) fn breadth(&self) -> usize {
        self.in_play
    }

    /// The move to look at next; none before the visits under way have their values.
    pub(super) fn select(&mut self, tree: &Tree, mover: Participant) -> Option<Place> {
        let is_waiting = tree.at(ROOT).in_flight > 0;
        let (all, lost) = (self.in_play, |candidate: &Candidate| tree.at(candidate.place).is_lost(mover));
        self.in_play -= self.candidates[..all].iter().filter(|candidate| lost(candidate)).count();
        if self.in_play < all {
            self.candidates[..all].sort_by_key(lost);
            if self.in_play < 2 {
                // There is nothing left to compare, unless it is found among the others.
                if is_waiting {
                    self.in_play = all;
                    return None;
                }
                self.start(tree, mover);
            }
        }
        if self.is_round_over(tree) {
            if is_waiting {
                return None;
            }
            self.sort(tree, mover, self.in_play);
            self.in_play = self.in_play.div_ceil(2).max(2).min(self.in_play);
            self.begin_round(tree);
        }
        let completed = Completed::of(tree, ROOT, mover);
        let mut best: Option<(u64, f64, Place)> = None;
        for candidate in &self.candidates[..self.in_play] {
            let (given, score) = (given(tree, candidate), score(tree, completed, candidate));
            if best.is_none_or(|(least, most, _)| given < least || given == least && score > most) {
                best = Some((given, score, candidate.place));
            }
        }
        best.map(|(_, _, place)| place)
    }

    /// All moves, the winner of the halving first: those in play by what is known of them, those without visits last.
    pub(super) fn ranking(&self, tree: &Tree, mover: Participant) -> Vec<Place> {
        let completed = Completed::of(tree, ROOT, mover);
        let mut ranked = self.candidates.clone();
        ranked[..self.in_play].sort_by(|a, b| {
            let visited = |candidate: &Candidate| tree.at(candidate.place).visits > 0;
            visited(b).cmp(&visited(a)).then(score(tree, completed, b).total_cmp(&score(tree, completed, a)))
        });
        ranked.into_iter().map(|candidate| candidate.place).collect()
    }

    /// Begins to halve with the best moves by what is known, at first their lots alone: with no more than there are visits for, and without
    /// those of prior 0 and those that lose if there are others.
    fn start(&mut self, tree: &Tree, mover: Participant) {
        self.sort(tree, mover, self.candidates.len());
        let kind = |candidate: &Candidate| {
            let node = tree.at(candidate.place);
            (node.is_lost(mover), node.prior == 0.0)
        };
        self.candidates.sort_by_key(kind);
        let first = kind(&self.candidates[0]);
        let open = self.candidates.iter().take_while(|candidate| kind(candidate) == first).count();
        self.in_play = open.min(self.considered.min(self.left(tree)) as usize).max(1);
        self.begin_round(tree);
    }

    /// What is left of the visits and of the other limits is for all rounds alike.
    fn begin_round(&mut self, tree: &Tree) {
        let rounds = self.in_play.next_power_of_two().trailing_zeros().max(1);
        self.quota = (self.left(tree) / (u64::from(rounds) * self.in_play as u64)).max(1);
        self.until = self.used + (1.0 - self.used) / f64::from(rounds);
        for candidate in &mut self.candidates {
            candidate.before = tree.at(candidate.place).visits;
        }
    }

    /// Whether each move in play has had its visits, or equally many when their time is over.
    fn is_round_over(&self, tree: &Tree) -> bool {
        let mut visits = self.candidates[..self.in_play].iter().map(|candidate| given(tree, candidate));
        let first = visits.next().unwrap_or(0);
        let is_enough = first >= self.quota || first > 0 && self.used >= self.until;
        is_enough && visits.all(|visits| visits == first || visits >= self.quota)
    }

    /// The visits that are left until the limit.
    fn left(&self, tree: &Tree) -> u64 {
        self.target.saturating_sub(u64::from(tree.at(ROOT).visits))
    }

    /// Sorts the first so many moves by what is known of them, the best first.
    fn sort(&mut self, tree: &Tree, mover: Participant, count: usize) {
        let completed = Completed::of(tree, ROOT, mover);
        let key = |candidate: &Candidate| score(tree, completed, candidate);
        self.candidates[..count].sort_by(|a, b| key(b).total_cmp(&key(a)));
    }
}

/// The visits of the round, those under way included.
fn given(tree: &Tree, candidate: &Candidate) -> u64 {
    let node = tree.at(candidate.place);
    u64::from(node.visits + node.in_flight - candidate.before)
}

/// By what moves are compared: the lot and the value.
fn score(tree: &Tree, completed: Completed, candidate: &Candidate) -> f64 {
    candidate.lot + completed.logits(tree.at(candidate.place))
}

/// A number of Gumbel's distribution from 64 random bits.
fn noise(bits: u64) -> f64 {
    // With one more bit the greatest number would be rounded to 1.
    let uniform = ((bits >> 12) as f64 + 0.5) / (1_u64 << 52) as f64;
    -ln(-ln(uniform))
}

#[cfg(test)]
mod tests;
