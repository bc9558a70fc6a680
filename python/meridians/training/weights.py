"""The texts that weights are kept in; ``docs/features.md`` has their form."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from meridians._core import FEATURES
from meridians.training.fit import Model

__all__ = ["is_in_bounds", "weights_text"]

# Fewer than these digits would move logits; more say nothing.
_DIGITS = 6


# What the engine takes: its sums are of whole numbers, which must not overflow.
_LIMIT = 4.0


def is_in_bounds(model: Model) -> bool:
    """Whether the engine takes the weights at every number of empty points."""
    empty = np.arange(model.points + 1, dtype=np.int16)
    return bool(np.abs(model.weights(empty)).max() < 0.999 * _LIMIT)


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
