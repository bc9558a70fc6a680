//! A step of all games.

use super::{BatchRules, BatchState, History, IllegalActions, NO_ACTION, Status, StepError, StepReason};
use crate::color::Participant;
use crate::lanes::{Lanes, Work, at_best};
use crate::moves::{Action, Move};
use crate::position::Position;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Fewer games a thread are not worth starting one, which takes as long as some hundreds of steps, and longer on a busy machine.
const GAMES_A_THREAD: usize = 4096;

/// So many threads are worth it at most for a batch of this size.
#[must_use]
pub fn fastest_threads(games: usize) -> usize {
    (games / GAMES_A_THREAD).max(1)
}

impl BatchState {
    /// Plays an action in each game; [`BatchState::told`] has what became of it. Of [`super::NO_ACTION`] a finished game takes no notice.
    ///
    /// The result does not depend on the threads, of which no more are used than are worth it.
    ///
    /// # Errors
    /// The first game with a wrong action, and why it is wrong; then nothing has changed. Illegal moves are no error if the rules say
    /// that they lose.
    ///
    /// # Panics
    /// There are other numbers of actions than games.
    pub fn step<A: Copy + Into<i64> + Sync>(&mut self, actions: &[A], threads: NonZeroUsize) -> Result<(), StepError> {
        let count = self.count();
        assert_eq!(actions.len(), count, "an action for each game");
        let threads = threads.get().min(fastest_threads(count));
        let mut whole = self.part(actions);
        if threads == 1 {
            return match at_best(Play(&mut whole)) {
                None => {
                    whole.settle();
                    Ok(())
                }
                Some(error) => {
                    whole.take_back();
                    Err(error)
                }
            };
        }
        let parts = whole.split(count.div_ceil(threads));
        let (all_played, is_refused) = (Barrier::new(parts.len()), AtomicBool::new(false));
        let errors = each(parts, |mut part| {
            // A panic must not leave the others waiting.
            let played = catch_unwind(AssertUnwindSafe(|| at_best(Play(&mut part))));
            if !matches!(played, Ok(None)) {
                is_refused.store(true, Ordering::Relaxed);
            }
            all_played.wait();
            if is_refused.load(Ordering::Relaxed) {
                part.take_back();
            } else {
                part.settle();
            }
            played.unwrap_or_else(|panic| resume_unwind(panic))
        });
        errors.into_iter().flatten().next().map_or(Ok(()), Err)
    }
}

/// Some neighbouring games of a batch, for one thread.
struct Part<'a, A> {
    /// The index of the first.
    first: usize,
    start: &'a Position,
    rules: &'a BatchRules,
    actions: &'a [A],
    positions: &'a mut [Position],
    before: &'a mut [Position],
    statuses: &'a mut [Status],
    histories: &'a mut [History],
    finals: &'a mut [Position],
    final_histories: &'a mut [History],
    to_move: &'a mut [i8],
    terminated: &'a mut [bool],
    truncated: &'a mut [bool],
    reward: &'a mut [f32],
    ply: &'a mut [i32],
}

impl BatchState {
    fn part<'a, A>(&'a mut self, actions: &'a [A]) -> Part<'a, A> {
        Part {
            first: 0,
            start: &self.start,
            rules: &self.rules,
            actions,
            positions: &mut self.positions,
            before: &mut self.before,
            statuses: &mut self.statuses,
            histories: &mut self.histories,
            finals: &mut self.finals,
            final_histories: &mut self.final_histories,
            to_move: &mut self.told.to_move,
            terminated: &mut self.told.terminated,
            truncated: &mut self.told.truncated,
            reward: &mut self.told.reward,
            ply: &mut self.told.ply,
        }
    }
}

