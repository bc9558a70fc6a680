//! Many rollouts at once, on threads that end with the call. Which thread plays which game, and in which way, never shows in the result.

use super::backend::Backend;
use super::single::{self, SLOTS};
use super::sliced::{self, Job};
use super::tables::{Finished, Marks, Opening, Tables};
use super::{End, NothingToPlay, Rollouts, Start, default_max_plies, stones};
use crate::bitboard::Bitboard;
use crate::color::{ByColor, Color, Participant};
use crate::control::{Control, Stopped};
use crate::geometry::Size;
use crate::level::Level;
use crate::moves::{Move, MoveSet};
use crate::opening::Pie;
use crate::position::Position;
use crate::random::Stream;
use std::cell::{Cell, RefCell};
use std::num::NonZeroUsize;
use std::rc::Rc;
use std::slice;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// The most threads that a call uses.
pub const MAX_THREADS: usize = 1024;

/// Games that a thread takes at a time: enough that taking them costs nothing, few enough that threads end together and stopping is
/// prompt.
const GAMES_AT_A_TIME: u64 = 32;

/// Games for which another thread with a machine of its own is worth while.
const GAMES_FOR_A_MACHINE: u64 = 512;

/// What to roll out: the games of index 0 .. games-1 under a seed. The default is no games, on all processors, in the fastest way.
#[derive(Clone, Copy, Debug, Default)]
pub struct Batch {
    /// The number of games, from each position.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// The ply cap, counted from the start of the rollout; none means 4 x points.
    pub max_plies: Option<u32>,
    /// The number of threads; none means all processors.
    pub threads: Option<NonZeroUsize>,
    /// How the games are played. They are the same in every way.
    pub backend: Backend,
    /// The instruction set for games side by side, one of [`Level::available`]; none means the best.
    pub level: Option<Level>,
    /// What is counted besides who won.
    pub tables: Tables,
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
    Ok(rollouts_from(slice::from_ref(position), batch, control)?.map(|mut each| each.swap_remove(0)))
}

/// Plays the games of a batch from each of several positions, of any sizes, and gives the statistics of each. Game `i` from every position
/// is its `rollout(seed, i)`: the positions are compared on common random numbers. The games of all positions of a size go through one
/// queue, so that a few games from each of many positions are as fast as many from one. Unit of progress: a game.
///
/// # Errors
/// A position is finished. Stopping through the control gives `Ok(Err(Stopped))`.
pub fn rollouts_from(
    positions: &[Position],
    batch: Batch,
    control: &Control,
) -> Result<Result<Vec<Rollouts>, Stopped>, NothingToPlay> {
    if positions.iter().any(Position::is_over) {
        return Err(NothingToPlay);
    }
    let queues: Vec<Queue> = Size::ALL.into_iter().filter_map(|size| Queue::new(size, positions, batch)).collect();
    let useful = queues.iter().map(Queue::threads).fold(0, usize::saturating_add);
    let wanted = batch.threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let threads = wanted.min(useful).min(MAX_THREADS);
    let work = || -> Result<Vec<Part>, Stopped> {
        let mut part: Vec<Part> = vec![None; positions.len()];
        queues.iter().try_for_each(|queue| queue.play(threads as u64, control, &mut part))?;
        Ok(part)
    };
    let mut total: Vec<Rollouts> = positions.iter().map(|position| Rollouts::new(position, batch.tables)).collect();
    // This thread works too; the others end before the call does (nothing outlives it, so forking is safe).
    let parts = thread::scope(|scope| {
        // If the system has no more threads to give, the work is done by those that there are.
        let helpers: Vec<_> =
            (1..threads).map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok()).collect();
        let mut parts = vec![work()];
        for helper in helpers {
            parts.push(helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        parts
    });
    for part in parts {
        match part {
            Ok(part) => {
                for (total, part) in total.iter_mut().zip(part) {
                    if let Some(part) = part {
                        total.merge(&part);
                    }
                }
            }
            Err(stopped) => return Ok(Err(stopped)),
        }
    }
    Ok(Ok(total))
}

/// What one thread played from one position. Of many positions a thread plays but some: the others cost it a word each.
type Part = Option<Box<Rollouts>>;

/// A position that games begin from.
struct Root<'a> {
    /// Its place among the positions of the call.
    place: usize,
    position: &'a Position,
    legal: MoveSet,
}

