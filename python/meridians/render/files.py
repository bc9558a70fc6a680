"""Pictures as files: written whole or not at all, in the format that the file's name says."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, Unpack
from xml.etree import ElementTree as ET

from meridians import checks
from meridians._core import MeridiansError
from meridians.render.animation import MOST_SECONDS, frames
from meridians.render.canvas import written
from meridians.render.course import Played, State
from meridians.render.options import Options, course_of
from meridians.render.png import gif, png
from meridians.render.svg import picture_of, subject_with
from meridians.whole_file import whole_file

__all__ = ["render_game", "save"]

Progress = Callable[[int, int], object]

FORMATS = (".svg", ".png", ".gif")
PNG_WIDTH = 840.0  # pixels, unless the options say another
GIF_WIDTH = 480.0


def save(
    what: str | State,
    path: str | os.PathLike[str],
    *,
    seconds: float = 0.8,
    hold: float = 3.0,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> None:
    """Writes a picture to a file whose name ends in ``.svg``, ``.png`` or ``.gif``.

    ``what``: the text of an SVG, or a game, position or record that is drawn with the options of :func:`svg`; of a
    game or a record ``.gif`` is all of it, animated with ``seconds`` for each move and ``hold`` for the end, as in
    :func:`animate`. A PNG of a state is 840 pixels wide, a GIF 480, unless ``size`` says how wide; one of an SVG is
    as wide as that says. PNG and GIF need the extra ``png``. ``progress(done, total)`` counts the positions of a GIF.
    The file is complete or not there at all.

    OSError if it cannot be written; ModuleNotFoundError without the extra.
    """
    checks.path("path", path)
    target = Path(path)
    ending = target.suffix.lower()
    if ending not in FORMATS:
        raise MeridiansError(f"path must end in .svg, .png or .gif, not in {ending[:40]!r}")
    seconds = checks.positive("seconds", seconds, MOST_SECONDS)
    hold = checks.positive("hold", hold, MOST_SECONDS)
    checks.function("progress", progress, optional=True)
    content = _moving(what, seconds, hold, progress, options) if ending == ".gif" else _content(what, ending, options)
    with whole_file(target) as unfinished:
        unfinished.write_bytes(content)


def _content(what: object, ending: str, options: Options) -> bytes:
    if isinstance(what, str):
        if options:
            raise TypeError(f"a picture is drawn already and has no option {', '.join(sorted(options))}")
        _check_svg(what)
        return what.encode() if ending == ".svg" else png(what)
    if not isinstance(what, State):
        message = f"what must be an SVG, a GameState, Position, Record or RecordNode, not {type(what).__name__}"
        raise TypeError(message)
    if ending == ".png":
        options = {**options, "size": options.get("size") or PNG_WIDTH}
    picture = written(picture_of(subject_with(what, options)))
    return picture.encode() if ending == ".svg" else png(picture)


def _moving(what: object, seconds: float, hold: float, progress: Progress | None, options: Options) -> bytes:
    """The GIF of a game."""
    if isinstance(what, str):
        raise MeridiansError("a GIF is made of a game, not of one picture")
    game = course_of(what)
    sized: Options = {**options, "size": options.get("size") or GIF_WIDTH}

    def counted() -> Iterator[str]:
        for done, picture in enumerate(frames(game, sized)):
            if progress is not None:
                progress(done, game.last + 1)
            yield picture

    return gif(counted(), seconds, hold)


def _check_svg(picture: str) -> None:
    """Refuses what is no SVG, such as the name of a file."""
    try:
        tag = ET.fromstring(picture).tag
    except (ET.ParseError, ValueError):  # ValueError: lone surrogates
        tag = ""
    if tag != "{http://www.w3.org/2000/svg}svg":
        raise MeridiansError("what must be the text of an SVG, a GameState, Position, Record or RecordNode")


def render_game(
    state: Played,
    folder: str | os.PathLike[str],
    *,
    ply: int | None = None,
    format: Literal["svg", "png"] = "svg",  # noqa: A002
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> list[Path]:
    """Writes pictures of a game to a folder, which is made if need be: one after each ply, or after one ply only.

    ``ply``: 0, the start, to the number of moves; None for all. ``format``: ``"svg"`` or ``"png"``.
    ``progress(done, total)`` counts pictures. The other options are those of :func:`svg`. Gives the paths of the
    files, ``ply-000.svg`` and so on; files of these names are written over.
    """
    game = course_of(state)
    checks.path("folder", folder)
    plies = range(game.last + 1) if ply is None else [checks.whole("ply", ply, 0, game.last)]
    checks.one_of("format", format, ("svg", "png"))
    checks.function("progress", progress, optional=True)
    for number in plies:
        subject_with(game.at(number), options)  # what is wrong is found before anything is written
    where = Path(folder)
    where.mkdir(parents=True, exist_ok=True)
    width = max(3, len(str(game.last)))
    paths = [where / f"ply-{number:0{width}}.{format}" for number in plies]
    for done, (number, path) in enumerate(zip(plies, paths, strict=True)):
        if progress is not None:
            progress(done, len(paths))
        save(game.at(number), path, **options)
    return paths
