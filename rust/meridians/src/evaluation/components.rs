//! Components: stones of one colour joined by adjacency and sight, at any remove ("path groups" of the game's designer).
//!
//! A component is flooded along lines: stones on one line with no stone of the other colour between them are of one component, so each
//! step of a flood reaches to the ends of the line, over other own stones as well.

use crate::lanes::{Lanes, NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST, WEST};

/// The number of components and the stones of the largest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Components {
    pub(super) count: i32,
    pub(super) largest: i32,
}

/// The components of both colours, flooded at the same time because one flood alone waits for its own results most of the time.
#[inline(always)]
pub(super) fn components<L: Lanes>(all: L, stones: [L; 2]) -> [Components; 2] {
    let mut floods = [Flood::of(stones[0], all.without(stones[1])), Flood::of(stones[1], all.without(stones[0]))];
    while !floods[0].rest.is_empty() && !floods[1].rest.is_empty() {
        let done = [floods[0].spread(), floods[1].spread()];
        if done[0] | done[1] {
            if done[0] {
                floods[0].finish();
            }
            if done[1] {
                floods[1].finish();
            }
        }
    }
    for flood in &mut floods {
        while !flood.rest.is_empty() {
            if flood.spread() {
                flood.finish();
            }
        }
    }
    [floods[0].found, floods[1].found]
}

/// The components of one colour under way.
#[derive(Clone, Copy)]
struct Flood<L> {
    lines: Lines<L>,
    /// The stones of components that are not yet found.
    rest: L,
    /// What is known of the next of these.
    component: L,
    found: Components,
}

impl<L: Lanes> Flood<L> {
    #[inline(always)]
    fn of(stones: L, free: L) -> Flood<L> {
        Flood { lines: Lines::of(free), rest: stones, component: stones.lowest(), found: Components::default() }
    }

    /// Floods on, and gives whether the component is complete.
    #[inline(always)]
    fn spread(&mut self) -> bool {
        let before = self.component;
        self.component = self.lines.spread(before, self.rest);
        (self.component ^ before).is_empty() | (self.component ^ self.rest).is_empty()
    }

    /// Counts the complete component, if it is not the empty one after the last, and begins with the next.
    #[inline(always)]
    fn finish(&mut self) {
        let stones = self.component.count().cast_signed();
        self.found.count += i32::from(stones > 0);
        self.found.largest = self.found.largest.max(stones);
        self.rest = self.rest.without(self.component);
        self.component = self.rest.lowest();
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
