//! The random streams of all games at once: xoshiro128+ (`docs/rollouts.md`), bit i of a state word in a word of its own. Shifts
//! only rename the words; the one addition is a chain of carries.

use super::word::Word;
use crate::random::Stream;

pub(super) struct Streams<W: Word> {
    state: [[W; 32]; 4],
}

impl<W: Word> Streams<W> {
    pub(super) fn new() -> Self {
        Streams { state: [[W::ZERO; 32]; 4] }
    }

    /// Clears the streams of games that are not being played.
    #[inline(always)]
    pub(super) fn clear(&mut self, free: W) {
        for word in self.state.as_flattened_mut() {
            *word = word.without(free);
        }
    }

    /// Gives a game a stream; it has none.
    #[inline(always)]
    pub(super) fn load(&mut self, lane: usize, stream: Stream) {
        for (planes, number) in self.state.iter_mut().zip(stream.state()) {
            let mut rest = number;
            while rest != 0 {
                planes[rest.trailing_zeros() as usize].add(lane, 1);
                rest &= rest - 1;
            }
        }
    }

    /// The next output of every game; only the streams of the `drawing` games move on.
    #[inline(always)]
    pub(super) fn next(&mut self, drawing: W) -> [W; 32] {
        let [s0, s1, s2, s3] = &mut self.state;
        let mut output = [W::ZERO; 32];
        let mut carry = W::ZERO;
        for i in 0..32 {
            let (a, b) = (s0[i], s3[i]);
            output[i] = a ^ b ^ carry;
            carry = a ^ ((a ^ b) & (a ^ carry));
        }
        // s2 ^= s0; s3 ^= s1; s1 ^= s2; s0 ^= s3, with the old s1 kept for s2 ^= s1 << 9 and the rotation of s3 last.
        let old_1 = *s1;
        let mut turned = [W::ZERO; 32];
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
