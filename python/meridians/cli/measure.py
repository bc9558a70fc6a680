"""The lines of ``meridians bench``: what each does, and how it is timed.

All lines are measured in turn, several rounds, so that a slow moment of a shared machine hits all of them; the rate of
a line is the median of its rounds. Everything runs on this thread and those that a batch of rollouts starts.
"""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Literal

import numpy as np

from meridians import GameState, Rollouts, build_info, parse_move, perft, reference
from meridians.cli.workload import RESULTS, Workload, added, results

__all__ = ["BATCH", "Line", "Work", "at", "levels", "lines_of", "processor"]

Work = Literal["rollouts", "perft", "play", "play, mask"]

BATCH = {"single": 256, "sliced": 4096}
"""The games of one call of ``rollouts``, for each thread."""

_VARIABLE = "MERIDIANS_SIMD"
_NO_GAMES = Rollouts(0, 0, 0, 0, 0, 0, 0)
_MAX_SEED = 2**64 - 1
_RECORDS = 20  # the games that a loop of `play` replays
_REPLAYED = 3  # and those whose ends are compared with the reference, which is slow
_DEPTH = 3
_SMALL_DEPTHS = {"2/3": 5, "3/4": 4}
_TICK = 1e-9  # some clocks are so coarse that nothing seems to have passed


def processor() -> str:
    """The processor's model, as far as the system tells it."""
    if sys.platform == "linux":
        found = re.search(r"^model name\s*: (.+)$", Path("/proc/cpuinfo").read_text("utf-8"), re.MULTILINE)
        if found:
            return found[1]
    return platform.processor() or platform.machine()


@contextmanager
def at(level: str | None) -> Iterator[None]:
    """Forces an instruction set for the calls inside; None leaves what there is. Not for several threads."""
    before = os.environ.get(_VARIABLE)
    try:
        if level is not None:
            os.environ[_VARIABLE] = level
        yield
    finally:
        if level is not None:
            os.environ.pop(_VARIABLE)
            if before is not None:
                os.environ[_VARIABLE] = before


def levels() -> tuple[str, ...]:
    """The instruction sets that the processor has; if ``MERIDIANS_SIMD`` asks for one, that alone."""
    build = build_info()
    return (build["simd"],) if os.environ.get(_VARIABLE) else tuple(build["simd_available"].split(", "))


