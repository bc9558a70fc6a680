//! The instruction sets that hot code is compiled for; which one runs is chosen when it runs.

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

    /// The best level that this processor has.
    #[must_use]
    pub fn best() -> Level {
        Level::available().next_back().unwrap_or(Level::Portable)
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
