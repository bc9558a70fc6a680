//! Stage 3: placing the stones, and whom that makes a suspect (as `Position::suspect` says why).
//!
//! The three lines through a point are selected by its row, its axial column, and their sum; the stones of the row are gathered by axial
//! column, those of the other two lines by row. On each line, enemy stones that are the nearest on both sides saw each other before; own stones next to the point
//! make the ring whose arcs are counted.

use super::binary::add;
use super::judge::FloodStart;
use super::layout::{Layout, MAX_LINES};
use super::machine::Machine;
use super::table::Table;
use super::word::Word;

/// A line through the new stone of each game, by place on the line.
struct Line<W: Word> {
    own: Table<W, MAX_LINES>,
    enemy: Table<W, MAX_LINES>,
    /// An enemy stone that is the nearest stone to the new one on its side.
    nearest: Table<W, MAX_LINES>,
    /// The game has an own stone next to the new one, after it or before it on the line.
    after: W,
    before: W,
    /// The nearest stones on both sides are enemy stones: they lose sight of each other.
    cut: W,
}

impl<W: Word> Line<W> {
    const NONE: Self = {
        let none = Table::filled(W::ZERO);
        Line { own: none, enemy: none, nearest: none, after: W::ZERO, before: W::ZERO, cut: W::ZERO }
    };

    /// Walks from the new stone both ways; `at` says on which of the `length` places it is.
    #[inline(always)]
    fn walk(&mut self, at: &Table<W, MAX_LINES>, length: usize) {
        let (mut open, mut here, mut met_after, mut after) = (W::ZERO, W::ZERO, W::ZERO, W::ZERO);
        for i in 0..length {
            let (own, enemy) = (self.own[i], self.enemy[i]);
            after |= here & own;
            let met = open & enemy;
            met_after |= met;
            self.nearest[i] = met;
            here = at[i];
            open = open.without(own | enemy) | here;
        }
        let (mut open, mut here, mut met_before, mut before) = (W::ZERO, W::ZERO, W::ZERO, W::ZERO);
        for i in (0..length).rev() {
            let (own, enemy) = (self.own[i], self.enemy[i]);
            before |= here & own;
            let met = open & enemy;
            met_before |= met;
            self.nearest[i] |= met;
            here = at[i];
            open = open.without(own | enemy) | here;
        }
        (self.after, self.before) = (after, before);
        self.cut = met_after & met_before;
    }
}

/// The lines through the new stones, and which north-western line that is.
pub(super) struct Lines<W: Word> {
    along: Line<W>,
    north_east: Line<W>,
    north_west: Line<W>,
    north_western: Table<W, MAX_LINES>,
}

impl<W: Word> Lines<W> {
    pub(super) const NONE: Self = Lines {
        along: Line::NONE,
        north_east: Line::NONE,
        north_west: Line::NONE,
        north_western: Table::filled(W::ZERO),
    };
}

