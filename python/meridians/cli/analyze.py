"""``meridians analyze``: where a recorded game was won and lost, as a report, a commented record and a table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from meridians.cli.arguments import MAX_SEED, Seed, thread_count, whole
from meridians.cli.errors import InputError
from meridians.cli.source import Lenient, WhichGame, record_from

__all__ = ["EXAMPLES", "analyze"]

EXAMPLES = """
meridians analyze game.sgf
meridians analyze game.sgf --visits 10000 -o game.html -o commented.sgf
meridians analyze games.sgf --game 2 --time 0.1 --all -o findings.json
"""


def analyze(
    source: Annotated[Path, typer.Argument(metavar="RECORD", help="The file to read.", show_default=False)],
    output: Annotated[
        list[Path] | None,
        typer.Option("--output", "-o", metavar="FILE", help="What to write: .html, .sgf or .json; may be repeated."),
    ] = None,
    visits: Annotated[
        int | None, typer.Option("--visits", metavar="N", help="Visits of each search. Default: 2000.")
    ] = None,
    time: Annotated[
        float | None, typer.Option("--time", metavar="S", help="Seconds of each search, instead of visits.")
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option("--threads", metavar="T", help="Positions searched at once. Default: all processors."),
    ] = None,
    engine: Annotated[str, typer.Option("--engine", metavar="NAME", help="The engine that searches.")] = "best",
    seed: Seed = 0,
    game: WhichGame = None,
    lenient: Lenient = False,
    every: Annotated[bool, typer.Option("--all", help="Print every move, not only the 12 that lost most.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace files that are no analyses of this game.")] = False,
) -> None:
    """Says where a recorded game was won and lost.

    RECORD is in any format that convert reads. Writes a report, RECORD.analysis.html in the folder that you are in,
    unless --output names other files: .html, a page by itself; .sgf, the record with comments and better lines; .json,
    the findings. Each position is searched, and where another move was played than the best one, the position after
    the best one too. With visits the findings are the same on any machine, for any number of threads.

    Ctrl-C leaves files of what was done by then, and from a .html or .json file the same command goes on.
    """
    if visits is not None and time is not None:
        raise InputError("give --visits or --time, not both")
    if visits is not None:
        whole("--visits", visits, 1, 2**40)
    if time is not None and not 0 < time <= 604_800:  # nor nan
        raise InputError(f"--time must be a number of seconds above 0, at most 604800, not {time}")
    whole("--seed", seed, 0, MAX_SEED)
    workers = thread_count(threads)
    # Not before: no other command has to wait for it.
    from meridians.analysis import Settings
    from meridians.cli.analyzing import analyze_record, report_files

    settings = Settings.of(visits, time, engine, seed)
    record = record_from(source, game, lenient)
    files = report_files(output, source.stem if game is None else f"{source.stem}-{game}", source)
    analyze_record(record, source.name, files, settings, workers, every=every, force=force)
