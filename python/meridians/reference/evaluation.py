"""Rollouts from many positions, and flat Monte Carlo over the moves of one (``docs/rollouts.md``)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import isnan, nan
from typing import TYPE_CHECKING

from meridians.reference.errors import MeridiansError
from meridians.reference.rollouts import Ask, Backend, Progress, Rollout, Rollouts, roll_out, wilson
from meridians.reference.tables import end_of

if TYPE_CHECKING:
    from meridians.reference.game import GameState
    from meridians.reference.position import Position


def rollouts_from(
    positions: Iterable[GameState | Position],
    n_each: int,
    seed: int = 0,
    threads: int | None = None,
    max_plies: int | None = None,
    progress: Progress | None = None,
    backend: Backend = "auto",
    ownership: bool = False,
    first_moves: bool = False,
    amaf: bool = False,
    lengths: bool = False,
) -> list[Rollouts]:
    """``n_each`` games from each of several positions: the games of index 0 .. n_each-1 of each."""
    starts = list(positions)
    asks = (seed, threads, max_plies, None, backend, ownership, first_moves, amaf, lengths)
    found = []
    for start in starts:
        found.append(start.rollouts(n_each, *asks))
        if progress is not None:
            progress(len(found) * n_each, len(starts) * n_each)
    return found


@dataclass(frozen=True)
class MoveEvaluations:
    """Flat Monte Carlo: the legal moves in action order, and the games after each."""

    moves: list[str]
    actions: list[int]
    visits: list[int]
    wins: list[int]
    """Won by the participant to move."""
    unfinished: list[int]

    @property
    def share(self) -> list[float]:
        """The share of the participant to move in the games that were won by either; nan where there are none."""
        return [wins / won if won else nan for wins, won in zip(self.wins, self._won(), strict=True)]

    def interval(self, confidence: float = 0.95) -> list[list[float]]:
        """The Wilson score intervals of :attr:`share`: their lower and their upper ends."""
        ends = [wilson(wins, won, confidence) for wins, won in zip(self.wins, self._won(), strict=True)]
        return [[low for low, _ in ends], [high for _, high in ends]]

    @property
    def best(self) -> str:
        """The move with the largest share, of several the first; nan is the smallest."""
        shares = [-1.0 if isnan(share) else share for share in self.share]
        return self.moves[shares.index(max(shares))]

    def _won(self) -> list[int]:
        return [visits - unfinished for visits, unfinished in zip(self.visits, self.unfinished, strict=True)]


def evaluate_moves(position: Position, n: int, ask: Ask) -> MoveEvaluations:
    """``n`` games of the same indices after each legal move; a move that ends the game has won, or lost, them all."""
    if position.is_over:
        raise MeridiansError("the game is over: there is nothing to roll out")
    actions = position.legal_actions()
    wins, unfinished = [], []
    for number, action in enumerate(actions, start=1):
        after, _ = position.after(action)
        if after.is_over:
            games = n * [Rollout([], after.outcome.winner if after.outcome else None, 0)]
        else:
            games = [roll_out(after, ask.seed, index, ask.max_plies) for index in range(n)]
        winners = [end_of(after, game).participant_of(game.winner) for game in games if game.winner]
        wins.append(winners.count(position.participant))
        unfinished.append(n - len(winners))
        if ask.progress is not None:
            ask.progress(number * n, len(actions) * n)
    return MoveEvaluations(position.legal_moves(), actions, [n] * len(actions), wins, unfinished)
