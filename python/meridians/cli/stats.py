"""``meridians stats``: what the games of files say together (docs/records.md).

The JSON document is that of :meth:`meridians.collection.Stats.to_json`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from meridians import MeridiansError
from meridians.cli.arguments import Json, whole
from meridians.cli.errors import InputError, reading
from meridians.cli.terminal import percent, print_json, print_table, print_text
from meridians.counted import counted

if TYPE_CHECKING:
    from meridians.collection import Lengths, Results, Stats

__all__ = ["EXAMPLES", "stats"]

EXAMPLES = """
meridians stats game.sgf games.sgf
meridians stats games.sgf torn.sgf --lenient --unique
meridians stats game.sgf games.sgf --duplicates --json
"""

_BAR = 40  # the longest bar of the histogram
_MOST_OPENINGS = 100_000


def stats(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Files with games.", show_default=False)],
    unique: Annotated[bool, typer.Option("--unique", help="Count a game once, however often it is there.")] = False,
    lenient: Annotated[
        bool, typer.Option("--lenient", help="Leave out what cannot be read, and say so; else it is an error.")
    ] = False,
    duplicates: Annotated[
        bool, typer.Option("--duplicates", help="List the games that are there more than once.")
    ] = False,
    openings: Annotated[int, typer.Option("--openings", metavar="N", help="Openings to list, the most frequent.")] = 10,
    as_json: Json = False,
) -> None:
    """Results, openings and lengths of recorded games.

    Files are in any format that convert reads. Games are the same if board, opening and main line are, up to symmetry.
    An opening is the first two stones, up to symmetry. Scores are of games with a winner or a draw, which is one half;
    the intervals are Wilson's at 95 %.
    Lengths are in plies.

    JSON keys: files, games, unfinished, void, bad, faults, unique, duplicates, light, first_player, kept, swapped,
    set_up, reasons, sizes, openings, lengths.
    """
    from meridians import collection

    whole("--openings", openings, 0, _MOST_OPENINGS)
    folder = next((file for file in files if file.is_dir()), None)
    if folder is not None:
        raise InputError(f"{folder}: a folder; name its files, as in {folder / '*.sgf'}")
    try:
        with reading(files[0]):
            result = collection.stats(files, unique=unique, lenient=lenient)
    except MeridiansError as error:
        raise InputError(f"{error} (--lenient leaves out what cannot be read)") from None
    if as_json:
        print_json(result.to_json())
    else:
        _show(result, duplicates, openings)


def _show(result: Stats, duplicates: bool, openings: int) -> None:
    decided = result.light.games
    print_text(
        f"{counted(result.games, 'game')} in {counted(result.files, 'file')}: {decided} decided,"
        f" {result.unfinished} unfinished, {result.void} void"
    )
    if result.duplicates:
        done = "left out" if result.unique else "counted; --unique leaves them out"
        print_text(f"{counted(len(result.duplicates), 'duplicate')} ({done})")
    if duplicates:
        for one in result.duplicates:
            print_text(f"  {one.place}: the same as {one.first}")
    if result.bad:
        print_text(f"{result.bad} left out, with a fault:", "yellow")
        for fault in result.faults:
            print_text(f"  {fault}")
        if result.bad > len(result.faults):
            print_text(f"  ... and {result.bad - len(result.faults)} more")
    if result.games == 0:
        return
    sides = {"Light": result.light, "first player": result.first_player}
    _table(["side", "games", "wins", "draws", *_SCORE], [[name, *_row(of, draws=True)] for name, of in sides.items()])
    if result.kept + result.swapped:
        share, interval = _row(_results(result.swapped, result.kept))[-2:]
        print_text(f"pie: {result.kept} kept, {result.swapped} swapped ({share} %, {interval})")
    head = ["size", "games", "decided", *("Light " + word for word in ("wins", *_SCORE)), *_QUARTILES]
    rows = [[size, str(of.games), *_row(of.light), *_quartiles(of.lengths)] for size, of in result.sizes.items()]
    _table(head, rows)
    if result.reasons:
        _table(["end", "games"], [[reason, str(count)] for reason, count in result.reasons.items()])
    if openings and result.openings:
        head = [
            "opening",
            "",
            "",
            "games",
            "decided",
            *("Light " + word for word in ("wins", *_SCORE)),
            "kept",
            "swapped",
        ]
        rows = [
            [
                one.size,
                one.opening,
                " ".join(one.moves),
                str(one.games),
                *_row(one.light),
                str(one.kept),
                str(one.swapped),
            ]
            for one in result.openings[:openings]
        ]
        _table(head, rows, left=3)
        if len(result.openings) > openings:
            print_text(f"... and {len(result.openings) - openings} more openings")
    if decided:
        _histogram(result.lengths)


_SCORE = ["score %", "95 % interval"]
_QUARTILES = ["shortest", "quartile", "median", "quartile", "longest"]


def _table(head: list[str], rows: list[list[str]], left: int = 1) -> None:
    print_text("")
    print_table(head, rows, left)


def _results(wins: int, losses: int) -> Results:
    from meridians.collection import Results

    return Results(wins, losses, 0)


def _row(of: Results, draws: bool = False) -> list[str]:
    """Games, wins, the score and its interval."""
    low, high = of.interval()
    score = ["-", "-"] if of.score is None else [percent(of.score), f"{percent(low)}-{percent(high)}"]
    counts = [of.games, of.wins, *([of.draws] if draws else [])]
    return [*map(str, counts), *score]


def _quartiles(lengths: Lengths) -> list[str]:
    quantiles = [lengths.quantile(share) for share in (0, 0.25, 0.5, 0.75, 1)]
    return ["-" if quantile is None else f"{quantile:g}" for quantile in quantiles]


def _histogram(lengths: Lengths) -> None:
    most = max(count for _, _, count in lengths.histogram())
    rows = [
        [f"{low}-{high}" if high > low else str(low), str(count), "#" * -(-_BAR * count // most)]
        for low, high, count in lengths.histogram()
    ]
    width, games = max(len(row[0]) for row in rows), max(len(row[1]) for row in rows)
    print_text("")
    print_text("plies", "bold")
    for name, count, bar in rows:
        print_text(f"{name.ljust(width)}  {count.rjust(games)}  {bar}".rstrip())
