"""Bad input to every parameter of what makes agents, plays matches and counts them: the error, and what it says.

A table as in ``test_errors.py``, complete by the signatures. What the package itself makes, such as a match, is no
input.
"""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bad_values import LONG_NUMBER, Bad, check_refused, flag, progress, size, whole
from meridians import GameState, MeridiansError, agents, arena
from meridians.agents import (
    AgentError,
    FlatAgent,
    HumanAgent,
    ProgramAgent,
    RandomAgent,
    ResigningAgent,
    SearchAgent,
    Terms,
    level_agent,
    measure_levels,
    parse_agent,
)

Kind = Callable[[], Iterator[Bad]]


def number(name: str, *wrong: float) -> Iterator[Bad]:
    for value in (math.nan, LONG_NUMBER, *wrong):
        yield Bad(value, MeridiansError, (name, "must be a number"))
    for other in ("1", b"1", [1.0], 1j, True, object()):
        yield Bad(other, TypeError, (name, "must be a number", type(other).__name__))


def word(name: str, *expected: str) -> Iterator[Bad]:
    for text in ("", expected[0].title(), "\ud800", "x" * 10**6):
        yield Bad(text, MeridiansError, (name, "must be", *expected))
    for value in (5, None, [expected[0]]):
        yield Bad(value, TypeError, (name, "must be", *expected, type(value).__name__))


def path(name: str, *, optional: bool = True) -> Iterator[Bad]:
    for value in (5, 1.5, ["log"], object(), *([] if optional else [None])):
        yield Bad(value, TypeError, (name, "must be a path", type(value).__name__))


def called(name: str) -> Iterator[Bad]:
    for value in (5, "f", None, [print]):
        yield Bad(value, TypeError, (name, "must be callable", type(value).__name__))


def rows(name: str) -> Iterator[Bad]:
    """What is no sequence."""
    for value in (5, None, object(), "random", {1, 2}):
        yield Bad(value, TypeError, (name, "must be", type(value).__name__))


def two(name: str) -> Iterator[Bad]:
    yield from rows(name)
    for value in ((), (1,), (1, 2, 3)):
        yield Bad(value, TypeError, (name, "must be a pair", str(len(value))))


def elos() -> Iterator[Bad]:
    for bad in two("elos"):
        if bad.value is not None:
            yield bad
    yield Bad((10, 0), MeridiansError, ("elo0 must be below elo1",))
    for pair in (("a", "b"), ([0], 5), (None, 5)):
        yield Bad(pair, TypeError, ("elo0", "number"))
    for value in (math.inf, math.nan, 2001, LONG_NUMBER):
        yield Bad((0, value), MeridiansError, ("elo1", "-2000 to 2000"))


def contestant() -> Iterator[Bad]:
    for text in ("", "gravy", "grave:visits=0", "x" * 10**6):
        yield Bad(text, MeridiansError, ("agent",))
    for value in (None, 5, ["random"], b"random"):
        yield Bad(value, TypeError, ("agent", type(value).__name__))


def contestants() -> Iterator[Bad]:
    yield from rows("agents")
    yield Bad(["random"], MeridiansError, ("agents", "two or more"))
    yield from (Bad(["random", bad.value], bad.error, bad.words) for bad in contestant())


def pairings() -> Iterator[Bad]:
    yield from rows("pairings")
    yield from (Bad([bad.value], bad.error, bad.words) for bad in two("a pairing"))
    for value in ((0, 0), (0, 2), (-1, 0)):
        yield Bad([value], MeridiansError, ("pairing", "0 to 1"))
    for other in (("a", "b"), (0, True), (0.0, 1)):
        yield Bad([other], TypeError, ("pairing", "whole number"))
    yield Bad([(0, 1), (1, 0)], MeridiansError, ("pairings", "twice"))


def counts() -> Iterator[Bad]:
    yield from rows("pairs")
    yield Bad([1, 2, 3, 4], MeridiansError, ("pairs", "five counts", "4"))
    yield from (Bad([1, 1, 1, 1, bad.value], bad.error, bad.words) for bad in number("counts of pairs", -1, math.inf))


def table() -> Iterator[Bad]:
    for value in (5, [[1]], [[0, 1, 2], [1, 0, 2]], [[0, -1], [1, 0]], [[0, math.nan], [1, 0]], [[1, 1], [1, 1]]):
        yield Bad(value, MeridiansError, ("points",))
    for other in ("x", [[0, "x"], [1, 0]], [[0], [1, 2]], object()):
        yield Bad(other, TypeError, ("points must be a square of numbers",))


