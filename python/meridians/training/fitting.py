"""From positions to weights: which features to keep, and what the fit is worth on games that it has not seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meridians._core import FEATURES, point_names
from meridians.training.calibration import reliability
from meridians.training.fit import CrossValidation, Model, cross_validate, fit, log_loss
from meridians.training.games import Positions
from meridians.training.weights import is_in_bounds

__all__ = ["Fitted", "fit_positions"]

# More positions than these say nothing new, for those of a game are much alike.
MOST_POSITIONS = 200_000

_FOLDS = 5


@dataclass(frozen=True)
class Fitted:
    """Weights and what is known about them.

    ``loss``: the log loss of the results of games, each predicted by weights fitted without it. ``dropped``: features
    that made it worse and have no weight. ``ablation``: for each feature what leaving it out alone adds to the loss,
    with the standard error between games. ``reliability``: :func:`~meridians.training.calibration.reliability` of the
    held-out predictions.
    """

    model: Model
    positions: int
    loss: float
    dropped: tuple[str, ...]
    ablation: list[dict[str, Any]]
    reliability: list[dict[str, float]]


def fit_positions(positions: Positions, size: str) -> Fitted:
    """Fits weights for a board size to the results of positions."""
    points = len(point_names(size))
    step = -(-len(positions) // MOST_POSITIONS)
    positions = positions.where(slice(None, None, step))
    everything = (positions.features, positions.empty, positions.result)
    first = cross_validate(*everything, positions.game, points, folds=_FOLDS)
    ablation = _ablation(first, positions.game)
    final, keep = first, np.array([row["added"] > 0 for row in ablation])
    if not keep.all():
        final = cross_validate(*everything, positions.game, points, folds=_FOLDS, keep=keep)
        if log_loss(final.chances, positions.result) > log_loss(first.chances, positions.result):
            # Two that can stand in for each other are both dispensable, but not together.
            final, keep = first, np.ones(len(keep), bool)
    return Fitted(
        _bounded_fit(everything, points, keep),
        len(positions),
        log_loss(final.chances, positions.result),
        tuple(name for name, kept in zip(FEATURES, keep, strict=True) if not kept),
        ablation,
        reliability(final.chances, positions.result, positions.game),
    )


def _bounded_fit(everything: tuple[Any, Any, Any], points: int, keep: NDArray[np.bool_]) -> Model:
    """A fit whose weights are in bounds: with few games it takes a larger penalty."""
    ridge = 1e-4
    while not is_in_bounds(model := fit(*everything, points, keep=keep, ridge=ridge)):
        ridge *= 4
    return model


def _ablation(validation: CrossValidation, games: NDArray[np.int32]) -> list[dict[str, Any]]:
    rows = []
    counts = np.bincount(games)
    played = counts > 0
    for name, added in zip(FEATURES, validation.losses_without, strict=True):
        mean = float(added.mean())
        by_game = np.bincount(games, added - mean)[played]
        rows.append(
            {
                "feature": name,
                "added": round(mean, 6),
                "error": round(float(np.sqrt((by_game**2).sum()) / len(added)), 6),
            }
        )
    return rows
