//! PUCT and Gumbel: tree searches guided by the priors and values of an evaluator (Silver et al. 2017, Danihelka et al. 2022), which is
//! asked about several positions at once. They differ in how they choose among the moves of a position.
//!
//! Visits that wait for their value count as visits where the search chooses, not in the values (Liu et al. 2020), so that a batch spreads
//! over the tree. Proven results are kept (MCTS-Solver, Winands et al. 2008). One thread; a function of its input alone if the evaluator is.

mod evaluator;
mod gumbel;
mod improved;
mod outcome;
#[cfg(test)]
mod tests;
mod tree;

pub use evaluator::{BuiltinEvaluator, Evaluator, EvaluatorFailed, Scores};

use super::engine::Engine;
use super::limits::{Budget, Stop};
use super::report::Report;
use super::root::Root;
use super::{Searcher, Settings};
use crate::color::Participant;
use crate::moves::Move;
use crate::position::Position;
use gumbel::Gumbel;
use tree::{Place, ROOT, Solution, Tree, Weights};

/// The visits of a position with one legal move: enough for a chance and a line.
const SHORT_LOOK: u32 = 32;
/// Positions in a batch, whatever the evaluator would like.
const LARGEST_BATCH: usize = 4096;
/// Descents that end without a question to the evaluator, after which limits are looked at again.
const UNASKED: usize = 64;

/// The engine.
pub(crate) struct Puct {
    evaluator: Box<dyn Evaluator>,
    tree: Tree,
    guide: Guide,
    /// The deepest line so far, in plies.
    depth: u32,
}

/// How children are chosen.
enum Guide {
    Puct(Weights),
    Gumbel(Gumbel),
}

impl Guide {
    const fn engine(&self) -> Engine {
        match self {
            Guide::Puct(_) => Engine::Puct,
            Guide::Gumbel(_) => Engine::Gumbel,
        }
    }

    /// The child to look at next; none before the visits under way have their values.
    fn select(&mut self, tree: &Tree, place: Place, mover: Participant) -> Option<Place> {
        match self {
            Guide::Puct(weights) => Some(tree.select(place, mover, *weights)),
            Guide::Gumbel(gumbel) if place == ROOT => gumbel.select(tree, mover),
            Guide::Gumbel(_) => Some(improved::select(tree, place, mover)),
        }
    }
}

/// Where a descent ended.
enum Leaf {
    /// At a node whose value is known: participant 0's chance.
    Known(f64),
    /// At a node that the evaluator has to be asked about.
    Asked(Position),
    /// At a node that the evaluator is being asked about, or where its answers are needed to go on.
    Waiting,
}

/// A way down the tree: its nodes from the root, and who is to move in each.
#[derive(Clone, Debug, Default)]
struct Path {
    places: Vec<Place>,
    movers: Vec<Participant>,
    /// The hashes of the positions from the root's to the last but one.
    hashes: Vec<u64>,
}

/// A question to the evaluator: the node, and what it is asked about.
struct Question {
    path: Path,
    position: Position,
    asked: Position,
}

impl Puct {
    pub(crate) fn new(settings: &Settings, evaluator: Box<dyn Evaluator>) -> Puct {
        let guide = match settings.engine {
            Engine::Gumbel => Guide::Gumbel(Gumbel::new(settings.seed)),
            _ => Guide::Puct(Weights::DEFAULT),
        };
        Puct { evaluator, tree: Tree::new(settings.memory), guide, depth: 0 }
    }

    /// Goes down from the root to a node without children.
    fn descend(&mut self, root: &Root, path: &mut Path) -> Leaf {
        let mut position = root.position;
        path.places.clear();
        path.movers.clear();
        path.hashes.clear();
        let mut place = ROOT;
        loop {
            let mover = position.participant();
            path.places.push(place);
            path.movers.push(mover);
            let depth = path.hashes.len() as u32;
            self.depth = self.depth.max(depth);
            let node = self.tree.at(place);
            if let Some(solution) = node.solution {
                return Leaf::Known(solution.first_chance());
            }
            if node.visits == 0
                && place != ROOT
                && node.in_flight == 0
                && let Some(solution) = end_of(&position, root, &path.hashes)
            {
                self.tree.at_mut(place).solution = Some(solution);
                self.tree.solve(&path.places[..path.places.len() - 1], &path.movers);
                return Leaf::Known(solution.first_chance());
            }
            let node = self.tree.at(place);
            if depth >= root.max_plies {
                return Leaf::Known(0.5);
            }
            if !node.is_expanded() {
                return match node.first_chance() {
                    // There was no room for its children, and there is none now.
                    Some(chance) if self.tree.is_full_for(position.legal().count()) => Leaf::Known(chance),
                    _ if node.in_flight > 0 => Leaf::Waiting,
                    _ => Leaf::Asked(position),
                };
            }
            let Some(next) = self.guide.select(&self.tree, place, mover) else { return Leaf::Waiting };
            place = next;
            path.hashes.push(position.hash());
            position.play_unchecked(self.tree.at(place).mv);
        }
    }

