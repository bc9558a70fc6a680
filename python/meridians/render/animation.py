"""A whole game as one moving picture: an SVG that needs no script, and the frames of a GIF.

The SVG is animated by SMIL, which browsers play also where a picture is only an image; what plays none shows the end of
the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree as ET

from meridians import checks
from meridians.render.board import STONE, Place, layout_of
from meridians.render.canvas import add, new_picture, number, text, written
from meridians.render.course import Course, Played, stones_of
from meridians.render.options import Options, course_of, pixels, theme_named
from meridians.render.stones import draw_last_move, stone_group
from meridians.render.svg import LINE, WORDS_SIZE, draw_board, draw_grid, picture_of, subject_with
from meridians.render.theme import Theme, ThemeName

__all__ = ["MOST_SECONDS", "animate", "frames"]

MOST_SECONDS = 600.0


class _Clock:
    """When what is seen: frame k, the position after k moves, from k times the seconds of a move to the next one."""

    def __init__(self, plies: int, seconds: float, hold: float) -> None:
        self.last = plies
        self.total = plies * seconds + hold
        self.seconds = seconds

    def show(self, element: ET.Element, start: int, end: int | None) -> None:
        """Shows an element from one frame until before another; None is the end of the game."""
        if start == 0 and end is None:
            return
        times, values = ["0"], ["visible" if start == 0 else "hidden"]
        for frame, value in ((start, "visible"), (end, "hidden")):
            if frame:
                times.append(f"{frame * self.seconds / self.total:.5f}")
                values.append(value)
        if end is not None:
            element.set("visibility", "hidden")
        add(
            element,
            "animate",
            attributeName="visibility",
            calcMode="discrete",
            keyTimes=";".join(times),
            values=";".join(values),
            dur=f"{number(self.total)}s",
            repeatCount="indefinite",
        )


def animate(
    state: Played,
    *,
    seconds: float = 0.8,
    hold: float = 3.0,
    theme: ThemeName = "light",
    size: float | None = None,
    coordinates: bool = True,
) -> str:
    """A game, from its start, as an animated SVG that begins again for ever.

    ``seconds``: for each move, above 0 and at most 600. ``hold``: how long the end stays, likewise. The rest is as for
    :func:`svg`.
    """
    game = course_of(state)
    chosen = theme_named(theme)
    clock = _Clock(
        game.last, checks.positive("seconds", seconds, MOST_SECONDS), checks.positive("hold", hold, MOST_SECONDS)
    )
    layout = layout_of(game.size, checks.flag("coordinates", coordinates))
    height = layout.height + LINE
    title = f"Meridians {game.size}: a game of {game.last} plies, animated"
    words = f"Moves {' '.join(game.moves) or 'none'}; at the end {game.positions[-1].text}."
    picture = new_picture(layout.width, height, pixels("size", size), title, words)
    add(picture, "rect", class_="page", width=layout.width, height=height, fill=chosen.page)
    picture.remove(draw_board(picture, layout, chosen))
    draw_grid(picture, layout, chosen, coordinates)
    groups = {color: stone_group(picture, chosen, color) for color in ("light", "dark")}
    for point, color, start, end in _lives(game):
        x, y = layout.at[point]
        clock.show(add(groups[color], "circle", cx=x, cy=y, r=STONE, data_point=point), start, end)
    _last_moves(picture, game, layout.at, chosen, clock)
    _captions(picture, game, chosen, clock, layout.width / 2, layout.height)
    return written(picture)


def _lives(game: Course) -> list[tuple[str, str, int, int | None]]:
    """Each stone that was ever seen after a move: its point, its colour, its first frame, and the one without it."""
    standing: dict[str, tuple[str, int]] = {}
    found: list[tuple[str, str, int, int | None]] = []
    for frame, position in enumerate(game.positions):
        now = stones_of(position)
        for point, (color, start) in list(standing.items()):
            if now.get(point) != color:
                found.append((point, color, start, frame))
                del standing[point]
        for point, color in now.items():
            standing.setdefault(point, (color, frame))
    found += [(point, color, start, None) for point, (color, start) in standing.items()]
    return sorted(found, key=lambda life: (life[2], life[0]))


def _last_moves(picture: ET.Element, game: Course, at: dict[str, Place], theme: Theme, clock: _Clock) -> None:
    """A dot on each stone while it is the last move, a ring where it was removed at once."""
    group = add(picture, "g", class_="last-moves")
    for frame, (move, position) in enumerate(zip(game.moves, game.positions[1:], strict=True), 1):
        if move in at:
            stones = {move: color} if (color := position.at(move)) else {}
            element = draw_last_move(group, at[move], theme, stones, move, False)
            clock.show(element, frame, None if frame == game.last else frame + 1)


def _captions(picture: ET.Element, game: Course, theme: Theme, clock: _Clock, middle: float, top: float) -> None:
    """The number and the name of the move that was made, below the board."""
    group = add(picture, "g", class_="words", fill=theme.text, text_anchor="middle")
    for frame in range(game.last + 1):
        element = text(group, game.caption(frame), middle, top, WORDS_SIZE)
        clock.show(element, frame, None if frame == game.last else frame + 1)


def frames(game: Course, options: Options) -> Iterator[str]:
    """The picture after each ply, from the start, all of one size."""
    for ply in range(game.last + 1):
        yield written(picture_of(subject_with(game.at(ply), {"caption": game.caption(ply), **options})))
