//! Stage 4: judging the groups of suspects. A game floods the group of its first own suspect by sweeps back and forth; the last sweep
//! also looks whether an own stone outside the flood sees one inside, and whether the flood still grew. If it did, the game goes on
//! with it in the next iteration.

use super::layout::{Layout, MAX_LINE};
use super::machine::Machine;
use super::word::Word;

impl<const L: usize, const N: usize> Machine<L, N> {
    #[inline(always)]
    pub(super) fn judge_groups(&mut self) {
        let starting = self.testing.without(self.flooding);
        let found = self.start_floods(starting);
        let flooding = self.flooding | found;
        self.done = starting.without(found);
        if flooding.any() {
            self.flood_backward();
            let (grew, alive, more) = self.flood_and_look();
            self.judged = flooding.without(grew);
            self.dead = self.judged.without(alive);
            self.flooding = flooding & grew;
            self.done |= self.judged.without(more);
        }
        self.testing = self.testing.without(self.done);
    }

    /// Marks the first own suspect of the starting games, and floods forward. Gives the games that have one.
    #[inline(always)]
    fn start_floods(&mut self, starting: Word<L>) -> Word<L> {
        let going_on = self.flooding;
        let mut wanted = starting;
        for r in 0..Layout::<N>::ROWS {
            let row = Layout::<N>::row(r);
            let (before, from) = self.cells.split_at_mut(row.start);
            let below = &before[row.south_west..][..row.length + 1];
            let cells = &mut from[..row.length];
            let mut west = Word::ZERO;
            for i in 0..row.length {
                let cell = &mut cells[i];
                let first = cell.suspect & cell.own & wanted;
                wanted ^= first;
                west = (cell.flood & going_on) | first | (cell.own & (west | below[i].flood | below[i + 1].flood));
                cell.flood = west;
            }
        }
        starting.without(wanted)
    }

    #[inline(always)]
    fn flood_backward(&mut self) {
        for r in (0..Layout::<N>::ROWS).rev() {
            let row = Layout::<N>::row(r);
            let (until, after) = self.cells.split_at_mut(row.start + row.length);
            let above = &after[row.north_west - row.start - row.length..][..row.length + 1];
            let cells = &mut until[row.start..][..row.length];
            let mut east = Word::ZERO;
            for i in (0..row.length).rev() {
                let cell = &mut cells[i];
                east = cell.flood | (cell.own & (east | above[i].flood | above[i + 1].flood));
                cell.flood = east;
            }
        }
    }

    /// Floods forward once more. Gives the games whose flood still grew, those in which an own stone outside sees one inside, and
    /// those with an own suspect outside.
    #[inline(always)]
    fn flood_and_look(&mut self) -> (Word<L>, Word<L>, Word<L>) {
        let (mut grew, mut alive, mut more) = (Word::ZERO, Word::ZERO, Word::ZERO);
        let mut lines = [Looks::NONE; MAX_LINE + 2];
        for r in 0..Layout::<N>::ROWS {
            let row = Layout::<N>::row(r);
            let (before, from) = self.cells.split_at_mut(row.start);
            let below = &before[row.south_west..][..row.length + 1];
            let cells = &mut from[..row.length];
            let lines = &mut lines[row.column..][..row.length + 1];
            let (mut along, mut along_in) = (Word::ZERO, Word::ZERO);
            let mut west = Word::ZERO;
            for i in 0..row.length {
                let cell = &mut cells[i];
                let (o, free, old) = (cell.own, cell.empty, cell.flood);
                let group = old | (o & (west | below[i].flood | below[i + 1].flood));
                grew |= group ^ old;
                cell.flood = group;
                west = group;
                more |= cell.suspect & (o ^ group);
                let (straight, straight_in) = (lines[i].straight, lines[i].straight_in);
                let (leaning, leaning_in) = (lines[i + 1].leaning, lines[i + 1].leaning_in);
                let other_side = (straight & (straight_in ^ group))
                    | (leaning & (leaning_in ^ group))
                    | (along & (along_in ^ group));
                alive |= o & other_side;
                lines[i].straight = o | (straight & free);
                lines[i].straight_in = group | (straight_in & free);
                lines[i].leaning = o | (leaning & free);
                lines[i].leaning_in = group | (leaning_in & free);
                along = o | (along & free);
                along_in = group | (along_in & free);
            }
        }
        (grew, alive, more)
    }
}

/// Sight lines as in `see.rs`, and whether the stone that they come from is in the flood.
#[derive(Clone, Copy)]
struct Looks<const L: usize> {
    straight: Word<L>,
    straight_in: Word<L>,
    leaning: Word<L>,
    leaning_in: Word<L>,
}

impl<const L: usize> Looks<L> {
    const NONE: Self =
        Looks { straight: Word::ZERO, straight_in: Word::ZERO, leaning: Word::ZERO, leaning_in: Word::ZERO };
}
