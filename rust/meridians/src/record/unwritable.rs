//! What a format has no words for.

use super::node::Act;
use super::tree::Record;
use std::fmt;

/// A record that a format cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unwritable {
    /// The format, as in "a list of moves".
    pub format: &'static str,
    /// What it has no words for.
    pub lacks: &'static str,
}

impl Unwritable {
    /// An error if the main line has a set-up.
    pub(super) fn if_set_up(record: &Record, format: &'static str) -> Result<(), Unwritable> {
        let set_up = record.main_line().any(|id| matches!(record.node(id).act(), Act::Setup(_)));
        if set_up { Err(Unwritable { format, lacks: "a position that is set up" }) } else { Ok(()) }
    }
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot have {}; write the record as sgf", self.format, self.lacks)
    }
}

impl std::error::Error for Unwritable {}
