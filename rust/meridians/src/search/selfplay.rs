//! Games that searches play against each other to train an evaluation on and to judge it by (`docs/training.md`).
//!
//! A game is a pure function of the settings and its index, whatever thread plays it.

use super::limits::{Limits, Watch};
use super::report::{Report, Verdict};
use super::tree::policy_moves;
use super::{Search, Settings};
use crate::color::{ByColor, Color};
use crate::control::{Control, Stopped};
use crate::evaluation::Evaluation;
use crate::game::{Game, Repetition};
use crate::geometry::Size;
use crate::moves::Move;
use crate::position::Position;
use crate::random::Stream;
use crate::rollout::{Backend, Batch, MAX_THREADS, default_max_plies, rollouts};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// How games are played. The openings depend on board, seed and index alone: with colours exchanged they are the same.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The board.
    pub size: Size,
    /// What each colour evaluates positions by.
    pub evaluations: ByColor<Arc<Evaluation>>,
    /// The visits of the search for each move; with 0 all moves are random.
    pub visits: u64,
    /// A game begins with 2 to so many random plies.
    pub opening_plies: u32,
    /// Openings are drawn again until Light's share of random games is within so much of one half, but only so often.
    pub balance: f32,
    /// After the opening, so many moves are drawn by their visits; later the best is played.
    pub drawn_plies: u32,
    /// Every position of a game is the start of a branch with this probability, in parts of 256.
    pub branches: u32,
    /// Of all that is random.
    pub seed: u64,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct SelfPlayGame {
    /// The moves from the empty board. The last position is over, drawn, or has a proven winner.
    pub moves: Vec<Move>,
    /// For each move Light's chance before it, by the search that chose the move; NaN where it was random.
    pub light_chances: Vec<f32>,
    /// Who won or is proven to win; none if the game was drawn or too long.
    pub winner: Option<Color>,
    /// Positions off the game.
    pub branches: Vec<Branch>,
}

/// A position that a playout ends in, as the evaluation gets to see it: some plies of the playout policy after a position of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// The plies of the game before it.
    pub ply: u32,
    /// The moves from there.
    pub moves: Vec<Move>,
    /// Light's chance at its end, by a search.
    pub light_chance: f32,
}

/// The openings that are tried before any is taken.
const OPENINGS_TRIED: u32 = 32;

/// The random games that judge an opening.
const GAMES_OF_OPENING: u64 = 64;

/// The memory of each search: its visits are few.
const MEMORY: u64 = 64 << 20;

/// Plays the games of some indices on several threads, none meaning all processors. Unit of progress: a game.
///
/// # Errors
/// It was stopped through the control.
pub fn self_play(
    settings: &SelfPlay,
    games: Range<u64>,
    threads: Option<NonZeroUsize>,
    control: &Control,
) -> Result<Vec<SelfPlayGame>, Stopped> {
    let count = games.end.saturating_sub(games.start);
    let wanted = threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let threads = wanted.min(MAX_THREADS).min(usize::try_from(count).unwrap_or(usize::MAX));
    let next = AtomicU64::new(games.start);
    let work = || -> Result<Vec<(u64, SelfPlayGame)>, Stopped> {
        let (mut players, mut played) = (Players::new(settings), Vec::new());
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= games.end {
                return Ok(played);
            }
            played.push((index, players.play(index, control)?));
            control.advance(1);
        }
    };
    let parts = thread::scope(|scope| {
        let helpers: Vec<_> =
            (1..threads).map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok()).collect();
        let mut parts = vec![work()];
        for helper in helpers {
            parts.push(helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        parts
    });
    let mut all = parts.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
    all.sort_by_key(|&(index, _)| index);
    Ok(all.into_iter().map(|(_, game)| game).collect())
}

/// The two players of a thread's games.
struct Players<'a> {
    settings: &'a SelfPlay,
    searches: ByColor<Search>,
}

