"""``meridians convert``: a record from one format into another."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal, cast

import typer

from meridians import MeridiansError, Record
from meridians.cli.errors import InputError
from meridians.cli.terminal import print_text

__all__ = ["EXAMPLES", "convert"]

EXAMPLES = """
meridians convert game.json game.sgf
meridians convert game.sgf - --to moves
meridians convert --lenient torn.sgf whole.sgf
"""


def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help="The file to read.", show_default=False)],
    target: Annotated[
        str, typer.Argument(metavar="OUT", help="The file to write (-: standard output).", show_default=False)
    ],
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="FORMAT",
            help="sgf, moves, ludii, abstractplay, little_golem or boardspace. Default: by the name of OUT, or sgf.",
        ),
    ] = None,
    lenient: Annotated[bool, typer.Option("--lenient", help="Cut lines of moves at a fault, and say so.")] = False,
) -> None:
    """Converts the record of a game into another format.

    The format of IN is known by its content, that of OUT by its name (.sgf, .txt for a list of moves, .trl for Ludii,
    .json for AbstractPlay) or --to. Variations and comments are kept in sgf only.
    """
    # The record says what is allowed.
    kind = cast(Literal["sgf", "moves", "ludii", "abstractplay", "little_golem", "boardspace"] | None, to)
    try:
        record = Record.read(source, lenient=lenient)
        if target == "-":
            print_text(record.to_text(kind or "sgf").rstrip("\n"))
        else:
            record.write(target, kind)
            print_text(f"{target}: {len(record.mainline())} moves on {record.size}, {record.result}")
    except OSError as error:
        raise InputError(f"{error.filename or source}: {error.strerror or error}") from None
    except MeridiansError as error:
        raise InputError(str(error)) from None
    if record.fault is not None:
        sys.stderr.write(f"meridians: {source}: {record.fault}\n")
