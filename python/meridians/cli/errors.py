"""Exit statuses, and errors of input: each is one line on standard error, whatever it was.

The statuses are stable: 0 all is well, 1 a check found a difference, 2 bad input, 130 Ctrl-C, 141 the reader of the
output has gone (128 + the number of the signal, as shells count).
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from meridians import MeridiansError

__all__ = ["BAD_INPUT", "DIFFERENCE", "INTERRUPTED", "PIPE_CLOSED", "InputError", "complain", "reading", "writing"]

DIFFERENCE = 1
BAD_INPUT = 2
INTERRUPTED = 130
PIPE_CLOSED = 141


class InputError(Exception):
    """Something that was typed, or is in a file, that cannot be used; the text is the line to print."""


def complain(message: str) -> int:
    """Prints ``meridians: message`` as one line on standard error and returns :data:`BAD_INPUT`."""
    line = " ".join(message.split())
    # What was typed may be part of the message: nothing in it is to drive the terminal.
    line = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)
    if sys.stderr is not None:  # it is None when it was closed before we began
        sys.stderr.write(f"meridians: {line}\n")
        sys.stderr.flush()
    return BAD_INPUT


@contextmanager
def reading(source: Path) -> Iterator[None]:
    """Says which file could not be read."""
    try:
        yield
    except OSError as error:
        raise InputError(f"{error.filename or source}: {error.strerror or error}") from None


@contextmanager
def writing(output: str) -> Iterator[None]:
    """Says what could not be written."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InputError(f"cannot write {output!r}: {error.strerror or error}") from None
    except MeridiansError:
        raise
    except ValueError as error:  # a name with a null character
        raise InputError(f"cannot write {output!r}: {error}") from None
