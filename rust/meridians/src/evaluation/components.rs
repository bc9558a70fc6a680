//! Components: stones of one colour joined by adjacency and sight, at any remove ("path groups" of the game's designer), or by links of
//! short range.
//!
//! A component of the first kind is flooded along lines: stones on one line with no stone of the other colour between them are of one
//! component, so each step of a flood reaches to the ends of the line, over other own stones as well.

use crate::groups::with_neighbors;
use crate::lanes::{Lanes, NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST, WEST};

/// What is counted of the components of a colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Components {
    pub(super) count: i32,
    /// The stones of the largest.
    pub(super) largest: i32,
    /// The pairs of stones that are of one component.
    pub(super) pairs: i32,
}

/// The components of both colours by adjacency and sight.
#[inline(always)]
pub(super) fn components<L: Lanes>(all: L, stones: [L; 2]) -> [Components; 2] {
    let lines = [Lines::of(all.without(stones[1])), Lines::of(all.without(stones[0]))];
    flood(lines, stones)
}

/// The components of both colours by links: stones are linked that are neighbours or have an empty neighbour in common.
#[inline(always)]
pub(super) fn linked_components<L: Lanes>(all: L, stones: [L; 2]) -> [Components; 2] {
    let links = [Links { free: all.without(stones[1]) }, Links { free: all.without(stones[0]) }];
    flood(links, stones)
}

/// What joins stones to components.
trait Joins<L>: Copy {
    /// The set and those of the stones that it is joined to, at least the next ones.
    fn spread(&self, set: L, stones: L) -> L;
}

/// The components of both colours, flooded at the same time because one flood alone waits for its own results most of the time.
#[inline(always)]
fn flood<L: Lanes, J: Joins<L>>(joins: [J; 2], stones: [L; 2]) -> [Components; 2] {
    let mut floods = [Flood::of(stones[0], joins[0]), Flood::of(stones[1], joins[1])];
    loop {
        let done = [floods[0].spread(), floods[1].spread()];
        if done[0] | done[1] {
            if done[0] {
                floods[0].finish();
            }
            if done[1] {
                floods[1].finish();
            }
            if floods[0].rest.is_empty() | floods[1].rest.is_empty() {
                break;
            }
        }
    }
    for flood in &mut floods {
        while !flood.rest.is_empty() {
            while !flood.spread() {}
            flood.finish();
        }
    }
    [floods[0].found, floods[1].found]
}

/// The components of one colour under way.
#[derive(Clone, Copy)]
struct Flood<L, J> {
    joins: J,
    /// The stones of components that are not yet found.
    rest: L,
    /// What is known of the next of these.
    component: L,
    found: Components,
}

impl<L: Lanes, J: Joins<L>> Flood<L, J> {
    #[inline(always)]
    fn of(stones: L, joins: J) -> Flood<L, J> {
        Flood { joins, rest: stones, component: stones.one(), found: Components::default() }
    }

    /// Floods on, and gives whether the component is complete.
    #[inline(always)]
    fn spread(&mut self) -> bool {
        let before = self.component;
        self.component = self.joins.spread(before, self.rest);
        before.contains(self.component) | self.component.contains(self.rest)
    }

    /// Counts the complete component, if it is not the empty one after the last, and begins with the next.
    #[inline(always)]
    fn finish(&mut self) {
        let stones = self.component.count().cast_signed();
        self.found.count += i32::from(stones > 0);
        self.found.largest = self.found.largest.max(stones);
        self.found.pairs += stones * (stones - 1) / 2;
        self.rest = self.rest.without(self.component);
        self.component = self.rest.one();
    }
}

/// Links over the cells without a stone of the other colour.
#[derive(Clone, Copy)]
struct Links<L> {
    free: L,
}

impl<L: Lanes> Joins<L> for Links<L> {
    /// Over an own stone between, the second step leads to a stone that is linked to that one.
    #[inline(always)]
    fn spread(&self, set: L, stones: L) -> L {
        with_neighbors(with_neighbors(set) & self.free) & stones
    }
}

/// The lines of cells without a stone of the other colour, to flood along.
#[derive(Clone, Copy)]
struct Lines<L> {
    free: L,
    west: [L; 3],
    north_east: [L; 3],
    south_west: [L; 3],
    north_west: [L; 3],
    south_east: [L; 3],
}

