"""Rollouts (``docs/rollouts.md``): uniformly random games, each a pure function of position, seed, index and ply cap.

A rollout knows no repetition rule (R13); one that hits the ply cap is unfinished, neither won nor drawn. Tables are
lists here, and ``threads`` and ``backend`` are taken for the engine's sake: one game follows the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import nan, sqrt
from statistics import NormalDist
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Literal, TypeVar

from meridians.reference import tables
from meridians.reference.errors import MeridiansError
from meridians.reference.stream import MASK64, Generator
from meridians.reference.tables import Table

if TYPE_CHECKING:
    from meridians.reference.position import Position

Color = Literal["light", "dark"]
Backend = Literal["auto", "single", "sliced"]
T = TypeVar("T")
Progress = Callable[[int, int], object]


class Rollout:
    """One random game. Frozen."""

    __slots__ = ("_moves", "_stones_removed", "_winner")

    def __init__(self, moves: Sequence[str], winner: Color | None, stones_removed: int) -> None:
        self._moves = tuple(moves)
        self._winner: Color | None = winner
        self._stones_removed = stones_removed

    @property
    def moves(self) -> list[str]:
        """The moves by name, from the rollout's start."""
        return list(self._moves)

    @property
    def plies(self) -> int:
        """The number of moves."""
        return len(self._moves)

    @property
    def winner(self) -> Color | None:
        """The colour that won by elimination; None if the ply cap was hit first."""
        return self._winner

    @property
    def unfinished(self) -> bool:
        """Whether the game was not over after exactly ``max_plies`` plies."""
        return self._winner is None

    @property
    def stones_removed(self) -> int:
        """The number of stones removed, of both colours."""
        return self._stones_removed

    def _key(self) -> tuple[tuple[str, ...], str | None, int]:
        return self._moves, self._winner, self._stones_removed

    def __eq__(self, other: object, /) -> bool:
        return self._key() == other._key() if isinstance(other, Rollout) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"Rollout(moves={self.moves!r}, winner={self.winner!r}, stones_removed={self.stones_removed})"


@dataclass(frozen=True)
class Rollouts:
    """The statistics of many random games; all counts are exact integers, and times are no part of equality.

    The tables are None unless they were asked for; the properties say what they hold.
    """

    light_wins: int
    dark_wins: int
    unfinished: int
    plies: int
    plies_squared: int
    longest: int
    stones_removed: int
    seconds: float = field(default=0.0, compare=False)
    cpu_seconds: float = field(default=0.0, compare=False)
    _ownership: Table | None = None
    _first_moves: Table | None = None
    _amaf: list[Table] | None = None
    _lengths: list[int] | None = None

    @property
    def games(self) -> int:
        """The number of games."""
        return self.light_wins + self.dark_wins + self.unfinished

    @property
    def mean_plies(self) -> float:
        """The mean number of plies of a game; nan without games."""
        return self.plies / self.games if self.games else nan

    @property
    def sd_plies(self) -> float:
        """The standard deviation of the number of plies, divided by ``games``; nan without games."""
        if not self.games:
            return nan
        return sqrt(self.games * self.plies_squared - self.plies**2) / self.games

    @property
    def games_per_second(self) -> float:
        """Games a second of wall time; nan if nobody measured it."""
        return self.games / self.seconds if self.seconds else nan

    @property
    def ownership(self) -> Table:
        """For each colour and point the games in which the colour held the point at the end, Light first."""
        return _asked_for(self._ownership, "ownership")

    @property
    def first_move_visits(self) -> list[int]:
        """For each action the games that began with it."""
        return _asked_for(self._first_moves, "first_moves")[0]

    @property
    def first_move_wins(self) -> list[int]:
        """For each action the games that began with it and were won by the participant who played it."""
        return _asked_for(self._first_moves, "first_moves")[1]

    @property
    def amaf_visits(self) -> Table:
        """For each colour and action the games in which the colour played it at least once, Light first."""
        return _asked_for(self._amaf, "amaf")[0]

    @property
    def amaf_wins(self) -> Table:
        """Those of :attr:`amaf_visits` that the colour won."""
        return _asked_for(self._amaf, "amaf")[1]

    @property
    def lengths(self) -> list[int]:
        """For each number of plies, up to the longest game's, the games of that length."""
        return _asked_for(self._lengths, "lengths")

    def _wins(self, color: str) -> int:
        if color not in ("light", "dark"):
            raise MeridiansError(f"no colour {color!r}; the colours are light and dark")
        return self.light_wins if color == "light" else self.dark_wins

    def share(self, color: Color) -> float:
        """The colour's share of the games that were won by either; nan if there are none."""
        wins, won = self._wins(color), self.light_wins + self.dark_wins
        return wins / won if won else nan

    def interval(self, color: Color, confidence: float = 0.95) -> tuple[float, float]:
        """The Wilson score interval of :meth:`share`; (0.0, 1.0) if no game was won."""
        return wilson(self._wins(color), self.light_wins + self.dark_wins, confidence)


