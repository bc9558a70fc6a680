"""Rollouts (``docs/rollouts.md``): uniformly random games, each a pure function of position, seed, index and ply cap.

A rollout knows no repetition rule (R13); one that hits the ply cap is unfinished, neither won nor drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import nan, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Literal

from meridians.reference.errors import MeridiansError
from meridians.reference.stream import MASK64, Generator

if TYPE_CHECKING:
    from meridians.reference.position import Position

Color = Literal["light", "dark"]
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
    """The statistics of many random games; all counts are exact integers."""

    light_wins: int
    dark_wins: int
    unfinished: int
    plies: int
    plies_squared: int
    longest: int
    stones_removed: int

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
        if not 0 < confidence < 1:
            raise MeridiansError(f"confidence is between 0 and 1, not {confidence}")
        wins, won = self._wins(color), self.light_wins + self.dark_wins
        if not won:
            return 0.0, 1.0
        z = NormalDist().inv_cdf((1 + confidence) / 2)
        share = wins / won
        middle = (share + z * z / (2 * won)) / (1 + z * z / won)
        reach = z * sqrt(share * (1 - share) / won + z * z / (4 * won * won)) / (1 + z * z / won)
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


def roll_out_many(
    position: Position, n: int, seed: int, threads: int | None, max_plies: int | None, progress: Progress | None
) -> Rollouts:
    """The games of index 0 .. n-1, one after the other whatever ``threads`` says; ``progress`` hears of every game."""
    if n < 1:
        raise MeridiansError(f"the number of games, n, is at least 1, not {n}")
    if threads is not None and not 1 <= threads <= 1024:
        raise MeridiansError("threads is between 1 and 1024")
    if position.is_over:
        raise MeridiansError("the game is over: there is nothing to roll out")
    games = []
    for index in range(n):
        games.append(roll_out(position, seed, index, max_plies))
        if progress is not None:
            progress(index + 1, n)
    return Rollouts(
        light_wins=sum(game.winner == "light" for game in games),
        dark_wins=sum(game.winner == "dark" for game in games),
        unfinished=sum(game.unfinished for game in games),
        plies=sum(game.plies for game in games),
        plies_squared=sum(game.plies**2 for game in games),
        longest=max((game.plies for game in games), default=0),
        stones_removed=sum(game.stones_removed for game in games),
    )
