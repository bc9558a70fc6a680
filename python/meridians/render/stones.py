"""Stones, what is written or marked on them and on empty points, and the tokens of threatened groups."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from xml.etree import ElementTree as ET

from meridians.render.board import STEP, STONE, Layout, Place
from meridians.render.canvas import Attributes, add, corners, segment, text
from meridians.render.theme import Theme

__all__ = [
    "RIM",
    "draw_labels",
    "draw_last_move",
    "draw_marks",
    "draw_rescues",
    "draw_stones",
    "draw_tokens",
    "stone_group",
]

RIM = 1.6
LETTER_SIZES = {1: 17.0, 2: 15.5, 3: 12.5, 4: 10.0}  # by length: what fits on a stone


def stone_group(picture: ET.Element, theme: Theme, color: str) -> ET.Element:
    """The group that gives the stones of a colour their look."""
    fill, rim = (theme.light, theme.light_rim) if color == "light" else (theme.dark, theme.dark_rim)
    return add(picture, "g", class_=f"stones {color}", fill=fill, stroke=rim, stroke_width=RIM)


def draw_stones(
    picture: ET.Element, layout: Layout, theme: Theme, stones: Mapping[str, str], gone: Container[str] = ()
) -> None:
    """The stones by point; those that are gone are smaller, in a broken ring."""
    for color in ("light", "dark"):
        points = [point for point in layout.at if stones.get(point) == color]
        if not points:
            continue
        group = stone_group(picture, theme, color)
        for point in points:
            x, y = layout.at[point]
            if point in gone:
                ring: Attributes = {
                    "cx": x,
                    "cy": y,
                    "r": STONE,
                    "fill": "none",
                    "stroke": theme.text,
                    "stroke_width": 1.2,
                }
                add(group, "circle", class_="ring", stroke_dasharray="4 3", **ring)
                add(group, "circle", class_="gone", cx=x, cy=y, r=STONE - 3.4, data_point=point)
            else:
                add(group, "circle", cx=x, cy=y, r=STONE, data_point=point)


def ink(theme: Theme, stones: Mapping[str, str], point: str) -> str:
    """The colour of what is written on a point."""
    color = stones.get(point)
    return theme.text if color is None else theme.on_light if color == "light" else theme.on_dark


def _clearing(parent: ET.Element, theme: Theme, place: Place) -> None:
    """Takes the grid away from under what is written on an empty point."""
    add(parent, "circle", class_="clearing", cx=place[0], cy=place[1], r=STONE * 0.8, fill=theme.board)


def draw_labels(
    picture: ET.Element,
    layout: Layout,
    theme: Theme,
    stones: Mapping[str, str],
    labels: Mapping[str, str],
    name: str,
    gone: Container[str] = (),
) -> None:
    """Texts on stones and on empty points; ``name`` is the class of the group: numbers or labels."""
    if not labels:
        return
    group = add(picture, "g", class_=name, text_anchor="middle", font_weight="600")
    for point, words in labels.items():
        x, y = layout.at[point]
        if point not in stones:
            _clearing(group, theme, (x, y))
        size = LETTER_SIZES[max(len(words), 1)] - (1.5 if point in gone else 0)
        text(group, words, x, y, size, fill=ink(theme, stones, point), data_point=point)


def draw_marks(
    picture: ET.Element, layout: Layout, theme: Theme, stones: Mapping[str, str], marks: Mapping[str, str]
) -> None:
    """Triangles, squares, circles and crosses, in outline; a full square on what is selected."""
    if not marks:
        return
    group = add(picture, "g", class_="marks", fill="none", stroke_width=2.2, stroke_linejoin="round")
    for point, mark in marks.items():
        x, y = layout.at[point]
        if point not in stones:
            _clearing(group, theme, (x, y))
        stroke, named = ink(theme, stones, point), {"class_": mark, "data_point": point}
        if mark == "triangle":
            places = ((x, y - 10), (x + 8.66, y + 5), (x - 8.66, y + 5))
            add(group, "polygon", points=corners(places), stroke=stroke, **named)
        elif mark == "square":
            add(group, "rect", x=x - 7, y=y - 7, width=14.0, height=14.0, stroke=stroke, **named)
        elif mark == "circle":
            add(group, "circle", cx=x, cy=y, r=8.5, stroke=stroke, **named)
        elif mark == "selected":
            add(group, "rect", x=x - 6, y=y - 6, width=12.0, height=12.0, fill=stroke, **named)
        else:
            strokes = segment((x - 7, y - 7), (x + 7, y + 7)) + segment((x - 7, y + 7), (x + 7, y - 7))
            add(group, "path", d=strokes, stroke=stroke, stroke_linecap="round", **named)


def draw_last_move(
    parent: ET.Element, place: Place, theme: Theme, stones: Mapping[str, str], point: str, crowded: bool
) -> ET.Element:
    """A dot on the stone of the last move, or a ring where the stone has been removed at once or bears something."""
    x, y = place
    color = ink(theme, stones, point)
    named = {"class_": "last-move", "data_point": point}
    if crowded or point not in stones:
        ring = {"cx": x, "cy": y, "r": STONE - 3.2, "stroke_width": 1.6}
        return add(parent, "circle", fill="none", stroke=color, **ring, **named)
    return add(parent, "circle", cx=x, cy=y, r=5.0, fill=color, **named)


def draw_tokens(
    picture: ET.Element,
    layout: Layout,
    theme: Theme,
    stones: Mapping[str, str],
    points: Iterable[str],
    crowded: Iterable[str],
) -> None:
    """The tokens on threatened stones, diamonds; small and to the side where the stone bears something else."""
    points, crowded = list(points), set(crowded)
    if not points:
        return
    group = add(picture, "g", class_="threatened")
    for point in points:
        x, y = layout.at[point]
        half = 8.5
        if point in crowded:
            x, y, half = x + 0.28 * STEP, y - 0.28 * STEP, 6.5
        fill, rim = (
            (theme.token_on_light, theme.light) if stones.get(point) == "light" else (theme.token_on_dark, theme.dark)
        )
        places = ((x, y - half), (x + half, y), (x, y + half), (x - half, y))
        add(group, "polygon", points=corners(places), fill=fill, stroke=rim, stroke_width=1.2, data_point=point)


def draw_rescues(picture: ET.Element, layout: Layout, theme: Theme, points: Iterable[str]) -> None:
    """Plus signs on the points that rescue a threatened group."""
    points = list(points)
    if not points:
        return
    group = add(picture, "g", class_="rescues", stroke=theme.rescue, stroke_width=3.4, stroke_linecap="round")
    for point in points:
        x, y = layout.at[point]
        _clearing(group, theme, (x, y))
        cross = segment((x - 7, y), (x + 7, y)) + segment((x, y - 7), (x, y + 7))
        add(group, "path", d=cross, data_point=point)
    for clearing in group.findall("circle"):
        clearing.set("stroke", "none")