def _asked_for(table: T | None, name: str) -> T:
    if table is None:
        raise MeridiansError(f"these games were played without this table: ask for it with {name}=True")
    return table


def wilson(wins: int, games: int, confidence: float) -> tuple[float, float]:
    """The Wilson score interval of a share of games; (0.0, 1.0) without games."""
    if not 0 < confidence < 1:
        raise MeridiansError(f"confidence is between 0 and 1, not {confidence}")
    if not games:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    reach = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def roll_out(position: Position, seed: int, index: int, max_plies: int | None) -> Rollout:
    """Draws and plays legal actions until the game is over or the cap is reached."""
    cap = 4 * position.points if max_plies is None else max_plies
    if not 0 <= seed <= MASK64 or not 0 <= index <= MASK64:
        raise MeridiansError("seed and index are between 0 and 2**64 - 1")
    if cap < 1:
        raise MeridiansError("max_plies is at least 1")
    if position.is_over:
        raise MeridiansError("the game is over: there is nothing to roll out")
    generator = Generator(seed, index)
    moves: list[str] = []
    stones_removed = 0
    while len(moves) < cap and not position.is_over:
        actions = position.legal_actions()
        action = actions[generator.draw(len(actions))]
        moves.append(position.move_name(action))
        position, removed = position.after(action)
        stones_removed += len(removed)
    outcome = position.outcome
    return Rollout(moves, outcome.winner if outcome else None, stones_removed)


@dataclass(frozen=True)
class Ask:
    """What is asked of many rollouts besides their number."""

    seed: int = 0
    threads: int | None = None
    max_plies: int | None = None
    progress: Progress | None = None
    backend: Backend = "auto"
    ownership: bool = False
    first_moves: bool = False
    amaf: bool = False
    lengths: bool = False

    def __post_init__(self) -> None:
        if self.threads is not None and not 1 <= self.threads <= 1024:
            raise MeridiansError("threads is between 1 and 1024")
        if self.backend not in ("auto", "single", "sliced"):
            raise MeridiansError(f"backend is auto, single or sliced, not {self.backend}")


def roll_out_many(position: Position, n: int, ask: Ask) -> Rollouts:
    """The games of index 0 .. n-1, one after the other; ``progress`` hears of every game."""
    if n < 1:
        raise MeridiansError(f"the number of games, n, is at least 1, not {n}")
    if position.is_over:
        raise MeridiansError("the game is over: there is nothing to roll out")
    began, cpu_began = perf_counter(), process_time()
    games = []
    for index in range(n):
        games.append(roll_out(position, ask.seed, index, ask.max_plies))
        if ask.progress is not None:
            ask.progress(index + 1, n)
    return Rollouts(
        light_wins=sum(game.winner == "light" for game in games),
        dark_wins=sum(game.winner == "dark" for game in games),
        unfinished=sum(game.unfinished for game in games),
        plies=sum(game.plies for game in games),
        plies_squared=sum(game.plies**2 for game in games),
        longest=max(game.plies for game in games),
        stones_removed=sum(game.stones_removed for game in games),
        seconds=perf_counter() - began,
        cpu_seconds=process_time() - cpu_began,
        _ownership=tables.ownership(position, games) if ask.ownership else None,
        _first_moves=tables.first_moves(position, games) if ask.first_moves else None,
        _amaf=tables.amaf(position, games) if ask.amaf else None,
        _lengths=tables.lengths(games) if ask.lengths else None,
    )