impl<W: Word, const N: usize> Machine<W, N> {
    /// Places the chosen stones, adds the suspects, and starts the floods of the games that have an own suspect. Gives those games,
    /// and those whose turn ends because nothing is to be judged.
    #[inline(always)]
    pub(super) fn place(&mut self) -> (W, W) {
        self.find_lines();
        let Lines { along, north_east, north_west, north_western } = &self.lines;
        let (choice, judged) = (&self.choice, self.judged);
        let ring =
            [along.after, north_east.after, north_west.after, along.before, north_east.before, north_west.before];
        let (mut one, mut two) = (W::ZERO, W::ZERO);
        for i in 0..6 {
            let arc = ring[i].without(ring[(i + 5) % 6]);
            two |= one & arc;
            one |= arc;
        }
        let mut flood = FloodStart::new(self.testing | choice.moved, self.flooding);
        for r in 0..Layout::<N>::ROWS {
            let row = Layout::<N>::row(r);
            let here = choice.row[r];
            let here_cut = here & along.cut;
            // The stones of the north-eastern line that become suspects in this row, of which the new stone may be one.
            let straight = (north_east.nearest[r] & north_east.cut) | (here & two);
            let leaning = north_west.nearest[r] & north_west.cut;
            flood.begin_row();
            let mut south_west = self.cells[row.south_west].flood;
            for i in 0..row.length {
                let south_east = self.cells[row.south_west + i + 1].flood;
                let cell = &mut self.cells[row.start + i];
                let column = choice.column[row.column + i];
                let stone = here & column;
                cell.own |= stone;
                // A group that the last iteration judged is no suspect any more. (First that, then the new suspects: the flood may lie
                // on stones that are the enemy's now.)
                cell.suspect = cell.suspect.without(cell.flood & judged)
                    | (here_cut & along.nearest[row.column + i])
                    | (straight & column)
                    | (leaning & north_western[row.north_western + i]);
                flood.sweep(cell, south_west | south_east);
                south_west = south_east;
            }
        }
        flood.end()
    }

    /// Gathers the stones of the three lines and walks along them.
    #[inline(always)]
    fn find_lines(&mut self) {
        let Lines { along, north_east, north_west, north_western } = &mut self.lines;
        let choice = &self.choice;
        along.own = Table::filled(W::ZERO);
        along.enemy = Table::filled(W::ZERO);
        // The sum of row and axial column is N more than the number of the north-western line. It is added in binary and compared with each
        // number: looking at each point for a stone on a line would take twice as long.
        let mut sum = in_binary(&choice.row, Layout::<N>::ROWS);
        add(&mut sum, &in_binary(&choice.column, Layout::<N>::COLUMNS));
        let low = [!(sum[0] | sum[1]), sum[0].without(sum[1]), sum[1].without(sum[0]), sum[0] & sum[1]];
        for line in 0..Layout::<N>::COLUMNS {
            let number = line + N;
            let high = (2..SUM_BITS).fold(choice.moved, |high, bit| {
                if number >> bit & 1 == 1 { high & sum[bit] } else { high.without(sum[bit]) }
            });
            north_western[line] = low[number % 4] & high;
        }
        for r in 0..Layout::<N>::ROWS {
            let row = Layout::<N>::row(r);
            let here = choice.row[r];
            let (mut ne_own, mut ne_enemy, mut nw_own, mut nw_enemy) = (W::ZERO, W::ZERO, W::ZERO, W::ZERO);
            for i in 0..row.length {
                let cell = &self.cells[row.start + i];
                let (own, enemy) = (cell.own, cell.enemy);
                along.own[row.column + i] |= here & own;
                along.enemy[row.column + i] |= here & enemy;
                let column = choice.column[row.column + i];
                ne_own |= column & own;
                ne_enemy |= column & enemy;
                let north_western = north_western[row.north_western + i];
                nw_own |= north_western & own;
                nw_enemy |= north_western & enemy;
            }
            (north_east.own[r], north_east.enemy[r]) = (ne_own, ne_enemy);
            (north_west.own[r], north_west.enemy[r]) = (nw_own, nw_enemy);
        }
        along.walk(&choice.column, Layout::<N>::COLUMNS);
        north_east.walk(&choice.row, Layout::<N>::ROWS);
        north_west.walk(&choice.row, Layout::<N>::ROWS);
    }
}

/// The digits of the sum of a row and an axial column, which is less than 3 N.
const SUM_BITS: usize = 5;

/// The place of the one bit that each game has in a table, in binary.
#[inline(always)]
fn in_binary<W: Word>(table: &Table<W, MAX_LINES>, length: usize) -> [W; SUM_BITS] {
    let mut number = [W::ZERO; SUM_BITS];
    for place in 0..length {
        for (i, bit) in number.iter_mut().enumerate() {
            if place >> i & 1 == 1 {
                *bit |= table[place];
            }
        }
    }
    number
}
