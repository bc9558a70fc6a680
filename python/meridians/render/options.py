"""The options of a picture: their types, and the checks that every one of them goes through before anything is
drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypedDict, cast

from numpy.typing import ArrayLike

from meridians import checks
from meridians._core import GameState, MeridiansError, Position, Record, RecordNode
from meridians.render.canvas import checked_text
from meridians.render.course import Course, Played, State, ending_of, last_move_of, last_node, stones_of
from meridians.render.heat import Heat, Scale
from meridians.render.numbers import Diagram, diagram_of
from meridians.render.theme import THEMES, Theme, ThemeName

__all__ = ["MARKS", "Color", "Mark", "Options", "Subject", "course_of", "pixels", "position_of", "theme_named"]

Color = Literal["light", "dark"]
Mark = Literal["triangle", "square", "circle", "cross", "selected"]
MARKS = ("triangle", "square", "circle", "cross", "selected")
LABEL_LENGTH = 4
CAPTION_LENGTH = 500
MOST_PIXELS = 20_000


class Options(TypedDict, total=False):
    """The options of :func:`meridians.render.svg`, which what draws several boards or writes a file takes as well."""

    theme: ThemeName
    size: float | None
    coordinates: bool
    last_move: bool | str
    numbers: bool | tuple[int, int]
    labels: Mapping[str, str] | None
    marks: Mapping[str, Mark] | None
    threatened: bool
    rescues: bool
    paths: bool | Color
    sight: str | None
    places: bool
    heat: Heat | ArrayLike | None
    arrows: Iterable[tuple[str, str]]
    caption: str | None


@dataclass(frozen=True)
class Subject:
    """What is drawn: a position, with all that was asked for checked and looked up."""

    position: Position
    theme: Theme
    size: float | None
    coordinates: bool
    last_move: str | None
    """The point of the last move, if it is to be marked."""
    diagram: Diagram | None
    labels: dict[str, str]
    marks: dict[str, str]
    threatened: list[list[str]]
    """The groups that get tokens."""
    rescues: list[str]
    paths: dict[Color, list[tuple[str, str]]]
    sight: str | None
    places: bool
    heat: Scale | None
    arrows: list[tuple[str, str]]
    caption: str
    outcome: str | None
    """How the game ended, in words."""
    ply: int | None

    @property
    def stones(self) -> dict[str, str]:
        """The colour of the stone on each point that has one."""
        if self.diagram is not None:
            return self.diagram.stones
        return stones_of(self.position)


def position_of(state: object) -> Position:
    """The position itself, that of a game or of a node, or the one at the end of a record's main line."""
    if isinstance(state, GameState | RecordNode):
        return state.position
    if isinstance(state, Record):
        return last_node(state).position
    if not isinstance(state, Position):
        raise TypeError(f"state must be a GameState, Position, Record or RecordNode, not {type(state).__name__}")
    return state


def course_of(state: object) -> Course:
    """The course of a game or a record, and of nothing else."""
    if not isinstance(state, Played):
        raise TypeError(f"state must be a GameState, Record or RecordNode, not {type(state).__name__}")
    return Course.of(state)


def theme_named(theme: object) -> Theme:
    """The theme of a name."""
    checks.one_of("theme", theme, tuple(THEMES))
    return THEMES[cast(str, theme)]


def pixels(name: str, value: object) -> float | None:
    """A width in pixels, or None."""
    return None if value is None else checks.positive(name, value, MOST_PIXELS)


