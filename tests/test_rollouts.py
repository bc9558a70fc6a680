"""Rollouts: golden vectors, the same games as the reference plays, any number of threads, the cap, and progress."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator
from itertools import pairwise
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest

import meridians
from conftest import REPEATING, SIZES, games_at_all_stages, read_vectors
from meridians import GameState, MeridiansError, Position, Rollout, Rollouts, reference

RUNNING = [name for name, game in games_at_all_stages().items() if not game.is_over]
FINISHED = [name for name, game in games_at_all_stages().items() if game.is_over]


def tally(games: list[Rollout]) -> Rollouts:
    winners = [game.winner for game in games]
    return Rollouts(
        light_wins=winners.count("light"),
        dark_wins=winners.count("dark"),
        unfinished=winners.count(None),
        plies=sum(game.plies for game in games),
        plies_squared=sum(game.plies**2 for game in games),
        longest=max(game.plies for game in games),
        stones_removed=sum(game.stones_removed for game in games),
    )


def check_by_playing(position: Position, game: Rollout, cap: int) -> None:
    """Replays a rollout by the rules."""
    removed = 0
    for move in game.moves:
        assert not position.is_over
        removed += len(position.removed_by(move))
        position = position.play(move)
    assert (game.plies, game.stones_removed) == (len(game.moves), removed)
    assert game.plies <= cap
    assert game.unfinished is (game.winner is None) is (not position.is_over)
    if position.is_over:
        assert position.outcome is not None
        assert position.outcome.winner == game.winner
    else:
        assert game.plies == cap


def test_golden_vectors() -> None:
    vectors = read_vectors("rollouts.csv")
    assert len(vectors) > 120
    assert any("pass" in vector["moves"] for vector in vectors)
    for vector in vectors:
        numbers = [int(vector[key]) for key in ("seed", "index", "max_plies")]
        expected = Rollout(vector["moves"].split(), vector["winner"] or None, int(vector["stones_removed"]))
        for start in (Position.from_text(vector["text"]), GameState.from_text(vector["text"])):
            assert start.rollout(*numbers) == expected


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("opening", ["plain", "pie"])
def test_the_reference_plays_the_same_games(size: str, opening: Any) -> None:
    ours, theirs = GameState(size, opening), reference.GameState(size, opening)
    for index in range(12 if size < "5/6" else 4):
        seed = 2**63 + index
        game, expected = ours.rollout(seed, index), theirs.rollout(seed, index)
        assert game.moves == list(expected.moves)
        assert (game.winner, game.stones_removed) == (expected.winner, expected.stones_removed)
    many, expected_many = ours.rollouts(16, seed=7), theirs.rollouts(16, seed=7)
    for name in (
        "games",
        "light_wins",
        "dark_wins",
        "unfinished",
        "plies",
        "plies_squared",
        "longest",
        "stones_removed",
    ):
        assert getattr(many, name) == getattr(expected_many, name), name
    for color in ("light", "dark"):
        assert many.share(color) == pytest.approx(expected_many.share(color))
        assert many.interval(color) == pytest.approx(expected_many.interval(color))
    assert many.mean_plies == pytest.approx(expected_many.mean_plies)
    assert many.sd_plies == pytest.approx(expected_many.sd_plies)


@pytest.mark.parametrize("stage", RUNNING)
def test_many_rollouts_are_the_single_ones(stage: str) -> None:
    state = games_at_all_stages()[stage]
    before = state.copy()
    for cap in (None, 1, 3, 40):
        games = [state.rollout(5, index, cap) for index in range(40)]
        for game in games[::13]:
            check_by_playing(state.position, game, cap or 4 * state.points)
        expected = tally(games)
        assert expected.games == 40
        for start in (state, state.position):
            for threads in (None, 1, 2, 3, 40, 1024):
                assert start.rollouts(40, 5, threads, cap) == expected
    assert state == before, "the game itself does not change"


@pytest.mark.parametrize("n", [1, 2, 31, 32, 33, 63, 64, 65, 97, 200])
def test_any_number_of_games_on_any_number_of_threads(n: int) -> None:
    position = Position("3/4")
    expected = tally([position.rollout(3, index) for index in range(n)])
    for threads in (1, 2, 5, None):
        assert position.rollouts(n, seed=3, threads=threads) == expected


def test_seeds_and_indices_are_64_bit_numbers() -> None:
    position = Position("3/4")
    seeds = [0, 1, 2**31, 2**32, 2**63, 2**64 - 1]
    games = {(seed, index): position.rollout(seed, index) for seed in seeds for index in seeds}
    assert len({tuple(game.moves) for game in games.values()}) == 36
    assert position.rollout(np.uint64(2**64 - 1), np.uint64(2**63)) == games[2**64 - 1, 2**63]
    assert position.rollouts(np.int32(7), seed=np.uint8(1)) == position.rollouts(7, 1)
    assert position.rollout() == games[0, 0]
    assert position.rollout(index=1) == games[0, 1]
    assert position.rollouts(50, seed=1) != position.rollouts(50, seed=2)


# Where they start


def one_ply_from_the_end() -> Iterator[Position]:
    for size in SIZES:
        for seed in range(3):
            position = Position(size)
            for move in position.rollout(seed).moves[:-1]:
                position = position.play(move)
            yield position


def test_one_ply_from_the_end() -> None:
    ended_at_once = 0
    for position in one_ply_from_the_end():
        games = [position.rollout(1, index) for index in range(20)]
        ended_at_once += sum(game.plies == 1 and not game.unfinished for game in games)
        assert position.rollouts(20, 1) == tally(games)
        for game in games:
            check_by_playing(position, game, 4 * position.points)
    assert ended_at_once > 18


def test_a_forced_pass_is_a_ply_and_draws_nothing() -> None:
    state = GameState.from_moves("e4 g2 e2", "3/4")
    assert state.legal_moves() == ["pass"]
    games = {state.rollout(seed, index) for seed in range(5) for index in range(5)}
    assert games == {Rollout(["pass"], "light", 1)}
    assert state.rollouts(100) == Rollouts(100, 0, 0, 100, 100, 1, 100)


def test_threatened_groups_at_the_start() -> None:
    state = GameState.from_moves("a1 b1 e4 b4 e1 d4 e3 c5 g3 d5 d6 e5 f3 c3 g1 d2 d3", "3/4")
    assert state.threatened()
    games = [state.rollout(2, index) for index in range(60)]
    assert any(game.stones_removed for game in games)
    for game in games:
        check_by_playing(state.position, game, 120)


def test_pie_plies_are_drawn_and_tallied_by_colour() -> None:
    state = GameState("6/7", "pie")
    games = [state.rollout(9, index, 8) for index in range(100)]
    answers = [game.moves[2] for game in games]
    assert set(answers) == {"keep", "swap"}
    assert 25 < answers.count("swap") < 75
    assert all(move not in ("keep", "swap") for game in games for i, move in enumerate(game.moves) if i != 2)
    for answer in ("keep", "swap"):
        kept, plain = GameState.from_moves(f"h1 d4 {answer}", opening="pie"), GameState.from_moves("h1 d4")
        assert kept.rollouts(50, 4) == plain.rollouts(50, 4), "the answer changes seats, not colours"


def test_rollouts_know_no_repetition() -> None:
    first, cycle = REPEATING
    twice = GameState.from_moves([*first, *cycle, *cycle[:-1]])
    bare = GameState.from_text(twice.text)
    assert twice.rollouts(50, 8) == bare.rollouts(50, 8) == twice.position.rollouts(50, 8)


@pytest.mark.parametrize("stage", FINISHED)
def test_a_finished_game_is_an_error(stage: str) -> None:
    state = games_at_all_stages()[stage]
    for call in (lambda: state.rollout(), lambda: state.rollouts(10), lambda: state.rollouts(10, progress=print)):
        with pytest.raises(MeridiansError, match="over") as caught:
            call()
        assert caught.type is MeridiansError
    if state.position.is_over:
        with pytest.raises(MeridiansError, match="over"):
            state.position.rollout()
        with pytest.raises(MeridiansError, match="over"):
            state.position.rollouts(10)
    else:
        assert state.position.rollouts(10).games == 10, "a position knows no resignation and no repetition"


# The ply cap


@pytest.mark.parametrize("size", SIZES)
def test_the_cap_counts_plies_from_the_start_of_the_rollout(size: str) -> None:
    position = Position(size)
    for _ in range(3):
        full = position.rollout(1)
        for cap in {1, 2, max(1, full.plies - 1), full.plies, full.plies + 1}:
            game = position.rollout(1, max_plies=cap)
            assert game.moves == full.moves[:cap], "the cap changes no draw"
            assert game.unfinished == (cap < full.plies)
            assert game.winner == (None if game.unfinished else full.winner)
        position = position.play(full.moves[0])


def test_unfinished_games_are_counted_as_such() -> None:
    position = Position("5/6")
    result = position.rollouts(50, max_plies=4)
    assert result == Rollouts(0, 0, 50, 200, 800, 4, result.stones_removed)
    assert (result.games, result.mean_plies, result.sd_plies) == (50, 4.0, 0.0)
    assert math.isnan(result.share("light"))
    assert result.interval("light") == result.interval("dark", 0.5) == (0.0, 1.0)
    plies = sorted(position.rollout(0, index).plies for index in range(50))
    cap = plies[20]
    capped = position.rollouts(50, max_plies=cap)
    assert capped.unfinished == sum(length > cap for length in plies) > 0
    assert capped.longest == cap
    assert (
        position.rollouts(50, max_plies=2**32 - 1) == position.rollouts(50, max_plies=4 * 80) == position.rollouts(50)
    )


# The statistics


def wilson(wins: int, games: int, confidence: float) -> tuple[float, float]:
    """The two shares p with |wins/games - p| = z sqrt(p (1 - p) / games), as roots of the quadratic."""
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    roots = np.roots([games + z * z, -(2 * wins + z * z), wins * wins / games])
    low, high = sorted(float(root.real) for root in roots)
    return max(low, 0.0), min(high, 1.0)


@pytest.mark.parametrize("confidence", [0.5, 0.8, 0.95, 0.99, 0.999])
@pytest.mark.parametrize(
    ("light", "dark"), [(1, 0), (0, 1), (3, 4), (50, 50), (1, 999), (123456, 654321), (10**12, 10**11)]
)
def test_the_wilson_interval(light: int, dark: int, confidence: float) -> None:
    result = Rollouts(light, dark, 77, 0, 0, 0, 0)
    low, high = result.interval("light", confidence)
    assert (low, high) == pytest.approx(wilson(light, light + dark, confidence), rel=1e-6, abs=1e-7)
    assert 0.0 <= low <= result.share("light") <= high <= 1.0
    assert result.interval("dark", confidence) == pytest.approx((1 - high, 1 - low), abs=1e-12)
    assert result.share("light") + result.share("dark") == pytest.approx(1)
    if confidence == 0.95:
        assert result.interval("light") == (low, high)


def test_any_confidence_strictly_between_0_and_1_has_an_interval() -> None:
    result = Rollouts(300, 200, 0, 0, 0, 0, 0)
    widths = []
    for confidence in (1e-300, 1e-9, 0.5, 0.95, 1 - 1e-9, 1 - 1e-15, math.nextafter(1, 0)):
        low, high = result.interval("light", confidence)
        assert 0.0 <= low <= 0.6 <= high <= 1.0
        widths.append(high - low)
    assert widths == sorted(widths)


def test_statistics_of_known_games() -> None:
    plies = [2, 4, 4, 4, 5, 5, 7, 9]
    result = Rollouts(3, 4, 1, sum(plies), sum(n * n for n in plies), 9, 24)
    assert (result.games, result.mean_plies, result.sd_plies, result.longest) == (8, 5.0, 2.0, 9)
    assert (result.share("light"), result.share("dark")) == (3 / 7, 4 / 7)
    assert (result.light_wins, result.dark_wins, result.unfinished, result.stones_removed) == (3, 4, 1, 24)
    assert (result.plies, result.plies_squared) == (40, 232)
    empty = Rollouts(0, 0, 0, 0, 0, 0, 0)
    assert empty.games == 0
    for value in (empty.mean_plies, empty.sd_plies, empty.share("light"), empty.share("dark")):
        assert math.isnan(value)
    assert empty.interval("light") == (0.0, 1.0)


def test_the_spread_is_exact_for_many_games() -> None:
    games = 10**12
    result = Rollouts(games, 0, 0, 100 * games, 10_001 * games, 200, 0)
    assert result.mean_plies == 100.0
    assert result.sd_plies == 1.0


def test_results_are_values() -> None:
    position = Position("3/4")
    for make in (lambda seed: position.rollout(seed), lambda seed: position.rollouts(20, seed)):
        one, same, other = make(1), make(1), make(2)
        assert one == same
        assert one is not same
        assert one != other
        assert hash(one) == hash(same)
        assert len({one, same, other}) == 2
        assert one != repr(one)
        assert eval(repr(one), {"Rollout": Rollout, "Rollouts": Rollouts}) == one
        with pytest.raises(AttributeError):
            one.plies = 5
    game = position.rollout(1)
    game.moves.clear()
    assert game.moves


# Progress


def test_progress_is_told_on_this_thread_and_ends_at_the_total() -> None:
    calls: list[tuple[int, int, int]] = []
    game = GameState()
    n = 0
    while len(calls) < 4:  # faster machines play more
        calls.clear()
        n = 4 * n or 500
        game.rollouts(n, threads=2, progress=lambda done, total: calls.append((done, total, threading.get_ident())))
    assert {total for _, total, _ in calls} == {n}
    assert {thread for _, _, thread in calls} == {threading.get_ident()}
    done = [done for done, _, _ in calls]
    assert all(0 <= a <= b <= n for a, b in pairwise(done))
    assert done[-1] == n
    assert any(0 < part < n for part in done)


def test_progress_comes_even_if_the_work_is_short() -> None:
    calls: list[tuple[int, int]] = []
    result = GameState("2/3").rollouts(3, 1, None, None, lambda done, total: calls.append((done, total)))
    assert calls[-1] == (3, 3)
    assert result == GameState("2/3").rollouts(3, 1, progress=None)


@pytest.mark.parametrize("threads", [None, 1, 2])
def test_an_exception_of_the_callback_stops_the_work_at_once(threads: int | None) -> None:
    class Enough(BaseException):
        pass

    raised = []

    def stop(done: int, total: int) -> None:
        assert not raised, "called again after it raised"
        assert done < total == 10**9
        raised.append(time.perf_counter())
        raise Enough("now")

    with pytest.raises(Enough, match="now"):
        Position().rollouts(10**9, threads=threads, progress=stop)
    assert time.perf_counter() - raised[0] < 0.5


def test_the_callback_may_use_the_game_and_roll_out_itself() -> None:
    game = GameState("3/4")
    inner: list[Rollouts] = []

    def play(done: int, total: int) -> None:  # noqa: ARG001
        inner.append(game.rollouts(5, seed=3, threads=2))
        if not game.ply:
            game.play("a1")

    result = game.rollouts(40, seed=2, progress=play)
    assert game.moves == ["a1"]
    assert result == GameState("3/4").rollouts(40, seed=2), "the position was copied before"
    assert inner[0] == GameState("3/4").rollouts(5, seed=3)


def test_what_is_no_callback_is_refused_before_any_work() -> None:
    started = time.perf_counter()
    with pytest.raises(TypeError, match="progress"):
        Position().rollouts(10**9, progress=5)
    with pytest.raises(TypeError, match="progress"):
        meridians.perft(Position(), 9, 5)
    assert time.perf_counter() - started < 0.5
