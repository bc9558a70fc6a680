"""The command ``arena``: what it prints while it plays and at the end, its JSON, and its log."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

pytest.importorskip("typer")
pytest.importorskip("rich")

from cli_runner import complaint, document, on_a_terminal, output, run
from meridians import arena
from meridians.cli import terminal

MATCH = ("arena", "flat:games=20", "random", "--games", "6", "--size", "3/4", "--seed", "3")


def test_a_match_is_reported_as_the_library_has_it() -> None:
    match = arena.match("flat:games=20", "random", games=6, size="3/4", seed=3)
    times = re.compile(r"[\d.]+ ms")
    assert times.sub("", output(*MATCH)) == times.sub("", f"{match}\n")
    found, expected = document(*MATCH), match.to_json()
    assert found.keys() == expected.keys()
    assert found | {"usage": 0} == expected | {"usage": 0}


def test_every_option_reaches_the_arena(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    options = [
        *("--games", "4", "--visits", "9", "--wall", "--size", "2/3", "--openings", "pie", "--seed", "5"),
        *("--max-plies", "30", "--forfeit", "--measure-resign", "--log", str(log), "--concurrency", "2"),
    ]
    assert document("arena", "random", "flat:games=2", *options)["games"] == 4
    settings, games = arena.read_log(log)
    assert settings == arena.Settings(
        ("random", "flat:games=2"),
        size="2/3",
        openings="pie",
        visits=9,
        clock="wall",
        seed=5,
        max_plies=30,
        forfeit=True,
        measure_resign=True,
    )
    assert len(games) == 4
    plies = ["--opening-plies", "6", "--opening-rollouts", "0", "--time", "0.5"]
    output("arena", "random", "random", "--games", "2", "--size", "3/4", *plies, "--log", str(tmp_path / "two.jsonl"))
    settings, _ = arena.read_log(tmp_path / "two.jsonl")
    assert (settings.opening_plies, settings.opening_rollouts, settings.seconds) == (6, 0, 0.5)


def test_many_agents_play_a_round_robin() -> None:
    words = ("arena", "flat:games=30", "random", "flat:games=2", "--games", "4", "--size", "3/4", "--anchor", "random")
    printed = output(*words)
    assert re.search(r"^1 flat:games=30 +\+\d+ +\+-\d+ +8 ", printed, re.MULTILINE)
    assert re.search(r"^\d random +\+0 +\+-0 +8 ", printed, re.MULTILINE)
    found = document(*words)
    assert found["elo"][1] == 0
    assert found["games"] == 12


def test_a_log_goes_on_and_refuses_other_settings(tmp_path: Path) -> None:
    log = str(tmp_path / "log.jsonl")
    output(*MATCH, "--log", log)
    before = Path(log).read_bytes()
    times = re.compile(r"[\d.]+ ms")
    assert times.sub("", output(*MATCH, "--log", log)) == times.sub("", output(*MATCH))
    assert Path(log).read_bytes() == before
    assert f"{log}: the log has other settings: seed was 3, and is now 4" in complaint(
        *MATCH, "--seed", "4", "--log", log
    )


def test_without_a_terminal_the_estimate_is_told_in_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "_LINES_EVERY", 0.0)
    status, _, err = run(*MATCH, "--sprt", "0", "400")
    assert status == 0
    lines = err.splitlines()
    assert len(lines) == 6
    assert re.fullmatch(
        r"arena: 2 of 6, 100\.0 % \[\d+\.\d, 100\.0\] after 2 games, LLR .* in \(-2\.94, 2\.94\)", lines[1]
    )


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal")
def test_on_a_terminal_there_is_a_bar_with_the_estimate_and_ctrl_c_leaves_the_result() -> None:
    words = ("arena", "flat:games=2", "random", "--games", "100000", "--size", "3/4", "--opening-rollouts", "0")
    status, written = on_a_terminal(*words, interrupt_at=b"% [")
    assert status == 130
    assert re.search(r"arena \d+\.\d % \[\d+\.\d, \d+\.\d\] after \d+ games", written)
    result = written[written.index("flat:games=2 against random") :]
    assert re.search(r"games +\d+: \d+ won", result)
    assert result.endswith("meridians: interrupted\r\n")
