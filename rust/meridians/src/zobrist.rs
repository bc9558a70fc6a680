//! The keys of the 64-bit position hash (`docs/notation.md`). Stable: changing a key is a breaking release.

use crate::color::Color;
use crate::geometry::Size;
use crate::point::Point;
use crate::random::split_mix;

const SEED: u64 = 0x4d65_7269_6469_616e;

/// Keys 0 .. 511 are those of stones; then side to move, turns of Light, turns of Dark, pie state, size.
const KEYS: [u64; 540] = {
    let mut keys = [0; 540];
    let mut k = 0;
    while k < keys.len() {
        keys[k] = split_mix(SEED, k as u64);
        k += 1;
    }
    keys
};

static TABLE: [u64; 540] = KEYS;

/// The key of a stone.
#[inline]
pub(crate) fn stone(color: Color, point: Point) -> u64 {
    TABLE[2 * point.index() + color.index()]
}

/// The key of Dark being the colour that places the next stone.
pub(crate) const DARK_TO_PLACE: u64 = KEYS[512];

/// The key of a colour having taken this many turns, counted up to 2.
#[inline]
pub(crate) fn turns(color: Color, turns: u8) -> u64 {
    TABLE[513 + 3 * color.index() + turns as usize]
}

/// The key of the pie state with this number.
#[inline]
pub(crate) fn pie(state: usize) -> u64 {
    TABLE[519 + state]
}

/// The key of a board's size.
pub(crate) fn size(size: Size) -> u64 {
    TABLE[523 + size.short_side()]
}
