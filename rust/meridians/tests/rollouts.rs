//! Rollouts: the same games on any number of threads, uniform choices, and the known statistics of random play.
//!
//! Seeds are fixed, so a statistical test passes or fails for good; its bounds are wide enough that other seeds would do as well.

mod common;

use common::{game_after, position_after, size};
use meridians::{
    Batch, Color, Control, Move, NothingToPlay, Position, Repetition, Rollouts, Size, Stopped, default_max_plies,
    rollout, rollouts,
};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::thread;
use std::time::{Duration, Instant};

fn batch(games: u64, seed: u64, threads: usize) -> Batch {
    Batch { games, seed, threads: NonZeroUsize::new(threads), ..Batch::default() }
}

fn run(position: &Position, batch: Batch) -> Rollouts {
    let control = Control::default();
    let statistics = rollouts(position, batch, &control).unwrap().unwrap();
    assert_eq!((statistics.games(), control.done()), (batch.games, batch.games));
    statistics
}

/// The statistics of a batch, from its games one at a time.
fn one_at_a_time(position: &Position, batch: Batch) -> Rollouts {
    let mut sum = Rollouts::default();
    for index in 0..batch.games {
        let max_plies = batch.max_plies.unwrap_or(default_max_plies(position.size()));
        let game = rollout(position, batch.seed, index, max_plies).unwrap();
        match game.winner {
            Some(color) => sum.wins[color] += 1,
            None => sum.unfinished += 1,
        }
        let plies = game.moves.len() as u64;
        sum.plies += plies;
        sum.plies_squared += u128::from(plies * plies);
        sum.longest = sum.longest.max(game.moves.len() as u32);
        sum.stones_removed += u64::from(game.stones_removed);
    }
    sum
}

#[test]
fn any_number_of_threads_plays_the_same_games() {
    let positions = [
        Position::new(size("5/6"), false),
        Position::new(size("3/4"), true),
        position_after(size("6/7"), "h1 d4 b2 d6 h8 g6 d5"),
    ];
    for position in positions {
        let one = run(&position, batch(200, 3, 1));
        assert_eq!(one, one_at_a_time(&position, batch(200, 3, 1)));
        for threads in [2, 3, 7] {
            assert_eq!(run(&position, batch(200, 3, threads)), one, "{threads} threads");
        }
        assert_ne!(run(&position, batch(200, 4, 2)), one, "another seed plays other games");
    }
}

#[test]
fn the_cap_counts_plies_from_the_start_of_the_rollout() {
    let position = position_after(size("4/5"), "a1 e5 a3");
    for cap in [0, 1, 20, 30] {
        let capped = Batch { max_plies: Some(cap), ..batch(100, 1, 2) };
        let statistics = run(&position, capped);
        assert_eq!(statistics, one_at_a_time(&position, capped));
        assert!(statistics.longest <= cap);
        assert_eq!(cap < 2, statistics.unfinished == 100, "no game ends before ply 5, and some end by ply 23");
    }
    // A game that ends with the last ply allowed is finished.
    let whole = rollout(&position, 1, 0, default_max_plies(position.size())).unwrap();
    let exact = rollout(&position, 1, 0, whole.moves.len() as u32).unwrap();
    let short = rollout(&position, 1, 0, whole.moves.len() as u32 - 1).unwrap();
    assert!(whole.winner.is_some() && short.winner.is_none());
    assert_eq!(exact, whole);
    assert_eq!(short.moves, whole.moves[..short.moves.len()]);
}

#[test]
fn no_games_and_finished_games() {
    assert_eq!(run(&Position::new(size("6/7"), false), batch(0, 0, 3)), Rollouts::default());
    let over = position_after(size("2/3"), "c1 e1 c3 pass");
    assert_eq!(rollout(&over, 0, 0, 9), Err(NothingToPlay));
    assert_eq!(rollouts(&over, batch(5, 0, 1), &Control::default()), Err(NothingToPlay));
}

