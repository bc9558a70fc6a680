"""Perft and divide: the agreed numbers, sums, progress, and what counts as a move sequence."""

from __future__ import annotations

import threading
import time
from itertools import pairwise
from typing import Any

import pytest

from conftest import DATA, SIZES, games_at_all_stages
from meridians import GameState, Position, divide, perft, reference

STAGES = list(games_at_all_stages())


def perft_table() -> list[tuple[str, int, int]]:
    lines = [line.split() for line in (DATA / "perft.txt").read_text("ascii").splitlines() if not line.startswith("#")]
    return [(size, int(depth), int(count)) for size, depth, count in lines]


@pytest.mark.parametrize(("size", "depth", "count"), perft_table())
def test_agreed_numbers(size: str, depth: int, count: int) -> None:
    assert perft(GameState(size), depth) == count


def test_the_table_has_the_official_sizes_to_depth_4() -> None:
    table = {(size, depth): count for size, depth, count in perft_table()}
    assert table["6/7", 4] == 4_805_144
    assert table["7/8", 4] == 13_427_288
    assert len(table) == 24


@pytest.mark.parametrize(("size", "opening", "depth"), [("2/3", "pie", 5), ("3/4", "pie", 4), ("4/5", "plain", 3)])
def test_the_reference_counts_the_same(size: str, opening: Any, depth: int) -> None:
    ours, theirs = GameState(size, opening), reference.GameState(size, opening)
    assert [perft(ours, ply) for ply in range(depth + 1)] == [reference.perft(theirs, ply) for ply in range(depth + 1)]


def test_the_answer_to_the_pie_is_a_ply() -> None:
    for size in SIZES:
        points = Position(size).points
        assert [perft(Position(size, pie="pie"), depth) for depth in range(4)] == [
            1,
            points,
            points * (points - 1),
            2 * points * (points - 1),
        ]


@pytest.mark.parametrize("stage", STAGES)
def test_divide_adds_up(stage: str) -> None:
    game = games_at_all_stages()[stage]
    before = game.copy()
    moves = game.position.legal_moves()
    assert divide(game, 1) == dict.fromkeys(moves, 1)
    parts = divide(game, 2)
    assert list(parts) == moves, "in action order"
    assert parts == divide(game.position, 2)
    assert sum(parts.values()) == perft(game, 2) == perft(game.position, 2)
    for move in moves[::17]:
        assert parts[move] == perft(game.position.play(move), 1) == len(game.position.play(move).legal_moves())
    assert game == before


def test_depth_0_is_the_empty_sequence() -> None:
    for game in games_at_all_stages().values():
        assert perft(game, 0) == 1


def test_finished_games_are_not_extended_and_a_forced_pass_is_a_move() -> None:
    finished = games_at_all_stages()["finished"]
    assert [perft(finished, depth) for depth in (0, 1, 2, 255)] == [1, 0, 0, 0]
    assert divide(finished, 3) == {}
    forced = games_at_all_stages()["forced pass"]
    assert divide(forced, 1) == {"pass": 1}
    assert divide(forced, 2) == {"pass": 0}


def test_repetition_and_resignation_do_not_count() -> None:
    games = games_at_all_stages()
    for stage in ("drawn", "resigned", "resigned at the pie", "resigned from a text"):
        assert games[stage].is_over
        assert games[stage].legal_moves() == []
        assert perft(games[stage], 2) == perft(GameState.from_text(games[stage].text), 2) > 0


@pytest.mark.parametrize("count", [perft, divide])
@pytest.mark.parametrize("depth", [1, 2])
def test_progress_counts_first_moves(count: Any, depth: int) -> None:
    calls: list[tuple[int, int]] = []
    count(Position("5/6"), depth, lambda done, total: calls.append((done, total)))
    assert calls[-1] == (80, 80)


@pytest.mark.parametrize(("stage", "depth"), [("start", 0), ("finished", 0), ("finished", 2), ("forced pass", 3)])
def test_progress_ends_at_the_total_even_without_work(stage: str, depth: int) -> None:
    calls: list[tuple[int, int]] = []
    perft(games_at_all_stages()[stage], depth, progress=lambda done, total: calls.append((done, total)))
    done, total = calls[-1]
    assert done == total


def test_progress_is_monotone_and_on_this_thread() -> None:
    calls: list[tuple[int, int, int]] = []
    depth = 3
    while len(calls) < 3:  # faster machines count deeper
        calls.clear()
        depth += 1
        perft(GameState("4/5"), depth, lambda done, total: calls.append((done, total, threading.get_ident())))
    assert {total for _, total, _ in calls} == {52}
    assert {thread for _, _, thread in calls} == {threading.get_ident()}
    assert all(a[0] <= b[0] for a, b in pairwise(calls))
    assert calls[-1][0] == 52


@pytest.mark.parametrize("count", [perft, divide])
def test_an_exception_of_the_callback_stops_the_count_at_once(count: Any) -> None:
    raised = []

    def stop(*_: int) -> None:
        raised.append(time.perf_counter())
        raise KeyError("now")

    with pytest.raises(KeyError, match="now"):
        count(GameState(), 9, stop)
    assert len(raised) == 1
    assert time.perf_counter() - raised[0] < 0.5
