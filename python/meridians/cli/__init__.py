"""The command ``meridians``: one file for each sub-command, and :func:`main`, which runs them.

Importing this package imports neither Typer nor Rich; :func:`main` does, and says in one sentence how to install them
if they are missing. Exit statuses are those of :mod:`meridians.cli.errors`.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence

from meridians.cli.errors import BAD_INPUT, INTERRUPTED, PIPE_CLOSED, complain

__all__ = ["main"]

# The extra `cli`, and Click, which older versions of Typer install beside themselves.
_EXTRA = ("typer", "rich", "click")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line with ``arguments`` (default: those of the process) and returns the exit status."""
    try:
        try:
            from meridians.cli.app import run
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] not in _EXTRA:
                raise
            return complain("the command line needs Typer and Rich: pip install 'meridians[cli]'")
        if sys.stdout is None:
            return complain("standard output is closed")
        status = run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED
    except MemoryError:
        return complain("out of memory")
    except BrokenPipeError:  # whoever read our output has seen enough, as in `meridians perft 2 --divide | head`
        _write_no_more()
        return PIPE_CLOSED
    except OSError as error:  # a full disk; files that are read have errors of their own
        _write_no_more()
        complain(f"cannot write: {error.strerror or error}")
        return BAD_INPUT
    return status


def _write_no_more() -> None:
    """Sends what is left in the buffer of standard output nowhere, or Python would fail on it again when it exits."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