/// The games from all positions of one size, which threads share out among themselves.
struct Queue<'a> {
    roots: Vec<Root<'a>>,
    size: Size,
    batch: Batch,
    max_plies: u32,
    /// The games from all positions: the number of the game of index `i` from root `r` is `r * batch.games + i`. (So many that the
    /// number overflows nobody can play.)
    games: u64,
    side_by_side: bool,
    level: Level,
    next: AtomicU64,
}

/// Tells the end of a game, with what it leaves on the board if that is asked for, and the tag that it began with.
type Tell<'a> = dyn FnMut(u32, End, Option<&Marks>) + 'a;

impl<'a> Queue<'a> {
    /// None if no position has this size.
    fn new(size: Size, positions: &'a [Position], batch: Batch) -> Option<Queue<'a>> {
        let here = positions.iter().enumerate().filter(|(_, position)| position.size() == size);
        let roots: Vec<Root> =
            here.map(|(place, position)| Root { place, position, legal: position.legal() }).collect();
        let games = batch.games.saturating_mul(roots.len() as u64);
        let level = batch.level.unwrap_or_else(Level::best);
        (!roots.is_empty()).then(|| Queue {
            roots,
            size,
            batch,
            max_plies: batch.max_plies.unwrap_or(default_max_plies(size)),
            games,
            side_by_side: batch.backend.is_side_by_side(games, level),
            level,
            next: AtomicU64::new(0),
        })
    }

    /// The number of threads that have something to do, at least one.
    fn threads(&self) -> usize {
        let games_for_a_thread = if self.side_by_side { GAMES_FOR_A_MACHINE } else { GAMES_AT_A_TIME };
        usize::try_from(self.games / games_for_a_thread).unwrap_or(usize::MAX).max(1)
    }

    /// The next games to play; none when all are taken.
    fn take(&self) -> Option<Taken> {
        let first = self.next.fetch_add(GAMES_AT_A_TIME, Ordering::Relaxed);
        (first < self.games).then(|| Taken {
            games_of_root: self.batch.games,
            root: (first / self.batch.games) as usize,
            index: first % self.batch.games,
            left: GAMES_AT_A_TIME.min(self.games - first),
        })
    }

    /// Whether games have openings that say more than where they began.
    fn has_openings(&self) -> bool {
        self.batch.tables.first_moves || self.roots.iter().any(|root| root.position.pie() == Pie::Open)
    }

    /// Plays games until all are taken, by so many threads together, and counts them for their positions.
    fn play(&self, threads: u64, control: &Control, part: &mut [Part]) -> Result<(), Stopped> {
        // Finished games that the control has not been told of yet.
        let done = Cell::new(0);
        let count = RefCell::new(|opening: &Opening, end: End, marks: Option<&Marks>| {
            let root = &self.roots[opening.root];
            let counted =
                part[root.place].get_or_insert_with(|| Box::new(Rollouts::new(root.position, self.batch.tables)));
            counted.add(&Finished { opening, end, marks }, self.size.points());
            done.set(done.get() + 1);
        });
        // The tag of a game is the place of its opening or, where openings say nothing else, its root.
        let openings = self.has_openings().then(RefCell::<Openings>::default);
        let mut taken = Taken::default();
        let mut shared = None;
        let mut next = || {
            loop {
                let Some((root, index)) = taken.next() else {
                    control.advance(done.take());
                    // Asked here too, for games that end in their openings never come to those who ask otherwise.
                    control.check().ok()?;
                    taken = self.take()?;
                    continue;
                };
                let (opening, position, stream) = self.open(root, index, &mut shared);
                match self.max_plies - opening.plies {
                    0 => {
                        let marks = Marks { held: stones(&position), ..Marks::default() };
                        let end = End { winner: None, plies: opening.plies, stones_removed: 0 };
                        count.borrow_mut()(&opening, end, Some(&marks));
                    }
                    max_plies => {
                        let tag = match &openings {
                            Some(openings) => openings.borrow_mut().keep(opening),
                            None => root as u32,
                        };
                        return Some(Start { position, stream, max_plies, tag });
                    }
                }
            }
        };
        let mut tell = |tag: u32, end: End, marks: Option<&Marks>| {
            let opening = match &openings {
                Some(openings) => openings.borrow_mut().give_back(tag),
                None => Opening { root: tag as usize, ..Opening::default() },
            };
            count.borrow_mut()(&opening, End { plies: end.plies + opening.plies, ..end }, marks);
        };
        let marks = self.batch.tables.marks();
        if self.side_by_side {
            let (games, max_plies) = (self.games / threads, self.max_plies);
            let job = Job { games, max_plies, marks, control, next: &mut next, finished: &mut tell };
            sliced::play(self.level, self.size, job);
        } else {
            let (board, level, next, tell) = (self.size.geometry(), self.level, &mut next, &mut tell);
            if marks.any() {
                single::play::<SLOTS>(board, level, &mut OneByOne::<true>::new(control, next, tell));
            } else {
                single::play::<SLOTS>(board, level, &mut OneByOne::<false>::new(control, next, tell));
            }
        }
        control.advance(done.take());
        control.check()
    }

    /// A game from its beginning to the answer to the pie, which the machine does not know (R12), or to the ply cap.
    /// `shared` is the root of the game before, whose position the next game mostly shares.
    #[inline]
    fn open(
        &self,
        root: usize,
        index: u64,
        shared: &mut Option<(usize, Rc<Position>)>,
    ) -> (Opening, Rc<Position>, Stream) {
        let Root { position: start, ref legal, .. } = self.roots[root];
        let mut stream = Stream::new(self.batch.seed, index);
        let mut opening = Opening { root, ..Opening::default() };
        let counts_first = self.batch.tables.first_moves && self.max_plies > 0;
        if counts_first {
            // The game draws it once more: this is a stream of its own.
            let first = legal.nth(stream.clone().below(legal.count()));
            opening.first = first.map(|mv| mv.action(self.size));
        }
        if start.pie() != Pie::Open {
            if counts_first {
                opening.first_player = color_of(start.participant(), start);
            }
            let position = match shared {
                Some((of, position)) if *of == root => Rc::clone(position),
                _ => Rc::clone(&shared.insert((root, Rc::new(*start))).1),
            };
            return (opening, position, stream);
        }
        let mut position = *start;
        while position.pie() == Pie::Open && opening.plies < self.max_plies {
            let legal = position.legal();
            if let Some(mv) = legal.nth(stream.below(legal.count())) {
                match mv {
                    Move::Place(point) => opening.placed[position.turn()] = Some(point),
                    answer => opening.answer = Some(answer),
                }
                position.play_unchecked(mv);
            }
            opening.plies += 1;
        }
        opening.first_player = color_of(start.participant(), &position);
        (opening, Rc::new(position), stream)
    }
}

/// The colour of a participant; none before the answer to the pie.
fn color_of(participant: Participant, position: &Position) -> Option<Color> {
    let settled = position.pie() != Pie::Open;
    Color::ALL.into_iter().find(|&color| settled && position.participant_of(color) == participant)
}

/// Games that a thread has taken: the next one has this index from this root.
#[derive(Default)]
struct Taken {
    games_of_root: u64,
    root: usize,
    index: u64,
    left: u64,
}

impl Iterator for Taken {
    type Item = (usize, u64);

