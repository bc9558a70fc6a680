//! The slots of the machine: games are loaded as slots fall free, from any positions, and their results are handed out with the tag they
//! came with.

use super::binary::{add, increment};
use super::layout::Layout;
use super::machine::Machine;
use super::word::Word;
use crate::color::Color;
use crate::control::Control;
use crate::position::Position;
use crate::rollout::tables::{Marks, WantedMarks};
use crate::rollout::{End, Start};
use std::rc::Rc;

/// What the machine does not keep of a game that it plays.
#[derive(Clone, Copy, Default)]
struct Slot {
    stones: u32,
    max_plies: u32,
    tag: u32,
}

/// Of so many slots one must have ended before results are taken and games are loaded: the sweeps that this takes cost the same for one
/// game and for many, but the slots of ended games do nothing.
const SLOTS_FOR_AN_END: usize = 32;

/// Games to play.
pub(crate) struct Job<'a> {
    /// About how many there are, for machines that come in several widths.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    pub(crate) games: u64,
    /// No game is played with more plies.
    pub(crate) max_plies: u32,
    /// Which marks the games leave, if any.
    pub(crate) marks: WantedMarks,
    /// Says stop; then the games in flight are dropped, and results that were not taken yet.
    pub(crate) control: &'a Control,
    /// Gives the games, one by one as slots fall free, from positions on the machine's board. None is none just now: it is asked again when
    /// the next games have ended, and the job is done when none is left.
    pub(crate) next: &'a mut dyn FnMut() -> Option<Start>,
    /// Is told how each ended, by its tag, in whatever order they end.
    pub(crate) finished: &'a mut dyn FnMut(u32, End, Option<&Marks>),
}

/// Games that are loaded together, from one position.
struct Together<W> {
    position: Rc<Position>,
    games: W,
    /// The slot, if it is one game.
    alone: Option<usize>,
    stones: u32,
}

/// Does a job.
#[inline(always)]
pub(super) fn run<W: Word, const N: usize>(job: Job) {
    let mut machine = Machine::<W, N>::new(job.max_plies, job.marks);
    let mut slots = vec![Slot::default(); W::LANES];
    while job.control.check().is_ok() {
        let ended = machine.ended();
        if ended.count() >= W::LANES / SLOTS_FOR_AN_END || !machine.playing.any() {
            if ended.any() {
                machine.take_results(ended, &slots, job.finished);
            }
            machine.load(&mut slots, job.next);
            if !machine.playing.any() {
                return;
            }
        }
        machine.step();
    }
}

impl<W: Word, const N: usize> Machine<W, N> {
    /// Fills the slots that are free, once all results are taken, as long as there are games.
    #[inline(always)]
    fn load(&mut self, slots: &mut [Slot], next: &mut dyn FnMut() -> Option<Start>) {
        let free = !self.playing;
        self.clear(free);
        let mut exhausted = false;
        // Games from the same position mostly come one after the other, and are loaded together.
        let mut together: Option<Together<W>> = None;
        free.for_each_lane(|lane| {
            if exhausted {
                return;
            }
            let Some(start) = next() else {
                exhausted = true;
                return;
            };
            if let Some(together) = &mut together
                && (Rc::ptr_eq(&together.position, &start.position) || together.position == start.position)
            {
                together.games.add(lane, 1);
                together.alone = None;
            } else {
                if let Some(together) = &together {
                    self.load_together(together);
                }
                let stones = Color::ALL.map(|color| start.position.rows(color).count());
                let mut games = W::ZERO;
                games.add(lane, 1);
                let stones = stones[0] + stones[1];
                together = Some(Together { position: start.position, games, alone: Some(lane), stones });
            }
            let stones = together.as_ref().map_or(0, |together| together.stones);
            slots[lane] = Slot { stones, max_plies: start.max_plies, tag: start.tag };
            debug_assert!(
                start.max_plies > 0 && u64::from(start.max_plies) >> self.ply_bits == 0,
                "{}",
                start.max_plies
            );
            let mut rest = start.max_plies;
            while rest != 0 {
                self.plies_left[rest.trailing_zeros() as usize].add(lane, 1);
                rest &= rest - 1;
            }
            self.streams.load(lane, start.stream);
        });
        if let Some(together) = &together {
            self.load_together(together);
        }
    }

