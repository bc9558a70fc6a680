//! A set of points as 256 bits, bit i for the point of index i. Everything is a few word operations; nothing panics.
//! 256 bits hold every board up to 9/10 (252 points).

use crate::point::Point;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign};

/// The bits of a byte as eight bytes of 0 or 1, the lowest first.
#[inline(always)]
pub(crate) const fn spread_bits(byte: u8) -> u64 {
    // Each byte has the bit that is its own; adding 0x7f carries it, wherever it is, to the highest place.
    let own = (byte as u64 * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    (own + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101
}

/// A set of points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard([u64; 4]);

impl Bitboard {
    /// No point.
    pub const EMPTY: Bitboard = Bitboard([0; 4]);

    /// The set with exactly these words; bit i of word w stands for point 64 w + i.
    #[must_use]
    pub const fn from_words(words: [u64; 4]) -> Bitboard {
        Bitboard(words)
    }

    /// The four words.
    #[must_use]
    pub const fn words(self) -> [u64; 4] {
        self.0
    }

    /// The set of the points 0 .. n-1, n up to 256.
    #[must_use]
    pub const fn first_n(n: usize) -> Bitboard {
        let mut words = [0; 4];
        let mut w = 0;
        while w < 4 {
            if n >= 64 * (w + 1) {
                words[w] = u64::MAX;
            } else if n > 64 * w {
                words[w] = (1 << (n - 64 * w)) - 1;
            }
            w += 1;
        }
        Bitboard(words)
    }

    /// This set and one more point.
    #[must_use]
    pub const fn with(self, point: Point) -> Bitboard {
        let mut words = self.0;
        words[point.index() / 64] |= 1 << (point.index() % 64);
        Bitboard(words)
    }

    /// Adds a point.
    #[inline]
    pub fn insert(&mut self, point: Point) {
        *self = self.with(point);
    }

    /// Whether the point is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        self.0[point.index() / 64] >> (point.index() % 64) & 1 == 1
    }

    /// Writes for each point, in action order, whether it is in the set; flags behind the 256th stay as they are.
    #[inline]
    pub fn write_flags(self, flags: &mut [bool]) {
        // Eight at a time: each bit of a byte is moved into a byte of its own.
        let bytes = self.0.into_iter().flat_map(u64::to_le_bytes);
        for (flags, byte) in flags.chunks_mut(8).zip(bytes) {
            let spread = spread_bits(byte).to_le_bytes();
            for (flag, byte) in flags.iter_mut().zip(spread) {
                *flag = byte != 0;
            }
        }
    }

    /// Whether the set has no point.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// The number of points.
    #[inline]
    #[must_use]
    pub const fn count(self) -> usize {
        (self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones() + self.0[3].count_ones()) as usize
    }

    /// The points of this set that are not in the other.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Bitboard) -> Bitboard {
        let (a, b) = (self.0, other.0);
        Bitboard([a[0] & !b[0], a[1] & !b[1], a[2] & !b[2], a[3] & !b[3]])
    }

    /// Whether the two sets share a point.
    #[inline]
    #[must_use]
    pub fn meets(self, other: Bitboard) -> bool {
        !(self & other).is_empty()
    }

    /// The point of least index.
    #[inline]
    #[must_use]
    pub fn first(self) -> Option<Point> {
        let w = self.0.iter().position(|&word| word != 0)?;
        Some(point_of(w, self.0[w].trailing_zeros()))
    }

    /// The point of this rank in ascending order, from 0.
    #[must_use]
    pub fn nth(self, rank: usize) -> Option<Point> {
        let mut rank = rank;
        for (w, &word) in self.0.iter().enumerate() {
            let count = word.count_ones() as usize;
            if rank < count {
                let mut word = word;
                for _ in 0..rank {
                    word &= word - 1;
                }
                return Some(point_of(w, word.trailing_zeros()));
            }
            rank -= count;
        }
        None
    }

    /// The points in ascending order.
    #[must_use]
    pub const fn iter(self) -> Points {
        Points(self)
    }

    /// The 64 bits from bit `start` on, with noughts above the last.
    #[inline(always)]
    pub(crate) const fn word_from(self, start: usize) -> u64 {
        let (w, s) = (start / 64, start % 64);
        // The second shift is split in two, so that it is defined for s = 0 too.
        let high = if w < 3 { self.0[w + 1] << 1 << (63 - s) } else { 0 };
        self.0[w] >> s | high
    }

    /// Adds the bits of a number from bit `start` on.
    #[inline(always)]
    pub(crate) const fn add_word(&mut self, start: usize, bits: u64) {
        let (w, s) = (start / 64, start % 64);
        self.0[w] |= bits << s;
        if w < 3 {
            self.0[w + 1] |= bits >> 1 >> (63 - s);
        }
    }
}

fn point_of(word: usize, bit: u32) -> Point {
    Point::new((64 * word) as u8 + bit as u8)
}

/// The points of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Points(Bitboard);

impl Iterator for Points {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        let point = self.0.first()?;
        let word = &mut self.0.0[point.index() / 64];
        *word &= *word - 1;
        Some(point)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.count(), Some(self.0.count()))
    }
}

impl ExactSizeIterator for Points {}

impl IntoIterator for Bitboard {
    type Item = Point;
    type IntoIter = Points;

    fn into_iter(self) -> Points {
        self.iter()
    }
}

impl FromIterator<Point> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Bitboard {
        points.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

impl std::fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(Point::index)).finish()
    }
}

macro_rules! word_operation {
    ($operation:ident, $method:ident, $assigning:ident, $assign:ident, $op:tt) => {
        impl $operation for Bitboard {
            type Output = Bitboard;

            #[inline]
            fn $method(self, other: Bitboard) -> Bitboard {
                Bitboard(std::array::from_fn(|w| self.0[w] $op other.0[w]))
            }
        }

        impl $assigning for Bitboard {
            #[inline]
            fn $assign(&mut self, other: Bitboard) {
                *self = *self $op other;
            }
        }
    };
}

word_operation!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
word_operation!(BitOr, bitor, BitOrAssign, bitor_assign, |);
word_operation!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_cross_words() {
        let set = Bitboard::from_iter([60, 63, 64, 70, 127, 128, 255].map(Point::new));
        assert_eq!(set.word_from(60) & 0xfff, 0b0100_0001_1001);
        assert_eq!(set.word_from(64) & 0x7f, 0b100_0001);
        assert_eq!(set.word_from(127) & 0b11, 0b11);
        assert_eq!(set.word_from(250), 0b10_0000);
        let mut copy = Bitboard::EMPTY;
        for start in (0..256).step_by(12) {
            copy.add_word(start, set.word_from(start) & 0xfff);
        }
        assert_eq!(copy, set);
    }

    #[test]
    fn ranks_and_iteration_agree() {
        let set = (0..=255).filter(|i| i % 7 == 3).map(Point::new).collect::<Bitboard>();
        assert_eq!(set.iter().len(), set.count());
        for (rank, point) in set.iter().enumerate() {
            assert_eq!(set.nth(rank), Some(point));
            assert!(set.contains(point));
        }
        assert_eq!(set.nth(set.count()), None);
        assert_eq!(set.iter().collect::<Bitboard>(), set);
        assert_eq!(Bitboard::first_n(256).count(), 256);
        assert_eq!(
            Bitboard::first_n(70).without(Bitboard::first_n(65)).iter().map(Point::index).collect::<Vec<_>>(),
            [65, 66, 67, 68, 69]
        );
    }
}
