"""The log of a match: what is in it, going on after a kill at any byte, and every file that is no log of this match."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from conftest import REPEATING
from meridians import GameState, MeridiansError, __version__, arena
from meridians.agents import Agent, FlatAgent, ResigningAgent, Terms
from meridians.arena import Match, read_log

MATCH: dict[str, Any] = {"a": "flat:games=3", "b": "random", "size": "2/3", "games": 6, "seed": 4}


def played(match: Match) -> list[tuple[str, ...]]:
    return [game.moves for game in match.games]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "match.jsonl"
    arena.match(**MATCH, log=path)
    return path


def test_a_log_has_the_settings_and_every_game(log: Path) -> None:
    header, *lines = map(json.loads, log.read_text("utf-8").splitlines())
    assert (header["format"], header["version"], header["meridians"]) == ("meridians-arena", 1, __version__)
    assert header["settings"]["agents"] == ["flat:games=3", "random"]
    assert header["settings"]["seed"] == 4
    assert [line["game"] for line in lines] == list(range(6))
    for line in lines:
        outcome = GameState.from_moves(line["moves"], "2/3").outcome
        assert outcome is not None
        assert (outcome.participant, outcome.winner, outcome.reason) == (
            line["winner"],
            line["winner_color"],
            line["reason"],
        )
        assert len(line["cpu"]) == len(line["nodes"]) == 2
    settings, games = read_log(log)
    match = arena.match(**MATCH)
    assert settings == match.settings
    assert [game.moves for game in games] == played(match)
    assert Match(settings, tuple(games)).points == match.points


def test_a_match_goes_on_after_a_kill_at_any_byte(log: Path, tmp_path: Path) -> None:
    content = log.read_bytes()
    whole = arena.match(**MATCH)
    ends = [index + 1 for index, byte in enumerate(content) if byte == ord("\n")]
    cuts = sorted({cut for end in ends for cut in (end - 1, end, end + 1, end + 40) if cut <= len(content)} | {0, 1, 9})
    assert len(cuts) > 20
    for cut in cuts:
        path = tmp_path / f"cut-{cut}.jsonl"
        path.write_bytes(content[:cut])
        kept = content[:cut].count(b"\n") - 1
        new: list[int] = []
        match = arena.match(**MATCH, log=path, progress=lambda now, new=new: new.append(len(now.games)))
        assert played(match) == played(whole)
        assert len(new) == 6 - max(kept, 0)
        finished = max(end for end in [0, *ends] if end <= cut)
        assert path.read_bytes()[:finished] == content[:finished]
        assert played(Match(*_settings_and_games(path))) == played(whole)


def _settings_and_games(path: Path) -> Any:
    settings, games = read_log(path)
    return settings, tuple(games)


def test_a_finished_match_is_read_and_a_longer_one_goes_on(log: Path) -> None:
    before = log.read_bytes()
    assert played(arena.match(**MATCH, log=log)) == played(arena.match(**MATCH))
    assert log.read_bytes() == before
    assert len(arena.match(**(MATCH | {"games": 2}), log=log).games) == 2
    longer = MATCH | {"games": 10}
    assert played(arena.match(**longer, log=log)) == played(arena.match(**longer))
    assert log.read_bytes().startswith(before)


def test_games_in_any_order_are_the_same_match(log: Path) -> None:
    header, *lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join([header, *reversed(lines[1:])]))
    assert played(arena.match(**MATCH, log=log)) == played(arena.match(**MATCH))


def test_the_sequential_test_decides_the_same_with_a_log(tmp_path: Path) -> None:
    arguments = MATCH | {"games": 200, "elos": (0, 100), "size": "3/4"}
    whole = arena.match(**arguments)
    assert whole.sprt is not None
    assert whole.sprt.accepted
    path = tmp_path / "long.jsonl"
    arena.match(**(arguments | {"elos": None, "games": len(whole.games) + 20}), log=path)
    calls: list[object] = []
    again = arena.match(**arguments, log=path, progress=calls.append)
    assert (again.sprt, played(again), calls) == (whole.sprt, played(whole), [])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": 5}, "seed was 4, and is now 5"),
        ({"b": "flat:games=2"}, 'agents was ["flat:games=3", "random"], and is now ["flat:games=3", "flat:games=2"]'),
        ({"size": "3/4"}, 'size was "2/3", and is now "3/4"'),
        ({"openings": "plain"}, 'openings was "balanced", and is now "plain"'),
        ({"seconds": 0.2}, "seconds was 0.1, and is now 0.2"),
        ({"visits": 5}, "seconds was 0.1, and is now null"),
        ({"clock": "wall"}, 'clock was "cpu", and is now "wall"'),
        ({"max_plies": 9}, "max_plies was 56, and is now 9"),
        ({"forfeit": True}, "forfeit was false, and is now true"),
        ({"measure_resign": True}, "measure_resign was false, and is now true"),
        ({"opening_plies": 3}, "opening_plies was 4, and is now 3"),
    ],
)
def test_other_settings_are_refused_and_named(log: Path, change: dict[str, Any], words: str) -> None:
    before = log.read_bytes()
    with pytest.raises(MeridiansError) as caught:
        arena.match(**(MATCH | change), log=log)
    assert str(caught.value) == f"{log}: the log has other settings: {words}"
    assert log.read_bytes() == before


def test_other_weights_in_the_same_file_are_refused(tmp_path: Path) -> None:
    weights, log = tmp_path / "weights.txt", tmp_path / "match.jsonl"
    text = "meridians evaluation 1\nsize 2/3\nfeatures 0\nto_move 0\n"
    weights.write_text(text, "utf-8")
    arguments = MATCH | {"a": f"grave:visits=3,weights={weights}"}
    # Every game of a match has the weights that were there when it began.
    first = arena.match(**arguments, log=log, progress=lambda _: weights.write_text("nothing of use", "utf-8"))
    with pytest.raises(MeridiansError) as caught:
        arena.match(**arguments, log=log)
    shown = re.escape(f"{log}: the log has other settings: weights was ")
    digests = r'\["[0-9a-f]{32}", null\]'
    assert re.fullmatch(
        f"{shown}{digests}, and is now {digests}: the content of a file of .* digests", str(caught.value)
    )
    weights.write_text(text, "utf-8")
    assert arena.match(**arguments, log=log) == first
    assert read_log(log)[0] == first.settings


def test_another_version_is_refused(log: Path) -> None:
    text = log.read_text("utf-8")
    log.write_text(text.replace(f'"meridians": "{__version__}"', '"meridians": "0.0.1"'), "utf-8")
    with pytest.raises(MeridiansError, match=r"the log is of meridians 0\.0\.1, and this is"):
        arena.match(**MATCH, log=log)
    log.write_text(text.replace('"version": 1', '"version": 2'), "utf-8")
    with pytest.raises(MeridiansError, match="a log of version 2, and this is 1"):
        arena.match(**MATCH, log=log)


def edited(lines: list[str], number: int, **changes: Any) -> list[str]:
    return [*lines[:number], json.dumps(json.loads(lines[number]) | changes), *lines[number + 1 :]]


def test_what_does_not_belong_is_refused_with_its_line(log: Path) -> None:
    lines = log.read_text("utf-8").splitlines()
    cases = {
        "two logs": ([*lines[:4], *lines], ":5: a second header: two logs have been put together"),
        "twice": ([*lines[:3], lines[2]], ":4: game 1 is there twice"),
        "elsewhere": (edited(lines, 2, pair=7), ":3: game 1 is none of this log's schedule"),
        "seats": (edited(lines, 2, agents=[0, 1]), ":3: game 1 is none of this log's schedule"),
        "negative": (
            edited(lines, 2, game=-1),
            f":3: not the line of a game: game must be a whole number from 0 to {2**63 - 1}, not -1",
        ),
        "text": (edited(lines, 2, game="1"), ":3: not the line of a game: game must be a whole number, not str"),
        "nested": ([*lines[:2], "[" * 100_000, *lines[3:]], ":3: not the line of a game"),
        "cut in the middle": ([*lines[:2], lines[2][:50], *lines[3:]], ":3: not the line of a game"),
        "zeros": ([*lines[:2], "\0" * 50, *lines[3:]], ":3: not the line of a game"),
        "empty line": ([*lines[:2], "", *lines[3:]], ":3: not the line of a game"),
        "list": ([*lines[:2], "[1]", *lines[3:]], ":3: not the line of a game"),
        "no settings": (
            [lines[0].replace('"settings": {', '"other": {'), *lines[1:]],
            ":1: the settings cannot be read: there are none",
        ),
        "no header": (lines[1:], ": not a log of the arena"),
        "other file": (["once upon a time"], ": not a log of the arena"),
    }
    for name, (content, words) in cases.items():
        log.write_text("\n".join(content) + "\n", "utf-8")
        before = log.read_bytes()
        for call in (lambda: arena.match(**MATCH, log=log), lambda: read_log(log)):
            with pytest.raises(MeridiansError) as caught:
                call()
            assert str(caught.value) == f"{log}{words}", name
        assert log.read_bytes() == before


BAD_VALUES: list[tuple[str, Any, str]] = [
    ("winner", 7, "winner must be 0, 1 or null, not 7"),
    ("winner", True, "winner must be 0, 1 or null, not bool"),
    ("winner_color", "red", 'winner_color must be "light", "dark" or null, not \'red\''),
    ("reason", "boredom", "reason must be "),
    ("moves", ["a1"], "moves must be a text, not list"),
    ("moves", None, "moves must be a text, not NoneType"),
    ("error", 5, "error must be a text, not int"),
    ("agents", [0], "agents must be a list of two"),
    ("agents", [0, "1"], "agents must be a whole number, not str"),
    ("cpu", [None, "x"], "cpu must be a number, not NoneType"),
    ("cpu", [0.1, float("nan")], "cpu must be a number from "),
    ("wall", 5, "wall must be a list of two"),
    ("turns", [1, 1.5], "turns must be a whole number, not float"),
    ("overruns", [0, -1], "overruns must be a whole number from 0 to "),
    ("nodes", [1, 2, 3], "nodes must be a list of two"),
    ("resigned_at", [None, "never"], "resigned_at must be a whole number, not str"),
]


def test_a_value_that_is_none_is_refused_with_its_line(log: Path) -> None:
    lines = log.read_text("utf-8").splitlines()
    for key, value, words in BAD_VALUES:
        refused(log, edited(lines, 3, **{key: value}), f"{log}:4: not the line of a game: {words}")
    for key in json.loads(lines[3]):
        without = {k: v for k, v in json.loads(lines[3]).items() if k != key}
        refused(log, [*lines[:3], json.dumps(without)], f"{log}:4: not the line of a game: no {key}")


def refused(log: Path, lines: list[str], words: str) -> None:
    log.write_text("\n".join(lines) + "\n", "utf-8")
    for call in (lambda: arena.match(**MATCH, log=log), lambda: read_log(log)):
        with pytest.raises(MeridiansError) as caught:
            call()
        assert str(caught.value).startswith(words), str(caught.value)


def test_a_game_that_cannot_have_been_played_is_refused(log: Path) -> None:
    lines = log.read_text("utf-8").splitlines()
    game = json.loads(lines[1])
    moves, winner = game["moves"].split(), game["winner"]
    other_color = {"light": "dark", "dark": "light"}[game["winner_color"]]
    result = f"won by participant {winner} by elimination"
    cases: list[tuple[dict[str, Any], str]] = [
        ({"moves": " ".join([*moves[:-1], moves[0]])}, f"ply {len(moves)}: cannot play {moves[0]}"),
        ({"moves": " ".join([*moves, "pass"])}, f"ply {len(moves) + 1}: cannot play pass: the game is over"),
        ({"moves": " ".join([*moves[:5], "zz", *moves[6:]])}, "ply 6: "),
        ({"moves": " ".join(moves[:3])}, "its opening of 4 plies is longer than the game"),
        ({"opening": 3}, "its opening cannot be of 3 plies"),
        ({"winner_color": other_color}, f"winner {winner} and winner_color {other_color} contradict each other"),
        ({"winner_color": None}, f"winner {winner} and winner_color None contradict each other"),
        ({"winner": 1 - winner, "winner_color": other_color}, f"it is {result}, not won by participant {1 - winner}"),
        ({"winner": None, "winner_color": None}, f"it is {result}, not a draw by elimination"),
        ({"reason": "resignation"}, f"it is {result}, not won by participant {winner} by resignation"),
        ({"reason": "forfeit", "error": "it: broken"}, f"it is {result}, not won by"),
        ({"error": "it: broken"}, "a game has an error if, and only if, it was forfeited"),
        ({"reason": "forfeit"}, "a game has an error if, and only if, it was forfeited"),
        ({"moves": " ".join(moves[:-1])}, f"after its moves it is not over, so it is not {result}"),
        (
            {"moves": " ".join(moves[:-1]), "reason": "cap", "winner": None, "winner_color": None},
            "after its moves it is not over, so it is not a draw by cap",
        ),
    ]
    for changes, words in cases:
        refused(log, edited(lines, 1, **changes), f"{log}:2: game 0 cannot have been played: {words}")


def test_games_that_ended_in_any_way_are_read_again(tmp_path: Path) -> None:
    def resigning(terms: Terms) -> Agent:
        return ResigningAgent(FlatAgent(10, terms.seed), 0.9, 1)

    def repeating(_: Terms) -> Agent:
        return Repeating()

    def failing(_: Terms) -> Agent:
        return Illegal()

    ways: list[tuple[str, dict[str, Any]]] = [
        ("resignation", {"a": resigning, "size": "3/4"}),
        ("resignation", {"a": resigning, "size": "3/4", "openings": "pie", "seed": 1}),
        ("elimination", {"openings": "pie", "size": "3/4"}),
        ("cap", {"max_plies": 2}),
        ("cap", {"max_plies": 20, "size": "3/4"}),
        ("forfeit", {"a": failing, "forfeit": True}),
        ("repetition", {"a": repeating, "b": repeating, "openings": "plain", "size": "6/7", "games": 2}),
    ]
    for number, (reason, arguments) in enumerate(ways):
        path = tmp_path / f"{number}.jsonl"
        match = arena.match(**(MATCH | arguments), log=path)
        assert reason in {game.reason for game in match.games}, reason
        assert read_log(path) == (match.settings, list(match.games))


class Repeating:
    name = "repeating"

    def choose(self, state: GameState) -> str:
        first, cycle = REPEATING
        return [*first, *cycle, *cycle][state.ply]


class Illegal:
    name = "illegal"

    def choose(self, _: GameState) -> str:
        return "zz"


def test_a_file_of_another_kind_is_left_alone(tmp_path: Path) -> None:
    for content in (b"notes", b"{", b'{"format": "other"', b"\xff\xfe", b"\n"):
        path = tmp_path / "notes.txt"
        path.write_bytes(content)
        if content == b"{":  # the first byte of a log, cut off
            continue
        with pytest.raises(MeridiansError, match="not a log of the arena"):
            arena.match(**MATCH, log=path)
        assert path.read_bytes() == content


def test_a_log_that_cannot_be_opened(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "no" / "such.jsonl", "a\0b"):
        with pytest.raises(MeridiansError, match="cannot write the log"):
            arena.match(**MATCH, log=path)
        with pytest.raises(MeridiansError, match="cannot read the log"):
            read_log(path)


@pytest.mark.skipif(os.name != "posix", reason="locks of POSIX")
def test_a_log_is_held_by_one_process(log: Path) -> None:
    script = f"from meridians import arena; arena.match(**{MATCH!r}, log={str(log)!r})"
    with arena.log.Log(log, arena.match(**MATCH).settings):
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
        assert "the log is in use by another process" in done.stderr
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_a_match_that_is_killed_loses_no_finished_game(tmp_path: Path) -> None:
    path = tmp_path / "killed.jsonl"
    arguments = MATCH | {"games": 2000}
    script = f"from meridians import arena; arena.match(**{arguments!r}, log={str(path)!r})"
    process = subprocess.Popen([sys.executable, "-c", script])
    try:
        while not path.exists() or path.read_bytes().count(b"\n") < 20:
            assert process.poll() is None
            time.sleep(0.005)
    finally:
        process.kill()
        assert process.wait() == -signal.SIGKILL
    _, games = read_log(path)
    assert len(games) >= 19
    goal = arguments | {"games": 2 * (len(games) // 2) + 4}
    assert played(arena.match(**goal, log=path)) == played(arena.match(**goal))


def test_a_program_that_is_slow_to_end_costs_no_game(tmp_path: Path) -> None:
    script = tmp_path / "slow.py"
    script.write_text(SLOW_TO_END, "utf-8")
    agent = f"program:'{sys.executable}' -S '{script}' time=0.01"
    path = tmp_path / "slow.jsonl"
    match = arena.match(agent, "random", games=2, size="2/3", openings="plain", forfeit=True, log=path)
    assert [game.reason for game in match.games] == ["forfeit", "forfeit"]
    assert read_log(path)[1] == list(match.games)


# It does not know the game, and is in no hurry to end.
SLOW_TO_END = """
import sys, time
for line in sys.stdin:
    if line.startswith("quit"):
        time.sleep(1000)
    print("move a1" if line.startswith("go") else "ok", flush=True)
"""
