//! Many rollouts at once, on threads that end with the call. Which thread plays which game never shows in the result.

use super::single::{self, SLOTS};
use super::sliced::{Level, Start};
use super::{End, NothingToPlay, Rollouts, default_max_plies};
use crate::bitboard::Bitboard;
use crate::color::ByColor;
use crate::control::{Control, Stopped};
use crate::moves::Move;
use crate::opening::Pie;
use crate::position::Position;
use crate::random::Stream;
use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// The most threads that a call uses.
pub const MAX_THREADS: usize = 1024;

/// Games that a thread takes at a time when it plays them one by one: enough that taking them costs nothing, few enough
/// that threads end together and stopping is prompt.
const GAMES_AT_A_TIME: u64 = 32;

/// From so many games on they are played side by side.
const SIDE_BY_SIDE_FROM: u64 = 32;

/// Games for which another thread with a machine of its own is worth while.
const GAMES_FOR_A_MACHINE: u64 = 512;

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
    let side_by_side = batch.games >= SIDE_BY_SIDE_FROM;
    let games_for_a_thread = if side_by_side { GAMES_FOR_A_MACHINE } else { GAMES_AT_A_TIME };
    let useful = usize::try_from(batch.games / games_for_a_thread).unwrap_or(usize::MAX).max(1);
    let games = Games { position, batch, max_plies, next: AtomicU64::new(0), control };
    let level = Level::best();
    let work = || if side_by_side { games.play_side_by_side(level) } else { games.play_one_by_one() };
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

/// The games of a batch, which threads share out among themselves.
struct Games<'a> {
    position: &'a Position,
    batch: Batch,
    max_plies: u32,
    next: AtomicU64,
    control: &'a Control,
}

impl Games<'_> {
    /// The next indices to play, up to so many; none when all are taken.
    fn take(&self, most: u64) -> Option<Range<u64>> {
        let first = self.next.fetch_add(most, Ordering::Relaxed);
        (first < self.batch.games).then(|| first..self.batch.games.min(first.saturating_add(most)))
    }

    fn play_one_by_one(&self) -> Result<Rollouts, Stopped> {
        let mut watch = OneByOne { games: self, taken: 0..0, part: Rollouts::default() };
        single::play::<SLOTS>(self.position.board(), self.max_plies, &mut watch);
        self.control.check()?;
        Ok(watch.part)
    }

    fn play_side_by_side(&self, level: Level) -> Result<Rollouts, Stopped> {
        let part = RefCell::new(Rollouts::default());
        let mut games = 0..0;
        let mut next = || {
            loop {
                if games.is_empty() {
                    games = self.take(GAMES_AT_A_TIME)?;
                }
                match self.start(games.next()?) {
                    Ok(start) => return Some(start),
                    Err(end) => {
                        part.borrow_mut().add(end);
                        self.control.advance(1);
                    }
                }
            }
        };
        let mut finished = |plies_before: u32, end: End| {
            part.borrow_mut().add(End { plies: end.plies + plies_before, ..end });
            self.control.advance(1);
        };
        level.play(self.position.size(), self.max_plies, self.control, &mut next, &mut finished);
        self.control.check()?;
        Ok(part.into_inner())
    }

    /// The start of a game, tagged with the plies played before: the machine does not know the pie, so games begin with the few
    /// plies up to its answer (R12). The end, if the ply cap comes before that.
    fn start(&self, index: u64) -> Result<Start, End> {
        let (mut position, mut stream) = (*self.position, Stream::new(self.batch.seed, index));
        let mut plies = 0;
        while position.pie() == Pie::Open && plies < self.max_plies {
            let legal = position.legal();
            if let Some(mv) = legal.nth(stream.below(legal.count())) {
                position.play_unchecked(mv);
            }
            plies += 1;
        }
        match self.max_plies - plies {
            0 => Err(End { winner: None, plies, stones_removed: 0 }),
            max_plies => Ok(Start { position, stream, max_plies, tag: plies }),
        }
    }
}

/// The games of a batch for the path that plays them one by one.
struct OneByOne<'a> {
    games: &'a Games<'a>,
    taken: Range<u64>,
    part: Rollouts,
}

impl single::Watch for OneByOne<'_> {
    #[inline]
    fn next(&mut self, _slot: usize) -> Option<single::Start> {
        self.games.control.check().ok()?;
        if self.taken.is_empty() {
            self.taken = self.games.take(GAMES_AT_A_TIME)?;
        }
        let index = self.taken.next()?;
        let stream = Stream::new(self.games.batch.seed, index);
        Some(single::Start { position: *self.games.position, stream, tag: index })
    }

    #[inline(always)]
    fn ply(&mut self, _slot: usize, _mv: Move) {}

    #[inline]
    fn end(&mut self, _slot: usize, _tag: u64, end: End, _stones: ByColor<Bitboard>) {
        self.part.add(end);
        self.games.control.advance(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use crate::rollout::rollout;

    /// Every level that this processor has.
    fn levels() -> Vec<Level> {
        let mut levels = vec![Level::Portable];
        if Level::best() != Level::Portable {
            levels.push(Level::best());
        }
        levels
    }

    /// Side by side on every level, and one by one, from openings, from the middle and from near the end of games on every board.
    #[test]
    fn every_path_plays_the_same_games() {
        let mut compared = 0;
        let control = Control::default();
        for (size, with_pie) in Size::ALL.into_iter().flat_map(|size| [(size, false), (size, true)]) {
            let line = rollout(&Position::new(size, with_pie), 5, 0, u32::MAX).unwrap().moves;
            let mut position = Position::new(size, with_pie);
            for (ply, &mv) in line.iter().enumerate() {
                let wanted = [0, 1, 2, 3, 4, line.len() / 3, 2 * line.len() / 3, line.len() - 1];
                if wanted.contains(&ply) {
                    for max_plies in [1, 2, 9, default_max_plies(size)] {
                        let batch = Batch { games: 300, seed: ply as u64, max_plies: None, threads: None };
                        let games = || Games {
                            position: &position,
                            batch,
                            max_plies,
                            next: AtomicU64::new(0),
                            control: &control,
                        };
                        let expected = games().play_one_by_one().unwrap();
                        for level in levels() {
                            let found = games().play_side_by_side(level).unwrap();
                            assert_eq!(found, expected, "{level:?}, cap {max_plies}, ply {ply}\n{position}");
                            compared += found.games();
                        }
                    }
                }
                position.play_unchecked(mv);
            }
        }
        assert!(compared >= 100_000, "{compared}");
    }
}
