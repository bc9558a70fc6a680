"""Bad input to every parameter of every public callable: which class is raised, and what the message says.

The table is by kind of argument; the test of its completeness goes by the signatures. A panic of the engine would be a
`pyo3_runtime.PanicException`, which is no `Exception`: it passes no `raises` here.
"""

from __future__ import annotations

import contextlib
import copy
import inspect
import math
import pickle
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import meridians
from conftest import games_at_all_stages
from meridians import (
    GameState,
    IllegalMoveError,
    MeridiansError,
    MoveEvaluations,
    Outcome,
    ParseError,
    Position,
    Report,
    Rollout,
    Rollouts,
    Search,
    SetupError,
    SolvedTable,
)

HUGE = "x" * 10_000_000
LONG_NUMBER = 10**5000  # longer than Python writes in decimal
LONGEST_MESSAGE = 1000


@dataclass(frozen=True)
class Bad:
    """A value that an argument may not have, the exception, and words that its message and notes must have."""

    value: Any
    error: type[Exception]
    words: tuple[str, ...]


def whole(name: str, least: int, most: int, *, optional: bool = False) -> Iterator[Bad]:
    most_text = "2**64-1" if most == 2**64 - 1 else str(most)
    for number in (least - 1, -1, most + 1, 2**64, -(2**63) - 1, np.int64(-1)):
        shown = f"{number}" if isinstance(number, int) else "-1"
        yield Bad(number, MeridiansError, (name, str(least), most_text, shown))
    for number in (10**4000, LONG_NUMBER):
        yield Bad(number, MeridiansError, (name, str(least), most_text))
    for value in (1.0, math.nan, True, "1", b"1", [1], object(), *([] if optional else [None])):
        yield Bad(value, TypeError, (name, "whole number", type(value).__name__))


def named(name: str, expected: tuple[str, ...], *, optional: bool = False) -> Iterator[Bad]:
    """Texts of which there are only a few."""
    for text in ("", expected[0].title() + "x", expected[0] + " ", expected[0] + "\0", " ", "é", "\ud800"):
        yield Bad(text, MeridiansError, (name, *expected))
    yield Bad(HUGE, MeridiansError, (name, "xxx", *expected))
    for value in (1, 1.5, expected[0].encode(), [expected[0]], *([] if optional else [None])):
        yield Bad(value, TypeError, (name,))


def size() -> Iterator[Bad]:
    yield from named("size", ("6/7",))
    for text in ("6/8", "6x7", "1/2", "8/9", "06/07", " 6/7", "6/7/8", "Standard"):
        yield Bad(text, MeridiansError, ("size", text, "2/3", "7/8", "expert"))


JUNK = (
    *("", " ", "a", "1", "a0", "a01", "g08", "a1x", "a1 ", " a1", "a1\n", "A1", "a+1", "a-1", "a1.0", "aa1", "1a"),
    *("a１", "a\u0661", "á1", "ａ1", "a1\0", "\0", "a 1", "Pass", "resign", "h1 h2", "a1a1", "\ud800", "a\udc80", "{1"),
)
OFF_BOARD = ("a7", "g13", "n1", "z1", "m7", "a99999999999999999999999999", "a" + "9" * 10_000_000)


def a_name(what: str, off_board: type[MeridiansError]) -> Iterator[Bad]:
    """The name of a point or a move."""
    for text in JUNK:
        shown = () if set(text) - set("a1xg08 ") else (text,)
        yield Bad(text, ParseError, (f"a {what}", *shown))
    yield Bad(HUGE, ParseError, ("xxx",))
    for text in OFF_BOARD:
        yield Bad(text, off_board, (text[:3], "6/7", "R2"))


def a_point() -> Iterator[Bad]:
    yield from a_name("point", MeridiansError)
    for text in ("pass", "keep", "swap"):
        yield Bad(text, ParseError, ("a point", text))
    for value in (None, 0, b"a1", ["a1"]):
        yield Bad(value, TypeError, ("point", "str"))


def a_move() -> Iterator[Bad]:
    yield from a_name("move", IllegalMoveError)
    for action in (-1, 115, 2**64, -(2**70), np.int64(200)):
        yield Bad(action, IllegalMoveError, ("action", str(action), "R2"))
    for number in (10**4000, LONG_NUMBER):
        yield Bad(number, IllegalMoveError, ("action", "114", "R2"))
    for value in (None, True, 1.0, math.nan, b"h1", ["h1"], ("h1",), object()):
        yield Bad(value, TypeError, ("move", type(value).__name__))


