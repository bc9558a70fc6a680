"""The compiled engine on every recorded game, the forced pass, the repetition, and the special lines."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import meridians
from conftest import REPEATING, read_json, read_json_lines
from meridians import GameState

SPECIAL_LINES = read_json("special_lines.json")["lines"]
RECORDED = {
    **{f"random_{size}": read_json_lines(f"random_games_{size}.jsonl") for size in ("5-6", "6-7", "7-8")},
    **{f"ludii_trial_{number}": [read_json(f"ludii_trial_{number}.json")] for number in (0, 1)},
}
GAMES = [
    pytest.param(record, id=f"{name}-{i}") for name, records in RECORDED.items() for i, record in enumerate(records)
]


def test_all_recorded_games_are_here() -> None:
    assert [len(records) for records in RECORDED.values()] == [40, 60, 30, 1, 1]


@pytest.mark.parametrize("record", GAMES)
def test_recorded_game(record: dict[str, Any]) -> None:
    game = GameState(record["size"])
    texts = []
    for ply, (move, removed, count) in enumerate(
        zip(record["moves"], record["removed"], record["legal_counts"], strict=True)
    ):
        assert game.outcome is None
        legal = game.legal_moves()
        if count is not None:
            assert len(legal) == count
        if str(ply) in record.get("legal", {}):
            assert sorted(legal) == sorted(record["legal"][str(ply)])
        if str(ply) in record.get("threatened", {}):
            stones = [stone for group in game.threatened() for stone in group]
            assert sorted(stones) == sorted(record["threatened"][str(ply)])
        assert game.turn == ("dark" if ply % 2 else "light")
        if ply % 7 == 0:
            check_legal_moves_agree(game)
        texts.append(game.text)
        assert sorted(game.play(move)) == sorted(removed)
    assert game.outcome == meridians.Outcome(record["winner"], "elimination", int(record["winner"] == "dark"))
    assert game.legal_moves() == []
    assert game.stones("light" if record["winner"] == "dark" else "dark") == []
    assert [sorted(stones) for stones in game.removed] == [sorted(stones) for stones in record["removed"]]
    assert game.moves == record["moves"]
    for move, text in zip(reversed(record["moves"]), reversed(texts), strict=True):
        assert (game.undo(), game.text) == (move, text)
    assert game == GameState(record["size"])


def check_legal_moves_agree(game: GameState) -> None:
    names = [meridians.move_text(action, game.size, game.opening) for action in range(game.action_count)]
    mask = game.legal_mask()
    assert [name for name, legal in zip(names, mask, strict=True) if legal] == game.legal_moves()
    assert np.flatnonzero(mask).tolist() == game.legal_actions()
    for action, (name, legal) in enumerate(zip(names, mask, strict=True)):
        assert game.is_legal(action) is game.is_legal(name) is bool(legal)
        assert (game.why_illegal(action) is None) is bool(legal)


def test_a_forced_pass_loses() -> None:
    record = read_json("forced_pass.json")
    game = GameState.from_moves(record["moves"], record["size"])
    assert game.legal_moves() == [record["then"]] == ["pass"]
    assert game.legal_actions() == [game.points]
    assert game.mobility(game.turn) == 0
    loser, before = game.turn, game.stones(game.turn)
    assert before
    assert game.play("pass") == before
    assert game.stones(loser) == []
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason) == (record["winner"], "elimination")
    assert game.undo() == "pass"
    assert game.stones(loser) == before


def test_the_recorded_repetition_is_the_one_the_tests_use() -> None:
    record = read_json("repetition.json")
    assert (record["moves"], record["cycle"]) == REPEATING


def test_the_third_occurrence_is_a_draw() -> None:
    record = read_json("repetition.json")
    game = GameState.from_moves(record["moves"], record["size"])
    start = game.position
    for occurrence in (2, 3):
        assert [game.play(move) for move in record["cycle"]] == record["removed_in_cycle"]
        assert (game.occurrences, game.position) == (occurrence, start)
        assert (game.outcome is None) == (occurrence < 3)
    assert game.outcome == meridians.Outcome(None, "repetition", None)
    assert (game.legal_moves(), game.legal_actions(), game.threatened()) == ([], [], [])
    assert not game.legal_mask().any()
    assert not game.position.is_over, "a position knows no history"
    with pytest.raises(meridians.IllegalMoveError, match="repetition") as caught:
        game.play("g8")
    assert caught.value.rule == "R13"


def test_undo_takes_occurrences_back() -> None:
    first, cycle = REPEATING
    game = GameState.from_moves(first + 2 * cycle)
    occurrences = []
    while game.ply > len(first):
        occurrences.append(game.occurrences)
        game.undo()
    assert occurrences == [3, 2, 2, 2, 2, 1, 1, 1]
    assert not game.is_over
    for move in 2 * cycle:
        game.play(move)
    assert game.is_over
    assert game.undo() == cycle[-1]
    assert not game.is_over
    assert game.legal_moves()


def test_the_official_game_repeats_for_ever() -> None:
    first, cycle = REPEATING
    game = GameState.from_moves(first + 5 * cycle, repetition="none")
    assert (game.occurrences, game.outcome) == (6, None)
    assert game.play(cycle[0]) == ["d4"]
    assert game.occurrences == 6


def test_the_start_counts_as_the_first_occurrence() -> None:
    first, cycle = REPEATING
    text = GameState.from_moves(first).text
    game = GameState.from_text(text, moves=2 * cycle)
    assert game.occurrences == 3
    assert game.is_over


@pytest.mark.parametrize("line", SPECIAL_LINES, ids=[line["name"] for line in SPECIAL_LINES])
def test_special_line(line: dict[str, Any]) -> None:
    game = GameState.from_moves(line["moves"], line["size"], line["opening"], line.get("repetition", "draw"))
    holds = dict(line["holds"])
    assert holds
    for point, rescues in holds.pop("rescues", {}).items():
        assert game.rescues(point) == rescues
    for point, sight in holds.pop("sight", {}).items():
        assert {direction: list(seen) for direction, seen in game.sight(point).items()} == sight
    for move, rule in holds.pop("illegal", {}).items():
        before = game.copy()
        assert not game.is_legal(move)
        assert game.why_illegal(move)
        with pytest.raises(meridians.ParseError if rule == "parse" else meridians.IllegalMoveError) as caught:
            game.play(move)
        assert rule == getattr(caught.value, "rule", "parse")
        assert game == before
    for move in holds.pop("legal", []):
        assert game.is_legal(move)
        assert game.why_illegal(move) is None
    for color, stones in holds.pop("stones", {}).items():
        assert game.stones(color) == stones
    for color, paths in holds.pop("paths", {}).items():
        assert [list(path) for path in game.paths(color)] == paths
    outcome = game.outcome
    answers = {
        "legal_moves": game.legal_moves(),
        "legal_count": len(game.legal_moves()),
        "removed": game.removed[-1] if game.removed else [],
        "threatened": game.threatened(),
        "outcome": [outcome.winner, outcome.reason, outcome.participant] if outcome else None,
        "turn": game.turn,
        "turns": list(game.turns),
        "ply": game.ply,
        "participant": game.participant,
        "color_of": [game.color_of(0), game.color_of(1)],
        "occurrences": game.occurrences,
    }
    assert {key: answers[key] for key in holds} == holds
