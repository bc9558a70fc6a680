"""Files written whole or not at all: one with its final name is complete, and an older one stays until then."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["whole_file"]


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Gives the path to write to, beside the file, which takes its place at the end; an error leaves nothing."""
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        yield unfinished
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
