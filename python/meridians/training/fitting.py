"""From positions to weights: which features to keep, and what the fit is worth on games that it has not seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meridians._core import FEATURES, MeridiansError, point_names
from meridians.checks import whole
from meridians.training.bounds import BOUNDS
from meridians.training.calibration import reliability
from meridians.training.fit import CrossValidation, Floats, Model, cross_validate, fit, log_loss, logit, sigmoid
from meridians.training.games import Positions
from meridians.training.network import Network, fit_network
from meridians.training.weights import is_in_bounds, scaled_into_bounds

__all__ = ["Fitted", "fit_positions"]

# More positions than these say nothing new, for those of a game are much alike; a network has more to learn.
MOST_POSITIONS = 200_000
MOST_POSITIONS_OF_NETWORK = 1_000_000

_FOLDS = 5


@dataclass(frozen=True)
class Fitted:
    """Weights and what is known about them.

    ``loss``: the log loss of the results of games, each predicted by weights fitted without it; ``linear_loss``: the
    same without a network. ``dropped``: features that made the latter worse and have no weight outside the network.
    ``ablation``: for each feature what leaving it out alone adds to that loss, with the standard error between games.
    ``reliability``: :func:`~meridians.training.calibration.reliability` of the held-out predictions.
    """

    model: Model
    network: Network | None
    positions: int
    loss: float
    linear_loss: float
    dropped: tuple[str, ...]
    ablation: list[dict[str, Any]]
    reliability: list[dict[str, float]]


def fit_positions(positions: Positions, size: str, *, units: int = 0) -> Fitted:
    """Fits weights for a board size to the results of positions, and a network of so many hidden units."""
    points = len(point_names(size))
    whole("units", units, *BOUNDS["units"])
    _check_positions(positions, size, points)
    every = _thinned(positions, MOST_POSITIONS)
    everything = (every.differences(), every.empty, every.result)
    first = cross_validate(*everything, every.game, points, folds=_FOLDS)
    ablation = _ablation(first, every.game)
    final, keep = first, np.array([row["added"] > 0 for row in ablation])
    if not keep.all():
        final = cross_validate(*everything, every.game, points, folds=_FOLDS, keep=keep)
        if log_loss(final.chances, every.result) > log_loss(first.chances, every.result):
            # Two that can stand in for each other are both dispensable, but not together.
            final, keep = first, np.ones(len(keep), bool)
    model = _bounded_fit(everything, points, keep)
    network, chances, learned = None, final.chances, every
    if units:
        learned = _thinned(positions, MOST_POSITIONS_OF_NETWORK)
        network = _bounded_network(learned, model, units)
        if network is not None:
            chances = _corrected(every, chances, units)
    return Fitted(
        model,
        network,
        len(learned),
        log_loss(chances, every.result),
        log_loss(final.chances, every.result),
        tuple(name for name, kept in zip(FEATURES, keep, strict=True) if not kept),
        ablation,
        reliability(chances, every.result, every.game),
    )


def _check_positions(positions: Positions, size: str, points: int) -> None:
    """Refuses positions that are not of the board, or too few to leave some games out."""
    if not isinstance(positions, Positions):
        raise TypeError(f"positions must be Positions, not {type(positions).__name__}")
    if len(np.unique(positions.game % _FOLDS)) < 2:
        raise MeridiansError("positions must be of two games or more, with numbers that follow each other")
    least, most = positions.empty.min(), positions.empty.max()
    if least < 0 or most > points:
        raise MeridiansError(
            f"positions must have 0 to {points} empty points, as on a board of size {size}, not {least} to {most}"
        )


def _thinned(positions: Positions, most: int) -> Positions:
    step = -(-len(positions) // most)
    return positions.where(slice(None, None, step))


def _bounded_network(positions: Positions, model: Model, units: int) -> Network | None:
    """A network that the engine takes; None if the fit has none, which happens with few games."""
    offsets = model.logits(positions.differences(), positions.empty)
    network = fit_network(positions.features, positions.empty, offsets, positions.result, units=units)
    return scaled_into_bounds(network, network.activations(positions.features, positions.empty).max(axis=0))


def _corrected(positions: Positions, chances: Floats, units: int) -> Floats:
    """Held-out chances corrected by networks that were fitted to other games too."""
    logits = logit(chances, 1e-9)
    corrected = np.empty(len(positions))
    for fold in range(_FOLDS):
        held = positions.game % _FOLDS == fold
        rest, these = positions.where(~held), positions.where(held)
        network = fit_network(rest.features, rest.empty, logits[~held], rest.result, units=units)
        corrected[held] = sigmoid(logits[held] + network.corrections(these.features, these.empty))
    return corrected


def _bounded_fit(everything: tuple[Any, Any, Any], points: int, keep: NDArray[np.bool_]) -> Model:
    """A fit whose weights are in bounds: with few games it takes a larger penalty."""
    ridge = 1e-4
    while not is_in_bounds(model := fit(*everything, points, keep=keep, ridge=ridge)):
        ridge *= 4
    return model


def _ablation(validation: CrossValidation, games: NDArray[np.int64]) -> list[dict[str, Any]]:
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
