//! The slots of the machine: games are loaded as slots fall free, from any positions, and their results are handed out with the tag they
//! came with.

use super::layout::Layout;
use super::machine::Machine;
use super::word::Word;
use crate::color::Color;
use crate::control::Control;
use crate::position::Position;
use crate::random::Stream;
use crate::rollout::End;

/// A game to play, from a position that is not over and does not wait for the answer to the pie.
#[derive(Clone, Copy)]
pub(in crate::rollout) struct Start {
    pub(in crate::rollout) position: Position,
    pub(in crate::rollout) stream: Stream,
    /// The plies that may be played, at least one.
    pub(in crate::rollout) max_plies: u32,
    /// Handed out with the result.
    pub(in crate::rollout) tag: u32,
}

/// What the machine does not keep of a game that it plays.
#[derive(Clone, Copy, Default)]
struct Slot {
    stones: u32,
    max_plies: u32,
    tag: u32,
}

/// Plays all the games that `next` gives, none with more than `max_plies` plies, and tells `finished` their tags and ends. Drops
/// the games in flight as soon as the control says stop.
#[inline(always)]
pub(super) fn run<const L: usize, const N: usize>(
    max_plies: u32,
    control: &Control,
    next: &mut dyn FnMut() -> Option<Start>,
    finished: &mut dyn FnMut(u32, End),
) {
    let mut machine = Machine::<L, N>::new(max_plies);
    let mut slots = vec![Slot::default(); Word::<L>::LANES];
    let mut free = Word::<L>::ONES;
    let mut exhausted = false;
    while control.check().is_ok() {
        let ended = machine.won | machine.passed | machine.capped;
        let waiting = ended.count();
        // Taking results and loading cost the same for one game and for many.
        if waiting >= Word::<L>::LANES / 16 || !machine.playing.any() {
            if waiting > 0 {
                machine.take_results(ended, &slots, finished);
                free |= ended;
            }
            if !exhausted {
                exhausted = machine.load(&mut free, &mut slots, next);
            }
            if !machine.playing.any() {
                return;
            }
        }
        machine.step();
    }
}

impl<const L: usize, const N: usize> Machine<L, N> {
    /// Fills free slots. Says whether there was no game left for one.
    fn load(&mut self, free: &mut Word<L>, slots: &mut [Slot], next: &mut dyn FnMut() -> Option<Start>) -> bool {
        let cells: Vec<usize> = Layout::<N>::cells().collect();
        let mut starts = Vec::new();
        let mut loaded = Word::ZERO;
        let mut exhausted = false;
        for lane in free.lanes() {
            let Some(start) = next() else {
                exhausted = true;
                break;
            };
            loaded.add(lane, 1);
            starts.push((lane, start));
        }
        for &cell in &cells {
            let cell = &mut self.cells[cell];
            for word in [&mut cell.own, &mut cell.enemy, &mut cell.suspect, &mut cell.flood] {
                *word = word.without(loaded);
            }
        }
        for mask in [
            &mut self.dark,
            &mut self.own_turns_0,
            &mut self.own_turns_1,
            &mut self.enemy_turns_0,
            &mut self.enemy_turns_1,
            &mut self.won,
            &mut self.passed,
            &mut self.capped,
        ] {
            *mask = mask.without(loaded);
        }
        for bit in &mut self.plies_left {
            *bit = bit.without(loaded);
        }
        for (lane, start) in &starts {
            let (lane, position) = (*lane, &start.position);
            let (own, enemy) = (position.turn(), !position.turn());
            for point in position.stones(own) {
                self.cells[cells[point.index()]].own.add(lane, 1);
            }
            for point in position.stones(enemy) {
                self.cells[cells[point.index()]].enemy.add(lane, 1);
            }
            for point in position.suspects() {
                self.cells[cells[point.index()]].suspect.add(lane, 1);
            }
            self.dark.add(lane, u32::from(own == Color::Dark));
            self.own_turns_0.add(lane, u32::from(position.turns(own) == 0));
            self.own_turns_1.add(lane, u32::from(position.turns(own) == 1));
            self.enemy_turns_0.add(lane, u32::from(position.turns(enemy) == 0));
            self.enemy_turns_1.add(lane, u32::from(position.turns(enemy) == 1));
            for (i, bit) in self.plies_left.iter_mut().enumerate().take(self.ply_bits) {
                bit.add(lane, start.max_plies >> i & 1);
            }
            let stones = position.stones(own).count() + position.stones(enemy).count();
            slots[lane] = Slot { stones: stones as u32, max_plies: start.max_plies, tag: start.tag };
        }
        for &cell in &cells {
            let cell = &mut self.cells[cell];
            cell.empty = loaded.select(!(cell.own | cell.enemy), cell.empty);
        }
        self.streams.load(loaded, starts.iter().map(|(lane, start)| (*lane, start.stream.state())));
        self.playing |= loaded;
        *free = free.without(loaded);
        exhausted
    }

    /// Hands out the results of games that have ended.
    fn take_results(&mut self, ended: Word<L>, slots: &[Slot], finished: &mut dyn FnMut(u32, End)) {
        let mut stones = [Word::ZERO; 8];
        for cell in Layout::<N>::cells() {
            // With a forced pass the player to move loses all its stones.
            let mut carry = (self.cells[cell].own.without(self.passed) | self.cells[cell].enemy) & ended;
            for bit in &mut stones {
                let before = *bit;
                *bit = before ^ carry;
                carry &= before;
            }
        }
        let number = |bits: &[Word<L>], lane: usize| {
            bits.iter().enumerate().fold(0, |number, (i, bit)| number | bit.bit(lane) << i)
        };
        for lane in ended.lanes() {
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
            finished(slot.tag, End { winner, plies: placed + passed, stones_removed });
        }
        for mask in [&mut self.won, &mut self.passed, &mut self.capped] {
            *mask = mask.without(ended);
        }
    }
}
