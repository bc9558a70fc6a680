"""Heat maps: numbers over the points of a board, such as visits, values or ownership, with a legend.

Numbers that are none of them below zero are shown by the colour of the points' cells. If there are any below zero, the
numbers are for Light where they are positive and for Dark where they are negative, as ownership is, and are shown by
squares of that colour, whose areas go by the numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
from numpy.typing import ArrayLike

from meridians import checks
from meridians._core import MeridiansError, Position, move_text
from meridians.render.board import CELL, STEP, Layout
from meridians.render.canvas import add, checked_text, corners, text
from meridians.render.theme import Theme, blend

__all__ = ["LEGEND_HEIGHT", "Heat", "Scale", "draw_cells", "draw_legend", "draw_squares", "square"]

LEGEND_HEIGHT = 60.0
STEPS = 5  # of the legend
SQUARE = 11.0  # half the side of the largest square


@dataclass(frozen=True)
class Heat:
    """Numbers to draw on a board.

    ``values``: an array-like of one dimension with a number for each point, ``[N]``, or for each action, ``[A]``,
    in action order; nan where there is nothing to show. ``title``: what the legend calls them. ``low`` and
    ``high``: the ends of the scale, by default the lowest and the highest of the numbers, or 0 if all are above it;
    numbers beyond an end are drawn as the end is. A scale with negative numbers always reaches as far below zero as
    above.
    """

    values: ArrayLike
    title: str = ""
    low: float | None = None
    high: float | None = None

    def __post_init__(self) -> None:
        checked_text("title", self.title, 80)
        if self.low is not None:
            checks.number("low", self.low, -1e300, 1e300)
        if self.high is not None:
            checks.number("high", self.high, -1e300, 1e300)
        if self.low is not None and self.high is not None and not self.low < self.high:
            raise MeridiansError(f"low must be below high, not {self.low:g} with {self.high:g}")
        _numbers(self.values)


@dataclass(frozen=True)
class Scale:
    """A heat map brought to a board: its numbers by the names of moves, and the ends of its scale."""

    title: str
    values: dict[str, float]
    low: float
    high: float
    whole: bool
    """Whether all numbers are whole."""

    @property
    def diverging(self) -> bool:
        """Whether the numbers are for Light or for Dark."""
        return self.low < 0

    def share(self, value: float) -> float:
        """Where a number is on the scale: from 0 to 1, or from -1 to 1 if it is for Light or for Dark."""
        value = min(max(value, self.low), self.high)
        return value / self.high if self.diverging else (value - self.low) / (self.high - self.low)

    def shown(self, value: float) -> str:
        """A number as it is written."""
        return f"{value:.0f}" if self.whole and abs(value) < 1e15 else f"{value:.3g}"

    @classmethod
    def of(cls, heat: object, position: Position) -> Scale | None:
        """The scale of a heat map or of an array alone; None if there is nothing to show."""
        given = heat if isinstance(heat, Heat) else Heat(heat)  # type: ignore[arg-type]
        numbers = _numbers(given.values)
        sizes = {position.points, position.action_count}
        if numbers.size not in sizes:
            expected = " or ".join(map(str, sorted(sizes)))
            raise MeridiansError(
                f"heat must have {expected} numbers on {position.size}, points or actions, not {numbers.size}"
            )
        names = (move_text(action, position.size, position.opening) for action in range(numbers.size))
        values = {name: float(value) for name, value in zip(names, numbers, strict=True) if not np.isnan(value)}
        if not values:
            return None
        least, most = min(values.values()), max(values.values())
        low = min(least, 0.0) if given.low is None else float(given.low)
        high = max(most, low) if given.high is None else float(given.high)
        if low < 0:
            high = max(-low, high)
            low = -high
        if not low < high:  # all numbers are alike, or beyond the end that was given
            high = low + 1
        return cls(
            given.title, values, low, high, all(value == round(value) for value in (low, high, *values.values()))
        )


def _numbers(values: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The array of a heat map."""
    try:
        array = np.asarray(values)
        if array.dtype.kind not in "biuf":
            raise TypeError
        array = array.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        message = f"heat must be an array of numbers or a Heat, not {type(values).__name__}"
        raise TypeError(message) from None
    if array.ndim != 1:
        raise MeridiansError(f"heat must be an array of one dimension, not of {array.ndim}")
    if np.isinf(array).any() or (np.abs(array) > 1e300).any():
        raise MeridiansError("heat must have finite numbers of at most 1e300, or nan")
    return array


