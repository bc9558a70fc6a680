//! The machine: 64 L games at once, in planes of bits. `docs/rollouts.md` explains it; each stage has a file of its own.
//!
//! Own and enemy are relative to the player to move of each game, so games may stand at different plies. Games run on their own: an
//! iteration takes every game one step further, which is a choice with its placement, a test of one group, or both.

use super::layout::{MAX_CELLS, MAX_ROWS};
use super::place::Line;
use super::stream::Streams;
use super::word::Word;

/// A point of the board in all games. The words of a cell lie together: a sweep then needs one pointer and no more.
#[derive(Clone, Copy)]
pub(super) struct Cell<const L: usize> {
    /// A stone of the player to move. Until its turn ends, a dead stone of its own is in `enemy` too.
    pub(super) own: Word<L>,
    pub(super) enemy: Word<L>,
    pub(super) empty: Word<L>,
    /// A stone whose group may have no path: own ones are judged before the turn ends, enemy ones in the enemy's turn.
    pub(super) suspect: Word<L>,
    /// In the part found so far of the own group that is being judged.
    pub(super) flood: Word<L>,
    pub(super) legal: Word<L>,
}

impl<const L: usize> Cell<L> {
    const NONE: Self = Cell {
        own: Word::ZERO,
        enemy: Word::ZERO,
        empty: Word::ZERO,
        suspect: Word::ZERO,
        flood: Word::ZERO,
        legal: Word::ZERO,
    };
}

#[repr(align(64))]
pub(super) struct Machine<const L: usize, const N: usize> {
    pub(super) cells: [Cell<L>; MAX_CELLS],
    pub(super) streams: Streams<L>,
    /// The lines through the new stones: room that need not be cleared each time.
    pub(super) lines: [Line<L>; 3],
    /// The number of legal points in the rows before each row, and before the end, in binary.
    pub(super) before: [[Word<L>; 8]; MAX_ROWS + 1],
    /// The plies that each game may still play, in binary.
    pub(super) plies_left: [Word<L>; 32],
    /// How many bits of it are in use.
    pub(super) ply_bits: usize,

    /// Games that are being played.
    pub(super) playing: Word<L>,
    /// Dark is to move.
    pub(super) dark: Word<L>,
    /// The player to move, or the other one, has taken no turn, or one.
    pub(super) own_turns_0: Word<L>,
    pub(super) own_turns_1: Word<L>,
    pub(super) enemy_turns_0: Word<L>,
    pub(super) enemy_turns_1: Word<L>,
    /// The stone is placed, and the turn has not ended.
    pub(super) testing: Word<L>,
    /// `flood` holds a part of a group.
    pub(super) flooding: Word<L>,

    /// What the last tests found: `flood` is a whole group; it has no path; the turn has ended.
    pub(super) judged: Word<L>,
    pub(super) dead: Word<L>,
    pub(super) done: Word<L>,

    /// Games that have ended and wait for their results to be taken: eliminated is the enemy, or the player to move by a forced pass;
    /// or the ply cap was hit.
    pub(super) won: Word<L>,
    pub(super) passed: Word<L>,
    pub(super) capped: Word<L>,
}

impl<const L: usize, const N: usize> Machine<L, N> {
    pub(super) fn new(max_plies: u32) -> Box<Self> {
        Box::new(Machine {
            cells: [Cell::NONE; MAX_CELLS],
            streams: Streams::new(),
            lines: [const { Line::NONE }; 3],
            before: [[Word::ZERO; 8]; MAX_ROWS + 1],
            plies_left: [Word::ZERO; 32],
            ply_bits: (u32::BITS - max_plies.leading_zeros()) as usize,
            playing: Word::ZERO,
            dark: Word::ZERO,
            own_turns_0: Word::ZERO,
            own_turns_1: Word::ZERO,
            enemy_turns_0: Word::ZERO,
            enemy_turns_1: Word::ZERO,
            testing: Word::ZERO,
            flooding: Word::ZERO,
            judged: Word::ZERO,
            dead: Word::ZERO,
            done: Word::ZERO,
            won: Word::ZERO,
            passed: Word::ZERO,
            capped: Word::ZERO,
        })
    }

    /// Takes every game one step further.
    #[inline(always)]
    pub(super) fn step(&mut self) {
        self.end_turns();
        let choosing = self.playing.without(self.testing);
        if choosing.any() {
            let choice = self.choose(choosing);
            self.place(&choice);
            self.testing |= choice.moved;
        }
        self.judge_groups();
    }

    /// The end of the turns that are done: removal, the change of players, the legal points, the end of games.
    #[inline(always)]
    fn end_turns(&mut self) {
        let done = self.done;
        self.dark ^= done;
        let (own_0, own_1) = (self.own_turns_0, self.own_turns_1);
        self.own_turns_0 = done.select(self.enemy_turns_0, own_0);
        self.own_turns_1 = done.select(self.enemy_turns_1, own_1);
        self.enemy_turns_0 = self.enemy_turns_0.without(done);
        self.enemy_turns_1 = done.select(own_0, self.enemy_turns_1);
        let mut borrow = done;
        let mut left = Word::ZERO;
        for bit in &mut self.plies_left[..self.ply_bits] {
            let before = *bit;
            *bit = before ^ borrow;
            borrow = borrow.without(before);
            left |= *bit;
        }
        let enemy_stands = self.update_and_see();
        self.won |= done.without(enemy_stands);
        self.capped |= done.without(left) & enemy_stands;
        self.playing = self.playing.without(self.won | self.capped);
        self.judged = Word::ZERO;
        self.dead = Word::ZERO;
        self.done = Word::ZERO;
    }
}
