//! Builds the record of a format that has one line of moves: each is played as it comes, and the line is cut at a fault.

use super::error::{FaultReason, Place, Reading, RecordError};
use super::node::{Act, NodeId};
use super::result::GameResult;
use super::rules::Rules;
use super::tree::Record;
use super::walk::Walk;
use crate::color::Color;
use crate::game::Game;

/// A record that grows move by move.
pub(super) struct Line {
    pub(super) record: Record,
    walk: Walk,
    last: NodeId,
    reading: Reading,
}

impl Line {
    pub(super) fn new(rules: Rules, reading: Reading) -> Line {
        Line { record: Record::new(rules), walk: Walk::new(rules), last: 0, reading }
    }

    /// The game so far.
    pub(super) fn game(&self) -> &Game {
        self.walk.game()
    }

    /// The colour of the participant to act; Dark answers the pie, as after `keep`.
    pub(super) fn to_act(&self) -> Color {
        let position = self.game().position();
        if position.awaits_answer() { Color::Dark } else { position.turn() }
    }

    /// Sets a header whose key is one of the table.
    pub(super) fn set_header(&mut self, key: &str, text: &str) {
        self.record.headers.set(key, text).expect("the key is one of the table");
    }

    /// Adds what happens next, read from this place. False if the line is cut here.
    pub(super) fn add(&mut self, act: Result<Act, FaultReason>, place: Place) -> Result<bool, RecordError> {
        let added = act.and_then(|act| {
            let added = self.record.step(&mut self.walk, self.last, act);
            added.map_err(|reason| reason.as_fault(self.walk.plies() + 1))
        });
        match added {
            Ok(id) => {
                self.last = id;
                Ok(true)
            }
            Err(reason) => self.note(place.fault(reason)).map(|()| false),
        }
    }

    /// A fault: an error when reading strictly, and else kept if it is the first.
    pub(super) fn note(&mut self, error: RecordError) -> Result<(), RecordError> {
        match self.reading {
            Reading::Strict => Err(error),
            Reading::Lenient => {
                self.record.fault.get_or_insert_with(|| Box::new(error));
                Ok(())
            }
        }
    }

    /// The record, with the result that is stated at this place.
    pub(super) fn finish(mut self, stated: GameResult, place: Place) -> Result<Record, RecordError> {
        if let Err(error) = self.record.conclude(stated, place) {
            self.note(error)?;
        }
        Ok(self.record)
    }
}
