"""Bad input to every parameter of the analysis: the error, and what it says.

A table as in ``test_errors.py``, complete by the signatures.
"""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bad_values import Bad, check_refused, whole
from meridians import GameState, MeridiansError, Position, Record, analysis
from meridians.analysis import Analysis, analyze
from test_errors_arena import called, number, path, without_none, word

Kind = Callable[[], Iterator[Bad]]

GAME = GameState.from_moves("a4 b1 f4 e4 f5")
FOUND = analyze(GAME, visits=5)


def record() -> Iterator[Bad]:
    for value in (None, 5, "game.sgf", Position(), Record, [GAME]):
        yield Bad(value, TypeError, ("record must be a Record or a GameState", type(value).__name__))
    for empty in (Record(), GameState("2/3", "pie")):
        yield Bad(empty, MeridiansError, ("nothing to analyse", "no move"))


def resume() -> Iterator[Bad]:
    for value in (5, "x", FOUND.to_json(), FOUND.record, FOUND.found):
        yield Bad(value, TypeError, ("resume must be an Analysis or None", type(value).__name__))
    other = analyze(GameState.from_moves("a4 b1"), visits=5)
    yield Bad(other, MeridiansError, ("resume", "the same game", "its game differ"))
    yield Bad(analyze(GAME, visits=6), MeridiansError, ("resume", "the same settings", "its settings differ"))


def endings() -> Iterator[Bad]:
    yield from path("path", optional=False)
    for file in ("", "x", "x.htm", "x.json.txt", ".sgf", "x." + "y" * 10**5, Path("x.pdf")):
        yield Bad(file, MeridiansError, ("path", ".html, .json or .sgf"))


def document() -> Iterator[Bad]:
    for text in ("", "x.json", "{}", "[]", "null", "\ud800", "{" * 10**6, "NaN"):
        yield Bad(text, MeridiansError, ("not an analysis",))
    for value in (None, 5, FOUND.to_json().encode(), ["x"]):
        yield Bad(value, TypeError, ("text", type(value).__name__))


TABLE: dict[Callable[..., Any], dict[str, Kind]] = {
    analyze: {
        "record": record,
        "visits": lambda: without_none(whole("visits", 1, 2**40, optional=True)),
        "seconds": lambda: without_none(number("seconds", 0, -1, 604_801, math.inf)),
        "threads": lambda: without_none(whole("threads", 1, 1024, optional=True)),
        "engine": lambda: word("engine", "best", "grave", "alphabeta"),
        "seed": lambda: whole("seed", 0, 2**64 - 1),
        "resume": resume,
        "progress": lambda: without_none(called("progress")),
        "partial": lambda: without_none(called("partial")),
    },
    FOUND.state: {"ply": lambda: whole("ply", 1, 6)},
    FOUND.index_after: {"ply": lambda: whole("ply", 1, 5)},
    FOUND.side: {"color": lambda: word("color", "light", "dark")},
    FOUND.save: {"path": endings},
    Analysis.from_json: {"text": document},
}
GOOD: dict[Callable[..., Any], dict[str, Any]] = {analyze: {"record": GAME, "visits": 5}}
CASES = [
    pytest.param(function, parameter, id=f"{function.__name__}({parameter})")
    for function, parameters in TABLE.items()
    for parameter in parameters
]


def test_the_table_has_every_parameter() -> None:
    methods = {name for name, value in vars(Analysis).items() if callable(value) and not name.startswith("_")}
    methods |= {"from_json"}
    assert {function.__name__ for function in TABLE} >= {
        name for name in methods if inspect.signature(getattr(FOUND, name)).parameters
    }
    assert callable(analysis.analyze)
    for function, parameters in TABLE.items():
        assert set(inspect.signature(function).parameters) == set(parameters), function


@pytest.mark.parametrize(("function", "parameter"), CASES)
def test_bad_argument(
    function: Callable[..., Any], parameter: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    good = {key: value for key, value in GOOD.get(function, {}).items() if key != parameter}
    if parameter == "seconds":
        del good["visits"]
    found = list(TABLE[function][parameter]())
    assert len(found) > 2
    for bad in found:
        check_refused(functools.partial(function, **good, **{parameter: bad.value}), bad)
    assert not list(tmp_path.iterdir()), "nothing is written"


def test_two_limits() -> None:
    with pytest.raises(MeridiansError, match="give visits or seconds, not both"):
        analyze(GAME, visits=5, seconds=1)
