//! The machine against the plain rules: whole games, every width of words, and the uniformity of its choices.

use super::compiled::play;
use super::slots::{Job, run};
use super::word_plain::Plain;
use crate::color::Color;
use crate::control::Control;
use crate::geometry::Size;
use crate::level::Level;
use crate::position::Position;
use crate::random::Stream;
use crate::rollout::tables::{Marks, WantedMarks};
use crate::rollout::{End, Start, default_max_plies, rollout, stones};
use std::rc::Rc;

const ALL_MARKS: WantedMarks = WantedMarks { held: true, played: true };

/// The games of one board by a machine, in the order of their indices.
fn games(size: Size, machine: impl Fn(Job), games: u64) -> Vec<(End, Option<Marks>)> {
    let position = Rc::new(Position::new(size, false));
    let max_plies = default_max_plies(position.size());
    let mut indices = 0..700_u32;
    let mut ends = vec![None; 700];
    let mut next = || {
        let tag = indices.next()?;
        Some(Start { position: Rc::clone(&position), stream: Stream::new(3, u64::from(tag)), max_plies, tag })
    };
    let mut finished = |tag: u32, end, marks: Option<&Marks>| ends[tag as usize] = Some((end, marks.copied()));
    let control = &Control::default();
    machine(Job { games, max_plies, marks: ALL_MARKS, control, next: &mut next, finished: &mut finished });
    ends.into_iter().map(Option::unwrap).collect()
}

#[test]
fn words_of_every_width_play_the_same_games() {
    fn on_board<const N: usize>() {
        let size = Size::from_short_side(N).unwrap();
        let expected = games(size, run::<Plain<1>, N>, 1);
        assert_eq!(games(size, run::<Plain<2>, N>, 1), expected);
        assert_eq!(games(size, run::<Plain<4>, N>, 1), expected);
        assert_eq!(games(size, run::<Plain<8>, N>, 1), expected);
        for level in Level::available() {
            for few_or_many in [1, 10_000] {
                let found = games(size, |job| play(level, size, job), few_or_many);
                assert_eq!(found, expected, "{size} {level:?}");
            }
        }
    }
    on_board::<2>();
    on_board::<3>();
    on_board::<4>();
    on_board::<5>();
    on_board::<6>();
    on_board::<7>();
}

/// One game is loaded many times, with a ply cap of 1, 2, 3, ... plies: the stones that the caps leave are the whole game, move
/// by move and with every removal.
#[test]
fn whole_games_ply_by_ply() {
    let (mut compared, mut threatened) = (0, 0);
    for size in Size::ALL {
        let starts = (0..4).flat_map(|seed| {
            let mut positions = vec![Position::new(size, false)];
            for mv in rollout(&positions[0], seed, 99, u32::MAX).unwrap().moves {
                let mut next = positions[positions.len() - 1];
                next.play_unchecked(mv);
                positions.push(next);
            }
            // The second-stone phase, the middle, a threatened group, and one ply from the end.
            let plies = positions.len() - 1;
            let threatened = positions.iter().rposition(|position| !position.threatened().is_empty()).unwrap_or(0);
            [0, 2, 3, plies / 2, threatened, plies - 1].map(|ply| positions[ply.min(plies - 1)])
        });
        for (index, start) in starts.enumerate() {
            threatened += usize::from(!start.threatened().is_empty());
            let stream = Stream::new(8, index as u64);
            let game = rollout(&start, 8, index as u64, default_max_plies(size)).unwrap();
            let mut expected = vec![start];
            for &mv in &game.moves {
                let mut next = expected[expected.len() - 1];
                next.play_unchecked(mv);
                expected.push(next);
            }
            for level in Level::available() {
                let mut caps = 1..=game.moves.len() as u32;
                let mut next =
                    || caps.next().map(|cap| Start { position: Rc::new(start), stream, max_plies: cap, tag: cap });
                let mut found = vec![None; expected.len()];
                let mut finished = |cap: u32, end: End, marks: Option<&Marks>| {
                    found[cap as usize] = Some((end.plies, marks.unwrap().held));
                };
                let (control, max_plies) = (&Control::default(), default_max_plies(size));
                let job =
                    Job { games: 1, max_plies, marks: ALL_MARKS, control, next: &mut next, finished: &mut finished };
                play(level, size, job);
                for (ply, position) in expected.iter().enumerate().skip(1) {
                    assert_eq!(
                        found[ply],
                        Some((ply as u32, stones(position))),
                        "{level:?}, ply {ply} of {:?}",
                        game.moves
                    );
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 5000 && threatened > 20, "{compared}, {threatened}");
}

/// The first choices of many games, in positions with few and with many legal points.
#[test]
fn choices_are_uniform() {
    const GAMES: u32 = 40_000;
    let line = rollout(&Position::new(Size::STANDARD, false), 4, 0, u32::MAX).unwrap().moves;
    let mut position = Position::new(Size::STANDARD, false);
    let mut counts = std::collections::BTreeSet::new();
    for (ply, mv) in line.into_iter().enumerate() {
        let legal = position.legal().placements();
        if ply % 6 == 0 && legal.count() > 1 {
            let mut indices = 0..GAMES;
            let mut next = || {
                let tag = indices.next()?;
                Some(Start { position: Rc::new(position), stream: Stream::new(1, u64::from(tag)), max_plies: 1, tag })
            };
            let mut chosen = vec![0_u32; Size::STANDARD.points()];
            let mut finished = |_, _, marks: Option<&Marks>| {
                let played = marks.unwrap().played;
                let point = (played[Color::Light] | played[Color::Dark]).first().unwrap();
                chosen[point.index()] += 1;
            };
            let games = u64::from(GAMES);
            let control = &Control::default();
            let job = Job { games, max_plies: 1, marks: ALL_MARKS, control, next: &mut next, finished: &mut finished };
            play(Level::best(), Size::STANDARD, job);
            let expected = f64::from(GAMES) / legal.count() as f64;
            let chi_squared: f64 =
                legal.iter().map(|point| (f64::from(chosen[point.index()]) - expected).powi(2) / expected).sum();
            let freedom = (legal.count() - 1) as f64;
            assert_eq!(legal.iter().map(|point| chosen[point.index()]).sum::<u32>(), GAMES);
            // Five standard deviations of the chi-squared distribution.
            let limit = freedom + 5.0 * (2.0 * freedom).sqrt();
            assert!(chi_squared < limit, "{chi_squared} for {} points", legal.count());
            counts.insert(legal.count());
        }
        position.play_unchecked(mv);
    }
    assert!(counts.len() > 8, "{counts:?}");
}
