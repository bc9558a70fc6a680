//! The two ways to play many games, and which of them is taken. The games are the same with both.

/// How a batch is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Backend {
    /// Whichever is faster for so many games.
    #[default]
    Auto,
    /// Each thread plays its games one at a time.
    Single,
    /// Each thread plays 256 games side by side.
    Sliced,
}

/// From so many games on, all positions of a call together, they are played side by side (`docs/rollouts.md` has the measurement).
pub(super) const SIDE_BY_SIDE_FROM: u64 = 32;

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

    /// Whether so many games are played side by side.
    pub(super) const fn is_side_by_side(self, games: u64) -> bool {
        match self {
            Backend::Auto => games >= SIDE_BY_SIDE_FROM,
            Backend::Single => false,
            Backend::Sliced => true,
        }
    }
}