def moves(*, optional: bool = False) -> Iterator[Bad]:
    for value in (5, 1.5, object(), b"h1", bytearray(b"h1"), *([] if optional else [None])):
        yield Bad(value, TypeError, ("moves", type(value).__name__))
    for bad in a_move():
        yield Bad(["h1", bad.value], bad.error, ("ply 2", *bad.words))
    yield Bad(HUGE, ParseError, ("ply 1", "xxx"))
    yield Bad("h1 d4 " * 1_000_000, IllegalMoveError, ("ply 3", "h1", "occupied"))
    yield Bad("h1 d4 h8,d6", ParseError, ("ply 3", "h8,d6"))
    yield Bad("h1\0d4", ParseError, ("ply 1",))


def stones(color: str) -> Iterator[Bad]:
    for text in (*JUNK, *OFF_BOARD, "pass", HUGE):
        shown = () if set(text) - set("a1xg08 ") else (text[:3],)
        yield Bad([text], SetupError, ("6/7", "R2", *shown))
    yield Bad(["a1", "a1"], SetupError, ("a1", "more than one"))
    for value in (None, 5, "a1", b"a1", [5], ["a1", None]):
        yield Bad(value, TypeError, (color,))


def turns() -> Iterator[Bad]:
    yield Bad((3, 3), SetupError, ("3",))
    for value in ((-1, 0), (0, 256), (LONG_NUMBER, 0)):
        yield Bad(value, MeridiansError, ("turns", "whole number"))
    for pair in ((None, None), (0, None), (1.0, 0), (True, 0), ("0", 0)):
        yield Bad(pair, TypeError, ("turns", "whole number"))
    for value in (None, 5, "00", {0, 1}, (), (0,), (0, 0, 0), HUGE, (HUGE,)):
        yield Bad(value, TypeError, ("turns",))


def weights() -> Iterator[Bad]:
    """The weights of an evaluation; `evaluation/weights.rs` has the table of where what is wrong."""
    good = meridians.builtin_weights()
    for text in (
        "",
        "\0",
        "\ud800",
        HUGE,
        "\n" * 1_000_000,
        good + "stones 1\n",
        good.replace("\nstones ", "\nstones 1e999 "),
    ):
        yield Bad(text, ParseError, ("line", "column", "expected"))
    yield Bad(meridians.builtin_weights("2/3"), MeridiansError, ("weights", "2/3", "6/7"))
    for value in (5, b"6/7", ["6/7"], Position()):
        yield Bad(value, TypeError, ("text", "str"))


def a_text() -> Iterator[Bad]:
    """A whole position; `test_notation.py` has the table of where what is wrong."""
    for text in ("", " ", "\0", "6/7", "é", "\ud800", HUGE, "\n", "6/7 " * 1_000_000, "a1\0" * 1_000_000):
        yield Bad(text, ParseError, ("line", "column", "expected"))
    for rows in ("o" * 10_000_000, "1" * 10_000_000, "6/" * 1_000_000):
        yield Bad(f"6/7 {rows} light 0,0 plain", ParseError, ("line 1",))
    for value in (None, 5, b"6/7", ["6/7"], Position()):
        yield Bad(value, TypeError, ("text", "str"))


def out() -> Iterator[Bad]:
    shape = (115,)
    read_only = np.zeros(shape, bool)
    read_only.flags.writeable = False
    wrong = [
        *(np.zeros(shape, dtype) for dtype in (np.int8, np.uint8, np.float64, object, "S1", np.dtype([("a", "?")]))),
        *(np.zeros(shape, bool) for shape in ((114,), (116,), (0,), (), (1, 115), (115, 1), (115, 115))),
    ]
    for array in wrong:
        yield Bad(array, MeridiansError, ("out", "bool", "115", str(array.dtype)))
    for array in (np.zeros(230, bool)[::2], np.zeros(115, bool)[::-1], np.zeros((115, 2), bool)[:, 0]):
        yield Bad(array, MeridiansError, ("out", "contiguous"))
    yield Bad(np.lib.stride_tricks.as_strided(np.zeros(1, bool), shape, (0,)), MeridiansError, ("out", "contiguous"))
    for array in (read_only, np.broadcast_to(np.False_, shape)):
        yield Bad(array, MeridiansError, ("out", "writ" if array is read_only else ""))
    for value in ([False] * 115, bytearray(115), memoryview(bytearray(115)), True, np.False_, "out", object()):
        yield Bad(value, TypeError, ("out", "numpy array", type(value).__name__))


