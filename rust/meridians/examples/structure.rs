//! Tries to cut the groups that can never be cut, and measures what `docs/features.md` says of it:
//! `cargo run --release --example structure [-- POSITIONS [SELF_PLAY_GAMES]]`.
//!
//! Positions are of random games on the larger boards and of games of the search against itself. Of each such group, some play-outs of
//! random placements of the other colour alone are tried; it fails at the first that cuts one.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

use meridians::{
    Bitboard, ByColor, Color, Control, Evaluation, MoveSet, Position, SEARCHED_STATES, SelfPlay, SelfPlayGame, Size,
    Stream, Structure, self_play,
};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Play-outs of each position that has such a group, and of how many placements at most, in points of the board.
const PLAYOUTS: u64 = 4;
const LENGTH: usize = 2;
/// The visits of a move of self-play.
const VISITS: u64 = 64;
/// The ply at which positions of 6/7 are counted.
const PLY: usize = 80;

/// What was tried.
#[derive(Default)]
struct Tried {
    positions: u64,
    groups: u64,
    playouts: u64,
    time: Duration,
}

impl Tried {
    /// Looks at a position for both colours; whether no group was cut.
    fn look_at(&mut self, position: &Position) -> bool {
        self.positions += 1;
        Color::ALL.into_iter().all(|color| {
            let start = Instant::now();
            let safe = Structure::of(position, color).never_cut(SEARCHED_STATES);
            self.time += start.elapsed();
            self.groups += safe.len() as u64;
            safe.is_empty() || (0..PLAYOUTS).all(|k| self.survives(position, color, &safe, k))
        })
    }

    /// Whether groups of a colour survive a play-out of the other's placements.
    fn survives(&mut self, position: &Position, color: Color, safe: &[Bitboard], k: u64) -> bool {
        self.playouts += 1;
        let size = position.size();
        let (own, mut other) = (position.stones(color), position.stones(!color));
        let mut stream = Stream::new(position.hash(), k);
        for _ in 0..LENGTH * size.points() {
            let placements = Structure::new(size, other, own).seen();
            let Some(point) = placements.nth(stream.below(placements.count())) else { return true };
            other.insert(point);
            other = other.without(Structure::new(size, other, own).dead_stones());
            let dead = Structure::new(size, own, other).dead_stones();
            if safe.iter().any(|group| group.meets(dead)) {
                println!("{color:?} was cut in {}", position.text());
                return false;
            }
        }
        true
    }
}

/// The positions of a game in which both colours have taken their second turn, and nobody has lost.
fn positions(size: Size, game: &SelfPlayGame) -> Vec<Position> {
    let mut position = Position::new(size, false);
    let mut found = Vec::new();
    for &mv in &game.moves {
        position.play_unchecked(mv);
        if Color::ALL.iter().all(|&color| position.turns(color) == 2) && !position.is_over() {
            found.push(position);
        }
    }
    found
}

fn games(size: Size, visits: u64, seed: u64, games: std::ops::Range<u64>) -> Vec<SelfPlayGame> {
    let evaluation = Arc::new(Evaluation::builtin(size).clone());
    let settings = SelfPlay {
        size,
        evaluations: ByColor([Arc::clone(&evaluation), evaluation]),
        visits,
        opening_plies: 6,
        balance: 0.2,
        drawn_plies: 8,
        branches: 0,
        seed,
    };
    self_play(&settings, games, None, &Control::default()).expect("nobody stops it")
}

/// Whether each group has a path that the other colour can never cut, and there are two at least.
fn is_closed(position: &Position) -> bool {
    Color::ALL.into_iter().all(|color| {
        let structure = Structure::of(position, color);
        structure.groups().len() >= 2 && structure.never_cut(SEARCHED_STATES).len() == structure.groups().len()
    })
}

/// Who has more safe moves; if both have as many, the colour that waits.
fn predicted(position: &Position) -> Color {
    let (mover, other) = (position.turn(), !position.turn());
    let moves = |color| Structure::of(position, color).safe_moves().len();
    if moves(mover) > moves(other) { mover } else { other }
}

/// Plays a position to its end: random moves that lose no stone if there are any.
fn playout_winner(position: &Position, index: u64) -> Option<Color> {
    let (mut position, mut stream) = (*position, Stream::new(11, index));
    for _ in 0..4 * position.size().points() {
        if let Some(outcome) = position.outcome() {
            return outcome.winner;
        }
        let legal = position.legal();
        let MoveSet::Placements(points) = legal else {
            position.play_unchecked(legal.nth(0)?);
            continue;
        };
        let color = position.turn();
        let keeping: Bitboard = points
            .iter()
            .filter(|&point| {
                let (own, other) = (position.stones(color).with(point), position.stones(!color));
                Structure::new(position.size(), own, other).dead_stones().is_empty()
            })
            .collect();
        let choice = if keeping.is_empty() { points } else { keeping };
        position.play_unchecked(meridians::Move::Place(choice.nth(stream.below(choice.count()))?));
    }
    None
}

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let wanted = numbers.first().copied().unwrap_or(1_000_000);
    let self_plays = numbers.get(1).copied().unwrap_or(200);

    let mut tried = Tried::default();
    let (mut at_ply, mut with_group) = (0_u32, 0_u32);
    let (mut closed, mut right, mut played_right) = (0_u32, 0_u32, 0_u32);
    for (index, game) in games(Size::STANDARD, VISITS, 1, 0..self_plays).iter().enumerate() {
        let found = positions(Size::STANDARD, game);
        if found.iter().any(|position| !tried.look_at(position)) {
            return ExitCode::FAILURE;
        }
        if game.moves.len() > PLY && found.len() >= PLY - 3 {
            let position = &found[PLY - 4];
            at_ply += 1;
            let safe = |color| !Structure::of(position, color).never_cut(SEARCHED_STATES).is_empty();
            with_group += u32::from(Color::ALL.into_iter().any(safe));
        }
        if let Some(position) = found.iter().find(|position| is_closed(position)) {
            closed += 1;
            right += u32::from(game.winner == Some(predicted(position)));
            played_right += u32::from(playout_winner(position, index as u64) == Some(predicted(position)));
        }
    }
    println!("self-play on 6/7, {VISITS} visits a move: {self_plays} games, {} positions", tried.positions);
    println!("at ply {PLY}: {with_group} of {at_ply} positions have a group that is never cut");
    println!("{closed} games closed; more safe moves won {right} of them, and {played_right} of as many play-outs");
    println!("never_cut of a colour: {:.0?} a position", tried.time / (2 * tried.positions.max(1)) as u32);

    let sizes = [Size::STANDARD, Size::BEGINNER, Size::EXPERT, Size::ALL[2]];
    for batch in 0.. {
        let size = sizes[batch as usize % sizes.len()];
        for game in games(size, 0, 2, 100 * batch..100 * (batch + 1)) {
            for position in positions(size, &game) {
                if tried.positions >= wanted {
                    println!(
                        "{} positions, {} groups that are never cut, {} hostile play-outs: none was cut",
                        tried.positions, tried.groups, tried.playouts
                    );
                    return ExitCode::SUCCESS;
                }
                if !tried.look_at(&position) {
                    return ExitCode::FAILURE;
                }
            }
        }
    }
    ExitCode::SUCCESS
}
