"""What ``meridians analyze`` does: which files it may write, going on, and the table of the moves that lost most."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, cast

from meridians import MeridiansError, Record
from meridians.analysis import Analysis, MoveAnalysis, Settings, analyze
from meridians.analysis.phrases import loss_points, percent, sentence
from meridians.analysis.report import story_of
from meridians.analysis.words import BAD_KINDS
from meridians.cli.errors import InputError, writing
from meridians.cli.terminal import print_table, print_text, progress_bar
from meridians.counted import counted
from meridians.whole_file import check_writable

__all__ = ["analyze_record", "report_files"]

_ENDINGS = (".html", ".json", ".sgf")
_ROWS = 12  # of the table, unless all moves are asked for


def analyze_record(
    record: Record,
    name: str,
    files: Sequence[Path],
    settings: Settings,
    threads: int,
    *,
    every: bool,
    force: bool,
) -> None:
    """Analyses a game, going on with what is known of it; writes the files and prints the moves that lost most, or all.

    ``name``: what the game is called beside the progress bar. Ctrl-C leaves files of what is known by then.
    """
    resume = _known(files, record, settings, force)
    if resume is not None and resume.found and not resume.complete:
        print_text(f"Going on with {counted(len(resume.found), 'position')} known already.", "dim")
    latest: Analysis | None = None
    saved: Analysis | None = None

    def keep(found: Analysis) -> None:
        nonlocal latest, saved
        latest = found
        for file in files:
            with writing(str(file)):
                found.save(file)
        saved = found

    try:
        with progress_bar(f"analyze {name}", len(record.positions())) as progress:
            found = analyze(
                record,
                visits=settings.visits,
                seconds=settings.seconds,
                threads=threads,
                engine=cast(Literal["best", "grave", "uct", "puct", "gumbel", "alphabeta"], settings.engine),
                seed=settings.seed,
                resume=resume,
                progress=progress,
                partial=keep,
            )
        keep(found)
    except KeyboardInterrupt:
        if latest is not None:
            if saved is not latest:  # it came while files were being written
                keep(latest)
            goes_on = any(file.suffix.lower() != ".sgf" for file in files)
            rest = " The same command goes on from there." if goes_on and not latest.complete else ""
            print_text(f"Stopped after {counted(len(latest.moves), 'move')}: {_names(files)}.{rest}")
        raise
    _print(found, every)
    print_text(f"Written: {_names(files)}")


def report_files(output: Sequence[Path] | None, name: str, source: Path) -> list[Path]:
    """The files to write, of which each can be written; by default a report of this name."""
    files = list(dict.fromkeys(output or [Path(f"{name}.analysis.html")]))
    for file in files:
        if file.suffix.lower() not in _ENDINGS:
            raise InputError(f"--output must name a file that ends in .html, .sgf or .json, not {str(file)!r}")
        try:
            if file.exists() and source.exists() and file.samefile(source):
                raise InputError(f"--output {file} is the record itself; name another file")
            check_writable(file)
        except (OSError, ValueError) as error:  # ValueError: a name with a null character
            reason = (isinstance(error, OSError) and error.strerror) or error
            raise InputError(f"--output {file}: {reason}") from None
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


def _known(files: Sequence[Path], record: Record, settings: Settings, force: bool) -> Analysis | None:
    """An analysis of the game that can be gone on with, from the files that will be written.

    Only its own files are replaced, unless that is forced.
    """
    best: Analysis | None = None
    others = {}
    for file in files:
        if not file.exists():
            continue
        try:
            found = None if file.suffix.lower() == ".sgf" else _read(file)
        except MeridiansError as error:
            others[file] = str(error)
            continue
        if found is None:
            others[file] = "it may have notes of yours in it"
        elif found.record != record:
            others[file] = "it is of another game"
        elif found.settings != settings:
            others[file] = f"it is an analysis with {found.settings.words()}"
        elif best is None or len(found.found) > len(best.found):
            best = found
    for file, reason in others.items():
        own = best is not None and file.suffix.lower() == ".sgf" and _is_of(file, best)
        if not force and not own:
            raise InputError(f"{file} is there already, and is not replaced without --force: {reason}")
    return best


def _read(file: Path) -> Analysis:
    try:
        return Analysis.from_json(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"cannot read {str(file)!r}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise MeridiansError("it is not a text in UTF-8") from None


def _is_of(file: Path, found: Analysis) -> bool:
    """Whether a record is what the analysis wrote."""
    return file.read_bytes() == found.to_record().to_text().encode()


def _print(found: Analysis, every: bool) -> None:
    for line in story_of(found):
        print_text(line)
    rows = [
        (
            f"{move.ply}",
            f"{move.color} {move.move}",
            percent(move.played_chance),
            move.judgement,
            loss_points(move).replace("\u2212", "-"),
            move.best if move.points else "",
            percent(move.best_chance) if move.points else "",
            _remark(move),
        )
        for move in (found.moves if every else _worst(found))
    ]
    if rows:
        print_table(("move", "", "chance", "judgement", "points", "better", "chance", ""), rows, left=8)
    bad_moves = sum(move.is_bad for move in found.moves)
    if not every and bad_moves > len(rows):
        print_text(f"These lost most; --all shows all moves, {bad_moves - len(rows)} more that lost much among them.")
    for color in ("light", "dark"):
        side = found.side(color)
        bad = (
            counted(side.inaccuracies, "inaccuracy"),
            counted(side.mistakes, "mistake"),
            counted(side.blunders, "blunder"),
        )
        print_text(f"{color}: {100 * side.mean_loss:.1f} points lost a move; {', '.join(bad)}")


def _remark(move: MoveAnalysis) -> str:
    """What there is to say in a line: what is wrong with a bad move, or else what the best one does."""
    wrong = [remark for remark in move.remarks if remark.kind in BAD_KINDS]
    if move.is_bad and not wrong and move.best_remarks:
        return f"{move.best} {move.best_remarks[0].text}."
    remarks = wrong if move.is_bad else move.remarks
    return sentence(remarks[0]) if remarks else ""


def _worst(found: Analysis) -> list[MoveAnalysis]:
    """The moves that lost most, in the order of the game."""
    losing = [move for move in found.moves if move.is_bad]
    chosen = sorted(losing, key=lambda move: (-move.loss, move.ply))[:_ROWS]
    if found.decisive is not None and found.decisive not in chosen:
        chosen.append(found.decisive)
    return sorted(chosen, key=lambda move: move.ply)


def _names(files: Sequence[Path]) -> str:
    return " ".join(map(str, files))
