//! The random streams of all games at once: xoshiro128+ (`docs/rollouts.md`), bit i of a state word in a word of its own. Shifts
//! only rename the words; the one addition is a chain of carries.

use super::word::Word;

pub(super) struct Streams<const L: usize> {
    state: [[Word<L>; 32]; 4],
}

impl<const L: usize> Streams<L> {
    pub(super) fn new() -> Self {
        Streams { state: [[Word::ZERO; 32]; 4] }
    }

    /// Gives games new streams.
    pub(super) fn load(&mut self, cleared: Word<L>, states: impl Iterator<Item = (usize, [u32; 4])>) {
        for word in self.state.as_flattened_mut() {
            *word = word.without(cleared);
        }
        for (lane, state) in states {
            for (planes, number) in self.state.iter_mut().zip(state) {
                for (i, plane) in planes.iter_mut().enumerate() {
                    plane.add(lane, number >> i & 1);
                }
            }
        }
    }

    /// The next output of every game; only the streams of the `drawing` games move on.
    #[inline(always)]
    pub(super) fn next(&mut self, drawing: Word<L>) -> [Word<L>; 32] {
        let [s0, s1, s2, s3] = &mut self.state;
        let mut output = [Word::ZERO; 32];
        let mut carry = Word::ZERO;
        for i in 0..32 {
            let (a, b) = (s0[i], s3[i]);
            output[i] = a ^ b ^ carry;
            carry = a ^ ((a ^ b) & (a ^ carry));
        }
        // s2 ^= s0; s3 ^= s1; s1 ^= s2; s0 ^= s3, with the shifted old s1 kept for later.
        let old_1 = *s1;
        let mut turned = [Word::ZERO; 32];
        for i in 0..32 {
            let c = s2[i] ^ (s0[i] & drawing);
            let d = s3[i] ^ (s1[i] & drawing);
            s1[i] ^= c & drawing;
            s0[i] ^= d & drawing;
            s2[i] = c;
            turned[i] = d;
        }
        for i in 9..32 {
            s2[i] ^= old_1[i - 9] & drawing;
        }
        for i in 0..32 {
            s3[i] = drawing.select(turned[(i + 32 - 11) % 32], turned[i]);
        }
        output
    }
}
