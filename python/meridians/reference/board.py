"""The board (R1, R2): points, names, lines and symmetries of every size, all from one description.

A point is its index in action order: row by row from ``a1``. A board is built once for each size and never changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from meridians.reference.errors import IllegalMoveError, MeridiansError, parse_error

SIZES = ("2/3", "3/4", "4/5", "5/6", "6/7", "7/8")
SIZE_WORDS = {"beginner": "5/6", "standard": "6/7", "expert": "7/8"}

# Steps in axial coordinates (R2), r growing towards the bottom row.
DIRECTIONS = {
    "east": (1, 0),
    "north_east": (1, -1),
    "north_west": (0, -1),
    "west": (-1, 0),
    "south_west": (-1, 1),
    "south_east": (0, 1),
}

SYMMETRIES = ("identity", "mirror_left_right", "mirror_top_bottom", "half_turn")

DIGITS = "0123456789"


@dataclass(frozen=True, eq=False)
class Board:
    """One size of board."""

    size: str
    short: int
    """n of the size n/m."""
    names: tuple[str, ...]
    """The name of each point."""
    rows: tuple[tuple[int, ...], ...]
    """The points of each row from left to right, the rows from the top as drawn."""
    rays: tuple[tuple[tuple[int, ...], ...], ...]
    """``rays[point][direction]``: the points of the line from a point to the board's edge, nearest first."""
    neighbors: tuple[tuple[int, ...], ...]
    """The adjacent points of each point."""
    images: tuple[tuple[int, ...], ...]
    """``images[symmetry][point]``: where the symmetry takes the point."""
    index: dict[str, int]
    """The point of each name."""

    @property
    def points(self) -> int:
        """The number of points, N."""
        return len(self.names)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return board_of, (self.size,)


def full_size(size: str) -> str:
    """The size as ``n/m``, given so or by its word."""
    full = SIZE_WORDS.get(size, size)
    if full not in SIZES:
        raise MeridiansError(f"no board of size {size!r}; the sizes are {', '.join(SIZES)}")
    return full


def board_of(size: str) -> Board:
    """The board of a size; always the same object."""
    return _build(full_size(size))


@cache
def _build(size: str) -> Board:
    n = int(size.split("/")[0])
    row_count = 2 * n + 1
    middle = n  # the longest row has the same index from the top and from the bottom
    # A row gains a point for every row away from the short sides: n, n+1, ..., 2n, ..., n+1, n.
    lengths = [2 * n - abs(y - middle) for y in range(row_count)]
    places = [(x, y) for y in reversed(range(row_count)) for x in range(lengths[y])]
    point_at = {place: point for point, place in enumerate(places)}

    axial = [(x - y + max(0, y - middle), y) for x, y in places]
    point_on = {coordinates: point for point, coordinates in enumerate(axial)}

    def ray(point: int, step: tuple[int, int]) -> tuple[int, ...]:
        q, r = axial[point]
        line = []
        while (q := q + step[0], r := r + step[1]) in point_on:
            line.append(point_on[q, r])
        return tuple(line)

    rays = tuple(tuple(ray(point, step) for step in DIRECTIONS.values()) for point in range(len(places)))
    names = tuple(f"{chr(ord('a') + row_count - 1 - y)}{x + 1}" for x, y in places)
    return Board(
        size=size,
        short=n,
        names=names,
        rows=tuple(tuple(point_at[x, y] for x in range(lengths[y])) for y in range(row_count)),
        rays=rays,
        neighbors=tuple(tuple(line[0] for line in lines if line) for lines in rays),
        images=(
            tuple(range(len(places))),
            tuple(point_at[lengths[y] - 1 - x, y] for x, y in places),
            tuple(point_at[x, row_count - 1 - y] for x, y in places),
            tuple(point_at[lengths[y] - 1 - x, row_count - 1 - y] for x, y in places),
        ),
        index={name: point for point, name in enumerate(names)},
    )


def symmetry_number(symmetry: str) -> int:
    """The number of a symmetry's name, in the documented order."""
    if symmetry not in SYMMETRIES:
        raise MeridiansError(f"no symmetry {symmetry!r}; the symmetries are {', '.join(SYMMETRIES)}")
    return SYMMETRIES.index(symmetry)


def is_point_name(text: str) -> bool:
    """Whether a text has the form of a point's name, on some board."""
    digits = text[1:]
    return (
        text[:1] in tuple("abcdefghijklmnopqrstuvwxyz")
        and digits != ""
        and digits[0] != "0"
        and not digits.strip(DIGITS)
    )


def parse_point(board: Board, text: str, expected: str = "a point such as a1") -> int:
    """The point of a name: ParseError if it is no name, IllegalMoveError if it is a name off this board."""
    if text in board.index:
        return board.index[text]
    if is_point_name(text):
        raise IllegalMoveError(f"{text} is not on the board of size {board.size} (R2)", text, "R2")
    column = 1
    if text[:1] in tuple("abcdefghijklmnopqrstuvwxyz"):
        column = 2
        if text[1:2] in tuple("123456789"):
            column = 2 + len(text[1:]) - len(text[1:].lstrip(DIGITS))
    raise parse_error(1, column, expected, text[column - 1 :])
