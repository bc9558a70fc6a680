"""The texts that weights are kept in; ``docs/features.md`` has their form."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from meridians._core import FEATURES, MeridiansError, Position
from meridians.training.fit import Model

__all__ = ["check_weights", "is_in_bounds", "weights_text"]

# Fewer than these digits would move logits; more say nothing.
_DIGITS = 6


# What the engine takes (`LIMIT` in evaluation/weights.rs): weights of features below 2 in size, that of having the move
# below 16; rounding must not lead over it.
_LIMIT, _LIMIT_TO_MOVE = 1.999, 15.99


def is_in_bounds(model: Model) -> bool:
    """Whether the engine takes the weights at every number of empty points."""
    sizes = np.abs(model.weights(np.arange(model.points + 1, dtype=np.int16)))
    return bool(sizes[:, :-1].max() < _LIMIT and sizes[:, -1].max() < _LIMIT_TO_MOVE)


def weights_text(model: Model, size: str, comments: Iterable[str] = ()) -> str:
    """The text of a model's weights, with the comments at its head. Features with no weight are left out."""
    names = [*FEATURES, "to_move"]
    rows = [
        (name, row) for name, row in zip(names, model.coefficients, strict=True) if name == "to_move" or np.any(row)
    ]
    lines = [f"# {comment}" for comment in comments]
    lines += ["meridians evaluation 1", f"size {size}", f"features {len(rows) - 1}"]
    lines += [" ".join([name, *(f"{w:.{_DIGITS}g}" for w in row)]) for name, row in rows]
    return "\n".join(lines) + "\n"


def check_weights(name: str, text: str, size: str) -> None:
    """MeridiansError that begins with the name if the text is none of weights for this board size."""
    try:
        Position(size).chance("light", weights=text)
    except MeridiansError as error:
        raise MeridiansError(f"{name}: {error}") from None