impl<'a> Players<'a> {
    fn new(settings: &'a SelfPlay) -> Players<'a> {
        let search = |color: Color| {
            let evaluation = settings.evaluations[color].clone();
            let plain = Settings::new(settings.size);
            Search::new(Settings { memory: MEMORY, seed: settings.seed, evaluation, ..plain })
        };
        Players { settings, searches: ByColor(Color::ALL.map(search)) }
    }

    fn play(&mut self, index: u64, control: &Control) -> Result<SelfPlayGame, Stopped> {
        let settings = self.settings;
        let mut stream = Stream::new(settings.seed, index);
        let mut game = opening(settings, &mut stream);
        let opening_plies = game.ply() as u32;
        let mut played = SelfPlayGame {
            moves: game.moves().collect(),
            light_chances: vec![f32::NAN; game.ply()],
            winner: None,
            branches: Vec::new(),
        };
        while game.outcome().is_none() && (game.ply() as u32) < default_max_plies(settings.size) {
            control.check()?;
            let mover = game.position().turn();
            if (stream.next_u32() & 0xff) < settings.branches {
                self.branch(&game, &mut stream, &mut played.branches);
            }
            let legal = game.position().legal();
            let mut chance = f32::NAN;
            let mut mv = if settings.visits == 0 { legal.nth(stream.below(legal.count())) } else { None };
            if settings.visits > 0 {
                let report = search(&mut self.searches[mover], &game, settings.visits);
                if let Some(verdict) = report.as_ref().and_then(|report| report.proven).map(|proof| proof.verdict)
                    && verdict != Verdict::Draw
                {
                    played.winner = Some(if verdict == Verdict::Win { mover } else { !mover });
                    return Ok(played);
                }
                chance = report.as_ref().map_or(f32::NAN, |report| report.light_chance);
                let draws = game.ply() as u32 - opening_plies < settings.drawn_plies;
                mv = report.map(|report| if draws { drawn(&report, &mut stream) } else { report.best });
            }
            let Some(mv) = mv.filter(|&mv| game.play(mv).is_ok()) else { break };
            played.moves.push(mv);
            played.light_chances.push(chance);
        }
        played.winner = game.outcome().and_then(|outcome| outcome.winner);
        Ok(played)
    }

    /// Adds a branch, unless it runs into the end of the game.
    fn branch(&mut self, game: &Game, stream: &mut Stream, branches: &mut Vec<Branch>) {
        let start = *game.position();
        let seed = u64::from(stream.next_u32());
        let moves = policy_moves(&start, &self.settings.evaluations[start.turn()], seed);
        let mut position = start;
        for &mv in &moves {
            position.play_unchecked(mv);
        }
        if position.is_over() {
            return;
        }
        let report = match self.settings.visits {
            0 => None,
            visits => search(&mut self.searches[position.turn()], &Game::new(position, Repetition::Draw), visits),
        };
        let light_chance = report.map_or(f32::NAN, |report| report.light_chance);
        branches.push(Branch { ply: game.ply() as u32, moves, light_chance });
    }
}

/// What a search of so many visits says of a game that is not over.
fn search(search: &mut Search, game: &Game, visits: u64) -> Option<Report> {
    search.run(game, Limits::visits(visits), &Watch::default()).ok()
}

/// A game after some random plies that leave both colours about even.
fn opening(settings: &SelfPlay, stream: &mut Stream) -> Game {
    let mut tries = 0;
    loop {
        let mut game = Game::new(Position::new(settings.size, false), Repetition::Draw);
        let plies = 2 + stream.below(settings.opening_plies.max(2) as usize - 1);
        while game.ply() < plies && game.outcome().is_none() {
            let legal = game.position().legal();
            let Some(mv) = legal.nth(stream.below(legal.count())) else { break };
            // A move of the legal set is legal.
            let _ = game.play(mv);
        }
        tries += 1;
        if game.outcome().is_some() {
            continue;
        }
        let seed = u64::from(stream.next_u32());
        let batch = Batch {
            games: GAMES_OF_OPENING,
            seed,
            threads: Some(NonZeroUsize::MIN),
            backend: Backend::Single,
            ..Batch::default()
        };
        let share = match rollouts(game.position(), batch, &Control::default()) {
            Ok(Ok(games)) => games.wins[Color::Light] as f32 / GAMES_OF_OPENING as f32,
            _ => 0.5,
        };
        if (share - 0.5).abs() <= settings.balance || tries >= OPENINGS_TRIED {
            return game;
        }
    }
}

/// A move drawn by its visits.
fn drawn(report: &Report, stream: &mut Stream) -> Move {
    let total: u64 = report.visits.iter().sum();
    let mut left = u64::from(stream.next_u32()) * total >> 32;
    for (action, &visits) in report.visits.iter().enumerate() {
        if left < visits {
            return Move::from_action(report.size, false, action).unwrap_or(report.best);
        }
        left -= visits;
    }
    report.best
}
