"""What determines the games of a match or a round-robin: the settings, and from them the schedule and every seed.

A game is a function of the settings and of its index alone (agents with a time budget aside), whatever process plays it
and whatever was played before. That is what makes logs resumable and results independent of concurrency.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, TypeAlias

from meridians._core import GameState, MeridiansError
from meridians.agents.base import Clock, Terms, derive_seed
from meridians.checks import whole

__all__ = ["Openings", "Settings", "Task", "opening_of"]

Openings: TypeAlias = Literal["plain", "pie", "balanced"]

BALANCE = (0.42, 0.58)  # Light's share of the rollouts of a balanced opening
_MAX_SEED = 2**64 - 1
_ATTEMPTS = 100_000  # of finding a balanced opening


@dataclass(frozen=True)
class Task:
    """One game of the schedule: which pair it belongs to, and the agents of participants 0 and 1, by number."""

    index: int
    pair: int
    agents: tuple[int, int]


@dataclass(frozen=True)
class Settings:
    """What determines every game; the docstring of :func:`meridians.arena.match` says what the values mean.

    ``pairings``: who plays whom, by number; empty for everyone against everyone. ``weights``: for each agent a digest
    of its file of weights, or None; empty if no agent has any.
    """

    agents: tuple[str, ...]
    size: str = "6/7"
    openings: Openings = "balanced"
    opening_plies: int = 4
    opening_rollouts: int = 300
    seconds: float | None = None
    visits: int | None = None
    clock: Clock = "cpu"
    seed: int = 0
    max_plies: int = 0
    forfeit: bool = False
    measure_resign: bool = False
    pairings: tuple[tuple[int, int], ...] = ()
    weights: tuple[str | None, ...] = ()

    def __post_init__(self) -> None:
        points = GameState(self.size).points  # refuses a size that there is not
        object.__setattr__(self, "size", GameState(self.size).size)
        if len(self.agents) < 2:
            raise MeridiansError("agents must be two or more")
        if self.openings not in ("plain", "pie", "balanced"):
            raise MeridiansError(f'openings must be "plain", "pie" or "balanced", not {self.openings!r}')
        if self.clock not in ("cpu", "wall"):
            raise MeridiansError(f'clock must be "cpu" or "wall", not {self.clock!r}')
        whole("opening_plies", self.opening_plies, 1, points)
        whole("opening_rollouts", self.opening_rollouts, 0, 10**9)
        whole("seed", self.seed, 0, _MAX_SEED)
        whole("max_plies", self.max_plies, 0, 10**6)
        if not self.max_plies:
            object.__setattr__(self, "max_plies", 4 * points)
        if self.visits is not None:
            whole("visits", self.visits, 1, 2**40)
        if self.seconds is not None:
            if isinstance(self.seconds, bool) or not isinstance(self.seconds, float | int):
                raise TypeError(f"seconds must be a number, not {type(self.seconds).__name__}")
            if not 0 < self.seconds <= 3600:
                raise MeridiansError(f"seconds must be a number above 0, at most 3600, not {self.seconds}")
        for name in ("forfeit", "measure_resign"):
            if not isinstance(value := getattr(self, name), bool):
                raise TypeError(f"{name} must be True or False, not {type(value).__name__}")
        if self.seconds is not None and self.visits is not None:
            raise MeridiansError("give seconds or visits, not both")
        count = len(self.agents)
        if not self.pairings:
            everyone = tuple((a, b) for a in range(count) for b in range(a + 1, count))
            object.__setattr__(self, "pairings", everyone)
        for a, b in self.pairings:
            if not (0 <= a < count and 0 <= b < count and a != b):
                raise MeridiansError(f"pairings must be of two different agents from 0 to {count - 1}, not {(a, b)}")
        if len({frozenset(pairing) for pairing in self.pairings}) < len(self.pairings):
            raise MeridiansError("pairings must not name two agents twice")

    def task(self, index: int) -> Task:
        """A game of the schedule: pair by pair, in each pair the pairings in turn, in each pairing both seatings."""
        half = index % 2
        pair, pairing = divmod(index // 2, len(self.pairings))
        a, b = self.pairings[pairing]
        return Task(index, pair, (b, a) if half else (a, b))

    def terms(self, task: Task, participant: int) -> Terms:
        """The terms of an agent in a game; its seed is like no other's."""
        first, second = task.agents
        seed = derive_seed(self.seed, "agent", task.pair, first, second, participant)
        return Terms(self.size, seed, self.seconds, self.visits, self.clock, self.measure_resign)

    def start(self, task: Task) -> GameState:
        """The game as the agents find it, with its opening played."""
        if self.openings != "balanced":
            return GameState(self.size, self.openings)
        moves = opening_of(self.size, self.opening_plies, self.opening_rollouts, self.seed, task.pair)
        return GameState.from_moves(list(moves), self.size)

    def to_json(self) -> dict[str, Any]:
        """The settings as a document of JSON, without ``weights`` if there are none."""
        document = asdict(self) | {"agents": list(self.agents), "pairings": [list(two) for two in self.pairings]}
        weights = list(document.pop("weights"))
        return document | ({"weights": weights} if weights else {})

    @staticmethod
    def from_json(document: Mapping[str, Any]) -> Settings:
        """What :meth:`to_json` has written."""
        document = {"weights": (), **document}
        values = {field.name: document[field.name] for field in fields(Settings)}
        values["weights"] = tuple(values["weights"])
        values["agents"] = tuple(values["agents"])
        values["pairings"] = tuple((a, b) for a, b in values["pairings"])
        return Settings(**values)


@functools.lru_cache(maxsize=256)  # both games of a pair, of every pairing
def opening_of(size: str, plies: int, rollouts: int, seed: int, pair: int) -> tuple[str, ...]:
    """The moves of a balanced opening, a function of its arguments.

    It is the first of a stream of uniformly random beginnings of that many plies after which Light wins 42 to 58 % of
    so many uniformly random games; with no rollouts simply the first. MeridiansError if there is none to be found.
    """
    moves_seed, games_seed = (derive_seed(seed, what, pair) for what in ("opening", "balance"))
    for attempt in range(_ATTEMPTS):
        moves = GameState(size).rollout(moves_seed, attempt, plies).moves
        state = GameState.from_moves(moves, size, repetition="none")
        if state.is_over or len(moves) < plies:
            continue
        low, high = BALANCE
        if rollouts == 0 or low <= state.rollouts(rollouts, games_seed, 1).share("light") <= high:
            return tuple(moves)
    raise MeridiansError(f"no balanced opening of {plies} plies on {size} in {_ATTEMPTS} attempts")
