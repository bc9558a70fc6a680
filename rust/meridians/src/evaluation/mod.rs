//! Who is winning, without playing on: features of a position, counted for each colour, and weights for them that depend on how full the
//! board is. No floats but in tables made from basic operations, so that a position has the same evaluation everywhere.

mod chance;
mod components;
mod counts;
mod feature;
mod inputs;
mod network;
mod weights;

pub use chance::{LOGIT_ONE, chance};
pub use counts::features;
pub use feature::{FEATURES, Feature};
pub use weights::{Evaluation, WeightsError};
