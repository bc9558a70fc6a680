"""Bad input to every parameter of what draws pictures: the error, and what it says.

A table as in ``test_errors.py``, complete by the signatures.
"""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bad_values import LONG_NUMBER, Bad, a_point, check_refused, flag, progress, state, whole
from meridians import GameState, MeridiansError, ParseError, Position, render
from test_errors_arena import number, path, rows, without_none, word

Kind = Callable[[], Iterator[Bad]]
GAME = GameState.from_moves("h1 d4 h8 d6")


def a_named_point(name: str, wrap: Callable[[Any], Any] = lambda point: point) -> Iterator[Bad]:
    """Names of points as in `bad_values`, each in what the option takes; the message says which option it was."""
    for bad in a_point():
        if isinstance(bad.value, str):
            yield Bad(wrap(bad.value), bad.error, (*bad.words, f"in {name}"))
    for value in (0, b"a1", 1.5):
        yield Bad(wrap(value), TypeError, (name, "point", type(value).__name__))


def a_mapping(name: str) -> Iterator[Bad]:
    for value in (5, "a1", ["a1"], [("a1", "x")]):
        yield Bad(value, TypeError, (name, "mapping", type(value).__name__))


def written(name: str, most: int, wrap: Callable[[Any], Any]) -> Iterator[Bad]:
    """Texts that no picture can hold."""
    for text in ("\0", "\n", "a\tb", "\x1b", "\ud800", "\ufffe", "x" * (most + 1), "x" * 10**6):
        yield Bad(wrap(text), MeridiansError, (name, "one line", str(most), "printable"))
    for value in (5, b"x", ["x"]):
        yield Bad(wrap(value), TypeError, (name, "text", type(value).__name__))


def labels() -> Iterator[Bad]:
    yield from a_mapping("labels")
    yield from a_named_point("labels", lambda point: {point: "x"})
    yield from written("a label", 4, lambda text: {"a1": text})


def marks() -> Iterator[Bad]:
    yield from a_mapping("marks")
    yield from a_named_point("marks", lambda point: {point: "cross"})
    for bad in word("a mark", "triangle", "square", "circle", "cross", "selected"):
        yield Bad({"a1": bad.value}, bad.error, bad.words)


def last_move() -> Iterator[Bad]:
    yield from (bad for bad in a_named_point("last_move") if isinstance(bad.value, str))
    for value in (None, 1, b"a1", ["a1"]):
        yield Bad(value, TypeError, ("last_move", "True, False or the name of a point", type(value).__name__))


def numbers() -> Iterator[Bad]:
    for value in (None, 5, "12", {1, 2}):
        yield Bad(value, TypeError, ("numbers", "pair", type(value).__name__))
    for pair in ((), (1,), (1, 2, 3)):
        yield Bad(pair, TypeError, ("numbers", "pair", str(len(pair))))
    for pair in ((0, 2), (5, 5), (-1, 1), (LONG_NUMBER, 1)):
        yield Bad(pair, MeridiansError, ("first of numbers", "1 to 4"))
    for pair in ((2, 1), (3, 5), (1, 10**9)):
        yield Bad(pair, MeridiansError, ("last of numbers", f"{pair[0]} to 4"))
    for pair in (("1", 2), (True, 2), (1.0, 2)):
        yield Bad(pair, TypeError, ("numbers", "whole number"))


def paths() -> Iterator[Bad]:
    yield from (bad for bad in word("paths", "light", "dark") if isinstance(bad.value, str))
    for value in (None, 5, ["light"], b"light"):
        yield Bad(value, TypeError, ("paths", "True, False", type(value).__name__))


def values() -> Iterator[Bad]:
    for value in (None, "114", object(), ["x"], [None], [1j], [[1], [1, 2]], {"a1": 1}, [10**400]):
        yield Bad(value, TypeError, ("heat", "array of numbers", type(value).__name__))
    for array in (np.zeros((114, 1)), np.float64(3), 5, [[1] * 114]):
        yield Bad(array, MeridiansError, ("heat", "one dimension"))
    for infinite in (math.inf, -math.inf, 1e301):
        yield Bad([infinite] * 114, MeridiansError, ("heat", "finite"))


