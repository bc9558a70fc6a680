//! Many random games at once, bit-sliced: bit g of every word belongs to game g (`docs/machine.md` explains the machine).
//!
//! An iteration goes through the stages in this order: [`see`] ends turns and finds the legal points, [`choose`] draws one of
//! them, [`place`] sets the stone and says which groups may have lost their paths, [`judge`] judges one of those.

// One index runs along several arrays at once, and slices are given by their lengths: it is what the machine is about.
#![allow(clippy::needless_range_loop, clippy::unnecessary_box_returns)]

mod binary;
mod choose;
mod compiled;
#[cfg(debug_assertions)]
mod invariants;
mod judge;
mod layout;
mod machine;
mod marks;
mod place;
mod see;
mod slots;
mod stream;
mod table;
#[cfg(test)]
mod tests;
mod word;
#[cfg(any(test, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
mod word_plain;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod word_vector;

pub(crate) use compiled::play;
pub(crate) use slots::Job;
