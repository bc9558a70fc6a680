//! Where a tree lives: words that several threads read and write, handed out in blocks and never given back one by one.
//!
//! An expanded node is a block: a header, then for each child its statistics, then for each child its edge. Statistics are a count and
//! a sum in one word, so that no thread ever sees half of an update. All-moves-as-first tables are runs of such words too.

use crate::geometry::MAX_POINTS;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// The words of a chunk; chunks are allocated when they are needed.
const CHUNK: u32 = 1 << 16;

/// A place in the arena; 0 is none.
pub(super) type At = u32;

/// The place that stands for a block which some thread is making just now.
const BUSY: At = At::MAX;

/// The most children of a node, rounded up for vectors.
pub(super) const MOST_CHILDREN: usize = MAX_POINTS.next_multiple_of(16);

/// The most visits of a tree, so that no sum overflows, taken as a signed number.
pub(super) const MOST_VISITS: u64 = (1 << 31) / ONE - (1 << 16);

/// One in the sums: results are kept in parts of 32, rounded up or down by chance.
pub(super) const ONE: u64 = 32;

/// A count of visits, in the lower half, and the sum of their results.
#[derive(Clone, Copy, Default)]
pub(super) struct Stats(u64);

impl From<u64> for Stats {
    #[inline(always)]
    fn from(word: u64) -> Stats {
        Stats(word)
    }
}

impl Stats {
    pub(super) const fn new(visits: u64, sum: u64) -> Stats {
        Stats(visits | sum << 32)
    }

    /// What turns a result that was assumed into the one that came, both in parts of [`ONE`].
    pub(super) const fn correction(sum: u64, assumed: u64) -> Stats {
        // Modulo 2^64, where the difference may be negative.
        Stats((sum << 32).wrapping_sub(assumed << 32))
    }

    /// The visits and results of both.
    #[inline(always)]
    pub(super) const fn plus(self, other: Stats) -> Stats {
        Stats(self.0 + other.0)
    }

    /// With so many visits less, modulo 2^64: to be added where they were counted before.
    #[inline(always)]
    pub(super) const fn without_visits(self, visits: u64) -> Stats {
        Stats(self.0.wrapping_sub(visits))
    }

    #[inline(always)]
    pub(super) const fn visits(self) -> u64 {
        self.0 & 0xffff_ffff
    }

    /// The sum of the results, in parts of [`ONE`].
    #[inline(always)]
    pub(super) const fn sum(self) -> u64 {
        self.0 >> 32
    }

    /// Count and sum, the latter with wins as 1.
    #[inline(always)]
    pub(super) fn as_floats(self) -> (f32, f32) {
        // Signed numbers are turned into floats by one instruction.
        ((self.0 as u32).cast_signed() as f32, ((self.0 >> 32) as u32).cast_signed() as f32 * (1.0 / ONE as f32))
    }

    /// The mean result; none without visits.
    pub(super) fn mean(self) -> Option<f32> {
        (self.visits() > 0).then(|| (self.sum() as f64 / (self.visits() * ONE) as f64) as f32)
    }
}

/// Reads statistics.
#[inline(always)]
pub(super) fn read(word: &AtomicU64) -> Stats {
    Stats(word.load(Ordering::Relaxed))
}

/// Adds to statistics that other threads may add to at the same moment.
#[inline(always)]
pub(super) fn add_shared(word: &AtomicU64, stats: Stats) {
    word.fetch_add(stats.0, Ordering::Relaxed);
}

/// Adds to statistics that nobody else adds to, or where it does not matter if one of two additions is lost.
#[inline(always)]
pub(super) fn add(word: &AtomicU64, stats: Stats) {
    word.store(word.load(Ordering::Relaxed).wrapping_add(stats.0), Ordering::Relaxed);
}

/// Adds to statistics that others may add to at the same moment, or nobody does.
#[inline(always)]
pub(super) fn add_with(others_at_work: bool, word: &AtomicU64, stats: Stats) {
    if others_at_work { add_shared(word, stats) } else { add(word, stats) }
}

/// A move, the result proven for who plays it and in how many plies, and the block of the node behind it.
///
/// From the lowest bits: cell (8), point (8), what is proven (2), plies (14), block (32).
#[derive(Clone, Copy)]
pub(super) struct Edge(u64);

const PROOF: u64 = 0xffff_0000;

impl From<u64> for Edge {
    #[inline(always)]
    fn from(word: u64) -> Edge {
        Edge(word)
    }
}

