"""What the weights are fitted to: results, and what the search found, put right by results.

The chance that a search reports is a mean over playouts, and so nearer to one half than results are. How much so is learned from the
positions of games, whose results are known; branches, which were not played out, get the chance so corrected as their target.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meridians.training.fit import Floats, sigmoid
from meridians.training.games import Positions

__all__ = ["corrected_chances", "targets_of"]

_STEPS = 20
_LEAST = 1e-3  # chances nearer to 0 or 1 say no more than this


def _logits(chances: NDArray[np.float32]) -> Floats:
    chances = np.clip(chances.astype(np.float64), _LEAST, 1 - _LEAST)
    return np.log(chances / (1 - chances))


def corrected_chances(positions: Positions, points: int) -> Floats:
    """The search's chances of the mover, with their logits scaled by a line in the share of empty points that fits results best.

    float64 ``[n]``. Every position needs a chance.
    """
    share = positions.empty / points
    columns = _logits(positions.chance)[:, None] * np.stack([np.ones_like(share), share], axis=1)
    known = ~positions.branch
    x, y = columns[known], positions.result[known]
    scale = np.array([1.0, 0.0])
    for _ in range(_STEPS):
        chances = sigmoid(x @ scale)
        hessian = (x * (chances * (1 - chances))[:, None]).T @ x
        scale = scale + np.linalg.solve(hessian + 1e-9 * np.eye(2), x.T @ (y - chances))
    return sigmoid(columns @ scale)


def targets_of(positions: Positions, points: int, result_share: float) -> Floats:
    """Targets: of positions of games a mixture of result and corrected chance, of branches the latter alone. float64 ``[n]``."""
    if np.isnan(positions.chance).any():
        return positions.result.astype(np.float64)
    chances = corrected_chances(positions, points)
    mixed = result_share * positions.result + (1 - result_share) * chances
    return np.where(positions.branch, chances, mixed)
