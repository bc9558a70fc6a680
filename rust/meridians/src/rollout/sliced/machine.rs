//! The machine: `W::LANES` games at once, in planes of bits. `docs/machine.md` explains it; each stage has a file of its own.
//!
//! Own and enemy are relative to the player to move of each game, so games may stand at different plies. Games run on their own: an
//! iteration takes every game one step further, which is a choice with its placement, a test of one group, or both.

use super::binary::{decrement, nonzero};
use super::choose::Choice;
use super::layout::{MAX_CELLS, MAX_ROWS};
use super::marks::PlayedPoints;
use super::place::Lines;
use super::stream::Streams;
use super::table::Table;
use super::word::Word;
use crate::rollout::tables::WantedMarks;

/// A point of the board in all games. The words of a cell lie together: a sweep then needs one pointer and no more.
#[derive(Clone, Copy)]
pub(super) struct Cell<W: Word> {
    /// A stone of the player to move. Until its turn ends, a dead stone of its own is in `enemy` too, from the iteration on after it was
    /// judged (before that it is in `flood`, and the game in `dead`).
    pub(super) own: W,
    pub(super) enemy: W,
    /// A stone whose group may have no path: own ones are judged before the turn ends, enemy ones in the enemy's turn.
    pub(super) suspect: W,
    /// In the part found so far of the own group that is being judged.
    pub(super) flood: W,
    /// The player to move may place a stone here, in games that are to move. Between the sweeps of stage 1: seen from three directions.
    pub(super) legal: W,
}

impl<W: Word> Cell<W> {
    const NONE: Self = Cell { own: W::ZERO, enemy: W::ZERO, suspect: W::ZERO, flood: W::ZERO, legal: W::ZERO };
}

// The order of the fields keeps words on their own cache lines.
#[repr(C, align(64))]
pub(super) struct Machine<W: Word, const N: usize> {
    pub(super) cells: Table<Cell<W>, MAX_CELLS>,
    pub(super) streams: Streams<W>,
    /// The number of legal points in the rows before each row, and before the end, in binary.
    pub(super) before: Table<[W; 8], { MAX_ROWS + 1 }>,
    /// The points that were chosen last.
    pub(super) choice: Choice<W>,
    /// The lines through the stones that were placed last.
    pub(super) lines: Lines<W>,
    /// The plies that each game may still play, in binary.
    pub(super) plies_left: [W; 32],
    /// How many bits of it are in use.
    pub(super) ply_bits: usize,

    /// What the games leave besides their ends.
    pub(super) marks: WantedMarks,
    pub(super) played: Option<Box<PlayedPoints<W>>>,

    /// Games that are being played.
    pub(super) playing: W,
    /// Dark is to move.
    pub(super) dark: W,
    /// The player to move, or the other one, has taken no turn, or one.
    pub(super) own_turns_0: W,
    pub(super) own_turns_1: W,
    pub(super) enemy_turns_0: W,
    pub(super) enemy_turns_1: W,
    /// The stone is placed, and the turn has not ended.
    pub(super) testing: W,
    /// `flood` holds a part of a group.
    pub(super) flooding: W,

    /// What the last tests found: `flood` is a whole group; it has no path; the turn has ended.
    pub(super) judged: W,
    pub(super) dead: W,
    pub(super) done: W,

    /// Games that have ended and wait for their results to be taken: eliminated is the enemy, or the player to move by a forced pass;
    /// or the ply cap was hit.
    pub(super) won: W,
    pub(super) passed: W,
    pub(super) capped: W,
}

impl<W: Word, const N: usize> Machine<W, N> {
    pub(super) fn new(max_plies: u32, marks: WantedMarks) -> Box<Self> {
        Box::new(Machine {
            cells: Table::filled(Cell::NONE),
            streams: Streams::new(),
            before: Table::filled([W::ZERO; 8]),
            choice: Choice::NONE,
            lines: Lines::NONE,
            plies_left: [W::ZERO; 32],
            ply_bits: (u32::BITS - max_plies.leading_zeros()) as usize,
            marks,
            played: marks.played.then(|| Box::new(PlayedPoints::NONE)),
            playing: W::ZERO,
            dark: W::ZERO,
            own_turns_0: W::ZERO,
            own_turns_1: W::ZERO,
            enemy_turns_0: W::ZERO,
            enemy_turns_1: W::ZERO,
            testing: W::ZERO,
            flooding: W::ZERO,
            judged: W::ZERO,
            dead: W::ZERO,
            done: W::ZERO,
            won: W::ZERO,
            passed: W::ZERO,
            capped: W::ZERO,
        })
    }

    /// Games that have ended and wait for their results to be taken.
    #[inline(always)]
    pub(super) fn ended(&self) -> W {
        self.won | self.passed | self.capped
    }

    /// Takes every game one step further.
    #[inline(always)]
    pub(super) fn step(&mut self) {
        self.end_turns();
        self.choose(self.playing.without(self.testing));
        if let Some(played) = &mut self.played {
            played.add::<N>(&self.choice, self.dark);
        }
        let (started, nothing_to_judge) = self.place();
        self.testing |= self.choice.moved;
        self.judge_groups(started, nothing_to_judge);
        #[cfg(debug_assertions)]
        self.check_invariants();
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
        let plies_left = &mut self.plies_left[..self.ply_bits];
        decrement(plies_left, done);
        let left = nonzero(plies_left);
        let enemy_stands = self.update_and_see();
        self.won |= done.without(enemy_stands);
        self.capped |= done.without(left) & enemy_stands;
        self.playing = self.playing.without(self.won | self.capped);
    }
}