def confidence() -> Iterator[Bad]:
    for value in (0, 1, 0.0, 1.0, -0.5, 1.5, 95, math.nan, math.inf, -math.inf, True):
        yield Bad(value, MeridiansError, ("confidence", "0", "1"))
    for other in (None, "0.95", [0.95], 1j):
        yield Bad(other, TypeError, ("confidence", type(other).__name__))


def progress() -> Iterator[Bad]:
    for value in (5, "f", [print], object()):
        yield Bad(value, TypeError, ("progress", type(value).__name__))


def flag(name: str) -> Iterator[Bad]:
    for value in (0, 1, None, "yes", [], np.int64(1)):
        yield Bad(value, TypeError, (name, "True or False", type(value).__name__))


def seconds(name: str) -> Iterator[Bad]:
    for number in (-1, -0.5, math.nan, math.inf, -math.inf):
        yield Bad(number, MeridiansError, (name, "seconds", "0 or more"))
    for value in ("1", [1.0], 1j, object()):
        yield Bad(value, TypeError, (name, "seconds", type(value).__name__))


def counts(name: str) -> Iterator[Bad]:
    """A row of an array of int64."""
    for number in (-1, 2**63, LONG_NUMBER):
        yield Bad([number], MeridiansError, (name, "whole number", "9223372036854775807"))
    for value in (1.0, True, "1", None):
        yield Bad([value], TypeError, (name, "whole number", type(value).__name__))
    for value in (5, 1.5, object()):
        yield Bad(value, TypeError, (name, "counts", type(value).__name__))


def pair(name: str, half: Callable[[str], Iterator[Bad]]) -> Iterator[Bad]:
    for value in (5, object(), [], [[1]], [[1], [1], [1]]):
        yield Bad(value, TypeError, (name, "pair", type(value).__name__))
    for bad in half(name):
        yield Bad((bad.value, bad.value), bad.error, bad.words)


def fraction(name: str) -> Iterator[Bad]:
    for number in (-0.1, 1.5, math.nan, math.inf, 95):
        yield Bad(number, MeridiansError, (name, "0", "1"))
    for value in ("0.5", [0.5], 1j, object()):
        yield Bad(value, TypeError, (name, "0", "1", type(value).__name__))


def row(name: str, kind: str) -> Iterator[Bad]:
    """A numpy array of one dimension; the games that it has to hold are another test's."""
    for value in (None, 5, "h1", [1], np.zeros(2), np.zeros((2, 2), kind), np.zeros(2, np.int16), np.uint8(1)):
        yield Bad(value, TypeError, (name, kind, "one dimension", type(value).__name__))
    yield Bad(np.zeros(4, kind)[::2], MeridiansError, (name, "contiguous"))


def positions(*, over: bool = True) -> Iterator[Bad]:
    """``over``: whether a game that is over is refused."""
    for value in (None, 5, Position(), GameState()):
        yield Bad(value, TypeError, ("positions", type(value).__name__))
    for value in (None, 5, "h1", Position, [Position()]):
        yield Bad([Position(), value], TypeError, ("positions[1]", "GameState", "Position", type(value).__name__))
    yield Bad(HUGE, TypeError, ("positions[0]", "str"))
    if over:
        yield Bad([GameState.from_moves("c1 e1 c3 pass", "2/3")], MeridiansError, ("positions[0]", "over", "R11"))


def names_of_moves() -> Iterator[Bad]:
    for value in (None, 5, "h1", [5], [None]):
        yield Bad(value, TypeError, ("moves",))
    yield from (Bad([bad.value], bad.error, bad.words) for bad in a_name("move", IllegalMoveError))


def state() -> Iterator[Bad]:
    for value in (None, 5, GameState().text, Position, GameState().rollout()):
        yield Bad(value, TypeError, ("state", "GameState", "Position"))


def memory() -> Iterator[Bad]:
    yield from whole("memory", 2**20, 2**40)
    yield Bad(2**20 - 1, MeridiansError, ("memory", "1048576"))


def limit(name: str) -> Iterator[Bad]:
    """More than 0, and finite."""
    for number in (0, 0.0, -1, -0.5, 604801, 1e300, math.nan, math.inf, -math.inf):
        yield Bad(number, MeridiansError, (name, "seconds, more than 0 and at most 604800"))
    for value in ("1", [1.0], 1j, object(), True):
        yield Bad(value, TypeError, (name, "seconds", type(value).__name__))


def evaluator() -> Iterator[Bad]:
    for text in ("", "Learned", "learned ", "\ud800", HUGE):
        yield Bad(text, MeridiansError, ("evaluator", '"learned" or "rollouts" or "uniform"'))
    for value in (5, 1.5, b"learned", ["learned"], object(), type, print):
        yield Bad(value, TypeError, ("evaluator", "an object with evaluate(planes, legal)", type(value).__name__))


