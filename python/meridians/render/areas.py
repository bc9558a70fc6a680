"""The points on which each colour can place a stone, and those that only one of them can use: territory so far."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from meridians import checks
from meridians._core import Position, point_names
from meridians.render.board import Layout
from meridians.render.canvas import add, corners
from meridians.render.course import State
from meridians.render.heat import square
from meridians.render.options import Color, position_of
from meridians.render.theme import Theme

__all__ = ["draw_areas", "draw_place_marks", "places_of"]


def places_of(state: State, color: Color) -> set[str]:
    """The points on which a colour could place a stone if it were its turn (R4, R5, R6), as many as its mobility."""
    position = position_of(state)
    checks.one_of("color", color, ("light", "dark"))
    turns = position.turns[0 if color == "light" else 1]
    found = set()
    for point in point_names(position.size):
        if position.at(point) is not None:
            continue
        own = (
            bool(empty) or turns > 1
            for empty, stone in position.sight(point).values()
            if stone is not None and position.at(stone) == color
        )
        if turns == 0 or any(own):
            found.add(point)
    return found


def _shares(position: Position) -> tuple[set[str], set[str], set[str]]:
    """The points of Light alone, of Dark alone, and of both."""
    light, dark = places_of(position, "light"), places_of(position, "dark")
    return light - dark, dark - light, light & dark


def draw_areas(picture: ET.Element, layout: Layout, theme: Theme, position: Position) -> None:
    """The cells of points that only one colour can use, shaded, below the grid."""
    light, dark, _ = _shares(position)
    for color, points, fill in (("light", light, theme.light_area), ("dark", dark, theme.dark_area)):
        group = add(picture, "g", class_=f"area {color}", fill=fill)
        for point in layout.at:
            if point in points:
                add(group, "polygon", points=corners(layout.cell(point)), data_point=point)


def draw_place_marks(picture: ET.Element, layout: Layout, theme: Theme, position: Position) -> None:
    """On each empty point who can place there: a square of the colour, both halves of a disc, or nothing."""
    light, dark, both = _shares(position)
    group = add(picture, "g", class_="places")
    for point, (x, y) in layout.at.items():
        if point in both:
            half = add(group, "g", class_="both", data_point=point, stroke=theme.light_rim, stroke_width=1.0)
            add(half, "circle", cx=x, cy=y, r=4.5, fill=theme.light)
            add(half, "path", d=f"M{x:.2f} {y - 4.5:.2f}a4.5 4.5 0 0 1 0 9z", fill=theme.dark)
        elif point in light or point in dark:
            color = "light" if point in light else "dark"
            square(group, theme, x, y, 5.0, color, class_=color, data_point=point)
