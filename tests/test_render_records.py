"""Pictures of records: of any node, of the main line, in notebooks, with what a record says beyond its moves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from conftest import SIZES
from meridians import GameResult, GameState, Record, render
from test_render import MOVES, notes, numbers_in, of_class, parsed, points_in, title, visible

GAME = GameState.from_moves(MOVES)
SMALL = GameState.from_moves("f3 c3 d5 e4", "3/4")


def boards(picture: str) -> list[Any]:
    return [board for board in of_class(parsed(picture), "board") if board.tag == "svg"]


def last_node(record: Record) -> Any:
    return record.at((0,) * len(record.mainline()))


@pytest.mark.parametrize(
    "options", [{}, {"numbers": True}, {"numbers": (2, 3)}, {"rescues": True, "paths": True}, {"places": True}]
)
def test_a_record_is_drawn_as_its_game_is(options: dict[str, Any]) -> None:
    for game in (SMALL, GameState.from_moves("h1 d4 swap h8 d6", opening="pie"), GAME):
        record = Record.from_game(game)
        assert render.svg(record, **options) == render.svg(game, **options)
        assert render.svg(last_node(record), **options) == render.svg(game, **options)


def test_what_draws_more_than_a_board_takes_records(tmp_path: Path) -> None:
    record = Record.from_game(GAME)
    assert render.key_plies(record) == render.key_plies(GAME)
    assert render.strip(record, numbers=True) == render.strip(GAME, numbers=True)
    assert render.animate(record) == render.animate(GAME)
    assert render.places_of(record.at((0,) * 30), "dark") == render.places_of(GameState.from_moves(MOVES[:30]), "dark")
    short = Record.from_game(SMALL)
    assert render.terminal(short) == render.terminal(SMALL)
    for name, state in (("record", short), ("game", SMALL)):
        render.save(state, tmp_path / f"{name}.gif", size=60)
        render.render_game(state, tmp_path / name)
    assert (tmp_path / "record.gif").read_bytes() == (tmp_path / "game.gif").read_bytes()
    written = [{path.name: path.read_text("utf-8") for path in (tmp_path / n).iterdir()} for n in ("record", "game")]
    assert written[0] == written[1]
    assert len(written[0]) == 5


def test_a_variation_is_drawn_from_its_node() -> None:
    record = Record.from_game(SMALL)
    node = record.at((0, 0)).add("c2").add("e4")
    game = GameState.from_moves("f3 c3 c2 e4", "3/4")
    assert render.svg(node, numbers=True) == render.svg(game, numbers=True)
    assert render.strip(node) == render.strip(game)
    assert render.strip(record) == render.strip(SMALL), "the main line is what it was"


def test_labels_and_marks_of_a_node_are_drawn() -> None:
    record = Record.from_game(SMALL)
    node = record.at((0, 0))
    node.labels = {"a1": "A", "b2": "very long"}
    node.marks = {"circle": ["f3"], "selected": ["c3", "d2"]}
    root = parsed(render.svg(node))
    labels = {e.attrib["data-point"]: e.text for e in of_class(root, "labels")[0] if e.tag == "text"}
    assert labels == {"a1": "A", "b2": "ver…"}
    marks = {e.attrib["data-point"]: e.attrib["class"] for e in of_class(root, "marks")[0] if e.get("data-point")}
    assert marks == {"f3": "circle", "c3": "selected", "d2": "selected"}
    own = parsed(render.svg(node, labels={"d2": "B"}, marks={}))
    assert points_in(own, "labels") == ["d2"]
    assert not of_class(own, "marks")
    assert [bool(of_class(board, "labels")) for board in boards(render.strip(record, [1, 2, 3]))] == [
        False,
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (GameResult("dark", "time"), "Dark wins by time"),
        (GameResult("light", "unknown"), "Light wins"),
        (GameResult(None, "agreement"), "draw by agreement"),
        (GameResult(None, "void"), "void"),
        (GameResult(None, "unknown"), "Light to move"),
    ],
)
def test_the_result_is_told_though_no_move_shows_it(result: GameResult, words: str) -> None:
    record = Record.from_game(SMALL)
    record.result = result
    assert title(parsed(render.svg(record))) == f"Meridians 3/4 after 4 plies: {words}"
    assert title(parsed(render.svg(record.at((0, 0))))).endswith("Light to move"), "only at the end"
    last = notes(boards(render.strip(record))[-1])
    assert last == ("4: e4" if words == "Light to move" else f"4: e4, {words.partition(' by ')[0]}")


def test_a_record_with_positions_that_are_set_up() -> None:
    record = Record.read("(;SZ[3:4]AW[a1]AB[g3]PL[W]TU[1,1];W[a3];B[g1];AE[a3]AW[a2]PL[W];W[c1])")
    root = parsed(render.svg(record, numbers=True))
    assert numbers_in(root) == {"a3": 1, "g1": 2, "c1": 3}
    assert set(points_in(root, "stones light")) == {"a1", "a2", "a3", "c1"}
    assert [e.attrib["data-point"] for e in of_class(root, "gone")] == ["a3"]
    assert render.key_plies(record) == [1, 2, 3]
    assert [render.svg(node) for node in (record.at((0, 0, 0)), record.at((0, 0, 0, 0)))] == [
        render.svg(record.at((0, 0, 0)).state().position, last_move=False).replace(": ", " after 2 plies: ", 1),
        render.svg(record.game().position, last_move="c1").replace(": ", " after 3 plies: ", 1),
    ]
    moving = parsed(render.animate(record, seconds=1, hold=1))
    shown = [{e.attrib["data-point"] for e in visible(moving, "stones light", (ply + 0.5) / 4)} for ply in range(4)]
    assert shown == [{"a1"}, {"a1", "a3"}, {"a1", "a2"}, {"a1", "a2", "c1"}]
    assert len(boards(render.strip(record))) == 3


# Notebooks


@pytest.mark.parametrize("size", SIZES)
def test_notebooks_show_strips_of_games_of_every_length(size: str) -> None:
    moves = GameState(size).rollout(1).moves
    for plies in (0, 1, 2, 3, 7, len(moves)):
        game = GameState.from_moves(moves[:plies], size)
        picture = Record.from_game(game)._repr_svg_()
        expected = max(1, min(plies, 4))
        found = [title(board) for board in boards(picture)]
        assert len(found) == expected
        assert found[-1] == title(parsed(render.svg(game)))
        width = float(parsed(picture).attrib["width"])
        assert width == {1: 420, 2: 840}.get(expected, 1000)
        assert [bool(of_class(board, "coordinates")) for board in boards(picture)] == [expected < 3] * expected


def test_notebooks_show_nodes_and_records_that_are_set_up_or_resigned() -> None:
    node = Record.from_game(SMALL).at((0, 0))
    assert node._repr_svg_() == render.svg(node, size=420)
    resigned = Record.from_game(GameState.from_moves("h1 d4 h8", resigned="light"))
    assert notes(boards(resigned._repr_svg_())[-1]) == "3: h8, Dark wins"
    set_up = Record.read("(;SZ[3:4]AW[a1]AB[g3]PL[W]TU[1,1])")
    assert notes(boards(set_up._repr_svg_())[0]) == "Start"
    assert points_in(parsed(set_up._repr_svg_()), "stones dark") == ["g3"]
