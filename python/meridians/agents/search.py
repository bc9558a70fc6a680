"""Agents that search: :class:`meridians.Search` with an engine and a budget."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, cast

import meridians
from meridians._core import GameState
from meridians.agents.base import Clock
from meridians.checks import positive, whole

__all__ = ["ENGINES", "SearchAgent"]

Engine: TypeAlias = Literal["best", "grave", "uct", "puct", "gumbel", "alphabeta"]
ENGINES = ("best", "grave", "uct", "puct", "gumbel", "alphabeta")


class SearchAgent:
    """Plays the best move of a search. What was learned is kept from turn to turn of a game (``Search.advance``).

    ``engine``: one of :data:`ENGINES`. ``seconds``, ``visits``, ``nodes``: the budget of a move, at least one of them.
    ``clock``: what the seconds are of, ``"cpu"`` or ``"wall"``. ``size``, ``threads`` and ``seed`` are those of
    :class:`meridians.Search`, and so is every other option. ``win_chance`` is the chance of the colour that moved, None
    before the pie is answered (R12), ``nodes`` the iterations of the search, and ``report`` its whole report.
    """

    def __init__(
        self,
        engine: str = "best",
        *,
        seconds: float | None = None,
        visits: int | None = None,
        nodes: int | None = None,
        size: str = "6/7",
        threads: int = 1,
        seed: int = 0,
        clock: Clock = "cpu",
        name: str | None = None,
        **options: Any,
    ) -> None:
        self.name = name or engine
        self.win_chance: float | None = None
        self.nodes = 0
        self.report: meridians.Report | None = None
        if seconds is not None:
            positive("seconds", seconds, 604800)
        for limit, value in (("visits", visits), ("nodes", nodes)):
            if value is not None:
                whole(limit, value, 1, 2**40)
        self._limits: dict[str, Any] = {"seconds": seconds, "visits": visits, "nodes": nodes}
        kind = cast(Engine, engine)  # the constructor says what is allowed
        self._search = meridians.Search(size=size, engine=kind, threads=threads, seed=seed, clock=clock, **options)
        self._seen: list[str] | None = None

    def new_game(self) -> None:
        """The next search starts fresh."""
        self._seen = None

    def choose(self, state: GameState) -> str:
        """The best move of a search from here."""
        moves = state.moves
        if self._seen is not None and moves[: len(self._seen)] == self._seen:
            for played in moves[len(self._seen) :]:
                self._search.advance(played)
        self._seen = moves
        report = self.report = self._search.run(state, **self._limits)
        self.nodes = report.iterations
        # Before the pie is answered the chances of colours are not yet those of participants.
        self.win_chance = None if state.pie == "pie" else report.win_chance(state.turn)
        return report.best
