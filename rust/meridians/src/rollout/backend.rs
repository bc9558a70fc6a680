//! The two ways to play many games, and which of them is taken. The games are the same with both.

use crate::level::Level;

/// How a batch is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Backend {
    /// Whichever is faster for so many games.
    #[default]
    Auto,
    /// Each thread plays its games one by one, a few in turns.
    Single,
    /// Each thread plays up to 512 games side by side.
    Sliced,
}

impl Backend {
    /// All of them.
    pub const ALL: [Backend; 3] = [Backend::Auto, Backend::Single, Backend::Sliced];

    /// The name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Backend::Auto => "auto",
            Backend::Single => "single",
            Backend::Sliced => "sliced",
        }
    }

    /// The backend with this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Backend> {
        Backend::ALL.into_iter().find(|backend| backend.name() == name)
    }

    /// Whether so many games, from all positions of a call together, are played side by side with these instructions.
    /// (`docs/rollouts.md` says how that was measured.)
    pub(super) const fn is_side_by_side(self, games: u64, level: Level) -> bool {
        let enough = match level {
            Level::Portable => 8,
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => 64,
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => 48,
        };
        match self {
            Backend::Auto => games >= enough,
            Backend::Single => false,
            Backend::Sliced => true,
        }
    }
}
