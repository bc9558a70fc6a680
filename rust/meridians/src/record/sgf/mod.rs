//! SGF, version 4, the file that records are kept in (`docs/records.md`): which properties are written and read, and why.

mod charset;
mod collection;
mod lexer;
mod reader;
mod setup;
pub(super) mod values;
mod writer;

pub use collection::{Collection, GameText, MAX_GAME_BYTES, TooLong};
pub(super) use reader::Raw;
pub use reader::{read, read_at, read_bytes};
pub(super) use writer::LineOfNodes;
pub use writer::write;

#[cfg(test)]
mod tests;
