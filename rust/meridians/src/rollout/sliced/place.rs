//! Stage 3: placing the stones, and whom that makes a suspect (as `Position::suspect` says why).
//!
//! Of each of the three lines through a point the stones are gathered: the rows by row, the others by axial column and by their sum
//! with the row. On each line, enemy stones that are the nearest on both sides saw each other before; own stones next to the point
//! make the ring whose arcs are counted.

use super::choose::Choice;
use super::layout::{Layout, MAX_LINE, MAX_ROWS};
use super::machine::Machine;
use super::word::Word;

/// A place on a line.
#[derive(Clone, Copy)]
pub(super) struct Place<const L: usize> {
    own: Word<L>,
    enemy: Word<L>,
    /// An enemy stone that loses sight of another one.
    cut: Word<L>,
}

/// A line through the new stone of each game.
pub(super) struct Line<const L: usize> {
    places: [Place<L>; MAX_LINE],
    /// The game has an own stone next to the new one, after it or before it on the line.
    after: Word<L>,
    before: Word<L>,
}

impl<const L: usize> Line<L> {
    pub(super) const NONE: Self = {
        let none = Place { own: Word::ZERO, enemy: Word::ZERO, cut: Word::ZERO };
        Line { places: [none; MAX_LINE], after: Word::ZERO, before: Word::ZERO }
    };

    /// Walks from the new stone both ways; `at` says where on the line it is.
    #[inline(always)]
    fn walk(&mut self, at: &[Word<L>]) {
        let places = &mut self.places[..at.len()];
        (self.after, self.before) = (Word::ZERO, Word::ZERO);
        let (mut open, mut here, mut met_after) = (Word::ZERO, Word::ZERO, Word::ZERO);
        for (place, &at) in places.iter_mut().zip(at) {
            self.after |= here & place.own;
            place.cut = open & place.enemy;
            met_after |= place.cut;
            here = at;
            open = open.without(place.own | place.enemy) | here;
        }
        let (mut open, mut here, mut met_before) = (Word::ZERO, Word::ZERO, Word::ZERO);
        for (place, &at) in places.iter_mut().zip(at).rev() {
            self.before |= here & place.own;
            let met = open & place.enemy;
            met_before |= met;
            // Met on the other side, it waits for this side to meet one too; met on this side, it is known.
            place.cut = (place.cut | met) & met_after;
            here = at;
            open = open.without(place.own | place.enemy) | here;
        }
        for place in places {
            place.cut &= met_before;
        }
    }
}

impl<const L: usize, const N: usize> Machine<L, N> {
    #[inline(always)]
    pub(super) fn place(&mut self, choice: &Choice<L>) {
        let (rows, columns) = (Layout::<N>::ROWS, Layout::<N>::COLUMNS);
        // Which north-western line the point is on: the sum of row and axial column, from N on.
        let mut sum = [Word::ZERO; MAX_ROWS + MAX_LINE];
        for r in 0..rows {
            let row = Layout::<N>::row(r);
            let here = choice.row[r];
            let column = &choice.column[row.column..][..row.length];
            for (sum, &column) in sum[row.column + r..][..row.length].iter_mut().zip(column) {
                *sum |= here & column;
            }
        }
        let [along, north_east, north_west] = &mut self.lines;
        for place in &mut along.places {
            (place.own, place.enemy) = (Word::ZERO, Word::ZERO);
        }
        for r in 0..rows {
            let row = Layout::<N>::row(r);
            let here = choice.row[r];
            let cells = &self.cells[row.start..][..row.length];
            let column = &choice.column[row.column..][..row.length];
            let sum = &sum[row.column + r..][..row.length];
            let along = &mut along.places[row.column..][..row.length];
            let (mut ne_own, mut ne_enemy, mut nw_own, mut nw_enemy) = (Word::ZERO, Word::ZERO, Word::ZERO, Word::ZERO);
            for i in 0..row.length {
                let (o, e) = (cells[i].own, cells[i].enemy);
                along[i].own |= here & o;
                along[i].enemy |= here & e;
                ne_own |= column[i] & o;
                ne_enemy |= column[i] & e;
                nw_own |= sum[i] & o;
                nw_enemy |= sum[i] & e;
            }
            north_east.places[r].own = ne_own;
            north_east.places[r].enemy = ne_enemy;
            north_west.places[r].own = nw_own;
            north_west.places[r].enemy = nw_enemy;
        }
        along.walk(&choice.column[..columns]);
        north_east.walk(&choice.row[..rows]);
        north_west.walk(&choice.row[..rows]);

        let ring =
            [along.after, north_east.after, north_west.after, along.before, north_east.before, north_west.before];
        let (mut one, mut two) = (Word::ZERO, Word::ZERO);
        for i in 0..6 {
            let arc = ring[i].without(ring[(i + 5) % 6]);
            two |= one & arc;
            one |= arc;
        }

        for r in 0..rows {
            let row = Layout::<N>::row(r);
            let here = choice.row[r];
            let cells = &mut self.cells[row.start..][..row.length];
            let column = &choice.column[row.column..][..row.length];
            let sum = &sum[row.column + r..][..row.length];
            let along = &along.places[row.column..][..row.length];
            let (ne, nw) = (north_east.places[r].cut, north_west.places[r].cut);
            for i in 0..row.length {
                let stone = here & column[i];
                let cell = &mut cells[i];
                cell.own |= stone;
                cell.empty = cell.empty.without(stone);
                cell.suspect |= (stone & two) | (here & along[i].cut) | (column[i] & ne) | (sum[i] & nw);
            }
        }
    }
}
