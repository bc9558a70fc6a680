"""Search: signs, limits, interruption, reuse, determinism, and what a report says, of every engine."""

from __future__ import annotations

import copy
import functools
import gc
import json
import math
import pickle
import threading
import time
from itertools import pairwise
from typing import Any, Literal

import numpy as np
import pytest

import meridians
from conftest import REPEATING, games_at_all_stages
from meridians import GameState, IllegalMoveError, Line, MeridiansError, Position, Proof, Report, Search

ENGINES: tuple[Any, ...] = ("best", "grave", "uct", "puct", "gumbel", "alphabeta")
PLAYERS: tuple[dict[str, Any], ...] = (
    *({"engine": engine} for engine in ENGINES),
    *({"evaluator": evaluator} for evaluator in ("learned", "rollouts", "uniform")),
    *({"engine": "gumbel", "evaluator": evaluator} for evaluator in ("rollouts", "uniform")),
)
every_player = pytest.mark.parametrize("player", PLAYERS, ids=lambda player: "-".join(player.values()))
every_engine = pytest.mark.parametrize("engine", ENGINES)
MIDDLE = GameState.from_moves("h1 d4 h8 d6 h5 f6 h7 f7 j5")


# Signs


def loses_at_once(position: Position) -> bool:
    """Whether the game goes on and every move of the mover eliminates it."""
    return not position.is_over and all(after(position, move).is_over for move in position.legal_moves())


def is_lost(position: Position, plies: int) -> bool:
    """Whether the mover loses within so many plies, whatever it does."""
    if position.is_over or plies <= 0:
        return False
    replies = (after(position, move) for move in position.legal_moves())
    return all(
        (
            reply.outcome.winner != position.turn
            if reply.outcome
            else any(is_lost(after(reply, move), plies - 2) for move in reply.legal_moves())
        )
        for reply in replies
    )


def after(position: Position, move: str) -> Position:
    game = GameState.from_text(position.text)
    game.play(move)
    return game.position


@functools.cache
def decided(size: str) -> dict[tuple[str, str], list[Position]]:
    """Positions that are won by one move, and positions that are lost after any, by colour to move."""
    found: dict[tuple[str, str], list[Position]] = {}
    for index in range(400):
        moves = GameState(size).rollout(5, index).moves
        for end in (1, 2):
            position = GameState.from_moves(moves[: len(moves) - end], size, "plain", "none").position
            if min(position.turns) < 2 or len(position.legal_moves()) < 2:
                continue
            kind = ""
            if loses_at_once(position):
                kind = "lost"
            else:
                winning = [move for move in position.legal_moves() if loses_at_once(after(position, move))]
                if 0 < len(winning) < len(position.legal_moves()):
                    kind = "won"
            places = found.setdefault((kind, position.turn), [])
            if kind and len(places) < 2:
                places.append(position)
        if sum(len(found.get((kind, color), ())) for kind in ("won", "lost") for color in ("light", "dark")) == 8:
            break
    return found


def other(color: str) -> Literal["light", "dark"]:
    return "dark" if color == "light" else "light"


@every_player
@pytest.mark.parametrize("size", ["3/4", "6/7"])
@pytest.mark.parametrize("color", ["light", "dark"])
@pytest.mark.parametrize("pie", ["plain", "kept", "swapped"])
def test_a_win_on_the_move_is_played_and_reported(player: dict[str, Any], size: str, color: str, pie: str) -> None:
    """With the pie swapped participants and colours differ, which a wrong sign would show too."""
    places = decided(size)["won", color]
    assert len(places) == 2
    for place in places:
        position = Position.from_text(place.text.replace("plain", pie))
        report = Search(size, seed=3, **player).run(position, visits=3000)
        assert report.win_chance(color) == 1.0
        assert report.win_chance(other(color)) == 0.0
        assert report.proven is not None
        assert (report.proven.verdict, report.proven.winner, report.stopped) == ("win", color, "proven")
        assert report.proven.plies == 2 or not report.proven.exact
        # A tree proves a win, and not that there is none faster; what takes long is too much for this check.
        if report.proven.plies <= 6:
            assert is_lost(after(position, report.best), report.proven.plies - 1), (position.text, str(report))
        assert report.lines[0].win_chance == 1.0
        assert report.lines[0].moves[0] == report.best
        assert report.values[report.best_action] == 1.0