def square(
    parent: ET.Element,
    theme: Theme,
    x: float,
    y: float,
    half: float,
    color: str,
    under: str | None = None,
    **attributes: str,
) -> None:
    """A square in a colour's surface, and with its outline, or what is seen on the same colour ``under`` it."""
    fill, rim = (theme.light, theme.light_rim) if color == "light" else (theme.dark, theme.dark_rim)
    if under == color:
        rim = theme.on_light if color == "light" else theme.on_dark
    shape = {"x": x - half, "y": y - half, "width": 2 * half, "height": 2 * half}
    add(parent, "rect", **shape, fill=fill, stroke=rim, stroke_width=1.2, **attributes)


def draw_cells(picture: ET.Element, layout: Layout, theme: Theme, scale: Scale) -> None:
    """The coloured cells, which lie below the grid."""
    if scale.diverging:
        return
    cells = add(picture, "g", class_="heat")
    for point, value in scale.values.items():
        if point in layout.at:
            fill = blend(theme.heat, scale.share(value))
            cell = add(cells, "polygon", points=corners(layout.cell(point)), fill=fill)
            cell.set("data-point", point)
            add(cell, "title").text = f"{point}: {scale.shown(value)}"


def draw_squares(picture: ET.Element, layout: Layout, theme: Theme, stones: Mapping[str, str], scale: Scale) -> None:
    """The squares of numbers for Light or for Dark, which lie on the stones."""
    if not scale.diverging:
        return
    squares = add(picture, "g", class_="heat")
    for point, value in scale.values.items():
        half = SQUARE * abs(scale.share(value)) ** 0.5
        if point in layout.at and half >= 0.75:
            color = "light" if value > 0 else "dark"
            x, y = layout.at[point]
            square(squares, theme, x, y, half, color, stones.get(point), data_point=point, class_=color)


def draw_legend(picture: ET.Element, theme: Theme, scale: Scale, width: float, top: float) -> None:
    """The legend below the board: the scale, its title, and the numbers of what is no point."""
    legend = add(picture, "g", class_="legend", fill=theme.text, text_anchor="middle")
    y, step, left = top + 12, STEP * 0.8, width / 2 - STEP * 0.8 * STEPS / 2
    for index in range(STEPS):
        share = index / (STEPS - 1)
        if scale.diverging:
            signed = 2 * share - 1
            half = max(SQUARE * abs(signed) ** 0.5, 0.75)
            square(legend, theme, left + (index + 0.5) * step, y, half, "light" if signed > 0 else "dark")
        else:
            fill = blend(theme.heat, share)
            box = {"x": left + index * step, "y": y - CELL / 2, "width": step, "height": CELL}
            add(legend, "rect", **box, fill=fill, stroke=theme.edge, stroke_width=0.8)
    low, high = scale.shown(abs(scale.low)), scale.shown(scale.high)
    if scale.diverging:
        low, high = f"Dark {low}", f"Light {high}"
    text(legend, low, left - 8, y, 14, text_anchor="end")
    text(legend, high, left + STEPS * step + 8, y, 14, text_anchor="start")
    others = [
        f"{name} {scale.shown(value)}" for name, value in scale.values.items() if name in ("pass", "keep", "swap")
    ]
    words = "; ".join(filter(None, [scale.title, *others]))
    if words:
        text(legend, words, width / 2, y + 26, 14)
