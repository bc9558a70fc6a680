"""Key positions of a game side by side in one picture, and the choice of them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Unpack
from xml.etree import ElementTree as ET

from meridians import checks
from meridians._core import MeridiansError
from meridians.render.board import layout_of
from meridians.render.canvas import add, new_picture, number, written
from meridians.render.course import Course, Played
from meridians.render.options import Options, Subject, course_of, pixels
from meridians.render.svg import picture_of, subject_with

__all__ = ["key_plies", "strip"]

GAP = 16.0
READABLE_WIDTH = 1200.0  # of a strip; a wider one is seen from further away, and has larger words
MOST_BOARDS = 1000


def key_plies(state: Played, count: int = 4) -> list[int]:
    """The plies after which a game is worth a picture, ascending: its end, those before the largest removals, when the
    groups are threatened, and else evenly spread ones.

    ``count``: at most so many, 1..1000.
    """
    game = course_of(state)
    return _key_plies(game, checks.whole("count", count, 1, MOST_BOARDS))


def _key_plies(game: Course, count: int) -> list[int]:
    by_size = sorted(range(2, game.last + 1), key=lambda ply: (-len(game.removed[ply - 1]), ply))
    events: list[int] = []
    for ply in by_size:
        # Removals close to each other are one event; single stones come and go all the time.
        apart = all(abs(ply - other) > game.last / (3 * count) for other in events)
        if len(events) < count // 2 and apart and len(game.removed[ply - 1]) > 1:
            events.append(ply)
    plies = {game.last, *(ply - 1 for ply in events)}
    while len(plies) < min(count, game.last):
        # the middle of the widest gap, counted from the start of the game
        ends = [0, *sorted(plies)]
        start, end = max(itertools.pairwise(ends), key=lambda pair: (pair[1] - pair[0], -pair[0]))
        plies.add((start + end) // 2 if end - start > 1 else min(set(range(1, game.last)) - plies))
    return sorted(plies)


def strip(
    state: Played, plies: Sequence[int] | None = None, *, columns: int | None = None, **options: Unpack[Options]
) -> str:
    """Positions of a game side by side, each with its ply and move below, as one SVG.

    ``plies``: after which moves, by default :func:`key_plies`. ``columns``: how many boards are in a row, by
    default up to 4. The other options are those of :func:`svg`, for each board; ``numbers=True`` numbers the moves
    since the board before, and ``size`` is the width of all.
    """
    game = course_of(state)
    if plies is None:
        chosen = _key_plies(game, 4)
    else:
        given = checks.sequence_of("plies", plies, "plies")
        chosen = [checks.whole("a ply", ply, 0, game.last) for ply in given]
        if not chosen or len(chosen) > MOST_BOARDS:
            raise MeridiansError(f"plies must be 1 to {MOST_BOARDS} plies, not {len(chosen)}")
    across = min(len(chosen), 4) if columns is None else checks.whole("columns", columns, 1, MOST_BOARDS)
    width = pixels("size", options.pop("size", None))
    subjects = [_subject(game, chosen, index, options) for index in range(len(chosen))]
    return written(_side_by_side(subjects, across, width))


def _subject(game: Course, plies: list[int], index: int, options: Options) -> Subject:
    ply = plies[index]
    shown, own = game.at(ply), options.copy()
    if own.get("numbers") is True:
        before = plies[index - 1] if index else 0
        own["numbers"] = (before + 1, ply) if before < ply else False
    if own.get("caption") is None:
        own["caption"] = _caption(game, ply, own.get("numbers", False))
    return subject_with(shown, own)


def _caption(game: Course, ply: int, numbers: bool | tuple[int, int]) -> str:
    if isinstance(numbers, tuple) and numbers[0] < ply:
        return f"{numbers[0]} to {ply}"
    return game.caption(ply)


def _side_by_side(subjects: list[Subject], across: int, size: float | None) -> ET.Element:
    """The pictures as pictures within one; each row is as high as its highest."""
    columns = min(across, len(subjects))
    board_width = layout_of(subjects[0].position.size, subjects[0].coordinates).width
    width = columns * board_width + (columns - 1) * GAP
    letters = min(max(1.0, width / READABLE_WIDTH), 2.0)
    pictures = [picture_of(subject, letters) for subject in subjects]
    boxes = [[float(length) for length in picture.attrib["viewBox"].split()[2:]] for picture in pictures]
    rows = [range(first, min(first + across, len(pictures))) for first in range(0, len(pictures), across)]
    heights = [max(boxes[index][1] for index in row) for row in rows]
    height = sum(heights) + GAP * (len(rows) - 1)
    plies = ", ".join(str(subject.ply) for subject in subjects)
    title = f"Meridians {subjects[0].position.size}: a game after {plies} plies"
    root = new_picture(width, height, size, title, f"{len(subjects)} boards, each with its own title.")
    add(root, "rect", class_="page", width=width, height=height, fill=subjects[0].theme.page)
    top = 0.0
    for row, row_height in zip(rows, heights, strict=True):
        for column, index in enumerate(row):
            picture = pictures[index]
            place = {"x": column * (board_width + GAP), "y": top, "width": board_width, "height": boxes[index][1]}
            picture.attrib.update({key: number(value) for key, value in place.items()})
            del picture.attrib["xmlns"], picture.attrib["font-family"]
            picture.set("class", "board")
            root.append(picture)
        top += row_height + GAP
    return root
