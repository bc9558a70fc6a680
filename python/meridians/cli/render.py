"""``meridians render``: pictures of a record: a ply, every ply, key positions, or the moving game."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal, cast

import typer

from meridians import Record
from meridians import render as pictures
from meridians.cli import drawing
from meridians.cli.arguments import whole
from meridians.cli.drawing import drawing_options, named_errors, numbered
from meridians.cli.errors import InputError, writing
from meridians.cli.source import Lenient, WhichGame, record_from
from meridians.cli.terminal import print_text, progress_bar
from meridians.render import Options
from meridians.render.course import Course, State

__all__ = ["EXAMPLES", "render"]

EXAMPLES = """
meridians render game.sgf -o end.svg
meridians render game.sgf --ply 4 --rescues -o ply4.png
meridians render game.sgf --all --format png -o pictures
meridians render game.sgf --numbers --theme print -o game.svg
meridians render games.sgf --game 3 --strip -o strip.svg
meridians render game.sgf --animate -o game.gif
"""

FILES = (".svg", ".png", ".gif")


def render(
    source: Annotated[Path, typer.Argument(metavar="RECORD", help="The record to draw.", show_default=False)],
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE|FOLDER",
            help="Where to: a file .svg, .png or .gif, or a folder for --all and --ply (-: an SVG to standard output).",
            show_default=False,
        ),
    ],
    ply: Annotated[int | None, typer.Option("--ply", metavar="N", help="The position after so many moves.")] = None,
    every: Annotated[bool, typer.Option("--all", help="A picture after each move, in a folder.")] = False,
    strip: Annotated[bool, typer.Option("--strip", help="Key positions side by side.")] = False,
    animate: Annotated[bool, typer.Option("--animate", help="The whole game, moving.")] = False,
    boards: Annotated[
        int | None, typer.Option("--boards", metavar="N", help="With --strip: so many. Default: 4.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", metavar="S", help="With --animate: for each move. Default: 0.8.")
    ] = None,
    game: WhichGame = None,
    lenient: Lenient = False,
    form: Annotated[
        str | None, typer.Option("--format", metavar="FORMAT", help="In a folder: svg or png. Default: svg.")
    ] = None,
    theme: drawing.Theme = None,
    width: drawing.Width = None,
    no_coordinates: drawing.NoCoordinates = False,
    no_threatened: drawing.NoThreatened = False,
    rescues: drawing.Rescues = None,
    paths: drawing.Paths = None,
    sight: drawing.Sight = None,
    places: drawing.Places = False,
    numbers: drawing.Numbers = False,
    first: drawing.From = None,
    label: drawing.Label = None,
    mark: drawing.Mark = None,
    arrow: drawing.Arrow = None,
    caption: drawing.Caption = None,
) -> None:
    """Draws the main line of a record.

    A file gets the end of the game unless --ply, --strip or --animate say else, and a .gif all of it. Records are read
    in every format that docs/records.md names. Files are complete or not there at all, and older ones of the same
    names are written over.
    """
    options = drawing_options(
        theme=theme,
        width=width,
        no_coordinates=no_coordinates,
        no_threatened=no_threatened,
        rescues=rescues,
        paths=paths,
        sight=sight,
        places=places,
        label=label,
        mark=mark,
        arrow=arrow,
        caption=caption,
    )
    kind = _kind(output)
    what = _what(kind, {"--ply": ply is not None, "--all": every, "--strip": strip, "--animate": animate})
    for option, value, mode in (("--boards", boards, "--strip"), ("--seconds", seconds, "--animate")):
        if value is not None and what != mode:
            raise InputError(f"{option} is for {mode}")
    if form is not None and kind != "folder":
        raise InputError("--format is for a folder; the name of a file says its format")
    if first is not None and what in ("--all", "--strip", "--animate"):
        raise InputError(f"--from is for one picture, not for {what}")
    record = record_from(source, game, lenient)
    last = len(record.mainline())
    if ply is not None and not 0 <= ply <= last:
        raise InputError(f"{source}: --ply must be a whole number from 0 to {last}, not {ply}")
    shown = last if ply is None else ply
    if chosen := numbered(numbers, first, shown):
        options["numbers"] = chosen
    with named_errors(), writing(output):
        if kind == "folder":
            _draw_folder(record, output, None if what == "--all" else shown, form or "svg", options)
            return
        if what == "--animate":
            _draw_moving(record, output, kind, 0.8 if seconds is None else seconds, options)
        elif what == "--strip":
            plies = pictures.key_plies(record, 4 if boards is None else whole("--boards", boards, 1, 1000))
            _save(pictures.strip(record, plies, **options), output, {})
        else:
            _save(Course.of(record).at(shown), output, options)
    if output != "-":
        print_text(f"{output}: {_told(what, shown, last)}, {record.size}, {record.result}")


def _kind(output: str) -> str:
    """What is written: the ending of a file, or "folder"."""
    ending = ".svg" if output == "-" else Path(output).suffix.lower()
    is_folder = output.endswith(("/", os.sep)) or ("\0" not in output and Path(output).is_dir())
    if not output or (ending and ending not in FILES and not is_folder):
        raise InputError(f"-o must name a folder, or a file that ends in .svg, .png or .gif, not {output!r}")
    return ending if ending and not is_folder else "folder"


def _what(kind: str, asked: dict[str, bool]) -> str:
    """The one thing that is drawn, by the name of its option."""
    given = [option for option, was_given in asked.items() if was_given]
    if len(given) > 1:
        raise InputError(f"give one of --ply, --all, --strip and --animate, not {' and '.join(given)}")
    if kind == "folder" and given not in (["--ply"], ["--all"]):
        raise InputError("a folder is for --all or --ply N; else -o must name a file that ends in .svg, .png or .gif")
    if given == ["--all"] and kind != "folder":
        raise InputError("--all needs -o to name a folder")
    if kind == ".gif":
        if given not in ([], ["--animate"]):
            raise InputError(f"a .gif is the moving game: leave {given[0]} out")
        return "--animate"
    if given == ["--animate"] and kind == ".png":
        raise InputError("--animate writes .svg or .gif, not .png")
    return given[0] if given else "--ply"


def _draw_folder(record: Record, folder: str, ply: int | None, form: str, options: Options) -> None:
    """The picture after each move or after one."""
    total = len(record.mainline()) + 1 if ply is None else 1
    with progress_bar("Drawing", total) as progress:
        files = pictures.render_game(
            record, folder, ply=ply, format=cast(Literal["svg", "png"], form), progress=progress, **options
        )
    names = files[0].name if ply is not None else f"{files[0].name} to {files[-1].name}"
    print_text(f"{folder}: {names}, {record.size}, {record.result}")


def _draw_moving(record: Record, file: str, kind: str, seconds: float, options: Options) -> None:
    """The moving game, as a GIF with all that was asked for, or as an SVG, which has the moves alone."""
    if kind == ".gif":
        with progress_bar("Drawing", len(record.mainline()) + 1) as progress:
            pictures.save(record, file, seconds=seconds, progress=progress, **options)
        return
    if beyond := sorted(options.keys() - {"theme", "size", "coordinates"}):
        raise InputError(f"a moving .svg shows the moves alone; only a .gif has {', '.join(beyond)}")
    theme, size = options.get("theme", "light"), options.get("size")
    moving = pictures.animate(
        record, seconds=seconds, theme=theme, size=size, coordinates=options.get("coordinates", True)
    )
    _save(moving, file, {})


def _save(what: str | State, file: str, options: Options) -> None:
    if file != "-":
        pictures.save(what, file, **options)
    else:
        picture = what if isinstance(what, str) else pictures.svg(what, **options)
        print_text(picture.rstrip("\n"))


def _told(what: str, ply: int, last: int) -> str:
    """What has been drawn, in words."""
    return {"--strip": "key positions", "--animate": f"{last} moves"}.get(what, f"after {ply} of {last} moves")
