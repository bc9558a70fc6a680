"""``meridians analyze``: where a recorded game was won and lost, as a report, a commented record and a table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, cast

import typer

from meridians import MeridiansError, Record
from meridians.cli.arguments import MAX_SEED, Seed, thread_count, whole
from meridians.cli.errors import InputError
from meridians.cli.source import Lenient, WhichGame, record_from
from meridians.cli.terminal import print_table, print_text, progress_bar

if TYPE_CHECKING:
    from meridians.analysis import Analysis, MoveAnalysis

__all__ = ["EXAMPLES", "analyze"]

EXAMPLES = """
meridians analyze game.sgf
meridians analyze game.sgf --visits 10000 -o game.html -o commented.sgf
meridians analyze games.sgf --game 2 --time 0.1 --all -o findings.json
"""

_ENDINGS = (".html", ".json", ".sgf")
_ROWS = 12  # of the table, unless all moves are asked for


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
    every: Annotated[bool, typer.Option("--all", help="Print every move, not only those that lose much.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace files that are no analyses of this game.")] = False,
) -> None:
    """Says where a recorded game was won and lost.

    RECORD is in any format that convert reads. Writes a report, RECORD.analysis.html in the folder that you are in,
    unless --output names other files: .html, a page by itself; .sgf, the record with comments and better lines; .json,
    the findings. Each position is searched, and where another move was played than the best one, the position after
    the best one too. With visits the findings are the same on any machine, for any number of threads.

    Ctrl-C leaves files of what was done by then, and from a .html or .json file the same command goes on.
    """
    from meridians import analysis

    if visits is not None and time is not None:
        raise InputError("give --visits or --time, not both")
    if visits is not None:
        whole("--visits", visits, 1, 2**40)
    if time is not None and not 0 < time <= 604_800:  # nor nan
        raise InputError(f"--time must be a number of seconds above 0, at most 604800, not {time}")
    whole("--seed", seed, 0, MAX_SEED)
    workers = thread_count(threads)
    kind = cast(Literal["best", "grave", "uct", "puct", "gumbel", "alphabeta"], engine)
    settings = analysis.Settings.of(visits, time, kind, seed)
    record = record_from(source, game, lenient)
    files = _files(output, source.stem if game is None else f"{source.stem}-{game}", source)
    known = _known(files, record, force)
    resume = known if known is not None and known.settings == settings else None
    if resume is not None and resume.found and not resume.complete:
        print_text(f"Going on with {len(resume.found)} positions that are known.", "dim")

    def save(partial: Analysis) -> None:
        for file in files:
            _save(partial, file)

    done = 0

    def keep(partial: Analysis) -> None:
        nonlocal done
        done = len(partial.moves)
        save(partial)

    try:
        with progress_bar(f"analyze {source.name}", len(record.positions())) as progress:
            found = analysis.analyze(
                record,
                visits=visits,
                seconds=time,
                threads=workers,
                engine=kind,
                seed=seed,
                resume=resume,
                progress=progress,
                partial=keep,
            )
    except KeyboardInterrupt:
        goes_on = any(file.suffix.lower() != ".sgf" for file in files)
        rest = " The same command goes on from there." if goes_on else ""
        print_text(f"Stopped after {done} moves, which are in {_names(files)}.{rest}")
        raise
    save(found)
    _print(found, every)
    print_text(f"Written: {_names(files)}")


def _files(output: Sequence[Path] | None, name: str, source: Path) -> list[Path]:
    files = list(dict.fromkeys(output or [Path(f"{name}.analysis.html")]))
    for file in files:
        if file.suffix.lower() not in _ENDINGS:
            raise InputError(f"--output must name a file that ends in .html, .sgf or .json, not {str(file)!r}")
        if file.exists() and source.exists() and file.samefile(source):
            raise InputError(f"--output {file} is the record itself; name another file")
        if not file.parent.is_dir():
            raise InputError(f"--output {file}: there is no folder {file.parent}")
        if file.suffix.lower() == ".html":
            _check_templates()
    return files


def _check_templates() -> None:
    """Says before anything is searched that a report cannot be written."""
    try:
        import jinja2  # noqa: F401
    except ModuleNotFoundError:
        hint = "pip install 'meridians[report]', or name an --output .sgf or .json"
        raise InputError(f"HTML reports need jinja2: {hint}") from None


def _known(files: Sequence[Path], record: Record, force: bool) -> Analysis | None:
    """An analysis of the game in one of the files that will be written; what is something else is not replaced."""
    from meridians.analysis import Analysis
    from meridians.analysis.comments import BEGINS

    best: Analysis | None = None
    for file in files:
        if not file.exists() or force:
            continue
        try:
            if file.suffix.lower() == ".sgf":
                found_record = Record.read(file)
                if BEGINS not in found_record.root.comment or found_record.mainline() != record.mainline():
                    raise MeridiansError("it is no analysis of this game")
                continue
            found = Analysis.from_json(file.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, MeridiansError) as error:
            raise InputError(f"{file} is there already, and is not replaced without --force: {error}") from None
        if found.record != record:
            raise InputError(f"{file} is there already, and is not replaced without --force: it is of another game")
        if best is None or len(found.found) > len(best.found):
            best = found
    return best


def _save(found: Analysis, file: Path) -> None:
    try:
        found.save(file)
    except OSError as error:
        raise InputError(f"cannot write {str(file)!r}: {error.strerror or error}") from None


def _print(found: Analysis, every: bool) -> None:
    from meridians.analysis.phrases import loss_points, percent, sentence
    from meridians.analysis.report import story_of

    for line in story_of(found):
        print_text(line)
    moves = found.moves if every else _worst(found)
    rows = [
        (
            f"{move.ply}",
            f"{move.color} {move.move}",
            f"{percent(move.light_before)} to {percent(move.light_after)}",
            move.judgement,
            loss_points(move).replace("−", "-"),
            move.best if move.judgement not in ("best", "forced") else "",
            sentence(move.remarks[0]) if move.remarks else "",
        )
        for move in moves
    ]
    if rows:
        print_table(("move", "", "Light's chance", "judgement", "points", "best", ""), rows, left=7)
    sides = [(color, found.side(color)) for color in ("light", "dark")]
    for color, side in sides:
        print_text(
            f"{color}: {100 * side.mean_loss:.1f} points lost a move; "
            f"{side.inaccuracies} inaccuracies, {side.mistakes} mistakes, {side.blunders} blunders"
        )


def _worst(found: Analysis) -> list[MoveAnalysis]:
    """The moves that lost most, in the order of the game."""
    losing = [move for move in found.moves if move.is_bad]
    chosen = sorted(losing, key=lambda move: (-move.loss, move.ply))[:_ROWS]
    if found.decisive is not None and found.decisive not in chosen:
        chosen.append(found.decisive)
    return sorted(chosen, key=lambda move: move.ply)


def _names(files: Sequence[Path]) -> str:
    return " ".join(map(str, files))
