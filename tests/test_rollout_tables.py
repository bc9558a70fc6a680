"""Tables, many positions, flat Monte Carlo: every number as the reference has it, in every way to play."""

from __future__ import annotations

import copy
import math
import pickle
from collections.abc import Callable, Iterator
from typing import Any, Literal

import numpy as np
import pytest

import meridians
from conftest import SIZES, games_at_all_stages
from meridians import GameState, MeridiansError, MoveEvaluations, Position, Rollouts, reference, rollouts_from

ALL: dict[str, Any] = {"ownership": True, "first_moves": True, "amaf": True, "lengths": True}
TABLES = {
    "ownership": ("ownership",),
    "first_moves": ("first_move_visits", "first_move_wins"),
    "amaf": ("amaf_visits", "amaf_wins"),
    "lengths": ("lengths",),
}
COUNTS = ("games", "light_wins", "dark_wins", "unfinished", "plies", "plies_squared", "longest", "stones_removed")
LEVELS = meridians.build_info()["simd_available"].split(", ")


def positions_of_a_game(size: str, opening: Any) -> Iterator[Position]:
    """The first plies, with the second stones and the answer to the pie, the middle, and one ply before the end."""
    game = GameState(size, opening)
    moves = game.rollout(4).moves
    for ply, move in enumerate(moves):
        if ply in (0, 1, 2, 3, 4, len(moves) // 2, len(moves) - 1):
            yield game.position
        game.play(move)


def twin(position: Position) -> reference.Position:
    return reference.Position.from_text(position.text)


def assert_same(found: Rollouts, expected: reference.Rollouts) -> None:
    for name in COUNTS:
        assert getattr(found, name) == getattr(expected, name), name
    for name in (name for names in TABLES.values() for name in names):
        table = getattr(found, name)
        assert table.dtype == np.int64
        assert table.tolist() == getattr(expected, name), name


@pytest.fixture(params=LEVELS)
def level(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("MERIDIANS_SIMD", request.param)
    return request.param


@pytest.mark.parametrize("opening", ["plain", "pie"])
@pytest.mark.parametrize("size", SIZES)
def test_every_number_is_that_of_the_reference(size: str, opening: Any) -> None:
    few = {"2/3": 40, "3/4": 25, "4/5": 12, "5/6": 6, "6/7": 4, "7/8": 3}[size]
    for position in positions_of_a_game(size, opening):
        expected = twin(position).rollouts(few, seed=5, **ALL)
        for backend in ("single", "sliced"):
            assert_same(position.rollouts(few, 5, backend=backend, **ALL), expected)
        for cap in (1, 2, 3, 9):
            assert_same(
                position.rollouts(few, 5, max_plies=cap, **ALL), twin(position).rollouts(few, 5, None, cap, **ALL)
            )


@pytest.mark.parametrize("stage", [name for name, game in games_at_all_stages().items() if not game.is_over])
def test_no_way_to_play_shows_in_the_result(stage: str, level: str) -> None:  # noqa: ARG001
    state = games_at_all_stages()[stage]
    for tables in ({"first_moves": True, "lengths": True}, ALL):
        for cap in (None, 2):
            n = 700 if cap else 1100 if tables is not ALL else 100
            expected = state.rollouts(n, 8, 1, cap, backend="single", **tables)
            for backend, threads in (("auto", 2), ("single", 3), ("sliced", 1), ("sliced", 2)):
                assert state.rollouts(n, 8, threads, cap, backend=backend, **tables) == expected
            assert hash(expected) == hash(state.position.rollouts(n, 8, max_plies=cap, **tables))


@pytest.mark.parametrize("asked", list(TABLES))
def test_a_table_is_there_if_it_was_asked_for(asked: Any) -> None:
    result = Position("3/4").rollouts(50, **{asked: True})
    bare = Position("3/4").rollouts(50)
    assert result != bare, "tables are part of equality"
    for flag, names in TABLES.items():
        for name in names:
            with pytest.raises(MeridiansError, match=f"{flag}=True"):
                getattr(bare, name)
            if flag != asked:
                with pytest.raises(MeridiansError, match=f"{flag}=True"):
                    getattr(result, name)
            else:
                table = getattr(result, name)
                table[:] = -1
                assert (getattr(result, name) >= 0).all(), "each array is a new one"


def test_tables_add_up() -> None:
    state = GameState("5/6", "pie")
    result = state.rollouts(3000, seed=2, **ALL)
    points, actions = state.points, state.action_count
    shapes = {name: getattr(result, name).shape for names in TABLES.values() for name in names}
    assert shapes == {
        "ownership": (2, points),
        "first_move_visits": (actions,),
        "first_move_wins": (actions,),
        "amaf_visits": (2, actions),
        "amaf_wins": (2, actions),
        "lengths": (result.longest + 1,),
    }
    assert (result.ownership.sum(axis=0) <= result.games).all()
    assert result.first_move_visits.sum() == result.games
    assert (result.first_move_wins <= result.first_move_visits).all()
    assert (result.amaf_wins <= result.amaf_visits).all()
    # The answers: one a game, each under the colour that it gives.
    assert result.amaf_visits[0, -2] == result.amaf_visits[1, -1] == 0
    assert result.amaf_visits[1, -2] + result.amaf_visits[0, -1] == result.games
    # Whoever passes has lost.
    assert result.amaf_visits[:, points].sum() > 0
    assert result.amaf_wins[:, points].sum() == 0
    lengths = result.lengths
    assert lengths.sum() == result.games
    assert lengths @ np.arange(len(lengths)) == result.plies
    assert lengths @ np.arange(len(lengths)) ** 2 == result.plies_squared
    assert lengths[-1] > 0
    # The loser of a finished game has no stone left.
    assert result.unfinished == 0
    alone = Position("5/6").rollouts(1, 3, ownership=True)
    assert alone.ownership.sum(axis=1)[int(alone.light_wins)] == 0


def test_results_with_tables_are_values() -> None:
    result = Position("3/4").rollouts(60, **ALL)
    ways: list[Callable[[Rollouts], Rollouts]] = [
        copy.copy,
        copy.deepcopy,
        lambda r: pickle.loads(pickle.dumps(r)),
        lambda r: Rollouts(*r.__reduce__()[1]),
    ]
    for way in ways:
        again = way(result)
        assert again == result
        assert hash(again) == hash(result)
        assert repr(again) == repr(result)
        assert (again.seconds, again.cpu_seconds) == (result.seconds, result.cpu_seconds)
        for names in TABLES.values():
            for name in names:
                assert (getattr(again, name) == getattr(result, name)).all()
    assert repr(result).endswith("ownership=..., first_moves=..., amaf=..., lengths=...)")
    counts = result.__reduce__()[1][:7]
    amaf = (result.amaf_visits, result.amaf_wins)
    by_hand = Rollouts(*counts, ownership=result.ownership, amaf=amaf)
    assert by_hand == Position("3/4").rollouts(60, ownership=True, amaf=True)


def test_tables_of_the_wrong_shape_are_refused() -> None:
    for tables in (
        {"ownership": ([1], [1, 2])},
        {"first_moves": ([1, 2], [1])},
        {"amaf": (([1], [1]), ([1], [1, 1]))},
        {"amaf": (([1], [1, 1]), ([1], [1]))},
    ):
        with pytest.raises(MeridiansError, match="one length"):
            Rollouts(1, 0, 0, 5, 25, 5, 0, **tables)  # type: ignore[arg-type]


# Times


def test_times_are_measured_and_no_part_of_the_value() -> None:
    one, two = (Position().rollouts(3000, threads=2) for _ in range(2))
    for result in (one, two):
        assert 0 < result.seconds < 60
        assert 0 < result.cpu_seconds < 2.5 * result.seconds + 0.1
        assert result.games_per_second == pytest.approx(3000 / result.seconds)
    assert (one.seconds, one.cpu_seconds) != (two.seconds, two.cpu_seconds)
    assert one == two
    assert hash(one) == hash(two)
    unmeasured = Rollouts(1, 0, 0, 5, 25, 5, 0)
    assert (unmeasured.seconds, unmeasured.cpu_seconds) == (0.0, 0.0)
    assert math.isnan(unmeasured.games_per_second)
    assert Rollouts(1, 0, 0, 5, 25, 5, 0, 0.5, 0.25).games_per_second == 2.0
    parts = rollouts_from([Position(), Position("3/4")], 400)
    assert parts[0].seconds > parts[1].seconds > 0, "by plies"
    assert GameState("3/4").evaluate_moves(20).seconds > 0


# Many positions


def test_rollouts_from_are_those_of_each_position(level: str) -> None:  # noqa: ARG001
    games = [game for game in games_at_all_stages().values() if not game.is_over]
    starts: list[GameState | Position] = [*games, *(game.position for game in games)]
    for n, tables in ((1, {}), (3, ALL), (70, {"lengths": True})):
        for backend in ("auto", "single", "sliced"):
            found = rollouts_from(starts, n, 6, 2, backend=backend, **tables)
            assert found == [start.rollouts(n, 6, backend="single", **tables) for start in starts]
    assert rollouts_from(iter(starts[:2]), 5, max_plies=2) == [start.rollouts(5, max_plies=2) for start in starts[:2]]
    assert rollouts_from([], 5) == []


def test_rollouts_from_is_that_of_the_reference() -> None:
    starts = [position for size in SIZES[:3] for position in positions_of_a_game(size, "pie")]
    expected = reference.rollouts_from([twin(start) for start in starts], 3, 7, **ALL)
    for ours, theirs in zip(rollouts_from(starts, 3, 7, **ALL), expected, strict=True):
        assert_same(ours, theirs)


def test_progress_of_many_positions_ends_at_the_total() -> None:
    calls: list[tuple[int, int]] = []
    rollouts_from([Position("2/3"), Position("4/5")], 30, progress=lambda *call: calls.append(call))
    assert calls[-1] == (60, 60)
    calls.clear()
    # One of the moves ends the game, and is counted without being played.
    GameState.from_moves("a4 b1 f4 e4").evaluate_moves(30, progress=lambda *call: calls.append(call))
    assert calls[-1] == (39 * 30, 39 * 30)


def test_too_many_games_are_refused() -> None:
    with pytest.raises(MeridiansError, match=r"fewer than 2\*\*64"):
        rollouts_from([Position(), Position()], 2**63)
    with pytest.raises(MeridiansError, match=r"fewer than 2\*\*64"):
        Position().evaluate_moves(2**60)


def test_a_position_that_is_over_is_named() -> None:
    finished = GameState.from_moves("c1 e1 c3 pass", "2/3")
    resigned = games_at_all_stages()["resigned"]
    for over in (finished, finished.position, resigned):
        with pytest.raises(MeridiansError, match=r"positions\[1\].*over.*R11"):
            rollouts_from([Position(), over], 5)
        if not isinstance(over, Position):
            with pytest.raises(MeridiansError, match=r"over.*R11"):
                over.evaluate_moves(5)


# Flat Monte Carlo


@pytest.mark.parametrize("opening", ["plain", "pie"])
@pytest.mark.parametrize("size", SIZES)
def test_flat_monte_carlo_is_that_of_the_reference(size: str, opening: Any) -> None:
    n = {"2/3": 6, "3/4": 3}.get(size, 1)
    for position in list(positions_of_a_game(size, opening))[:: 1 if n > 1 else 3]:
        for cap in (None, 2) if n > 1 else (12,):
            found = position.evaluate_moves(n, 9, 2, cap)
            expected = twin(position).evaluate_moves(n, 9, None, cap)
            assert (found.moves, found.best) == (expected.moves, expected.best)
            assert found.size == size
            for name in ("actions", "visits", "wins", "unfinished"):
                assert getattr(found, name).dtype == np.int64
                assert getattr(found, name).tolist() == getattr(expected, name), name
            assert found.share == pytest.approx(expected.share, nan_ok=True)
            assert found.interval(0.8) == pytest.approx(np.array(expected.interval(0.8)))


def test_flat_monte_carlo_counts_the_games_after_each_move(level: str) -> None:  # noqa: ARG001
    state = GameState.from_moves("h1 d4 h8 d6", opening="plain")
    color: Literal["light"] = "light"
    for backend in ("auto", "single", "sliced"):
        found = state.evaluate_moves(40, 2, backend=backend)
        after = [state.position.play(move).rollouts(40, 2) for move in state.legal_moves()]
        assert found.moves == state.legal_moves()
        assert found.actions.tolist() == state.legal_actions()
        assert found.visits.tolist() == [40] * len(after)
        assert found.wins.tolist() == [games.light_wins for games in after]
        assert found.unfinished.tolist() == [games.unfinished for games in after]
        assert found.share.tolist() == [games.share(color) for games in after]
        assert found.interval().T.tolist() == [list(games.interval(color)) for games in after]
        best = max(range(len(after)), key=lambda i: after[i].light_wins)
        assert found.best == found.moves[best]
        assert found.best_share == found.share[best]
        assert found.best_interval() == after[best].interval(color)
        assert found.best_interval(0.5) == after[best].interval(color, 0.5)


def test_the_best_of_several_is_the_first_in_action_order() -> None:
    tied = MoveEvaluations(["a1", "a2", "b1", "b2"], [4, 4, 4, 4], [0, 2, 2, 1], [4, 1, 1, 0], "2/3")
    assert (tied.best, tied.best_share) == ("a2", 2 / 3)
    assert math.isnan(tied.share[0])
    assert tied.interval()[:, 0].tolist() == [0.0, 1.0]
    assert [line.split()[0] for line in str(tied).splitlines()] == ["move", "a2", "b1", "b2", "a1"]
    nothing = MoveEvaluations(["a1", "a2"], [4, 4], [0, 0], [4, 4])
    assert nothing.best == "a1"
    assert math.isnan(nothing.best_share)
    assert nothing.best_interval() == (0.0, 1.0)
    lost = MoveEvaluations(["a1", "a2"], [4, 4], [0, 0], [4, 0])
    assert lost.best == "a2", "a share of nothing is less than a share of 0"


def test_a_move_that_ends_the_game_is_scored_without_games() -> None:
    losing = GameState.from_moves("a4 b1 f4 e4")
    found = losing.evaluate_moves(2000, max_plies=1)
    ends = [losing.position.play(move).is_over for move in found.moves]
    assert 0 < sum(ends) < len(ends)
    assert [not games for games in found.unfinished] == ends
    assert not found.wins.any()
    forced = GameState.from_moves("e4 g2 e2", "3/4").evaluate_moves(10**12)
    assert (forced.moves, forced.wins.tolist(), forced.best_share) == (["pass"], [0], 0.0)


def test_the_answers_to_the_pie_are_worth_what_their_colours_are() -> None:
    found = GameState.from_moves("c1 e4", "3/4", "pie").evaluate_moves(500)
    assert found.moves == ["keep", "swap"]
    assert found.wins.sum() == 500
    assert found.wins[0] != found.wins[1]
    games = GameState.from_moves("c1 e4 keep", "3/4", "pie").rollouts(500)
    assert found.wins.tolist() == [games.dark_wins, games.light_wins], (
        "who answers has Dark after keep, Light after swap"
    )


def test_evaluations_are_values_and_print() -> None:
    state = GameState.from_moves("a4 b1 f4 e4")
    one, two, other = state.evaluate_moves(30, 1), state.evaluate_moves(30, 1), state.evaluate_moves(30, 2)
    assert one == two != other
    assert len({one, two, other}) == 2
    for again in (copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert again == one
        assert (str(again), repr(again), again.seconds) == (str(one), repr(one), one.seconds)
    assert repr(one).startswith(f"<MoveEvaluations of 39 moves, 30 games each; best {one.best}, ")
    lines = str(one).splitlines()
    assert len(lines) == 40
    assert len({len(line) for line in lines}) == 1
    assert lines[1].split()[0] == one.best
    shares = [float(line.split()[1]) for line in lines[1:]]
    assert shares == sorted(shares, reverse=True)
    assert state == GameState.from_moves("a4 b1 f4 e4"), "the game itself does not change"


def test_evaluations_that_cannot_be_are_refused() -> None:
    for arguments in (([], [], [], []), (["a1"], [1], [1], []), (["a1"], [1, 1], [0, 0], [0, 0])):
        with pytest.raises(MeridiansError, match="as many moves"):
            MoveEvaluations(*arguments)
    with pytest.raises(MeridiansError, match=r"a1: .*visits"):
        MoveEvaluations(["a1"], [3], [2], [2])


# The instruction set


def test_the_environment_chooses_the_instruction_set(level: str) -> None:
    info = meridians.build_info()
    assert info["simd"] == level
    assert LEVELS[0] == "portable"
    assert info["simd_available"].split(", ") == LEVELS


def test_it_is_read_anew_for_each_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MERIDIANS_SIMD", raising=False)
    assert meridians.build_info()["simd"] == LEVELS[-1]
    for value in ("", LEVELS[-1]):
        monkeypatch.setenv("MERIDIANS_SIMD", value)
        assert meridians.build_info()["simd"] == LEVELS[-1]
    position = Position("3/4")
    for value in ("AVX2", "fast", "portable ", "avx1024", "\udcff", "x" * 100_000):
        monkeypatch.setenv("MERIDIANS_SIMD", value)
        calls: list[Callable[[], object]] = [
            meridians.build_info,
            lambda: position.rollouts(5),
            lambda: position.rollouts(5, backend="single"),
            lambda: position.evaluate_moves(5),
            lambda: rollouts_from([position], 5),
        ]
        for call in calls:
            with pytest.raises(MeridiansError, match="MERIDIANS_SIMD") as caught:
                call()
            message = str(caught.value)
            assert ", ".join(LEVELS) in message
            assert value[:3] in message or value == "\udcff"
            assert len(message) < 300
    monkeypatch.setenv("MERIDIANS_SIMD", "portable")
    assert position.rollouts(500).games == 500
