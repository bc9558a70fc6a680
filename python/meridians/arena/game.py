"""One game between two agents: played, timed, and kept as its moves."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar, cast, get_args

from meridians._core import GameState, MeridiansError
from meridians.agents.base import RESIGN, Agent, AgentError, Clock, cpu_seconds_of, new_game, nodes_of, win_chance_of
from meridians.checks import flag, number, one_of, pair_of, whole

T = TypeVar("T")

__all__ = ["Game", "Reason", "Side", "play_game"]

Reason: TypeAlias = Literal["elimination", "resignation", "repetition", "cap", "forfeit"]

# A move that took longer than this is counted as an overrun: clocks are looked at every so often.
_TOLERANCE, _GRACE = 1.1, 0.002


@dataclass(frozen=True)
class Side:
    """What an agent spent on a game: choices made, seconds of CPU and of wall time, nodes, and choices over the budget.

    ``resigned_at``: the ply at which it resigned, or would have if it had not been told to play on.
    """

    turns: int = 0
    cpu: float = 0.0
    wall: float = 0.0
    nodes: int = 0
    overruns: int = 0
    resigned_at: int | None = None


@dataclass(frozen=True)
class Game:
    """A finished game. ``winner`` is a participant, ``winner_color`` a colour, both None for a draw.

    ``index`` and ``pair`` are its place in the schedule, ``agents`` the numbers of the agents of participants 0 and 1,
    ``opening`` how many of the ``moves`` were given to them, ``error`` why a game was forfeited.
    """

    index: int
    pair: int
    agents: tuple[int, int]
    moves: tuple[str, ...]
    opening: int
    winner: int | None
    winner_color: Literal["light", "dark"] | None
    reason: Reason
    sides: tuple[Side, Side]
    error: str | None = None

    def points_of(self, agent: int) -> float:
        """What an agent of the game scored: 1, 0, or one half for a draw."""
        return 0.5 if self.winner is None else float(self.agents[self.winner] == agent)

    def side_of(self, agent: int) -> Side:
        """What an agent of the game spent."""
        return self.sides[self.agents.index(agent)]

    def to_json(self) -> dict[str, Any]:
        """The game as a document of JSON, with the moves as one text."""
        sides = self.sides
        return {
            "game": self.index,
            "pair": self.pair,
            "agents": list(self.agents),
            "winner": self.winner,
            "winner_color": self.winner_color,
            "reason": self.reason,
            "opening": self.opening,
            "moves": " ".join(self.moves),
            "turns": [side.turns for side in sides],
            "cpu": [side.cpu for side in sides],
            "wall": [side.wall for side in sides],
            "nodes": [side.nodes for side in sides],
            "overruns": [side.overruns for side in sides],
            "resigned_at": [side.resigned_at for side in sides],
            "error": self.error,
        }

    @staticmethod
    def from_json(document: Mapping[str, Any]) -> Game:
        """What :meth:`to_json` has written; MeridiansError or TypeError that says what is wrong with anything else."""
        missing = [key for key in _KEYS if key not in document]
        if missing:
            raise MeridiansError(f"no {missing[0]}")
        numbers: dict[str, int] = {key: whole(key, document[key], 0, _MOST) for key in ("game", "pair", "opening")}
        a, b = (whole("agents", number, 0, _MOST) for number in _both(document, "agents"))
        one_of("winner", document["winner"], (0, 1, None))
        one_of("winner_color", document["winner_color"], ("light", "dark", None))
        one_of("reason", document["reason"], get_args(Reason))
        for key in ("moves", "error"):
            if not isinstance(document[key], str) and (key, document[key]) != ("error", None):
                raise TypeError(f"{key} must be a text, not {type(document[key]).__name__}")
        spent: dict[str, list[Any]] = {
            **{key: [whole(key, n, 0, _MOST) for n in _both(document, key)] for key in ("turns", "overruns")},
            # What agents say of themselves is kept as it is, if it is a number.
            "nodes": [whole("nodes", n, -_MOST, _MOST) for n in _both(document, "nodes")],
            **{key: [number(key, n, -_MOST, _MOST) for n in _both(document, key)] for key in ("cpu", "wall")},
            "resigned_at": [
                ply if ply is None else whole("resigned_at", ply, 0, _MOST) for ply in _both(document, "resigned_at")
            ],
        }
        first, second = (Side(**{key: values[side] for key, values in spent.items()}) for side in (0, 1))
        return Game(
            index=numbers["game"],
            pair=numbers["pair"],
            agents=(a, b),
            moves=tuple(document["moves"].split()),
            opening=numbers["opening"],
            winner=document["winner"],
            winner_color=document["winner_color"],
            reason=cast(Reason, document["reason"]),
            sides=(first, second),
            error=document["error"],
        )


_MOST = 2**63 - 1  # of any number in a document
_KEYS = (
    *("game", "pair", "agents", "winner", "winner_color", "reason", "opening", "moves"),
    *("turns", "cpu", "wall", "nodes", "overruns", "resigned_at", "error"),
)


def _both(document: Mapping[str, Any], key: str) -> list[Any]:
    """What the document says of the two participants."""
    values = document[key]
    if not isinstance(values, list) or len(values) != 2:
        raise TypeError(f"{key} must be a list of two")
    return values


class _Meter:
    """Adds up what one agent spends."""

    def __init__(self, budget: float | None, clock: Clock) -> None:
        self.turns = self.nodes = self.overruns = 0
        self.cpu = self.wall = 0.0
        self._limit = None if budget is None else _TOLERANCE * budget + _GRACE
        self._clock = clock

    def choose(self, agent: Agent, state: GameState) -> str:
        cpu_seconds_of(agent)  # what it took before is not this choice's
        cpu, wall = time.process_time(), time.perf_counter()
        move = agent.choose(state)
        spent_wall = time.perf_counter() - wall
        spent_cpu = time.process_time() - cpu + cpu_seconds_of(agent)
        self.turns += 1
        self.cpu += spent_cpu
        self.wall += spent_wall
        self.nodes += nodes_of(agent)
        win_chance_of(agent)  # the arena does not need it, but refuses what is no chance
        spent = spent_cpu if self._clock == "cpu" else spent_wall
        self.overruns += self._limit is not None and spent > self._limit
        return move

    def side(self, agent: Agent) -> Side:
        resigned_at = getattr(agent, "resigned_at", None)
        return Side(self.turns, round(self.cpu, 6), round(self.wall, 6), self.nodes, self.overruns, resigned_at)


def play_game(
    agents: tuple[Agent, Agent],
    state: GameState,
    *,
    max_plies: int | None = None,
    forfeit: bool = False,
    budgets: Sequence[float | None] = (None, None),
    clock: Clock = "cpu",
    index: int = 0,
    pair: int = 0,
    numbers: tuple[int, int] = (0, 1),
) -> Game:
    """Plays a game to its end between the agents of participants 0 and 1, and returns it; ``state`` is played on.

    ``max_plies``: when so many plies of the whole game have been played it is a draw, reason ``"cap"`` (default: 4 x
    points). An agent that raises an error or chooses an illegal move ends the game with :class:`AgentError`, or loses
    it if ``forfeit``. ``budgets``: the seconds that a choice may take on the ``clock``, over which it is an overrun.
    ``index``, ``pair`` and ``numbers`` are put into the result. The agents are not closed.
    """
    pair_of("agents", agents, "agents")
    if not isinstance(state, GameState):
        raise TypeError(f"state must be a GameState, not {type(state).__name__}")
    if max_plies is not None:
        whole("max_plies", max_plies, 1, 10**6)
    flag("forfeit", forfeit)
    pair_of("budgets", budgets, "seconds")
    one_of("clock", clock, ("cpu", "wall"))
    cap = 4 * state.points if max_plies is None else max_plies
    opening = state.ply
    meters = (_Meter(budgets[0], clock), _Meter(budgets[1], clock))
    reason: Reason | None = None
    winner: int | None = None
    error: str | None = None
    loser = 0
    try:
        for loser in (0, 1):
            _guard(agents[loser], state, functools.partial(new_game, agents[loser]))
        while not state.is_over and state.ply < cap:
            loser = state.participant
            _turn(agents[loser], meters[loser], state)
    except AgentError as failure:
        if not forfeit:
            raise
        winner, reason, error = 1 - loser, "forfeit", str(failure)
    outcome = state.outcome
    if reason is None:
        winner = None if outcome is None else outcome.participant
        reason = "cap" if outcome is None else outcome.reason
    return Game(
        index=index,
        pair=pair,
        agents=numbers,
        moves=tuple(state.moves),
        opening=opening,
        winner=winner,
        winner_color=None if winner is None else state.color_of(winner),
        reason=reason,
        sides=(meters[0].side(agents[0]), meters[1].side(agents[1])),
        error=error,
    )


def _turn(agent: Agent, meter: _Meter, state: GameState) -> None:
    move: object = _guard(agent, state, lambda: meter.choose(agent, state.copy()))
    if move == RESIGN:
        state.resign()
        return
    if not isinstance(move, str):
        raise AgentError(agent.name, f"chose {move!r}, which is no name of a move{_place(state)}")
    if (why := state.why_illegal(move)) is not None:
        raise AgentError(agent.name, f"chose an illegal move: {why}{_place(state)}")
    state.play(move)


def _guard(agent: Agent, state: GameState, call: Callable[[], T]) -> T:
    """The result of a call of an agent; whatever it raises becomes an AgentError that says where the game stood."""
    try:
        return call()
    except AgentError as error:
        raise AgentError(error.agent, f"{error.message}{_place(state)}") from None
    except Exception as error:
        raise AgentError(agent.name, f"raised {type(error).__name__}: {error}{_place(state)}") from error


def _place(state: GameState) -> str:
    return f" (ply {state.ply + 1} after: {' '.join(state.moves) or 'nothing'})"