@dataclass
class Line:
    """One line of the table: a kind of work, and how it is done.

    ``work`` is ``"rollouts"``, ``"perft"``, or a Python loop over ``play(int)``, alone (``"play"``) or with
    ``legal_mask(out=)`` at every ply (``"play, mask"``). ``backend`` and ``level`` are None where there is no choice.
    """

    workload: Workload
    work: Work
    backend: Literal["single", "sliced"] | None = None
    level: str | None = None
    threads: int = 1
    seed: int = 0
    rates: list[float] = field(default_factory=list)
    count: int = 0
    cpu: float = 0.0
    wall: float = 0.0
    games: Rollouts = _NO_GAMES

    @property
    def unit(self) -> str:
        """What is counted."""
        return {"rollouts": "game", "perft": "sequence"}.get(self.work, "ply")

    @property
    def clock(self) -> Literal["cpu", "wall"]:
        """Which time the rate is of."""
        return "cpu" if self.threads == 1 else "wall"

    @property
    def rate(self) -> float:
        """Units a second: the median of the rounds."""
        return median(self.rates)

    @property
    def depth(self) -> int | None:
        """The depth of perft; None for other work."""
        return _SMALL_DEPTHS.get(self.workload.size, _DEPTH) if self.work == "perft" else None

    def is_right(self) -> bool:
        """Whether the answer is right: of rollouts the published results, of perft and play what the reference says."""
        with at(self.level):
            if self.work == "rollouts":
                found = results(lambda n, seed: self._game.rollouts(n, seed, self.threads, backend=self._backend))
                return found == RESULTS[self.workload.size, self.workload.position]
            if self.work == "perft":
                return perft(self._game, self._depth) == self.slow()[0]
            before, twin = len(self.workload.moves), self.workload.twin()
            played = [(game.moves[before:], game.outcome and game.outcome.winner) for game in self._play()[:_REPLAYED]]
            return played == [(one.moves, one.winner) for one in (twin.rollout(0, i) for i in range(_REPLAYED))]

    def slow(self) -> tuple[int, float]:
        """The same work once by the reference: how many units, and CPU seconds. Not for rollouts.

        Perft, which takes it long, is not counted again.
        """
        if self.work == "perft":
            return self._slow_perft
        twin = self.workload.twin()
        began = process_time()
        for action in self._records[0]:
            twin.play(action)
            if self.work == "play, mask":
                twin.legal_mask()
        return len(self._records[0]), process_time() - began

    def measure(self, seconds: float) -> None:
        """One round: so many seconds of wall time, or one call if that takes longer."""
        count, cpu, wall = 0, 0.0, 0.0
        with at(self.level):
            while wall < seconds or not count:
                cpu_began, wall_began = process_time(), perf_counter()
                count += self._call()
                wall += perf_counter() - wall_began
                cpu += process_time() - cpu_began
        self.rates.append(count / max(cpu if self.clock == "cpu" else wall, _TICK))
        self.count += count
        self.cpu += cpu
        self.wall += wall

    @property
    def _backend(self) -> Literal["auto", "single", "sliced"]:
        return self.backend or "auto"

    @property
    def _depth(self) -> int:
        return self.depth or 0

    @cached_property
    def _game(self) -> GameState:
        return self.workload.game()

    @cached_property
    def _slow_perft(self) -> tuple[int, float]:
        began = process_time()
        return reference.perft(self.workload.twin(), self._depth), process_time() - began

    @cached_property
    def _records(self) -> list[list[int]]:
        game = self._game
        return [[parse_move(move, game.size) for move in game.rollout(0, index).moves] for index in range(_RECORDS)]

    @cached_property
    def _call(self) -> Callable[[], int]:
        """The work once, which returns the units done."""
        if self.work == "rollouts":
            return self._rollouts
        if self.work == "perft":
            return lambda: perft(self._game, self._depth)
        plies = sum(map(len, self._records))

        def loops() -> int:
            self._play()
            return plies

        return loops

    def _rollouts(self) -> int:
        n = BATCH[self.backend or "sliced"] * self.threads
        self.games = added(self.games, self._game.rollouts(n, self.seed, self.threads, backend=self._backend))
        self.seed = (self.seed + 1) & _MAX_SEED
        return n

    def _play(self) -> list[GameState]:
        """Replays the records, from a copy of the start each, as a user would write it."""
        start, games = self._game, []
        mask = np.empty(start.action_count, dtype=np.bool_)
        for record in self._records:
            game = start.copy()
            if self.work == "play":
                for action in record:
                    game.play(action)
            else:
                for action in record:
                    game.play(action)
                    game.legal_mask(out=mask)
            games.append(game)
        return games


def lines_of(workload: Workload, all_threads: int, seed: int, only_threads: int | None = None) -> list[Line]:
    """The lines of a position: rollouts on every path, and from the empty board perft and Python loops too.

    ``all_threads``: how many the last line of rollouts uses, if more than one. ``only_threads``: all lines of rollouts
    use so many, and there is no other work.
    """
    threads = only_threads or 1
    lines = [Line(workload, "rollouts", "single", None, threads, seed)]
    lines += [Line(workload, "rollouts", "sliced", level, threads, seed) for level in levels()]
    if only_threads is None:
        if all_threads > 1:
            lines.append(Line(workload, "rollouts", "sliced", None, all_threads, seed))
        if workload.position == "empty":
            works: tuple[Work, ...] = ("perft", "play", "play, mask")
            lines += [Line(workload, work) for work in works]
    return lines
