"""A board as SVG: everything that was asked for, drawn in layers from the page up."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from xml.etree import ElementTree as ET

from numpy.typing import ArrayLike

from meridians.render.areas import draw_areas, draw_place_marks
from meridians.render.board import LABEL_GAP, Layout, layout_of
from meridians.render.canvas import Attributes, add, corners, new_picture, segment, text, written
from meridians.render.course import State
from meridians.render.heat import LEGEND_HEIGHT, Heat, draw_cells, draw_legend, draw_squares
from meridians.render.lines import draw_arrows, draw_paths, draw_seen, draw_sight_lines
from meridians.render.options import Color, Mark, Options, Subject, subject_of
from meridians.render.stones import draw_labels, draw_last_move, draw_marks, draw_rescues, draw_stones, draw_tokens
from meridians.render.theme import Theme, ThemeName

__all__ = ["board_title", "draw_board", "picture_of", "svg"]

WORDS_SIZE = 15.0  # of what is written below the board
LINE = 21.0
LETTER = 0.52  # the mean width of a letter, in its size


def svg(
    state: State,
    *,
    theme: ThemeName = "light",
    size: float | None = None,
    coordinates: bool = True,
    last_move: bool | str = True,
    numbers: bool | tuple[int, int] = False,
    labels: Mapping[str, str] | None = None,
    marks: Mapping[str, Mark] | None = None,
    threatened: bool = True,
    rescues: bool = False,
    paths: bool | Color = False,
    sight: str | None = None,
    places: bool = False,
    heat: Heat | ArrayLike | None = None,
    arrows: Iterable[tuple[str, str]] = (),
    caption: str | None = None,
) -> str:
    """The picture of a position, or of the current position of a game, as the text of an SVG file.

    Of a :class:`Record` it is the position at the end of its main line, of a :class:`RecordNode` that of the node, with
    the labels and marks that the record has there unless others are given.

    It has a ``viewBox`` and fills what it is put in, unless ``size`` says how many pixels wide it is. ``theme``:
    ``"light"``, ``"dark"``, or ``"print"``, which is black and white. ``coordinates``: the names at the ends of the
    rows. ``last_move``: whether to mark the last move of a game, or the point to mark as such. ``numbers``: True, or
    the first and the last ply (from 1) of the moves of a game that are drawn with their numbers on one board as in a
    printed article; what was removed meanwhile is in a broken ring, and what fits on no point of its own is listed
    below. ``labels``: up to 4 characters a point. ``marks``: a ``"triangle"``, ``"square"``, ``"circle"``, ``"cross"``
    or ``"selected"`` a point. ``threatened``: a token on the stones of threatened groups (R9). ``rescues``: a plus sign
    on the points that rescue one. ``paths``: those between groups (R7), of both colours or of one. ``sight``: the point
    of which to show what it sees. ``places``: who can place where, with the points shaded that only one colour can use.
    ``heat``: numbers over points or actions, a :class:`Heat` or an array. ``arrows``: pairs of points. ``caption``:
    words below the board.

    TypeError or MeridiansError if something cannot be drawn.
    """
    options = {key: value for key, value in locals().items() if key != "state"}
    return written(picture_of(subject_of(state, **options)))


def subject_with(state: State, options: Options) -> Subject:
    """What is drawn of a state with some options, the others being as :func:`svg` has them."""
    unknown = ", ".join(sorted(options.keys() - Options.__annotations__.keys()))
    if unknown:
        raise TypeError(f"pictures have no option {unknown}")
    return subject_of(state, **{**(svg.__kwdefaults__ or {}), **options})


def picture_of(subject: Subject, letters: float = 1.0) -> ET.Element:
    """The tree of a picture. ``letters``: how much larger than usual the words below the board are."""
    words_size, line_height = WORDS_SIZE * letters, LINE * letters
    layout, theme = layout_of(subject.position.size, subject.coordinates), subject.theme
    below = [] if subject.diagram is None else subject.diagram.words()
    columns = int((layout.width - 40) / (LETTER * words_size))
    lines = [line for words in [subject.caption, *below] for line in textwrap.wrap(words, columns)]
    legend = 0.0 if subject.heat is None else LEGEND_HEIGHT
    height = layout.height + legend + (line_height * len(lines) + 12 if lines else 0)

    picture = new_picture(layout.width, height, subject.size, board_title(subject), _description(subject))
    add(picture, "rect", class_="page", width=layout.width, height=height, fill=theme.page)
    _draw_layers(picture, layout, subject)
    if subject.heat is not None:
        draw_legend(picture, theme, subject.heat, layout.width, layout.height)
    if lines:
        group = add(picture, "g", class_="words", fill=theme.text, text_anchor="middle")
        for index, line in enumerate(lines):
            text(group, line, layout.width / 2, layout.height + legend + line_height * (index + 0.3), words_size)
    return picture


def draw_board(picture: ET.Element, layout: Layout, theme: Theme) -> ET.Element:
    """The board's surface; gives the group for what lies on it below the grid."""
    outline: Attributes = {"stroke": theme.edge, "stroke_width": 1.8, "stroke_linejoin": "round"}
    add(picture, "polygon", class_="board", points=corners(layout.outline), fill=theme.board, **outline)
    return add(picture, "g", class_="ground")


