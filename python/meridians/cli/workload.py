"""The positions that ``meridians bench`` measures from, and whether the games from there are the right ones.

A rate is worth nothing if the games are not those of the rules. So every position has a published digest of the moves
of its games 0 .. 99 of seed 0 (:data:`DIGESTS`), which the reference in plain Python has too, and another of the
results of its games 0 .. 999 (:data:`RESULTS`), for the paths that play batches and show no moves.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from meridians import GameState, Rollout, Rollouts, reference

__all__ = ["DIGESTS", "MIDGAME", "RESULTS", "Workload", "added", "digest", "results", "results_one_by_one"]

# The first 50 plies of "Ludii 1.3.3, random trial 0 shipped with the game"; whole in tests/data/ludii_trial_0.json.
MIDGAME = """
    e1 c4 e5 c1 b5 i8 h7 c5 k1 k6 h9 c2 e8 h8 l1 b5 f9 h5 e2 i3 h3 a5 d5 g9 f1 i2 i4 l4 h4 k5 b2 j4 f8 l5 j5 b1 i6 j7
    j2 l7 f4 h9 f6 e4 f5 b6 c6 e6 a2 g5
"""

_DIGEST_GAMES = 100
DIGESTS = {
    ("2/3", "empty"): "6473db953fd37a95",
    ("3/4", "empty"): "22ab49faedfb107f",
    ("4/5", "empty"): "f10e9c233810d512",
    ("5/6", "empty"): "6d70b51eb684f139",
    ("6/7", "empty"): "0f2a2b3ac762e79e",
    ("7/8", "empty"): "1b9195a8b2276e86",
    ("6/7", "midgame"): "a40a5fd3bbd434ce",
}
"""The digest of each workload. They change only when the random stream does, which is a breaking release."""

_RESULT_GAMES = 1000
RESULTS = {
    ("2/3", "empty"): "2aa1aa6fb15b5c88",
    ("3/4", "empty"): "733faa61cd195766",
    ("4/5", "empty"): "b54ea61e7cf80405",
    ("5/6", "empty"): "02ee73a96bdffb15",
    ("6/7", "empty"): "2d7e77868a36127e",
    ("7/8", "empty"): "bff4f4bf7f8df4ea",
    ("6/7", "midgame"): "b1a18e138c82799d",
}
"""The digest of the results of each workload. They change with :data:`DIGESTS`."""


@dataclass(frozen=True)
class Workload:
    """A position to start from; ``position`` is ``"empty"`` or ``"midgame"``."""

    size: str
    position: str

    @property
    def moves(self) -> list[str]:
        """The moves that lead to it."""
        return MIDGAME.split() if self.position == "midgame" else []

    def game(self) -> GameState:
        """The position in the compiled engine."""
        return GameState.from_moves(self.moves, self.size)

    def twin(self) -> reference.GameState:
        """The position in plain Python."""
        return reference.GameState.from_moves(self.moves, self.size)

    def digest(self) -> str:
        """A fingerprint of the games 0 .. 99 of seed 0.

        It is the first 16 hexadecimal digits of the SHA-256 of their moves: those of a game with one space between, and
        a line feed after each game.
        """
        return digest(self.game().rollout)


def digest(rollout: Callable[[int, int], Rollout | reference.Rollout]) -> str:
    """:meth:`Workload.digest` of whatever plays the games: ``rollout(seed, index)``."""
    games = "".join(" ".join(rollout(0, index).moves) + "\n" for index in range(_DIGEST_GAMES))
    return hashlib.sha256(games.encode("ascii")).hexdigest()[:16]


def results(rollouts: Callable[[int, int], Rollouts]) -> str:
    """A fingerprint of the results of the games 0 .. 999 of seed 0, of whatever plays them: ``rollouts(n, seed)``.

    It is the first 16 hexadecimal digits of the SHA-256 of the seven counts that make a :class:`Rollouts`, in the order
    of its arguments, with one space between.
    """
    r = rollouts(_RESULT_GAMES, 0)
    counts = (r.light_wins, r.dark_wins, r.unfinished, r.plies, r.plies_squared, r.longest, r.stones_removed)
    return hashlib.sha256(" ".join(map(str, counts)).encode("ascii")).hexdigest()[:16]


def results_one_by_one(rollout: Callable[[int, int], Rollout]) -> Callable[[int, int], Rollouts]:
    """The batch of the games that ``rollout(seed, index)`` plays."""

    def rollouts(n: int, seed: int) -> Rollouts:
        total = Rollouts(0, 0, 0, 0, 0, 0, 0)
        for index in range(n):
            one = rollout(seed, index)
            light, dark, unfinished = int(one.winner == "light"), int(one.winner == "dark"), int(one.unfinished)
            alone = Rollouts(light, dark, unfinished, one.plies, one.plies**2, one.plies, one.stones_removed)
            total = added(total, alone)
        return total

    return rollouts


def added(a: Rollouts, b: Rollouts) -> Rollouts:
    """The results of the games of both."""
    return Rollouts(
        a.light_wins + b.light_wins,
        a.dark_wins + b.dark_wins,
        a.unfinished + b.unfinished,
        a.plies + b.plies,
        a.plies_squared + b.plies_squared,
        max(a.longest, b.longest),
        a.stones_removed + b.stones_removed,
    )
