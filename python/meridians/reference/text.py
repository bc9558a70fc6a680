"""Position text and diagram (``docs/notation.md``): read strictly, written in the one canonical way.

Reading gives the plain fields; whether a game can lead to them is the business of ``setup``.
"""

from __future__ import annotations

from typing import NamedTuple

from meridians.reference.board import DIGITS, SIZES, Board, board_of
from meridians.reference.errors import ParseError, parse_error
from meridians.reference.hashing import PIE_STATES
from meridians.reference.setup import COLORS
from meridians.reference.sight import Stones

WHITE_SPACE = " \t\r"


class Fields(NamedTuple):
    """What a position text says. ``mover``: 0 Light, 1 Dark."""

    board: Board
    stones: tuple[Stones, Stones]
    mover: int
    turns: tuple[int, int]
    pie: str


class Cursor:
    """A place in one line of text, which knows where it is when something else stands there than should."""

    def __init__(self, text: str, line: int = 1, indent: int = 0) -> None:
        self.text = text
        self.line = line
        self.indent = indent
        self.place = 0

    def error(self, expected: str) -> ParseError:
        """The error for this place."""
        return parse_error(self.line, self.indent + self.place + 1, expected, self.text[self.place :])

    def take(self, options: tuple[str, ...], expected: str) -> str:
        """The option that stands here; goes past it."""
        for option in options:
            if self.text.startswith(option, self.place):
                self.place += len(option)
                return option
        raise self.error(expected)

    def take_run(self, longest: int) -> int:
        """A run of empty points, 1 .. longest; goes past it."""
        start = self.place
        end = start
        while end < len(self.text) and self.text[end] in DIGITS:
            end += 1
        digits = self.text[start:end]
        if digits.startswith("0") or len(digits) > 2 or int(digits) > longest:
            raise self.error(f"a run of 1 to {longest} empty points, without leading zeros")
        self.place = end
        return int(digits)

    def take_end(self) -> None:
        """The end of the line."""
        if self.place != len(self.text):
            raise self.error("the end")


def _take_size(cursor: Cursor) -> Board:
    return board_of(cursor.take(SIZES, f"a size ({', '.join(SIZES)})"))


def _take_state(cursor: Cursor) -> tuple[int, tuple[int, int], str]:
    mover = COLORS.index(cursor.take(COLORS, "light or dark"))
    cursor.take((" ",), "one space")
    light = int(cursor.take(("0", "1", "2"), "the turns taken by light, 0 to 2"))
    cursor.take((",",), "a comma")
    dark = int(cursor.take(("0", "1", "2"), "the turns taken by dark, 0 to 2"))
    cursor.take((" ",), "one space")
    pie = cursor.take(PIE_STATES, "plain, pie, kept or swapped")
    cursor.take_end()
    return mover, (light, dark), pie


def read_text(text: str) -> Fields:
    """Reads a one-line position text."""
    cursor = Cursor(text)
    board = _take_size(cursor)
    cursor.take((" ",), "one space")
    stones: tuple[set[int], set[int]] = (set(), set())
    for number, row in enumerate(board.rows):
        if number:
            cursor.take(("/",), "/ and the next row")
        done = 0
        while done < len(row):
            symbol = cursor.text[cursor.place : cursor.place + 1]
            if symbol and symbol in DIGITS:
                done += cursor.take_run(len(row) - done)
            else:
                color = cursor.take(("o", "x"), "o, x or a run of empty points")
                stones["ox".index(color)].add(row[done])
                done += 1
    cursor.take((" ",), "one space")
    return Fields(board, (frozenset(stones[0]), frozenset(stones[1])), *_take_state(cursor))


def _state_text(fields: Fields) -> str:
    return f"{COLORS[fields.mover]} {fields.turns[0]},{fields.turns[1]} {fields.pie}"


def _symbols(fields: Fields, row: tuple[int, ...], empty: str) -> list[str]:
    light, dark = fields.stones
    return ["o" if point in light else "x" if point in dark else empty for point in row]


def write_text(fields: Fields) -> str:
    """The one-line position text."""
    rows = []
    for row in fields.board.rows:
        text, run = "", 0
        for symbol in [*_symbols(fields, row, "."), "end"]:
            if symbol == ".":
                run += 1
                continue
            text += str(run) if run else ""
            text += symbol if symbol != "end" else ""
            run = 0
        rows.append(text)
    return f"{fields.board.size} {'/'.join(rows)} {_state_text(fields)}"


def read_diagram(text: str) -> Fields:
    """Reads a drawn diagram; indentation, white space at line ends and blank lines around it are free."""
    lines = list(enumerate(text.split("\n"), start=1))
    last_line = len(lines)
    while lines and not lines[0][1].strip(WHITE_SPACE):
        lines.pop(0)
    while lines and not lines[-1][1].strip(WHITE_SPACE):
        lines.pop()

    def next_line() -> Cursor:
        if not lines:
            return Cursor("", last_line)
        number, line = lines.pop(0)
        return Cursor(line.strip(WHITE_SPACE), number, len(line) - len(line.lstrip(WHITE_SPACE)))

    header = next_line()
    board = _take_size(header)
    header.take((" ",), "one space")
    state = _take_state(header)
    stones: tuple[set[int], set[int]] = (set(), set())
    for row in board.rows:
        cursor = next_line()
        first, last = board.names[row[0]], board.names[row[-1]]
        cursor.take((first + " ",), f"the row that begins with {first}")
        for point in row:
            symbol = cursor.take((". ", "o ", "x "), "., o or x, and one space")[0]
            if symbol != ".":
                stones["ox".index(symbol)].add(point)
        cursor.take((last,), f"{last}, the last point of the row")
        cursor.take_end()
    if lines:
        raise next_line().error("the end of the diagram")
    return Fields(board, (frozenset(stones[0]), frozenset(stones[1])), *state)


def write_diagram(fields: Fields) -> str:
    """The drawn board with its header line."""
    board = fields.board
    lines = [f"{board.size} {_state_text(fields)}"]
    for number, row in enumerate(board.rows):
        indent = " " * abs(number - board.short)  # the longest row, number n, is not indented
        symbols = " ".join(_symbols(fields, row, "."))
        lines.append(f"{indent}{board.names[row[0]]} {symbols} {board.names[row[-1]]}")
    return "\n".join(lines) + "\n"
