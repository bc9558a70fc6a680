"""The network that corrects the weighted features: one layer of hidden units over the counts of both colours.

The features of the linear part are differences; the network sees each colour's counts and the empty points, and is
fitted to what the linear part leaves over, by Adam (D. P. Kingma, J. Ba, ICLR 2015) in numpy, with a falling step.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meridians.training.fit import Floats, sigmoid

__all__ = ["Network", "fit_network"]

_EPOCHS = 30
_BATCHES, _LARGEST_BATCH = 100, 2048  # a hundred batches an epoch, or more
_STEP = 5e-3  # at first; it falls to nothing like a cosine
_PENALTY = 3e-5  # on squared weights of inputs of unit variance, and on squared outputs
_MEAN_DECAY, _SQUARE_DECAY = 0.9, 0.999  # Adam's

Singles = NDArray[np.float32]


@dataclass(frozen=True)
class Network:
    """``weights`` float64 ``[2 F + 1, H]``, of the mover's counts, the other colour's, and the empty points; ``biases``
    and ``outputs`` float64 ``[H]``. What it adds to a logit is the sum of max(0, bias + weighted inputs) x output.
    """

    weights: Floats
    biases: Floats
    outputs: Floats

    def corrections(self, features: NDArray[np.int16], empty: NDArray[np.int16]) -> Floats:
        """What it adds to the mover's logits, float64 ``[n]``; features ``[n, 2, F]``."""
        sums: Floats = self.activations(features, empty) @ self.outputs
        return sums

    def activations(self, features: NDArray[np.int16], empty: NDArray[np.int16]) -> Floats:
        """What the hidden units give, float64 ``[n, H]``."""
        activations: Floats = np.maximum(_inputs(features, empty) @ self.weights + self.biases, 0)
        return activations

    def scaled(self, factors: Floats) -> Network:
        """The same function with hidden units that give so many times as much."""
        return Network(self.weights * factors, self.biases * factors, self.outputs / factors)


def fit_network(
    features: NDArray[np.int16],
    empty: NDArray[np.int16],
    offsets: Floats,
    targets: Floats,
    *,
    units: int,
    seed: int = 0,
) -> Network:
    """A network of so many hidden units that corrects logits, ``offsets`` ``[n]``, towards targets from 0 to 1."""
    generator = np.random.default_rng(seed)
    inputs = _inputs(features, empty)
    means, deviations = inputs.mean(axis=0), inputs.std(axis=0)
    deviations[deviations < 1e-3] = np.inf  # of an input that never changes nothing can be learned
    inputs = (inputs - means) / deviations
    offsets, targets = offsets.astype(np.float32), targets.astype(np.float32)
    count, width = inputs.shape
    weights = (generator.normal(size=(width, units)) / np.sqrt(width)).astype(np.float32)
    biases = np.zeros(units, np.float32)
    outputs = (0.05 * generator.normal(size=units)).astype(np.float32)
    adam = _Adam([weights, biases, outputs])
    batch = min(max(count // _BATCHES, 1), _LARGEST_BATCH)
    of_epoch = count // batch
    steps = _EPOCHS * of_epoch
    order = np.arange(count)
    for step in range(steps):
        if step % of_epoch == 0:
            generator.shuffle(order)
        chosen = order[step % of_epoch * batch :][:batch]
        x = inputs[chosen]
        sums = x @ weights + biases
        active = np.maximum(sums, 0)
        errors = (sigmoid(offsets[chosen] + active @ outputs) - targets[chosen]).astype(np.float32) / np.float32(batch)
        behind = np.outer(errors, outputs) * (sums > 0)
        gradients = [x.T @ behind + _PENALTY * weights, behind.sum(axis=0), active.T @ errors + _PENALTY * outputs]
        adam.step(gradients, _STEP * 0.5 * (1 + np.cos(np.pi * step / steps)))
    unscaled = weights.astype(np.float64) / deviations[:, None]
    return Network(unscaled, biases - means @ unscaled, outputs.astype(np.float64))


def _inputs(features: NDArray[np.int16], empty: NDArray[np.int16]) -> Singles:
    return np.concatenate([features.reshape(len(features), -1), empty[:, None]], axis=1).astype(np.float32)


class _Adam:
    """Steps down the gradients of some arrays, which it changes."""

    def __init__(self, arrays: list[Singles]) -> None:
        self.arrays = arrays
        self.means = [np.zeros_like(array) for array in arrays]
        self.squares = [np.zeros_like(array) for array in arrays]
        self.steps = 0

    def step(self, gradients: list[Singles], size: float) -> None:
        self.steps += 1
        size *= np.sqrt(1 - _SQUARE_DECAY**self.steps) / (1 - _MEAN_DECAY**self.steps)
        for array, gradient, mean, square in zip(self.arrays, gradients, self.means, self.squares, strict=True):
            mean += (1 - _MEAN_DECAY) * (gradient - mean)
            square += (1 - _SQUARE_DECAY) * (gradient**2 - square)
            array -= np.float32(size) * mean / (np.sqrt(square) + np.float32(1e-8))