@every_player
@pytest.mark.parametrize("size", ["3/4", "6/7"])
@pytest.mark.parametrize("color", ["light", "dark"])
@pytest.mark.parametrize("pie", ["plain", "swapped"])
def test_a_loss_on_the_move_is_reported(player: dict[str, Any], size: str, color: str, pie: str) -> None:
    places = decided(size)["lost", color]
    assert len(places) == 2
    for place in places:
        position = Position.from_text(place.text.replace("plain", pie))
        report = Search(size, seed=3, **player).run(position, visits=3000)
        assert report.best in position.legal_moves()
        assert report.win_chance(color) == 0.0
        assert report.win_chance(other(color)) == 1.0
        assert report.proven is not None
        assert (report.proven.verdict, report.proven.winner, report.proven.plies) == ("loss", other(color), 1)
        assert (report.stopped, report.values[report.best_action]) == ("proven", 0.0)


@pytest.mark.parametrize("evaluator", ["learned", "rollouts"])
@pytest.mark.parametrize("color", ["light", "dark"])
def test_the_value_of_one_visit_has_the_right_sign(evaluator: Any, color: str) -> None:
    """One visit asks the evaluator about the position itself, and no proof hides what it says."""
    ply = 60 if color == "light" else 61
    games = [GameState().rollout(8, index).moves for index in range(40)]
    positions = [GameState.from_moves(moves[:ply], repetition="none").position for moves in games if len(moves) > 80]
    assert {position.turn for position in positions} == {color}
    chances = [Search(evaluator=evaluator).run(position, visits=1).win_chance(color) for position in positions]
    truth = [position.rollouts(400, seed=9).share(color) for position in positions]
    assert len(positions) > 10
    assert np.corrcoef(chances, truth)[0, 1] > 0.4


def test_the_sides_of_a_report_add_up() -> None:
    report = Search().run(MIDDLE, visits=500)
    assert report.turn == "dark"
    assert report.win_chance("light") + report.win_chance("dark") == pytest.approx(1)
    assert report.win_chance("dark") == pytest.approx(report.lines[0].win_chance)
    assert report.win_chance("dark") == pytest.approx(float(report.values[report.best_action]))


# Games of every kind


@every_engine
@pytest.mark.parametrize("stage", list(games_at_all_stages()))
def test_every_stage_of_a_game_can_be_searched_or_is_over(engine: Any, stage: str) -> None:
    game = games_at_all_stages()[stage]
    before = game.copy()
    search = Search(game.size, engine)
    if game.is_over:
        with pytest.raises(MeridiansError, match="over"):
            search.run(game, visits=10)
    else:
        report = search.run(game, visits=200)
        assert game.is_legal(report.best)
        assert (report.size, report.turn) == (game.size, game.turn)
        assert len(report.visits) == len(report.values) == len(report.priors) == game.action_count
        mask = game.legal_mask()
        assert not report.visits[~mask].any()
        assert np.isnan(report.values[~mask]).all()
        assert report.policy.dtype == np.float32
        assert (report.policy[mask] >= 0).all()
        assert not report.policy[~mask].any()
        assert report.policy.sum() == pytest.approx(1, abs=1e-4)
        # Alpha-beta looks at every move of a position once at least, and at several positions for a pie.
        assert 0 <= report.iterations <= (300 if engine == "alphabeta" else 200)
        assert 0 <= report.win_chance("light") <= 1
    assert game == before


@every_engine
def test_the_only_move_and_the_forced_pass(engine: Any) -> None:
    forced = games_at_all_stages()["forced pass"]
    report = Search("3/4", engine).run(forced, seconds=30)
    assert (report.best, report.best_action, report.turn) == ("pass", 30, forced.turn)
    assert report.seconds < 5
    assert report.proven is not None
    assert report.proven.winner == other(forced.turn), "a forced pass loses (R10)"
    # One legal placement that does not lose at once: no search of half a minute.
    only = GameState.from_moves(next(line for line in lines_to_one_move()), "3/4", "plain", "none")
    report = Search("3/4", engine).run(only, seconds=30)
    assert [report.best] == only.legal_moves()
    assert report.stopped in ("only_move", "proven")
    assert report.seconds < 5


def lines_to_one_move() -> list[list[str]]:
    found = []
    for index in range(200):
        moves = GameState("3/4").rollout(1, index).moves
        for end in range(6, len(moves)):
            game = GameState.from_moves(moves[:end], "3/4", "plain", "none")
            if not game.is_over and len(game.legal_moves()) == 1 and game.legal_moves() != ["pass"]:
                found.append(moves[:end])
    assert found
    return found