impl Edge {
    /// A move by its cell and its point's number.
    pub(super) const fn new(cell: u8, point: u8) -> Edge {
        Edge(cell as u64 | (point as u64) << 8)
    }

    #[inline(always)]
    pub(super) const fn cell(self) -> u8 {
        self.0 as u8
    }

    #[inline(always)]
    pub(super) const fn point(self) -> usize {
        (self.0 >> 8 & 0xff) as usize
    }

    /// 0 if nothing is proven, else 1 for a loss, 2 for a draw, 3 for a win of who plays the move.
    #[inline(always)]
    pub(super) const fn proven(self) -> u8 {
        (self.0 >> 16 & 3) as u8
    }

    /// The plies after the move until the proven end.
    #[inline(always)]
    pub(super) const fn plies(self) -> u16 {
        (self.0 >> 18 & 0x3fff) as u16
    }

    #[inline(always)]
    pub(super) const fn block(self) -> Option<At> {
        match (self.0 >> 32) as u32 {
            0 | BUSY => None,
            at => Some(at),
        }
    }

    const fn with_block(self, at: At) -> Edge {
        Edge(self.0 & 0xffff_ffff | (at as u64) << 32)
    }

    const fn with_proof(self, proven: u8, plies: u16) -> Edge {
        Edge(self.0 & !PROOF | (proven as u64) << 16 | (plies as u64 & 0x3fff) << 18)
    }
}

pub(super) const LOSS: u8 = 1;
pub(super) const DRAW: u8 = 2;
pub(super) const WIN: u8 = 3;

/// In the first word of a block: something is proven about one of its moves.
const SOME_PROVEN: u64 = 1 << 8;

/// An expanded node.
#[derive(Clone, Copy)]
pub(super) struct Block<'a> {
    words: &'a [AtomicU64],
    count: usize,
}

impl<'a> Block<'a> {
    /// The number of children.
    #[inline(always)]
    pub(super) const fn count(self) -> usize {
        self.count
    }

