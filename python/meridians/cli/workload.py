"""What ``meridians bench`` measures: the positions, the rate of a rollout, and whether the games are the right ones.

A rate is worth nothing if the games are not those of the rules, so every position has a published digest of its games
0 .. 99 of seed 0 (:data:`DIGESTS`), the batch has to have the results of the same games one by one, and the reference
in plain Python plays some of them again, move for move.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter, process_time

from meridians import GameState, Rollout, Rollouts, reference

__all__ = ["DIGESTS", "MIDGAME", "Measurement", "Workload", "measure", "measure_reference", "mistake_in_batch"]

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

_MAX_SEED = 2**64 - 1
_LONGEST_BATCH = 0.25  # seconds; short enough for a smooth progress bar
_FIRST_BATCH = 16  # games for each thread
_REFERENCE_GAMES = 3  # at least


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


@dataclass(frozen=True)
class Measurement:
    """Games and the time they took, in seconds."""

    games: Rollouts
    cpu: float
    wall: float


def measure(
    workload: Workload, seconds: float, threads: int, seed: int, progress: Callable[[float], object]
) -> Measurement:
    """Rollouts for ``seconds`` of wall time, in batches with the seeds ``seed``, ``seed + 1``, ...

    ``progress(share)`` is called between the batches and not timed.
    """
    game = workload.game()
    total = Rollouts(0, 0, 0, 0, 0, 0, 0)
    cpu = wall = 0.0
    batch = _FIRST_BATCH * threads
    game.rollouts(batch, seed, threads)  # to warm up
    target = min(seconds / 10, _LONGEST_BATCH)
    while wall < seconds:
        cpu_began, wall_began = process_time(), perf_counter()
        result = game.rollouts(batch, seed, threads)
        took = perf_counter() - wall_began
        cpu += process_time() - cpu_began
        wall += took
        total = _sum(total, result)
        seed = (seed + 1) & _MAX_SEED
        # The first batches are too small to foretell much, so no batch is more than eight times the one before.
        batch = max(1, min(8 * batch, round(batch * target / took)))
        progress(min(wall / seconds, 1.0))
    return Measurement(total, cpu, wall)


def measure_reference(
    workload: Workload, seconds: float, seed: int, progress: Callable[[float], object]
) -> tuple[int, float, int | None]:
    """The reference for ``seconds`` of wall time: its games, its CPU time, and the first game that is not the engine's.

    They are the games 0, 1, ... of ``seed``, at least three.
    """
    game, twin = workload.game(), workload.twin()
    cpu, count, wrong = 0.0, 0, None
    began = perf_counter()
    while count < _REFERENCE_GAMES or perf_counter() - began < seconds:
        cpu_began = process_time()
        slow = twin.rollout(seed, count)
        cpu += process_time() - cpu_began
        fast = game.rollout(seed, count)
        if wrong is None and (slow.moves, slow.winner, slow.stones_removed) != (
            fast.moves,
            fast.winner,
            fast.stones_removed,
        ):
            wrong = count
        count += 1
        progress(min((perf_counter() - began) / seconds, 1.0))
    return count, cpu, wrong


def mistake_in_batch(workload: Workload, threads: int) -> bool:
    """Whether a batch has other results than its games played one by one."""
    game = workload.game()
    one_by_one = Rollouts(0, 0, 0, 0, 0, 0, 0)
    for index in range(_DIGEST_GAMES):
        one = game.rollout(0, index)
        light, dark, unfinished = int(one.winner == "light"), int(one.winner == "dark"), int(one.unfinished)
        alone = Rollouts(light, dark, unfinished, one.plies, one.plies**2, one.plies, one.stones_removed)
        one_by_one = _sum(one_by_one, alone)
    return game.rollouts(_DIGEST_GAMES, 0, threads) != one_by_one


def _sum(a: Rollouts, b: Rollouts) -> Rollouts:
    return Rollouts(
        a.light_wins + b.light_wins,
        a.dark_wins + b.dark_wins,
        a.unfinished + b.unfinished,
        a.plies + b.plies,
        a.plies_squared + b.plies_squared,
        max(a.longest, b.longest),
        a.stones_removed + b.stones_removed,
    )
