//! What alpha-beta reports: the lines, visits and values of the root's moves.

use super::score::{WIN, chance, is_proven, proof};
use super::table::Table;
use super::worker::{FULL_KEY, RootMove};
use crate::color::Color;
use crate::moves::Move;
use crate::position::Position;
use crate::search::engine::Engine;
use crate::search::limits::Stop;
use crate::search::report::{Line, Report, visit_shares};
use crate::search::root::Root;
use std::time::Duration;

/// What the report is made of.
pub(super) struct Facts<'a> {
    pub(super) root: &'a Root,
    pub(super) table: &'a Table,
    /// The moves of the root, the best first.
    pub(super) moves: &'a [RootMove],
    /// Whether the distance of a proven result is exact.
    pub(super) exact: bool,
    /// Of the other threads.
    pub(super) others: &'a [Vec<RootMove>],
}

impl Facts<'_> {
    /// The report, but for what is counted for the whole search.
    pub(super) fn report(&self) -> Report {
        let position = &self.root.position;
        let (size, turn) = (position.size(), position.turn());
        let actions = Move::action_count(size, position.with_pie());
        let mut visits = vec![0; actions];
        let mut values = vec![f32::NAN; actions];
        for mv in self.moves {
            let action = usize::from(place(position, mv.child.cell).action(size));
            let others = self.others.iter().flatten().filter(|other| other.child.cell == mv.child.cell);
            visits[action] = 1 + mv.nodes + others.map(|other| other.nodes).sum::<u64>();
            values[action] = chance(mv.score);
        }
        let mut lines: Vec<Line> = self
            .moves
            .iter()
            .enumerate()
            .map(|(i, mv)| {
                let moves = self.line(mv);
                let visits = visits[usize::from(moves[0].action(size))];
                Line { moves, visits, win_chance: chance(mv.score), proven: proof(mv.score, self.exact && i == 0) }
            })
            .collect();
        if lines.is_empty() {
            // The forced pass, which loses at once (R10).
            let pass = usize::from(Move::Pass.action(size));
            (visits[pass], values[pass]) = (1, 0.0);
            lines.push(Line { moves: vec![Move::Pass], visits: 1, win_chance: 0.0, proven: proof(1 - WIN, true) });
        }
        let win_chance = lines[0].win_chance;
        let best = lines[0].moves[0];
        Report {
            size,
            turn,
            mover: position.participant(),
            mover_color: turn,
            engine: Engine::AlphaBeta,
            threads: 1,
            best,
            light_chance: if turn == Color::Light { win_chance } else { 1.0 - win_chance },
            proven: lines[0].proven,
            lines,
            policy: visit_shares(&visits, best.action(size)),
            visits,
            values,
            priors: vec![f32::NAN; actions],
            iterations: 0,
            nodes: 0,
            depth: 0,
            memory: 0,
            elapsed: Duration::ZERO,
            stopped: Stop::Depth,
        }
    }

    /// The line of a move. A proven one is continued from the table, up to the forced pass at its end if there is one.
    fn line(&self, mv: &RootMove) -> Vec<Move> {
        let mut position = self.root.position;
        let mut moves = Vec::new();
        let plies = proof(mv.score, false).map_or(0, |proof| proof.plies as usize);
        let mut known = mv.line.iter().copied();
        while !position.is_over() {
            if position.is_legal(Move::Pass) {
                moves.push(Move::Pass);
                break;
            }
            let next = known.next().or_else(|| self.best_of(&position).filter(|_| moves.len() < plies));
            let Some(mv) = next.map(|cell| place(&position, cell)) else { break };
            if position.play(mv).is_err() {
                break;
            }
            moves.push(mv);
        }
        moves
    }

    /// The best move of a position by the table, if its result is proven there.
    fn best_of(&self, position: &Position) -> Option<u8> {
        let keys = [position.hash(), position.hash() ^ FULL_KEY];
        let entries = keys.into_iter().filter_map(|key| self.table.get(key));
        entries.filter(|entry| is_proven(entry.score) && entry.cell != 0).map(|entry| entry.cell).next()
    }
}

fn place(position: &Position, cell: u8) -> Move {
    Move::Place(position.board().point(usize::from(cell)))
}
