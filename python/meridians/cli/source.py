"""The record that a command reads: a file, which game of it, and how strictly."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from meridians import MeridiansError, Record, records_in
from meridians.cli.arguments import whole
from meridians.cli.errors import InputError, complain, reading

__all__ = ["Lenient", "WhichGame", "record_from", "reported"]

_MOST_GAMES = 10**9

WhichGame = Annotated[int | None, typer.Option("--game", metavar="K", help="Which game of a file of several.")]
Lenient = Annotated[bool, typer.Option("--lenient", help="Cut lines of moves at a fault, and say so.")]


def record_from(source: Path, game: int | None, lenient: bool) -> Record:
    """The game that is asked for; without a number the only one of the file."""
    number = 1 if game is None else whole("--game", game, 1, _MOST_GAMES)
    try:
        with reading(source):
            games = records_in(source, lenient)
            for _ in range(number - 1):
                with suppress(MeridiansError):  # of a game that is not asked for
                    next(games)
            record = next(games)
            if game is None and _one_more(games):
                raise InputError(f"{source}: more than one game: say which with --game K")
    except StopIteration:
        raise InputError(
            f"{source}: --game must be at most the number of games, and there is no game {number}"
        ) from None
    return reported(record, source)


def reported(record: Record, source: Path) -> Record:
    """The record, after a fault that a lenient reading met has been told."""
    if record.fault is not None:
        complain(f"{source}: read as far as it goes: {record.fault}")
    return record


def _one_more(games: Iterator[Record]) -> bool:
    """Whether there is another game, whole or not."""
    try:
        next(games)
    except StopIteration:
        return False
    except MeridiansError:
        return True
    return True
