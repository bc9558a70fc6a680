//! The public random stream (`docs/rollouts.md`): one xoshiro128+ generator a game, seeded by (seed, index), and a bounded draw
//! by masked rejection. Stable: changing a bit of it is a breaking release.

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// `SplitMix64`'s output function, a bijection of the 64-bit numbers.
#[must_use]
pub(crate) const fn mix(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The `k`-th output, from 0, of `SplitMix64` with this initial state.
#[must_use]
pub(crate) const fn split_mix(state: u64, k: u64) -> u64 {
    mix(state.wrapping_add(GOLDEN.wrapping_mul(k.wrapping_add(1))))
}

/// A one in each of four fields of 16 bits.
const FIELDS: u64 = 0x0001_0001_0001_0001;

/// The random stream of one game: xoshiro128+.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream([u32; 4]);

impl Stream {
    /// The stream of the game with this index under this seed.
    #[must_use]
    pub const fn new(seed: u64, index: u64) -> Stream {
        let state = split_mix(seed, 0) ^ index;
        let (first, second) = (split_mix(state, 0), split_mix(state, 1));
        Stream([first as u32, (first >> 32) as u32, second as u32, (second >> 32) as u32])
    }

    /// The four words of the generator's state.
    #[must_use]
    pub(crate) const fn state(self) -> [u32; 4] {
        self.0
    }

    /// The next 32 bits.
    #[inline]
    pub const fn next_u32(&mut self) -> u32 {
        let [s0, s1, s2, s3] = self.0;
        let (c, d) = (s2 ^ s0, s3 ^ s1);
        self.0 = [s0 ^ d, s1 ^ c, c ^ s1 << 9, d.rotate_left(11)];
        s0.wrapping_add(s3)
    }

    /// A uniform number below `count`. A count of 1 (or 0) draws nothing and gives 0.
    ///
    /// Each byte of an output is a try, so that games side by side in bit-slices seldom need a second output for a choice.
    ///
    /// # Panics
    /// `count` is above 256, more points than any board has.
    #[inline]
    pub fn below(&mut self, count: usize) -> usize {
        assert!(count <= 256, "a draw takes its bits from a byte");
        if count <= 1 {
            return 0;
        }
        let most = count as u64 - 1;
        let mask = u64::MAX >> most.leading_zeros();
        // All four tries at once, in four fields of 16 bits, the first in the highest: which one it will be cannot be predicted.
        loop {
            let out = u64::from(self.next_u32());
            let halves = (out | out << 16) & 0x0000_ffff_0000_ffff;
            let tries = (halves | halves << 8) & (mask * FIELDS);
            // The highest bit stays in the fields that are not above the most.
            let accepted = ((most | 0x8000) * FIELDS - tries) & (0x8000 * FIELDS);
            if accepted != 0 {
                return (tries << accepted.leading_zeros() >> 48) as usize;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_uniform() {
        for count in [2, 3, 48, 114, 128, 129] {
            let mut stream = Stream::new(7, count as u64);
            let mut seen = vec![0_u32; count];
            let draws = 2000 * count;
            for _ in 0..draws {
                seen[stream.below(count)] += 1;
            }
            let chi_squared: f64 = seen.iter().map(|&n| (f64::from(n) - 2000.0).powi(2) / 2000.0).sum();
            let freedom = (count - 1) as f64;
            // Five standard deviations of the chi-squared distribution.
            assert!(chi_squared < freedom + 5.0 * (2.0 * freedom).sqrt(), "{count}: {chi_squared}");
        }
        assert_eq!(Stream::new(0, 0).below(1), 0);
    }
}
