"""What matches and round-robins came to: scores with intervals, the sequential test, ratings, and what moves cost."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meridians.arena.game import Game
from meridians.arena.settings import Settings
from meridians.arena.statistics import (
    Ratings,
    Sprt,
    bradley_terry,
    elo_of,
    pair_interval,
    sprt,
    wilson,
)

__all__ = ["Match", "Resignations", "RoundRobin", "Usage", "pair_counts"]


def pair_counts(games: Iterable[Game], agent: int) -> list[int]:
    """The five counts of an agent's pairs, of which both games are there (:mod:`meridians.arena.statistics`)."""
    halves: dict[tuple[int, int, int], float] = {}
    counts = [0] * 5
    for game in games:
        low, high = sorted(game.agents)
        key = (game.pair, low, high)
        points = game.points_of(agent)
        if key in halves:
            counts[round(2 * (halves.pop(key) + points))] += 1
        else:
            halves[key] = points
    return counts


@dataclass(frozen=True)
class Usage:
    """What an agent spent a move, on average: seconds of CPU and of wall time, nodes; its moves and overruns."""

    turns: int
    cpu: float
    wall: float
    nodes: float
    overruns: int

    @staticmethod
    def of(games: Iterable[Game], agent: int) -> Usage:
        """The average of an agent over its games."""
        sides = [game.side_of(agent) for game in games if agent in game.agents]
        turns = sum(side.turns for side in sides)
        each: Callable[[float], float] = lambda total: total / turns if turns else 0.0  # noqa: E731
        return Usage(
            turns,
            each(sum(side.cpu for side in sides)),
            each(sum(side.wall for side in sides)),
            each(sum(side.nodes for side in sides)),
            sum(side.overruns for side in sides),
        )


@dataclass(frozen=True)
class Resignations:
    """How often an agent resigned, or would have; and how often it did not lose the game that was then played on."""

    games: int
    wrong: int

    @staticmethod
    def of(games: Iterable[Game], agent: int) -> Resignations:
        """The resignations of an agent in its games."""
        fired = [game for game in games if agent in game.agents and game.side_of(agent).resigned_at is not None]
        return Resignations(len(fired), sum(game.points_of(agent) > 0 for game in fired))

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Wilson's interval of the share that was wrong."""
        return wilson(self.wrong, self.games, confidence)