/// The answer is drawn like any other ply; it moves no stone, and wins are tallied by colour (R12).
#[test]
fn the_answer_to_the_pie_is_rolled_out() {
    let after = |moves| *game_after(size("3/4"), true, Repetition::None, moves).position();
    let waiting = after("c1 e4");
    let answers = (0..2000).map(|index| rollout(&waiting, 5, index, 1).unwrap().moves);
    let kept = answers.map(|moves| usize::from(moves == [Move::Keep])).sum::<usize>();
    // Five standard deviations of 2000 fair draws.
    assert!(kept.abs_diff(1000) < 112, "{kept} of 2000");
    assert_eq!(run(&after("c1 e4 keep"), batch(500, 5, 2)), run(&after("c1 e4 swap"), batch(500, 5, 2)));
}

/// Asserts that within each group of cells all cells were drawn equally often, by a chi-squared test over all groups: neither
/// too unequally nor too equally, within five standard deviations.
fn assert_uniform(groups: impl IntoIterator<Item = Vec<u64>>) {
    let (mut chi_squared, mut freedom) = (0.0, 0.0);
    for cells in groups {
        let expected = cells.iter().sum::<u64>() as f64 / cells.len() as f64;
        // The approximation needs about five draws a cell.
        if expected >= 5.0 {
            chi_squared += cells.iter().map(|&n| (n as f64 - expected).powi(2) / expected).sum::<f64>();
            freedom += cells.len() as f64 - 1.0;
        }
    }
    assert!(freedom >= 29.0, "{freedom} degrees of freedom");
    assert!((chi_squared - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(), "{chi_squared} of {freedom}");
}

#[test]
fn the_first_choice_is_uniform() {
    for name in ["3/4", "6/7"] {
        let position = Position::new(size(name), false);
        let mut cells = vec![0; size(name).points()];
        for index in 0..100 * cells.len() as u64 {
            let game = rollout(&position, 11, index, 1).unwrap();
            cells[usize::from(game.moves[0].action(size(name)))] += 1;
        }
        assert_uniform([cells]);
    }
}

/// Ply 12 of games on 4/5: among as many legal moves as there are, every rank is as likely as the others.
#[test]
fn a_later_choice_is_uniform() {
    const PLY: usize = 12;
    let start = Position::new(size("4/5"), false);
    let mut groups = BTreeMap::<usize, Vec<u64>>::new();
    for index in 0..20_000 {
        let game = rollout(&start, 12, index, PLY as u32 + 1).unwrap();
        let Some((&choice, before)) = game.moves.split_last().filter(|(_, before)| before.len() == PLY) else {
            continue;
        };
        let mut position = start;
        for &mv in before {
            position.play_unchecked(mv);
        }
        let legal = position.legal();
        let rank = legal.iter().position(|mv| mv == choice).unwrap();
        groups.entry(legal.count()).or_insert_with(|| vec![0; legal.count()])[rank] += 1;
    }
    assert!(groups.len() > 10, "many different counts");
    assert_uniform(groups.into_values());
}

/// What is known of random play on a board: plain opening, measured on 20,000 games by an unrelated engine.
struct Known {
    size: &'static str,
    light_share: f64,
    mean_plies: f64,
    sd_plies: f64,
    legal_moves: f64,
    stones_removed: f64,
}

const KNOWN_GAMES: f64 = 20_000.0;

const KNOWN: [Known; 4] = [
    Known {
        size: "4/5",
        light_share: 0.508,
        mean_plies: 41.3,
        sd_plies: 15.1,
        legal_moves: 22.9,
        stones_removed: 23.5,
    },
    Known {
        size: "5/6",
        light_share: 0.508,
        mean_plies: 72.1,
        sd_plies: 19.4,
        legal_moves: 34.2,
        stones_removed: 41.6,
    },
    Known {
        size: "6/7",
        light_share: 0.499,
        mean_plies: 109.4,
        sd_plies: 23.4,
        legal_moves: 48.2,
        stones_removed: 63.5,
    },
    Known {
        size: "7/8",
        light_share: 0.500,
        mean_plies: 153.6,
        sd_plies: 26.5,
        legal_moves: 64.9,
        stones_removed: 89.8,
    },
];

/// The mean and the standard deviation of a sample.
fn mean_and_sd(sample: &[f64]) -> (f64, f64) {
    let mean = sample.iter().sum::<f64>() / sample.len() as f64;
    let variance = sample.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / sample.len() as f64;
    (mean, variance.sqrt())
}

/// Asserts that two measurements differ by less than five standard errors of their difference.
fn assert_near(what: &str, ours: f64, known: f64, sd: f64, games: usize) {
    let error = sd * (1.0 / games as f64 + 1.0 / KNOWN_GAMES).sqrt();
    assert!((ours - known).abs() < 5.0 * error, "{what}: {ours}, known {known}, standard error {error}");
}

/// The games of one board against what is known of it.
fn compare_with_known(known: &Known, games: usize) {
    let start = Position::new(size(known.size), false);
    let (mut plies, mut removed, mut legal) = (Vec::new(), Vec::new(), Vec::new());
    let (mut light_wins, mut forced_passes) = (0, 0);
    for index in 0..games as u64 {
        let game = rollout(&start, 2021, index, default_max_plies(start.size())).unwrap();
        light_wins += usize::from(game.winner == Some(Color::Light));
        assert!(game.winner.is_some(), "game {index} is unfinished");
        forced_passes += game.moves.iter().filter(|&&mv| mv == Move::Pass).count();
        plies.push(game.moves.len() as f64);
        removed.push(f64::from(game.stones_removed));
        // The mean over a game's plies, of some games only: they have to be played once more for it.
        if index % 8 == 0 {
            let mut position = start;
            for &mv in &game.moves {
                legal.push(position.legal().count() as f64);
                position.play_unchecked(mv);
            }
        }
    }
    let of = |what: &str| format!("{what} on {}", known.size);
    let ((mean_plies, sd_plies), (mean_removed, sd_removed)) = (mean_and_sd(&plies), mean_and_sd(&removed));
    assert_near(&of("Light's share"), light_wins as f64 / games as f64, known.light_share, 0.5, games);
    assert_near(&of("mean plies"), mean_plies, known.mean_plies, known.sd_plies, games);
    // A standard deviation has the error sd * sqrt((kurtosis - 1) / 4 n). A few very short games make the kurtosis of game
    // lengths large, up to 22 on 7/8.
    assert_near(&of("s.d. of plies"), sd_plies, known.sd_plies, 2.3 * known.sd_plies, games);
    assert_near(&of("stones removed"), mean_removed, known.stones_removed, sd_removed, games);
    // The plies of a game are not independent, so this has no such error; two per cent is what it varies by.
    let (mean_legal, _) = mean_and_sd(&legal);
    assert!((mean_legal / known.legal_moves - 1.0).abs() < 0.02, "{}: {mean_legal}", of("legal moves"));
    assert!(plies.iter().copied().fold(f64::MAX, f64::min) >= 4.0, "only a forced pass at R5 loses at ply 4");
    if known.size == "6/7" {
        // About 0.15 % of games; Poisson's distribution with mean 3.75 is below 16 but for one seed in 100,000.
        assert!(forced_passes < 16, "{forced_passes} forced passes");
    }
}

#[test]
fn random_play_on_4_5_is_as_known() {
    compare_with_known(&KNOWN[0], 5000);
}

#[test]
fn random_play_on_5_6_is_as_known() {
    compare_with_known(&KNOWN[1], 3500);
}

#[test]
fn random_play_on_6_7_is_as_known() {
    compare_with_known(&KNOWN[2], 2500);
}

#[test]
fn random_play_on_7_8_is_as_known() {
    compare_with_known(&KNOWN[3], 1500);
}

#[test]
fn stopping_ends_a_batch_promptly() {
    let position = Position::new(Size::EXPERT, false);
    let control = Control::default();
    let (answer, waited) = thread::scope(|scope| {
        // Many seconds of work, but not for ever, should the control be deaf.
        let work = scope.spawn(|| rollouts(&position, batch(50_000, 0, 3), &control));
        while control.done() == 0 && !work.is_finished() {
            thread::sleep(Duration::from_millis(1));
        }
        let asked = Instant::now();
        control.stop();
        (work.join().unwrap(), asked.elapsed())
    });
    assert_eq!(answer, Ok(Err(Stopped)));
    // A game takes less than a millisecond; the rest is for a busy machine.
    assert!(waited < Duration::from_secs(2), "{waited:?}");
    // Stopped before it begins: nothing is played.
    let done = control.done();
    assert_eq!(rollouts(&position, batch(1000, 0, 2), &control), Ok(Err(Stopped)));
    assert_eq!(control.done(), done);
}
