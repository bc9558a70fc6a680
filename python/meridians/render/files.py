"""Pictures as files: written whole or not at all, in the format that the file's name says."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal, Unpack
from xml.etree import ElementTree as ET

from meridians import checks
from meridians._core import GameState, MeridiansError, Position
from meridians.render.animation import frames
from meridians.render.canvas import written
from meridians.render.options import Options, game_of
from meridians.render.png import gif, png
from meridians.render.strip import at_ply
from meridians.render.svg import picture_of, subject_with
from meridians.whole_file import whole_file

__all__ = ["render_game", "save"]

FORMATS = (".svg", ".png", ".gif")
PNG_WIDTH = 840.0  # pixels, unless the options say another
GIF_WIDTH = 480.0
GIF_SECONDS, GIF_HOLD = 0.8, 3.0


def save(what: str | GameState | Position, path: str | os.PathLike[str], **options: Unpack[Options]) -> None:
    """Writes a picture to a file whose name ends in ``.svg``, ``.png`` or ``.gif``.

    ``what``: the text of an SVG, or a game or position that is drawn with the options of :func:`svg`; of a game
    ``.gif`` is all of it, animated. A PNG of a state is 840 pixels wide, a GIF 480, unless ``size`` says how wide;
    one of an SVG is as wide as that says. PNG and GIF need the extra ``png``. The file is complete or not there at
    all.

    OSError if it cannot be written; ModuleNotFoundError without the extra.
    """
    checks.path("path", path)
    target = Path(path)
    ending = target.suffix.lower()
    if ending not in FORMATS:
        raise MeridiansError(f"path must end in .svg, .png or .gif, not in {ending[:40]!r}")
    content = _content(what, ending, options)
    with whole_file(target) as unfinished:
        unfinished.write_bytes(content)


def _content(what: object, ending: str, options: Options) -> bytes:
    if isinstance(what, str):
        if options:
            raise TypeError(f"a picture is drawn already and has no option {', '.join(sorted(options))}")
        if ending == ".gif":
            raise MeridiansError("a GIF is made of a game, not of one picture")
        _check_svg(what)
        return what.encode() if ending == ".svg" else png(what)
    if ending == ".gif":
        sized: Options = {**options, "size": options.get("size") or GIF_WIDTH}
        return gif(frames(game_of(what), sized), GIF_SECONDS, GIF_HOLD)
    if not isinstance(what, GameState | Position):
        raise TypeError(f"what must be an SVG, a GameState or a Position, not {type(what).__name__}")
    if ending == ".png":
        options = {**options, "size": options.get("size") or PNG_WIDTH}
    picture = written(picture_of(subject_with(what, options)))
    return picture.encode() if ending == ".svg" else png(picture)


def _check_svg(picture: str) -> None:
    """Refuses what is no SVG, such as the name of a file."""
    try:
        tag = ET.fromstring(picture).tag
    except (ET.ParseError, ValueError):  # ValueError: lone surrogates
        tag = ""
    if tag != "{http://www.w3.org/2000/svg}svg":
        raise MeridiansError("what must be the text of an SVG, a GameState or a Position")


def render_game(
    state: GameState,
    folder: str | os.PathLike[str],
    *,
    ply: int | None = None,
    format: Literal["svg", "png"] = "svg",  # noqa: A002
    **options: Unpack[Options],
) -> list[Path]:
    """Writes pictures of a game to a folder, which is made if need be: one after each ply, or after one ply only.

    ``ply``: 0, the start, to the number of moves; None for all. ``format``: ``"svg"`` or ``"png"``. The other
    options are those of :func:`svg`. Gives the paths of the files, ``ply-000.svg`` and so on.
    """
    game = game_of(state)
    checks.path("folder", folder)
    plies = range(game.ply + 1) if ply is None else [checks.whole("ply", ply, 0, game.ply)]
    checks.one_of("format", format, ("svg", "png"))
    for number in plies:
        subject_with(at_ply(game, number), options)  # what is wrong is found before anything is written
    where = Path(folder)
    where.mkdir(parents=True, exist_ok=True)
    width = max(3, len(str(game.ply)))
    paths = [where / f"ply-{number:0{width}}.{format}" for number in plies]
    for number, path in zip(plies, paths, strict=True):
        save(at_ply(game, number), path, **options)
    return paths