def heat() -> Iterator[Bad]:
    yield from (bad for bad in values() if bad.value is not None)
    for count in (0, 1, 113, 116, 117, 1000):
        yield Bad(np.zeros(count), MeridiansError, ("heat", "114 or 115", "6/7", str(count)))


def arrows() -> Iterator[Bad]:
    for value in (None, 5, "a1a2", b"a1"):
        yield Bad(value, TypeError, ("arrows", "pairs", type(value).__name__))
    for value in ([()], [("a1",)], [("a1", "a2", "a3")], ["a1"], [5], [None]):
        yield Bad(value, TypeError, ("arrow", "pair"))
    yield from a_named_point("arrows", lambda point: [("a1", "a2"), ("a3", point)])
    yield Bad([("a1", "a1")], MeridiansError, ("arrow", "a1", "itself"))


def sizes(name: str) -> Iterator[Bad]:
    return without_none(number(name, 0, -1, 20_001, math.inf))


def end(name: str) -> Iterator[Bad]:
    return without_none(number(name, math.inf, -math.inf, 2e300))


def ends() -> Iterator[Bad]:
    yield from end("low")
    for low in (5, 6, 5.5):
        yield Bad(low, MeridiansError, ("low must be below high",))


def a_game() -> Iterator[Bad]:
    for value in (None, 5, "6/7", GAME.text, Position(), GameState):
        yield Bad(value, TypeError, ("state must be a GameState", type(value).__name__))


def plies() -> Iterator[Bad]:
    yield from (bad for bad in rows("plies") if bad.value is not None)
    yield Bad([], MeridiansError, ("plies", "1 to 1000"))
    yield Bad([0] * 1001, MeridiansError, ("plies", "1001"))
    yield from (Bad([0, bad.value], bad.error, bad.words) for bad in whole("a ply", 0, 4))


def what() -> Iterator[Bad]:
    for text in ("", "x.svg", "<svg>", "<svg></svg>", "<html></html>", "\ud800", "x" * 10**6, "<svg xmlns='x'/>"):
        yield Bad(text, MeridiansError, ("what", "SVG"))
    for value in (None, 5, b"<svg/>", ["x"], Position):
        yield Bad(value, TypeError, ("what", "SVG", type(value).__name__))


def endings() -> Iterator[Bad]:
    yield from path("path", optional=False)
    for file in ("", "x", "x.jpg", "x.svg.txt", ".svg", "svg", "x." + "y" * 10**5, Path("x.pdf")):
        yield Bad(file, MeridiansError, ("path", ".svg, .png or .gif"))


def unknown_options() -> Iterator[Bad]:
    for name in ("colour", "Theme", "state_", "ply_"):
        yield Bad({name: True}, TypeError, ("option", name))


def color() -> Iterator[Bad]:
    return word("color", "light", "dark")