def subject_of(
    state: State,
    theme: ThemeName,
    size: float | None,
    coordinates: bool,
    last_move: bool | str,
    numbers: bool | tuple[int, int],
    labels: Mapping[str, str] | None,
    marks: Mapping[str, Mark] | None,
    threatened: bool,
    rescues: bool,
    paths: bool | Color,
    sight: str | None,
    places: bool,
    heat: Heat | ArrayLike | None,
    arrows: Iterable[tuple[str, str]],
    caption: str | None,
) -> Subject:
    """Checks everything, in the order of the parameters."""
    position = position_of(state)
    chosen, width = theme_named(theme), pixels("size", size)
    coordinates = checks.flag("coordinates", coordinates)
    last = _last_move(state, last_move)
    diagram = _diagram(state, numbers)
    shown = position if diagram is None else diagram.position
    if diagram is not None and not isinstance(last_move, str):
        last = None  # the highest number says it
    if isinstance(state, Record):
        state = last_node(state)
    if isinstance(state, RecordNode):
        labels = _labels_in(state) if labels is None else labels
        marks = _marks_in(state) if marks is None else marks
    named = {
        _point(position, "labels", point): checked_text("a label", label, LABEL_LENGTH)
        for point, label in _mapping("labels", labels).items()
    }
    for mark in _mapping("marks", marks).values():
        checks.one_of("a mark", mark, MARKS)
    marked = {_point(position, "marks", point): cast(str, mark) for point, mark in _mapping("marks", marks).items()}
    groups = shown.threatened()
    tokens = groups if checks.flag("threatened", threatened) else []
    saving = sorted({point for group in groups for point in shown.rescues(group[0])}, key=_row_and_number)
    return Subject(
        position=shown,
        theme=chosen,
        size=width,
        coordinates=coordinates,
        last_move=last,
        diagram=diagram,
        labels=named,
        marks=marked,
        threatened=tokens,
        rescues=saving if checks.flag("rescues", rescues) else [],
        paths={color: shown.paths(color) for color in _colors("paths", paths)},
        sight=None if sight is None else _point(position, "sight", sight),
        places=checks.flag("places", places),
        heat=None if heat is None else Scale.of(heat, position),
        arrows=_arrows(position, arrows),
        caption="" if caption is None else checked_text("caption", caption, CAPTION_LENGTH),
        outcome=ending_of(state) if shown == position else None,
        ply=diagram.last if diagram is not None else None if isinstance(state, Position) else state.ply,
    )


def _row_and_number(point: str) -> tuple[str, int]:
    return point[0], int(point[1:])


def _point(position: Position, name: str, point: object) -> str:
    """The name of a point of the board."""
    if not isinstance(point, str):
        raise TypeError(f"{name} must name a point, not {type(point).__name__}")
    try:
        position.at(point)
    except MeridiansError as error:
        error.add_note(f"in {name}")
        raise
    return point


def _mapping(name: str, value: object) -> Mapping[object, object]:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise TypeError(f"{name} must be a mapping from points or None, not {type(value).__name__}")
    return value


def _labels_in(node: RecordNode) -> dict[str, str]:
    """The labels of a record's node, which may be of any length there."""
    return {point: text if len(text) <= LABEL_LENGTH else f"{text[:3]}\u2026" for point, text in node.labels.items()}


def _marks_in(node: RecordNode) -> dict[str, Mark]:
    """The marks of a record's node by point, one each."""
    return {point: cast(Mark, mark) for mark, points in node.marks.items() for point in points}


def _last_move(state: State, last_move: object) -> str | None:
    """The point to mark as the last move's."""
    if isinstance(last_move, str):
        return _point(position_of(state), "last_move", last_move)
    if not isinstance(last_move, bool):
        raise TypeError(f"last_move must be True, False or the name of a point, not {type(last_move).__name__}")
    move = last_move_of(state) if last_move else None
    return None if move in ("pass", "keep", "swap") else move


def _range(game: Course, numbers: object) -> tuple[int, int] | None:
    """The first and the last of the moves that get numbers."""
    if isinstance(numbers, bool):
        return (1, game.last) if numbers and game.last else None
    first, last = checks.pair_of("numbers", numbers, "plies")
    if not game.last:
        raise MeridiansError("numbers must name moves of the game, and it has none yet")
    first = checks.whole("the first of numbers", first, 1, game.last)
    return first, checks.whole("the last of numbers", last, first, game.last)


def _diagram(state: State, numbers: object) -> Diagram | None:
    if numbers is False:
        return None
    if isinstance(state, Position):
        if numbers is not True:
            checks.pair_of("numbers", numbers, "plies")
        raise MeridiansError("numbers need a GameState or a record: a Position does not know its moves")
    game = Course.of(state)
    chosen = _range(game, numbers)
    return None if chosen is None else diagram_of(game, *chosen)


def _colors(name: str, value: object) -> tuple[Color, ...]:
    if isinstance(value, bool):
        return ("light", "dark") if value else ()
    if not isinstance(value, str):
        raise TypeError(f'{name} must be True, False, "light" or "dark", not {type(value).__name__}')
    checks.one_of(name, value, ("light", "dark"))
    return (cast(Color, value),)


def _arrows(position: Position, arrows: object) -> list[tuple[str, str]]:
    if isinstance(arrows, str | bytes) or not isinstance(arrows, Iterable):
        raise TypeError(f"arrows must be pairs of points, not {type(arrows).__name__}")
    found = []
    for arrow in arrows:
        start, end = (_point(position, "arrows", point) for point in checks.pair_of("an arrow", arrow, "points"))
        if start == end:
            raise MeridiansError(f"an arrow must lead from one point to another, not from {start} to itself")
        found.append((start, end))
    return found