@every_engine
def test_a_pie_is_answered_by_the_better_side(engine: Any) -> None:
    """On 3/4 a centre stone against a stone in the corner is no even game."""
    wins = {}
    for light, dark in (("d3", "a1"), ("a1", "d3")):
        game = GameState.from_moves([light, dark], "3/4", "pie")
        report = Search("3/4", engine).run(game, visits=4000)
        kept = GameState.from_moves([light, dark, "keep"], "3/4", "pie")
        light_chance = Search("3/4", engine).run(kept, visits=4000).win_chance("light")
        assert report.best == ("swap" if light_chance > 0.5 else "keep")
        assert report.win_chance("light") == pytest.approx(light_chance, abs=0.15)
        assert set(np.flatnonzero(~np.isnan(report.values))) <= {31, 32}
        wins[light] = light_chance
        assert "answer" in str(report)
    assert wins["d3"] != wins["a1"]


@every_engine
def test_a_repetition_is_a_draw_and_the_bare_game_has_none(engine: Any) -> None:
    first, cycle = REPEATING
    line = first + cycle + cycle[:-1]
    game = GameState.from_moves(line)
    report = Search(engine=engine).run(game, visits=2000)
    action = meridians.parse_move(cycle[-1])
    assert math.isnan(report.values[action]) or report.values[action] == 0.5, "the third time is a draw (R13)"
    bare = Search(engine=engine).run(GameState.from_moves(line, repetition="none"), visits=2000)
    assert bare.values[action] != 0.5


def test_another_board_is_refused() -> None:
    with pytest.raises(MeridiansError, match=r"3/4 and the search is for 6/7"):
        Search().run(GameState("3/4"))


# Limits


@every_engine
def test_limits(engine: Any) -> None:
    search = Search(engine=engine)
    report = search.run(MIDDLE, visits=300)
    assert (report.stopped, report.iterations) == ("visits", 300)
    report = search.run(MIDDLE, nodes=3000)
    assert report.stopped == "nodes"
    assert report.nodes < 20_000
    started = time.perf_counter()
    report = search.run(MIDDLE, seconds=0.15)
    assert report.stopped == "time"
    assert 0.1 < report.seconds <= time.perf_counter() - started < 5
    assert report.iterations_per_second == pytest.approx(report.iterations / report.seconds)
    assert report.nodes_per_second == pytest.approx(report.nodes / report.seconds)
    # The first limit ends it.
    assert search.run(MIDDLE, seconds=60, visits=50).stopped == "visits"
    # However little time there is, there is a move.
    assert MIDDLE.is_legal(search.run(MIDDLE, seconds=1e-9).best)
    assert MIDDLE.is_legal(search.run(MIDDLE, visits=1).best)


def test_without_a_limit_it_takes_a_second() -> None:
    report = Search().run(MIDDLE)
    assert report.stopped == "time"
    assert 0.9 < report.seconds < 5


@every_engine
def test_cpu_time_does_not_pass_while_others_run(engine: Any) -> None:
    report = Search(engine=engine, clock="cpu").run(MIDDLE, seconds=0.1)
    assert report.stopped == "time"
    assert report.seconds > 0.09


@every_engine
def test_a_full_memory_is_searched_on_without_growing(engine: Any) -> None:
    search = Search("7/8", engine, memory=2**20)
    report = search.run(GameState("7/8"), visits=20_000)
    assert report.memory <= 2**20
    assert report.stopped == "visits"
    assert 19_900 <= report.iterations <= 20_000
    search.advance(report.best)
    moved = GameState.from_moves([report.best], "7/8")
    report = search.run(moved, visits=5000)
    assert moved.is_legal(report.best)
    assert report.memory <= 2**20


# Stopping


@every_engine
def test_cancel_ends_a_run_with_its_report(engine: Any) -> None:
    search = Search(engine=engine)
    search.cancel()  # nothing runs, nothing happens
    timer = threading.Timer(0.2, search.cancel)
    timer.start()
    started = time.perf_counter()
    report = search.run(GameState(), seconds=60)
    assert time.perf_counter() - started < 10
    timer.join()
    assert report.stopped == "cancelled"
    assert report.iterations > 0
    assert GameState().is_legal(report.best)
    assert search.run(MIDDLE, visits=100).stopped == "visits"


