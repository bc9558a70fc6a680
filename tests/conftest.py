"""What the tests of the compiled package share: the recorded data, and a game at each stage that a game can be in."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

from meridians import GameState

DATA = Path(__file__).parent / "data"
SIZES = ("2/3", "3/4", "4/5", "5/6", "6/7", "7/8")
SYMMETRIES = ("identity", "mirror_left_right", "mirror_top_bottom", "half_turn")
DIRECTIONS = ("east", "north_east", "north_west", "west", "south_west", "south_east")


def read_json(name: str) -> Any:
    return json.loads((DATA / name).read_text("utf-8"))


def read_json_lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


def read_vectors(name: str) -> list[dict[str, str]]:
    with (DATA / "vectors" / name).open(encoding="ascii", newline="") as file:
        return list(csv.DictReader(file))


# A line that comes back to the position after its first part for ever (R13).
REPEATING: tuple[list[str], list[str]] = (["h1", "d4", "b2", "d6", "h8", "g6", "d5"], ["g8", "g7", "d4", "d5"])


def games_at_all_stages() -> dict[str, GameState]:
    """New games, so that a test may change them."""
    first, cycle = REPEATING
    middle = read_json("ludii_trial_0.json")["moves"]
    opened = "h1 d4"
    games = {
        "start": GameState(),
        "start of the pie": GameState("5/6", "pie", "none"),
        "one stone": GameState.from_moves("h1"),
        "one stone of the pie": GameState.from_moves("h1", opening="pie"),
        "pie to be answered": GameState.from_moves(opened, opening="pie"),
        "kept": GameState.from_moves(f"{opened} keep", opening="pie"),
        "swapped": GameState.from_moves(f"{opened} swap h8", opening="pie"),
        "middle": GameState.from_moves(middle[:60]),
        "forced pass": GameState.from_moves("e4 g2 e2", "3/4"),
        "finished": GameState.from_moves(middle),
        "drawn": GameState.from_moves(first + 2 * cycle),
        "repeated, no draw": GameState.from_moves(first + 3 * cycle, repetition="none"),
        "resigned": GameState.from_moves("h1 d4 h8", resigned="light"),
        "resigned at the pie": GameState.from_moves(opened, opening="pie", resigned="dark"),
        "from a text": GameState.from_text(
            "6/7 6/7/8/9/10/o6o3/12/11/10/3x1x3/8/7/6 light 2,2 swapped", "none", ["g8"]
        ),
        "resigned from a text": GameState.from_text("2/3 2/x2/4/o2/2 light 1,1 pie", resigned="light"),
    }
    assert len({repr(game) for game in games.values()}) == len(games)
    return games
