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
from meridians.agents.base import MAX_SEED, Clock, Terms, check_budget, derive_seed
from meridians.checks import flag, one_of, pair_of, sequence_of, whole

__all__ = ["Openings", "Settings", "Task", "opening_of"]

Openings: TypeAlias = Literal["plain", "pie", "balanced"]

BALANCE = (0.42, 0.58)  # Light's share of the rollouts of a balanced opening
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
        if len(sequence_of("agents", self.agents, "texts")) < 2:
            raise MeridiansError("agents must be two or more")
        one_of("openings", self.openings, ("plain", "pie", "balanced"))
        seconds, visits = check_budget(self.seconds, self.visits, self.clock)
        # Numbers become those of Python, which JSON can hold.
        for name, value in (
            ("opening_plies", whole("opening_plies", self.opening_plies, 1, points)),
            ("opening_rollouts", whole("opening_rollouts", self.opening_rollouts, 0, 10**9)),
            ("seed", whole("seed", self.seed, 0, MAX_SEED)),
            ("max_plies", whole("max_plies", self.max_plies, 0, 10**6) or 4 * points),
            ("seconds", seconds),
            ("visits", visits),
            ("pairings", self._checked_pairings()),
        ):
            object.__setattr__(self, name, value)
        flag("forfeit", self.forfeit)
        flag("measure_resign", self.measure_resign)
        if self.seconds is not None and self.visits is not None:
            raise MeridiansError("give seconds or visits, not both")

    def _checked_pairings(self) -> tuple[tuple[int, int], ...]:
        count = len(self.agents)
        pairings: list[tuple[int, int]] = []
        for pairing in sequence_of("pairings", self.pairings, "pairs"):
            two = pair_of("a pairing", pairing, "numbers of agents")
            a, b = (whole("an agent of a pairing", number, 0, count - 1) for number in two)
            if a == b:
                raise MeridiansError(f"pairings must be of two different agents from 0 to {count - 1}, not {(a, b)}")
            pairings.append((a, b))
        if len(set(map(frozenset, pairings))) < len(pairings):
            raise MeridiansError("pairings must not name two agents twice")
        return tuple(pairings) or tuple((a, b) for a in range(count) for b in range(a + 1, count))

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


def opening_of(size: str, plies: int, rollouts: int, seed: int, pair: int) -> tuple[str, ...]:
    """The moves of a balanced opening, a function of its arguments.

    It is the first of a stream of uniformly random beginnings of that many plies after which Light wins 42 to 58 % of
    so many uniformly random games; with no rollouts simply the first. MeridiansError if there is none to be found.
    """
    whole("plies", plies, 1, GameState(size).points)
    whole("rollouts", rollouts, 0, 10**9)
    whole("seed", seed, 0, MAX_SEED)
    whole("pair", pair, 0, 2**63 - 1)
    return cached_opening(size, plies, rollouts, seed, pair)


@functools.lru_cache(maxsize=256)  # both games of a pair, of every pairing
def cached_opening(size: str, plies: int, rollouts: int, seed: int, pair: int) -> tuple[str, ...]:
    """The same without checks."""
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
