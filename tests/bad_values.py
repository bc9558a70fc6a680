"""Bad values of each kind of argument, with the error that each must raise and what its message must say.

Each kind is a generator of :class:`Bad`; the tables of the tests say which argument is of which kind.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import meridians
from meridians import GameState, IllegalMoveError, MeridiansError, ParseError, Position, SetupError

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


def path(*, to_write: bool = False) -> Iterator[Bad]:
    for value in (None, 5, b"game.sgf", ["game.sgf"], Position()):
        yield Bad(value, TypeError, ("path", "str", type(value).__name__))
    for text in (HUGE, "\ud800.sgf"):
        yield Bad(text, MeridiansError, ("path",))
    yield Bad("a\0.sgf", MeridiansError, ("a", ".sgf"))
    yield Bad(Path("no folder/game.sgf"), FileNotFoundError, ("no folder",))
    if to_write:
        for name in ("", "game", "game.xyz", "/", ".sgf"):
            yield Bad(name, MeridiansError, (name, "extension", "sgf"))
    else:
        yield Bad("", FileNotFoundError, ())
        yield Bad("/", IsADirectoryError, ("/",))


def source() -> Iterator[Bad]:
    """What a record is read from; `test_records.py` has faults of files."""
    for text in ("", " ", "\0", "game.sgf", "é", "\ud800", HUGE, "no folder/game.sgf"):
        yield Bad(text, MeridiansError, ("names no file", "(;"))
    for text in (
        "(",
        "(;",
        "(;)",
        "(;SZ[6:7]",
        "(;GM[1]SZ[19])",
        "(" * 1_000_000,
        "(;SZ[6:7]C[" + HUGE,
        "(;SZ[" + HUGE + "])",
    ):
        yield Bad(text, ParseError, ("game 1", "line 1", "column", "expected"))
    for text in ("h1 d4 " + HUGE, "game=" + HUGE, "2/3 h1", "h1 d4 zz", "{" * 1_000_000, '{"moves": [[1]]}'):
        yield Bad(text, ParseError, ("game 1", "line 1", "column", "expected"))
    for text in ("(;SZ[6:7];W[h1];B[h1])", "h1 h1", "1. h1 2. h1", "h1 d4 " * 1_000_000):
        yield Bad(text, IllegalMoveError, ("ply ", "h1", "occupied"))
    yield Bad("(;SZ[6:7]AW[a1]PL[B])", SetupError, ("R8",))
    yield Bad("/", IsADirectoryError, ("/",))
    yield Bad(Path("game.sgf"), FileNotFoundError, ("game.sgf",))
    yield Bad(Path("a\0.sgf"), MeridiansError, ("path", ".sgf"))
    for value in (None, 5, b"(;SZ[6:7])", ["game.sgf"], GameState()):
        yield Bad(value, TypeError, ("path", "text", type(value).__name__))


def game() -> Iterator[Bad]:
    for value in (None, 5, "h1 d4", Position(), GameState):
        yield Bad(value, TypeError, ("GameState", type(value).__name__))


def path_in_a_tree() -> Iterator[Bad]:
    for value in (None, 5, "0", 1.5):
        yield Bad(value, TypeError, ("path", type(value).__name__))
    for step in (-1, 2**32, 10**5000):
        yield Bad((step,), MeridiansError, ("path", "whole number"))
    for value in ((0,), [5, 0]):
        yield Bad(value, MeridiansError, ("path", "depth 0"))
    yield Bad(("0",), TypeError, ("path", "str"))


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


def actions_of_games() -> Iterator[Bad]:
    """The actions of a step of two games of ``BatchState``, which are not over."""
    for dtype in (np.int8, np.uint16, np.uint64, np.float64, bool, object, ">i8", "S1"):
        yield Bad(np.zeros(2, dtype), MeridiansError, ("actions", "int16, int32 or int64", "[2]"))
    for shape in ((0,), (1,), (3,), (2, 1), ()):
        yield Bad(np.zeros(shape, np.int64), MeridiansError, ("actions", "[2]"))
    yield Bad(np.zeros(4, np.int64)[::2], MeridiansError, ("actions", "contiguous"))
    for action in (-1, -(2**63), 115, 2**63 - 1):
        yield Bad(np.array([0, action]), IllegalMoveError, ("actions[1]", str(action), "R2"))
    yield Bad(np.array([114, 0]), IllegalMoveError, ("actions[0]", "pass", "R10"))
    for value in ([0, 0], 0, None, "a1", bytes(16)):
        yield Bad(value, TypeError, ("actions", "numpy array", type(value).__name__))


def actions_out() -> Iterator[Bad]:
    for array in (np.zeros(2, np.int32), np.zeros(3, np.int64), np.zeros((2, 1), np.int64), np.zeros(2)):
        yield Bad(array, MeridiansError, ("out", "int64", "[2]", str(array.dtype)))
    for array in (np.zeros(4, np.int64)[::2], np.zeros(17, np.uint8)[1:].view(np.int64)):
        yield Bad(array, MeridiansError, ("out", "contiguous", "aligned"))
    yield Bad(np.frombuffer(bytes(16), np.int64), MeridiansError, ("out", "writable"))
    for value in ([0, 0], bytearray(16), 0, "a1"):
        yield Bad(value, TypeError, ("out", "numpy array", type(value).__name__))


def arrays_out() -> Iterator[Bad]:
    """Arrays by name to write into, for one game on 6/7."""
    for value in (5, "ply", [("ply", np.zeros(1, np.int32))], np.zeros(1, np.int32)):
        yield Bad(value, TypeError, ("out", "mapping", type(value).__name__))
    yield Bad({5: np.zeros(1, np.int32)}, TypeError, ("out", "names"))
    for name in ("", "rewards", "\0", HUGE):
        yield Bad({name: np.zeros(1, np.int32)}, MeridiansError, ("out", "no array", "legal_mask"))
    yield Bad({"ply": np.zeros(1, np.int64)}, MeridiansError, ("out", "ply", "int32", "[1]", "int64"))
    yield Bad({"planes": np.zeros(1, np.uint8)}, MeridiansError, ("out", "planes", "[1, 15, 13, 12]"))
    yield Bad({"final_planes": np.zeros((1, 15, 13, 12), np.uint8)}, MeridiansError, ("final_planes", "auto_reset"))
    yield Bad({"reward": [[0, 0]]}, TypeError, ("out", "reward", "numpy array", "list"))


def arrays_of_positions() -> Iterator[Bad]:
    """What ``to_arrays`` gives, of two games on 6/7."""
    for value in (None, 5, "stones", [1], np.zeros(2)):
        yield Bad(value, TypeError, ("arrays", "mapping", type(value).__name__))
    good = meridians.BatchState(2).to_arrays()
    yield Bad({}, MeridiansError, ("arrays", "stones"))
    yield Bad(good | {"more": good["turn"]}, MeridiansError, ("arrays", "more"))
    for name in good:
        yield Bad({key: good[key] for key in good if key != name}, MeridiansError, ("arrays", name))
        yield Bad(good | {name: good[name].astype(np.int64)}, MeridiansError, ("arrays", name, "int64"))
        yield Bad(good | {name: good[name][:1]}, MeridiansError, ("arrays", name, "shape"))
        yield Bad(good | {name: good[name].tolist()}, TypeError, ("arrays", name, "numpy array", "list"))
        wrong = good[name].copy()
        wrong[1] = 100
        error = SetupError if name == "turns" else MeridiansError
        yield Bad(good | {name: wrong}, error, ("game 1", *(() if name == "turns" else (name, "100"))))


def index_of_a_game(*, several: bool = False) -> Iterator[Bad]:
    """An index of two games, or several."""
    for number in (2, -3, 2**64, -(2**70), LONG_NUMBER):
        yield Bad(number, IndexError, ("index", "2 games"))
        if several:
            yield Bad([0, number], IndexError, ("index", "2 games"))
    for value in (1.0, True, object(), *([] if several else [None, "0", [0]])):
        yield Bad(value, TypeError, ("index", "whole number", type(value).__name__))
        if several:
            yield Bad([1, value], TypeError, ("index", "whole number", type(value).__name__))


def state_for_a_batch() -> Iterator[Bad]:
    yield from state()
    for other in (GameState("5/6"), Position("7/8"), GameState(opening="pie")):
        yield Bad(other, MeridiansError, ("state", other.size, "6/7", "opening"))


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
        given = f"{value.dtype} of shape" if isinstance(value, np.ndarray) else type(value).__name__
        yield Bad(value, TypeError, (name, kind, "one dimension", given))
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


def check_refused(call: Callable[[], object], bad: Bad) -> None:
    """The call has to raise what was foretold."""
    with pytest.raises(bad.error) as caught:
        call()
    check_error(caught.value, bad)


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
