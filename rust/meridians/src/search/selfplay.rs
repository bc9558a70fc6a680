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
    /// From each game so many others branch off: after a random ply of it comes a playout, as the evaluation gets to see them, and then
    /// the searches play on.
    pub branches: u32,
    /// Of all that is random.
    pub seed: u64,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct SelfPlayGame {
    /// The index. Games that branched off from another have that one's.
    pub index: u64,
    /// The moves from the empty board. The last position is over, drawn, or has a proven winner.
    pub moves: Vec<Move>,
    /// For each move Light's chance before it, by the search that chose the move; NaN where none did: in the opening, and in a branch until
    /// the playout ends.
    pub light_chances: Vec<f32>,
    /// Who won or is proven to win; none if the game was drawn or too long.
    pub winner: Option<Color>,
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
    let work = || -> Result<Vec<SelfPlayGame>, Stopped> {
        let (mut players, mut played) = (Players::new(settings), Vec::new());
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= games.end {
                return Ok(played);
            }
            players.play(index, &mut played, control)?;
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
    // A stable sort: branches stay behind their games.
    all.sort_by_key(|game| game.index);
    Ok(all)
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

    /// Adds the games of an index.
    fn play(&mut self, index: u64, played: &mut Vec<SelfPlayGame>, control: &Control) -> Result<(), Stopped> {
        let mut stream = Stream::new(self.settings.seed, index);
        let mut game = opening(self.settings, &mut stream);
        let first = game.ply();
        let main = self.play_on(index, &mut game, &mut stream, control)?;
        let searched = main.moves.len() - first;
        played.push(main);
        for _ in 0..self.settings.branches {
            let mut branch = game.clone();
            let ply = first + (stream.next_u32() as usize % searched.max(1));
            while branch.ply() > ply {
                branch.undo();
            }
            let (start, seed) = (*branch.position(), u64::from(stream.next_u32()));
            for mv in policy_moves(&start, &self.settings.evaluations[start.turn()], seed) {
                // A repetition may have ended it.
                let _ = branch.play(mv);
            }
            if branch.outcome().is_none() {
                played.push(self.play_on(index, &mut branch, &mut stream, control)?);
            }
        }
        Ok(())
    }

    /// Plays a game to its end.
    fn play_on(
        &mut self,
        index: u64,
        game: &mut Game,
        stream: &mut Stream,
        control: &Control,
    ) -> Result<SelfPlayGame, Stopped> {
        let settings = self.settings;
        let first = game.ply();
        let mut light_chances = vec![f32::NAN; first];
        let mut winner = None;
        while winner.is_none() && game.outcome().is_none() && game.ply() < default_max_plies(settings.size) as usize {
            control.check()?;
            let legal = game.position().legal();
            let Some(report) = search(&mut self.searches, game, settings.visits) else {
                light_chances.push(f32::NAN);
                let Some(mv) = legal.nth(stream.below(legal.count())) else { break };
                let _ = game.play(mv);
                continue;
            };
            let draws = game.ply() - first < settings.drawn_plies as usize;
            let mv = if draws { drawn(&report, stream) } else { report.best };
            let mover = game.position().turn();
            winner = match report.proven.map(|proof| proof.verdict) {
                Some(Verdict::Win) => Some(mover),
                Some(Verdict::Loss) => Some(!mover),
                _ => None,
            };
            if winner.is_none() {
                // So few visits may be that the search has no move to name.
                if game.play(mv).is_err() {
                    let Some(mv) = legal.nth(stream.below(legal.count())) else { break };
                    let _ = game.play(mv);
                }
                light_chances.push(report.light_chance);
            }
        }
        let winner = winner.or_else(|| game.outcome().and_then(|outcome| outcome.winner));
        Ok(SelfPlayGame { index, moves: game.moves().collect(), light_chances, winner })
    }
}

/// What the player to move finds in a game that is not over; nothing without visits.
fn search(searches: &mut ByColor<Search>, game: &Game, visits: u64) -> Option<Report> {
    let search = &mut searches[game.position().turn()];
    if visits == 0 { None } else { search.run(game, Limits::visits(visits), &Watch::default()).ok() }
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
    let mut left = (u64::from(stream.next_u32()) * total) >> 32;
    for (action, &visits) in report.visits.iter().enumerate() {
        if left < visits {
            return Move::from_action(report.size, false, action).unwrap_or(report.best);
        }
        left -= visits;
    }
    report.best
}
