"""Ten levels of play, from hardly better than chance to the best that 100 ms a move allow (docs/levels.md).

Their strengths are about evenly spaced on a ladder of our own, which ``meridians levels`` measures: neighbours, and
those two apart, play each other from balanced openings, and Bradley-Terry ratings come out of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from meridians._core import MeridiansError
from meridians.checks import function, path, sequence_of, whole

__all__ = ["LEVELS", "LevelRating", "level_agent", "measure_levels"]

LEVELS: tuple[str, ...] = (
    "random",
    "uct:visits=45",
    "uct:visits=120",
    "uct:visits=270",
    "uct:visits=1300",
    "grave:visits=1",
    "grave:visits=110",
    "grave:visits=390",
    "grave:visits=1200",
    "best:time=0.1",
)
"""The agent of each level, the first being level 1."""


class LevelRating(NamedTuple):
    """How strong a level was found to be: Elo, level 1 being 0, with the ends of the interval.

    ``step``, ``step_low``, ``step_high``: how much stronger than the level before it, and the interval of that; of the
    first one 0.
    """

    level: int
    agent: str
    elo: float
    low: float
    high: float
    step: float
    step_low: float
    step_high: float


def level_agent(level: int) -> str:
    """The text of a level's agent, for :func:`meridians.agents.parse_agent`.

    ``level``: 1..10; another is a MeridiansError.
    """
    return LEVELS[whole("level", level, 1, len(LEVELS)) - 1]


def measure_levels(
    games: int = 100,
    *,
    size: str = "6/7",
    agents: Sequence[str] = LEVELS,
    apart: int | None = None,
    seed: int = 0,
    log: str | Path | None = None,
    concurrency: int = 1,
    progress: Callable[[str], object] | None = None,
) -> list[LevelRating]:
    """Plays every two agents that are at most ``apart`` places apart (default: 2, of two agents 1), and rates them all.

    ``agents``: two or more, from weak to strong. ``games``: of each two, an even number. ``log``: a folder, in which
    each match has a file from which it goes on. ``progress(text)`` is called after each match. The rest is as for
    :func:`meridians.arena.match`.
    """
    from meridians.arena import bradley_terry, match

    if len(sequence_of("agents", agents, "texts")) < 2:
        raise MeridiansError(f"agents must be two or more, not {len(agents)}")
    apart = min(2, len(agents) - 1) if apart is None else whole("apart", apart, 1, len(agents) - 1)
    path("log", log, optional=True)
    function("progress", progress, optional=True)
    folder = None if log is None else Path(log)
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:  # ValueError: a null character
            reason = (isinstance(error, OSError) and error.strerror) or error
            raise MeridiansError(f"cannot write logs into {str(folder)!r}: {reason}") from None
    points = np.zeros((len(agents), len(agents)))
    for a in range(len(agents)):
        for b in range(a + 1, min(a + 1 + apart, len(agents))):
            file = None if folder is None else folder / f"{a + 1}-{b + 1}.jsonl"
            played = match(agents[b], agents[a], games=games, size=size, seed=seed, log=file, concurrency=concurrency)
            points[b, a], points[a, b] = played.points, len(played.games) - played.points
            if progress is not None:
                progress(f"{agents[b]} - {agents[a]}: {played.points:g} of {len(played.games)}")
    # A player who won every game would have no rating; one drawn game of each two keeps the ladder finite.
    ratings = bradley_terry(points, anchor=0, prior=1.0)
    rated = []
    for i, agent in enumerate(agents):
        elo, low, high = float(ratings.elo[i]), float(ratings.low[i]), float(ratings.high[i])
        step, (step_low, step_high) = ratings.difference(i, i - 1) if i else (0.0, (0.0, 0.0))
        rated.append(LevelRating(i + 1, agent, elo, low, high, step, step_low, step_high))
    return rated
