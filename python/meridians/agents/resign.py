"""Resignation: a wrapper around an agent that has an opinion of its chances."""

from __future__ import annotations

from meridians._core import GameState
from meridians.agents.base import RESIGN, Agent, close, cpu_seconds_of, new_game, nodes_of, win_chance_of
from meridians.checks import flag, inside, whole

__all__ = ["ResigningAgent"]


class ResigningAgent:
    """Resigns when the agent's ``win_chance`` was below a threshold on several turns of its own in a row.

    ``below``: in (0, 1). ``turns``: how many choices in a row, 1 or more. With ``play_on`` it only notes in
    ``resigned_at`` the ply at which it would have resigned first, which is how the error of a threshold is measured.
    An agent that has no opinion never resigns.
    """

    def __init__(self, agent: Agent, below: float = 0.03, turns: int = 3, *, play_on: bool = False) -> None:
        inside("below", below, 0, 1)
        whole("turns", turns, 1, 10**6)
        flag("play_on", play_on)
        self.agent = agent
        self.resigned_at: int | None = None
        self._below = below
        self._turns = turns
        self._play_on = play_on
        self._low = 0

    @property
    def name(self) -> str:
        """The agent's name."""
        return self.agent.name

    @property
    def win_chance(self) -> float | None:
        """The agent's opinion."""
        return win_chance_of(self.agent)

    @property
    def nodes(self) -> int:
        """The agent's count."""
        return nodes_of(self.agent)

    def cpu_seconds(self) -> float:
        """What the agent has taken in other processes."""
        return cpu_seconds_of(self.agent)

    def new_game(self) -> None:
        """Forgets how the last game went."""
        self._low = 0
        self.resigned_at = None
        new_game(self.agent)

    def choose(self, state: GameState) -> str:
        """The agent's move, or a resignation."""
        move = self.agent.choose(state)
        chance = win_chance_of(self.agent)
        self._low = self._low + 1 if chance is not None and chance < self._below else 0
        if self._low >= self._turns and self.resigned_at is None:
            self.resigned_at = state.ply
        return RESIGN if self._low >= self._turns and not self._play_on else move

    def close(self) -> None:
        """Closes the agent."""
        close(self.agent)
