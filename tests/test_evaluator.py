"""Evaluators: the planes that they see, what they may return, and what happens when they return something else."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

import meridians
from conftest import SIZES, games_at_all_stages
from meridians import PLANES, GameState, MeridiansError, Position, Search, encode, plane_cells, reference
from meridians.testing import check_evaluator

MIDDLE = GameState.from_moves("h1 d4 h8 d6 h5 f6 h7 f7 j5")
Arrays = tuple[Any, Any]


class Flat:
    """Even chances, and all legal moves alike."""

    def __init__(self, batch_size: int = 16) -> None:
        self.batch_size = batch_size
        self.batches: list[int] = []
        self.threads: set[threading.Thread] = set()

    def evaluate(self, planes: Any, legal: Any) -> Arrays:
        self.batches.append(len(planes))
        self.threads.add(threading.current_thread())
        assert (planes.dtype, planes.shape[1:], legal.dtype) == (np.uint8, (len(PLANES), 13, 12), bool)
        assert planes.flags.writeable
        assert legal.flags.writeable
        return legal.astype(np.float32), np.full(len(legal), 0.5, np.float32)


class Wrong(Flat):
    """Spoils the answers of the fourth batch and those after it."""

    def __init__(self, spoil: Callable[[Any, Any], Any]) -> None:
        super().__init__()
        self.spoil: Callable[[Any, Any], Any] | None = spoil

    def evaluate(self, planes: Any, legal: Any) -> Arrays:
        answer = super().evaluate(planes, legal)
        return answer if len(self.batches) < 4 or self.spoil is None else self.spoil(*answer)


# Planes


def planes_by_the_reference(position: Position) -> dict[str, set[str]]:
    """The points of each plane, from the questions that the reference answers."""
    twin = reference.Position.from_text(position.text)
    own, enemy = (position.turn, "dark" if position.turn == "light" else "light")
    every = set(meridians.point_names(position.size))
    empty = every - set(twin.stones("light")) - set(twin.stones("dark"))
    turns = dict(zip(("light", "dark"), twin.turns, strict=True))
    seen: dict[str, set[str]] = {own: set(), enemy: set()}
    for point in empty:
        for _, stone in twin.sight(point).values():
            if stone is not None:
                seen[str(twin.at(stone))].add(point)
    constant = {
        "own_turns_1": turns[own] == 1,
        "own_turns_2": turns[own] == 2,
        "enemy_turns_1": turns[enemy] == 1,
        "enemy_turns_2": turns[enemy] == 2,
        "own_is_light": own == "light",
        "pie_open": twin.pie == "pie",
        "pie_kept": twin.pie == "kept",
        "pie_swapped": twin.pie == "swapped",
    }
    return {
        "own": set(twin.stones(own)),
        "enemy": set(twin.stones(enemy)),
        "legal": set(twin.legal_moves()) & every,
        "threatened": {point for group in twin.threatened() for point in group},
        "seen_by_own": seen[own],
        "seen_by_enemy": seen[enemy],
        **{name: every if there else set() for name, there in constant.items()},
    }


@pytest.mark.parametrize("stage", list(games_at_all_stages()))
def test_planes_show_what_the_reference_says(stage: str) -> None:
    position = games_at_all_stages()[stage].position
    planes = encode(position)
    names = meridians.point_names(position.size)
    cells = plane_cells(position.size)
    shown = {
        name: {point for point, cell in zip(names, cells, strict=True) if plane[tuple(cell)]}
        for name, plane in zip(PLANES, planes, strict=True)
    }
    assert shown.pop("board") == set(names)
    assert shown == planes_by_the_reference(position)
    # Off the board there is nothing.
    assert planes[0].sum() == len(names)
    assert not planes[:, planes[0] == 0].any()
    assert planes.max() == 1


def test_planes_of_random_games() -> None:
    for size in SIZES:
        moves = GameState(size).rollout(3).moves
        for end in range(0, len(moves), 9):
            position = GameState.from_moves(moves[:end], size, "plain", "none").position
            planes = encode(position)
            rows, columns = plane_cells(size).T
            shown = {
                name: set(np.array(meridians.point_names(size))[plane[rows, columns] == 1].tolist())
                for name, plane in zip(PLANES, planes, strict=True)
            }
            assert shown.pop("board")
            assert shown == planes_by_the_reference(position)


@pytest.mark.parametrize("size", SIZES)
def test_neighbours_are_the_same_steps_away_everywhere(size: str) -> None:
    cells = dict(zip(meridians.point_names(size), map(tuple, plane_cells(size).tolist()), strict=True))
    steps = {
        direction: {
            (cells[seen[0]][0] - cells[point][0], cells[seen[0]][1] - cells[point][1])
            for point in cells
            if (seen := Position(size).sight(point)[direction][0])
        }
        for direction in ("east", "north_east", "north_west", "west", "south_west", "south_east")
    }
    assert list(steps.values()) == [{(0, 1)}, {(1, 0)}, {(1, -1)}, {(0, -1)}, {(-1, 0)}, {(-1, 1)}]
    assert encode(Position(size)).shape == (len(PLANES), 2 * int(size[0]) + 1, 2 * int(size[0]))


def test_planes_are_written_into_the_array_that_is_given() -> None:
    out = np.full(encode(MIDDLE).shape, 9, np.uint8)
    assert encode(MIDDLE, out) is out
    assert (out == encode(MIDDLE.position)).all()
    columns_first = np.full(out.shape, 9, np.uint8, "F")
    with pytest.raises(MeridiansError, match="C order"):
        encode(MIDDLE, columns_first)
    assert (columns_first == 9).all()


@pytest.mark.tree
def test_the_documents_list_the_planes() -> None:
    page = (Path(__file__).parents[1] / "docs" / "evaluators.md").read_text("utf-8")
    rows = [line.split("|")[1:3] for line in page.splitlines() if line.startswith("| ") and line[2].isdigit()]
    assert [(int(number), name.strip(" `")) for number, name in rows] == list(enumerate(PLANES))


# An evaluator of one's own


def test_an_evaluator_is_asked_in_batches_on_the_calling_thread() -> None:
    flat = Flat(batch_size=32)
    report = Search(evaluator=flat).run(MIDDLE, visits=600)
    assert report.engine == "puct"
    assert report.iterations == 600
    assert sum(flat.batches) <= 600
    assert max(flat.batches) == 32
    assert flat.threads == {threading.current_thread()}
    same = Search(evaluator=Flat(batch_size=32)).run(MIDDLE, visits=600)
    assert same == report
    assert np.nanmax(report.priors) == pytest.approx(1 / len(MIDDLE.legal_moves()))


def test_an_evaluator_that_says_what_uniform_says_searches_as_uniform_does() -> None:
    mine = Search(evaluator=Flat(batch_size=1)).run(MIDDLE, visits=700)
    assert mine == Search(evaluator="uniform").run(MIDDLE, visits=700)


def test_the_evaluator_is_called_on_the_thread_that_runs_the_search() -> None:
    flat = Flat()
    search = Search(evaluator=flat)
    worker = threading.Thread(target=lambda: search.run(MIDDLE, visits=50))
    worker.start()
    worker.join()
    assert flat.threads == {worker}


@pytest.mark.parametrize("plies", [8, 9], ids=["light", "dark"])
def test_priors_and_values_guide_the_search(plies: int) -> None:
    """An evaluator that likes one point, and whoever owns it."""
    start = GameState.from_moves(MIDDLE.moves[:plies])
    liked = start.legal_moves()[len(start.legal_moves()) // 2]
    action = meridians.parse_move(liked)
    row, column = plane_cells()[action]

    class Fond:
        def evaluate(self, planes: Any, legal: Any) -> Arrays:
            values = 0.5 + 0.4 * planes[:, 1, row, column] - 0.4 * planes[:, 2, row, column]
            return legal.astype(np.float32), values.astype(np.float32)

    report = Search(evaluator=Fond()).run(start, visits=900)
    assert report.best == liked
    assert report.win_chance(start.turn) > 0.8

    class Sure(Flat):
        def evaluate(self, planes: Any, legal: Any) -> Arrays:
            priors, values = super().evaluate(planes, legal)
            priors[:, action] *= 1e6
            priors[~legal] = np.nan  # nobody looks there
            return priors, values

    report = Search(evaluator=Sure()).run(start, visits=100)
    assert report.best == liked
    assert report.priors[action] > 0.99


def test_the_pie_is_searched_through_both_openings_and_the_answer() -> None:
    asked = []

    class Watching(Flat):
        def evaluate(self, planes: Any, legal: Any) -> Arrays:
            asked.append((planes.copy(), legal.copy()))
            return super().evaluate(planes, legal)

    for moves in ([], ["h1"], ["h1", "d4"]):
        report = Search(evaluator=Watching()).run(GameState.from_moves(moves, opening="pie"), visits=700)
        assert 300 < report.iterations <= 700
    for planes, legal in asked:
        assert legal.shape[1] == 117
        assert legal[:, :115].any(axis=1).all()
        assert not planes[:, PLANES.index("pie_open")].any(), "never about a pie that is not answered"
        assert planes[:, PLANES.index("pie_kept")].any(axis=(1, 2)).all()
        assert not legal[:, 115:].any()
        on_board = planes[:, PLANES.index("legal")].sum(axis=(1, 2))
        assert (on_board == legal[:, :114].sum(axis=1)).all()


def strided(array: Any) -> Any:
    return np.repeat(array, 2, axis=-1)[..., ::2]


def test_any_layout_of_the_arrays_will_do() -> None:
    class Strided(Flat):
        def evaluate(self, planes: Any, legal: Any) -> Arrays:
            priors, values = super().evaluate(planes, legal)
            values.flags.writeable = False
            return np.asfortranarray(strided(priors)), strided(values)

    assert Search(evaluator=Strided()).run(MIDDLE, visits=300) == Search(evaluator=Flat()).run(MIDDLE, visits=300)


class OfEvaluatorError(Exception):
    pass


def fail(*_: object) -> Any:
    raise OfEvaluatorError("out of memory, say")


def in_row_one(change: Callable[[Any, Any], None]) -> Callable[[Any, Any], Arrays]:
    def spoil(priors: Any, values: Any) -> Arrays:
        change(priors[1:2], values[1:2])
        return priors, values

    return spoil


def put(array: Any, value: float) -> None:
    array[...] = value


SPOILED: dict[str, tuple[Callable[[Any, Any], Any], type[Exception], str]] = {
    "an exception": (fail, OfEvaluatorError, "out of memory"),
    "None": (lambda *_: None, TypeError, "a tuple of two arrays, .priors, values., not NoneType"),
    "a list": (lambda p, v: [p, v], TypeError, "a tuple of two arrays"),
    "three arrays": (lambda p, v: (p, v, v), TypeError, "a tuple of two arrays"),
    "priors of no array": (lambda p, v: (p.tolist(), v), TypeError, "priors must be a numpy array, not list"),
    "values of no array": (lambda p, _: (p, 0.5), TypeError, "values must be a numpy array, not float"),
    "priors of float64": (
        lambda p, v: (p.astype(float), v),
        MeridiansError,
        r"priors must be a float32 array of shape \(\d+, 115\), not float64 of shape \(\d+, 115\)",
    ),
    "values of float16": (
        lambda p, v: (p, v.astype(np.float16)),
        MeridiansError,
        "values must be a float32 .*not float16",
    ),
    "too few actions": (lambda p, v: (p[:, :-1], v), MeridiansError, r"priors must be .* of shape \(\d+, 114\)"),
    "too few rows": (lambda p, v: (p[:-1], v), MeridiansError, "priors must be"),
    "too many values": (lambda p, v: (p, np.append(v, v[:1])), MeridiansError, "values must be"),
    "values as a column": (lambda p, v: (p, v[:, None]), MeridiansError, r"values must be .* of shape \(\d+, 1\)"),
    "swapped": (lambda p, v: (v, p), MeridiansError, "priors must be"),
    "a NaN among the values": (in_row_one(lambda _, v: put(v, np.nan)), MeridiansError, "values .* row 1 is NaN"),
    "a value from -1 to 1": (in_row_one(lambda _, v: put(v, -0.5)), MeridiansError, r"row 1 is -0.5; .*\(v \+ 1\) / 2"),
    "a value above 1": (in_row_one(lambda _, v: put(v, 1.5)), MeridiansError, "row 1 is 1.5"),
    "a NaN among the priors": (in_row_one(lambda p, _: put(p, np.nan)), MeridiansError, r"row 1, action \d+ is NaN"),
    "an endless prior": (
        in_row_one(lambda p, _: put(p, np.inf)),
        MeridiansError,
        r"must be finite and 0 or more .* row 1, action \d+ is inf",
    ),
    "a negative prior": (in_row_one(lambda p, _: put(p, -1)), MeridiansError, r"row 1, action \d+ is -1"),
    "no prior": (in_row_one(lambda p, _: put(p, 0)), MeridiansError, "in row 1 all of them are 0"),
}


@pytest.mark.parametrize("case", list(SPOILED))
def test_a_wrong_answer_is_an_error_that_says_what_and_the_search_goes_on(case: str) -> None:
    spoil, error, words = SPOILED[case]
    wrong = Wrong(spoil)
    search = Search(evaluator=wrong)
    with pytest.raises(error, match=words):
        search.run(MIDDLE, visits=400)
    wrong.spoil = None
    report = search.run(MIDDLE, visits=400)
    assert report == Search(evaluator=Flat()).run(MIDDLE, visits=400)


def test_the_evaluator_cannot_search_with_its_own_search_but_with_another() -> None:
    class Nested(Flat):
        def evaluate(self, planes: Any, legal: Any) -> Arrays:
            if len(self.batches) == 2:
                assert Search().run(MIDDLE, visits=10).iterations == 10
                search.run(MIDDLE, visits=10)
            return super().evaluate(planes, legal)

    search = Search(evaluator=Nested())
    with pytest.raises(RuntimeError, match="this search is running"):
        search.run(MIDDLE, visits=100)


def test_what_the_evaluator_takes_is_cpu_time_of_the_search() -> None:
    class Slow(Flat):
        def evaluate(self, planes: Any, legal: Any) -> Arrays:
            for _ in range(50):
                np.sqrt(np.arange(20_000.0))
            return super().evaluate(planes, legal)

    search = Search(evaluator=Slow(), clock="cpu")
    before = time.thread_time()
    report = search.run(MIDDLE, seconds=0.1)
    assert report.stopped == "time"
    # The searching thread alone would take many times as long for a tenth of a second.
    assert time.thread_time() - before < 0.5
    threading.Timer(0.1, search.cancel).start()
    assert search.run(MIDDLE, seconds=60).stopped == "cancelled"


def test_a_search_lets_go_of_its_evaluator() -> None:
    flat = Flat()
    gone = weakref.ref(flat)
    search = Search(evaluator=flat)
    search.run(MIDDLE, visits=20)
    assert search.evaluator is flat
    del flat, search
    assert gone() is None


@pytest.mark.parametrize(
    ("evaluator", "error", "words"),
    [
        ("Learned", MeridiansError, '"learned" or "rollouts" or "uniform" or an object with evaluate, not "Learned"'),
        (5, TypeError, "not int"),
        (Flat, TypeError, "not type"),
        (object(), TypeError, "not object"),
        (Flat(0), MeridiansError, "batch_size of the evaluator must be a whole number from 1 to 4096, not 0"),
        (Flat("8"), TypeError, "batch_size of the evaluator must be a whole number, not str"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_evaluator(evaluator: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        Search(evaluator=evaluator)


def test_an_evaluator_is_for_puct_and_gumbel() -> None:
    for engine in ("puct", "gumbel"):
        flat = Flat(batch_size=16)
        search = Search(engine=engine, evaluator=flat)  # type: ignore[arg-type]
        assert search.engine == engine
        assert search.run(MIDDLE, visits=60).engine == engine
        assert sum(flat.batches) == 60
    # The 16 moves of the first round are looked at together.
    assert flat.batches[:2] == [1, 16]
    with pytest.raises(MeridiansError, match='the engines "puct" and "gumbel", and this one is "grave"'):
        Search(engine="grave", evaluator="uniform")


# The check of an evaluator


class Liking:
    """Values by mobility, of the mover or of the wrong side."""

    def __init__(self, sign: float) -> None:
        self.sign = sign

    def evaluate(self, planes: Any, legal: Any) -> Arrays:
        stones = planes[:, PLANES.index("seen_by_own")].sum(axis=(1, 2)) - 1.0 * planes[
            :, PLANES.index("seen_by_enemy")
        ].sum(axis=(1, 2))
        return legal.astype(np.float32), (0.5 + self.sign * stones / 250).astype(np.float32)


class OfOneColour(Liking):
    """The same chance whoever is to move: always Light's, or always Dark's."""

    def evaluate(self, planes: Any, legal: Any) -> Arrays:
        priors, values = super().evaluate(planes, legal)
        return priors, np.where(planes[:, PLANES.index("own_is_light")].any(axis=(1, 2)), values, 1 - values)


class Unsteady(Flat):
    """As a network that normalises over the batch."""

    def evaluate(self, planes: Any, legal: Any) -> Arrays:
        priors, values = super().evaluate(planes, legal)
        return priors, values + np.float32(0.1) * (len(planes) == 1)


def test_check_evaluator_is_content_with_good_ones() -> None:
    check_evaluator(Flat(), "6/7")
    check_evaluator(Liking(1), "5/6", "pie")
    check_evaluator(Flat(1))


@pytest.mark.parametrize("case", list(SPOILED))
def test_check_evaluator_says_what_is_wrong(case: str) -> None:
    class Always(Flat):
        batch_size = 8

        def evaluate(self, planes: Any, legal: Any) -> Any:
            return SPOILED[case][0](*super().evaluate(planes, legal))

    with pytest.raises(AssertionError, match=r"- (evaluate|priors|values) "):
        check_evaluator(Always(8))


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (fail, r"- evaluate raises OfEvaluatorError: .* \(for a batch of one\)"),
        (lambda *_: None, r"- evaluate must return a tuple .* \(for a batch of one\)"),
        (
            lambda p, v: (p, v.squeeze()),
            r"- values must be .* of shape \(1,\), .* of shape \(\) \(for a batch of one\)",
        ),
        (lambda p, v: (p[0], v), r"- priors must be .* of shape \(115,\) \(for a batch of one\)"),
    ],
)
def test_check_evaluator_finds_what_fails_for_a_batch_of_one(spoil: Callable[[Any, Any], Any], words: str) -> None:
    class Squeezing(Flat):
        def evaluate(self, planes: Any, legal: Any) -> Any:
            priors, values = super().evaluate(planes, legal)
            return spoil(priors, values) if len(planes) == 1 else (priors, values)

    with pytest.raises(AssertionError, match=words):
        check_evaluator(Squeezing())


def test_check_evaluator_finds_what_fails_later() -> None:
    class Tiring(Unsteady):
        def evaluate(self, planes: Any, legal: Any) -> Any:
            priors, values = super().evaluate(planes, legal)
            return priors, values if len(self.batches) < 6 else np.full_like(values, np.nan)

    with pytest.raises(AssertionError, match=r"training mode(.|\n)*- values must be .* from nan to nan"):
        check_evaluator(Tiring())


@pytest.mark.parametrize("opening", ["plain", "pie"])
@pytest.mark.parametrize("size", SIZES)
def test_check_evaluator_knows_whose_values_they_are(size: str, opening: Literal["plain", "pie"]) -> None:
    check_evaluator(Liking(1), size, opening)
    for sign, words in ((1, "with dark to move: are they always Light's"), (-1, "light to move: .* always Dark's")):
        with pytest.raises(AssertionError, match=words):
            check_evaluator(OfOneColour(sign), size, opening)
    with pytest.raises(AssertionError, match="with light and dark to move: are they those of the other side"):
        check_evaluator(Liking(-1), size, opening)


def test_check_evaluator_knows_the_side_and_the_mode() -> None:
    with pytest.raises(AssertionError, match="are they those of the other side"):
        check_evaluator(Liking(-1))
    with pytest.raises(AssertionError, match="training mode"):
        check_evaluator(Unsteady())
    with pytest.raises(AssertionError, match="object has no method evaluate"):
        check_evaluator(object())  # type: ignore[arg-type]
    with pytest.raises(AssertionError, match="batch_size"):
        check_evaluator(Flat(0))
