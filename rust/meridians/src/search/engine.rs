//! The engines behind [`super::Search`].

/// How a search works (`docs/search.md`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Whichever of the others has been measured to play best.
    Best,
    /// A tree guided by all moves as first (GRAVE), with short playouts that the evaluation scores.
    Grave,
    /// A tree guided by upper confidence bounds (UCT), with whole random games, hundreds of them in flight.
    Uct,
    /// A tree guided by the priors and values of an evaluator (PUCT).
    Puct,
    /// The same, with moves drawn from the priors and halved until the best is left (Gumbel), for few visits and for learners.
    Gumbel,
    /// Alpha-beta (principal variation search) with a transposition table.
    AlphaBeta,
}

impl Engine {
    /// All engines.
    pub const ALL: [Engine; 6] =
        [Engine::Best, Engine::Grave, Engine::Uct, Engine::Puct, Engine::Gumbel, Engine::AlphaBeta];

    /// The name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Engine::Best => "best",
            Engine::Grave => "grave",
            Engine::Uct => "uct",
            Engine::Puct => "puct",
            Engine::Gumbel => "gumbel",
            Engine::AlphaBeta => "alphabeta",
        }
    }

    /// The engine with this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Engine> {
        Engine::ALL.into_iter().find(|engine| engine.name() == name)
    }
}
