//! Paths, where they are cut, and where they could come to be.

use super::{Structure, only};
use crate::bitboard::Bitboard;
use crate::groups::group_of;
use crate::point::Point;
use crate::sight::rays_from;
use std::collections::BTreeMap;

/// Two stones of different groups that see each other (R7).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Path {
    /// The stones, in action order.
    pub ends: (Point, Point),
    /// The empty points between them, from the first to the second.
    pub cells: Vec<Point>,
}

impl Path {
    /// Whether one end is in a set.
    #[must_use]
    pub fn leads_to(&self, stones: Bitboard) -> bool {
        stones.contains(self.ends.0) || stones.contains(self.ends.1)
    }
}

/// A line of sight on which a stone would have a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PotentialPath {
    /// The stone it starts from.
    pub stone: Point,
    /// Where a stone would have a path with it, the nearest first.
    pub points: Vec<Point>,
}

impl Structure {
    /// All paths, each once, in the order of their ends.
    #[must_use]
    pub fn paths(&self) -> Vec<Path> {
        let mut found = Vec::new();
        for group in self.groups() {
            for stone in group {
                for ray in rays_from(self.board, stone, self.empty()) {
                    if let Some(end) = ray.stone
                        && stone < end
                        && self.own.contains(end)
                        && !group.contains(end)
                    {
                        found.push(Path { ends: (stone, end), cells: ray.empty });
                    }
                }
            }
        }
        found.sort();
        found
    }

    /// For each empty point on a path, in action order, the paths that one stone of the other colour there takes away, as places in
    /// [`Structure::paths`].
    ///
    /// The other colour need not be able to place there now: the points where it can are those that it sees.
    #[must_use]
    pub fn cut_points(&self) -> Vec<(Point, Vec<usize>)> {
        let mut cuts = BTreeMap::<Point, Vec<usize>>::new();
        for (place, path) in self.paths().iter().enumerate() {
            for &cell in &path.cells {
                cuts.entry(cell).or_default().push(place);
            }
        }
        cuts.into_iter().collect()
    }

    /// Lines of sight where a stone could make a path, by stone and then by direction.
    ///
    /// A line that ends at another stone of the colour is left out: a stone there would come between the two. Points next to the stone's
    /// group are, for a stone there would be of the group.
    #[must_use]
    pub fn potential_paths(&self) -> Vec<PotentialPath> {
        let mut found = Vec::new();
        for stone in self.own {
            let near = self.near(group_of(self.board, self.own, stone));
            for ray in rays_from(self.board, stone, self.empty()) {
                if ray.stone.is_some_and(|end| self.own.contains(end)) {
                    continue;
                }
                let points: Vec<Point> = ray.empty.into_iter().filter(|&point| !near.contains(point)).collect();
                if !points.is_empty() {
                    found.push(PotentialPath { stone, points });
                }
            }
        }
        found
    }

    /// Three stones of three groups, each with a path to both others; each triangle and the list in action order.
    #[must_use]
    pub fn triangles(&self) -> Vec<[Point; 3]> {
        let mut after = BTreeMap::<Point, Bitboard>::new();
        for path in self.paths() {
            *after.entry(path.ends.0).or_default() |= only(path.ends.1);
        }
        let mut found = Vec::new();
        for (&a, &seen) in &after {
            for b in seen {
                let both = seen & after.get(&b).copied().unwrap_or_default();
                found.extend(both.iter().map(|c| [a, b, c]));
            }
        }
        found
    }
}
