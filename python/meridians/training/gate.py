"""Matches of weights against weights: who has the better evaluation, all else equal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meridians._core import self_play
from meridians.checks import whole
from meridians.training.bounds import BOUNDS

__all__ = ["Match", "play_match"]


@dataclass(frozen=True)
class Match:
    """The result of a match, for the first player. ``pairs``: for each opening its share of the points of two games."""

    pairs: NDArray[np.float64]

    @property
    def share(self) -> float:
        """The share of the points."""
        return float(self.pairs.mean())

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval of the share, from the variance between pairs."""
        return float(1.96 * self.pairs.std(ddof=1) / np.sqrt(len(self.pairs)))

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} +- {100 * self.margin:.1f} % of {2 * len(self.pairs)} games"


def play_match(
    first: str | None,
    second: str | None,
    pairs: int,
    *,
    size: str,
    visits: int,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Match:
    """Plays pairs of games, each from a balanced random opening with both colours, between two texts of weights.

    None stands for the weights of the package.
    """
    whole("pairs", pairs, *BOUNDS["pairs"])
    points: list[NDArray[np.float64]] = []

    def tell(done: int, _total: int) -> None:
        if progress is not None:
            progress(len(points) * pairs + done, 2 * pairs)

    for side, (light, dark) in enumerate(((first, second), (second, first))):
        games = self_play(
            pairs,
            size=size,
            seed=seed,
            visits=visits,
            light=light,
            dark=dark,
            opening_plies=6,
            balance=0.15,
            threads=threads,
            progress=tell,
        )
        light_points = (games["winners"] + 1) / 2
        points.append(light_points if side == 0 else 1 - light_points)
    return Match((points[0] + points[1]) / 2)
