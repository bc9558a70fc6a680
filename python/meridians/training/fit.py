"""Logistic regression of results on features: Newton's method, weights that depend on how full the board is.

With f = empty points / points, the logit of the mover's winning chance is the sum over the features, and 1 for having
the move, of (w0 + w1 f + w2 f^2 ...) x feature. Numpy alone does it; the design matrix is made in pieces, so memory
stays small.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

__all__ = ["CrossValidation", "Model", "cross_validate", "fit", "log_loss", "logit", "losses", "sigmoid"]

Floats = NDArray[np.float64]

_PIECE = 1 << 15
_MOST_STEPS = 30
_CONVERGED = 1e-9  # of the mean loss, from one step to the next


@dataclass(frozen=True)
class Model:
    """Fitted weights: ``coefficients`` float64 ``[F + 1, K]``, powers of f along a row; the last row: having the move.

    ``curvature``: the second derivatives of the mean loss by the coefficients, all of them in one row.
    """

    coefficients: Floats
    points: int
    curvature: Floats | None = field(default=None, repr=False, compare=False)

    def without(self, feature: int) -> Model:
        """About what a fit without a feature gives: the least of the quadratic that the loss is near its minimum."""
        if self.curvature is None:
            raise ValueError("a model that was not fitted has no curvature")
        count, powers = self.coefficients.shape
        block = slice(powers * feature, powers * (feature + 1))
        inverse = np.linalg.pinv(self.curvature, hermitian=True)
        solution = self.coefficients.reshape(-1)
        moved = solution - inverse[:, block] @ np.linalg.lstsq(inverse[block, block], solution[block], rcond=None)[0]
        moved[block] = 0
        return Model(moved.reshape(count, powers), self.points)

    def weights(self, empty: NDArray[np.int16]) -> Floats:
        """The weights at numbers of empty points: float64 ``[n, F + 1]``."""
        return _powers(empty, self.points, self.coefficients.shape[1]) @ self.coefficients.T

    def logits(self, features: NDArray[np.int16], empty: NDArray[np.int16]) -> Floats:
        """The mover's logits of positions: float64 ``[n]``."""
        weights = self.weights(empty)
        logits: Floats = (weights[:, :-1] * features).sum(axis=1) + weights[:, -1]
        return logits


def _powers(empty: NDArray[np.int16], points: int, count: int) -> Floats:
    return np.vander(empty / points, count, increasing=True)


def _design(features: NDArray[np.int16], empty: NDArray[np.int16], points: int, count: int) -> Floats:
    with_move = np.concatenate([features, np.ones((len(features), 1), np.int16)], axis=1)
    return (with_move[:, :, None] * _powers(empty, points, count)[:, None, :]).reshape(len(features), -1)


def sigmoid(logits: Floats) -> Floats:
    """The chances of logits."""
    return 1 / (1 + np.exp(-np.clip(logits, -40, 40)))


def logit(chances: Floats, least: float) -> Floats:
    """The logits of chances, which are cut off at ``least`` and 1 - ``least``."""
    chances = np.clip(chances, least, 1 - least)
    logits: Floats = np.log(chances) - np.log1p(-chances)
    return logits


def losses(chances: Floats, targets: Floats) -> Floats:
    """For each position -log of the chance given to what happened; a target between 0 and 1 is both in those parts."""
    chances = np.clip(chances, 1e-9, 1 - 1e-9)
    return -(targets * np.log(chances) + (1 - targets) * np.log1p(-chances))


def log_loss(chances: Floats, targets: Floats) -> float:
    """The mean of :func:`losses`."""
    return float(losses(chances, targets).mean())


def fit(
    features: NDArray[np.int16],
    empty: NDArray[np.int16],
    targets: Floats,
    points: int,
    *,
    powers: int = 3,
    ridge: float = 1e-4,
    keep: NDArray[np.bool_] | None = None,
) -> Model:
    """The weights with the least loss on the targets (float ``[n]``, from 0 to 1).

    ``ridge``: the penalty on squared weights of columns of unit variance, per position. ``keep``: bool ``[F]``, the
    features to use; the others get weights 0.
    """
    count = features.shape[1]
    used = np.append(np.ones(count, bool) if keep is None else keep, True).repeat(powers)

    def pieces() -> Iterator[tuple[Floats, Floats]]:
        for begin in range(0, len(targets), _PIECE):
            part = slice(begin, begin + _PIECE)
            yield _design(features[part], empty[part], points, powers)[:, used], targets[part]

    squares = np.zeros(used.sum())
    for x, _ in pieces():
        squares += (x * x).sum(axis=0) / len(targets)
    scale = np.where(squares > 0, np.sqrt(squares), 1.0)
    solution = np.zeros(len(scale))
    hessian = np.eye(len(scale))
    last = np.inf
    for _ in range(_MOST_STEPS):
        loss = 0.5 * ridge * float(solution @ solution)
        gradient, hessian = ridge * solution, ridge * np.eye(len(scale))
        for x, target in pieces():
            x /= scale
            chances = sigmoid(x @ solution)
            gradient += x.T @ (chances - target) / len(targets)
            curved = x * np.sqrt(chances * (1 - chances) / len(targets))[:, None]
            hessian += curved.T @ curved
            loss += float(losses(chances, target).sum()) / len(targets)
        solution = solution - np.linalg.solve(hessian, gradient)
        if last - loss < _CONVERGED:
            break
        last = loss
    coefficients, curvature = np.zeros(len(used)), np.zeros((len(used), len(used)))
    coefficients[used] = solution / scale
    curvature[np.ix_(used, used)] = hessian * np.outer(scale, scale)
    return Model(coefficients.reshape(count + 1, powers), points, curvature)


@dataclass(frozen=True)
class CrossValidation:
    """Predictions for positions by weights that were fitted to other games.

    ``chances``: float64 ``[n]``. ``losses_without``: float64 ``[F, n]``, what leaving each feature out adds to the
    loss of each position.
    """

    chances: Floats
    losses_without: Floats


def cross_validate(
    features: NDArray[np.int16],
    empty: NDArray[np.int16],
    targets: Floats,
    games: NDArray[np.int64],
    points: int,
    *,
    folds: int = 5,
    powers: int = 3,
    ridge: float = 1e-4,
    keep: NDArray[np.bool_] | None = None,
) -> CrossValidation:
    """Fits ``folds`` times to all games but some, and predicts those. Games are never divided."""
    count = features.shape[1]
    chances, added = np.empty(len(targets)), np.zeros((count, len(targets)))
    for fold in range(folds):
        held = games % folds == fold
        rest = ~held
        model = fit(features[rest], empty[rest], targets[rest], points, powers=powers, ridge=ridge, keep=keep)
        chances[held] = sigmoid(model.logits(features[held], empty[held]))
        loss = losses(chances[held], targets[held])
        for feature in range(count) if keep is None else np.flatnonzero(keep):
            without = sigmoid(model.without(int(feature)).logits(features[held], empty[held]))
            added[feature, held] = losses(without, targets[held]) - loss
    return CrossValidation(chances, added)