def planes_out() -> Iterator[Bad]:
    shape = (15, 13, 12)
    for array in (
        np.zeros(shape, bool),
        np.zeros(shape, np.float32),
        np.zeros((15, 13, 13), np.uint8),
        np.zeros(5, np.uint8),
    ):
        yield Bad(array, MeridiansError, ("out", "uint8", "[15, 13, 12]", str(array.dtype)))
    yield Bad(np.zeros((15, 13, 24), np.uint8)[:, :, ::2], MeridiansError, ("out", "contiguous"))
    yield Bad(np.zeros((15, 13, 12), np.uint8, "F"), MeridiansError, ("out", "contiguous", "C order"))
    yield Bad(np.broadcast_to(np.uint8(0), shape), MeridiansError, ("out",))
    for value in ([0], bytearray(15 * 13 * 12), True, object()):
        yield Bad(value, TypeError, ("out", "numpy array", type(value).__name__))


def state_to_search() -> Iterator[Bad]:
    yield from state()
    yield Bad(GameState("5/6"), MeridiansError, ("5/6", "6/7"))
    yield Bad(GameState.from_moves("h1 d4", resigned="light"), MeridiansError, ("over by resignation", "R11"))


def a_move_to_advance() -> Iterator[Bad]:
    yield from a_name("move", IllegalMoveError)
    for action in (-1, 117, 2**64, -(2**70)):
        yield Bad(action, IllegalMoveError, ("action", str(action), "R2"))
    for value in (None, True, 1.0, math.nan, b"h1", ["h1"], object()):
        yield Bad(value, TypeError, ("move", type(value).__name__))


def count(name: str) -> Iterator[Bad]:
    """A count of :class:`Rollouts`: how large it may be is not ours to say."""
    for number in (-1, -(2**64), 2**128):
        yield Bad(number, MeridiansError, (name, "whole number", "0"))
    for value in (1.0, True, "1", None):
        yield Bad(value, TypeError, (name, "whole number", type(value).__name__))


def list_of_names() -> Iterator[Bad]:
    for value in (None, 5, "h1", [5], [None]):
        yield Bad(value, TypeError, ("moves",))


def name_of_a_move() -> Iterator[Bad]:
    yield from (bad for bad in a_move() if isinstance(bad.value, str))
    for value in (None, 0, b"a1", ["a1"]):
        yield Bad(value, TypeError, ("text", "str"))


Kind = Callable[[], Iterator[Bad]]
COUNTS = ("light_wins", "dark_wins", "unfinished", "plies", "plies_squared", "longest", "stones_removed")
SEED: Kind = lambda: whole("seed", 0, 2**64 - 1)  # noqa: E731
MAX_PLIES: Kind = lambda: whole("max_plies", 1, 2**32 - 1, optional=True)  # noqa: E731
COLOR: Kind = lambda: named("color", ("light", "dark"))  # noqa: E731
OPTIONAL_COLOR: Kind = lambda: named("color", ("light", "dark"), optional=True)  # noqa: E731
OPENING: Kind = lambda: named("opening", ("plain", "pie"))  # noqa: E731
REPETITION: Kind = lambda: named("repetition", ("draw", "none"))  # noqa: E731

N: Kind = lambda: whole("n", 1, 2**64 - 1)  # noqa: E731
BATCH: dict[str, Kind] = {
    "seed": SEED,
    "threads": lambda: whole("threads", 1, 1024, optional=True),
    "max_plies": MAX_PLIES,
    "progress": progress,
    "backend": lambda: named("backend", ("auto", "single", "sliced")),
}
FLAGS: dict[str, Kind] = {
    name: lambda name=name: flag(name)  # type: ignore[misc]
    for name in ("ownership", "first_moves", "amaf", "lengths")
}
TIMES: dict[str, Kind] = {name: lambda name=name: seconds(name) for name in ("seconds", "cpu_seconds")}  # type: ignore[misc]

