"""Small files of a training: written whole or not at all, and read with an error that says what to do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from meridians._core import MeridiansError
from meridians.whole_file import whole_file

__all__ = ["read_json", "write_text"]


def write_text(path: Path, text: str) -> None:
    """Writes a file; one with its final name is complete."""
    with whole_file(path) as unfinished:
        unfinished.write_text(text, "utf-8")


def read_json(path: Path, otherwise: str) -> dict[str, Any]:
    """What is in a file; an error says what it is if it is not an object of JSON."""
    try:
        document = json.loads(path.read_text("utf-8"))
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        raise MeridiansError(f"{path} is {otherwise}")
    return document
