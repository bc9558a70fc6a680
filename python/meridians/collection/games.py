"""The games of files, one after the other, and which of them have been there before.

Two games are duplicates if their records have the same key (:meth:`meridians.Record.key`): the same board, opening and
main line up to symmetry. A record without moves is nobody's duplicate, and neither is one that another only goes on
from.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from meridians import checks
from meridians._core import MeridiansError, Record, records_in

__all__ = ["Place", "Seen", "checked_paths", "duplicates_in", "games_in"]


@dataclass(frozen=True, order=True, slots=True)
class Place:
    """Where a game is: the path of the file, and which game in it, from 1."""

    path: str
    game: int

    def __str__(self) -> str:
        return f"{self.path} game {self.game}"

    def to_json(self) -> dict[str, Any]:
        """The path and the number, for JSON."""
        return {"path": self.path, "game": self.game}


def checked_paths(paths: object) -> list[str]:
    """The paths as texts; TypeError if they are none."""
    for path in checks.sequence_of("paths", paths, "paths"):
        checks.path("each of paths", path)
    return [os.fsdecode(path) for path in paths]  # type: ignore[attr-defined]


def games_in(paths: Sequence[str], fault: Callable[[str], object] | None = None) -> Iterator[tuple[Place, Record]]:
    """The games of files, in order, in the memory of one.

    ``fault``: is told of each file and game that cannot be read, which is left out; without it they raise, as in
    :func:`meridians.records_in`.
    """
    for path in paths:
        try:
            records = records_in(path)
        except (OSError, MeridiansError) as error:
            if fault is None:
                raise
            fault(_reason(path, error))
            continue
        game = 0
        while True:
            game += 1
            try:
                record = next(records)
            except StopIteration:
                break
            except MeridiansError as error:
                if fault is None:
                    raise
                fault(str(error))
                continue
            except OSError as error:
                if fault is None:
                    raise
                fault(_reason(path, error))
                break
            yield Place(path, game), record


def _reason(path: str, error: OSError | MeridiansError) -> str:
    return f"{path}: {error.strerror}" if isinstance(error, OSError) else str(error)


class Seen:
    """Remembers games by a digest of their keys."""

    def __init__(self) -> None:
        self._first: dict[bytes, Place] = {}

    def before(self, record: Record, place: Place) -> Place | None:
        """Where the game was first, if it was there before."""
        if not record.mainline():
            return None
        # 128 bits: no two of any number of games that there will be share one by chance.
        digest = blake2b(record.key().encode(), digest_size=16).digest()
        first = self._first.setdefault(digest, place)
        return None if first is place else first


def duplicates_in(paths: Sequence[str | os.PathLike[str]]) -> list[tuple[Place, ...]]:
    """The games that are in these files more than once, up to symmetry: for each all places,
    those where a second copy came first in front.

    Same games have the same board, opening and main line (:meth:`meridians.Record.key`), whatever their results and
    headers. A game that stops where another goes on is no duplicate, and neither is a record without moves. Files that
    cannot be read raise, as in :func:`meridians.records_in`. Of each game a digest is kept.
    """
    seen = Seen()
    groups: dict[Place, list[Place]] = {}
    for place, record in games_in(checked_paths(paths)):
        first = seen.before(record, place)
        if first is not None:
            groups.setdefault(first, [first]).append(place)
    return [tuple(places) for places in groups.values()]