METHODS_OF_BOTH: dict[str, dict[str, Kind]] = {
    "color_of": {"participant": lambda: whole("participant", 0, 1)},
    **{name: {"color": COLOR} for name in ("participant_of", "stones", "groups", "paths", "mobility")},
    **{name: {"point": a_point} for name in ("at", "rescues", "sight")},
    "legal_mask": {"out": out},
    "play": {"move": a_move},
    "transformed": {"symmetry": lambda: named("symmetry", ("identity", "half_turn"))},
    "rollout": {"seed": SEED, "index": lambda: whole("index", 0, 2**64 - 1), "max_plies": MAX_PLIES},
    "rollouts": {"n": N, **BATCH, **FLAGS},
    "evaluate_moves": {"n": lambda: whole("n", 1, 2**63 - 1), **BATCH},
}
# The bad values of each parameter of each callable.
TABLE: dict[Callable[..., Any], dict[str, Kind]] = {
    **{getattr(owner, name): bad for owner in (GameState, Position) for name, bad in METHODS_OF_BOTH.items()},
    GameState: {"size": size, "opening": OPENING, "repetition": REPETITION},
    GameState.from_moves: {
        "moves": moves,
        "size": size,
        "opening": OPENING,
        "repetition": REPETITION,
        "resigned": OPTIONAL_COLOR,
    },
    GameState.from_text: {
        "text": a_text,
        "repetition": REPETITION,
        "moves": lambda: moves(optional=True),
        "resigned": OPTIONAL_COLOR,
    },
    GameState.resign: {"color": OPTIONAL_COLOR},
    Position: {
        "size": size,
        "light": lambda: stones("light"),
        "dark": lambda: stones("dark"),
        "turn": lambda: named("turn", ("light", "dark")),
        "turns": turns,
        "pie": lambda: named("pie", ("plain", "swapped")),
    },
    Position.from_text: {"text": a_text},
    Position.from_diagram: {"text": a_text},
    Position.removed_by: {"move": a_move},
    Position.chance: {"color": COLOR, "weights": weights},
    Outcome: {
        "winner": lambda: named("winner", ("light", "dark"), optional=True),
        "reason": lambda: named("reason", ("elimination", "resignation", "repetition")),
        "participant": lambda: whole("participant", 0, 1, optional=True),
    },
    Rollout: {
        "moves": list_of_names,
        "winner": lambda: named("winner", ("light", "dark"), optional=True),
        "stones_removed": lambda: count("stones_removed"),
    },
    Rollouts: {
        **{name: lambda name=name: count(name) for name in COUNTS},
        **TIMES,
        **{name: lambda name=name: pair(name, counts) for name in ("ownership", "first_moves")},
        "amaf": lambda: pair("amaf", lambda name: pair(name, counts)),
        "lengths": lambda: counts("lengths"),
    },
    MoveEvaluations: {
        "moves": names_of_moves,
        **{name: lambda name=name: counts(name) for name in ("visits", "wins", "unfinished")},
        "size": size,
        **TIMES,
    },
    MoveEvaluations.interval: {"confidence": confidence},
    MoveEvaluations.best_interval: {"confidence": confidence},
    meridians.rollouts_from: {
        "positions": positions,
        "n_each": lambda: whole("n_each", 1, 2**64 - 1),
        **BATCH,
        **FLAGS,
    },
    Rollouts.share: {"color": COLOR},
    Rollouts.interval: {"color": COLOR, "confidence": confidence},
    Search: {
        "size": size,
        "engine": lambda: named("engine", ("best", "grave", "uct", "puct", "alphabeta")),
        "threads": lambda: whole("threads", 1, 1024),
        "seed": SEED,
        "memory": memory,
        "clock": lambda: named("clock", ("wall", "cpu")),
        "evaluator": evaluator,
        "weights": weights,
        "max_plies": MAX_PLIES,
    },
    Search.run: {
        "state": state_to_search,
        "seconds": lambda: limit("seconds"),
        "visits": lambda: whole("visits", 1, 2**40, optional=True),
        "nodes": lambda: whole("nodes", 1, 2**40, optional=True),
        "progress": progress,
    },
    Search.advance: {"move": a_move_to_advance},
    Report.win_chance: {"color": COLOR},
    meridians.encode: {"state": state, "out": planes_out},
    meridians.plane_cells: {"size": size},
    meridians.feature_arrays: {"positions": lambda: positions(over=False)},
    meridians.builtin_weights: {"size": size},
    meridians.self_play: {
        "games": lambda: whole("games", 0, 2**32 - 1),
        "size": size,
        "start": lambda: whole("start", 0, 2**32 - 1, optional=True),
        "seed": SEED,
        "visits": lambda: whole("visits", 0, 2**32 - 1, optional=True),
        "light": weights,
        "dark": weights,
        "opening_plies": lambda: whole("opening_plies", 2, 100, optional=True),
        "balance": lambda: fraction("balance"),
        "drawn_plies": lambda: whole("drawn_plies", 0, 1000, optional=True),
        "branches": lambda: whole("branches", 0, 1000, optional=True),
        "threads": BATCH["threads"],
        "progress": progress,
    },
    meridians.game_features: {
        "size": size,
        "moves": lambda: row("moves", "uint8"),
        "plies": lambda: row("plies", "int64"),
    },
    meridians.perft: {"state": state, "depth": lambda: whole("depth", 0, 255), "progress": progress},
    meridians.divide: {"state": state, "depth": lambda: whole("depth", 1, 255), "progress": progress},
    meridians.winning_moves: {
        "state": state,
        "plies": lambda: whole("plies", 1, 255),
        "max_nodes": lambda: whole("max_nodes", 1, 2**40, optional=True),
    },
    SolvedTable.result: {"state": state},
    meridians.point_names: {"size": size},
    meridians.parse_move: {"text": name_of_a_move, "size": size, "opening": OPENING},
    meridians.move_text: {"action": lambda: whole("action", 0, 114), "size": size, "opening": OPENING},
}
# Arguments that are right, for the parameters that must be given.
GOOD: dict[Callable[..., Any], dict[str, Any]] = {
    GameState.rollouts: {"n": 10},
    Position.rollouts: {"n": 10},
    GameState.evaluate_moves: {"n": 1},
    Position.evaluate_moves: {"n": 1},
    Position.chance: {"color": "light"},
    meridians.rollouts_from: {"positions": [Position()], "n_each": 10},
    MoveEvaluations: {"moves": ["h1"], "visits": [1], "wins": [0], "unfinished": [0]},
    GameState.from_moves: {"moves": "h1 d4"},
    GameState.from_text: {"text": Position().text},
    Outcome: {"winner": "light", "reason": "elimination", "participant": 0},
    Rollout: {"moves": ["h1"], "winner": None, "stones_removed": 0},
    Rollouts: dict.fromkeys(COUNTS, 0),
    Rollouts.interval: {"color": "light"},
    Search.run: {"state": GameState()},
    meridians.encode: {"state": GameState()},
    meridians.self_play: {"games": 1},
    meridians.game_features: {"size": "6/7", "moves": np.zeros(1, np.uint8), "plies": np.ones(1, np.int64)},
    meridians.perft: {"state": GameState(), "depth": 1},
    meridians.divide: {"state": Position(), "depth": 1},
    meridians.winning_moves: {"state": Position(), "plies": 1},
    meridians.parse_move: {"text": "a1"},
    meridians.move_text: {"action": 0},
}
# They answer whatever is asked, so they have no bad arguments.
TOTAL = (GameState.is_legal, GameState.why_illegal, Position.is_legal, Position.why_illegal)
OWNERS: dict[type, Callable[[], Any]] = {
    GameState: GameState,
    Position: Position,
    Rollouts: lambda: Rollouts(3, 2, 0, 500, 50500, 120, 7),
    MoveEvaluations: lambda: MoveEvaluations(["h1"], [1], [0], [0]),
    Search: lambda: SEARCH,
    Report: lambda: Search().run(GameState(), visits=10),
    SolvedTable: SolvedTable,
}
# It is not compared by value.
SEARCH = Search()
CASES = [
    pytest.param(function, parameter, id=f"{function.__qualname__}-{parameter}")
    for function, parameters in TABLE.items()
    for parameter in parameters
]


