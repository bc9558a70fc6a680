"""Whether winning chances come true, and what makes them: reliability tables, and a factor and an offset of logits."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meridians._core import MeridiansError
from meridians.training.fit import Floats, logit, sigmoid

__all__ = ["Calibration", "fit_calibration", "reliability"]

# Chances of the evaluation are cut off here before their logits are taken.
_LEAST_CHANCE = 1e-4
# As if so many positions had said that chances are right as they are: few games must not say much.
_CAUTION = 100
_MOST_STEPS, _CONVERGED = 50, 1e-9


@dataclass(frozen=True)
class Calibration:
    """What makes the mover's logits come true: logit x ``factor`` + ``offset``."""

    factor: float
    offset: float

    def applied(self, chances: Floats) -> Floats:
        """The chances, put right."""
        return sigmoid(self.factor * logit(chances, _LEAST_CHANCE) + self.offset)


def fit_calibration(chances: Floats, results: Floats) -> Calibration:
    """The calibration with the least log loss, by Newton's method (J. C. Platt, "Probabilistic outputs for support
    vector machines", 1999).

    ``chances`` and ``results``: for each position a number from 0 to 1. The factor is negative if chances go the wrong
    way, as those of the other side do.
    """
    chances, results = _shares("chances", chances), _shares("results", results)
    if len(chances) != len(results):
        raise MeridiansError(f"results must be as many as chances, {len(chances)}, not {len(results)}")
    design = np.stack([logit(chances, _LEAST_CHANCE), np.ones(len(chances))], axis=1)
    start = solution = np.array([1.0, 0.0])
    for _ in range(_MOST_STEPS):
        fitted = sigmoid(design @ solution)
        gradient = design.T @ (fitted - results) + _CAUTION * (solution - start)
        curvature = (design * (fitted * (1 - fitted))[:, None]).T @ design + _CAUTION * np.eye(2)
        step = np.linalg.solve(curvature, gradient)
        solution = solution - step
        if np.abs(step).max() < _CONVERGED:
            break
    return Calibration(float(solution[0]), float(solution[1]))


def _shares(name: str, values: Floats) -> Floats:
    """One or more numbers from 0 to 1."""
    try:
        array = np.asarray(values, np.float64)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be an array of numbers, not {type(values).__name__}") from None
    if array.ndim != 1 or not len(array):
        raise MeridiansError(f"{name} must be one or more numbers in one row, not an array of shape {array.shape}")
    wrong = ~((array >= 0) & (array <= 1))  # nan among them
    if wrong.any():
        raise MeridiansError(f"{name} must be numbers from 0 to 1, not {array[wrong][0]:g}")
    return array


def reliability(chances: Floats, results: Floats, games: NDArray[np.int64], bins: int = 10) -> list[dict[str, float]]:
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
