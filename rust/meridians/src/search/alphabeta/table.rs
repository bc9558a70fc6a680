//! The transposition table. Threads share it without locks: an entry is two words, the second the key masked with the first, so that one
//! half of an entry never passes for another (Hyatt and Mann, "A lock-less transposition table implementation").

use std::hint::black_box;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// What is known about a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
    Exact,
}

/// What was found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Proven scores count from the position, see [`super::score::to_table`].
    pub(super) score: i32,
    pub(super) bound: Bound,
    pub(super) depth: u8,
    /// The cell of the best move; 0, which is on no board, if there is none.
    pub(super) cell: u8,
}

/// The largest depth that an entry can have.
pub(super) const MAX_DEPTH: i32 = 127;

const WAYS: usize = 4;

/// Buckets that are made together, the first time that something is stored in one of them: a large table costs what is used of it.
const CHUNK: usize = 1024;

/// The bytes of a bucket: a cache line.
const BUCKET_BYTES: u64 = 64;

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; WAYS]);

#[derive(Default)]
struct Slot {
    masked: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    /// Key and data; the data is nought in an empty slot.
    #[inline]
    fn read(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.masked.load(Ordering::Relaxed) ^ data, data)
    }

    #[inline]
    fn write(&self, key: u64, data: u64) {
        self.masked.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

// The data of a slot, from the lowest bit: score 32, cell 8, depth 7, bound 2, generation 15.
const GENERATION: u32 = 49;

/// The number of generations; 0 means an empty slot.
const GENERATIONS: u64 = 1 << 15;

const BOUNDS: [Bound; 3] = [Bound::Lower, Bound::Upper, Bound::Exact];

#[inline]
fn pack(entry: Entry, generation: u64) -> u64 {
    u64::from(entry.score.cast_unsigned())
        | u64::from(entry.cell) << 32
        | u64::from(entry.depth) << 40
        | (entry.bound as u64) << 47
        | generation << GENERATION
}

#[inline]
fn unpack(data: u64) -> Entry {
    Entry {
        score: (data as u32).cast_signed(),
        cell: (data >> 32) as u8,
        depth: (data >> 40) as u8 & 127,
        bound: BOUNDS[(data >> 47) as usize & 3],
    }
}

/// So many empty buckets, or none if there is no memory left for them.
#[cold]
fn make(count: usize) -> Box<[Bucket]> {
    let mut buckets = Vec::new();
    if buckets.try_reserve_exact(count).is_ok() {
        buckets.extend(std::iter::repeat_with(Bucket::default).take(count));
    }
    buckets.into_boxed_slice()
}

/// The table. What was stored before [`Table::forget`] is never seen again, which costs nothing.
pub(super) struct Table {
    chunks: Vec<OnceLock<Box<[Bucket]>>>,
    /// The buckets of a chunk, a power of two.
    chunk: usize,
    /// The buckets that are used, one as well; the others are from times when more were needed.
    used: usize,
    generation: u64,
    /// The first generation that is remembered.
    oldest: u64,
}

impl Table {
    pub(super) fn new() -> Table {
        Table { chunks: Vec::new(), chunk: 1, used: 0, generation: 1, oldest: 1 }
    }

    /// Forgets all entries.
    pub(super) fn forget(&mut self) {
        self.used = 0;
        self.next_generation();
        self.oldest = self.generation;
    }

    /// Begins a search: makes room for `entries` within `bytes`, and keeps the entries that are remembered.
    pub(super) fn prepare(&mut self, entries: u64, bytes: u64) {
        let most = (bytes / BUCKET_BYTES).max(1);
        let wanted = (entries / WAYS as u64).clamp(256, 1 << 40).next_power_of_two();
        let mut used = wanted.min(1 << most.ilog2()) as usize;
        self.next_generation();
        if used <= self.used {
            return;
        }
        let kept: Vec<(u64, u64)> = self.remembered().collect();
        // What is kept is there twice while it moves.
        let kept_bytes = (kept.len() * size_of::<(u64, u64)>()) as u64;
        while used > self.used && kept_bytes > 0 && kept_bytes + used as u64 * BUCKET_BYTES > bytes {
            used /= 2;
        }
        if used <= self.used {
            return;
        }
        if kept.is_empty() {
            self.oldest = self.generation;
        }
        if used > self.chunks.len() * self.chunk || !kept.is_empty() {
            self.chunks = Vec::new();
            // A system may promise what it has not, but seldom more than it ever had.
            while used > CHUNK && black_box(&mut Vec::<Bucket>::new()).try_reserve_exact(used).is_err() {
                used /= 2;
            }
            self.chunk = used.min(CHUNK);
            self.chunks = std::iter::repeat_with(OnceLock::new).take(used / self.chunk).collect();
        }
        self.used = used;
        for (key, data) in kept {
            self.put(key, data);
        }
    }

    /// The bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        self.used as u64 * BUCKET_BYTES
    }

    fn next_generation(&mut self) {
        self.generation += 1;
        if self.generation == GENERATIONS {
            self.chunks = Vec::new();
            (self.used, self.generation, self.oldest) = (0, 1, 1);
        }
    }

    fn remembered(&self) -> impl Iterator<Item = (u64, u64)> {
        let chunks = self.chunks[..self.used.div_ceil(self.chunk)].iter().filter_map(OnceLock::get);
        let slots = chunks.flatten().flat_map(|bucket| &bucket.0);
        slots.map(Slot::read).filter(|&(_, data)| data >> GENERATION >= self.oldest)
    }

    #[inline]
    fn place(&self, key: u64) -> (&OnceLock<Box<[Bucket]>>, usize) {
        let bucket = (key >> 20) as usize & (self.used - 1);
        (&self.chunks[bucket / CHUNK], bucket % CHUNK)
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let (chunk, place) = self.place(key);
        let Bucket(slots) = chunk.get()?.get(place)?;
        let found = slots.iter().map(Slot::read).find(|&(k, data)| k == key && data >> GENERATION >= self.oldest);
        found.map(|(_, data)| unpack(data))
    }

    #[inline]
    pub(super) fn set(&self, key: u64, entry: Entry) {
        self.put(key, pack(entry, self.generation));
    }

    /// Stores in the slot of the same position, or in a free one, or in that of the least worth: old or shallow.
    fn put(&self, key: u64, data: u64) {
        let mut chosen = (i64::MAX, 0);
        let (chunk, place) = self.place(key);
        let Some(Bucket(slots)) = chunk.get_or_init(|| make(self.chunk)).get(place) else { return };
        for (i, slot) in slots.iter().enumerate() {
            let (other, old) = slot.read();
            let generation = old >> GENERATION;
            let worth = match generation {
                _ if generation < self.oldest => i64::MIN,
                _ if other == key => {
                    let (old, new) = (unpack(old), unpack(data));
                    // A much deeper entry of the same search is kept, unless the score is certain now.
                    if generation == data >> GENERATION && old.depth > new.depth + 3 && new.bound != Bound::Exact {
                        return;
                    }
                    chosen = (i64::MIN, i);
                    break;
                }
                _ => i64::from(unpack(old).depth) - 4 * (self.generation - generation) as i64,
            };
            if worth < chosen.0 {
                chosen = (worth, i);
            }
        }
        slots[chosen.1].write(key, data);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::split_mix;

    fn entry(depth: u8, score: i32) -> Entry {
        Entry { score, bound: Bound::Lower, depth, cell: 200 }
    }

    #[test]
    fn what_is_stored_is_found_until_it_is_forgotten() {
        let mut table = Table::new();
        table.prepare(1000, 1 << 20);
        for (k, bound) in BOUNDS.into_iter().enumerate() {
            let stored = Entry { score: -4_000_000 + k as i32, bound, depth: 127, cell: 239 };
            table.set(split_mix(1, k as u64), stored);
            assert_eq!(table.get(split_mix(1, k as u64)), Some(stored));
        }
        assert_eq!(table.get(split_mix(1, 3)), None);
        // A later search keeps them, in more room too.
        for entries in [1000, 100_000] {
            table.prepare(entries, 1 << 20);
            assert_eq!(table.get(split_mix(1, 0)).map(|entry| entry.score), Some(-4_000_000));
        }
        table.forget();
        table.prepare(1000, 1 << 20);
        assert_eq!(table.get(split_mix(1, 0)), None);
    }

    #[test]
    fn deep_and_new_entries_are_kept() {
        let mut table = Table::new();
        table.prepare(1, 1);
        // All keys of one bucket: the bits above the twentieth are the same.
        for key in 1..=6 {
            table.set(key, entry(key as u8, 0));
        }
        let kept: Vec<u64> = (1..=6).filter(|&key| table.get(key).is_some()).collect();
        assert_eq!(kept, [3, 4, 5, 6]);
        for _ in 0..3 {
            table.prepare(1, 1);
        }
        table.set(7, entry(1, 0));
        assert_eq!(
            (table.get(3), table.get(7).is_some()),
            (None, true),
            "old entries are replaced by shallow new ones"
        );
        table.set(6, entry(1, 5));
        assert_eq!(table.get(6), Some(entry(1, 5)), "what an earlier search found deeper is replaced");
        table.set(6, entry(9, 6));
        table.set(6, entry(1, 7));
        assert_eq!(table.get(6), Some(entry(9, 6)), "what this search found much deeper is kept");
    }

    #[test]
    fn memory_is_bounded() {
        let mut table = Table::new();
        for (entries, bytes) in [(1 << 40, 1 << 20), (1 << 40, 3 << 20), (0, 1 << 30)] {
            table.prepare(entries, bytes);
            assert!(table.bytes() <= bytes && table.bytes() > 0);
        }
    }

    /// Memory that is not there is not asked for, and none of what is there is touched before it is needed.
    #[test]
    fn large_tables_are_made_at_once() {
        let started = std::time::Instant::now();
        for bytes in [1 << 33, 1 << 50] {
            let mut table = Table::new();
            table.prepare(1 << 60, bytes);
            assert!(table.bytes() >= 1 << 20 && table.bytes() <= bytes);
            table.set(split_mix(1, 1), entry(1, 1));
            assert!(table.get(split_mix(1, 1)).is_some() && table.get(split_mix(1, 2)).is_none());
        }
        assert!(started.elapsed().as_millis() < 500, "{:?}", started.elapsed());
    }

    #[test]
    fn a_table_grows_within_its_memory() {
        let (mut table, bytes) = (Table::new(), 1 << 20);
        table.prepare(1 << 14, bytes);
        assert_eq!(table.bytes(), 1 << 18);
        for i in 0..1 << 15 {
            table.set(split_mix(1, i), entry(1, 1));
        }
        // The table is full, so the largest one that fits beside its entries is half of the memory.
        table.prepare(1 << 40, bytes);
        assert_eq!(table.bytes(), 1 << 19);
        assert!(table.get(split_mix(1, (1 << 15) - 1)).is_some());
        table.forget();
        table.prepare(1 << 40, bytes);
        assert_eq!(table.bytes(), bytes);
    }

    /// As after thousands of searches by one engine.
    #[test]
    fn generations_begin_anew() {
        let mut table = Table::new();
        for round in 0..2 * GENERATIONS {
            table.forget();
            table.prepare(1, 1);
            assert_eq!(table.get(5), None, "{round}");
            table.set(5, entry(1, 1));
        }
    }
}
