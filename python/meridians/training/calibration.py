"""Whether winning chances come true: reliability tables."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["reliability"]

Floats = NDArray[np.float64]


def reliability(chances: Floats, results: Floats, games: NDArray[np.int32], bins: int = 10) -> list[dict[str, float]]:
    """For each of some equal ranges of chances: how many positions, their mean chance, and the share that was won.

    ``error`` is the standard error of that share, from the variance between games, for positions of one game share
    their result.
    """
    table = []
    place = np.minimum((chances * bins).astype(int), bins - 1)
    for bin_ in range(bins):
        mask = place == bin_
        count = int(mask.sum())
        if count == 0:
            continue
        won = float(results[mask].mean())
        by_game = np.bincount(games[mask], results[mask] - won)
        table.append(
            {
                "positions": count,
                "chance": round(float(chances[mask].mean()), 4),
                "won": round(won, 4),
                "error": round(float(np.sqrt((by_game**2).sum()) / count), 4),
            }
        )
    return table