def public_callables() -> Iterator[Callable[..., Any]]:
    for public in (getattr(meridians, name) for name in meridians.__all__):
        if inspect.isclass(public) and not issubclass(public, Exception):
            yield public
            yield from (getattr(public, name) for name in vars(public) if not name.startswith("_"))
        elif inspect.isbuiltin(public):
            yield public


def test_the_table_has_every_parameter_of_every_public_callable() -> None:
    functions = [function for function in public_callables() if callable(function) and function not in TOTAL]
    assert len(functions) > 50
    for function in functions:
        assert set(inspect.signature(function).parameters) - {"self"} == set(TABLE.get(function, ())), function
    assert set(TABLE) <= set(functions)


@pytest.mark.parametrize(("function", "parameter"), CASES)
def test_bad_argument(function: Callable[..., Any], parameter: str) -> None:
    owner = getattr(function, "__objclass__", None)
    bound = [] if owner is None else [OWNERS[owner]()]
    good = {key: value for key, value in GOOD.get(function, {}).items() if key != parameter}
    table = list(TABLE[function][parameter]())
    assert len(table) > 3
    for bad in table:
        started = time.perf_counter()
        with pytest.raises(bad.error) as caught:
            function(*bound, **good, **{parameter: bad.value})
        check_error(caught.value, bad)
        assert time.perf_counter() - started < 3
    assert bound == ([] if owner is None else [OWNERS[owner]()]), "an error leaves everything as it was"


