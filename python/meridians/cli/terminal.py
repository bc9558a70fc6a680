"""What the sub-commands write with: styled text, aligned tables, JSON, and a progress bar.

Everything is plain ASCII. It has escape codes only on a terminal, or where the user's environment asks for them
whatever the output is (FORCE_COLOR, TTY_COMPATIBLE=1); help and JSON never have any. The progress bar is on standard
error, only on a terminal (an estimate is told in lines elsewhere), and without a thread of its own, so that it takes no
time from what is being timed.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import NoReturn

from rich.console import Console
from rich.text import Text

__all__ = [
    "EstimateCallback",
    "ProgressCallback",
    "estimate_bar",
    "percent",
    "print_json",
    "print_table",
    "print_text",
    "progress_bar",
]

_REFRESH = 0.08  # seconds; some of those who report do it a thousand times a second

# For Rich, which would else believe COLUMNS and LINES: at 0 it prints nothing, and other values break it.
_WIDTH, _HEIGHT = 80, 25

_LINES_EVERY = 10.0  # seconds, where the estimate is told in lines

ProgressCallback = Callable[[int, int], object]
EstimateCallback = Callable[[int, Callable[[], str]], object]


class _Console(Console):
    def on_broken_pipe(self) -> NoReturn:
        raise  # again: Rich would exit with status 1, and `main` knows better


def print_text(text: str | Text, style: str = "") -> None:
    """Prints a line or several as they are: nothing in them is markup, and nothing is wrapped."""
    console = _Console(width=_WIDTH, height=_HEIGHT, highlight=False, markup=False, emoji=False)
    console.print(Text(text, style) if isinstance(text, str) else text, soft_wrap=True)


def print_table(head: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> None:
    """Prints aligned columns: the first ``left`` ones to the left, the others, being numbers, to the right."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]

    def line(cells: Sequence[str]) -> str:
        aligned = (
            cell.ljust(width) if column < left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
        )
        return "  ".join(aligned).rstrip()

    print_text(line(head), "bold")
    for row in rows:
        print_text(line(row))


def print_json(document: Mapping[str, object]) -> None:
    """Prints one JSON document, in plain ASCII; its keys keep their order."""
    sys.stdout.write(json.dumps(document, indent=2, allow_nan=False) + "\n")


def percent(share: float) -> str:
    """A share such as 0.4987 as ``49.87``."""
    return f"{100 * share:.2f}"


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[ProgressCallback | None]:
    """A progress bar for ``callback(done, total)``; None instead of the callback where nobody would see the bar."""
    if not _has_terminal():
        yield None
        return
    with _bar(what, total) as update:
        yield lambda done, total: update(done, total, None)


@contextmanager
def estimate_bar(what: str, total: int) -> Iterator[EstimateCallback]:
    """A progress bar for ``callback(done, estimate)`` with what is known so far; without a terminal a line now and
    then.

    ``estimate()`` gives the text, and is called only when it is shown.
    """
    if _has_terminal():
        with _bar(what, total) as update:
            yield lambda done, estimate: update(done, total, lambda: f"{what} {estimate()}")
        return
    shown = monotonic()

    def tell(done: int, estimate: Callable[[], str]) -> None:
        nonlocal shown
        if monotonic() - shown >= _LINES_EVERY and sys.stderr is not None:
            shown = monotonic()
            sys.stderr.write(f"{what}: {done} of {total}, {estimate()}\n")
            sys.stderr.flush()

    yield tell


def _has_terminal() -> bool:
    if sys.stderr is None or not sys.stderr.isatty():
        return False
    return not Console(stderr=True, width=_WIDTH, height=_HEIGHT).is_dumb_terminal


@contextmanager
def _bar(what: str, total: int) -> Iterator[Callable[[int, int, Callable[[], str] | None], None]]:
    """A bar for ``update(done, total, description)``, which draws it if it has not just been drawn."""
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    console = Console(stderr=True, width=_WIDTH, height=_HEIGHT)

    def fit() -> None:
        console.width = os.get_terminal_size(sys.stderr.fileno()).columns or _WIDTH

    fit()
    text = TextColumn("{task.description}", markup=False)
    with Progress(
        text,
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        auto_refresh=False,
    ) as bar:
        task = bar.add_task(what, total=total)
        bar.refresh()
        drawn = monotonic()

        def update(done: int, total: int, description: Callable[[], str] | None) -> None:
            nonlocal drawn
            refresh = monotonic() - drawn >= _REFRESH
            if refresh:
                drawn = monotonic()
                fit()
            words = description() if refresh and description else None
            bar.update(task, completed=done, total=total, description=words, refresh=refresh)

        yield update