@every_engine
def test_progress_gives_reports_and_its_exception_ends_the_search(engine: Any) -> None:
    reports: list[Report] = []
    threads = set()

    class EnoughError(Exception):
        pass

    def progress(report: Report) -> None:
        reports.append(report)
        threads.add(threading.current_thread())
        if len(reports) == 2:
            raise EnoughError

    search = Search(engine=engine)
    started = time.perf_counter()
    with pytest.raises(EnoughError):
        search.run(MIDDLE, seconds=60, progress=progress)
    assert 0.3 < time.perf_counter() - started < 10
    assert threads == {threading.current_thread()}
    if reports[0].iterations == 0:  # both are of the look by alpha-beta, which comes before a tree grows
        assert engine in ("best", "grave")
    else:
        assert reports[0].iterations < reports[1].iterations
    assert 0 < reports[0].seconds < reports[1].seconds
    assert {report.stopped for report in reports} == {"cancelled"}
    assert all(MIDDLE.is_legal(report.best) for report in reports)
    assert search.run(MIDDLE, visits=100).stopped == "visits"


def test_one_run_at_a_time() -> None:
    search = Search()
    refused = []

    def again(_: Report) -> None:
        for call in (lambda: search.run(MIDDLE, visits=1), lambda: search.advance("a1")):
            with pytest.raises(RuntimeError, match="this search is running"):
                call()
            refused.append(call)
        search.cancel()
        assert "seed=0" in repr(search), "what it is made of can be asked at any time"

    assert search.run(MIDDLE, seconds=30, progress=again).stopped == "cancelled"
    assert len(refused) >= 2
    # From another thread too, which waits for nothing.
    worker = threading.Thread(target=lambda: search.run(MIDDLE, seconds=30))
    worker.start()
    while worker.is_alive():
        try:
            search.run(MIDDLE, visits=1)
        except RuntimeError:
            search.cancel()
        time.sleep(0.01)
    worker.join()
    assert search.run(MIDDLE, visits=10).iterations == 10


# Determinism and reuse


@every_engine
def test_equal_calls_have_equal_reports(engine: Any) -> None:
    search = Search(engine=engine, seed=5)
    report = search.run(MIDDLE, visits=800)
    search.run(GameState(), visits=100)
    assert search.run(MIDDLE, visits=800) == report
    assert Search(engine=engine, seed=5).run(MIDDLE.position, visits=800) == report
    assert report != search.run(MIDDLE, visits=200)


@pytest.mark.parametrize(
    "player", [{"engine": "grave"}, {"engine": "uct"}, {"evaluator": "rollouts"}, {"engine": "gumbel"}]
)
def test_the_seed_changes_what_is_random(player: dict[str, Any]) -> None:
    first, second = (Search(seed=seed, **player).run(MIDDLE, visits=500) for seed in (1, 2))
    assert first != second


@every_engine
def test_advance_keeps_what_was_found(engine: Any) -> None:
    search = Search(engine=engine)
    game = MIDDLE.copy()
    search.advance("a1")  # nothing was searched yet, nothing happens
    # UCT spreads its visits, so it takes more of them until a reply has replies.
    report = search.run(game, visits=20_000 if engine == "uct" else 3000)
    reply = report.lines[0].moves[1]
    for move in (report.best, reply):
        game.play(move)
        search.advance(move)
    kept = search.run(game, visits=100)
    fresh = search.run(game, visits=100)
    if engine != "alphabeta":
        assert kept.visits.sum() > 100
        assert fresh.visits.sum() <= 100
    assert game.is_legal(kept.best)
    # Another position than the one it led to: from nothing.
    search.advance(fresh.best)
    assert search.run(game, visits=100) == fresh


def test_advance_refuses_what_is_illegal() -> None:
    search = Search()
    search.run(MIDDLE, visits=10)
    with pytest.raises(IllegalMoveError, match="occupied"):
        search.advance("h1")
    best = search.run(MIDDLE, visits=300)
    with pytest.raises(IllegalMoveError):
        search.advance("h1")
    search.advance(best.best_action)
    game = MIDDLE.copy()
    game.play(best.best)
    assert search.run(game, visits=10).visits.sum() > 10