def draw_grid(picture: ET.Element, layout: Layout, theme: Theme, coordinates: bool) -> None:
    """The lines, and the names at the ends of the rows."""
    way = "".join(segment(start, end) for start, end in layout.lines)
    add(picture, "path", class_="grid", d=way, fill="none", stroke=theme.grid, stroke_width=0.8)
    if not coordinates:
        return
    names = add(picture, "g", class_="coordinates", fill=theme.text)
    for row in layout.rows:
        for name, shift, anchor in ((row[0], -LABEL_GAP, "end"), (row[-1], LABEL_GAP, "start")):
            x, y = layout.at[name]
            text(names, name, x + shift, y, 14, text_anchor=anchor)


def _draw_layers(picture: ET.Element, layout: Layout, subject: Subject) -> None:
    theme, position, stones = subject.theme, subject.position, subject.stones
    diagram = subject.diagram
    ground = draw_board(picture, layout, theme)
    if subject.places:
        draw_areas(ground, layout, theme, position)
    if subject.heat is not None:
        draw_cells(ground, layout, theme, subject.heat)
    if not len(ground):
        picture.remove(ground)
    draw_grid(picture, layout, theme, subject.coordinates)
    draw_paths(picture, layout, theme, subject.paths)
    if subject.places:
        draw_place_marks(picture, layout, theme, position)
    gone = set() if diagram is None else diagram.gone
    if subject.sight is not None:
        draw_sight_lines(picture, layout, theme, position, subject.sight)
    draw_stones(picture, layout, theme, stones, gone)
    if subject.sight is not None:
        draw_seen(picture, layout, theme, position, subject.sight)
    if subject.heat is not None:
        draw_squares(picture, layout, theme, stones, subject.heat)
    numbers = {} if diagram is None else {point: str(number) for point, number in diagram.numbers.items()}
    shown = {point: words for point, words in numbers.items() if point not in subject.labels}
    written_on = {*numbers, *subject.labels, *subject.marks}
    if subject.last_move is not None:
        place, crowd = layout.at[subject.last_move], subject.last_move in written_on
        draw_last_move(picture, place, theme, stones, subject.last_move, crowd)
    crowded = {*written_on, *filter(None, [subject.last_move])}
    draw_tokens(picture, layout, theme, stones, [point for group in subject.threatened for point in group], crowded)
    draw_rescues(picture, layout, theme, subject.rescues)
    draw_labels(picture, layout, theme, stones, shown, "numbers", gone)
    draw_marks(picture, layout, theme, stones, subject.marks)
    draw_labels(picture, layout, theme, stones, subject.labels, "labels")
    draw_arrows(picture, layout, theme, subject.arrows)


def board_title(subject: Subject) -> str:
    """What the picture shows, in a line."""
    position = subject.position
    if subject.outcome is not None:
        status = subject.outcome
    elif position.pie == "pie" and position.turns == (1, 1):
        status = "the pie to be answered"
    else:
        status = f"{position.turn.title()} to move"
    after = f" after {subject.ply} plies" if subject.ply else ""
    return f"Meridians {position.size}{after}: {status}"


def _description(subject: Subject) -> str:
    """The picture in words."""
    position = subject.position
    facts = [f"{color.title()} {' '.join(position.stones(color)) or 'none'}" for color in ("light", "dark")]
    if subject.last_move is not None:
        facts.append(f"last move {subject.last_move}")
    facts += [f"threatened {' '.join(group)}" for group in subject.threatened]
    if subject.rescues:
        facts.append(f"rescue points {' '.join(subject.rescues)}")
    if subject.diagram is not None and subject.diagram.numbers:
        moves = (f"{number} {point}" for point, number in subject.diagram.numbers.items())
        facts.append(f"moves {', '.join(moves)}")
    facts += [f"{words} at {point}" for point, words in subject.labels.items()]
    facts += [f"{mark} at {point}" for point, mark in subject.marks.items()]
    facts += [f"arrow from {start} to {end}" for start, end in subject.arrows]
    if subject.heat is not None and subject.heat.title:
        facts.append(f"numbers: {subject.heat.title}")
    return "; ".join(facts) + "."
