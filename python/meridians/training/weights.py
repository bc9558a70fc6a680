"""The texts that weights are kept in; ``docs/features.md`` has their form."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from meridians._core import FEATURES, MeridiansError, Position
from meridians.checks import inside
from meridians.training.calibration import Calibration
from meridians.training.fit import Floats, Model
from meridians.training.network import Network

__all__ = ["calibrated_text", "check_weights", "is_in_bounds", "is_taken", "scaled_into_bounds", "weights_text"]

# Fewer than these digits would move logits; more say nothing.
_DIGITS = 6


# What the engine takes (`LIMIT` in evaluation/weights.rs): weights of features below 4 in size, that of having the move
# below 16; rounding must not lead over it.
_LIMIT, _LIMIT_TO_MOVE = 3.999, 15.99


def is_in_bounds(model: Model) -> bool:
    """Whether the engine takes the weights at every number of empty points."""
    sizes = np.abs(model.weights(np.arange(model.points + 1, dtype=np.int16)))
    return bool(sizes[:, :-1].max() < _LIMIT and sizes[:, -1].max() < _LIMIT_TO_MOVE)


def weights_text(model: Model, size: str, comments: Iterable[str] = (), network: Network | None = None) -> str:
    """The text of a model's weights and of a network, with the comments at its head.

    Features with no weight are left out.
    """
    names = [*FEATURES, "to_move"]
    rows = [
        (name, row) for name, row in zip(names, model.coefficients, strict=True) if name == "to_move" or np.any(row)
    ]
    lines = _comment_lines(comments)
    lines += ["meridians evaluation 1", f"size {size}", f"features {len(rows) - 1}"]
    if network is not None:
        rows.append(("network", np.array([len(network.outputs)])))
        names = [f"{side}.{name}" for side in ("own", "other") for name in FEATURES]
        rows += zip([*names, "empty"], network.weights, strict=True)
        rows += [("bias", network.biases), ("output", network.outputs)]
    lines += [_row(name, row) for name, row in rows]
    return "\n".join(lines) + "\n"


# The same for networks (evaluation/network.rs): biases, what a hidden unit gives, and all outputs together. Units are
# cut off at 128, and other positions than those of the fit can have larger ones.
_LIMIT_WEIGHT, _LIMIT_BIAS, _LIMIT_UNIT, _LIMIT_OUTPUTS = 1.999, 4095.0, 32.0, 15.9


def scaled_into_bounds(network: Network, activations: Floats) -> Network | None:
    """The same network with units scaled so that the engine takes it, if that can be.

    ``activations``: what the hidden units give at most, float64 ``[H]``; the larger they are, the finer the outputs.
    """
    factors = np.minimum(
        _LIMIT_UNIT / np.maximum(activations, 1e-3), _LIMIT_WEIGHT / np.abs(network.weights).max(axis=0)
    )
    scaled = network.scaled(np.minimum(factors, _LIMIT_BIAS / np.maximum(np.abs(network.biases), 1e-3)))
    return scaled if np.abs(scaled.outputs).sum() < _LIMIT_OUTPUTS else None


def calibrated_text(text: str, calibration: Calibration, comments: Iterable[str] = ()) -> str:
    """The text of weights whose logits are put right, with comments after its own.

    It takes every text that the engine reads. A large factor can lead over the bounds of what the engine reads.
    """
    check_weights("text", text)
    factor = inside("calibration.factor", calibration.factor, -math.inf, math.inf)
    offset = inside("calibration.offset", calibration.offset, -math.inf, math.inf)
    # As the engine does it: lines end with a line feed alone, and blanks around them and empty lines mean nothing.
    written = [line.strip() for line in text.split("\n")]
    head = [line for line in written if line.startswith("#")]
    names = {"output", "to_move", *FEATURES}
    lines = []
    for line in written:
        name, _, numbers = line.partition(" ")
        if name in names:
            values = factor * np.array(numbers.split(), float)
            values[0] += offset if name == "to_move" else 0
            line = _row(name, values)
        if line and not line.startswith("#"):
            lines.append(line)
    return "\n".join([*head, *_comment_lines(comments), *lines]) + "\n"


def _comment_lines(comments: Iterable[str]) -> list[str]:
    """Comments as lines of a text; one that is two lines would put its second among the weights."""
    comments = [comments] if isinstance(comments, str) else list(comments)
    for comment in comments:
        if "\n" in comment or "\r" in comment:
            raise MeridiansError(f"comments must be of one line each, not {comment[:80]!r}")
    return [f"# {comment}" for comment in comments]


def _row(name: str, values: Iterable[float]) -> str:
    return " ".join([name, *(f"{value:.{_DIGITS}g}" for value in values)])


def check_weights(name: str, text: str, size: str | None = None) -> None:
    """MeridiansError that begins with the name if the text is none of weights for this board size.

    Without a size it is the one that the text is for.
    """
    if not isinstance(text, str):
        raise TypeError(f"{name} must be a text of weights, not {type(text).__name__}")
    position = _position_for(text) if size is None else Position(size)
    try:
        position.chance("light", weights=text)
    except MeridiansError as error:
        raise MeridiansError(f"{name}: {error}") from None


def _position_for(text: str) -> Position:
    """An empty board of the size that a text of weights names; any if it names none, which its reader then finds."""
    for line in text.split("\n"):
        if line.strip().startswith("size "):
            try:
                return Position(line.strip().removeprefix("size "))
            except MeridiansError:
                break
    return Position()


def is_taken(text: str, size: str) -> bool:
    """Whether the engine takes the text as weights for this board size."""
    try:
        check_weights("weights", text, size)
    except MeridiansError:
        return False
    return True
