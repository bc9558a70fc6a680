"""The log of a match: JSON lines, a header and then a line for each game, written so that a kill costs no finished
game.

Each line is appended, flushed and synced. A last line that was cut off is dropped; anything else that does not belong
there is an error with the number of its line, and nothing is written. A log is held by one process at a time.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, BinaryIO, Self

from meridians._core import MeridiansError, __version__
from meridians.arena.game import Game
from meridians.arena.replay import why_impossible
from meridians.arena.settings import Settings
from meridians.checks import path as check_path

__all__ = ["Log", "read_log"]

FORMAT, VERSION = "meridians-arena", 1
_BEGINNING = f'{{"format": "{FORMAT}"'.encode()


class Log:
    """A log that is being written; ``games`` are those that it had when it was opened, by index.

    Raises MeridiansError if the file is no log, is in use, or has other settings, and names the first difference.
    """

    def __init__(self, path: str | Path, settings: Settings) -> None:
        self.path = Path(path)
        self.games: dict[int, Game] = {}
        header = _header(settings)
        try:
            self._file: BinaryIO = self.path.open("a+b")
        except (OSError, ValueError) as error:  # ValueError: a null character
            reason = (isinstance(error, OSError) and error.strerror) or error
            raise MeridiansError(f"cannot write the log {str(path)!r}: {reason}") from None
        try:
            _lock(self._file, self.path)
            self._file.seek(0)
            content = self._file.read()
            whole = content[: content.rfind(b"\n") + 1]
            if not whole and content[: len(_BEGINNING)] != _BEGINNING[: len(content)]:
                raise MeridiansError(f"{self.path}: not a log of the arena")
            if whole:
                found, lines = _parse(whole, self.path)
                _compare(found, header, self.path)
                self.games = _by_index(settings, lines, self.path)
            if len(whole) < len(content):
                self._file.truncate(len(whole))
            if not whole:
                self._append(header)
        except BaseException:
            self._file.close()
            raise

    def append(self, game: Game) -> None:
        """Writes a game, and returns when it is on the disk."""
        self._append(game.to_json())

    def _append(self, document: dict[str, Any]) -> None:
        self._file.write(json.dumps(document).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def read_log(path: str | Path) -> tuple[Settings, list[Game]]:
    """The settings and the games of a log, in the order of the schedule. A last line that was cut off is left out."""
    check_path("path", path)
    try:
        content = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = (isinstance(error, OSError) and error.strerror) or error
        raise MeridiansError(f"cannot read the log {str(path)!r}: {reason}") from None
    header, lines = _parse(content[: content.rfind(b"\n") + 1], Path(path))
    try:
        settings = Settings.from_json(header["settings"])
    except (KeyError, TypeError, ValueError) as error:
        raise MeridiansError(f"{path}:1: the settings cannot be read: {error!r}") from None
    games = _by_index(settings, lines, Path(path))
    return settings, [games[index] for index in sorted(games)]


def _header(settings: Settings) -> dict[str, Any]:
    return {"format": FORMAT, "version": VERSION, "meridians": __version__, "settings": settings.to_json()}


def _parse(content: bytes, path: Path) -> tuple[dict[str, Any], list[tuple[int, Game]]]:
    """The header, and the games with the numbers of their lines."""
    documents: list[Any] = []
    for line in content.splitlines():
        try:
            documents.append(json.loads(line))
        except (ValueError, RecursionError):
            documents.append(None)
    header = documents[0] if documents else None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise MeridiansError(f"{path}: not a log of the arena")
    if header.get("version") != VERSION:
        raise MeridiansError(f"{path}: a log of version {header.get('version')}, and this is {VERSION}")
    if not isinstance(header.get("settings"), dict):
        raise MeridiansError(f"{path}:1: the settings cannot be read: there are none")
    lines: list[tuple[int, Game]] = []
    for number, document in enumerate(documents[1:], start=2):
        if isinstance(document, dict) and "format" in document:
            raise MeridiansError(f"{path}:{number}: a second header: two logs have been put together")
        if not isinstance(document, dict):
            raise MeridiansError(f"{path}:{number}: not the line of a game")
        try:
            lines.append((number, Game.from_json(document)))
        except (MeridiansError, TypeError) as error:
            raise MeridiansError(f"{path}:{number}: not the line of a game: {error}") from None
    return header, lines


def _by_index(settings: Settings, lines: list[tuple[int, Game]], path: Path) -> dict[int, Game]:
    """The games by their place in the schedule, in which each has to be, once, and as the rules have it."""
    games: dict[int, Game] = {}
    for number, game in lines:
        task = settings.task(game.index)
        if (task.pair, task.agents) != (game.pair, game.agents):
            raise MeridiansError(f"{path}:{number}: game {game.index} is none of this log's schedule")
        if game.index in games:
            raise MeridiansError(f"{path}:{number}: game {game.index} is there twice")
        if (why := why_impossible(settings, game)) is not None:
            raise MeridiansError(f"{path}:{number}: game {game.index} cannot have been played: {why}")
        games[game.index] = game
    return games


def _compare(found: dict[str, Any], wanted: dict[str, Any], path: Path) -> None:
    if found.get("meridians") != wanted["meridians"]:
        raise MeridiansError(
            f"{path}: the log is of meridians {found.get('meridians')}, and this is {wanted['meridians']}"
        )
    old, new = found["settings"], wanted["settings"]
    for key in [*new, *(key for key in old if key not in new)]:
        if old.get(key) != new.get(key):
            why = ": the content of a file of weights has changed, and these are digests" if key == "weights" else ""
            raise MeridiansError(
                f"{path}: the log has other settings: {key} was {json.dumps(old.get(key))}, and is now"
                f" {json.dumps(new.get(key))}{why}"
            )


def _lock(file: BinaryIO, path: Path) -> None:
    try:
        import fcntl
    except ModuleNotFoundError:  # not POSIX
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise MeridiansError(f"{path}: the log is in use by another process") from None
