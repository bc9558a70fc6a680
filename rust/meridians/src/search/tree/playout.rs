//! Short playouts: a few plies by a quick policy, then the word of the evaluation.
//!
//! The policy places on a line of sight between two enemy stones in some share of the plies, and otherwise takes of a few random
//! placements the one that did best so far wherever it was played (move-average sampling, MAST). A stone that would end the own
//! life is taken back, a few times. What this is worth was measured: `docs/search.md`.

use super::arena::ONE;
use super::cell::PASS;
use crate::color::Color;
use crate::evaluation::{Evaluation, chance};
use crate::lanes::{Lanes, Rows};
use crate::position::{Position, TURNS_COUNTED};
use crate::random::mix;
use crate::rollout::Board;
use crate::sight::Fills;

/// The plies of a playout before the evaluation has its say.
const PLIES: usize = 10;

/// Of 256 placements so many are on an enemy line of sight, where there is one.
const ON_ENEMY_SIGHT: u32 = 102;

/// A sequence of random numbers: fast, good enough to play with, the same everywhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Random(u64);

impl Random {
    pub(super) const fn new(seed: u64, thread: u64) -> Random {
        Random(mix(seed ^ 0x5eed).wrapping_add(mix(thread.wrapping_add(1))))
    }

    /// Four numbers of sixteen bits.
    #[inline(always)]
    pub(super) fn next(&mut self) -> [u32; 4] {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let bits = mix(self.0);
        [bits as u32 & 0xffff, (bits >> 16) as u32 & 0xffff, (bits >> 32) as u32 & 0xffff, (bits >> 48) as u32]
    }
}

/// A number below `count` from sixteen random bits; uniform to within one part in some hundred.
#[inline(always)]
const fn below(bits: u32, count: u32) -> u32 {
    (bits * count) >> 16
}

/// What the moves of a colour came to wherever they were played: visits and sums of results, by cell.
#[derive(Clone)]
pub(super) struct MoveAverages {
    table: Box<[[[f32; 2]; 256]; 2]>,
}

impl MoveAverages {
    pub(super) fn new() -> MoveAverages {
        MoveAverages { table: Box::new([[[0.0; 2]; 256]; 2]) }
    }

    /// Leaves a fifth of the weight, when the game has moved on.
    pub(super) fn fade(&mut self) {
        for entry in self.table.as_flattened_mut() {
            *entry = [entry[0] * 0.2, entry[1] * 0.2];
        }
    }

    #[inline(always)]
    fn of(&self, color: Color, cell: usize) -> f32 {
        let [visits, sum] = self.table[color.index()][cell & 255];
        if visits < 1.0 { 1.0 } else { sum / visits }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, color: Color, cell: u8, result: f32) {
        let entry = &mut self.table[color.index()][usize::from(cell)];
        entry[0] += 1.0;
        entry[1] += result;
    }
}

/// Plays on from a position that is not over, adds the cells of the moves to the record, and gives the result for Light in parts of
/// [`ONE`].
#[inline(always)]
pub(super) fn playout<L: Lanes>(
    start: &Position,
    evaluation: &Evaluation,
    averages: &MoveAverages,
    random: &mut Random,
    record: &mut Vec<u8>,
) -> u64 {
    let geometry = start.board();
    let all = L::load(geometry.all_rows());
    let mut position = *start;
    let mut plies = 0;
    while plies < PLIES && Color::ALL.iter().any(|&color| position.turns(color) < TURNS_COUNTED) {
        record.push(open::<L>(&mut position, random));
        plies += 1;
        if position.is_over() {
            return won_by(!position.turn(), position.rows(!position.turn()).is_empty());
        }
    }
    let mut board = Board::<L>::of(&position);
    let mut turn = position.turn();
    let in_opening = plies == PLIES;
    while plies < PLIES {
        let empty = board.empty(all);
        let fills = Fills::of(board.own, empty);
        let legal = fills.seen(empty);
        let cut = board.is_cut(&fills);
        let places = legal.store();
        let count = places.count();
        if count == 0 {
            // No own group has a path (R10): the pass loses.
            record.push(PASS);
            return won_by(!turn, false);
        }
        let [share, a, b, c] = random.next();
        let mut cell = usize::MAX;
        if share & 0xff < ON_ENEMY_SIGHT {
            let between = (between_enemies(board.other, empty) & legal).store();
            let count = between.count();
            if count > 0 {
                cell = between.nth::<L>(below(a, count));
            }
        }
        if cell == usize::MAX {
            cell = places.nth::<L>(below(a, count));
            let mut best = averages.of(turn, cell);
            for bits in [b, c] {
                let other = places.nth::<L>(below(bits, count));
                let average = averages.of(turn, other);
                if average > best {
                    (cell, best) = (other, average);
                }
            }
        }
        let before = board;
        if board.place(cell, cut) {
            board.judge(all, cut);
            if board.own.is_empty() {
                (board, cell) = replace(before, all, cut, places, cell, random);
            }
        }
        record.push(cell as u8);
        plies += 1;
        if board.end_turn() {
            return won_by(!turn, false);
        }
        turn = !turn;
    }
    let logit = if in_opening {
        evaluation.logit(&position)
    } else {
        let cut = board.is_cut(&Fills::of(board.own, board.empty(all)));
        evaluation.logit_of::<L>(geometry, board.own, board.other, board.all_suspects(cut, board.own))
    };
    // Rounded up or down by chance, so that the mean of many is right.
    let dither = random.next()[0] as f32 * (1.0 / 65536.0);
    let result = u64::from(((chance(logit) * ONE as f32 + dither) as i32).cast_unsigned());
    if turn == Color::Light { result } else { ONE - result }
}

/// Light's result when a colour has won, or its opponent.
#[inline(always)]
fn won_by(color: Color, lost: bool) -> u64 {
    if (color == Color::Light) == lost { 0 } else { ONE }
}

/// A random move while a colour has not taken its second turn: the rules differ there (R4, R5). Its cell.
#[inline(always)]
fn open<L: Lanes>(position: &mut Position, random: &mut Random) -> u8 {
    let places = position.placement_cells::<L>(position.turn()).store();
    let count = places.count();
    if count == 0 {
        position.play_unchecked(crate::moves::Move::Pass);
        return PASS;
    }
    let cell = places.nth::<L>(below(random.next()[0], count));
    position.place::<L>(cell);
    cell as u8
}

/// The empty cells that lie between two enemy stones which see each other.
#[inline(always)]
fn between_enemies<L: Lanes>(enemies: L, empty: L) -> L {
    let Fills([e, ne, nw, w, sw, se]) = Fills::of(enemies, empty);
    (e & w | ne & sw | nw & se) & empty
}

/// Another placement for one that left the player without a stone, and the board after it; the same if none of a few is better.
#[inline(always)]
fn replace<L: Lanes>(
    before: Board<L>,
    all: L,
    cut: bool,
    places: Rows,
    cell: usize,
    random: &mut Random,
) -> (Board<L>, usize) {
    let mut rest = L::load(places).without(L::cell(cell)).store();
    for bits in random.next() {
        let count = rest.count();
        if count == 0 {
            break;
        }
        let other = rest.nth::<L>(below(bits, count));
        rest = L::load(rest).without(L::cell(other)).store();
        let mut board = before;
        if board.place(other, cut) {
            board.judge(all, cut);
        }
        if !board.own.is_empty() {
            return (board, other);
        }
    }
    let mut board = before;
    board.place(cell, cut);
    board.judge(all, cut);
    (board, cell)
}
