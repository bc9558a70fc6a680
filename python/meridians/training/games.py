"""Games that the search plays against itself, kept in files that a kill does not hurt.

A file holds the games of a run of indices as they were played: moves, the search's winning chances and winners.
Features are not in it; they are counted anew from the moves whenever games are read, so games outlive a change of the
features. A game depends on settings and index alone, so a run that was interrupted goes on where it stopped and ends
with the same files. The settings are kept beside the games, so that a folder never has games of two kinds.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import os
import zipfile
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meridians._core import GameState, MeridiansError, game_features, self_play
from meridians.checks import function, sequence_of, whole
from meridians.checks import path as check_path
from meridians.training.files import read_json, write_text
from meridians.training.weights import check_weights
from meridians.whole_file import whole_file

__all__ = ["Positions", "play_games", "positions_of"]

# As many as random beginnings have at most.
_FIRST_PLIES = 6

# What is lost at most when a run is killed.
GAMES_OF_A_FILE = 50
# The names of files have seven digits.
_MOST_GAMES = 9_999_999

_SETTINGS = "games.json"
# What games depend on, with the values of what is not said.
_DEFAULTS: dict[str, Any] = {
    name: parameter.default
    for name, parameter in inspect.signature(self_play).parameters.items()
    if name not in ("games", "start", "threads", "progress")
}


def play_games(
    folder: str | Path, games: int, progress: Callable[[int, int], object] | None = None, **settings: Any
) -> list[Path]:
    """Plays games of index 0 to ``games - 1`` into files of a folder, those that are not there yet; all files in order.

    ``settings`` are those of :func:`meridians._core.self_play`. They are kept in the folder's ``games.json``, and
    MeridiansError refuses a folder whose games have others. Of a folder of games without that file they are not known,
    and taken to be these.
    """
    check_path("folder", folder)
    games = whole("games", games, 1, _MOST_GAMES)
    function("progress", progress, optional=True)
    folder = Path(folder)
    _keep_settings(folder, settings)
    paths = []
    for start in range(0, games, GAMES_OF_A_FILE):
        end = min(start + GAMES_OF_A_FILE, games)
        path = folder / f"games-{start:07}-{end:07}.npz"
        paths.append(path)
        if not path.exists():
            played: dict[str, Any] = self_play(end - start, start=start, **settings)
            with whole_file(path) as unfinished, unfinished.open("wb") as stream:
                np.savez_compressed(stream, **played)
                stream.flush()
                os.fsync(stream.fileno())
        if progress is not None:
            progress(end, games)
    return paths


def _keep_settings(folder: Path, settings: dict[str, Any]) -> None:
    """Refuses settings that are none, or not those of the games in the folder, and notes those of the first games."""
    known = _known(settings)
    place = folder / _SETTINGS
    if any(folder.glob("games-*.npz")):
        for name, value in _settings_of(folder).items():
            if name in known and value != known[name]:
                raise MeridiansError(
                    f"{place}: the games in this folder are of other settings: {name} was {value!r} and is "
                    f"{known[name]!r}: play in another folder"
                )
    else:
        folder.mkdir(parents=True, exist_ok=True)
        write_text(place, json.dumps(known, indent=2) + "\n")


def _known(settings: dict[str, Any]) -> dict[str, Any]:
    """Settings of self-play in one form, whatever was left out, with hashes for texts of weights."""
    for name in ("light", "dark"):
        if settings.get(name) is not None:
            check_weights(name, settings[name], settings.get("size", _DEFAULTS["size"]))
    self_play(0, start=0, **settings)  # refuses whatever else is wrong
    known = {name: settings.get(name, default) for name, default in _DEFAULTS.items()}
    for name, value in known.items():
        if name in ("light", "dark"):
            known[name] = None if value is None else hashlib.blake2b(value.encode(), digest_size=16).hexdigest()
        elif name == "size":
            known[name] = GameState(value).size
        elif value is None:  # what self_play takes for a default
            known[name] = _DEFAULTS[name]
        else:
            known[name] = type(_DEFAULTS[name])(value)  # of NumPy's numbers Python's
    return known


def _settings_of(folder: Path) -> dict[str, Any]:
    """The settings of the games in a folder, as far as they are known."""
    place = folder / _SETTINGS
    otherwise = "damaged: remove it, and the games beside it if you do not know their settings"
    return read_json(place, otherwise) if place.exists() else {}


@dataclass(frozen=True)
class Positions:
    """Positions to learn from; all arrays have one entry a position, and everything is seen from the side to move.

    ``features`` int16 ``[n, 2, F]``: the mover's and the other colour's. ``empty``: empty points. ``result``: 1 if the
    mover won the game, 0 if not, 1/2 for neither. ``chance``: the mover's winning chance by the search, nan where
    there was none. ``evaluated``: the same by the evaluation alone. ``game``: a number, the
    same for all positions of a game and of those that branched off from it. ``ply``.
    """

    features: NDArray[np.int16]
    empty: NDArray[np.int16]
    result: NDArray[np.float64]
    chance: NDArray[np.float32]
    evaluated: NDArray[np.float32]
    game: NDArray[np.int64]
    ply: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.empty)

    def differences(self) -> NDArray[np.int16]:
        """What the weights multiply, int16 ``[n, F]``: the mover's features less the other colour's."""
        differences: NDArray[np.int16] = self.features[:, 0] - self.features[:, 1]
        return differences

    def where(self, mask: NDArray[Any] | slice) -> Positions:
        """Those for which the mask holds, or that it lists."""
        return Positions(*(getattr(self, field.name)[mask] for field in fields(self)))


def positions_of(paths: Sequence[str | Path], size: str, weights: str | None = None) -> Positions:
    """The positions of the games in some files, evaluated with some weights, those of the package if there are none.

    MeridiansError names a file that has none. Of games that were searched it leaves out random moves and those of
    playouts, whose results are those of other moves, but for the first plies, of which there are no others.
    """
    if not sequence_of("paths", paths, "paths"):
        raise MeridiansError("paths must be of one file of games or more, and there is none")
    for path in paths:
        check_path("each of paths", path)
    # Before a file is blamed for them.
    board = GameState(size).size
    if weights is not None:
        check_weights("weights", weights, size)
    parts = []
    first = 0
    for path in map(Path, paths):
        # Moves on another board can be legal, so this is not left to them.
        if (played := _settings_of(path.parent).get("size", board)) != board:
            raise MeridiansError(f"{path} has games on {played}, and size is {size}")
        try:
            positions = _positions_of_file(path, size, first, weights)
        except (ValueError, KeyError, IndexError, TypeError, EOFError, zipfile.BadZipFile, zlib.error) as error:
            # MeridiansError among them: moves that are not legal.
            raise MeridiansError(
                f"{path} is no file of games on {size}, or damaged ({error}): remove it, and its games are played again"
            ) from None
        searched = ~np.isnan(positions.chance)
        parts.append(positions.where(searched | (positions.ply < _FIRST_PLIES)) if searched.any() else positions)
        first = int(positions.game.max()) + 1
    return Positions(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Positions)))


def _positions_of_file(path: Path, size: str, first: int, weights: str | None) -> Positions:
    """All of them; the games are numbered from ``first`` on."""
    with path.open("rb") as stream, np.load(stream) as games:
        found = game_features(size, games["moves"], games["plies"], weights)
        plies, chance = games["plies"], games["light_chances"]
        of_game = np.repeat(np.arange(len(plies)), plies)
        light, light_result = found["light_to_move"], (games["winners"][of_game] + 1) / 2
        return Positions(
            found["features"],
            found["empty"],
            np.where(light, light_result, 1 - light_result),
            np.where(light, chance, 1 - chance),
            found["chances"],
            first + (games["indices"] - games["indices"].min())[of_game],
            np.arange(len(of_game)) - np.repeat(np.cumsum(plies) - plies, plies),
        )