    #[inline]
    fn next(&mut self) -> Option<(usize, u64)> {
        self.left = self.left.checked_sub(1)?;
        let game = (self.root, self.index);
        self.index += 1;
        if self.index == self.games_of_root {
            (self.root, self.index) = (self.root + 1, 0);
        }
        Some(game)
    }
}

/// The openings of games in flight; their places are the games' tags.
#[derive(Default)]
struct Openings {
    kept: Vec<Opening>,
    free: Vec<u32>,
}

impl Openings {
    fn keep(&mut self, opening: Opening) -> u32 {
        if let Some(tag) = self.free.pop() {
            self.kept[tag as usize] = opening;
            return tag;
        }
        self.kept.push(opening);
        self.kept.len() as u32 - 1
    }

    fn give_back(&mut self, tag: u32) -> Opening {
        self.free.push(tag);
        self.kept[tag as usize]
    }
}

/// The games of a queue for the path that plays them one by one; it notes what is played if they are to leave marks.
struct OneByOne<'a, 't, const MARKED: bool> {
    control: &'a Control,
    next: &'a mut dyn FnMut() -> Option<Start>,
    tell: &'a mut Tell<'t>,
    slots: [Played; SLOTS],
}

/// What has been played in a game.
#[derive(Clone, Copy, Default)]
struct Played {
    /// The colour to move, 0 for Light.
    color: usize,
    points: ByColor<Bitboard>,
    passed: bool,
}

impl<'a, 't, const MARKED: bool> OneByOne<'a, 't, MARKED> {
    fn new(control: &'a Control, next: &'a mut dyn FnMut() -> Option<Start>, tell: &'a mut Tell<'t>) -> Self {
        OneByOne { control, next, tell, slots: [Played::default(); SLOTS] }
    }
}

impl<const MARKED: bool> single::Watch for OneByOne<'_, '_, MARKED> {
    #[inline]
    fn next(&mut self, slot: usize) -> Option<Start> {
        self.control.check().ok()?;
        let start = (self.next)()?;
        self.slots[slot] = Played { color: start.position.turn().index(), ..Played::default() };
        Some(start)
    }

