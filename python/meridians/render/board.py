"""Where things are on a drawn board: points of a triangular lattice, grid lines, the hexagon around them, a point's
cell.

Rows are horizontal, row `a` is at the bottom, and each row is centred (R2). The unit is that of the picture's viewBox,
in which neighbours are :data:`STEP` apart, on every board. Every board size is drawn from its point names alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from meridians._core import Position, point_names

__all__ = ["CELL", "LABEL_GAP", "RISE", "STEP", "STONE", "Layout", "Place", "layout_of"]

STEP = 40.0  # between neighbours in a row
RISE = STEP * 3**0.5 / 2  # between rows
STONE = 16.5  # the radius of a stone; two neighbours leave a gap, so that each keeps its outline
CELL = STEP / 3**0.5  # from a point to the corners of its cell
EDGE = 24.0  # from the outermost points to the edge of the board
LABEL_GAP = 33.0  # from a row's end to the name of it
MARGIN = 64.0  # around the outermost points, with names at the ends of the rows
BARE_MARGIN = 38.0  # without them

Place = tuple[float, float]


@dataclass(frozen=True)
class Layout:
    """A board as it is drawn. ``width`` and ``height`` are of the board with its margin, without what stands below."""

    rows: tuple[tuple[str, ...], ...]
    """The points row by row from ``a``, each from the left."""
    at: dict[str, Place]
    """Where each point is."""
    lines: tuple[tuple[Place, Place], ...]
    """The lines of the grid, each from end to end."""
    outline: tuple[Place, ...]
    """The corners of the board's edge, which is everywhere equally far from the outermost lines."""
    width: float
    height: float

    def cell(self, point: str) -> tuple[Place, ...]:
        """The corners of the hexagon of all that is nearer to this point than to others."""
        x, y = self.at[point]
        half = STEP / 2
        corners = ((0, -CELL), (half, -CELL / 2), (half, CELL / 2), (0, CELL), (-half, CELL / 2), (-half, -CELL / 2))
        return tuple((x + right, y + down) for right, down in corners)


@cache
def layout_of(size: str, coordinates: bool) -> Layout:
    """The layout of a board, with or without room for the names at the ends of its rows."""
    names: dict[str, list[str]] = {}
    for name in point_names(size):
        names.setdefault(name[0], []).append(name)
    rows = tuple(map(tuple, names.values()))
    longest = max(map(len, rows))
    side, top = (MARGIN if coordinates else BARE_MARGIN), BARE_MARGIN
    at = {
        name: (side + STEP * (column + (longest - len(row)) / 2), top + RISE * (len(rows) - 1 - up))
        for up, row in enumerate(rows)
        for column, name in enumerate(row)
    }
    width, height = 2 * side + STEP * (longest - 1), 2 * top + RISE * (len(rows) - 1)
    return Layout(rows, at, _lines(size, at), _outline(rows, at), width, height)


def _lines(size: str, at: dict[str, Place]) -> tuple[tuple[Place, Place], ...]:
    """A line starts where nothing lies behind."""
    empty = Position(size)
    found = []
    for name, place in at.items():
        sight = empty.sight(name)
        for ahead, behind in (("east", "west"), ("north_east", "south_west"), ("north_west", "south_east")):
            if not sight[behind][0] and sight[ahead][0]:
                found.append((place, at[sight[ahead][0][-1]]))
    return tuple(found)


def _outline(rows: tuple[tuple[str, ...], ...], at: dict[str, Place]) -> tuple[Place, ...]:
    """From the right corner counter-clockwise: every corner has 120 degrees, and moves out along its own direction."""
    bottom, middle, top = rows[0], rows[len(rows) // 2], rows[-1]
    corners = (middle[-1], top[-1], top[0], middle[0], bottom[0], bottom[-1])
    out = EDGE * 2 / 3**0.5
    ways = ((1.0, 0.0), (0.5, -(3**0.5) / 2), (-0.5, -(3**0.5) / 2), (-1.0, 0.0), (-0.5, 3**0.5 / 2), (0.5, 3**0.5 / 2))
    return tuple(
        (at[corner][0] + out * right, at[corner][1] + out * down)
        for corner, (right, down) in zip(corners, ways, strict=True)
    )
