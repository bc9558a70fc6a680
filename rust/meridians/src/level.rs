//! The instruction sets that hot code is compiled for; which one runs is chosen when it runs.

use std::sync::atomic::{AtomicU8, Ordering};

/// An instruction set. Results are the same with each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Level {
    /// What every processor of the target has.
    Portable,
    /// AVX2 with BMI, LZCNT and POPCNT, on x86-64.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512 (F, VL, BW, DQ) and what AVX2 has, on x86-64.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Level {
    /// Every level of the target, from the least one.
    const ALL: &[Level] = &[
        Level::Portable,
        #[cfg(target_arch = "x86_64")]
        Level::Avx2,
        #[cfg(target_arch = "x86_64")]
        Level::Avx512,
    ];

    /// The levels that this processor has, from the least one.
    pub fn available() -> impl DoubleEndedIterator<Item = Level> {
        Level::ALL.iter().copied().filter(|level| level.is_available())
    }

    /// The best level that this processor has; asked once, for asking takes as long as a short piece of work.
    #[inline]
    #[must_use]
    pub fn best() -> Level {
        const UNKNOWN: u8 = u8::MAX;
        /// The place of the level that was found in the list of all.
        static FOUND: AtomicU8 = AtomicU8::new(UNKNOWN);

        #[cold]
        fn ask() -> Level {
            let place = Level::ALL.iter().rposition(|level| level.is_available()).unwrap_or(0);
            FOUND.store(place as u8, Ordering::Relaxed);
            Level::ALL[place]
        }

        Level::ALL.get(usize::from(FOUND.load(Ordering::Relaxed))).copied().unwrap_or_else(ask)
    }

    /// The level with this name, if this processor has it.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Level> {
        Level::available().find(|level| level.name() == name)
    }

    /// Whether this processor has it.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Level::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("lzcnt")
                    && is_x86_feature_detected!("popcnt")
            }
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => {
                Level::Avx2.is_available()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
            }
        }
    }

    /// The name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => "avx512",
        }
    }
}