@dataclass(frozen=True)
class Match:
    """The games of two agents, ``a`` and ``b`` by number, from the side of ``a``.

    ``elos``: the two differences of the sequential test, or None.
    """

    settings: Settings
    games: tuple[Game, ...]
    a: int = 0
    b: int = 1
    elos: tuple[float, float] | None = None

    @cached_property
    def points(self) -> float:
        """What ``a`` scored, a draw being one half."""
        return sum(game.points_of(self.a) for game in self.games)

    @cached_property
    def wins(self) -> int:
        """Games that ``a`` won."""
        return sum(game.points_of(self.a) == 1 for game in self.games)

    @cached_property
    def draws(self) -> int:
        """Games that nobody won."""
        return sum(game.winner is None for game in self.games)

    @property
    def losses(self) -> int:
        """Games that ``b`` won."""
        return len(self.games) - self.wins - self.draws

    @property
    def score(self) -> float:
        """``points`` a game; nan without games."""
        return self.points / len(self.games) if self.games else math.nan

    @cached_property
    def pairs(self) -> list[int]:
        """The pairs in which ``a`` scored 0, 1/2, 1, 3/2 and 2 points."""
        return pair_counts(self.games, self.a)

    def wilson(self, confidence: float = 0.95) -> tuple[float, float]:
        """Wilson's interval of the score, as if games were independent."""
        return wilson(self.points, len(self.games), confidence)

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """The interval of the score by pairs (:func:`meridians.arena.statistics.pair_interval`): the one to report."""
        return pair_interval(self.pairs, confidence)

    @property
    def elo(self) -> float:
        """The Elo difference of the score; nan without games."""
        return elo_of(self.score) if self.games else math.nan

    def elo_interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """:meth:`interval` in Elo."""
        low, high = self.interval(confidence)
        return elo_of(low), elo_of(high)

    @property
    def sprt(self) -> Sprt | None:
        """The sequential test, if one was asked for."""
        return None if self.elos is None else sprt(self.pairs, *self.elos)

    @property
    def light_score(self) -> float:
        """What Light scored a game, whoever had it; nan without games."""
        if not self.games:
            return math.nan
        wins = sum(game.winner_color == "light" for game in self.games)
        return (wins + self.draws / 2) / len(self.games)

    def usage(self, agent: int) -> Usage:
        """What an agent spent a move."""
        return Usage.of(self.games, agent)

    def resignations(self, agent: int) -> Resignations:
        """How often an agent resigned, or would have."""
        return Resignations.of(self.games, agent)

    def estimate(self) -> str:
        """The score so far on one line."""
        if not self.games:
            return "no games yet"
        low, high = self.interval()
        text = f"{100 * self.score:.1f} % [{100 * low:.1f}, {100 * high:.1f}] after {len(self.games)} games"
        test = self.sprt
        return text if test is None else f"{text}, LLR {test.llr:.2f} in ({test.lower:.2f}, {test.upper:.2f})"

    def __str__(self) -> str:
        names = self.settings.agents[self.a], self.settings.agents[self.b]
        lines = [f"{names[0]} against {names[1]}, {_terms(self.settings)}"]
        if not self.games:
            return "\n".join([*lines, "games       none"])
        by_pairs, by_games = (f"{100 * low:.1f} to {100 * high:.1f}" for low, high in (self.interval(), self.wilson()))
        lines += [
            f"games       {len(self.games)}: {self.wins} won, {self.draws} drawn, {self.losses} lost",
            f"score       {100 * self.score:.1f} %, 95 % interval {by_pairs} by pairs, {by_games} by games (Wilson)",
            f"elo         {_elo(self.elo)}, 95 % interval {' to '.join(map(_elo, self.elo_interval()))} by pairs",
            f"pairs       {' '.join(map(str, self.pairs))} with 0, 1/2, 1, 3/2, 2 points",
        ]
        test = self.sprt
        if test is not None:
            verdict = f"accepts {getattr(test, test.accepted):+g} Elo" if test.accepted else "undecided"
            lines.append(
                f"sprt        {test.elo0:g} against {test.elo1:g} Elo: LLR {test.llr:.2f} in"
                f" ({test.lower:.2f}, {test.upper:.2f}), {verdict}"
            )
        lines.append(f"light       scored {100 * self.light_score:.1f} %")
        lines.append(f"ends        {_ends(self.games)}")
        lines += [_usage(name, self.usage(number)) for name, number in zip(names, (self.a, self.b), strict=True)]
        for name, number in zip(names, (self.a, self.b), strict=True):
            resignations = self.resignations(number)
            if resignations.games:
                ends = "{:.1f} to {:.1f} %".format(*(100 * end for end in resignations.interval()))
                error = f", {resignations.wrong} of them without losing (95 % interval {ends})"
                wrong = error if self.settings.measure_resign else ""
                lines.append(f"resigned    {name}: {resignations.games} games{wrong}")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """The numbers as a document of JSON; those that are not finite are null."""
        numbers = self.a, self.b
        test = self.sprt
        return {
            "agents": [self.settings.agents[number] for number in numbers],
            "games": len(self.games),
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": _finite(self.score),
            "interval": list(self.interval()),
            "wilson": list(self.wilson()),
            "elo": _finite(self.elo),
            "elo_interval": [_finite(end) for end in self.elo_interval()],
            "pairs": self.pairs,
            "sprt": test and {**vars(test), "accepted": test.accepted},
            "light_score": _finite(self.light_score),
            "reasons": dict(Counter(game.reason for game in self.games)),
            "usage": [vars(self.usage(number)) for number in numbers],
            "resignations": [vars(self.resignations(number)) for number in numbers],
        }


