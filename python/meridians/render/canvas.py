"""SVG elements, made with the standard library: what is in the tree is escaped when it is written.

Nothing in a picture has an id, and no style sheet is in it, so that any number of pictures can stand in one HTML page.
Colours are attributes of groups; classes and ``data-point`` say what an element is, for tests and for programs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.etree import ElementTree as ET

from meridians._core import MeridiansError
from meridians.render.board import Place

__all__ = ["Attributes", "add", "checked_text", "corners", "new_picture", "number", "segment", "text", "written"]

FONT = "system-ui, 'Segoe UI', 'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif"

Attributes = dict[str, str | float]

# What XML 1.0 can hold, but for line ends and tabs, which a line of a picture has none of.
_WRITABLE = re.compile("[\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\U00010000-\U0010ffff]*")


def number(value: float) -> str:
    """A coordinate, to a hundredth, without needless zeros."""
    shown = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if shown == "-0" else shown


def add(parent: ET.Element, tag: str, **attributes: str | float) -> ET.Element:
    """A new element in another one. ``class_`` and ``stroke_width`` are written ``class`` and ``stroke-width``."""
    named = {
        key.rstrip("_").replace("_", "-"): value if isinstance(value, str) else number(value)
        for key, value in attributes.items()
    }
    return ET.SubElement(parent, tag, named)


def text(parent: ET.Element, words: str, x: float, y: float, size: float, **attributes: str | float) -> ET.Element:
    """A line of text whose capitals are centred on a height."""
    element = add(parent, "text", x=x, y=y + 0.36 * size, font_size=size, **attributes)
    element.text = words
    return element


def new_picture(width: float, height: float, size: float | None, title: str, description: str) -> ET.Element:
    """The root of a picture with its words for those who cannot see it; ``size`` is the width in pixels, if it has
    one.
    """
    sizes = {} if size is None else {"width": number(size), "height": number(size * height / width)}
    root = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {number(width)} {number(height)}",
            **sizes,
            "role": "img",
            "font-family": FONT,
        },
    )
    add(root, "title").text = title
    add(root, "desc").text = description
    return root


def written(root: ET.Element) -> str:
    """The text of a picture, one element a line."""
    ET.indent(root, "")
    return ET.tostring(root, encoding="unicode") + "\n"


def segment(start: Place, end: Place) -> str:
    """A straight piece for the ``d`` of a path."""
    return f"M{number(start[0])} {number(start[1])}L{number(end[0])} {number(end[1])}"


def corners(places: Iterable[Place]) -> str:
    """The ``points`` of a polygon."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in places)


def checked_text(name: str, value: object, most: int) -> str:
    """A text of one line that XML can hold, of at most so many characters."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a text, not {type(value).__name__}")
    if len(value) > most or not _WRITABLE.fullmatch(value):
        raise MeridiansError(f"{name} must be one line of at most {most} printable characters, not {value[:40]!r}")
    return value