def check_error(error: BaseException, bad: Bad) -> None:
    assert type(error) is bad.error, f"{type(error)} instead of {bad.error}"
    message = " | ".join([str(error), *getattr(error, "__notes__", ())])
    assert len(message) <= LONGEST_MESSAGE, f"{len(message)} characters: {message[:100]}"
    for word in bad.words:
        assert word in message, (word, message)
    if isinstance(error, ParseError):
        assert (error.file, error.line > 0, error.column > 0) == (None, True, True)
        assert error.expected in message
    if isinstance(error, IllegalMoveError):
        assert error.rule in message
        assert error.rule[0] == "R"
        assert isinstance(error.move, str)
    if isinstance(error, SetupError):
        assert all(reason in message for reason in error.reasons)


# The questions that answer for any input


@pytest.mark.parametrize("make", [GameState, Position])
def test_is_legal_and_why_illegal_answer_whatever_is_asked(make: Callable[[], GameState | Position]) -> None:
    asked = make()
    for bad in a_move():
        assert asked.is_legal(bad.value) is False
        reason = asked.why_illegal(bad.value)
        assert isinstance(reason, str)
        assert 0 < len(reason) <= LONGEST_MESSAGE
    assert asked == make()


@pytest.mark.parametrize("stage", list(games_at_all_stages()))
def test_why_illegal_says_what_play_says(stage: str) -> None:
    game = games_at_all_stages()[stage]
    names = [*meridians.point_names(game.size)[::5], "pass", "keep", "swap", "a1x", "z9", "", *range(-1, 120, 7)]
    illegal = [move for move in names if not game.is_legal(move)]
    assert illegal
    for move in illegal:
        before, text = game.copy(), game.text
        with pytest.raises(MeridiansError) as caught:
            game.play(move)
        assert type(caught.value) in (IllegalMoveError, ParseError)
        assert game.why_illegal(move) == str(caught.value)
        assert (game == before, game.text) == (True, text)
        if not game.is_over or game.position.is_over:
            assert game.position.why_illegal(move) == str(caught.value)
            with pytest.raises(type(caught.value), match="^" + re.escape(str(caught.value)) + "$"):
                game.position.play(move)


# Attributes


@pytest.mark.parametrize(
    ("moves", "opening", "move", "rule", "words"),
    [
        ("", "plain", "pass", "R10", "114 points are legal"),
        ("h1 d4", "plain", "h2", "R5", "adjacent"),
        ("h1 d4", "plain", "a1", "R5", "Light's first stone h1"),
        ("h1 d4 h8", "plain", "d3", "R5", "Dark's second stone"),
        ("h1 d4 h8 d6", "plain", "d4", "R6", "occupied by a Dark stone"),
        ("h1 d4 h8 d6", "plain", "m6", "R6", "not in sight of a Light stone"),
        ("h1 d4 h8 d6", "plain", "g13", "R2", "off the 6/7 board, row g has the points 1 to 12"),
        ("h1 d4 h8 d6", "plain", "n1", "R2", "its rows are a to m"),
        ("h1 d4", "plain", "keep", "R12", "without the pie"),
        ("h1", "pie", "swap", "R12", "answer the pie"),
        ("h1 d4", "pie", "h8", "R12", "must be answered first"),
        ("h1 d4", "pie", "pass", "R12", "must be answered first"),
        ("h1 d4 keep", "pie", "keep", "R12", "right after both first stones"),
    ],
)
def test_an_illegal_move_says_which_rule(moves: str, opening: Any, move: str, rule: str, words: str) -> None:
    game = GameState.from_moves(moves, opening=opening)
    with pytest.raises(IllegalMoveError, match=words) as caught:
        game.play(move)
    assert (caught.value.move, caught.value.rule) == (move, rule)
    assert move in str(caught.value)
    assert f"({rule})" in str(caught.value)


def test_the_error_classes() -> None:
    assert issubclass(MeridiansError, ValueError)
    for error in (IllegalMoveError, ParseError, SetupError):
        assert error.__bases__ == (MeridiansError,)
        assert error.__module__ == "meridians"