@dataclass(frozen=True)
class RoundRobin:
    """The games of many agents against each other.

    ``anchor``: the number of the agent whose rating is ``anchor_elo``, or None: the ratings then have mean 0.
    """

    settings: Settings
    games: tuple[Game, ...]
    anchor: int | None = None
    anchor_elo: float = 0.0

    def match(self, a: int, b: int) -> Match:
        """The games between two of them, from the side of ``a``."""
        return Match(self.settings, tuple(game for game in self.games if {a, b} == set(game.agents)), a, b)

    @cached_property
    def points(self) -> NDArray[np.float64]:
        """What each scored against each: float64 ``[P, P]``."""
        count = len(self.settings.agents)
        points = np.zeros((count, count))
        for game in self.games:
            first, second = game.agents
            points[first, second] += game.points_of(first)
            points[second, first] += game.points_of(second)
        return points

    def ratings(self, prior: float = 1.0) -> Ratings:
        """The ratings (:func:`meridians.arena.statistics.bradley_terry`), with one drawn game added to each pairing."""
        return bradley_terry(self.points, anchor=self.anchor, anchor_elo=self.anchor_elo, prior=prior)

    def estimate(self) -> str:
        """How far it has come, on one line."""
        return f"{len(self.games)} games"

    def __str__(self) -> str:
        names = self.settings.agents
        lines = [f"{len(names)} agents, {_terms(self.settings)}", f"games       {len(self.games)}: {_ends(self.games)}"]
        points = self.points
        played = points + points.T
        if not self.games or not (played.sum(axis=1) > 0).all():
            return "\n".join(lines)
        try:
            ratings = self.ratings()
        except ValueError as error:  # the pairings do not connect everyone
            return "\n".join([*lines, f"ratings     none: {error}"])
        order = [int(number) for number in np.argsort(-ratings.elo, kind="stable")]
        rows = [["", "elo", "95 %", "games", "score", *(f"{rank}" for rank in range(1, len(names) + 1))]]
        for rank, number in enumerate(order, start=1):
            half = ratings.high[number] - ratings.elo[number]
            games = played[number].sum()
            cells = [
                f"{100 * points[number, other] / played[number, other]:.0f}" if played[number, other] else "-"
                for other in order
            ]
            score = f"{100 * points[number].sum() / games:.1f} %"
            elo = f"{ratings.elo[number]:+.0f}"
            rows.append([f"{rank} {names[number]}", elo, f"+-{half:.0f}", f"{games:.0f}", score, *cells])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            cells = [row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True))]
            lines.append("  ".join(cells).rstrip())
        lines += [_usage(names[number], Usage.of(self.games, number)) for number in order]
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """The numbers as a document of JSON: ratings (null where there are none yet), and the matches."""
        try:
            ratings = self.ratings() if self.games else None
        except ValueError:
            ratings = None
        return {
            "agents": list(self.settings.agents),
            "games": len(self.games),
            "elo": None if ratings is None else ratings.elo.tolist(),
            "elo_interval": None if ratings is None else [ratings.low.tolist(), ratings.high.tolist()],
            "matches": [self.match(a, b).to_json() for a, b in self.settings.pairings],
        }


def _terms(settings: Settings) -> str:
    openings = settings.openings
    if openings == "balanced":
        openings_text = f"balanced openings of {settings.opening_plies} plies"
        if not settings.opening_rollouts:
            openings_text = f"random openings of {settings.opening_plies} plies"
    else:
        openings_text = f"the {openings} opening"
    budget = ""
    if settings.visits is not None:
        budget = f", {settings.visits} visits a move"
    elif settings.seconds is not None:
        budget = f", {settings.seconds:g} s of {'CPU' if settings.clock == 'cpu' else 'wall'} time a move"
    return f"{settings.size}, {openings_text}{budget}, seed {settings.seed}"


def _usage(name: str, usage: Usage) -> str:
    return (
        f"a move      {name}: {1000 * usage.cpu:.1f} ms CPU, {1000 * usage.wall:.1f} ms wall, {usage.nodes:.0f} nodes;"
        f" {usage.overruns} overruns in {usage.turns}"
    )


def _ends(games: Sequence[Game]) -> str:
    reasons = ", ".join(f"{count} {reason}" for reason, count in Counter(game.reason for game in games).most_common())
    plies = sum(len(game.moves) for game in games) / len(games) if games else 0
    return f"{reasons}; {plies:.0f} plies a game"


def _elo(elo: float) -> str:
    return f"{elo:+.0f}"


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
