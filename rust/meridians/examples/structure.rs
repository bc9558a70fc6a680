//! Tries to cut the groups that can never be cut, and measures what `docs/features.md` says of it:
//! `cargo run --release --example structure [-- POSITIONS [SELF_PLAY_GAMES]]`.
//!
//! Positions are of random games on the larger boards and of games of the search against itself. From each with such a group, some
//! play-outs of random placements of the other colour alone are tried; it fails at the first that cuts one.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

use meridians::{
    Bitboard, ByColor, Color, Control, Evaluation, Position, SEARCHED_STATES, SelfPlay, SelfPlayGame, Size, Stream,
    Structure, self_play,
};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Play-outs of each position that has such a group, and of how many placements at most, in points of the board. They are of four
/// kinds: with any placements or mostly such as are on the groups' paths, and the own dead groups are removed or stay.
const PLAYOUTS: u64 = 4;
const LENGTH: usize = 2;
/// The visits of a move of self-play.
const VISITS: u64 = 64;
/// The ply at which positions of 6/7 are counted.
const PLY: usize = 80;
/// Games played at a time.
const BATCH: u64 = 20;

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
            if safe.is_empty() {
                return true;
            }
            let paths = Structure::of(position, color).paths();
            let on_paths: Bitboard = paths
                .into_iter()
                .filter(|path| safe.iter().any(|&group| path.leads_to(group)))
                .flat_map(|path| path.cells)
                .collect();
            let aims = [position.board().all(), on_paths];
            (0..PLAYOUTS).all(|k| self.survives(position, color, &safe, aims[k as usize / 2 % 2], k))
        })
    }

    /// Whether groups of a colour survive a play-out of the other's placements, three of four on points that it aims at if there are any.
    fn survives(&mut self, position: &Position, color: Color, safe: &[Bitboard], aims: Bitboard, k: u64) -> bool {
        self.playouts += 1;
        let size = position.size();
        let (mut own, mut other) = (position.stones(color), position.stones(!color));
        let mut stream = Stream::new(position.hash(), k);
        for _ in 0..LENGTH * size.points() {
            let mut placements = Structure::new(size, other, own).seen();
            if placements.meets(aims) && stream.below(4) > 0 {
                placements &= aims;
            }
            let Some(point) = placements.nth(stream.below(placements.count())) else { return true };
            other.insert(point);
            other = other.without(Structure::new(size, other, own).dead_stones());
            let dead = Structure::new(size, own, other).dead_stones();
            if safe.iter().any(|group| group.meets(dead)) {
                println!("{color:?} was cut in {}", position.text());
                return false;
            }
            // The colour skips its turn.
            if k.is_multiple_of(2) {
                own = own.without(dead);
            }
        }
        true
    }
}

impl std::fmt::Display for Tried {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Tried { positions, groups, playouts, time } = self;
        let mean = *time / (2 * positions.max(&1)) as u32;
        write!(
            f,
            "{positions} positions, {groups} groups that are never cut, {playouts} hostile play-outs, none was cut; {mean:.0?} a colour"
        )
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

/// Whether no empty point is left that both colours could ever place on while the other's stones stand.
fn is_closed(position: &Position) -> bool {
    let [dark, light] = Color::ALL.map(|color| Structure::of(position, color).reach() & position.empty());
    !dark.meets(light)
}

/// Whether no group of either colour can ever be cut, and both have two at least.
fn is_settled(position: &Position) -> bool {
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

/// How often more safe moves named the winner of a game, where it first came to a position of some kind.
#[derive(Default)]
struct Named {
    games: u32,
    right: u32,
    /// Where both colours do not have the same number of safe moves.
    unequal: u32,
    right_of_unequal: u32,
}

impl Named {
    fn count(&mut self, position: &Position, winner: Option<Color>) {
        let moves = Color::ALL.map(|color| Structure::of(position, color).safe_moves().len());
        let (right, unequal) = (winner == Some(predicted(position)), moves[0] != moves[1]);
        self.games += 1;
        self.right += u32::from(right);
        self.unequal += u32::from(unequal);
        self.right_of_unequal += u32::from(unequal && right);
    }
}

impl std::fmt::Display for Named {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Named { games, right, unequal, right_of_unequal } = self;
        write!(
            f,
            "{games} games; more safe moves named the winner of {right}, and of {right_of_unequal} of {unequal} where numbers differ"
        )
    }
}

/// How long `never_cut` of a colour takes, the fastest of three.
fn time_of(position: &Position, color: Color) -> Duration {
    let once = || {
        let start = Instant::now();
        std::hint::black_box(Structure::of(position, color).never_cut(SEARCHED_STATES));
        start.elapsed()
    };
    once().min(once()).min(once())
}

/// What `docs/features.md` says of self-play on the standard board.
#[derive(Default)]
struct Figures {
    /// Positions at the ply, those of them with a group that is never cut, and those of which the colour to move has one.
    at_ply: u32,
    with_group: u32,
    of_both: u32,
    closed: Named,
    settled: Named,
    times: Vec<Duration>,
}

impl Figures {
    fn count(&mut self, positions: &[Position], winner: Option<Color>) {
        // The first position is that after the second turn of both.
        if let Some(position) = positions.get(PLY - 4) {
            self.at_ply += 1;
            let has = Color::ALL.map(|color| !Structure::of(position, color).never_cut(SEARCHED_STATES).is_empty());
            self.with_group += u32::from(has[0] || has[1]);
            self.of_both += u32::from(has[0] && has[1]);
            self.times.extend(Color::ALL.map(|color| time_of(position, color)));
        }
        for (named, is_such) in
            [(&mut self.closed, is_closed as fn(&Position) -> bool), (&mut self.settled, is_settled)]
        {
            if let Some(position) = positions.iter().find(|position| is_such(position)) {
                named.count(position, winner);
            }
        }
    }

    fn print(&mut self) {
        self.times.sort_unstable();
        println!(
            "at ply {PLY}: {} of {} positions have a group that is never cut, {} of both colours",
            self.with_group, self.at_ply, self.of_both
        );
        if let (Some(worst), Some(median)) = (self.times.last(), self.times.get(self.times.len() / 2)) {
            println!("never_cut of a colour there: median {median:.0?}, worst {worst:.0?}");
        }
        println!("closed: {}", self.closed);
        println!("settled: {}", self.settled);
    }
}

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let wanted = numbers.first().copied().unwrap_or(1_000_000);
    let self_plays = numbers.get(1).copied().unwrap_or(200);

    let sizes = [Size::STANDARD, Size::BEGINNER, Size::EXPERT, Size::ALL[2]];
    let (mut tried, mut figures) = (Tried::default(), Figures::default());
    for size in sizes {
        for batch in 0..self_plays.div_ceil(BATCH) {
            for game in games(size, VISITS, 1, BATCH * batch..(BATCH * (batch + 1)).min(self_plays)) {
                let found = positions(size, &game);
                if found.iter().any(|position| !tried.look_at(position)) {
                    return ExitCode::FAILURE;
                }
                if size == Size::STANDARD {
                    figures.count(&found, game.winner);
                }
            }
        }
        println!("self-play to {size}, {VISITS} visits a move, {self_plays} games: {tried}");
        if size == Size::STANDARD {
            figures.print();
        }
    }

    for batch in 0.. {
        let size = sizes[batch as usize % sizes.len()];
        for game in games(size, 0, 2, BATCH * batch..BATCH * (batch + 1)) {
            for position in positions(size, &game) {
                if tried.positions >= wanted {
                    println!("random games too: {tried}");
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