impl<'a, A: Copy + Into<i64> + Sync> Part<'a, A> {
    /// Parts of so many games, the last of what is left.
    fn split(mut self, games: usize) -> Vec<Part<'a, A>> {
        let mut parts = Vec::new();
        while self.actions.len() > games {
            let (head, tail) = self.split_at(games);
            parts.push(head);
            self = tail;
        }
        parts.push(self);
        parts
    }

    fn split_at(self, games: usize) -> (Part<'a, A>, Part<'a, A>) {
        let kept = games.min(self.finals.len());
        let actions = self.actions.split_at(games);
        let positions = self.positions.split_at_mut(games);
        let before = self.before.split_at_mut(games);
        let statuses = self.statuses.split_at_mut(games);
        let histories = self.histories.split_at_mut(games);
        let finals = self.finals.split_at_mut(kept);
        let final_histories = self.final_histories.split_at_mut(kept);
        let to_move = self.to_move.split_at_mut(games);
        let terminated = self.terminated.split_at_mut(games);
        let truncated = self.truncated.split_at_mut(games);
        let reward = self.reward.split_at_mut(2 * games);
        let ply = self.ply.split_at_mut(games);
        let (start, rules) = (self.start, self.rules);
        (
            Part {
                first: self.first,
                start,
                rules,
                actions: actions.0,
                positions: positions.0,
                before: before.0,
                statuses: statuses.0,
                histories: histories.0,
                finals: finals.0,
                final_histories: final_histories.0,
                to_move: to_move.0,
                terminated: terminated.0,
                truncated: truncated.0,
                reward: reward.0,
                ply: ply.0,
            },
            Part {
                first: self.first + games,
                start,
                rules,
                actions: actions.1,
                positions: positions.1,
                before: before.1,
                statuses: statuses.1,
                histories: histories.1,
                finals: finals.1,
                final_histories: final_histories.1,
                to_move: to_move.1,
                terminated: terminated.1,
                truncated: truncated.1,
                reward: reward.1,
                ply: ply.1,
            },
        )
    }

    /// Puts the positions back to where they were.
    fn take_back(&mut self) {
        self.positions.copy_from_slice(self.before);
    }

    /// After all actions were found right: histories, how the games stand, rewards, and new games where they have ended.
    fn settle(&mut self) {
        for index in 0..self.actions.len() {
            self.settle_one(index);
        }
    }

    #[inline]
    fn settle_one(&mut self, index: usize) {
        let position = &self.positions[index];
        let reward = &mut self.reward[2 * index..2 * index + 2];
        reward.fill(0.0);
        let history = &mut self.histories[index];
        if self.statuses[index] == Status::Running {
            let mover = self.before[index].participant();
            let status = if *position == self.before[index] {
                // Nothing was played: the action was illegal, and the rules say that it loses.
                history.forfeited = Some(mover);
                Status::Terminated(Some(1 - mover))
            } else {
                let action: i64 = self.actions[index].into();
                let drawn = history.add(action.cast_unsigned() as Action, position, self.rules);
                Status::of(position, history.actions.len(), self.rules, drawn)
            };
            self.statuses[index] = status;
            if let Status::Terminated(Some(winner)) = status {
                reward[usize::from(winner)] = 1.0;
                reward[usize::from(1 - winner)] = -1.0;
            }
        }
        let status = self.statuses[index];
        self.terminated[index] = matches!(status, Status::Terminated(_));
        self.truncated[index] = status == Status::Truncated;
        if self.rules.auto_reset && status != Status::Running {
            self.finals[index] = *position;
            std::mem::swap(history, &mut self.final_histories[index]);
            history.begin(*self.start, self.rules);
            self.positions[index] = *self.start;
            self.statuses[index] = Status::of(self.start, 0, self.rules, false);
        }
        self.to_move[index] = participant(&self.positions[index]);
        self.ply[index] = self.histories[index].plies();
    }

    /// What is wrong with an action that could not be played.
    #[cold]
    fn wrong(&self, index: usize) -> StepError {
        let position = &self.positions[index];
        let action: i64 = self.actions[index].into();
        let (size, with_pie) = (position.size(), position.with_pie());
        let reason = if self.statuses[index] == Status::Running {
            let mv = usize::try_from(action).ok().and_then(|action| Move::from_action(size, with_pie, action));
            match mv.and_then(|mv| position.why_illegal(mv)) {
                Some(illegal) => StepReason::Illegal(illegal),
                None => StepReason::NoAction(Move::action_count(size, with_pie)),
            }
        } else {
            StepReason::Finished(self.statuses[index])
        };
        StepError { index: self.first + index, action, reason }
    }
}

/// The participant to act, as it is written.
#[inline]
pub(super) fn participant(position: &Position) -> i8 {
    i8::from(position.participant() == 1 as Participant)
}

/// Plays the actions of a part; what is wrong with the first that cannot be played.
struct Play<'p, 'a, A>(&'p mut Part<'a, A>);

impl<A: Copy + Into<i64> + Sync> Work for Play<'_, '_, A> {
    type Output = Option<StepError>;

    #[inline(always)]
    fn run<L: Lanes>(self) -> Option<StepError> {
        let part = self.0;
        part.before.copy_from_slice(part.positions);
        let points = part.start.size().points() as u64;
        let forgiving = part.rules.illegal == IllegalActions::Lost;
        for index in 0..part.actions.len() {
            let action: i64 = part.actions[index].into();
            if part.statuses[index] != Status::Running {
                if action == NO_ACTION {
                    continue;
                }
                return Some(part.wrong(index));
            }
            let position = &mut part.positions[index];
            let played = if action.cast_unsigned() < points {
                match position.size().point(action.cast_unsigned() as usize) {
                    Some(point) => position.place_checked::<L>(point).is_some(),
                    None => false,
                }
            } else {
                play_other(position, action)
            };
            if !played && !forgiving {
                return Some(part.wrong(index));
            }
        }
        None
    }
}

/// Plays a pass or an answer to the pie, if it is legal.
#[inline(never)]
fn play_other(position: &mut Position, action: i64) -> bool {
    let mv =
        usize::try_from(action).ok().and_then(|action| Move::from_action(position.size(), position.with_pie(), action));
    mv.is_some_and(|mv| position.play(mv).is_ok())
}

/// Does something with each part, on a thread of its own, the first on this one; the results in the order of the parts.
fn each<P: Send, R: Send>(parts: Vec<P>, work: impl Fn(P) -> R + Sync) -> Vec<R> {
    let mut parts = parts.into_iter();
    let Some(first) = parts.next() else { return Vec::new() };
    let work = &work;
    thread::scope(|scope| {
        let threads: Vec<_> = parts.map(|part| scope.spawn(move || work(part))).collect();
        let mut results = vec![work(first)];
        results.extend(threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))));
        results
    })
}
