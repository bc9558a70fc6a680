"""The log of a match: JSON lines, a header and then a line for each game, written so that a kill costs no finished game.

Each line is appended, flushed and synced. A last line that was cut off is dropped; anything else that does not belong
there is an error with the number of its line, and nothing is written. A log is held by one process at a time.
"""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from meridians._core import MeridiansError, __version__
from meridians.arena.game import Game
from meridians.arena.settings import Settings

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
                found, self.games = _parse(whole, self.path)
                _compare(found, header, self.path)
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

    def __enter__(self) -> Log:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._file.close()


def read_log(path: str | Path) -> tuple[Settings, list[Game]]:
    """The settings and the games of a log, in the order of the schedule; a last line that was cut off is passed over."""
    try:
        content = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = (isinstance(error, OSError) and error.strerror) or error
        raise MeridiansError(f"cannot read the log {str(path)!r}: {reason}") from None
    header, games = _parse(content[: content.rfind(b"\n") + 1], Path(path))
    try:
        settings = Settings.from_json(header["settings"])
    except (KeyError, TypeError, ValueError) as error:
        raise MeridiansError(f"{path}:1: the settings cannot be read: {error!r}") from None
    return settings, [games[index] for index in sorted(games)]


def _header(settings: Settings) -> dict[str, Any]:
    return {"format": FORMAT, "version": VERSION, "meridians": __version__, "settings": settings.to_json()}


def _parse(content: bytes, path: Path) -> tuple[dict[str, Any], dict[int, Game]]:
    header: dict[str, Any] | None = None
    games: dict[int, Game] = {}
    for number, line in enumerate(content.splitlines(), start=1):
        try:
            document = json.loads(line)
        except ValueError:
            document = None
        if header is None:
            if not isinstance(document, dict) or document.get("format") != FORMAT:
                raise MeridiansError(f"{path}: not a log of the arena")
            if document.get("version") != VERSION:
                raise MeridiansError(f"{path}: a log of version {document.get('version')}, and this is {VERSION}")
            header = document
            continue
        if isinstance(document, dict) and "format" in document:
            raise MeridiansError(f"{path}:{number}: a second header: two logs have been put together")
        try:
            game = Game.from_json(document or {})
        except (KeyError, TypeError, ValueError, AttributeError):
            raise MeridiansError(f"{path}:{number}: not the line of a game") from None
        if game.index in games:
            raise MeridiansError(f"{path}:{number}: game {game.index} is there twice")
        _check_place(game, header, f"{path}:{number}")
        games[game.index] = game
    if header is None:
        raise MeridiansError(f"{path}: not a log of the arena")
    return header, games


def _check_place(game: Game, header: dict[str, Any], place: str) -> None:
    """A game has to be one of the schedule that the header describes."""
    with contextlib.suppress(KeyError, TypeError, ValueError):
        task = Settings.from_json(header["settings"]).task(game.index)
        if game.index >= 0 and (task.pair, task.agents) == (game.pair, game.agents):
            return
    raise MeridiansError(f"{place}: game {game.index} is none of this log's schedule")


def _compare(found: dict[str, Any], wanted: dict[str, Any], path: Path) -> None:
    if found.get("meridians") != wanted["meridians"]:
        raise MeridiansError(
            f"{path}: the log is of meridians {found.get('meridians')}, and this is {wanted['meridians']}"
        )
    old, new = found.get("settings", {}), wanted["settings"]
    for key in [*new, *(key for key in old if key not in new)]:
        if old.get(key) != new.get(key):
            raise MeridiansError(
                f"{path}: the log has other settings: {key} was {json.dumps(old.get(key))}, and is now"
                f" {json.dumps(new.get(key))}"
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
