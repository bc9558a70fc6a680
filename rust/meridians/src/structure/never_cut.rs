//! Groups that can never be cut, the counterpart of unconditional life in Go: whatever the other colour places, its turn every time,
//! they keep a path. `docs/features.md` has the argument.

use super::{Structure, dead_stones, dead_stones_among, only};
use crate::bitboard::Bitboard;
use crate::geometry::Geometry;
use crate::groups::groups_of;
use crate::point::Point;
use crate::sight::seen_by;
use std::collections::{HashMap, HashSet};

/// The search for a way to cut gives up beyond so many states of a region: its groups then count as ones that can be cut.
pub const SEARCHED_STATES: usize = 1000;

impl Structure {
    /// Groups that no sequence of placements of the other colour leaves without a path, while the own colour skips its turns and loses
    /// its dead groups at the end of them (R8) or keeps them.
    ///
    /// They are found for certain, not all of them: groups that keep a path as long as all of them stand, so that they need no others.
    #[must_use]
    pub fn never_cut(&self, states: usize) -> Vec<Bitboard> {
        let mut standing: Vec<Group> = self.living().into_iter().map(|stones| self.group(stones)).collect();
        loop {
            let kept = self.kept_by(&standing, states);
            if kept.len() == standing.len() {
                return kept.into_iter().map(|group| group.stones).collect();
            }
            standing = kept;
        }
    }

    fn group(&self, stones: Bitboard) -> Group {
        let on_lines = self.lines_of(stones).into_iter().fold(Bitboard::EMPTY, |all, line| all | line);
        Group { stones, on_lines }
    }

    /// Those of some groups that keep a path for certain as long as all of these stand.
    ///
    /// They are those with a line out of reach, and those that keep one in some region in all that a search finds can come to be there.
    /// Regions do not act on each other, so to be cut a group must be cut in every region.
    fn kept_by(&self, standing: &[Group], states: usize) -> Vec<Group> {
        let wall = standing.iter().fold(Bitboard::EMPTY, |all, group| all | group.stones);
        let reach = Structure { own: wall, ..*self }.reach();
        let out_of_reach = self.board.all().without(reach);
        let (mut kept, mut doubtful): (Vec<Group>, Vec<Group>) =
            standing.iter().partition(|group| group.on_lines.meets(out_of_reach));
        let regions: Vec<Bitboard> = groups_of(self.board, reach).collect();
        for &points in &regions {
            let here: Vec<Bitboard> =
                doubtful.iter().filter(|group| group.on_lines.meets(points)).map(|group| group.stones).collect();
            let start = State { own: self.own.without(wall) & points, other: self.other & points };
            let region = Region { board: self.board, wall, points, start, is_only_one: regions.len() == 1 };
            let uncut = region.uncut(&here, states);
            let (kept_here, others) = doubtful.into_iter().partition(|group| uncut.contains(&group.stones));
            kept.extend::<Vec<Group>>(kept_here);
            doubtful = others;
        }
        kept.sort_by_key(|group| group.stones.first());
        kept
    }
}

/// A group, and the points between it and the own stones next on a line. As no stone of a wall is on a line, it lies in one region or is
/// all out of reach.
#[derive(Clone, Copy)]
struct Group {
    stones: Bitboard,
    on_lines: Bitboard,
}

/// A part of what the other colour can reach while a wall of own stones stands. No line leads from it to other parts.
struct Region {
    board: &'static Geometry,
    wall: Bitboard,
    points: Bitboard,
    start: State,
    is_only_one: bool,
}

/// The stones in a region; the own ones are not of the wall.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    own: Bitboard,
    other: Bitboard,
}

impl Region {
    /// Of some groups of the wall, those that have a path in this region in every state that placements here and elsewhere lead to; none
    /// if there are more than `states`.
    fn uncut(&self, groups: &[Bitboard], states: usize) -> Vec<Bitboard> {
        // Lines depend on the own stones, which are few different ones.
        let mut lines = HashMap::<Bitboard, Vec<Vec<Bitboard>>>::new();
        let mut uncut: Vec<usize> = (0..groups.len()).collect();
        let (mut seen, mut todo, mut fresh) = (HashSet::new(), Vec::new(), vec![self.start]);
        loop {
            while let Some(state) = fresh.pop() {
                if !seen.insert(state) {
                    continue;
                }
                let lines = lines.entry(state.own).or_insert_with(|| self.lines(state.own, groups));
                uncut.retain(|&k| lines[k].iter().any(|line| !line.meets(state.other)));
                let Some(&k) = uncut.first() else { return Vec::new() };
                if seen.len() > states {
                    return Vec::new();
                }
                let open = lines[k].iter().copied().filter(|line| !line.meets(state.other));
                let aim = open.fold(Bitboard::EMPTY, |all, line| all | line);
                fresh.extend(self.without_placement(state));
                todo.push((state, self.placements(state), aim));
            }
            // Deep first, and where it cuts: a group that can be cut mostly is soon.
            let Some((state, left, aim)) = todo.last_mut() else { break };
            if let Some(point) = (*left & *aim).first().or_else(|| left.first()) {
                *left = left.without(only(point));
                fresh.push(self.placed(*state, point));
            } else {
                todo.pop();
            }
        }
        uncut.into_iter().map(|k| groups[k]).collect()
    }

    /// The lines of each group in this region.
    fn lines(&self, own: Bitboard, groups: &[Bitboard]) -> Vec<Vec<Bitboard>> {
        let structure = Structure { board: self.board, own: self.wall | own, other: Bitboard::EMPTY };
        let lines = |&group| structure.lines_of(group).into_iter().filter(|line| line.meets(self.points)).collect();
        groups.iter().map(lines).collect()
    }

    /// What a state becomes when the own colour skips a turn, and when the other colour places elsewhere.
    fn without_placement(&self, State { own, other }: State) -> impl Iterator<Item = State> {
        let stones = self.wall | own;
        let skipped = (!own.is_empty())
            .then(|| State { own: own.without(dead_stones_among(self.board, stones, other, own)), other });
        // Only in the beginning stones without a path may be there.
        let elsewhere = (!self.is_only_one && other == self.start.other)
            .then(|| State { own, other: other.without(dead_stones(self.board, other, stones)) });
        skipped.into_iter().chain(elsewhere)
    }

    /// Where the other colour can place (R6).
    fn placements(&self, State { own, other }: State) -> Bitboard {
        Structure { board: self.board, own: other, other: self.wall | own }.seen() & self.points
    }

    /// The state after a placement of the other colour and what it removes (R8).
    fn placed(&self, State { own, other }: State, point: Point) -> State {
        let stones = self.wall | own;
        let after = other | only(point);
        let suspects = if other == self.start.other {
            after
        } else {
            // No group was dead before, so only those can be that the stone is of or seen from.
            let empty = self.board.all().without(after | stones);
            only(point) | seen_by(self.board, only(point), empty).stones & after
        };
        State { own, other: after.without(dead_stones_among(self.board, after, stones, suspects)) }
    }
}
