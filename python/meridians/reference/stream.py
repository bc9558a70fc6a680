"""The random stream of ``docs/rollouts.md``: SplitMix64's mix, the generator of one game, and the fair draw of a rank.

It is public and stable: whatever code runs a game of a given seed and index draws the same moves.
"""

MASK32 = 2**32 - 1
MASK64 = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15


def mix(z: int) -> int:
    """SplitMix64's output function, a bijection of the 64-bit numbers."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK64
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK64
    return z ^ (z >> 31)


class Generator:
    """xoshiro128+ for the game of one seed and one index."""

    def __init__(self, seed: int, index: int = 0) -> None:
        # The index enters after a mix of the seed, so that neighbouring seeds do not share games.
        a = mix(seed + GOLDEN & MASK64) ^ index
        first = mix(a + GOLDEN & MASK64)
        second = mix(a + 2 * GOLDEN & MASK64)
        self.state = [first & MASK32, first >> 32, second & MASK32, second >> 32]

    def next(self) -> int:
        """The next 32 bits."""
        s0, s1, s2, s3 = self.state
        out = s0 + s3 & MASK32
        t = s1 << 9 & MASK32
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= t
        s3 = (s3 << 11 | s3 >> 21) & MASK32
        self.state = [s0, s1, s2, s3]
        return out

    def draw(self, count: int) -> int:
        """A uniform rank in 0 .. count-1; a count of 1 leaves the stream as it is."""
        if count < 1:
            raise ValueError("nothing to draw from")
        if count == 1:
            return 0
        mask = (1 << (count - 1).bit_length()) - 1
        while True:
            output = self.next()
            for shift in (24, 16, 8, 0):  # each byte is one try
                rank = output >> shift & mask
                if rank < count:
                    return rank