    /// The statistics of the children, for who moves here.
    #[inline(always)]
    pub(super) fn stats(self) -> &'a [AtomicU64] {
        &self.words[1..=self.count]
    }

    /// The edges to the children.
    #[inline(always)]
    pub(super) fn edges(self) -> &'a [AtomicU64] {
        &self.words[(self.count + 1)..=(2 * self.count)]
    }

    #[inline(always)]
    pub(super) fn edge(self, child: usize) -> Edge {
        // What the block that an edge leads to holds was written before the edge.
        Edge(self.words[1 + self.count + child].load(Ordering::Acquire))
    }

    /// The all-moves-as-first table of the node, if it has one.
    #[inline(always)]
    pub(super) fn table(self) -> Option<At> {
        match (self.words[0].load(Ordering::Acquire) >> 32) as At {
            0 | BUSY => None,
            at => Some(at),
        }
    }

    /// Claims the table of the node for this thread to make.
    fn claim_table(self) -> bool {
        let word = &self.words[0];
        let before = word.load(Ordering::Relaxed);
        let claimed = before | u64::from(BUSY) << 32;
        before >> 32 == 0 && word.compare_exchange(before, claimed, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    fn set_table(self, at: At) {
        let _ = self.words[0]
            .fetch_update(Ordering::Release, Ordering::Relaxed, |word| Some(word & 0xffff_ffff | u64::from(at) << 32));
    }

    /// Whether anything is proven about a move here.
    #[inline(always)]
    pub(super) fn is_partly_proven(self) -> bool {
        self.words[0].load(Ordering::Relaxed) & SOME_PROVEN != 0
    }

    /// Notes what is proven about a move, if nothing is yet or this is better known.
    pub(super) fn prove(self, child: usize, proven: u8, plies: u16) {
        let word = &self.words[1 + self.count + child];
        let _ =
            word.fetch_update(Ordering::AcqRel, Ordering::Acquire, |edge| Some(Edge(edge).with_proof(proven, plies).0));
        self.words[0].fetch_or(SOME_PROVEN, Ordering::Relaxed);
    }
}

/// The words of a tree.
pub(super) struct Arena {
    chunks: Vec<OnceLock<Box<[AtomicU64]>>>,
    counts: Counts,
}

/// What is handed out: apart from all that threads read all the time, for each change takes the cache line away from them.
#[repr(align(128))]
struct Counts {
    next: AtomicU32,
    nodes: AtomicU64,
}

impl Arena {
    /// An arena for so many bytes at most.
    pub(super) fn new(bytes: u64) -> Arena {
        let chunks = (bytes / (8 * u64::from(CHUNK))).clamp(1, u64::from(u32::MAX / CHUNK)) as usize;
        Arena {
            chunks: std::iter::repeat_with(OnceLock::new).take(chunks).collect(),
            counts: Counts { next: AtomicU32::new(1), nodes: AtomicU64::new(0) },
        }
    }

    /// Forgets all blocks; the memory stays.
    pub(super) fn clear(&mut self) {
        *self.counts.next.get_mut() = 1;
        *self.counts.nodes.get_mut() = 0;
    }

    /// The bytes handed out.
    pub(super) fn used(&self) -> u64 {
        8 * u64::from(self.counts.next.load(Ordering::Relaxed))
    }

    /// The nodes: children of all blocks.
    pub(super) fn nodes(&self) -> u64 {
        self.counts.nodes.load(Ordering::Relaxed)
    }

    /// The bytes that it may hand out.
    pub(super) fn capacity(&self) -> u64 {
        8 * self.chunks.len() as u64 * u64::from(CHUNK)
    }

    /// The words from a place to the end of its chunk.
    #[inline(always)]
    fn from(&self, at: At) -> &[AtomicU64] {
        let chunk = self.chunks[(at / CHUNK) as usize]
            .get_or_init(|| std::iter::repeat_with(AtomicU64::default).take(CHUNK as usize).collect());
        &chunk[(at % CHUNK) as usize..]
    }

    /// Hands out words, which have any content; none if they do not fit.
    fn allocate(&self, words: u32) -> Option<At> {
        let mut next = self.counts.next.load(Ordering::Relaxed);
        loop {
            // No block lies across two chunks.
            let start = if next % CHUNK + words > CHUNK { (next / CHUNK + 1) * CHUNK } else { next };
            if u64::from(start) + u64::from(words) > self.chunks.len() as u64 * u64::from(CHUNK) {
                return None;
            }
            match self.counts.next.compare_exchange_weak(next, start + words, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Some(start),
                Err(now) => next = now,
            }
        }
    }

    /// A block that is there.
    #[inline(always)]
    pub(super) fn block(&self, at: At) -> Block<'_> {
        let words = self.from(at);
        let count = (words[0].load(Ordering::Relaxed) & 0xff) as usize;
        Block { words: &words[..=(2 * count)], count }
    }

    /// Makes a block with these edges, unvisited; none if it does not fit.
    pub(super) fn make_block(&self, edges: &[Edge]) -> Option<At> {
        let at = self.allocate(2 * edges.len() as u32 + 1)?;
        self.counts.nodes.fetch_add(edges.len() as u64, Ordering::Relaxed);
        let words = self.from(at);
        let is_partly_proven = edges.iter().any(|edge| edge.proven() != 0);
        words[0].store(edges.len() as u64 | if is_partly_proven { SOME_PROVEN } else { 0 }, Ordering::Relaxed);
        for (i, edge) in edges.iter().enumerate() {
            words[1 + i].store(0, Ordering::Relaxed);
            words[1 + edges.len() + i].store(edge.0, Ordering::Relaxed);
        }
        Some(at)
    }

    /// Whether this thread is the one to make the block behind an edge, which it must then give to [`Arena::set_behind`].
    pub(super) fn claim_behind(block: Block, child: usize) -> bool {
        let word = &block.words[1 + block.count + child];
        let before = Edge(word.load(Ordering::Relaxed));
        (before.0 >> 32) == 0
            && word.compare_exchange(before.0, before.with_block(BUSY).0, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Publishes the block behind an edge that was claimed, or takes the claim back.
    pub(super) fn set_behind(block: Block, child: usize, at: Option<At>) {
        let word = &block.words[1 + block.count + child];
        let _ = word
            .fetch_update(Ordering::Release, Ordering::Relaxed, |edge| Some(Edge(edge).with_block(at.unwrap_or(0)).0));
    }

    /// Gives a node a table of so many words, all nought, unless it has one or memory is out. Whether it did.
    pub(super) fn add_table(&self, block: Block, words: u32) -> bool {
        if !block.claim_table() {
            return false;
        }
        let at = self.allocate(words);
        if let Some(at) = at {
            for word in self.table(at, words) {
                word.store(0, Ordering::Relaxed);
            }
        }
        block.set_table(at.unwrap_or(0));
        at.is_some()
    }

    /// A run of words that is there.
    #[inline(always)]
    pub(super) fn table(&self, at: At, words: u32) -> &[AtomicU64] {
        &self.from(at)[..words as usize]
    }

    /// Copies an edge and all behind it into an empty arena, the nodes nearest to the edge first, and what does not fit is left out: its
    /// nodes become leaves. Gives the place there of a block with this one edge, of which nothing is proven: what was may have come from
    /// elsewhere than from the moves behind it.
    pub(super) fn copy_edge(&self, block: Block, child: usize, table_words: u32, target: &Arena) -> Option<At> {
        let copy = |at: At| -> Option<At> {
            let block = self.block(at);
            let edges: Vec<Edge> = (0..block.count).map(|child| block.edge(child).with_block(0)).collect();
            let to = target.make_block(&edges)?;
            for (word, old) in target.block(to).stats().iter().zip(block.stats()) {
                word.store(old.load(Ordering::Relaxed), Ordering::Relaxed);
            }
            if let Some(table) = block.table() {
                target.add_table(target.block(to), table_words);
                if let Some(copied) = target.block(to).table() {
                    for (word, old) in target.table(copied, table_words).iter().zip(self.table(table, table_words)) {
                        word.store(old.load(Ordering::Relaxed), Ordering::Relaxed);
                    }
                }
            }
            Some(to)
        };
        let base = target.make_block(&[block.edge(child).with_block(0).with_proof(0, 0)])?;
        target.block(base).stats()[0].store(block.stats()[child].load(Ordering::Relaxed), Ordering::Relaxed);
        let Some((behind, root)) = block.edge(child).block().and_then(|at| Some((at, copy(at)?))) else {
            return Some(base);
        };
        Arena::set_behind(target.block(base), 0, Some(root));
        let mut queue = std::collections::VecDeque::from([(behind, root)]);
        while let Some((from, to)) = queue.pop_front() {
            let (from, to) = (self.block(from), target.block(to));
            for child in 0..from.count {
                if let Some(behind) = from.edge(child).block() {
                    let Some(copied) = copy(behind) else { continue };
                    Arena::set_behind(to, child, Some(copied));
                    queue.push_back((behind, copied));
                }
            }
        }
        Some(base)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_keep_count_and_sum_apart() {
        let word = AtomicU64::new(0);
        for _ in 0..1000 {
            add(&word, Stats::new(1, ONE));
            add_shared(&word, Stats::new(1, 0));
        }
        assert_eq!((read(&word).visits(), read(&word).sum()), (2000, 1000 * ONE));
        assert_eq!(read(&word).mean(), Some(0.5));
        assert_eq!(Stats::default().mean(), None);
        // The fullest word that a search can make.
        let full = Stats::new(MOST_VISITS, MOST_VISITS * ONE);
        assert_eq!((full.visits(), full.mean(), full.as_floats().0), (MOST_VISITS, Some(1.0), MOST_VISITS as f32));
    }

    #[test]
    fn arena_hands_out_what_it_has_and_copies_from_the_root() {
        let arena = Arena::new(8 * u64::from(CHUNK));
        let edges: Vec<Edge> = (0..100).map(|i| Edge::new(i, i)).collect();
        let root = arena.make_block(&edges).unwrap();
        let mut made = 1;
        for child in 0..100 {
            assert!(Arena::claim_behind(arena.block(root), child));
            assert!(!Arena::claim_behind(arena.block(root), child), "claimed already");
            let at = arena.make_block(&edges);
            made += u32::from(at.is_some());
            Arena::set_behind(arena.block(root), child, at);
            assert_eq!(arena.block(root).edge(child).block(), at);
        }
        while arena.make_block(&edges).is_some() {
            made += 1;
        }
        assert_eq!(made, (CHUNK - 1) / 201);
        arena.block(root).prove(7, WIN, 12);
        let edge = arena.block(root).edge(7);
        assert_eq!((edge.cell(), edge.proven(), edge.plies()), (7, WIN, 12));
        assert!(edge.block().is_some(), "a proof leaves the block");

        let target = Arena::new(1);
        let small = Arena::new(8 * u64::from(CHUNK));
        let base = small.make_block(&[Edge::new(0, 0)]).unwrap();
        let root = small.make_block(&edges).unwrap();
        Arena::set_behind(small.block(base), 0, Some(root));
        small.block(root).prove(7, WIN, 12);
        let base = small.copy_edge(small.block(base), 0, 10, &target).unwrap();
        let copied = target.block(base).edge(0).block().unwrap();
        assert_eq!(target.block(copied).edge(7).proven(), WIN);
        assert!(target.used() <= target.capacity());
    }
}
