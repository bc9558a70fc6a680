"""Texts: what the readers take, and where they say what is wrong; names of moves; docs/notation.md; the hash."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest

import meridians
from conftest import DIRECTIONS, SIZES, SYMMETRIES, games_at_all_stages, read_vectors
from meridians import GameState, IllegalMoveError, MeridiansError, ParseError, Position

NOTATION = Path(__file__).parents[1] / "docs" / "notation.md"
TEXT = "6/7 6/7/8/9/10/o6o3/12/11/10/3x1x3/8/7/6 light 2,2 plain"
SMALL = "2/3 2/x2/4/o2/2 light 1,1 pie"
DIAGRAM = """\
2/3 light 1,1 pie
  e1 . . e2
 d1 x . . d3
c1 . . . . c4
 b1 o . . b3
  a1 . . a2
"""


def parse_error(read: Any, text: str) -> ParseError:
    with pytest.raises(ParseError) as caught:
        read(text)
    assert caught.type is ParseError
    return caught.value


# Position text


@pytest.mark.parametrize(
    ("old", "new", "column", "expected"),
    [
        # the size
        ("2/3 ", "", 26, "five fields"),
        ("2/3 ", "2/4 ", 1, "board size"),
        ("2/3 ", "02/3 ", 1, "board size"),
        ("2/3 ", "2/3/ ", 1, "board size"),
        ("2/3 ", "beginner ", 1, "board size"),
        ("2/3 ", "8/9 ", 1, "7/8"),
        # spaces
        ("2/3 ", " 2/3 ", 1, "space"),
        ("2/3 ", "2/3  ", 5, "space"),
        ("light ", "light  ", 23, "space"),
        (" pie", " pie ", 30, "end"),
        (" pie", " pie\n", 27, "pie"),
        (" pie", " pie x", 30, "end"),
        (" pie", "", 26, "five fields"),
        (" pie", " ", 27, "five fields"),
        ("2/3 ", "2/3\t", 30, "five fields"),
        ("2/3 ", "2/3\u00a0", 30, "five fields"),
        # rows
        ("2/x2/4/o2/2", "2/x2/4/o2", 14, "row a"),
        ("2/x2/4/o2/2", "2/x2/4/o2/2/2", 16, "5 rows"),
        ("2/x2/4/o2/2", "2/x2/4/o2/2/", 16, "5 rows"),
        ("2/x2/4/o2/2", "/2/x2/4/o2", 5, "row e"),
        ("2/x2/4/o2/2", "2//4/o2/2", 7, "row d"),
        ("2/x2/4/o2/2", "2/x3/4/o2/2", 8, "row d"),
        ("2/x2/4/o2/2", "2/x1/4/o2/2", 9, "row d"),
        ("2/x2/4/o2/2", "2/x11/4/o2/2", 8, "row d"),
        ("2/x2/4/o2/2", "2/x02/4/o2/2", 8, "row d"),
        ("2/x2/4/o2/2", "2/x2/04/o2/2", 10, "row c"),
        ("2/x2/4/o2/2", "2/x2/22/o2/2", 10, "row c"),
        ("2/x2/4/o2/2", "2/x2/1111/o2/2", 10, "row c"),
        ("2/x2/4/o2/2", "2/x2/3/o2/2", 11, "row c"),
        ("2/x2/4/o2/2", "2/x2/5/o2/2", 10, "row c"),
        ("2/x2/4/o2/2", "2/x2/4/O2/2", 12, "row b"),
        ("2/x2/4/o2/2", "2/X2/4/o2/2", 7, "row d"),
        ("2/x2/4/o2/2", "2/x2/4/o./2", 13, "row b"),
        ("2/x2/4/o2/2", "2/x2/4/oé/2", 13, "row b"),
        ("2/x2/4/o2/2", "2/é2/4/o2/2", 7, "row d"),
        ("2/x2/4/o2/2", "2/x2/4/o２/2", 13, "row b"),
        ("2/x2/4/o2/2", "2/x2/4/o-1/2", 13, "row b"),
        ("2/x2/4/o2/2", "2/x2/4/o99999999999999999999999/2", 13, "row b"),
        ("2/x2/4/o2/2", "oo/xxxx/4/o2/2", 11, "row d"),
        # side, turns, pie
        ("light", "Light", 17, "light or dark"),
        ("light", "white", 17, "light or dark"),
        ("light", "l", 17, "light or dark"),
        ("1,1", "1", 23, "2,2"),
        ("1,1", "1,3", 23, "0 to 2"),
        ("1,1", "01,1", 23, "2,2"),
        ("1,1", "1,1,1", 23, "2,2"),
        ("1,1", "1;1", 23, "2,2"),
        ("1,1", "1, 1", 27, "end"),
        ("1,1", "-1,1", 23, "2,2"),
        ("pie", "Pie", 27, "plain, pie, kept or swapped"),
        ("pie", "keep", 27, "kept"),
        ("pie", "pie\0", 27, "kept"),
    ],
)
def test_position_text_is_read_strictly(old: str, new: str, column: int, expected: str) -> None:
    assert old in SMALL
    text = SMALL.replace(old, new, 1)
    for read in (Position.from_text, GameState.from_text):
        error = parse_error(read, text)
        assert (error.line, error.column) == (1, column), str(error)
        assert expected in error.expected
        assert error.file is None
        assert f"line 1, column {column}: expected" in str(error)


def test_the_error_shows_what_was_found() -> None:
    assert 'found "white"' in str(parse_error(Position.from_text, SMALL.replace("light", "white")))
    assert "found the end" in str(parse_error(Position.from_text, ""))
    long = str(parse_error(Position.from_text, SMALL.replace("pie", "z" * 10_000)))
    assert '"zzz' in long
    assert len(long) < 300


def test_there_is_one_text_for_a_position() -> None:
    for stage, game in games_at_all_stages().items():
        position = game.position
        for other in (
            position.text.upper(),
            position.text + "\n",
            position.text.replace(" ", "  ", 1),
            f" {position.text}",
        ):
            parse_error(Position.from_text, other)
        assert Position.from_text(position.text).text == position.text, stage


# The diagram


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "expected"),
    [
        ("2/3 light", "2/3  light", 1, 5, "space"),
        ("2/3 light", "2/4 light", 1, 1, "board size"),
        ("2/3 light", "standard light", 1, 1, "board size"),
        ("light", "Light", 1, 5, "light or dark"),
        ("1,1", "1,3", 1, 11, "0 to 2"),
        ("1,1 pie", "1,1", 1, 14, "four fields"),
        ("1,1 pie", "1,1 pie plain", 1, 18, "end"),
        ("2/3 light 1,1 pie\n", "", 1, 3, "board size"),
        ("2/3 light 1,1 pie\n", "2/3 light 1,1 pie\n\n", 2, 1, "row e"),
        ("2/3 light 1,1 pie\n", "2/3 light 1,1 pie -\n", 1, 18, "end"),
        ("  e1 . . e2\n", "", 2, 2, "row e"),
        ("  e1 . . e2", "  e1 .  . e2", 2, 8, "row e"),
        ("  e1 . . e2", "  e1 . .  e2", 2, 10, "row e"),
        ("  e1 . . e2", "  e1\t. . e2", 2, 3, "row e"),
        ("  e1 . . e2", "  e1 .. e2", 2, 6, "row e"),
        ("  e1 . . e2", "  E1 . . e2", 2, 3, "row e"),
        ("  e1 . . e2", "  e1 . . e3", 2, 10, "row e"),
        ("  e1 . . e2", "  e1 . . . e2", 2, 10, "row e"),
        ("  e1 . . e2", "  e1 . e2", 2, 8, "row e"),
        ("  e1 . . e2", "  e1 . . ", 2, 9, "row e"),
        ("  e1 . . e2", "  . . e2", 2, 3, "row e"),
        ("  e1 . . e2", "  e1 . . e2 e3", 2, 13, "end"),
        (" d1 x . . d3", " d1 X . . d3", 3, 5, "row d"),
        (" d1 x . . d3", " d1 x , . d3", 3, 7, "row d"),
        (" d1 x . . d3", " d1 x é . d3", 3, 7, "row d"),
        (" d1 x . . d3", " d1 x . é d3", 3, 9, "row d"),
        (" d1 x . . d3", " d1 1 . . d3", 3, 5, "row d"),
        (" d1 x . . d3\n", "", 3, 1, "row d"),
        (" d1 x . . d3\n", " d1 x . . d3\n\n", 4, 1, "row c"),
        ("  a1 . . a2\n", "", 6, 1, "row a"),
        ("  a1 . . a2\n", "  a1 . . a2\n  a1 . . a2\n", 7, 3, "end"),
        ("  a1 . . a2\n", "  a1 . . a2\n\n \n\t\n x\n", 10, 2, "end"),
        ("  a1 . . a2\n", "  a1 . . a2 # the end\n", 6, 13, "end"),
    ],
)
def test_a_diagram_is_read_strictly(old: str, new: str, line: int, column: int, expected: str) -> None:
    assert old in DIAGRAM
    error = parse_error(Position.from_diagram, DIAGRAM.replace(old, new, 1))
    assert (error.line, error.column) == (line, column), str(error)
    assert expected in error.expected
    assert f"line {line}, column {column}: expected" in str(error)


@pytest.mark.parametrize("text", ["", " ", "\n", " \n\t\n"])
def test_an_empty_diagram(text: str) -> None:
    assert "four fields" in parse_error(Position.from_diagram, text).expected


@pytest.mark.parametrize("indentation", ["", " ", "        ", "\t", "    \t "])
def test_indentation_line_ends_and_blank_lines_around_are_free(indentation: str) -> None:
    expected = Position.from_text(SMALL)
    lines = [line.strip() for line in DIAGRAM.splitlines()]
    for end in ("\n", "\r\n", "  \n", "\t\r\n"):
        for before, after in (("", ""), ("\n", "\n\n"), (" \n\t\n\r\n", "\n   \n"), ("\n", indentation)):
            text = before + "".join(f"{indentation}{line}{end}" for line in lines) + after
            assert Position.from_diagram(text) == expected
    assert Position.from_diagram(DIAGRAM.rstrip("\n")) == expected


def test_columns_count_from_the_start_of_the_line() -> None:
    error = parse_error(Position.from_diagram, "\n\n" + DIAGRAM.replace(" d1 x", "      d1 y"))
    assert (error.line, error.column) == (5, 10)


def test_blank_lines_cost_no_more_than_reading_them() -> None:
    for text in ("\n" * 20_000, "\n" * 20_000 + DIAGRAM, DIAGRAM + "\n" * 20_000):
        started = time.perf_counter()
        if "2/3" in text:
            assert Position.from_diagram(text).text == SMALL
        else:
            parse_error(Position.from_diagram, text)
        assert time.perf_counter() - started < 1


@pytest.mark.parametrize("size", SIZES)
def test_a_diagram_is_drawn_as_a_hexagon(size: str) -> None:
    short = int(size[0])
    for position in (Position(size), GameState.from_moves("a1 b1", size).position):
        text = position.diagram()
        assert text.endswith("\n")
        header, *rows = text.splitlines()
        assert header == " ".join(position.text.split()[:1] + position.text.split()[2:])
        assert len(rows) == 2 * short + 1
        for number, row in enumerate(rows):
            letter = "abcdefghijklmno"[2 * short - number]
            length = short + min(number, 2 * short - number)
            first, *symbols, last = row.split()
            assert (first, last, len(symbols)) == (f"{letter}1", f"{letter}{length}", length)
            assert len(row) - len(row.lstrip(" ")) == 2 * short - length
            assert row == row.rstrip()


# Names of moves

JUNK = {
    "a1x": 3, "g0": 2, "g08": 2, "G1": 1, " a1": 1, "a１": 2, "a1 ": 3, "": 1, "a": 2, "1": 1, "11": 1, "aa": 2,
    "a-1": 2, "a+1": 2, "a1.": 3, "a1\n": 3, "\ta1": 1, "a1\0": 3, "á1": 1, "Pass": 1, "pas": 2, "passs": 2, "pass ": 2,
    "KEEP": 1, "h1h2": 3, "a1,b1": 3, "resign": 2, "a\u0661": 2, "ａ1": 1, "a1é": 3,
}  # fmt: skip


@pytest.mark.parametrize(("name", "column"), JUNK.items(), ids=ascii)
def test_junk_is_no_move(name: str, column: int) -> None:
    game = GameState()
    assert not game.is_legal(name)
    for read in (game.play, game.position.play, meridians.parse_move):
        error = parse_error(read, name)
        assert (error.line, error.column, error.file) == (1, column, None)
        assert "a move" in error.expected
    for read in (game.at, game.sight, game.rescues, game.position.at):
        error = parse_error(read, name)
        assert "a point" in error.expected
    assert game == GameState()


@pytest.mark.parametrize("size", SIZES)
def test_points_off_the_board(size: str) -> None:
    short = int(size[0])
    rows = "abcdefghijklmno"[: 2 * short + 1]
    names = [f"{letter}{short + min(row, 2 * short - row) + 1}" for row, letter in enumerate(rows)]
    for name in (*names, f"{chr(ord(rows[-1]) + 1)}1", "z1", "a18446744073709551617"):
        with pytest.raises(IllegalMoveError, match=r"R2") as caught:
            meridians.parse_move(name, size)
        assert (caught.value.rule, caught.value.move) == ("R2", name)
        with pytest.raises(MeridiansError, match=f"{name[:8]}.*{size}"):
            Position(size).at(name)
        assert not GameState(size).is_legal(name)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("opening", ["plain", "pie"])
def test_names_and_numbers_of_moves(size: str, opening: Any) -> None:
    points = meridians.point_names(size)
    moves = [*points, "pass", *(["keep", "swap"] if opening == "pie" else [])]
    game = GameState(size, opening)
    assert (len(points), len(moves)) == (game.points, game.action_count)
    assert len(set(moves)) == len(moves)
    assert points == sorted(points, key=lambda name: (name[0], int(name[1:])))
    for action, move in enumerate(moves):
        assert meridians.parse_move(move, size, opening) == action
        assert meridians.move_text(action, size, opening) == move
    if opening == "plain":
        for move in ("keep", "swap"):
            with pytest.raises(MeridiansError, match=r"R12"):
                meridians.parse_move(move, size)


def test_sizes_by_name() -> None:
    for name, size in (("beginner", "5/6"), ("standard", "6/7"), ("expert", "7/8")):
        assert meridians.point_names(name) == meridians.point_names(size)
        assert meridians.parse_move("pass", name) == len(meridians.point_names(size))
        assert meridians.move_text(0, name, "pie") == "a1"
    assert meridians.point_names() == meridians.point_names("6/7")


# docs/notation.md


def notation_table(heading: str) -> list[list[str]]:
    """The rows of the first table under a heading."""
    part = NOTATION.read_text("utf-8").split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line.startswith("|")]
    return [row for row in rows if not set("".join(row)) <= set("-: ")][1:]


@pytest.mark.tree
def test_the_documented_sizes() -> None:
    rows = notation_table("Sizes")
    assert [row[0] for row in rows] == list(SIZES)
    for size, *numbers in rows:
        position = Position(size)
        lengths = [len(row.split()) - 2 for row in position.diagram().splitlines()[1:]]
        pie = Position(size, pie="pie")
        answer = [position.points, len(lengths), max(lengths), position.action_count, pie.action_count]
        assert [int(number) for number in numbers] == answer
        assert position.points == pie.points == sum(lengths) == len(meridians.point_names(size))


@pytest.mark.tree
def test_the_documented_actions() -> None:
    rows = notation_table("Moves and actions")
    assert [re.findall("`(.*?)`", row[0]) for row in rows] == [["h8"], ["pass"], ["keep"], ["swap"]]
    for size in SIZES:
        points = Position(size).points
        for name, action, _ in rows[1:]:
            expected = eval(action, {"N": points})
            assert meridians.parse_move(name.strip("`"), size, "pie") == expected
            assert meridians.move_text(expected, size, "pie") == name.strip("`")


@pytest.mark.tree
def test_the_documented_text_diagram_directions_and_symmetries() -> None:
    notation = NOTATION.read_text("utf-8")
    text, diagram = re.findall(r"```text\n(.*?)```", notation, re.DOTALL)
    assert text == f"{TEXT}\n"
    assert Position.from_text(text.rstrip("\n")).diagram() == diagram
    assert Position.from_diagram(diagram).text == TEXT
    directions = re.search(r"six directions, in this order: (.*?) \(", notation)
    symmetries = re.search(r"exactly four symmetries, in this order: (.*?)\.\n", notation)
    assert directions
    assert symmetries
    assert tuple(re.findall("`(.*?)`", directions[1])) == DIRECTIONS == tuple(Position().sight("a1"))
    assert tuple(re.findall("`(.*?)`", symmetries[1])) == SYMMETRIES
    with pytest.raises(MeridiansError) as caught:
        Position().transformed("none")
    assert re.findall('"(.*?)"', str(caught.value))[:4] == list(SYMMETRIES)
    for word in ("light", "dark", "plain", "pie", "kept", "swapped"):
        assert f"`{word}`" in notation


# The hash


def test_hash_vectors() -> None:
    vectors = read_vectors("hash.csv")
    assert len(vectors) > 80
    assert {vector["text"][:3] for vector in vectors} == set(SIZES)
    for vector in vectors:
        position = Position.from_text(vector["text"])
        assert position.hash == int(vector["hash"])
        assert GameState.from_text(vector["text"]).hash == position.hash
        assert 0 <= position.hash < 2**64


def mix(z: int) -> int:
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
    return z ^ (z >> 31)


def documented_hash(position: Position) -> int:
    """The sum of docs/notation.md, once more."""
    points = meridians.point_names(position.size)
    keys = [
        2 * points.index(point) + c for c, color in enumerate(("light", "dark")) for point in position.stones(color)
    ]
    keys += [512] if position.turn == "dark" else []
    keys += [513 + position.turns[0], 516 + position.turns[1]]
    keys += [519 + ("plain", "pie", "kept", "swapped").index(position.pie), 523 + int(position.size[0])]
    result = 0
    for k in keys:
        result ^= mix((0x4D6572696469616E + (k + 1) * 0x9E3779B97F4A7C15) % 2**64)
    return result


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("opening", ["plain", "pie"])
def test_the_hash_is_the_documented_sum_at_every_ply(size: str, opening: Any) -> None:
    game = GameState(size, opening)
    seen = {}
    for move in game.rollout(11).moves:
        assert game.hash == documented_hash(game.position)
        seen[game.hash] = game.position
        game.play(move)
    assert game.hash == documented_hash(game.position)
    assert len(seen) == len(set(seen.values())) > 3