    /// Puts games on their position: of one game alone, one part of each word is enough.
    #[inline(always)]
    fn load_together(&mut self, together: &Together<W>) {
        let games = together.games;
        match together.alone {
            Some(lane) => self.load_position(&together.position, |word| word.add(lane, 1)),
            None => self.load_position(&together.position, |word| *word |= games),
        }
    }

    /// Clears free slots. The masks of the stages are clear already: they hold only games that are played.
    #[inline(always)]
    fn clear(&mut self, free: W) {
        for r in 0..Layout::<N>::ROWS {
            let row = Layout::<N>::row(r);
            for i in 0..row.length {
                let cell = &mut self.cells[row.start + i];
                cell.own = cell.own.without(free);
                cell.enemy = cell.enemy.without(free);
                cell.suspect = cell.suspect.without(free);
                cell.flood = cell.flood.without(free);
            }
        }
        for mask in [
            &mut self.dark,
            &mut self.own_turns_0,
            &mut self.own_turns_1,
            &mut self.enemy_turns_0,
            &mut self.enemy_turns_1,
        ] {
            *mask = mask.without(free);
        }
        for bit in &mut self.plies_left[..self.ply_bits] {
            *bit = bit.without(free);
        }
        self.streams.clear(free);
        if let Some(played) = &mut self.played {
            played.clear::<N>(free);
        }
    }

    /// Puts games whose slots are clear on a position; `add` adds them to a word.
    #[inline(always)]
    fn load_position(&mut self, position: &Position, mut add: impl FnMut(&mut W)) {
        debug_assert!(position.size().short_side() == N && !position.is_over() && !position.awaits_answer());
        let (own, enemy) = (position.turn(), !position.turn());
        for point in position.stones(own) {
            add(&mut self.cells[Layout::<N>::CELLS[point.index()]].own);
        }
        for point in position.stones(enemy) {
            add(&mut self.cells[Layout::<N>::CELLS[point.index()]].enemy);
        }
        for point in position.suspects() {
            add(&mut self.cells[Layout::<N>::CELLS[point.index()]].suspect);
        }
        for (mask, applies) in [
            (&mut self.dark, own == Color::Dark),
            (&mut self.own_turns_0, position.turns(own) == 0),
            (&mut self.own_turns_1, position.turns(own) == 1),
            (&mut self.enemy_turns_0, position.turns(enemy) == 0),
            (&mut self.enemy_turns_1, position.turns(enemy) == 1),
            (&mut self.playing, true),
        ] {
            if applies {
                add(mask);
            }
        }
    }

    /// Hands out the results of games that have ended.
    #[inline(always)]
    fn take_results(&mut self, ended: W, slots: &[Slot], finished: &mut dyn FnMut(u32, End, Option<&Marks>)) {
        let mut stones = [W::ZERO; 8];
        for r in 0..Layout::<N>::ROWS {
            let row = Layout::<N>::row(r);
            let mut in_row = [W::ZERO; 8];
            for i in 0..row.length {
                let cell = &self.cells[row.start + i];
                // With a forced pass the player to move loses all its stones.
                increment(&mut in_row[..Layout::<N>::ROW_BITS], cell.own.without(self.passed) | cell.enemy);
            }
            add(&mut stones, &in_row);
        }
        let number =
            |bits: &[W], lane: usize| bits.iter().enumerate().fold(0, |number, (i, bit)| number | bit.bit(lane) << i);
        ended.for_each_lane(|lane| {
            let slot = slots[lane];
            let passed = self.passed.bit(lane);
            let placed = slot.max_plies - number(&self.plies_left[..self.ply_bits], lane);
            let to_move = if self.dark.bit(lane) == 1 { Color::Dark } else { Color::Light };
            let winner = match (self.won.bit(lane), passed) {
                (1, _) => Some(to_move),
                (_, 1) => Some(!to_move),
                _ => None,
            };
            let stones_removed = slot.stones + placed - number(&stones, lane);
            let marks = self.marks.any().then(|| self.marks_of(lane, to_move, passed == 1));
            finished(slot.tag, End { winner, plies: placed + passed, stones_removed }, marks.as_ref());
        });
        for mask in [&mut self.won, &mut self.passed, &mut self.capped] {
            *mask = mask.without(ended);
        }
    }
}
