"""The pages of measurements are what their scripts write from what was measured, and the scripts count right."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from meridians import arena
from meridians.agents import LEVELS
from meridians.reference.board import board_of

pytestmark = pytest.mark.tree

ROOT = Path(__file__).parents[1]


def script(name: str) -> dict[str, Any]:
    return runpy.run_path(str(ROOT / f"docs/make_{name}.py"))


def page(name: str) -> str:
    return (ROOT / f"docs/{name}.md").read_text("utf-8")


# How even openings are


@pytest.fixture(scope="module")
def balance() -> dict[str, Any]:
    return script("balance")


def test_tables_of_balance_are_what_their_script_writes(balance: dict[str, Any]) -> None:
    entries = balance["measured"]()
    assert page("balance") == balance["written"](page("balance"), entries)
    entries[0]["classes"].popitem()
    assert page("balance") != balance["written"](page("balance"), entries)
    with pytest.raises(ValueError, match="no place for kinds"):
        balance["written"]("# Nothing", entries)


def test_the_class_of_an_opening(balance: dict[str, Any]) -> None:
    board = board_of("6/7")
    for light, dark, name in [
        ("a1", "a6", "1 1 shared"),
        ("a1", "b1", "1 1 shared"),
        ("b2", "m6", "2 1 apart"),
        ("g6", "g1", "6 1 shared"),
        ("f6", "e5", "6 5 shared"),
        ("h5", "e4", "5 4 apart"),
    ]:
        assert balance["opening_class"](board, board.index[light], board.index[dark]) == name
    lines = [balance["line"](board, point) for point in range(114)]
    assert [lines.count(line) for line in range(1, 8)] == [34, 28, 22, 16, 10, 4, 0]


OPENINGS: dict[str, dict[str, Any]] = {
    "plain": {"openings": "plain"},
    "pie": {"openings": "pie"},
    "random": {"opening_plies": 2, "opening_rollouts": 0},
}


@pytest.mark.parametrize("kind", OPENINGS)
def test_a_win_is_counted_for_the_colour(balance: dict[str, Any], tmp_path: Path, kind: str) -> None:
    log = tmp_path / "log.jsonl"
    agents = ("flat:games=2",) * 2
    match = arena.match(*agents, games=20, size="2/3" if kind == "random" else "3/4", seed=3, log=log, **OPENINGS[kind])
    (entry,) = balance["count"]([log])
    assert (entry["kind"], entry["games"], entry["player"]) == (kind, 20, "`flat:games=2`")
    light = balance["together"](entry["classes"].values())
    assert sum(light) == (10 if kind == "random" else 20)
    assert balance["share"](light)[0] == pytest.approx(100 * match.light_score)
    swapped = sum("swap" in game.moves for game in match.games)
    assert entry["swaps"] == swapped
    if kind == "pie":
        # Whoever swapped has Light.
        assert 0 < swapped < 20
        assert balance["share"](entry["chooser"])[0] == pytest.approx(
            5 * sum(game.winner_color == ("light" if "swap" in game.moves else "dark") for game in match.games)
        )
    else:
        assert balance["share"](entry["chooser"])[0] == pytest.approx(100 - 100 * match.light_score)


def test_logs_that_say_nothing_of_balance(balance: dict[str, Any], tmp_path: Path) -> None:
    for name, agents, words in (
        ("unequal", ("random", "flat:games=1"), "both players must be the same"),
        ("balanced", ("random", "random"), "must be those of --opening-plies 2"),
    ):
        arena.match(*agents, games=2, size="3/4", log=tmp_path / name)
        with pytest.raises(ValueError, match=words):
            balance["count"]([tmp_path / name])


# Levels


@pytest.fixture(scope="module")
def levels() -> dict[str, Any]:
    return script("levels")


def test_tables_of_levels_are_what_their_script_writes(levels: dict[str, Any]) -> None:
    data = levels["measured"]()
    assert page("levels") == levels["written"](page("levels"), data)
    assert [row["agent"] for row in data["ladder"]["levels"]] == list(LEVELS), "measure the levels anew"
    data["ladder"]["levels"][4]["elo"] += 1
    assert page("levels") != levels["written"](page("levels"), data)


def ladder(*rungs: tuple[str, float]) -> dict[str, Any]:
    return {"levels": [{"agent": agent, "elo": elo} for agent, elo in rungs]}


def test_levels_are_proposed_at_equal_steps(levels: dict[str, Any]) -> None:
    measured = ladder(("random", 0), ("uct:visits=10", 100), ("uct:visits=1000", 300), ("best:time=0.1", 600))
    found = levels["propose"](measured, 7)
    assert [elo for elo, _ in found] == pytest.approx([0, 100, 200, 300, 400, 500, 600])
    assert [agent for _, agent in found] == [
        "random",
        "uct:visits=10",
        "uct:visits=100",  # half of the way in the logarithm
        "uct:visits=1000",
        "uct:visits=1000",  # nearer than the best
        "best:time=0.1",
        "best:time=0.1",
    ]


def test_ratings_that_fall_are_averaged(levels: dict[str, Any]) -> None:
    assert levels["rising"]([0, 50, 30, 40, 100]) == [0, 40, 40, 40, 100]
    measured = ladder(("grave:visits=1", 0), ("grave:visits=4", 60), ("grave:visits=8", 40), ("grave:visits=80", 100))
    agents = [agent for _, agent in levels["propose"](measured, 3)]
    assert agents == ["grave:visits=1", "grave:visits=4", "grave:visits=80"]


def test_a_spot_check_is_of_the_first_agent(levels: dict[str, Any], tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    match = arena.match("flat:games=20", "random", games=10, size="2/3", log=log)
    check = levels["spot_check"](log)
    assert (check["a"], check["b"], check["games"]) == ("flat:games=20", "random", 10)
    assert (check["score"], check["low"], check["high"]) == (match.score, *match.interval())
    assert match.score > 0.5
    (row,) = levels["spot_table"]([check]).splitlines()[2:]
    assert f"| {100 * match.score:.0f} % [" in row


# Resigning


def test_the_table_of_resignations_is_what_its_script_writes() -> None:
    resignation = script("resignation")
    rows = resignation["measured"]()
    assert page("agents") == resignation["written"](page("agents"), rows)
    rows[0]["wrong"] += 1
    assert page("agents") != resignation["written"](page("agents"), rows)


def test_resignations_of_both_players_are_counted(tmp_path: Path) -> None:
    resignation = script("resignation")
    log = tmp_path / "log.jsonl"
    agents = ("flat:games=5,resign_below=0.5,resign_turns=1",) * 2
    match = arena.match(*agents, games=20, size="3/4", seed=2, measure_resign=True, log=log)
    (row,) = resignation["count"]([log])
    both = [match.resignations(agent) for agent in (0, 1)]
    assert row["games"] == 20
    assert (row["resigned"], row["wrong"]) == (sum(one.games for one in both), sum(one.wrong for one in both))
    assert 0 < row["wrong"] < row["resigned"]
    assert 0 < row["saved"] < row["plies"]
    arena.match(*agents, games=2, size="3/4", log=tmp_path / "short")
    with pytest.raises(ValueError, match="played without --measure-resign"):
        resignation["count"]([tmp_path / "short"])
