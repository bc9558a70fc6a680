"""Pictures show what they are asked for: every option is found again in the SVG, on every board and at every stage."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from conftest import DATA, SIZES, games_at_all_stages, read_json
from meridians import GameState, MeridiansError, Position, point_names, render
from meridians.render.board import RISE, STEP, layout_of
from meridians.render.svg import WORDS_SIZE
from meridians.render.theme import PAIRS, THEMES, blend, contrast

MOVES: list[str] = read_json("ludii_trial_0.json")["moves"]
THREAT = GameState.from_moves("f3 c3 d5 e4", "3/4")
SMALL = GameState.from_moves("b2 e4 d2 g2 b4 c5 e2 c1", "3/4")
GOLDEN = DATA / "pictures"
ID = "{http://www.w3.org/2000/svg}"


def parsed(picture: str) -> ET.Element:
    """The tree without the namespace; the picture must be whole, and refer to nothing outside."""
    root = ET.fromstring(picture)
    assert root.tag == f"{ID}svg"
    for element in root.iter():
        assert element.tag.startswith(ID)
        element.tag = element.tag.removeprefix(ID)
        assert "href" not in " ".join(element.attrib)
        assert "id" not in element.attrib, "two pictures on a page would share it"
    return root


def drawn(state: GameState | Position, **options: Any) -> ET.Element:
    return parsed(render.svg(state, **options))


def of_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [element for element in root.iter() if element.get("class") == name]


def points_in(root: ET.Element, name: str) -> list[str]:
    """The points of all elements in the groups of a class, in the order drawn."""
    return [point for group in of_class(root, name) for child in group.iter() if (point := child.get("data-point"))]


def title(root: ET.Element) -> str:
    return root.findtext("title") or ""


# The board


@pytest.mark.parametrize("size", SIZES)
def test_an_empty_board_has_all_its_lines_and_names(size: str) -> None:
    root = drawn(Position(size))
    rows = layout_of(size, True).rows
    (names,) = of_class(root, "coordinates")
    assert Counter(name.text for name in names) == Counter(end for row in rows for end in (row[0], row[-1]))
    (grid,) = of_class(root, "grid")
    # every adjacent pair is on one line: lines of k points have k - 1 pairs
    lines = layout_of(size, True).lines
    assert grid.attrib["d"].count("M") == len(lines)
    pairs = sum(round(((x - a) ** 2 + (y - b) ** 2) ** 0.5 / STEP) for (a, b), (x, y) in lines)
    board = Position(size)
    adjacent = sum(bool(empty) for point in point_names(size) for empty, _ in board.sight(point).values()) // 2
    assert pairs == adjacent
    assert not of_class(root, "stones light")
    assert title(root) == f"Meridians {size}: Light to move"


def test_rows_go_up_from_a_and_points_to_the_right() -> None:
    at = layout_of("6/7", True).at
    assert list(at) == point_names("6/7")
    assert at["a2"][0] - at["a1"][0] == pytest.approx(STEP)
    assert at["a1"][1] - at["b1"][1] == pytest.approx(RISE)
    assert at["b1"][0] == pytest.approx(at["a1"][0] - STEP / 2)
    assert at["m1"][0] == pytest.approx(at["a1"][0])
    assert max(at.values(), key=lambda place: place[0]) == at["g12"]


def test_without_coordinates_there_are_no_names_and_the_picture_is_narrower() -> None:
    bare = drawn(Position(), coordinates=False)
    assert not of_class(bare, "coordinates")
    widths = [float(root.attrib["viewBox"].split()[2]) for root in (bare, drawn(Position()))]
    assert widths[0] < widths[1]


def test_the_size_is_in_pixels_and_keeps_the_shape() -> None:
    assert "width" not in drawn(SMALL).attrib
    root = drawn(SMALL, size=300)
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    assert root.attrib["width"] == "300"
    assert float(root.attrib["height"]) == pytest.approx(300 * height / width, abs=0.01)


@pytest.mark.parametrize("theme", list(THEMES))
@pytest.mark.parametrize("stage", list(games_at_all_stages()))
def test_every_stage_is_drawn_with_all_options_and_stays_inside(stage: str, theme: Any) -> None:
    game = games_at_all_stages()[stage]
    heat = np.linspace(-1, 1, game.points)
    everything: dict[str, Any] = {"rescues": True, "paths": True, "places": True, "sight": "b2", "heat": heat}
    for state in (game, game.position):
        root = drawn(state, theme=theme, **everything)
        left, top, width, height = map(float, root.attrib["viewBox"].split())
        assert (left, top) == (0, 0)
        for element in root.iter():
            for x, y in (("x", "y"), ("cx", "cy")):
                if x in element.attrib:
                    assert 0 <= float(element.attrib[x]) <= width
                    assert 0 <= float(element.attrib[y]) <= height
        for color in ("light", "dark"):
            assert points_in(root, f"stones {color}") == game.stones(color)
    assert drawn(game, numbers=True) is not None


def test_title_and_description_say_what_is_to_be_seen() -> None:
    root = drawn(THREAT, rescues=True, labels={"a1": "?"}, marks={"a2": "cross"}, arrows=[("a1", "a2")])
    assert title(root) == "Meridians 3/4 after 4 plies: Light to move"
    assert (root[0].tag, root[1].tag, root.attrib["role"]) == ("title", "desc", "img")
    assert root.findtext("desc") == (
        "Light d5 f3; Dark c3 e4; last move e4; threatened d5; threatened f3; rescue points a2 b1 b3 c2 d1 d2 d3 f1; "
        "? at a1; cross at a2; arrow from a1 to a2."
    )
    stages = games_at_all_stages()
    for stage, words in {
        "start": "Light to move",
        "pie to be answered": "after 2 plies: the pie to be answered",
        "finished": "Light wins by elimination",
        "drawn": "draw by repetition",
        "resigned": "Dark wins by resignation",
    }.items():
        assert title(drawn(stages[stage])).endswith(words)


def test_texts_are_escaped() -> None:
    root = drawn(SMALL, caption='a < b & "c" > d', labels={"a1": "<&>"})
    assert [line.text for group in of_class(root, "words") for line in group] == ['a < b & "c" > d']
    assert of_class(root, "labels")[0].findtext("text") == "<&>"


# What is marked


def test_the_last_move() -> None:
    assert [dot.attrib["data-point"] for dot in of_class(drawn(SMALL), "last-move")] == ["c1"]
    assert not of_class(drawn(SMALL, last_move=False), "last-move")
    assert not of_class(drawn(SMALL.position), "last-move")
    assert [dot.attrib["data-point"] for dot in of_class(drawn(SMALL.position, last_move="b4"), "last-move")] == ["b4"]
    passed = GameState.from_moves("c1 e1 c3 pass", "2/3")
    assert not of_class(drawn(passed), "last-move")
    removed = GameState.from_moves(MOVES)
    (ring,) = of_class(drawn(removed), "last-move")
    assert (ring.attrib["fill"], removed.at(ring.attrib["data-point"])) == ("none", None)


def test_threatened_groups_and_rescue_points() -> None:
    root = drawn(THREAT, rescues=True)
    assert points_in(root, "threatened") == ["d5", "f3"]
    assert sorted(points_in(root, "rescues")) == ["a2", "b1", "b3", "c2", "d1", "d2", "d3", "f1"]
    quiet = drawn(THREAT, threatened=False)
    assert not points_in(quiet, "threatened")
    assert not points_in(quiet, "rescues")


def test_labels_and_marks_on_stones_and_on_empty_points() -> None:
    marks: Any = {"d2": "triangle", "g2": "square", "e4": "circle", "f1": "cross"}
    root = drawn(SMALL, labels={"b2": "A", "a1": "long"}, marks=marks, theme="print")
    (labels,) = of_class(root, "labels")
    assert {text.attrib["data-point"]: text.text for text in labels if text.tag == "text"} == {"b2": "A", "a1": "long"}
    found = {
        element.attrib["data-point"]: (element.attrib["class"], element.tag)
        for element in of_class(root, "marks")[0]
        if element.get("data-point")
    }
    shapes = {"triangle": "polygon", "square": "rect", "circle": "circle", "cross": "path"}
    assert found == {point: (mark, shapes[mark]) for point, mark in marks.items()}
    assert len(of_class(root, "clearing")) == 2


def test_paths_are_those_of_the_rules() -> None:
    for options, colors in (({"paths": True}, ("light", "dark")), ({"paths": "dark"}, ("dark",))):
        root = drawn(SMALL, **options)
        for color in ("light", "dark"):
            bars = [bar.get("data-path") for group in of_class(root, f"paths {color}") for bar in group.iter("path")]
            expected = [f"{a} {b}" for a, b in SMALL.paths(color)] if color in colors else []
            assert [bar for bar in bars if bar] == expected


def test_sight_is_that_of_the_rules() -> None:
    root = drawn(SMALL, sight="c3")
    sight = SMALL.sight("c3")
    assert [e.attrib["data-point"] for e in of_class(root, "empty")] == [
        p for empty, _ in sight.values() for p in empty
    ]
    assert [e.attrib["data-point"] for e in of_class(root, "met")] == [s for _, s in sight.values() if s]
    (lines,) = of_class(root, "sight")
    assert [line.attrib["data-direction"] for line in lines] == [way for way, seen in sight.items() if any(seen)]


@pytest.mark.parametrize("stage", list(games_at_all_stages()))
def test_places_are_as_many_as_the_engine_says(stage: str) -> None:
    position = games_at_all_stages()[stage].position
    if position.pie == "pie":
        return
    sets: dict[str, set[str]] = {}
    for color in ("light", "dark"):
        sets[color] = render.places_of(position, color)
        assert len(sets[color]) == position.mobility(color)
    if not position.is_over:
        assert sets[position.turn] == {move for move in position.legal_moves() if move != "pass"}


def test_exclusive_points_are_shaded() -> None:
    root = drawn(SMALL, places=True)
    light, dark = (render.places_of(SMALL.position, color) for color in ("light", "dark"))  # type: ignore[arg-type]
    assert light - dark
    assert set(points_in(root, "area light")) == light - dark
    assert set(points_in(root, "area dark")) == dark - light
    (marks,) = of_class(root, "places")
    kinds = {mark.attrib["data-point"]: mark.attrib["class"] for mark in marks}
    assert kinds == {
        **dict.fromkeys(light - dark, "light"),
        **dict.fromkeys(dark - light, "dark"),
        **dict.fromkeys(light & dark, "both"),
    }


def test_arrows_point_from_start_to_end() -> None:
    root = drawn(SMALL, arrows=[("a1", "a3"), ("g1", "a1")])
    arrows = [arrow for group in of_class(root, "arrows") for arrow in group]
    assert [arrow.attrib["data-arrow"] for arrow in arrows] == ["a1 a3", "g1 a1"]
    xs = [float(pair.split(",")[0]) for pair in arrows[0].attrib["points"].split()]
    at = layout_of("3/4", True).at
    assert at["a1"][0] < min(xs) < max(xs) < at["a3"][0]


# Numbers


def notes(root: ET.Element) -> str:
    return " ".join(line.text or "" for group in of_class(root, "words") for line in group)


def numbers_in(root: ET.Element) -> dict[str, int]:
    return {
        text.attrib["data-point"]: int(text.text or "")
        for group in of_class(root, "numbers")
        for text in group
        if text.tag == "text"
    }


def test_a_diagram_of_71_moves_tells_every_move_once() -> None:
    game = GameState.from_moves(MOVES)
    root = drawn(game, numbers=(1, 71))
    shown = {number: point for point, number in numbers_in(root).items()}
    again = {int(n): point for n, point in re.findall(r"(\d+) at (\w+)", notes(root))}
    assert again == {16: "b5", 42: "h9", 55: "i2", 60: "k1"}
    assert not shown.keys() & again.keys()
    assert {**shown, **again} == dict(enumerate(MOVES[:71], 1))
    for number, removed in enumerate(game.removed[:71], 1):
        assert (f" {number}: {' '.join(removed)}" in notes(root).partition("Removed after")[2]) == bool(removed)
    gone = {e.attrib["data-point"] for e in of_class(root, "gone")}
    assert gone == {point for removed in game.removed[:71] for point in removed}
    assert set(points_in(root, "stones light")) == {shown[n] for n in shown if n % 2}
    assert title(root) == "Meridians 6/7 after 71 plies: Dark to move"
    assert not of_class(root, "last-move")


def test_a_later_diagram_begins_from_the_stones_before() -> None:
    game = GameState.from_moves(MOVES)
    root = drawn(game, numbers=(41, 60))
    assert set(numbers_in(root).values()) | {42, 55, 60} >= set(range(41, 61))
    before = GameState.from_moves(MOVES[:40])
    for color in ("light", "dark"):
        assert set(before.stones(color)) <= set(points_in(root, f"stones {color}"))
    assert not set(numbers_in(root)) & {*before.stones("light"), *before.stones("dark")}


def test_what_is_no_placement_is_listed() -> None:
    assert "Other moves: 3 swap" in notes(drawn(GameState.from_moves("h1 d4 swap h8", opening="pie"), numbers=True))
    assert "Other moves: 4 pass" in notes(drawn(GameState.from_moves("c1 e1 c3 pass", "2/3"), numbers=True))
    pie = drawn(GameState.from_moves("h1 d4 swap h8", opening="pie"), numbers=True)
    assert (points_in(pie, "stones light"), points_in(pie, "stones dark")) == (["h1", "h8"], ["d4"])


def test_numbers_of_a_game_without_moves_are_none() -> None:
    assert not numbers_in(drawn(GameState(), numbers=True))
    with pytest.raises(MeridiansError, match="it has none yet"):
        render.svg(GameState(), numbers=(1, 1))


# Heat maps


def test_heat_is_shown_where_there_are_numbers() -> None:
    values = np.full(31, np.nan)
    values[:5] = [0, 1, 2, 3, 4]
    values[30] = 7
    root = drawn(SMALL, heat=render.Heat(values, "visits"))
    cells = {cell.attrib["data-point"]: cell for cell in of_class(root, "heat")[0]}
    assert list(cells) == point_names("3/4")[:5]
    assert [cell.findtext("title") for cell in cells.values()] == ["a1: 0", "a2: 1", "a3: 2", "b1: 3", "b2: 4"]
    ramp = THEMES["light"].heat
    assert [cell.attrib["fill"] for cell in cells.values()] == [blend(ramp, n / 7) for n in range(5)]
    (legend,) = of_class(root, "legend")
    assert [text.text for text in legend.iter("text")] == ["0", "7", "visits; pass 7"]
    assert "numbers: visits" in (root.findtext("desc") or "")


def test_numbers_below_zero_are_darks_and_have_squares() -> None:
    values = np.zeros(30)
    values[:3] = [-1, 0.25, 4]
    root = drawn(SMALL, heat=render.Heat(values, low=-2, high=4))
    squares = {square.attrib["data-point"]: square for square in of_class(root, "heat")[0]}
    assert [(point, s.attrib["class"]) for point, s in squares.items()] == [
        ("a1", "dark"),
        ("a2", "light"),
        ("a3", "light"),
    ]
    areas = [float(square.attrib["width"]) ** 2 for square in squares.values()]
    assert areas[2] / areas[1] == pytest.approx(16, rel=0.02)
    assert areas[2] / areas[0] == pytest.approx(4, rel=0.02)
    assert [text.text for text in of_class(root, "legend")[0].iter("text")] == ["Dark 4", "Light 4"]


def test_heat_of_all_kinds_of_numbers() -> None:
    for values in (np.zeros(30), np.ones(30, bool), np.full(30, 5, np.float16), [1] * 30, np.arange(31), [1e300] * 30):
        assert of_class(drawn(SMALL, heat=values), "legend")
    assert not of_class(drawn(SMALL, heat=np.full(30, np.nan)), "legend")
    cut = drawn(SMALL, heat=render.Heat(np.arange(30), low=10, high=20))
    fills = [cell.attrib["fill"] for cell in of_class(cut, "heat")[0]]
    assert (len(set(fills[:11])), len(set(fills[20:])), len(set(fills[10:21]))) == (1, 1, 11)


# Themes


@pytest.mark.parametrize("name", list(THEMES))
def test_what_must_be_told_apart_has_contrast(name: str) -> None:
    theme = THEMES[name]
    for front, back, least in PAIRS:
        found = max(contrast(getattr(theme, part), getattr(theme, back)) for part in front.split("|"))
        assert found >= least, (front, back, round(found, 2))


@pytest.mark.parametrize("name", list(THEMES))
def test_stones_are_seen_on_every_heat(name: str) -> None:
    theme = THEMES[name]
    for share in (0, 0.25, 0.5, 0.75, 1):
        for stone in ((theme.light, theme.light_rim), (theme.dark, theme.dark_rim)):
            assert max(contrast(part, blend(theme.heat, share)) for part in stone) >= 3


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#ff0000", "#0000ff") == pytest.approx(2.15, abs=0.01)


def test_print_is_black_and_white() -> None:
    moved = GameState.from_moves(MOVES[:60])
    picture = render.svg(
        moved, theme="print", paths=True, rescues=True, numbers=True, sight="h3", arrows=[("a1", "a3")]
    )
    assert set(re.findall(r"#[0-9a-f]{6}", picture)) == {"#000000", "#ffffff"}


def test_themes_differ_in_colours_only() -> None:
    pictures = {re.sub(r"#[0-9a-f]{6}", "", render.svg(SMALL, theme=theme)) for theme in ("light", "dark", "print")}
    assert len(pictures) == 1


# Strips and animations


def test_key_plies_are_the_end_and_the_moments_before_removals() -> None:
    game = GameState.from_moves(MOVES)
    largest = max(range(len(MOVES)), key=lambda ply: len(game.removed[ply]))
    plies = render.key_plies(game)
    assert len(plies) == 4
    assert plies == sorted(set(plies))
    assert {largest, len(MOVES)} <= set(plies)
    for count in (1, 2, 3, 10, 102, 1000):
        assert len(render.key_plies(game, count)) == min(count, len(MOVES))
    assert render.key_plies(GameState()) == [0]
    assert render.key_plies(GameState.from_moves("h1 d4")) == [1, 2]


def test_a_strip_has_a_board_for_each_ply() -> None:
    game = GameState.from_moves(MOVES)
    root = parsed(render.strip(game, [0, 10, 30, 102], columns=3, size=900, theme="dark"))
    boards = of_class(root, "board")
    boards = [board for board in boards if board.tag == "svg"]
    last = f"102: {MOVES[101]}, Light wins"
    assert [notes(board) for board in boards] == ["Start", f"10: {MOVES[9]}", f"30: {MOVES[29]}", last]
    sizes = [float(line.attrib["font-size"]) for board in boards for line in of_class(board, "words")[0]]
    assert min(sizes) > 1.4 * WORDS_SIZE, "boards of a strip are small, their words are not"
    assert len({board.attrib["x"] for board in boards}) == 3
    assert len({board.attrib["y"] for board in boards}) == 2
    for board, ply in zip(boards, (0, 10, 30, 102), strict=True):
        there = GameState.from_moves(MOVES[:ply])
        for color in ("light", "dark"):
            assert points_in(board, f"stones {color}") == there.stones(color)
    assert root.attrib["width"] == "900"


def test_a_strip_with_numbers_has_the_moves_since_the_board_before() -> None:
    root = parsed(render.strip(GameState.from_moves(MOVES), [20, 40], numbers=True))
    first, second = (numbers_in(board) for board in of_class(root, "board") if board.tag == "svg")
    assert (max(first.values()), min(second.values()), max(second.values())) == (20, 21, 40)


def test_the_end_of_a_strip_is_the_end_of_the_game() -> None:
    root = parsed(render.strip(GameState.from_moves("h1 d4 h8", resigned="light")))
    titles = [title(board) for board in of_class(root, "board") if board.tag == "svg"]
    assert titles[-1].endswith("Dark wins by resignation")


def visible(root: ET.Element, name: str, share: float) -> list[ET.Element]:
    """The elements of a group that are seen at a share of the time."""
    found = []
    for group in of_class(root, name):
        for element in group:
            state = element.get("visibility", "visible")
            animation = element.find("animate")
            if animation is not None:
                times = [float(time) for time in animation.attrib["keyTimes"].split(";")]
                values = animation.attrib["values"].split(";")
                assert times[0] == 0
                assert times == sorted(times)
                assert times[-1] < 1
                state = [value for time, value in zip(times, values, strict=True) if time <= share][-1]
            if state == "visible":
                found.append(element)
    return found


def test_an_animation_shows_every_position_in_turn() -> None:
    game = GameState.from_moves(MOVES)
    root = parsed(render.animate(game, seconds=0.5, hold=4))
    total = 0.5 * len(MOVES) + 4
    assert {e.attrib["dur"] for e in root.iter("animate")} == {f"{total:g}s"}
    for ply in range(len(MOVES) + 1):
        then = GameState.from_moves(MOVES[:ply])
        share = (0.5 * ply + 0.25) / total
        for color in ("light", "dark"):
            shown = visible(root, f"stones {color}", share)
            assert sorted(e.attrib["data-point"] for e in shown) == sorted(then.stones(color)), ply
        end = ", Light wins" if ply == len(MOVES) else ""
        assert [e.text for e in visible(root, "words", share)] == [f"{ply}: {MOVES[ply - 1]}{end}" if ply else "Start"]
        assert [e.attrib["data-point"] for e in visible(root, "last-moves", share)] == MOVES[max(ply - 1, 0) : ply]


def test_what_plays_no_animation_shows_the_end() -> None:
    game = GameState.from_moves(MOVES)
    picture = re.sub(r"<animate .*?/>", "", render.animate(game))
    root = parsed(picture)
    assert sorted(e.attrib["data-point"] for e in visible(root, "stones light", 1)) == sorted(game.stones("light"))
    assert parsed(render.animate(GameState("2/3"))) is not None


# Notebooks and golden files


@pytest.mark.parametrize("state", [SMALL, SMALL.position], ids=["GameState", "Position"])
def test_notebooks_show_a_picture(state: Any) -> None:
    assert state._repr_svg_() == render.svg(state, size=420)


def test_importing_the_package_draws_nothing() -> None:
    script = (
        "import sys, meridians; heavy = ('xml', 'PIL', 'resvg_py', 'rich', 'meridians.render');"
        "print([m for m in sys.modules if m.startswith(heavy)]); meridians.GameState()._repr_svg_()"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def golden() -> dict[str, str]:
    """Small pictures that have everything; `python tests/test_render.py` writes them anew."""
    heat = render.Heat(np.arange(14), "numbers")
    tiny = GameState.from_moves("a1 d2 c1", "2/3")
    return {
        "threatened.svg": render.svg(THREAT, rescues=True, paths=True, size=300),
        "marks.svg": render.svg(
            tiny, theme="dark", heat=heat, labels={"a1": "A"}, marks={"b2": "cross"}, arrows=[("a1", "c1")], sight="c2"
        ),
        "numbers.svg": render.svg(
            GameState.from_moves("c1 e1 c3 pass", "2/3"), theme="print", numbers=True, places=True, coordinates=False
        ),
        "strip.svg": render.strip(tiny, [1, 3], places=True),
        "animation.svg": render.animate(tiny),
    }


@pytest.mark.parametrize("name", list(golden()))
def test_pictures_are_as_they_were(name: str) -> None:
    assert golden()[name] == (GOLDEN / name).read_text("utf-8")


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name, picture in golden().items():
        (GOLDEN / name).write_text(picture, "utf-8", newline="\n")