OPTIONS: dict[str, Kind] = {
    "theme": lambda: word("theme", "light", "dark", "print"),
    "size": lambda: sizes("size"),
    "coordinates": lambda: flag("coordinates"),
    "last_move": last_move,
    "numbers": numbers,
    "labels": labels,
    "marks": marks,
    "threatened": lambda: flag("threatened"),
    "rescues": lambda: flag("rescues"),
    "paths": paths,
    "sight": lambda: a_named_point("sight"),
    "places": lambda: flag("places"),
    "heat": heat,
    "arrows": arrows,
    "caption": lambda: written("caption", 500, lambda text: text),
}
# The bad values of each parameter; `options` are the parameters of `svg`, and are tried as such for every function.
TABLE: dict[Callable[..., Any], dict[str, Kind]] = {
    render.svg: {"state": state, **OPTIONS},
    render.Heat: {
        "values": values,
        "title": lambda: written("title", 80, lambda text: text),
        "low": ends,
        "high": lambda: end("high"),
    },
    render.places_of: {"state": state, "color": color},
    render.animate: {
        "state": a_game,
        "seconds": lambda: number("seconds", 0, -1, 601, math.inf),
        "hold": lambda: number("hold", 0, -1, 601, math.inf),
        **{name: OPTIONS[name] for name in ("theme", "size", "coordinates")},
    },
    render.key_plies: {"state": a_game, "count": lambda: whole("count", 1, 1000)},
    render.strip: {
        "state": a_game,
        "plies": plies,
        "columns": lambda: whole("columns", 1, 1000, optional=True),
        "options": unknown_options,
    },
    render.save: {
        "what": what,
        "path": endings,
        "seconds": lambda: number("seconds", 0, -1, 601, math.inf),
        "hold": lambda: number("hold", 0, -1, 601, math.inf),
        "progress": progress,
        "options": unknown_options,
    },
    render.render_game: {
        "state": a_game,
        "folder": lambda: path("folder", optional=False),
        "ply": lambda: whole("ply", 0, 4, optional=True),
        "format": lambda: word("format", "svg", "png"),
        "progress": progress,
        "options": unknown_options,
    },
    render.terminal: {"state": state},
}
GOOD: dict[Callable[..., Any], dict[str, Any]] = {
    render.svg: {"state": GAME},
    render.Heat: {"values": [1.0], "high": 5},
    render.places_of: {"state": GAME, "color": "light"},
    render.animate: {"state": GAME},
    render.key_plies: {"state": GAME},
    render.strip: {"state": GAME},
    render.save: {"what": GAME, "path": "x.svg"},
    render.render_game: {"state": GAME, "folder": "folder"},
    render.terminal: {"state": GAME},
}
CASES = [
    pytest.param(function, parameter, id=f"{function.__name__}-{parameter}")
    for function, parameters in TABLE.items()
    for parameter in parameters
]


def test_the_table_has_every_parameter() -> None:
    public = {getattr(render, name) for name in render.__all__} - {render.Options}
    assert public == set(TABLE)
    for function in public:
        assert set(inspect.signature(function).parameters) == set(TABLE[function]), function
    assert set(render.Options.__annotations__) == set(OPTIONS)


@pytest.mark.parametrize(("function", "parameter"), CASES)
def test_bad_argument(
    function: Callable[..., Any], parameter: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    good = {key: value for key, value in GOOD[function].items() if key != parameter}
    found = list(TABLE[function][parameter]())
    assert len(found) > 3
    for bad in found:
        given = bad.value if parameter == "options" else {parameter: bad.value}
        check_refused(functools.partial(function, **good, **given), bad)
    assert not list(tmp_path.iterdir()), "nothing is written"


@pytest.mark.parametrize("function", [render.strip, render.save, render.render_game], ids=lambda f: f.__name__)
@pytest.mark.parametrize("option", [name for name in OPTIONS if name != "numbers"])
def test_bad_option_of_what_draws_more(
    function: Callable[..., Any], option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for bad in list(OPTIONS[option]())[-3:]:
        check_refused(functools.partial(function, **GOOD[function], **{option: bad.value}), bad)
    assert not list(tmp_path.iterdir())


def test_what_only_games_have() -> None:
    for numbers in (True, (1, 2)):
        with pytest.raises(
            MeridiansError, match="numbers need a GameState or a record: a Position does not know its moves"
        ):
            render.svg(Position(), numbers=numbers)
    with pytest.raises(TypeError, match="state must be a GameState, Record or RecordNode, not Position"):
        render.save(Position(), "x.gif")
    with pytest.raises(MeridiansError, match="a GIF is made of a game"):
        render.save(render.svg(GAME), "x.gif")
    with pytest.raises(TypeError, match="a picture is drawn already and has no option size"):
        render.save(render.svg(GAME), "x.svg", size=5)
    with pytest.raises(ParseError, match="a point"):
        render.svg(GAME, sight="pass")
