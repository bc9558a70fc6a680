"""What several sub-commands ask for: a position (moves, a file of moves, a position text), a seed, threads.

A position is given in the same way everywhere, and :func:`game_from` reads it. Whatever cannot be used raises
:class:`InputError` with a line that says where it stands.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal, cast

import typer

from meridians import GameState, MeridiansError, Position
from meridians.cli.errors import InputError
from meridians.processors import MAX_THREADS, processors

__all__ = [
    "MAX_SEED",
    "Board",
    "Concurrency",
    "File",
    "Json",
    "MatchSeed",
    "Moves",
    "Opening",
    "Seed",
    "Size",
    "TextOption",
    "Threads",
    "game_from",
    "whole",
]

STANDARD = "6/7"
MAX_SEED = 2**64 - 1
_MAX_BYTES = 1 << 20  # of a file; the longest games and texts there are need far less

Moves = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="MOVES", hidden=True
    ),  # in the usage line, and explained in words: a list of its type would explain less
]
File = Annotated[
    str | None,
    typer.Option(
        "--file", "-f", metavar="FILE", help="Read the moves from a file, where # begins a comment (-: standard input)."
    ),
]
TextOption = Annotated[
    str | None,
    typer.Option("--text", "-t", metavar="TEXT", help="Start from a position text or a diagram (-: standard input)."),
]
Size = Annotated[
    str | None,
    typer.Option("--size", "-s", metavar="SIZE", help="Board: 2/3 to 7/8, beginner, standard or expert. Default: 6/7."),
]
Board = Annotated[
    str, typer.Option("--size", "-s", metavar="SIZE", help="Board: 2/3 to 7/8, beginner, standard or expert.")
]
Opening = Annotated[
    str | None,
    typer.Option("--opening", "-o", metavar="OPENING", help="How the game opens, plain or pie. Default: plain."),
]
Seed = Annotated[int, typer.Option("--seed", metavar="K", help="Seed of the random games, 0 to 2**64-1.")]
MatchSeed = Annotated[int, typer.Option("--seed", metavar="K", help="Seed of openings and agents, 0 to 2**64-1.")]
Concurrency = Annotated[int, typer.Option("--concurrency", "-j", metavar="J", help="Games at once, each in a process.")]
Threads = Annotated[
    int | None,
    typer.Option("--threads", metavar="T", help="Threads; the result is the same for any. Default: all processors."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead.")]


def whole(option: str, value: int, least: int, most: int) -> int:
    """The value if it is in range, and else an error."""
    if not least <= value <= most:
        most_text = "2**64-1" if most == MAX_SEED else str(most)
        raise InputError(f"{option} must be a whole number from {least} to {most_text}, not {value}")
    return value


def thread_count(threads: int | None) -> int:
    """The number of threads that was asked for, or that of the processors."""
    return processors() if threads is None else whole("--threads", threads, 1, MAX_THREADS)


def game_from(
    moves: Sequence[str] | None, file: str | None, text: str | None, size: str | None, opening: str | None
) -> GameState:
    """The game that the options of a position describe."""
    if moves and file is not None:
        raise InputError("give the moves as arguments or as --file, not both")
    if text is not None and (size is not None or opening is not None):
        raise InputError("--text says the size and the opening itself: leave --size and --opening out")
    if text == "-" and file == "-":
        raise InputError("only one of --text and --file can be read from standard input")
    if text is not None:
        game = _start_from(text)
    else:
        kind = cast(Literal["plain", "pie"], opening or "plain")  # the constructor says what is allowed
        game = GameState(size or STANDARD, kind)
    for place, move in _moves_of_file(file) if file is not None else _moves_of_arguments(moves or ()):
        try:
            game.play(move)
        except MeridiansError as error:
            raise InputError(f"{place}ply {game.ply + 1}: {error}") from None
    return game


def _start_from(text: str) -> GameState:
    """A game that starts from a position text or, if there are several lines, from a diagram."""
    source = "--text"
    if text == "-":
        source, text = "standard input", _read("-")
    try:
        if "\n" in text.strip():
            text = Position.from_diagram(text).text
        return GameState.from_text(text.strip())
    except MeridiansError as error:
        raise InputError(f"{source}: {error}") from None


def _moves_of_arguments(arguments: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The moves; an argument may be several, as in ``"h1 d4"``. Their place needs no words."""
    return (("", move) for argument in arguments for move in argument.split())


def _moves_of_file(file: str) -> Iterator[tuple[str, str]]:
    """The moves of a file, each with its place: they are separated by white space, and ``#`` begins a comment."""
    name = "standard input" if file == "-" else file
    for row, line in enumerate(_read(file).split("\n"), start=1):
        for word in re.finditer(r"\S+", line.partition("#")[0]):
            yield f"{name}:{row}:{word.start() + 1}: ", word.group()


def _read(file: str) -> str:
    """The text of a file or of standard input, which are read alike: UTF-8 in every locale, a BOM at most."""
    name = "standard input" if file == "-" else file
    if file == "-" and sys.stdin is None:
        raise InputError("standard input is closed")
    try:
        if file == "-":
            content = sys.stdin.buffer.read(_MAX_BYTES + 1)
        else:
            with Path(file).open("rb") as stream:
                content = stream.read(_MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a name with a null character
        reason = (isinstance(error, OSError) and error.strerror) or error
        raise InputError(f"cannot read {name if file == '-' else repr(file)}: {reason}") from None
    if len(content) > _MAX_BYTES:
        raise InputError(f"{name}: larger than 1 MiB")
    try:
        return io.TextIOWrapper(io.BytesIO(content), encoding="utf-8-sig").read()
    except UnicodeDecodeError:
        raise InputError(f"{name}: not a text in UTF-8") from None
