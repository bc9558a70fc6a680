//! Stage 4: the groups that may have lost their paths are judged, one in each game at a time (R7, R8).
//!
//! A flood spreads from a suspect over its group by sweeps over the board, each in the order of the cells or against it, so that it
//! runs along and across rows as far as they go. After a sweep against the order the flood is closed to the west and downwards; if the
//! last sweep, in the order, adds nothing, it is whole. That sweep also looks along the lines of sight whether an own stone outside
//! the flood sees one inside. Where the flood still grew, what was seen is not used, and the game goes on in the next iteration.

use super::layout::Layout;
use super::machine::{Cell, Machine};
use super::see::SightLines;
use super::word::Word;

/// The first sweep of the floods, which goes together with the placing of stones.
pub(super) struct FloodStart<W: Word> {
    starting: W,
    going_on: W,
    /// Games whose first suspect has not been met.
    wanted: W,
    west: W,
}

impl<W: Word> FloodStart<W> {
    /// `flooding` are the games among the `testing` ones that go on with a flood.
    #[inline(always)]
    pub(super) fn new(testing: W, flooding: W) -> Self {
        let starting = testing.without(flooding);
        FloodStart { starting, going_on: flooding, wanted: starting, west: W::ZERO }
    }

    #[inline(always)]
    pub(super) fn begin_row(&mut self) {
        self.west = W::ZERO;
    }

    /// Marks the point if it is the first own suspect, or if the flood reaches it from the west or from `below`, or if a flood under way
    /// has it; clears it in all other games.
    #[inline(always)]
    pub(super) fn sweep(&mut self, cell: &mut Cell<W>, below: W) {
        let first = cell.suspect & cell.own & self.wanted;
        self.wanted ^= first;
        self.west = (cell.flood & self.going_on) | first | (cell.own & (self.west | below));
        cell.flood = self.west;
    }

    /// The games that have started a flood, and those that have nothing to judge.
    #[inline(always)]
    pub(super) fn end(self) -> (W, W) {
        (self.starting.without(self.wanted), self.wanted)
    }
}

impl<W: Word, const N: usize> Machine<W, N> {
    /// Goes on with the floods, those that have just `started` and those under way, and judges the groups that are whole. Games with
    /// `nothing` to judge end their turns.
    #[inline(always)]
    pub(super) fn judge_groups(&mut self, started: W, nothing: W) {
        let flooding = self.flooding | started;
        (self.judged, self.dead) = (W::ZERO, W::ZERO);
        self.done = nothing;
        if flooding.any() {
            // With two sweeps less an eighth more iterations would be needed, to go on with floods that are not whole.
            self.flood_backward();
            self.flood_forward();
            self.flood_backward();
            let (grew, alive, more) = self.flood_and_look();
            self.judged = flooding.without(grew);
            self.dead = self.judged.without(alive);
            self.flooding = flooding & grew;
            self.done |= self.judged.without(more);
        }
        self.testing = self.testing.without(self.done);
    }

    #[inline(always)]
    fn flood_forward(&mut self) {
        for r in 0..Layout::<N>::ROWS {
            let row = Layout::<N>::row(r);
            let mut west = W::ZERO;
            let mut south_west = self.cells[row.south_west].flood;
            for i in 0..row.length {
                let south_east = self.cells[row.south_west + i + 1].flood;
                let cell = &mut self.cells[row.start + i];
                west = cell.own & (cell.flood | west | south_west | south_east);
                cell.flood = west;
                south_west = south_east;
            }
        }
    }

    #[inline(always)]
    fn flood_backward(&mut self) {
        for r in (0..Layout::<N>::ROWS).rev() {
            let row = Layout::<N>::row(r);
            let mut east = W::ZERO;
            let mut north_east = self.cells[row.north_west + row.length].flood;
            for i in (0..row.length).rev() {
                let north_west = self.cells[row.north_west + i].flood;
                let cell = &mut self.cells[row.start + i];
                east = cell.own & (cell.flood | east | north_west | north_east);
                cell.flood = east;
                north_east = north_west;
            }
        }
    }

    /// Floods forward once more. Gives the games whose flood still grew; those in which an own stone outside sees one inside, and those
    /// with an own suspect outside, both of which mean something only where it did not grow.
    #[inline(always)]
    fn flood_and_look(&mut self) -> (W, W, W) {
        let (mut grew, mut alive, mut more) = (W::ZERO, W::ZERO, W::ZERO);
        // Lines from stones of the flood, and from the player's other stones.
        let (mut straight_lines, mut leaning_lines) = (SightLines::filled(W::ZERO), SightLines::filled(W::ZERO));
        let (mut straight_lines_others, mut leaning_lines_others) =
            (SightLines::filled(W::ZERO), SightLines::filled(W::ZERO));
        for r in 0..Layout::<N>::ROWS {
            let row = Layout::<N>::row(r);
            let (mut along, mut along_others) = (W::ZERO, W::ZERO);
            let mut west = W::ZERO;
            let mut south_west = self.cells[row.south_west].flood;
            for i in 0..row.length {
                let south_east = self.cells[row.south_west + i + 1].flood;
                let (cell, column) = (&mut self.cells[row.start + i], row.column + i);
                let (own, old) = (cell.own, cell.flood);
                let group = own & (old | west | south_west | south_east);
                grew |= group ^ old;
                cell.flood = group;
                (west, south_west) = (group, south_east);
                let others = own ^ group;
                more |= cell.suspect & others;
                let (straight, straight_others) = (straight_lines[column], straight_lines_others[column]);
                let (leaning, leaning_others) = (leaning_lines[column + 1], leaning_lines_others[column + 1]);
                alive |= (others & (straight | leaning | along))
                    | (group & (straight_others | leaning_others | along_others));
                let occupied = own | cell.enemy;
                straight_lines[column] = group | straight.without(occupied);
                straight_lines_others[column] = others | straight_others.without(occupied);
                leaning_lines[column] = group | leaning.without(occupied);
                leaning_lines_others[column] = others | leaning_others.without(occupied);
                along = group | along.without(occupied);
                along_others = others | along_others.without(occupied);
            }
        }
        (grew, alive, more)
    }
}
