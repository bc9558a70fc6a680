//! What PUCT and Gumbel report of their tree.

use super::tree::{Node, Place, ROOT, Solution};
use super::{Guide, Puct, improved};
use crate::color::{Color, Participant};
use crate::moves::Move;
use crate::search::limits::Stop;
use crate::search::report::{Line, Proof, Report, Verdict, all_for, visit_shares};
use crate::search::root::Root;
use std::cmp::Ordering;
use std::time::Duration;

/// Lines in a report.
const LINES: usize = 5;

impl Puct {
    /// The report of what the tree knows.
    pub(super) fn report(&self, root: &Root, iterations: u64, stopped: Stop) -> Report {
        let (position, node) = (&root.position, self.tree.at(ROOT));
        let (size, mover) = (position.size(), position.participant());
        let actions = Move::action_count(size, position.with_pie());
        let (mut visits, mut values, mut priors) = (vec![0; actions], vec![f32::NAN; actions], vec![f32::NAN; actions]);
        for (_, child) in self.tree.children(ROOT) {
            let action = child.mv.action(size) as usize;
            visits[action] = u64::from(child.visits);
            values[action] = child.chance(mover).map_or(f32::NAN, |chance| chance as f32);
            priors[action] = child.prior;
        }
        let mut ranked = self.ranking(mover);
        if ranked.first().is_some_and(|(_, child)| child.first_chance().is_none()) {
            // Nobody has looked at it, so what its move does is not known yet: it may end the game.
            let goes_on = |&(_, child): &(Place, &Node)| {
                child.first_chance().is_none() && !position.clone_and_play(child.mv).0.is_over()
            };
            if let Some(place) = ranked.iter().position(goes_on) {
                ranked[..=place].rotate_right(1);
            }
        }
        // Before the first visit every move is as good as another.
        let best = ranked.first().map_or_else(|| position.legal().nth(0).unwrap_or(Move::Pass), |(_, child)| child.mv);
        let lines: Vec<Line> = ranked
            .iter()
            .enumerate()
            .filter(|(rank, (_, child))| *rank == 0 || child.first_chance().is_some())
            .take(LINES)
            .map(|(_, &(place, child))| self.line(root, place, child, mover))
            .collect();
        let first_chance = match node.solution {
            Some(solution) => solution.first_chance(),
            None => ranked.first().and_then(|(_, child)| child.first_chance()).or(node.first_chance()).unwrap_or(0.5),
        };
        // After `swap` Light is participant 1's.
        let light = if best == Move::Swap { 1 } else { position.participant_of(Color::Light) };
        let mover_color = Color::ALL.into_iter().find(|&color| position.participant_of(color) == mover);
        Report {
            size,
            turn: position.turn(),
            mover,
            mover_color: mover_color.unwrap_or(position.turn()),
            engine: self.guide.engine(),
            threads: 1,
            best,
            light_chance: super::tree::of(light, first_chance) as f32,
            proven: node.solution.map(|solution| proof(mover, solution, 0)),
            lines,
            policy: self.policy(root, best, &visits),
            visits,
            values,
            priors,
            iterations,
            nodes: self.tree.len() as u64,
            depth: self.depth,
            memory: self.tree.bytes(),
            elapsed: Duration::ZERO,
            stopped,
        }
    }

    /// The children of the root, the best first.
    fn ranking(&self, mover: Participant) -> Vec<(Place, &Node)> {
        match &self.guide {
            Guide::Puct(_) => {
                let mut ranked: Vec<(Place, &Node)> = self.tree.children(ROOT).collect();
                ranked.sort_by(|(_, a), (_, b)| better(mover, b, a));
                ranked
            }
            Guide::Gumbel(gumbel) => {
                let ranked = gumbel.ranking(&self.tree, mover).into_iter();
                let mut ranked: Vec<(Place, &Node)> = ranked.map(|place| (place, self.tree.at(place))).collect();
                ranked.sort_by_key(|(_, node)| std::cmp::Reverse(certainty(mover, node)));
                ranked
            }
        }
    }

    /// How often to play each action.
    fn policy(&self, root: &Root, best: Move, visits: &[u64]) -> Vec<f32> {
        let (size, mover) = (root.position.size(), root.position.participant());
        let is_won = self.tree.at(ROOT).solution.is_some_and(|solution| solution.winner == Some(mover));
        match &self.guide {
            Guide::Gumbel(_) if !is_won && self.tree.at(ROOT).is_expanded() => {
                let mut policy = vec![0.0; visits.len()];
                for ((_, child), share) in self.tree.children(ROOT).zip(improved::policy(&self.tree, ROOT, mover)) {
                    policy[usize::from(child.mv.action(size))] = share as f32;
                }
                policy
            }
            Guide::Gumbel(_) => all_for(best.action(size), visits.len()),
            Guide::Puct(_) => visit_shares(visits, best.action(size)),
        }
    }

    /// The line that begins with a child of the root.
    fn line(&self, root: &Root, place: Place, child: &Node, mover: Participant) -> Line {
        let mut position = root.position;
        let mut moves = vec![child.mv];
        position.play_unchecked(child.mv);
        let mut at = place;
        while !position.is_over() {
            let next = position.participant();
            let visited = self.tree.children(at).filter(|(_, node)| node.visits > 0);
            // Of equals the first, as among the first moves.
            let best = visited.rev().max_by(|(_, a), (_, b)| better(next, a, b));
            let Some((place, node)) = best else { break };
            moves.push(node.mv);
            position.play_unchecked(node.mv);
            at = place;
        }
        Line {
            moves,
            visits: u64::from(child.visits),
            // Of a move that nobody has looked at the position's chance is what is known.
            win_chance: child.chance(mover).or(self.tree.at(ROOT).chance(mover)).unwrap_or(0.5) as f32,
            proven: child.solution.map(|solution| proof(mover, solution, 1)),
        }
    }
}

/// A solution for a participant, so many plies earlier.
fn proof(mover: Participant, solution: Solution, plies: u32) -> Proof {
    let verdict = match solution.winner {
        Some(winner) if winner == mover => Verdict::Win,
        Some(_) => Verdict::Loss,
        None => Verdict::Draw,
    };
    Proof { verdict, plies: u32::from(solution.plies) + plies, exact: solution.exact }
}

/// How a move is ranked by what is certain of it: wins, the fastest first; then what is open or drawn; then losses, the longest first.
fn certainty(mover: Participant, node: &Node) -> (i8, i32) {
    match node.solution {
        Some(Solution { winner: Some(winner), plies, .. }) if winner == mover => (1, -i32::from(plies)),
        Some(Solution { winner: Some(_), plies, .. }) => (-1, i32::from(plies)),
        _ => (0, 0),
    }
}

/// Which of two moves is better for the participant who makes one of them: by what is certain, by visits, by value, by prior.
fn better(mover: Participant, a: &Node, b: &Node) -> Ordering {
    let value = |node: &Node| node.chance(mover).unwrap_or(-1.0);
    certainty(mover, a)
        .cmp(&certainty(mover, b))
        .then(a.visits.cmp(&b.visits))
        .then(value(a).total_cmp(&value(b)))
        .then(a.prior.total_cmp(&b.prior))
}
