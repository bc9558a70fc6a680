"""What a picture shows and how it looks, as options of the commands that draw one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, cast

import typer

from meridians import MeridiansError
from meridians.cli.arguments import whole
from meridians.cli.errors import InputError
from meridians.render import Options

__all__ = [
    "Arrow",
    "Caption",
    "From",
    "Label",
    "Mark",
    "NoCoordinates",
    "NoThreatened",
    "Numbers",
    "Paths",
    "Places",
    "Rescues",
    "Sight",
    "Theme",
    "Width",
    "drawing_options",
    "named_errors",
    "numbered",
]

Theme = Annotated[str | None, typer.Option("--theme", metavar="THEME", help="light, dark or print. Default: light.")]
Width = Annotated[int | None, typer.Option("--width", metavar="PIXELS", help="How wide the picture is, 1 to 20000.")]
NoCoordinates = Annotated[bool, typer.Option("--no-coordinates", help="Leave out the names at the ends of the rows.")]
NoThreatened = Annotated[bool, typer.Option("--no-threatened", help="Leave out the tokens of threatened groups.")]
Rescues = Annotated[
    bool | None, typer.Option("--rescues/--no-rescues", help="Mark the points that rescue a threatened group.")
]
Paths = Annotated[str | None, typer.Option("--paths", metavar="COLOR", help="Draw paths: of light, dark or both.")]
Sight = Annotated[str | None, typer.Option("--sight", metavar="POINT", help="Show what a point sees.")]
Places = Annotated[bool, typer.Option("--places", help="Show who can place where.")]
Numbers = Annotated[bool, typer.Option("--numbers", help="Number the moves, as in a printed article.")]
From = Annotated[int | None, typer.Option("--from", metavar="N", help="With --numbers: from this ply on.")]
Label = Annotated[
    list[str] | None, typer.Option("--label", metavar="POINT=TEXT", help="Write on a point; may be repeated.")
]
Mark = Annotated[
    list[str] | None,
    typer.Option(
        "--mark",
        metavar="POINT=MARK",
        help="Mark a point: triangle, square, circle, cross or selected; may be repeated.",
    ),
]
Arrow = Annotated[
    list[str] | None, typer.Option("--arrow", metavar="FROM-TO", help="Draw an arrow, as in c1-c4; may be repeated.")
]
Caption = Annotated[str | None, typer.Option("--caption", metavar="TEXT", help="Words below the board.")]

# What the errors of pictures call an option, and what it is called here.
_CALLED = {
    "in labels": "--label",
    "in marks": "--mark",
    "in sight": "--sight",
    "in arrows": "--arrow",
}


def drawing_options(
    *,
    theme: str | None,
    width: int | None,
    no_coordinates: bool,
    no_threatened: bool,
    rescues: bool | None,
    paths: str | None,
    sight: str | None,
    places: bool,
    label: list[str] | None,
    mark: list[str] | None,
    arrow: list[str] | None,
    caption: str | None,
) -> Options:
    """The options of a picture that were given; pictures check the values, this only how they are written."""
    if paths not in (None, "light", "dark", "both"):
        raise InputError(f"--paths must be light, dark or both, not {paths!r}")
    given: dict[str, object] = {
        "theme": theme,
        "size": None if width is None else whole("--width", width, 1, 20_000),
        "coordinates": False if no_coordinates else None,
        "threatened": False if no_threatened else None,
        "rescues": rescues,
        "paths": True if paths == "both" else paths,
        "sight": sight,
        "places": places or None,
        "labels": dict(_pairs("--label", "=", "POINT=TEXT, as in b2=A", label)) or None,
        "marks": dict(_pairs("--mark", "=", "POINT=MARK, as in b2=cross", mark)) or None,
        "arrows": list(_pairs("--arrow", "-", "FROM-TO, as in c1-c4", arrow)) or None,
        "caption": caption,
    }
    return cast(Options, {name: value for name, value in given.items() if value is not None})


def _pairs(option: str, sign: str, form: str, given: list[str] | None) -> Iterator[tuple[str, str]]:
    for item in given or ():
        first, found, second = item.partition(sign)
        if not (first and found and second):
            raise InputError(f"{option} must be {form}, not {item!r}")
        yield first, second


def numbered(numbers: bool, first: int | None, ply: int) -> bool | tuple[int, int]:
    """The moves that get numbers in a picture after so many plies."""
    if first is None:
        return numbers
    if not numbers:
        raise InputError("--from says where --numbers begins: give both")
    if not ply:
        raise InputError("--from needs a move to begin with, and there is none")
    return whole("--from", first, 1, ply), ply


@contextmanager
def named_errors() -> Iterator[None]:
    """Says which option of the command a picture did not like."""
    try:
        yield
    except MeridiansError as error:
        options = [_CALLED[note] for note in getattr(error, "__notes__", ()) if note in _CALLED]
        raise InputError(": ".join([*options, str(error)])) from None
    except ModuleNotFoundError as error:  # the extra `png`
        raise InputError(str(error)) from None