def games() -> Iterator[Bad]:
    yield from whole("games", 2, 10**7)
    yield Bad(3, MeridiansError, ("games must be an even number, not 3",))


def command() -> Iterator[Bad]:
    yield from rows("command")
    yield Bad([], MeridiansError, ("a program needs a command",))
    yield Bad(["x", 5], TypeError, ("command", "int"))


def text_or_none(name: str) -> Iterator[Bad]:
    for value in (5, b"x", ["x"], object()):
        yield Bad(value, TypeError, (name, "must be a text", type(value).__name__))


def state() -> Iterator[Bad]:
    for value in (None, 5, "6/7", GameState().position):
        yield Bad(value, TypeError, ("state must be a GameState", type(value).__name__))


def without_none(kind: Iterator[Bad]) -> Iterator[Bad]:
    return (bad for bad in kind if bad.value is not None)


SEED: Kind = lambda: whole("seed", 0, 2**64 - 1)  # noqa: E731
CONFIDENCE: Kind = lambda: number("confidence", 0, 1, 95, math.inf)  # noqa: E731
BUDGET: dict[str, Kind] = {
    "seconds": lambda: number("seconds", 0, -1, 3601, math.inf),
    "visits": lambda: whole("visits", 1, 2**40, optional=True),
    "clock": lambda: word("clock", "cpu", "wall"),
    "measure_resign": lambda: flag("measure_resign"),
}
PLAY: dict[str, Kind] = {
    **BUDGET,
    "games": games,
    "size": size,
    "openings": lambda: word("openings", "plain", "pie", "balanced"),
    "opening_plies": lambda: whole("opening_plies", 1, 114),
    "opening_rollouts": lambda: whole("opening_rollouts", 0, 10**9),
    "seed": SEED,
    "max_plies": lambda: whole("max_plies", 1, 10**6, optional=True),
    "forfeit": lambda: flag("forfeit"),
    "log": lambda: path("log"),
    "concurrency": lambda: whole("concurrency", 1, 1024),
    "progress": progress,
}
# The bad values of each parameter; those that are named in ANYTHING take what they are given.
TABLE: dict[Callable[..., Any], dict[str, Kind]] = {
    arena.match: {**PLAY, "a": contestant, "b": contestant, "elos": elos},
    arena.round_robin: {
        **PLAY,
        "agents": contestants,
        "pairings": pairings,
        "anchor": lambda: whole("anchor", 0, 1, optional=True),
        "anchor_elo": lambda: without_none(number("anchor_elo", math.inf, 1e7)),
    },
    arena.play_game: {
        "agents": lambda: two("agents"),
        "state": state,
        "max_plies": PLAY["max_plies"],
        "forfeit": PLAY["forfeit"],
        "budgets": lambda: two("budgets"),
        "clock": BUDGET["clock"],
    },
    arena.opening_of: {
        "size": size,
        "plies": lambda: whole("plies", 1, 114),
        "rollouts": lambda: whole("rollouts", 0, 10**9),
        "seed": SEED,
        "pair": lambda: whole("pair", 0, 2**63 - 1),
    },
    arena.read_log: {"path": lambda: path("path", optional=False)},
    arena.Settings: {
        **{name: PLAY[name] for name in ("size", "openings", "opening_plies", "opening_rollouts", "seed", "forfeit")},
        **BUDGET,
        "agents": lambda: rows("agents"),
        "max_plies": lambda: whole("max_plies", 0, 10**6),
        "pairings": pairings,
    },
    arena.elo_of: {"score": lambda: number("score", -0.1, 1.1, math.inf)},
    arena.score_of: {"elo": lambda: number("elo")},
    arena.wilson: {
        "points": lambda: number("points", -1, 11),
        "games": lambda: whole("games", 0, 2**63 - 1),
        "confidence": CONFIDENCE,
    },
    arena.pair_interval: {"pairs": counts, "confidence": CONFIDENCE},
    arena.sprt: {
        "pairs": counts,
        "elo0": lambda: number("elo0", -2001, math.inf),
        "elo1": lambda: number("elo1", 2001, math.inf),
        "alpha": lambda: number("alpha", 0, 0.5),
        "beta": lambda: number("beta", 0, 0.5),
    },
    arena.bradley_terry: {
        "points": table,
        "anchor": lambda: whole("anchor", 0, 1, optional=True),
        "anchor_elo": lambda: number("anchor_elo", math.inf, 1e7),
        "prior": lambda: number("prior", -1, math.inf),
        "confidence": CONFIDENCE,
    },
    Terms: {**BUDGET, "size": size, "seed": SEED},
    RandomAgent: {"seed": SEED},
    FlatAgent: {"games": lambda: whole("games", 1, 2**63 - 1), "seed": SEED},
    ResigningAgent: {
        "below": lambda: number("below", 0, 1, -1),
        "turns": lambda: whole("turns", 1, 10**6),
        "play_on": lambda: flag("play_on"),
    },
    HumanAgent: {"read": lambda: called("read"), "write": lambda: called("write")},
    ProgramAgent: {
        "command": command,
        "player": lambda: text_or_none("player"),
        "seconds": lambda: number("seconds", 0, 86401, math.inf),
        "size": size,
        "seed": SEED,
        "timeout": lambda: number("timeout", 0, 86401, math.inf),
    },
    SearchAgent: {
        "engine": lambda: without_none(word("engine", "best", "grave")),
        "size": size,
        "threads": lambda: whole("threads", 1, 1024),
        "seed": SEED,
        "clock": lambda: word("clock", "wall", "cpu"),
        "seconds": lambda: number("seconds", 0, -1, 604801, math.inf),
        "visits": BUDGET["visits"],
        "nodes": lambda: whole("nodes", 1, 2**40, optional=True),
    },
    parse_agent: {"text": contestant},
    level_agent: {"level": lambda: whole("level", 1, 10)},
    measure_levels: {
        **{name: PLAY[name] for name in ("games", "size", "seed", "log", "concurrency", "progress")},
        "agents": contestants,
        "apart": lambda: whole("apart", 1, 9, optional=True),
    },
}
# Names of agents are shown as they are, and an agent may be any object: what it lacks is found when it plays.
ANYTHING = {"name", "agent", "options", "index", "pair", "numbers", "weights"}
GOOD: dict[Callable[..., Any], dict[str, Any]] = {
    arena.match: {"a": "random", "b": "random", "games": 2},
    arena.round_robin: {"agents": ["random", "random"], "games": 2},
    arena.play_game: {"agents": (RandomAgent(), RandomAgent()), "state": GameState()},
    arena.opening_of: {"size": "6/7", "plies": 4, "rollouts": 0, "seed": 0, "pair": 0},
    arena.Settings: {"agents": ("random", "random")},
    arena.wilson: {"points": 1, "games": 10},
    arena.pair_interval: {"pairs": [1, 2, 3, 4, 5]},
    arena.sprt: {"pairs": [1, 2, 3, 4, 5], "elo0": 0, "elo1": 10},
    arena.bradley_terry: {"points": [[0, 1], [1, 0]]},
    ResigningAgent: {"agent": RandomAgent()},
    ProgramAgent: {"command": ["x"]},
}
# What calls give back; making one by hand is nobody's business.
RESULTS = (
    *(arena.Game, arena.Match, arena.Resignations, arena.RoundRobin, arena.Side, arena.Usage, arena.Ratings),
    *(arena.Sprt, agents.AgentSpec, agents.LevelRating, agents.Agent, AgentError),
)
CASES = [
    pytest.param(function, parameter, id=f"{function.__qualname__}-{parameter}")
    for function, parameters in TABLE.items()
    for parameter in parameters
]


def test_the_table_has_every_parameter() -> None:
    public = [getattr(module, name) for module in (agents, arena) for name in module.__all__]
    functions = {item for item in public if (inspect.isclass(item) or inspect.isfunction(item)) and item not in RESULTS}
    assert functions == set(TABLE)
    for function in functions:
        parameters = set(inspect.signature(function).parameters)
        taken = ANYTHING - ({"pair"} if function is arena.opening_of else set())
        assert parameters - taken == set(TABLE[function]), function


@pytest.mark.parametrize(("function", "parameter"), CASES)
def test_bad_argument(
    function: Callable[..., Any], parameter: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    good = {key: value for key, value in GOOD.get(function, {}).items() if key != parameter}
    found = list(TABLE[function][parameter]())
    assert len(found) > 3
    for bad in found:
        check_refused(functools.partial(function, **good, **{parameter: bad.value}), bad)
    assert not list(tmp_path.iterdir()), "nothing is written"
