"""Files written whole or not at all: one with its final name is complete, and an older one stays until then."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

__all__ = ["check_writable", "whole_file"]


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Gives the path to write to, beside the file, which takes its place at the end; an error leaves nothing.

    Where the path is a symbolic link, the file that it leads to is written. What is no file, such as a device or a
    pipe, is written to as it is: nothing takes its place.
    """
    if path.is_symlink():
        path = path.resolve()
    if path.exists() and not path.is_file():
        yield path
        return
    # No more of the name than leaves room for the rest: file systems have a longest one.
    unfinished = path.with_name(f".{path.name[:40]}.{secrets.token_hex(4)}.part")
    try:
        yield unfinished
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def check_writable(path: Path) -> None:
    """Raises the OSError now that writing the file would raise; nothing is left behind."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.exists() and not path.is_file():
        return
    with suppress(_EnoughError), whole_file(path) as unfinished:
        unfinished.write_bytes(b"")
        raise _EnoughError


class _EnoughError(Exception):
    """Leaves the file that would be replaced as it is."""
