"""Lines on the board: the paths between groups (R7), what a point sees (R6), and arrows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from xml.etree import ElementTree as ET

from meridians._core import Position
from meridians.render.board import STONE, Layout
from meridians.render.canvas import Attributes, add, corners, segment
from meridians.render.options import Color
from meridians.render.theme import Theme

__all__ = ["draw_arrows", "draw_paths", "draw_seen", "draw_sight_lines"]


def draw_paths(
    picture: ET.Element, layout: Layout, theme: Theme, paths: Mapping[Color, Sequence[tuple[str, str]]]
) -> None:
    """Each path as a bar in the colour of its stones, under them, with an outline as theirs."""
    for color, pairs in paths.items():
        if not pairs:
            continue
        fill, rim = (theme.light, theme.light_rim) if color == "light" else (theme.dark, theme.dark_rim)
        group = add(picture, "g", class_=f"paths {color}", fill="none", stroke_linecap="round")
        way = "".join(segment(layout.at[a], layout.at[b]) for a, b in pairs)
        add(group, "path", class_="rim", d=way, stroke=rim, stroke_width=7.8)
        bars = add(group, "g", stroke=fill, stroke_width=5.0)
        for a, b in pairs:
            add(bars, "path", d=segment(layout.at[a], layout.at[b]), data_path=f"{a} {b}")


def draw_sight_lines(picture: ET.Element, layout: Layout, theme: Theme, position: Position, point: str) -> None:
    """Lines from a point as far as it sees, under the stones."""
    style: Attributes = {"fill": "none", "stroke": theme.sight, "stroke_width": 3.4}
    group = add(picture, "g", class_="sight", stroke_linecap="round", stroke_dasharray="0.1 6", **style)
    for direction, (empty, stone) in position.sight(point).items():
        seen = [*empty, *([] if stone is None else [stone])]
        if seen:
            add(group, "path", d=segment(layout.at[point], layout.at[seen[-1]]), data_direction=direction)


def draw_seen(picture: ET.Element, layout: Layout, theme: Theme, position: Position, point: str) -> None:
    """Dots on the empty points that a point sees, rings around the stones that it meets and around itself."""
    style: Attributes = {"fill": "none", "stroke": theme.sight, "stroke_width": 2.4}
    group = add(picture, "g", class_="seen", data_point=point, **style)
    x, y = layout.at[point]

    def ring(cx: float, cy: float, **named: str) -> None:
        """A ring around a stone, with a gap that keeps it apart from one of the same colour."""
        add(group, "circle", cx=cx, cy=cy, r=STONE - 0.2, stroke=theme.board)
        add(group, "circle", cx=cx, cy=cy, r=STONE + 2.2, **named)

    for empty, stone in position.sight(point).values():
        for name in empty:
            at_x, at_y = layout.at[name]
            add(
                group,
                "circle",
                class_="empty",
                cx=at_x,
                cy=at_y,
                r=4.5,
                fill=theme.sight,
                stroke="none",
                data_point=name,
            )
        if stone is not None:
            at_x, at_y = layout.at[stone]
            ring(at_x, at_y, class_="met", data_point=stone)
    if position.at(point) is None:
        add(group, "circle", class_="eye", cx=x, cy=y, r=8.0, fill=theme.board)
    else:
        ring(x, y, class_="eye")
        add(group, "circle", cx=x, cy=y, r=6.0, fill=theme.sight, stroke=theme.board)


def draw_arrows(picture: ET.Element, layout: Layout, theme: Theme, arrows: Iterable[tuple[str, str]]) -> None:
    """Arrows from point to point, over everything else, with a margin in the board's colour."""
    arrows = list(arrows)
    if not arrows:
        return
    group = add(picture, "g", class_="arrows", stroke_linejoin="round")
    for start, end in arrows:
        (x, y), (to_x, to_y) = layout.at[start], layout.at[end]
        length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
        along = ((to_x - x) / length, (to_y - y) / length)

        def place(
            forward: float, aside: float, along: tuple[float, float] = along, tip: tuple[float, float] = (to_x, to_y)
        ) -> tuple[float, float]:
            return tip[0] + forward * along[0] - aside * along[1], tip[1] + forward * along[1] + aside * along[0]

        back, tip, neck = STONE * 0.55 - length, -STONE * 0.4, -STONE * 0.4 - 13
        shape = [(back, 2.2), (neck, 2.2), (neck, 7), (tip, 0), (neck, -7), (neck, -2.2), (back, -2.2)]
        points = corners(place(forward, aside) for forward, aside in shape)
        add(
            group,
            "polygon",
            points=points,
            fill=theme.arrow,
            stroke=theme.board,
            stroke_width=1.4,
            data_arrow=f"{start} {end}",
        )
