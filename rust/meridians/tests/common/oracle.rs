//! Groups, paths and death (R7, R8) once more, stone by stone along the lines and without a bitboard sweep: what the engine's answers
//! are held against.

use meridians::{Bitboard, ByColor, Color, Direction, Geometry, Point, Position, Size};
use std::collections::{BTreeSet, HashMap};

/// The stones of a board.
pub(crate) struct Oracle {
    board: &'static Geometry,
    stones: HashMap<Point, Color>,
}

impl Oracle {
    /// A board with these stones of Light and Dark.
    pub(crate) fn new(size: Size, stones: ByColor<Bitboard>) -> Oracle {
        let stand = |color| stones[color].iter().map(move |point| (point, color));
        Oracle { board: size.geometry(), stones: Color::ALL.into_iter().flat_map(stand).collect() }
    }

    /// The stones of a position.
    pub(crate) fn of(position: &Position) -> Oracle {
        Oracle::new(position.size(), ByColor(Color::ALL.map(|color| position.stones(color))))
    }

    /// These stones and one more.
    pub(crate) fn with(mut self, point: Point, color: Color) -> Oracle {
        assert_eq!(self.stones.insert(point, color), None);
        self
    }

    /// The groups of a colour, each ascending, ordered by their first points.
    pub(crate) fn groups(&self, color: Color) -> Vec<BTreeSet<Point>> {
        let mut groups: Vec<BTreeSet<Point>> = Vec::new();
        let mut stones: Vec<Point> =
            self.stones.iter().filter(|&(_, &c)| c == color).map(|(&point, _)| point).collect();
        stones.sort_unstable();
        for stone in stones {
            if groups.iter().any(|group| group.contains(&stone)) {
                continue;
            }
            let (mut group, mut edge) = (BTreeSet::from([stone]), vec![stone]);
            while let Some(from) = edge.pop() {
                for direction in Direction::ALL {
                    let next = self.board.step(from, direction);
                    if let Some(next) = next.filter(|next| self.stones.get(next) == Some(&color))
                        && group.insert(next)
                    {
                        edge.push(next);
                    }
                }
            }
            groups.push(group);
        }
        groups
    }

    /// Whether a stone of the group sees a stone of another group of its colour over one or more empty points (R7).
    fn has_path(&self, color: Color, group: &BTreeSet<Point>) -> bool {
        group.iter().any(|&from| {
            Direction::ALL.into_iter().any(|direction| {
                let mut line = self.board.ray(from, direction);
                let met = line.find(|point| self.stones.contains_key(point));
                let adjacent = met == self.board.step(from, direction);
                met.is_some_and(|to| !adjacent && self.stones[&to] == color && !group.contains(&to))
            })
        })
    }

    /// The groups of a colour that have no path.
    pub(crate) fn dead_groups(&self, color: Color) -> Vec<Bitboard> {
        let dead = self.groups(color).into_iter().filter(|group| !self.has_path(color, group));
        dead.map(|group| group.into_iter().collect()).collect()
    }

    /// Whether a colour that has taken so many turns (up to 2) may place on a point (R4, R5, R6).
    pub(crate) fn is_placement(&self, color: Color, turns: u8, point: Point) -> bool {
        let is_own = |at: Option<Point>| at.and_then(|at| self.stones.get(&at)) == Some(&color);
        let sees_own = Direction::ALL.into_iter().any(|direction| {
            is_own(self.board.ray(point, direction).find(|on_line| self.stones.contains_key(on_line)))
        });
        let adjacent = Direction::ALL.into_iter().any(|direction| is_own(self.board.step(point, direction)));
        let rule = match turns {
            0 => true,
            1 => sees_own && !adjacent,
            _ => sees_own,
        };
        rule && !self.stones.contains_key(&point)
    }
}
