"""Games that the search plays against itself, kept in files that a kill does not hurt.

A file holds the games of a run of indices as they were played: moves, the search's winning chances, winners, and branches
(positions a playout off the game). Features are not in it; they are counted anew from the moves whenever games are read, so
games outlive a change of the features. A game depends on settings and index alone, so a run that was interrupted goes on
where it stopped and ends with the same files.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meridians._core import game_features, self_play

__all__ = ["Positions", "games_of", "play_games", "positions_of"]

Games = dict[str, NDArray[Any]]

# So many games are lost at most when a run is killed.
GAMES_OF_A_FILE = 100


def play_games(
    folder: Path, games: int, progress: Callable[[int, int], object] | None = None, **settings: Any
) -> list[Path]:
    """Plays the games of index 0 to ``games - 1`` into files of a folder, those that are not there yet; the files in order.

    ``settings`` are those of :func:`meridians._core.self_play`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for start in range(0, games, GAMES_OF_A_FILE):
        path = folder / f"games-{start:07}.npz"
        paths.append(path)
        if not path.exists():
            played = self_play(min(GAMES_OF_A_FILE, games - start), start=start, **settings)
            # Whole or not at all: a file with its final name is complete.
            unfinished = path.with_suffix(".part")
            with unfinished.open("wb") as stream:
                np.savez_compressed(stream, **played)
                stream.flush()
                os.fsync(stream.fileno())
            unfinished.replace(path)
        if progress is not None:
            progress(min(start + GAMES_OF_A_FILE, games), games)
    return paths


def games_of(path: Path) -> Games:
    """The games of a file."""
    with np.load(path) as stored:
        return {name: stored[name] for name in stored.files}


@dataclass(frozen=True)
class Positions:
    """Positions to learn from; all arrays have one entry a position, and everything is seen from the side to move.

    ``features`` int16 ``[n, F]``: the mover's less the other colour's. ``empty``: empty points. ``result``: 1 if the mover won
    the game, 0 if not, 1/2 for neither. ``chance``: the mover's winning chance by the search, nan where there was none.
    ``game``: a number, the same for all positions of a game and its branches. ``ply``. ``branch``: whether it is a branch.
    """

    features: NDArray[np.int16]
    empty: NDArray[np.int16]
    result: NDArray[np.float32]
    chance: NDArray[np.float32]
    game: NDArray[np.int32]
    ply: NDArray[np.int16]
    branch: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.empty)

    def where(self, mask: NDArray[Any]) -> Positions:
        """Those for which the mask holds, or that it lists."""
        return Positions(*(getattr(self, name)[mask] for name in self.__dataclass_fields__))


def positions_of(paths: Sequence[Path], size: str) -> Positions:
    """All positions of the games of some files and of their branches, the random openings left out."""
    parts: list[Positions] = []
    first = 0
    for path in paths:
        games = games_of(path)
        found = game_features(
            size, games["moves"], games["plies"], games["branch_games"], games["branch_plies"], games["branch_moves"]
        )
        plies = games["plies"]
        game = np.repeat(np.arange(len(plies)), plies)
        ply = np.arange(len(game)) - np.repeat(np.cumsum(plies) - plies, plies)
        steps = np.sum(games["branch_moves"] != 255, axis=1)
        for branch, of_game, of_ply in (
            ("", game, ply),
            ("branch_", games["branch_games"], games["branch_plies"] + steps),
        ):
            light = found[f"{branch}light_to_move"]
            chance = games[f"{branch}light_chances"]
            light_result = (games["winners"][of_game] + np.float32(1)) / 2
            parts.append(
                Positions(
                    found[f"{branch}features"],
                    found[f"{branch}empty"],
                    np.where(light, light_result, 1 - light_result).astype(np.float32),
                    np.where(light, chance, 1 - chance).astype(np.float32),
                    (first + of_game).astype(np.int32),
                    of_ply.astype(np.int16),
                    np.full(len(light), bool(branch)),
                )
            )
        first += len(plies)
    return Positions(*(np.concatenate([getattr(part, name) for part in parts]) for name in Positions.__dataclass_fields__))
