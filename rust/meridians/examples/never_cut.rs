//! Holds `never_cut` on the two smallest boards against a search of all that the other colour can do, by an implementation of its own:
//! `cargo run --release --example never_cut [-- POSITIONS]`. It prints how many of the groups that cannot be cut are found, and fails if
//! one is found that can be.
#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use meridians::{Bitboard, Color, Direction, Point, Position, SEARCHED_STATES, Size, Stream, Structure};
use std::collections::HashSet;
use std::process::ExitCode;

/// Points as bits, for boards of 64 points at most.
struct Board {
    points: Vec<Point>,
    rays: Vec<Vec<Vec<usize>>>,
}

/// The bits that are set.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(bit)
    })
}

fn bits_of(set: Bitboard) -> u64 {
    set.iter().fold(0, |all, point| all | 1 << point.index())
}

impl Board {
    fn new(size: Size) -> Board {
        let board = size.geometry();
        let ray = |point, direction| board.ray(point, direction).map(Point::index).collect();
        let points: Vec<Point> = board.all().iter().collect();
        let rays = points.iter().map(|&point| Direction::ALL.map(|direction| ray(point, direction)).to_vec()).collect();
        Board { points, rays }
    }

    fn set_of(&self, set: u64) -> Bitboard {
        bits(set).map(|bit| self.points[bit]).collect()
    }

    fn group(&self, own: u64, stone: usize) -> u64 {
        let (mut group, mut edge) = (1 << stone, vec![stone]);
        while let Some(from) = edge.pop() {
            for &next in self.rays[from].iter().filter_map(|ray| ray.first()) {
                if own & !group & 1 << next != 0 {
                    group |= 1 << next;
                    edge.push(next);
                }
            }
        }
        group
    }

    /// The stones of the groups without a path (R7).
    fn dead(&self, own: u64, other: u64) -> u64 {
        let (mut left, mut dead) = (own, 0);
        while let Some(stone) = bits(left).next() {
            let group = self.group(own, stone);
            left &= !group;
            let first_met = |ray: &Vec<usize>| ray.iter().copied().find(|&at| (own | other) & 1 << at != 0);
            let has_path =
                |from: usize| self.rays[from].iter().filter_map(first_met).any(|end| own & !group & 1 << end != 0);
            if !bits(group).any(has_path) {
                dead |= group;
            }
        }
        dead
    }

    /// The empty points that a colour sees (R6).
    fn seen(&self, own: u64, other: u64) -> u64 {
        let rays = bits(own).flat_map(|stone| &self.rays[stone]);
        rays.flat_map(|ray| ray.iter().take_while(|&&at| (own | other) & 1 << at == 0)).fold(0, |all, at| all | 1 << at)
    }

    /// The stones of the groups that the other colour can cut while the own skips its turns. Its dead groups are removed then, or stay.
    fn cuttable(&self, own: u64, other: u64, removal: bool) -> u64 {
        let skipped = |own, other| if removal { own & !self.dead(own, other) } else { own };
        let living = own & !self.dead(own, other);
        // Either colour may have the first turn.
        let mut todo = vec![(own, other), (skipped(own, other), other)];
        let (mut seen, mut cut) = (todo.iter().copied().collect::<HashSet<_>>(), 0);
        while let Some((own, other)) = todo.pop()
            && cut != living
        {
            for point in bits(self.seen(other, own)) {
                let placed = other | 1 << point;
                let after = placed & !self.dead(placed, own);
                cut |= self.dead(own, after) & living;
                let state = (skipped(own, after), after);
                if seen.insert(state) {
                    todo.push(state);
                }
            }
        }
        cut
    }
}

/// Whether in so many positions of random games, one of six, and as many with stones set at random no group is found that can be cut.
fn holds(size: Size, wanted: usize) -> bool {
    let board = Board::new(size);
    let (mut in_games, mut set, mut index) = (Vec::new(), Vec::new(), 0);
    while in_games.len() < wanted {
        let mut stream = Stream::new(1, index);
        index += 1;
        let mut position = Position::new(size, false);
        while !position.is_over() {
            let legal = position.legal();
            position.play_unchecked(legal.nth(stream.below(legal.count())).expect("a game that goes on has a move"));
            let has_begun = Color::ALL.iter().all(|&color| position.turns(color) == 2);
            if has_begun && !position.is_over() && stream.below(6) == 0 {
                in_games.extend(Color::ALL.map(|color| [color, !color].map(|of| bits_of(position.stones(of)))));
            }
        }
    }
    let mut stream = Stream::new(2, 0);
    while set.len() < wanted {
        // From nearly all points to few, the own stones mostly more.
        let shares = [2 + stream.below(12), 1 + stream.below(7)];
        let mut stones = [0, 0];
        for at in 0..size.points() {
            let draw = stream.below(20);
            stones[0] |= u64::from(draw < shares[0]) << at;
            stones[1] |= u64::from((shares[0]..shares[0] + shares[1]).contains(&draw)) << at;
        }
        set.push(stones);
    }
    for (kind, cases) in [("of random games", in_games), ("set at random", set)] {
        let (mut safe_if_all_stand, mut safe, mut found) = (0, 0, 0);
        for &[own, other] in &cases {
            let [stay, removed] = [false, true].map(|removal| board.cuttable(own, other, removal));
            let never_cut = Structure::new(size, board.set_of(own), board.set_of(other)).never_cut(SEARCHED_STATES);
            let living = own & !board.dead(own, other);
            for group in &never_cut {
                let group = bits_of(*group);
                if group & !living != 0 || group & (stay | removed) != 0 {
                    println!("{:?} can be cut in {own:x} against {other:x}", board.set_of(group));
                    return false;
                }
            }
            found += never_cut.len();
            let mut left = living & !stay;
            while let Some(stone) = bits(left).next() {
                let group = board.group(own, stone);
                left &= !group;
                safe_if_all_stand += 1;
                safe += usize::from(group & removed == 0);
            }
        }
        println!(
            "{size}, {} positions {kind}: {safe} groups cannot be cut, {found} of them are found ({safe_if_all_stand} could not be if \
             dead groups stayed)",
            cases.len()
        );
    }
    true
}

fn main() -> ExitCode {
    let positions = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(10_000);
    if [Size::ALL[0], Size::ALL[1]].into_iter().all(|size| holds(size, positions)) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
