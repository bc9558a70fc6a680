"""What an agent is, the terms on which it plays a game, and the error of one that fails.

An agent is whatever has a ``name`` and ``choose(state) -> move name``. Everything else is optional, and asked for with
the functions here, so that an agent of one's own can be a class of five lines.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Real
from typing import Literal, Protocol, SupportsFloat, TypeAlias, runtime_checkable

from meridians._core import GameState, MeridiansError
from meridians.checks import flag, number, one_of, positive, whole

__all__ = [
    "MAX_SEED",
    "RESIGN",
    "Agent",
    "AgentError",
    "Clock",
    "Factory",
    "Terms",
    "check_budget",
    "close",
    "cpu_seconds_of",
    "derive_seed",
    "new_game",
    "nodes_of",
    "win_chance_of",
]

Clock: TypeAlias = Literal["cpu", "wall"]

MAX_SEED = 2**64 - 1
RESIGN = "resign"
"""What :meth:`Agent.choose` returns to give the game up (R11); ``GameState.undo`` calls it the same."""


class AgentError(MeridiansError):
    """An agent that cannot play on: it raised an error, chose an illegal move, or its program failed.

    ``agent`` is its name.
    """

    def __init__(self, agent: str, message: str) -> None:
        super().__init__(f"{agent}: {message}")
        self.agent = agent
        self.message = message

    def __reduce__(self) -> tuple[type[AgentError], tuple[str, str]]:
        return AgentError, (self.agent, self.message)


@runtime_checkable
class Agent(Protocol):
    """Whoever chooses moves. Only these two are required.

    An agent may also have ``new_game()``, called before each game; ``close()``, called when it is not needed any more;
    ``win_chance``, after a choice what it thinks of the chance of the participant who is to move, 0 to 1 or None; and
    ``nodes``, how many positions or games it looked at for that choice. ``cpu_seconds()`` is for agents that think in
    another process: the CPU time taken there since the last call.
    """

    @property
    def name(self) -> str:
        """What reports call it."""

    def choose(self, state: GameState) -> str:
        """The name of a legal move of a game that is not over, or :data:`RESIGN`. It must leave ``state`` as it is."""


@dataclass(frozen=True)
class Terms:
    """On what terms an agent plays one game: the arena makes a fresh agent for every game.

    ``size``: the board. ``seed``: 0..2**64-1, for whatever is random in the agent. ``seconds`` or ``visits``: the
    budget of a move, unless the agent has one of its own. ``clock``: what the seconds are of, ``"cpu"`` (thread CPU
    time) or ``"wall"``. ``measure_resign``: an agent that would resign says so in ``resigned_at`` and plays on.
    """

    size: str = "6/7"
    seed: int = 0
    seconds: float | None = None
    visits: int | None = None
    clock: Clock = "cpu"
    measure_resign: bool = False

    def __post_init__(self) -> None:
        """Refuses what no agent can play by."""
        GameState(self.size)  # refuses a size that there is not
        whole("seed", self.seed, 0, MAX_SEED)
        check_budget(self.seconds, self.visits, self.clock)
        flag("measure_resign", self.measure_resign)


def check_budget(seconds: object, visits: object, clock: object) -> tuple[float | None, int | None]:
    """The budget of a move, seconds and visits, either of which may be None; refuses what cannot be one."""
    one_of("clock", clock, ("cpu", "wall"))
    return (
        None if seconds is None else positive("seconds", seconds, 3600),
        None if visits is None else whole("visits", visits, 1, 2**40),
    )


Factory: TypeAlias = Callable[[Terms], Agent]
"""What makes an agent for one game."""


def new_game(agent: Agent) -> None:
    """Tells an agent that the next choice is in another game, if it wants to know."""
    if callable(method := getattr(agent, "new_game", None)):
        method()


def close(agent: Agent) -> None:
    """Lets an agent give back what it holds, such as the process of a program. Closing twice is harmless."""
    if callable(method := getattr(agent, "close", None)):
        method()


def win_chance_of(agent: Agent) -> float | None:
    """What the agent thinks of its last choice: the mover's winning chance, or None if it does not say.

    AgentError if that is no chance.
    """
    chance = getattr(agent, "win_chance", None)
    return None if chance is None else _said(agent, "win_chance", chance, 0, 1)


def nodes_of(agent: Agent) -> int:
    """How many positions or games the agent looked at for its last choice; 0 if it does not say."""
    nodes = getattr(agent, "nodes", None)
    return 0 if nodes is None else int(_said(agent, "nodes", nodes, 0, _MOST_NODES))


# No choice looks at more, and the logs of the arena take the sum of a game's.
_MOST_NODES = 10**15


def _said(agent: Agent, name: str, value: object, least: float, most: float) -> float:
    """A number that the agent gives, in range; AgentError names what it is not."""
    try:
        if isinstance(value, SupportsFloat) and not isinstance(value, Real):
            value = float(value)  # of an array or tensor of one number
        return number(name, value, least, most)
    except (TypeError, ValueError) as error:
        raise AgentError(agent.name, str(error)) from None


def cpu_seconds_of(agent: Agent) -> float:
    """The CPU time that the agent has taken in other processes since the last call; 0.0 if it does not say."""
    return float(method()) if callable(method := getattr(agent, "cpu_seconds", None)) else 0.0


def derive_seed(*parts: int | str) -> int:
    """A seed 0..2**64-1 from numbers and names, the same on every machine and unlike its neighbours."""
    text = "/".join(map(str, parts))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")
