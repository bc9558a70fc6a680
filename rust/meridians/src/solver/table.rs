//! The smallest board, solved: the result of every position that a game on 2/3 can come to, found backwards from the ends of the games.

use crate::bitboard::Bitboard;
use crate::color::{ByColor, Color};
use crate::geometry::Size;
use crate::opening::Pie;
use crate::point::Point;
use crate::position::Position;
use crate::search::Verdict;
use crate::symmetry::Symmetry;

/// The result of a position for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// Who wins; a draw where neither side can force a win, so that the game goes on for ever or ends by repetition (R13).
    pub verdict: Verdict,
    /// The plies until the end of the game if the winner is as fast and the loser as slow as can be; 0 for draws.
    pub plies: u32,
}

/// Every position of the plain game on 2/3 before the end of a game, with its result. Positions that are images of each other under a
/// symmetry of the board are kept as one, their *class*.
pub struct SolvedTable {
    images: Images,
    classes: Classes,
    solved: Vec<Solved>,
}

impl SolvedTable {
    /// Solves the board: a moment's work.
    #[must_use]
    pub fn new() -> SolvedTable {
        let images = Images::new();
        let (classes, moves) = explore(&images);
        SolvedTable { images, classes, solved: solve(&moves) }
    }

    /// The board.
    #[must_use]
    pub const fn size(&self) -> Size {
        SIZE
    }

    /// The number of positions.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.classes.codes.iter().map(|&code| self.images.count(code)).sum()
    }

    /// The number of classes.
    #[must_use]
    pub fn classes(&self) -> usize {
        self.solved.len()
    }

    /// The number of positions with this result for the player to move.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        let all = self.classes.codes.iter().zip(&self.solved);
        all.filter(|(_, solved)| solved.verdict == verdict).map(|(&code, _)| self.images.count(code)).sum()
    }

    /// The result of a position, if a plain game on this board can come to it and is not over.
    #[must_use]
    pub fn get(&self, position: &Position) -> Option<Solved> {
        if position.size() != SIZE || position.with_pie() || position.is_over() {
            return None;
        }
        let code = self.images.least(code_of(position)?);
        self.classes.find(code).map(|index| self.solved[index])
    }

    /// One position of each class, the empty board first and then by plies, with its result.
    pub fn iter(&self) -> impl Iterator<Item = (Position, Solved)> {
        self.classes.codes.iter().map(|&code| position_of(code)).zip(self.solved.iter().copied())
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

const POINTS: usize = SIZE.points();

/// Light's stones, then Dark's, then the place of the turns below.
type Code = u32;

/// The turns that the colours have taken and the colour to move, as they can be together.
const TURNS: [([u8; 2], Color); 6] = [
    ([0, 0], Color::Light),
    ([1, 0], Color::Dark),
    ([1, 1], Color::Light),
    ([2, 1], Color::Dark),
    ([2, 2], Color::Light),
    ([2, 2], Color::Dark),
];

/// The code of a position on this board, if its turns are those of a game.
fn code_of(position: &Position) -> Option<Code> {
    let turns = Color::ALL.map(|color| position.turns(color));
    let place = TURNS.iter().position(|&known| known == (turns, position.turn()))?;
    let [light, dark] = Color::ALL.map(|color| position.stones(color).words()[0] as Code);
    Some(light | dark << POINTS | (place as Code) << (2 * POINTS))
}

fn position_of(code: Code) -> Position {
    let (turns, turn) = TURNS[(code >> (2 * POINTS)) as usize];
    let stones = [code, code >> POINTS].map(|set| Bitboard::from_words([u64::from(set) & (SETS as u64 - 1), 0, 0, 0]));
    Position::assemble(SIZE, ByColor(stones), turn, ByColor(turns), Pie::Plain)
}

const SETS: usize = 1 << POINTS;

/// The image of every set of points under each symmetry.
struct Images(Vec<[u16; 4]>);

impl Images {
    fn new() -> Images {
        let mut images = vec![[0; 4]; SETS];
        for set in 1..SETS {
            let point = Point::new(set.trailing_zeros() as u8);
            let rest = images[set & (set - 1)];
            let image = |k: usize| rest[k] | 1 << Symmetry::ALL[k].point(SIZE.geometry(), point).index();
            images[set] = std::array::from_fn(image);
        }
        Images(images)
    }

    /// The codes of the images of a position.
    #[inline]
    fn of(&self, code: Code) -> [Code; 4] {
        let mask = SETS as Code - 1;
        let (light, dark) = (self.0[(code & mask) as usize], self.0[(code >> POINTS & mask) as usize]);
        let turns = code >> (2 * POINTS) << (2 * POINTS);
        std::array::from_fn(|k| turns | Code::from(dark[k]) << POINTS | Code::from(light[k]))
    }

    /// The least code of the images stands for all.
    #[inline]
    fn least(&self, code: Code) -> Code {
        let [a, b, c, d] = self.of(code);
        a.min(b).min(c.min(d))
    }

    /// The number of different images.
    fn count(&self, code: Code) -> usize {
        let images = self.of(code);
        (0..4).filter(|&i| !images[..i].contains(&images[i])).count()
    }
}

/// The classes in the order in which they were found, and a hash table to find them in.
struct Classes {
    codes: Vec<Code>,
    /// Index + 1 of the class, or 0, at the first free slot from the code's own on.
    slots: Vec<u32>,
}

/// More than twice the classes.
const SLOTS: usize = 1 << 19;

impl Classes {
    #[inline]
    fn slot(&self, code: Code) -> usize {
        let mut slot = (u64::from(code).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 45) as usize;
        while self.slots[slot] != 0 && self.codes[self.slots[slot] as usize - 1] != code {
            slot = (slot + 1) % SLOTS;
        }
        slot
    }

    fn find(&self, code: Code) -> Option<usize> {
        (self.slots[self.slot(code)] as usize).checked_sub(1)
    }

    #[inline]
    fn find_or_add(&mut self, code: Code) -> u32 {
        let slot = self.slot(code);
        if self.slots[slot] == 0 {
            self.codes.push(code);
            self.slots[slot] = self.codes.len() as u32;
        }
        self.slots[slot] - 1
    }
}

/// The classes that the moves of each lead to, in one list. A move that ends the game, and loses it, leads to none.
struct Moves {
    leads_to: Vec<u32>,
    /// Where the moves of each position begin, and the end.
    starts: Vec<u32>,
}

/// All classes that games come to, and where their moves lead.
fn explore(images: &Images) -> (Classes, Moves) {
    let mut classes = Classes { codes: Vec::new(), slots: vec![0; SLOTS] };
    classes.find_or_add(0);
    let mut moves = Moves { leads_to: Vec::new(), starts: vec![0] };
    let mut index = 0;
    while index < classes.codes.len() {
        let position = position_of(classes.codes[index]);
        for mv in position.legal().iter() {
            let after = position.clone_and_play(mv).0;
            if let Some(code) = code_of(&after).filter(|_| !after.is_over()) {
                moves.leads_to.push(classes.find_or_add(images.least(code)));
            }
        }
        moves.starts.push(moves.leads_to.len() as u32);
        index += 1;
    }
    (classes, moves)
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
