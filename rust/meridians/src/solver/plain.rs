//! The plain solver: depth-first search for a forced win within so many plies, every move at every node. The order of moves is action
//! order but for the reply that was right last time, and a small memory keeps what was found. Nothing else: it is meant to be right.

use crate::control::Control;
use crate::moves::Move;
use crate::position::Position;
use std::collections::HashMap;
use std::fmt;

/// The positions remembered at most.
const REMEMBERED: usize = 1 << 20;

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// It takes more nodes than allowed.
    TooLarge,
    /// It was stopped by its control.
    Stopped,
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unsolved::TooLarge => "not solved within the nodes allowed",
            Unsolved::Stopped => "stopped before the end",
        })
    }
}

impl std::error::Error for Unsolved {}

/// What is known of a position for its mover: a win within `won` plies exists (0: not known), and none within `refuted`.
#[derive(Clone, Copy, Default)]
struct Known {
    won: u32,
    refuted: u32,
}

/// A solver, which remembers what it found.
pub struct Solver<'a> {
    control: &'a Control,
    known: HashMap<Position, Known>,
    /// By the plies left, the reply that refuted a move last.
    replies: Vec<Option<Move>>,
    nodes: u64,
    max_nodes: u64,
}

impl<'a> Solver<'a> {
    /// A solver that visits up to so many nodes in its life.
    #[must_use]
    pub fn new(max_nodes: u64, control: &'a Control) -> Solver<'a> {
        Solver { control, known: HashMap::new(), replies: Vec::new(), nodes: 0, max_nodes }
    }

    /// The nodes visited.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the player to move can force a win such that the game is over after at most so many plies. A finished game and one that
    /// waits for the answer to the pie are no wins.
    ///
    /// # Errors
    /// It takes more nodes than allowed, or was stopped.
    pub fn wins_within(&mut self, position: &Position, plies: u32) -> Result<bool, Unsolved> {
        // The opponent's stones are removed at the end of the opponent's turn (R8), so a win takes two plies at least.
        if plies < 2 {
            return Ok(false);
        }
        let known = self.known.get(position).copied().unwrap_or_default();
        if known.won != 0 && known.won <= plies {
            return Ok(true);
        }
        if known.refuted >= plies {
            return Ok(false);
        }
        let mut won = false;
        for mv in position.legal().iter() {
            if self.move_wins(position, mv, plies)? {
                won = true;
                break;
            }
        }
        if self.known.len() >= REMEMBERED {
            self.known.clear();
        }
        let known = self.known.entry(*position).or_default();
        if won {
            known.won = if known.won == 0 { plies } else { known.won.min(plies) };
        } else {
            known.refuted = known.refuted.max(plies);
        }
        Ok(won)
    }

    /// The moves after which the win within so many plies, these included, can be forced, in action order.
    ///
    /// # Errors
    /// It takes more nodes than allowed, or was stopped.
    pub fn winning_moves(&mut self, position: &Position, plies: u32) -> Result<Vec<Move>, Unsolved> {
        let mut winning = Vec::new();
        for mv in position.legal().iter() {
            if self.move_wins(position, mv, plies)? {
                winning.push(mv);
            }
        }
        Ok(winning)
    }

    /// The only move after which the win within so many plies, these included, can be forced; none if there are others or none.
    ///
    /// # Errors
    /// It takes more nodes than allowed, or was stopped.
    pub fn only_winning_move(&mut self, position: &Position, plies: u32) -> Result<Option<Move>, Unsolved> {
        let mut only = None;
        for mv in position.legal().iter() {
            if self.move_wins(position, mv, plies)? && only.replace(mv).is_some() {
                return Ok(None);
            }
        }
        Ok(only)
    }

    /// The least number of plies, up to `most`, within which the player to move can force a win, if there is one.
    ///
    /// # Errors
    /// It takes more nodes than allowed, or was stopped.
    pub fn win_distance(&mut self, position: &Position, most: u32) -> Result<Option<u32>, Unsolved> {
        for plies in (2..=most).step_by(2) {
            if self.wins_within(position, plies)? {
                return Ok(Some(plies));
            }
        }
        Ok(None)
    }

    /// Whether a legal move forces the win: the game is not over by it, and every reply is the last one or leads to a win.
    fn move_wins(&mut self, position: &Position, mv: Move, plies: u32) -> Result<bool, Unsolved> {
        self.nodes += 1;
        if self.nodes > self.max_nodes {
            return Err(Unsolved::TooLarge);
        }
        self.control.check().map_err(|_| Unsolved::Stopped)?;
        let after = position.clone_and_play(mv).0;
        if plies < 2 || after.is_over() || after.awaits_answer() || after.participant() == position.participant() {
            return Ok(false);
        }
        let at = plies as usize;
        if self.replies.len() <= at {
            self.replies.resize(at + 1, None);
        }
        let likely = self.replies[at].filter(|&reply| after.is_legal(reply));
        for reply in likely.into_iter().chain(after.legal().iter().filter(|&reply| Some(reply) != likely)) {
            let next = after.clone_and_play(reply).0;
            // Who is over by a reply is who made it.
            if !next.is_over() && !self.wins_within(&next, plies - 2)? {
                self.replies[at] = Some(reply);
                return Ok(false);
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use crate::search::Verdict;
    use crate::solver::SolvedTable;

    /// Against the table, which is made backwards.
    #[test]
    fn wins_on_the_smallest_board_are_those_of_the_table() {
        let (table, control) = (SolvedTable::new(), Control::default());
        let mut solver = Solver::new(u64::MAX, &control);
        let mut wins = 0;
        for (position, solved) in table.iter().step_by(29) {
            let distance = (solved.verdict == Verdict::Win && solved.plies <= 8).then_some(solved.plies);
            assert_eq!(solver.win_distance(&position, 8).unwrap(), distance, "{}", position.text());
            let moves = solver.winning_moves(&position, 8).unwrap();
            assert_eq!(moves.is_empty(), distance.is_none(), "{}", position.text());
            let only = solver.only_winning_move(&position, 8).unwrap();
            assert_eq!(only, if let [only] = moves[..] { Some(only) } else { None }, "{}", position.text());
            wins += u32::from(distance.is_some());
        }
        assert!(wins > 100, "{wins}");
    }

    #[test]
    fn what_is_not_allowed_is_not_guessed() {
        let (control, position) = (Control::default(), Position::new(Size::STANDARD, false));
        assert_eq!(Solver::new(1000, &control).wins_within(&position, 6), Err(Unsolved::TooLarge));
        control.stop();
        assert_eq!(Solver::new(1000, &control).wins_within(&position, 6), Err(Unsolved::Stopped));
    }
}
