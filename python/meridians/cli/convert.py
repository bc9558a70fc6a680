"""``meridians convert``: records from one format into another."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal, cast

import typer

from meridians import MeridiansError, Record, RecordNode, records_in
from meridians.cli.errors import InputError, reading, writing
from meridians.cli.source import Lenient, WhichGame, record_from, reported
from meridians.cli.terminal import print_text
from meridians.counted import counted
from meridians.whole_file import whole_file

__all__ = ["EXAMPLES", "convert"]

EXAMPLES = """
meridians convert game.json game.sgf
meridians convert game.sgf - --to moves
meridians convert games.sgf second.txt --game 2
meridians convert --lenient torn.sgf whole.sgf
"""

Format = Literal["sgf", "moves", "ludii", "abstractplay", "little_golem", "boardspace"]
_FORMATS: dict[str, Format] = {".sgf": "sgf", ".txt": "moves", ".trl": "ludii", ".json": "abstractplay"}
_WITH_TREES = ("sgf",)


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
    game: WhichGame = None,
    lenient: Lenient = False,
) -> None:
    """Converts records into another format.

    IN is SGF (also of Little Golem or boardspace), JSON of AbstractPlay, a trial of Ludii or a list of moves, which its
    content says. The format of OUT is said by its name (.sgf, .txt for a list of moves, .trl for Ludii, .json for
    AbstractPlay) or --to. Of a file of several games all are written in SGF, and one, --game K, in other formats. Only
    SGF keeps variations and comments. An older OUT is written over.
    """
    kind = _format(target, to)
    if target != "-" and Path(target).exists() and source.exists() and Path(target).samefile(source):
        raise InputError(f"OUT {target} is IN; name another file")
    games = _games(source, game, lenient, kind)
    try:
        text = "".join(record.to_text(kind) for record in games)
    except MeridiansError as error:
        raise InputError(f"{source}: {error}") from None
    if target == "-":
        print_text(text.rstrip("\n"))
        return
    with writing(target), whole_file(Path(target)) as unfinished:
        unfinished.write_text(text, encoding="utf-8", newline="\n")
    for line in _told(games, kind):
        print_text(f"{target}: {line}")


def _format(target: str, to: str | None) -> Format:
    if to is not None:
        if to not in _FORMATS.values() and to not in ("little_golem", "boardspace"):
            raise InputError(
                f"--to must be sgf, moves, ludii, abstractplay, little_golem or boardspace, not {to[:80]!r}"
            )
        return cast(Format, to)
    if target == "-":
        return "sgf"
    ending = Path(target).suffix.lower()
    if ending not in _FORMATS:
        raise InputError(f"OUT {target}: its name says no format: let it end in {', '.join(_FORMATS)}, or give --to")
    return _FORMATS[ending]


def _games(source: Path, game: int | None, lenient: bool, kind: Format) -> list[Record]:
    """All games of the file for SGF, and else the one that is asked for."""
    if game is not None or kind != "sgf":
        return [record_from(source, game, lenient)]
    with reading(source):
        return [reported(record, source) for record in records_in(source, lenient)]


def _told(games: Sequence[Record], kind: Format) -> list[str]:
    """What was written, and what was left out."""
    if len(games) > 1:
        return [f"{len(games)} games"]
    (record,) = games
    result = str(record.result) if record.result.reason != "unknown" or record.result.winner else "no result"
    lines = [f"{len(record.mainline())} moves on {record.size}, {result}"]
    variations, comments = _beside(record.root)
    left = [
        counted(count, thing)
        for count, thing in ((variations, "variation"), (comments, "comment"))
        if count and kind not in _WITH_TREES
    ]
    return [*lines, f"left out, for {kind} has no words for it: {' and '.join(left)}"] if left else lines


def _beside(root: RecordNode) -> tuple[int, int]:
    """How many variations and how many comments there are in a record."""
    variations, comments, nodes = 0, 0, [root]
    while nodes:
        node = nodes.pop()
        children = node.children
        variations += max(0, len(children) - 1)
        comments += bool(node.comment)
        nodes += children
    return variations, comments