USES: dict[str, Callable[[GameState], object]] = {
    "play": lambda game: game.play("h1"),
    "undo": lambda game: game.undo(),
    "resign": lambda game: game.resign(),
    "copy": lambda game: game.copy(),
    "rollout": lambda game: game.rollout(),
    "rollouts": lambda game: game.rollouts(2),
    "perft": lambda game: meridians.perft(game, 1),
    "divide": lambda game: meridians.divide(game, 1),
    "legal_mask": lambda game: game.legal_mask(),
    "equality": lambda game: game == game.copy(),
    "self equality": lambda game: game == game,
    "repr": repr,
    "str": str,
    "deepcopy": copy.deepcopy,
    "pickle": pickle.dumps,
    "raise": lambda _: 1 / 0,
}


@pytest.mark.parametrize("use", USES.values(), ids=list(USES))
def test_a_number_that_uses_the_game_while_it_is_played(use: Callable[[GameState], object]) -> None:
    class Number:
        def __index__(self) -> int:
            use(game)
            return 8

    game = GameState.from_moves("a1 b1")
    before = game.copy()
    for method in (game.play, game.is_legal, game.why_illegal, game.position.play, game.color_of, game.rollout):
        with contextlib.suppress(Exception):  # a panic is no Exception
            method(Number())
        while game.is_over or game.ply > 2:
            game.undo()
        for move in before.moves[game.ply :]:
            game.play(move)
    assert game == before


def test_values_that_cannot_be() -> None:
    with pytest.raises(MeridiansError, match="repetition"):
        Outcome("light", "repetition", 0)
    for reason in ("elimination", "resignation"):
        with pytest.raises(MeridiansError, match="winner"):
            Outcome(None, reason, None)
    for winner, reason, participant in (("light", "elimination", None), (None, "repetition", 0)):
        with pytest.raises(MeridiansError, match="participant"):
            Outcome(winner, reason, participant)
    with pytest.raises(MeridiansError, match="games"):
        Rollouts(2**64 - 1, 1, 0, 0, 0, 0, 0)


def test_the_action_after_the_last_depends_on_size_and_opening() -> None:
    for size, opening, count in (("2/3", "plain", 15), ("2/3", "pie", 17), ("7/8", "pie", 157)):
        assert meridians.move_text(count - 1, size, opening) in ("pass", "swap")
        with pytest.raises(MeridiansError, match=str(count)):
            meridians.move_text(count, size, opening)
    for move in ("keep", "swap"):
        with pytest.raises(MeridiansError, match=r"R12"):
            meridians.parse_move(move)


class Index:
    """A number whose `__index__` does something first."""

    def __init__(self, action: Callable[[], int]) -> None:
        self.action = action

    def __index__(self) -> int:
        return self.action()


def raising(error: BaseException) -> Callable[[], int]:
    def action() -> int:
        raise error

    return action


@pytest.mark.parametrize("error", [KeyboardInterrupt(), ZeroDivisionError("mine"), MemoryError()])
def test_what_a_table_raises_is_raised(error: BaseException) -> None:
    def table() -> Iterator[int]:
        raise error
        yield

    for name in ("lengths", "ownership", "first_moves", "amaf"):
        with pytest.raises(type(error)):
            Rollouts(1, 0, 0, 1, 1, 1, 1, **{name: table()})  # type: ignore[arg-type]


@pytest.mark.parametrize("error", [KeyboardInterrupt(), ZeroDivisionError("mine"), MemoryError()])
def test_what_a_number_raises_is_raised(error: BaseException) -> None:
    game = GameState()
    number = Index(raising(error))
    calls: list[Callable[[], object]] = [
        lambda: game.play(number),
        lambda: game.is_legal(number),
        lambda: game.why_illegal(number),
        lambda: Position().play(number),
        lambda: game.rollouts(number),  # type: ignore[arg-type]
        lambda: game.rollout(seed=number),  # type: ignore[arg-type]
    ]
    for call in calls:
        with pytest.raises(type(error)):
            call()
    assert game.ply == 0


def test_a_number_may_look_at_the_game_that_it_is_played_in() -> None:
    game = GameState()
    looking = Index(lambda: game.ply + len(game.legal_moves()) - game.points)
    assert game.is_legal(looking)
    assert game.play(looking) == []
    assert game.moves == ["a1"]


def test_arrays_and_buffers_are_no_moves() -> None:
    with pytest.raises(TypeError):
        GameState().play(np.array([7]))  # type: ignore[arg-type]
    for moves in (b"h1", bytearray(b"h1"), memoryview(b"h1")):
        with pytest.raises(TypeError, match="moves must be a text"):
            GameState.from_moves(moves)


def test_made_up_statistics_do_not_overflow() -> None:
    huge = Rollouts(10, 0, 0, 100, 2**127, 1, 0)
    assert huge.sd_plies == pytest.approx((2**127 / 10 - 100) ** 0.5)