def test_the_history_counts_in_a_kept_tree() -> None:
    """The same position with another history behind it is another search: a repetition may be a draw there."""
    first, cycle = REPEATING
    search = Search(engine="puct")
    once = GameState.from_moves(first)
    search.run(once, visits=500)
    search.advance(cycle[0])
    twice = GameState.from_moves(first + cycle + cycle[:1])
    kept = search.run(twice, visits=300)
    assert kept == Search(engine="puct").run(twice, visits=300)


# Reports


def test_a_report_in_words_and_in_json() -> None:
    report = Search(engine="puct", evaluator="learned").run(MIDDLE, visits=900)
    text = str(report)
    lines = text.splitlines()
    assert lines[0].startswith(f"6/7 Dark to move: {report.best}")
    assert f"Dark {report.win_chance('dark') * 100:.1f} %" in lines[0]
    assert len(lines) == 3 + len(report.lines)
    assert lines[2].split()[3:5] == report.lines[0].moves[:2]
    assert lines[-1].startswith("puct: 900 iterations")
    assert "stopped: visits" in lines[-1]
    told = json.loads(report.to_json())
    assert told["rootInfo"] == {"currentPlayer": "B", "winrate": report.win_chance("dark"), "visits": 899}
    moves = told["moveInfos"]
    assert [info["order"] for info in moves] == list(range(len(moves)))
    assert [info["pv"] for info in moves[: len(report.lines)]] == [line.moves for line in report.lines]
    assert sum(info["visits"] for info in moves) == report.visits.sum() == 899
    for info in moves:
        action = meridians.parse_move(info["move"])
        assert info["visits"] == report.visits[action]
        assert np.float32(info["winrate"]) == report.values[action]
        assert np.float32(info["prior"]) == report.priors[action]
        assert np.float32(info["policy"]) == report.policy[action] == np.float32(info["visits"] / 899)
    assert (told["best"], told["size"], told["engine"]) == (report.best, "6/7", "puct")
    assert told["lightWinrate"] == report.win_chance("light")
    assert told["proven"] is None


def test_a_proof_in_words_and_in_json() -> None:
    position = decided("6/7")["won", "light"][0]
    report = Search(engine="puct").run(position, visits=3000)
    assert "proven win in 2 plies" in str(report).splitlines()[0]
    assert repr(report.proven) == "<Proof: win in 2 plies>"
    assert json.loads(report.to_json())["proven"] == {"verdict": "win", "winner": "light", "plies": 2, "exact": True}


def test_lines_are_lines_of_play() -> None:
    report = Search(engine="puct").run(MIDDLE, visits=3000)
    assert len(report.lines) > 2
    assert len({line.moves[0] for line in report.lines}) == len(report.lines)
    assert report.lines[0].moves[0] == report.best
    for line in report.lines:
        game = MIDDLE.copy()
        for move in line.moves:
            game.play(move)
        action = meridians.parse_move(line.moves[0])
        assert line.visits == report.visits[action]
        assert np.float32(line.win_chance) == report.values[action]
    assert all(a.visits >= b.visits for a, b in pairwise(report.lines))
    assert np.nansum(report.priors) == pytest.approx(1, abs=1e-4)
    assert report.depth >= max(len(line.moves) for line in report.lines)


def test_reports_are_values() -> None:
    decisive = decided("3/4")["won", "dark"][0]
    for report in (Search(engine="puct").run(MIDDLE, visits=50), Search("3/4", "puct").run(decisive, visits=999)):
        parts: list[Report | Line | Proof] = [report, *report.lines]
        parts += [proof for proof in (report.proven, *(line.proven for line in report.lines)) if proof]
        for part in parts:
            assert pickle.loads(pickle.dumps(part)) == part
            assert copy.deepcopy(part) == part
            assert part != "report"
            with pytest.raises(AttributeError):
                part.best = "a1"  # type: ignore[union-attr, misc]
        restored = pickle.loads(pickle.dumps(report))
        assert (restored.to_json(), str(restored)) == (report.to_json(), str(report))
        report.visits[:] = 0
        assert report.visits.sum() > 0, "arrays are new ones every time"
    with pytest.raises(MeridiansError, match="not the state of a report"):
        Report._restore(
            (99, "light", 0, "light", "puct", 1, 0), (0.5, None, "time"), [], ([], [], [], []), (0, 0, 0, 0, 0.0)
        )  # type: ignore[attr-defined]


