"""Agents that do not search: random moves, and flat Monte Carlo."""

from __future__ import annotations

from meridians._core import GameState, Position, rollouts_from
from meridians.agents.base import MAX_SEED, derive_seed
from meridians.checks import whole

__all__ = ["FlatAgent", "RandomAgent"]


class RandomAgent:
    """Every legal move is equally likely; a function of the seed and of the number of choices made.

    ``seed``: 0..2**64-1.
    """

    def __init__(self, seed: int = 0, *, name: str = "random") -> None:
        self.name = name
        self._seed = whole("seed", seed, 0, MAX_SEED)
        self._choices = 0

    def choose(self, state: GameState) -> str:
        """A random legal move: the first of a rollout, so that it is drawn from the public random stream."""
        self._choices += 1
        return state.rollout(self._seed, self._choices, 1).moves[0]


class FlatAgent:
    """Plays the move after which most of ``games`` random games are won (:meth:`meridians.GameState.evaluate_moves`).

    ``games`` are played after *each* legal move, 1 or more. In the pie opening (R12) it proposes a random first stone
    and the second stone with which Light's share of the random games is nearest to one half, and answers by the share.
    ``seed``: 0..2**64-1. ``win_chance`` is the share of the chosen move, None if no game was won by either; ``nodes``
    counts random games.
    """

    def __init__(self, games: int = 100, seed: int = 0, *, name: str = "flat") -> None:
        self.name = name
        self.win_chance: float | None = None
        self.nodes = 0
        self._games = whole("games", games, 1, 2**63 - 1)
        self._seed = whole("seed", seed, 0, MAX_SEED)
        self._choices = 0

    def choose(self, state: GameState) -> str:
        """The move with the largest share; of several the first in action order."""
        self._choices += 1
        seed = derive_seed(self._seed, self._choices)
        if state.pie == "pie" and sum(state.turns) < 2:
            return self._propose(state, seed)
        table = state.evaluate_moves(self._games, seed, 1)
        self.nodes = int(table.visits.sum())
        self.win_chance = table.best_share if table.best_share == table.best_share else None
        return table.best

    def _propose(self, state: GameState, seed: int) -> str:
        self.win_chance, self.nodes = 0.5, 0
        if state.turns == (0, 0):
            return state.rollout(seed, 0, 1).moves[0]
        moves = state.legal_moves()
        answered: list[GameState | Position] = [state.position.play(move).play("keep") for move in moves]
        shares = [games.share("light") for games in rollouts_from(answered, self._games, seed, 1)]
        self.nodes = self._games * len(moves)
        balanced = min(range(len(moves)), key=lambda index: abs(shares[index] - 0.5))
        return moves[balanced]
