//! The work on all moves of a node at once, compiled for the processor's instructions: playing and scoring them. The recursion itself
//! is plain code, which enters here once a node.

use super::order::History;
use super::score::{DRAW, from_logit, is_loss, loss_at, win_at};
use crate::evaluation::Evaluation;
use crate::lanes::{Lanes, Work};
use crate::position::{Position, TURNS_COUNTED};

/// What a move leads to.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) position: Position,
    /// The evaluation for the player to move in it.
    pub(super) logit: i32,
    /// Of the move.
    pub(super) cell: u8,
    pub(super) end: End,
    /// Its place in the order, largest first.
    pub(super) rank: i32,
}

/// Whether a move decides the game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Open,
    /// The mover has removed its last stones (R11).
    Suicide,
    /// The opponent has to pass, and loses by it (R10).
    NoReply,
}

impl Child {
    /// The score for the player who made the move, if it decides the game; `ply` is that of the position before it. With more than
    /// `max_plies` it is drawn.
    #[inline]
    pub(super) fn decided(&self, ply: usize, max_plies: usize) -> Option<i32> {
        match self.end {
            End::Open => None,
            End::Suicide => Some(loss_at(ply + 1)),
            End::NoReply if ply + 2 > max_plies => Some(DRAW),
            End::NoReply => Some(win_at(ply + 2)),
        }
    }

    #[inline(always)]
    fn of<L: Lanes>(position: &Position, cell: usize, evaluation: &Evaluation) -> Child {
        let mut after = *position;
        after.place::<L>(cell);
        let mover = position.turn();
        let (mut end, mut logit) = (End::Open, 0);
        if after.turns(mover) == TURNS_COUNTED && after.rows(mover).is_empty() {
            end = End::Suicide;
        } else if after.placement_cells::<L>(after.turn()).is_empty() {
            end = End::NoReply;
        } else {
            logit = from_logit(evaluation.logit_on::<L>(&after));
        }
        Child { position: after, logit, cell: cell as u8, end, rank: 0 }
    }
}

/// Moves of a position, appended to `children`: all, or those that are asked for and legal.
pub(super) struct Expand<'a> {
    pub(super) position: &'a Position,
    pub(super) which: Which,
    pub(super) evaluation: &'a Evaluation,
    pub(super) children: &'a mut Vec<Child>,
}

/// Which moves to look at, by their cells.
#[derive(Clone, Copy)]
pub(super) enum Which {
    All,
    /// This one if it is legal: the table may speak of another position with the same key.
    Only(u8),
    But(u8),
}

impl Work for Expand<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Expand { position, which, evaluation, children } = self;
        let legal = position.placement_cells::<L>(position.turn());
        let wanted = match which {
            Which::All => legal,
            Which::Only(cell) => legal & L::cell(usize::from(cell)),
            Which::But(cell) => legal.without(L::cell(usize::from(cell))),
        };
        for cell in wanted.store().cells() {
            children.push(Child::of::<L>(position, cell, evaluation));
        }
    }
}

/// The search of a node one ply above the leaves: moves in a likely order until one reaches beta.
pub(super) struct Frontier<'a> {
    pub(super) position: &'a Position,
    pub(super) evaluation: &'a Evaluation,
    pub(super) history: &'a History,
    /// Moves to try first, 0 for none.
    pub(super) likely: [u8; 4],
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) ply: usize,
    pub(super) max_plies: usize,
    /// So many moves are enough, unless all of them lose.
    pub(super) most: usize,
    /// Filled with the moves tried.
    pub(super) tried: &'a mut Vec<u8>,
}

impl Work for Frontier<'_> {
    /// The best score and its cell.
    type Output = (i32, u8);

    #[inline(always)]
    fn run<L: Lanes>(self) -> (i32, u8) {
        let Frontier { position, evaluation, history, likely, mut alpha, beta, ply, max_plies, most, tried } = self;
        let legal = position.placement_cells::<L>(position.turn()).store();
        // Rank and cell in one number; ranks are made positive.
        let mut moves = [0_u32; 256];
        let mut count = 0;
        for cell in legal.cells() {
            moves[count] = ((history[cell] + (1 << 20)) as u32) << 8 | cell as u32;
            count += 1;
        }
        for (i, &cell) in likely.iter().enumerate() {
            if cell != 0
                && let Some(entry) = moves[..count].iter_mut().find(|entry| **entry & 255 == u32::from(cell))
            {
                *entry = (*entry).max(((1 << 23) - i as u32) << 8 | u32::from(cell));
            }
        }
        let mut best = (loss_at(ply + 1), 0);
        for done in 0..count {
            if done >= most && !is_loss(best.0) {
                break;
            }
            let mut first = done;
            for i in done + 1..count {
                if moves[i] > moves[first] {
                    first = i;
                }
            }
            moves.swap(done, first);
            let cell = (moves[done] & 255) as usize;
            let child = Child::of::<L>(position, cell, evaluation);
            let score = child.decided(ply, max_plies).unwrap_or(-child.logit);
            tried.push(cell as u8);
            if score > best.0 || done == 0 {
                best = (score, cell as u8);
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }
}