def test_the_policy_of_gumbel_goes_beyond_its_visits() -> None:
    """Moves without visits have a share too, and the best of those in play need not have most visits."""
    report = Search(engine="gumbel", seed=3).run(MIDDLE, visits=64)
    assert (report.engine, report.iterations, report.stopped) == ("gumbel", 64, "visits")
    # By hand: 63 visits for 16 moves, then 8, 4 and 2, each round as much of the rest as every later one: 1, 1, 4, 11.
    assert sorted(report.visits[report.visits > 0]) == [1] * 8 + [2] * 4 + [6] * 2 + [17, 18]
    assert report.visits[report.best_action] >= 17
    mask = MIDDLE.legal_mask()
    assert (report.policy[mask] > 0).sum() > 16
    value_of_policy = np.nansum(report.values * report.policy) / report.policy[report.visits > 0].sum()
    value_of_priors = np.nansum(report.values * report.priors) / report.priors[report.visits > 0].sum()
    assert value_of_policy > value_of_priors
    won = decided("6/7")["won", "dark"][0]
    report = Search(engine="gumbel").run(won, visits=3000)
    assert report.policy[report.best_action] == 1
    assert report.policy.sum() == 1


def test_a_table_is_short_however_many_lines_there_are() -> None:
    report = Search(engine="alphabeta").run(MIDDLE, visits=200)
    assert len(report.lines) > 12
    text = str(report).splitlines()
    assert len(text) == 2 + 10 + 1 + 1
    assert text[-2] == f"      and {len(report.lines) - 10} more"


@pytest.mark.parametrize(
    ("settings", "who"),
    [
        ({"engine": "uct"}, 'the engine "uct"'),
        ({"evaluator": "uniform"}, "this evaluator"),
        ({"engine": "gumbel", "evaluator": "rollouts"}, "this evaluator"),
    ],
)
def test_weights_are_for_those_who_ask_the_evaluation(settings: dict[str, Any], who: str) -> None:
    weights = meridians.builtin_weights()
    with pytest.raises(MeridiansError, match=f"^weights are of the learned evaluation, which {who} does not ask$"):
        Search(weights=weights, **settings)
    assert Search(weights=weights, evaluator="learned").weights == weights


@pytest.mark.parametrize("engine", ["puct", "gumbel"])
def test_a_move_that_nobody_has_looked_at_has_the_chance_of_the_position(engine: Any) -> None:
    report = Search("3/4", engine).run(GameState.from_moves("c5 c1 c2 a1 b1 g2 d2", size="3/4"), visits=1)
    assert report.lines[0].visits == 0
    assert report.lines[0].win_chance == pytest.approx(report.win_chance("dark"))


@pytest.mark.parametrize("engine", ["grave", "uct"])
def test_nothing_is_said_of_moves_that_nobody_has_looked_at(engine: Any) -> None:
    state = GameState.from_moves("a2 c3 e1 f4 d1 d4 f1 d5", size="3/4")
    report = Search("3/4", engine).run(state, visits=1)
    unvisited = report.visits == 0
    assert unvisited[state.legal_mask()].sum() > 10
    assert np.isnan(report.values[unvisited]).all()
    told = json.loads(report.to_json())["moveInfos"]
    assert [info["move"] for info in told] == [report.best]


def test_a_search_tells_its_settings_and_is_not_copied() -> None:
    search = Search("5/6", "uct", 2, 7, 2**21, "cpu", max_plies=99)
    told = (search.size, search.engine, search.threads, search.seed, search.memory, search.clock, search.max_plies)
    assert told == ("5/6", "uct", 2, 7, 2**21, "cpu", 99)
    assert (search.evaluator, search.weights) == (None, None)
    assert repr(search) == (
        "Search(size='5/6', engine='uct', threads=2, seed=7, memory=2097152, clock='cpu', max_plies=99)"
    )
    assert "evaluator='uniform'" in repr(Search(evaluator="uniform"))
    assert Search("standard").max_plies == 456
    for make in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="cannot be copied or pickled"):
            make(search)


def test_a_ply_cap_counts_as_a_draw() -> None:
    report = Search(engine="puct", max_plies=1).run(MIDDLE, visits=400)
    assert report.depth <= 1
    assert set(report.values[~np.isnan(report.values)]) == {0.5}
    assert report.proven is None


def test_searches_leave_nothing_behind() -> None:
    before = threading.active_count()
    for _ in range(20):
        Search(engine="puct").run(MIDDLE, visits=20)
    gc.collect()
    assert threading.active_count() == before