    /// Descends until a batch is full, or nothing more is to be asked for the time being; counts the visits that need no question.
    fn gather(&mut self, root: &Root, budget: &Budget, batch: usize) -> (Vec<Question>, u64, bool) {
        let mut questions = Vec::new();
        let mut known = 0;
        while questions.len() < batch && (known as usize) < UNASKED {
            if budget.take_visits(1) == 0 {
                return (questions, known, true);
            }
            let mut path = Path::default();
            match self.descend(root, &mut path) {
                Leaf::Known(chance) => {
                    self.tree.back_up(&path.places, chance);
                    known += 1;
                    if self.tree.at(ROOT).solution.is_some() {
                        break;
                    }
                }
                Leaf::Asked(position) => {
                    self.tree.take_off(&path.places);
                    let mut asked = position;
                    if asked.awaits_answer() {
                        asked.play_unchecked(Move::Keep);
                    }
                    questions.push(Question { path, position, asked });
                }
                Leaf::Waiting => {
                    budget.give_back(1);
                    break;
                }
            }
        }
        (questions, known, false)
    }

    /// Asks the evaluator, and puts its answers into the tree.
    fn answer(&mut self, questions: Vec<Question>) -> Result<(), EvaluatorFailed> {
        let asked: Vec<Position> = questions.iter().map(|question| question.asked).collect();
        let scores = if asked.is_empty() { Ok(Scores::default()) } else { self.evaluator.evaluate(&asked) };
        for question in &questions {
            self.tree.land(&question.path.places);
        }
        let scores = scores?;
        for (row, Question { path, position, asked }) in questions.into_iter().enumerate() {
            let size = position.size();
            let value = f64::from(scores.values[row]);
            let actions = Move::action_count(size, position.with_pie());
            let priors = &scores.priors[row * actions..(row + 1) * actions];
            let place = *path.places.last().expect("a path begins with the root");
            let first = if position.awaits_answer() {
                // Participant 1 takes the better side.
                self.tree.expand(place, position.legal(), |_| 1.0);
                value.min(1.0 - value)
            } else {
                self.tree.expand(place, position.legal(), |mv| priors[mv.action(size) as usize]);
                tree::of(asked.participant(), value)
            };
            self.tree.back_up(&path.places, first);
        }
        Ok(())
    }

    /// A batch is a small part of all visits, so that it does not spread over moves that nobody would look at; but those that are looked
    /// at for sure may be looked at together.
    fn largest_batch(&self) -> usize {
        let part = 1 + self.tree.at(ROOT).visits as usize / 4;
        match &self.guide {
            Guide::Puct(_) => part,
            Guide::Gumbel(gumbel) => part.max(gumbel.breadth()),
        }
    }

    /// Searches until there is a reason to stop.
    fn search(&mut self, root: &Root, budget: &Budget, iterations: &mut u64) -> Stop {
        let started = (budget.clock)();
        let before = self.tree.len();
        let only_move = root.position.legal().count() == 1;
        loop {
            if self.tree.at(ROOT).solution.is_some() {
                return Stop::Proven;
            }
            // The first visit is for free: without it there would be no children to choose from.
            if (self.tree.at(ROOT).is_expanded() || *iterations > 0)
                && let Some(stop) = budget.is_up(started)
            {
                return stop;
            }
            if only_move && self.tree.at(ROOT).is_expanded() && self.tree.at(ROOT).visits >= SHORT_LOOK {
                return Stop::OnlyMove;
            }
            if (self.tree.len() - before) as u64 >= budget.limits.nodes {
                return Stop::Nodes;
            }
            if self.tree.at(ROOT).visits >= u32::MAX / 2 {
                return Stop::Visits;
            }
            let batch = self.evaluator.batch_size().clamp(1, LARGEST_BATCH).min(self.largest_batch());
            let (questions, known, used_up) = self.gather(root, budget, batch);
            let asked = questions.len() as u64;
            if self.answer(questions).is_err() {
                return Stop::Evaluator;
            }
            if let Guide::Gumbel(gumbel) = &mut self.guide {
                let nodes = (self.tree.len() - before) as f64 / budget.limits.nodes as f64;
                let time = (budget.clock)().saturating_sub(started).as_secs_f64() / budget.limits.time.as_secs_f64();
                gumbel.attend(&self.tree, &root.position, nodes.max(time).min(1.0));
            }
            *iterations += known + asked;
            budget.watch.control.advance(known + asked);
            if used_up {
                return if self.tree.at(ROOT).solution.is_some() { Stop::Proven } else { Stop::Visits };
            }
            if budget.wants_report() {
                budget.publish(self.report(root, *iterations, Stop::Cancelled));
            }
        }
    }
}

/// The result of a position that a line has come to, if the game ends there.
fn end_of(position: &Position, root: &Root, hashes: &[u64]) -> Option<Solution> {
    if let Some(outcome) = position.outcome() {
        let winner = outcome.winner.map(|color| position.participant_of(color));
        return Some(Solution { winner, plies: 0, exact: true });
    }
    root.is_draw(position.hash(), hashes).then_some(Solution { winner: None, plies: 0, exact: true })
}

impl Searcher for Puct {
    fn reset(&mut self) {
        self.tree.clear();
        self.depth = 0;
    }

    fn run(&mut self, root: &Root, budget: &Budget) -> Report {
        self.tree.plant();
        if let Guide::Gumbel(gumbel) = &mut self.guide {
            gumbel.begin(&self.tree, &root.position, budget.limits.visits);
        }
        let mut iterations = 0;
        let stop = self.search(root, budget, &mut iterations);
        self.report(root, iterations, stop)
    }

    fn least(&self, position: &Position) -> (u64, u64) {
        (1, 1 + position.legal().count() as u64)
    }

    fn advance(&mut self, mv: Move) {
        self.tree.advance(mv);
        self.depth = self.depth.saturating_sub(1);
    }
}
