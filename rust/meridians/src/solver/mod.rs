//! Exact answers without an evaluation: a plain search for forced wins, to check better searches against, and the complete table of the
//! smallest board (`docs/alphabeta.md`). Neither knows the history of a game: repetition (R13) is no end here, only no win.

mod plain;
mod table;

pub use plain::{Solver, Unsolved};
pub use table::{Solved, SolvedTable};
