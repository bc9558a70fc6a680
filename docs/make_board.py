"""Draws `board.svg`, the picture in the README: a game of two random players after 40 plies, with its paths (R7).

Run it as `python docs/make_board.py`. The picture brings its own background, so it reads the same on a light and
on a dark page. A test draws it again and compares.
"""

import json
from math import cos, pi, sin
from pathlib import Path
from typing import Literal

from meridians import GameState, Position, point_names

HERE = Path(__file__).parent
GAME = HERE.parent / "tests" / "data" / "ludii_trial_0.json"
PLIES = 40

STEP = 48.0  # between neighbours in a row
RISE = STEP * 3**0.5 / 2  # between rows
MARGIN = 84.0  # around the outermost points
EDGE = 27.0  # from the outermost points to the edge of the board
LABEL = 38.0  # from a row's last point to the name of it
STONE = 17.5

STYLE = """
  .card { fill: #f4efe4 }
  .board { fill: #e3d3b2; stroke: #b99f6b; stroke-width: 2; stroke-linejoin: round }
  .lines { fill: none; stroke: #b0935c; stroke-width: 1.2 }
  .path { fill: none; stroke-linecap: round; stroke-width: 6 }
  .path.dark { opacity: .75 }
  .rim { fill: none; stroke: #35302a; stroke-linecap: round; stroke-width: 8.4; opacity: .75 }
  .light { stroke: #fffdf6 }
  .dark { stroke: #35302a }
  .stone { stroke: #26221d; stroke-width: 1.6 }
  .stone.light { fill: #fffdf6 }
  .stone.dark { fill: #35302a }
  text { font: 22px system-ui, "Segoe UI", Helvetica, Arial, sans-serif; fill: #5a5044 }
  .left { text-anchor: end }
"""

Place = tuple[float, float]
COLORS: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def places(position: Position) -> dict[str, Place]:
    """Where each point is drawn: rows are lettered from the bottom, and each is centred (R2)."""
    rows: dict[str, list[str]] = {}
    for name in point_names(position.size):
        rows.setdefault(name[0], []).append(name)
    longest = max(map(len, rows.values()))
    return {
        name: (
            MARGIN + STEP * (column + (longest - len(names)) / 2),
            MARGIN + RISE * (len(rows) - 1 - row),
        )
        for row, names in enumerate(rows.values())
        for column, name in enumerate(names)
    }


def number(value: float) -> str:
    """A coordinate, to a tenth."""
    return f"{value:.1f}".removesuffix(".0")


def segment(a: Place, b: Place) -> str:
    """A straight piece of an SVG path."""
    return f"M{number(a[0])} {number(a[1])}L{number(b[0])} {number(b[1])}"


def grid(position: Position, at: dict[str, Place]) -> str:
    """The lines of the board, each drawn once from end to end: it starts where nothing lies behind."""
    empty = Position(position.size)
    pieces = []
    for name in at:
        sight = empty.sight(name)
        for ahead, behind in (("east", "west"), ("north_east", "south_west"), ("north_west", "south_east")):
            if not sight[behind][0] and sight[ahead][0]:
                pieces.append(segment(at[name], at[sight[ahead][0][-1]]))
    return "".join(pieces)


def outline(at: dict[str, Place]) -> str:
    """The hexagon around the points, everywhere `EDGE` away from the outermost lines."""
    names = list(at)
    rows = sorted({name[0] for name in names})
    middle = rows[len(rows) // 2]
    # From the right corner counter-clockwise; every corner has 120 degrees, so it moves out along its own direction.
    corners = [(middle, -1), (rows[-1], -1), (rows[-1], 0), (middle, 0), (rows[0], 0), (rows[0], -1)]
    pairs = []
    for k, (row, end) in enumerate(corners):
        x, y = at[[name for name in names if name[0] == row][end]]
        out = EDGE / cos(pi / 6)
        pairs.append(f"{number(x + out * cos(k * pi / 3))},{number(y - out * sin(k * pi / 3))}")
    return " ".join(pairs)


def draw(position: Position) -> str:
    """The whole picture."""
    at = places(position)
    width = max(x for x, _ in at.values()) + MARGIN
    height = max(y for _, y in at.values()) + MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" role="img">',
        f"<title>Meridians, {position.size}, after {PLIES} plies of a random game</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="card" width="{number(width)}" height="{number(height)}" rx="16"/>',
        f'<polygon class="board" points="{outline(at)}"/>',
        f'<path class="lines" d="{grid(position, at)}"/>',
    ]
    for color in COLORS:
        paths = "".join(segment(at[a], at[b]) for a, b in position.paths(color))
        if color == "light":  # a thin dark outline, without which they would hardly stand out from the board
            lines.append(f'<path class="rim" d="{paths}"/>')
        lines.append(f'<path class="path {color}" d="{paths}"/>')
    for color in COLORS:
        for name in position.stones(color):
            x, y = at[name]
            lines.append(f'<circle class="stone {color}" cx="{number(x)}" cy="{number(y)}" r="{number(STONE)}"/>')
    for row in sorted({name[0] for name in at}):
        names = [name for name in at if name[0] == row]
        for name, side, shift in ((names[0], "left", -LABEL), (names[-1], "right", LABEL)):
            x, y = at[name]
            lines.append(f'<text class="{side}" x="{number(x + shift)}" y="{number(y + 8)}">{name}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def picture() -> str:
    """The picture of the README."""
    moves = json.loads(GAME.read_text(encoding="utf-8"))["moves"][:PLIES]
    return draw(GameState.from_moves(moves).position)


if __name__ == "__main__":
    (HERE / "board.svg").write_text(picture(), encoding="utf-8", newline="\n")
