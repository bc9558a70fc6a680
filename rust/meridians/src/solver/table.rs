//! The smallest board, solved: the result of every position that a game on 2/3 can come to, found backwards from the ends of the games.

use crate::geometry::Size;
use crate::position::Position;
use crate::search::Verdict;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The result of a position for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// Who wins; a draw where neither side can force a win, so that the game goes on for ever or ends by repetition (R13).
    pub verdict: Verdict,
    /// The plies until the end of the game if the winner is as fast and the loser as slow as can be; 0 for draws.
    pub plies: u32,
}

/// Every position of the plain game on 2/3 before the end of a game, with its result.
pub struct SolvedTable {
    positions: Vec<Position>,
    solved: Vec<Solved>,
    indices: Indices,
}

type Indices = HashMap<Position, u32, BuildHasherDefault<Kept>>;

/// The hash of a position is one already.
#[derive(Default)]
struct Kept(u64);

impl Hasher for Kept {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("positions are hashed by their number");
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// The positions that the moves of each lead to, in one list. A move that ends the game, and loses it, leads to none.
struct Moves {
    leads_to: Vec<u32>,
    /// Where the moves of each position begin, and the end.
    starts: Vec<u32>,
}

impl SolvedTable {
    /// Solves the board: a moment's work.
    #[must_use]
    pub fn new() -> SolvedTable {
        let (positions, indices, moves) = explore();
        let solved = solve(&moves);
        SolvedTable { positions, solved, indices }
    }

    /// The board.
    #[must_use]
    pub const fn size(&self) -> Size {
        SIZE
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none; there are many.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The number of positions with this result for the player to move.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        self.solved.iter().filter(|solved| solved.verdict == verdict).count()
    }

    /// The result of a position, if a game on this board can come to it and is not over.
    #[must_use]
    pub fn get(&self, position: &Position) -> Option<Solved> {
        self.indices.get(position).map(|&index| self.solved[index as usize])
    }

    /// All positions, the empty board first and then by plies, with their results.
    pub fn iter(&self) -> impl Iterator<Item = (&Position, Solved)> {
        self.positions.iter().zip(self.solved.iter().copied())
    }
}

impl Default for SolvedTable {
    fn default() -> SolvedTable {
        SolvedTable::new()
    }
}

const SIZE: Size = match Size::from_short_side(2) {
    Some(size) => size,
    None => panic!("2/3 is a size"),
};

/// All positions that games come to, and where their moves lead.
fn explore() -> (Vec<Position>, Indices, Moves) {
    let start = Position::new(SIZE, false);
    let mut positions = vec![start];
    let mut indices = Indices::default();
    indices.insert(start, 0);
    let mut moves = Moves { leads_to: Vec::new(), starts: vec![0] };
    let mut index = 0;
    while index < positions.len() {
        let position = positions[index];
        for mv in position.legal().iter() {
            let after = position.clone_and_play(mv).0;
            if after.is_over() {
                continue;
            }
            let next = *indices.entry(after).or_insert_with(|| {
                positions.push(after);
                positions.len() as u32 - 1
            });
            moves.leads_to.push(next);
        }
        moves.starts.push(moves.leads_to.len() as u32);
        index += 1;
    }
    (positions, indices, moves)
}

/// Backwards from the ends: a position is lost when all its moves are known to lose, and won as soon as one wins.
fn solve(moves: &Moves) -> Vec<Solved> {
    let count = moves.starts.len() - 1;
    let open = Solved { verdict: Verdict::Draw, plies: 0 };
    let mut solved = vec![open; count];
    // The moves that are not known to lose.
    let mut hopes: Vec<u32> = moves.starts.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let (before, starts) = backwards(moves);
    // What is lost after one ply: every move ends the game.
    let mut found: Vec<u32> = (0..count as u32).filter(|&i| hopes[i as usize] == 0).collect();
    let mut plies = 1;
    while !found.is_empty() {
        let verdict = if plies % 2 == 1 { Verdict::Loss } else { Verdict::Win };
        for &index in &found {
            solved[index as usize] = Solved { verdict, plies };
        }
        let mut next = Vec::new();
        for &index in &found {
            let index = index as usize;
            for &earlier in &before[starts[index] as usize..starts[index + 1] as usize] {
                let hope = &mut hopes[earlier as usize];
                if solved[earlier as usize] != open || *hope == 0 {
                    continue;
                }
                // A move to a lost position wins, and is marked by having nothing left to hope for.
                *hope = if verdict == Verdict::Loss { 0 } else { *hope - 1 };
                if *hope == 0 {
                    next.push(earlier);
                }
            }
        }
        (found, plies) = (next, plies + 1);
    }
    solved
}

/// The positions before each, in one list, and where those of each begin.
fn backwards(moves: &Moves) -> (Vec<u32>, Vec<u32>) {
    let count = moves.starts.len() - 1;
    let mut starts = vec![0_u32; count + 2];
    for &to in &moves.leads_to {
        starts[to as usize + 2] += 1;
    }
    for index in 2..starts.len() {
        starts[index] += starts[index - 1];
    }
    let mut before = vec![0; moves.leads_to.len()];
    for from in 0..count {
        for &to in &moves.leads_to[moves.starts[from] as usize..moves.starts[from + 1] as usize] {
            let place = &mut starts[to as usize + 1];
            before[*place as usize] = from as u32;
            *place += 1;
        }
    }
    (before, starts)
}
