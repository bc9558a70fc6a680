//! Many rollouts at once, on threads that end with the call. Which thread plays which game never shows in the result.

use super::{NothingToPlay, Rollouts, default_max_plies, play_out};
use crate::control::{Control, Stopped};
use crate::position::Position;
use crate::random::Stream;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// The most threads that a call uses.
pub const MAX_THREADS: usize = 1024;

/// Games that a thread takes at a time: enough that taking them costs nothing, few enough that threads end together and
/// stopping is prompt.
const GAMES_AT_A_TIME: u64 = 32;

/// What to roll out: the games of index 0 .. games-1 under a seed.
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    /// The number of games.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// The ply cap, counted from the start of the rollout; none means 4 x points.
    pub max_plies: Option<u32>,
    /// The number of threads; none means all processors.
    pub threads: Option<NonZeroUsize>,
}

/// Plays the games of a batch from a position. Unit of progress: a game.
///
/// # Errors
/// The position is finished. Stopping through the control gives `Ok(Err(Stopped))`.
pub fn rollouts(
    position: &Position,
    batch: Batch,
    control: &Control,
) -> Result<Result<Rollouts, Stopped>, NothingToPlay> {
    if position.is_over() {
        return Err(NothingToPlay);
    }
    let max_plies = batch.max_plies.unwrap_or(default_max_plies(position.size()));
    let wanted = batch.threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let useful = usize::try_from(batch.games.div_ceil(GAMES_AT_A_TIME)).unwrap_or(usize::MAX).max(1);
    let next = AtomicU64::new(0);
    let work = || -> Result<Rollouts, Stopped> {
        let mut part = Rollouts::default();
        loop {
            let first = next.fetch_add(GAMES_AT_A_TIME, Ordering::Relaxed);
            if first >= batch.games {
                return Ok(part);
            }
            let games = first..batch.games.min(first.saturating_add(GAMES_AT_A_TIME));
            for index in games.clone() {
                control.check()?;
                part.add(play_out(*position, &mut Stream::new(batch.seed, index), max_plies, |_| ()));
            }
            control.advance(games.end - games.start);
        }
    };
    let mut total = Rollouts::default();
    // This thread works too; the others end before the call does (nothing outlives it, so forking is safe).
    let parts = thread::scope(|scope| {
        // If the system has no more threads to give, the work is done by those that there are.
        let helpers: Vec<_> = (1..wanted.min(useful).min(MAX_THREADS))
            .map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok())
            .collect();
        let mut parts = vec![work()];
        for helper in helpers {
            parts.push(helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        parts
    });
    for part in parts {
        match part {
            Ok(part) => total.merge(&part),
            Err(stopped) => return Ok(Err(stopped)),
        }
    }
    Ok(Ok(total))
}
