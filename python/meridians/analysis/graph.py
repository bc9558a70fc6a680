"""The graph of the winning chance over a game, for the report: its colours are the page's, by class."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal
from xml.etree import ElementTree as ET

from meridians.analysis.phrases import percent
from meridians.render.board import Place
from meridians.render.canvas import add, new_picture, number, segment, text, written

if TYPE_CHECKING:
    from meridians.analysis.analysis import Analysis

__all__ = ["graph"]

WIDTH = {"wide": 920.0, "narrow": 440.0}
HEIGHT = 250.0
LEFT, RIGHT, TOP, BOTTOM = 46.0, 14.0, 12.0, 30.0
TICK_WIDTH = 60.0
MARK = 10.0  # the radius of a mark

Scale = Callable[[float], float]


def graph(analysis: Analysis, form: Literal["wide", "narrow"]) -> str:
    """Light's chance in each position, with Dark's above it; turning points are numbered and lead to their boards.

    ``form``: for a page of 920 pixels, or for a phone.
    """
    width = WIDTH[form]
    chances = analysis.chances
    last = max(len(chances) - 1, 1)
    known = [chance for chance in chances if chance is not None]
    ends = f"from {percent(known[0])} to {percent(known[-1])}" if known else "not known yet"
    title = f"Light's winning chance over {analysis.plies} moves: {ends}"
    points = ", ".join(f"{index} after move {move.ply}" for index, move in enumerate(analysis.turning_points, start=1))
    picture = new_picture(width, HEIGHT, None, title, f"Turning points: {points or 'none'}.")
    picture.set("class", f"graph {form}")
    picture.set("role", "group")  # there are links in it

    def x(index: float) -> float:
        return LEFT + (width - LEFT - RIGHT) * index / last

    def y(chance: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance)

    add(picture, "rect", class_="unknown", x=LEFT, y=TOP, width=width - LEFT - RIGHT, height=HEIGHT - TOP - BOTTOM)
    for stretch in _stretches(chances):
        curve = [(x(index), y(chance)) for index, chance in stretch]
        if len(curve) == 1:  # a position between two unknown ones
            curve = [(curve[0][0] - 1, curve[0][1]), (curve[0][0] + 1, curve[0][1])]
        start, end = curve[0][0], curve[-1][0]
        way = "".join(f"L{number(a)} {number(b)}" for a, b in curve)
        add(picture, "path", class_="dark-share", d=f"M{number(start)} {number(TOP)}{way}V{number(TOP)}Z")
        low = number(y(0))
        add(picture, "path", class_="light-share", d=f"M{number(start)} {low}{way}L{number(end)} {low}Z")
        add(picture, "path", class_="curve", d="M" + way[1:])
    _draw_scales(picture, len(chances) - 1, x, y)
    marks: list[Place] = []
    for index, move in enumerate(analysis.turning_points, start=1):
        place = x(analysis.index_after(move.ply)), y(move.light_after)
        mark = _free_place(place, marks)
        marks.append(mark)
        link = add(picture, "a", href=f"#turning-{index}")
        add(link, "title").text = f"Turning point {index}: move {move.ply}, {move.move}"
        if mark != place:
            add(link, "path", class_="turning", d=segment(place, mark))
        add(link, "circle", class_="turning", cx=mark[0], cy=mark[1], r=MARK)
        text(link, str(index), *mark, 13, class_="turning", text_anchor="middle", font_weight="bold")
    return written(picture)


def _free_place(place: Place, taken: Sequence[Place]) -> Place:
    """The nearest place above or below where a mark covers no other one."""
    heights = [step * sign * MARK for step in range(40) for sign in (1, -1)]
    for height in heights:
        there = place[0], place[1] + height
        inside = TOP + MARK <= there[1] <= HEIGHT - BOTTOM - MARK or height == 0
        if inside and all(math.dist(there, other) > 2 * MARK + 1 for other in taken):
            return there
    return place


def _stretches(chances: Sequence[float | None]) -> list[list[tuple[int, float]]]:
    """The pieces of the curve between what is not known."""
    pieces = itertools.groupby(enumerate(chances), lambda pair: pair[1] is not None)
    return [[(index, chance) for index, chance in piece if chance is not None] for known, piece in pieces if known]


def _draw_scales(picture: ET.Element, moves: int, x: Scale, y: Scale) -> None:
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        line = "middle-line" if share == 0.5 else "line"
        add(picture, "path", class_=line, d=f"M{number(x(0))} {number(y(share))}H{number(x(moves or 1))}")
        if share in (0.0, 0.5, 1.0):
            text(picture, f"{round(100 * share)} %", x(0) - 6, y(share), 13, class_="scale", text_anchor="end")
    step = next((step for step in (1, 2, 5, 10, 20, 50, 100, 200) if (x(step) - x(0)) >= TICK_WIDTH), 500)
    for ply in range(0, moves + 1, step):
        text(picture, str(ply), x(ply), HEIGHT - BOTTOM + 16, 13, class_="scale", text_anchor="middle")