    #[inline(always)]
    fn ply(&mut self, slot: usize, mv: Move) {
        if MARKED {
            let game = &mut self.slots[slot];
            match mv {
                Move::Place(point) => game.points.0[game.color & 1].insert(point),
                _ => game.passed = true,
            }
            game.color ^= 1;
        }
    }

    #[inline]
    fn end(&mut self, slot: usize, tag: u32, end: End, held: ByColor<Bitboard>) {
        let Played { points: played, passed, .. } = self.slots[slot];
        (self.tell)(tag, end, MARKED.then_some(&Marks { held, played, passed }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rollout::rollout;

    /// Positions of a random game on each board with each opening: the first ones, some of the middle, and the last before the end.
    fn positions() -> Vec<Position> {
        let mut positions = Vec::new();
        for (size, with_pie) in Size::ALL.into_iter().flat_map(|size| [(size, false), (size, true)]) {
            let mut position = Position::new(size, with_pie);
            let line = rollout(&position, 5, 0, u32::MAX).unwrap().moves;
            for (ply, &mv) in line.iter().enumerate() {
                if [0, 1, 2, 3, 4, line.len() / 3, 2 * line.len() / 3, line.len() - 1].contains(&ply) {
                    positions.push(position);
                }
                position.play_unchecked(mv);
            }
        }
        positions
    }

    /// Side by side on every level, and one by one, from openings, from the middle and from near the end of games on every board.
    #[test]
    fn every_path_plays_the_same_games() {
        let (positions, control) = (positions(), Control::default());
        let mut compared = 0;
        for max_plies in [Some(1), Some(2), Some(9), Some(u32::MAX), None] {
            let tables = Tables { ownership: true, first_moves: true, amaf: true, lengths: true };
            let batch = Batch { games: 300, seed: 9, max_plies, tables, ..Batch::default() };
            let play = |batch| rollouts_from(&positions, batch, &control).unwrap().unwrap();
            let expected = play(Batch { backend: Backend::Single, threads: NonZeroUsize::new(1), ..batch });
            for level in Level::available() {
                let found = play(Batch { backend: Backend::Sliced, level: Some(level), ..batch });
                for ((found, expected), position) in found.iter().zip(&expected).zip(&positions) {
                    assert_eq!(found, expected, "{level:?}, cap {max_plies:?}\n{position}");
                    assert_eq!(found.games(), 300);
                    compared += found.games();
                }
            }
        }
        assert!(compared >= 100_000, "{compared}");
    }
}
