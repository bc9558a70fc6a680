//! Records: games as people keep them, with variations, comments and results, and the formats that they are kept in
//! (`docs/records.md`). Whatever a record holds was played by [`crate::Game`], so it is legal; readers never panic, and say where
//! and why they stopped.

mod abstractplay;
mod boardspace;
mod error;
mod format;
mod headers;
mod line;
mod little_golem;
mod ludii;
mod moves;
mod node;
mod result;
mod rules;
mod text;
mod transform;
mod tree;
mod unwritable;
mod walk;

pub mod sgf;

pub use error::{FaultReason, Place, Reading, RecordError};
pub use format::Format;
pub use headers::{HEADERS, Headers, UnknownHeader};
pub use node::{Act, Mark, Node, NodeId, Notes, Property};
pub use result::{GameResult, ResultReason};
pub use rules::Rules;
pub use tree::{CannotAdd, Record, ResultDiffers};
pub use unwritable::Unwritable;