/// The cells from which 2, 4 and 8 steps back lead over free cells only.
#[inline(always)]
fn through<L: Lanes, const DIRECTION: usize>(free: L) -> [L; 3] {
    let two = free & free.step::<DIRECTION, 1>();
    let four = two & two.step::<DIRECTION, 2>();
    [two, four, four & four.step::<DIRECTION, 4>()]
}

/// The set and all that lies in a direction from it up to the end of the line.
#[inline(always)]
fn along<L: Lanes, const DIRECTION: usize>(set: L, free: L, through: [L; 3]) -> L {
    let filled = set | free & set.step::<DIRECTION, 1>();
    let filled = filled | through[0] & filled.step::<DIRECTION, 2>();
    let filled = filled | through[1] & filled.step::<DIRECTION, 4>();
    filled | through[2] & filled.step::<DIRECTION, 8>()
}

impl<L: Lanes> Lines<L> {
    #[inline(always)]
    fn of(free: L) -> Lines<L> {
        Lines {
            free,
            west: through::<L, WEST>(free),
            north_east: through::<L, NORTH_EAST>(free),
            south_west: through::<L, SOUTH_WEST>(free),
            north_west: through::<L, NORTH_WEST>(free),
            south_east: through::<L, SOUTH_EAST>(free),
        }
    }
}

impl<L: Lanes> Joins<L> for Lines<L> {
    /// The set and those of the stones that it shares a line with: first along the lines to the north-east, then from all these along
    /// those to the north-west, then along the rows. One after the other takes fewer floods than all at the same time.
    #[inline(always)]
    fn spread(&self, set: L, stones: L) -> L {
        let free = self.free;
        let north = along::<L, NORTH_EAST>(set, free, self.north_east);
        let south = along::<L, SOUTH_WEST>(set, free, self.south_west);
        let set = set | (north | south) & stones;
        let north = along::<L, NORTH_WEST>(set, free, self.north_west);
        let south = along::<L, SOUTH_EAST>(set, free, self.south_east);
        let set = set | (north | south) & stones;
        // The carry of an addition runs to the eastern end of the line; it leaves out the cells of the set that it meets.
        let row = free.without(free.add(set)) | along::<L, WEST>(set, free, self.west);
        set | row & stones
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use crate::lanes::{Rows, Work, at_best};
    use crate::notation::parse_point;

    struct Linked(Size, [Rows; 2]);

    impl Work for Linked {
        type Output = [Components; 2];

        #[inline(always)]
        fn run<L: Lanes>(self) -> [Components; 2] {
            linked_components(L::load(self.0.geometry().all_rows()).split(), self.1.map(|rows| L::load(rows).split()))
        }
    }

    #[test]
    fn links() {
        for (own, other, count, largest, pairs) in [
            ("", "", 0, 0, 0),
            ("b2", "", 1, 1, 0),
            ("b2 b3", "", 1, 2, 1),
            // Over one point that is empty, that is not, and that is of the colour.
            ("b2 b4", "", 1, 2, 1),
            ("b2 b4", "b3", 2, 1, 0),
            ("b2 b3 b4", "", 1, 3, 3),
            // Round a bend, over either of two points.
            ("b1 c3", "", 1, 2, 1),
            ("b1 c3", "b2", 1, 2, 1),
            ("b1 c3", "b2 c2", 2, 1, 0),
            // Too far, but for a third stone; an empty point leads no further than to a stone.
            ("b1 b4", "", 2, 1, 0),
            ("b1 b4 c3", "", 1, 3, 3),
            ("a1 d1 g1", "", 3, 1, 0),
            ("a1 b2 d4 c3", "", 1, 4, 6),
            // No empty neighbour, and no neighbour of the colour but in the corner.
            ("a1 d4", "a2 b1 b2", 2, 1, 0),
            ("a1 a2", "b1 b2 b3 a3", 1, 2, 1),
            ("a1 a2 d1 e1 g4", "", 3, 2, 2),
        ] {
            for size in Size::ALL.into_iter().skip(2) {
                let rows = |names: &str| {
                    let cells = names.split_whitespace().map(|name| parse_point(size, name).unwrap());
                    cells.fold(Rows::EMPTY, |rows, point| rows.with(size.geometry().cell(point)))
                };
                let stones = [rows(own), rows(other)];
                let expected = Components { count, largest, pairs };
                assert_eq!(at_best(Linked(size, stones))[0], expected, "{size}: {own} / {other}");
                assert_eq!(at_best(Linked(size, [stones[1], stones[0]]))[1], expected, "{size}: {own} / {other}");
            }
        }
    }
}
