//! What is seen of all games: masks, planes, and random legal actions.

use super::{BatchState, NO_ACTION, Status};
use crate::encode::{encode_on, planes_shape};
use crate::lanes::{Lanes, Work, at_best};
use crate::moves::{Move, MoveSet};
use crate::position::Position;
use crate::random::Stream;

impl BatchState {
    /// Writes the masks of the legal actions, one after the other; of a finished game all is false.
    ///
    /// # Panics
    /// `masks` has another length than games times actions.
    pub fn legal_masks(&self, masks: &mut [bool]) {
        assert_eq!(masks.len(), self.count() * self.action_count(), "masks of another batch");
        at_best(Masks(self, masks));
    }

    /// Writes the planes of the current positions, one after the other, as [`crate::encode()`] does.
    ///
    /// # Panics
    /// `planes` has another length than games times planes.
    pub fn planes(&self, planes: &mut [u8]) {
        encode_all(self.start.size(), &self.positions, planes);
    }

    /// Writes the planes of the last position of those games that ended with the last step and were begun anew; others are
    /// left alone.
    ///
    /// # Panics
    /// `planes` has another length than games times planes, or `ended` than games, or there are no automatic resets.
    pub fn final_planes(&self, ended: &[bool], planes: &mut [u8]) {
        let [count, height, width] = planes_shape(self.start.size());
        assert!(ended.len() == self.count() && self.finals.len() == self.count(), "games of this batch");
        for ((position, &ended), planes) in
            self.finals.iter().zip(ended).zip(planes.chunks_exact_mut(count * height * width))
        {
            if ended {
                crate::encode(position, planes);
            }
        }
    }

    /// Writes an action for each game, uniformly random among the legal ones: game i draws from the stream of (seed, i). A finished
    /// game gets [`NO_ACTION`].
    ///
    /// # Panics
    /// There are other numbers of actions than games.
    pub fn random_actions(&self, seed: u64, actions: &mut [i64]) {
        assert_eq!(actions.len(), self.count(), "an action for each game");
        at_best(Draw(self, seed, actions));
    }
}

/// Planes of positions, one after the other.
fn encode_all(size: crate::geometry::Size, positions: &[Position], planes: &mut [u8]) {
    struct Encode<'a>(&'a [Position], &'a mut [u8], usize);
    impl Work for Encode<'_> {
        type Output = ();

        #[inline(always)]
        fn run<L: Lanes>(self) {
            for (position, planes) in self.0.iter().zip(self.1.chunks_exact_mut(self.2)) {
                encode_on::<L>(position, planes);
            }
        }
    }
    let [count, height, width] = planes_shape(size);
    assert_eq!(planes.len(), positions.len() * count * height * width, "planes of another batch");
    at_best(Encode(positions, planes, count * height * width));
}

struct Masks<'a>(&'a BatchState, &'a mut [bool]);

impl Work for Masks<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Masks(batch, masks) = self;
        let actions = batch.action_count();
        for (index, mask) in masks.chunks_exact_mut(actions).enumerate() {
            let position = &batch.positions[index];
            legal_on::<L>(position, batch.statuses[index]).write_mask(position.size(), mask);
        }
    }
}

struct Draw<'a>(&'a BatchState, u64, &'a mut [i64]);

impl Work for Draw<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Draw(batch, seed, actions) = self;
        for (index, action) in actions.iter_mut().enumerate() {
            let position = &batch.positions[index];
            let legal = legal_on::<L>(position, batch.statuses[index]);
            let rank = Stream::new(seed, index as u64).below(legal.count());
            *action = legal.nth(rank).map_or(NO_ACTION, |mv: Move| i64::from(mv.action(position.size())));
        }
    }
}

/// The legal moves of a game: none if it is finished.
#[inline(always)]
fn legal_on<L: Lanes>(position: &Position, status: Status) -> MoveSet {
    if status != Status::Running {
        MoveSet::Over
    } else if position.awaits_answer() {
        MoveSet::Answers
    } else {
        let cells = position.placement_cells::<L>(position.turn()).store();
        if cells.is_empty() { MoveSet::Pass } else { MoveSet::Placements(L::pack(position.board(), cells)) }
    }
}
