"""The texts that weights are kept in; ``docs/features.md`` has their form."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from meridians._core import feature_names
from meridians.training.fit import Model

__all__ = ["weights_text"]

# Fewer than these digits would move logits; more say nothing.
_DIGITS = 6


def weights_text(model: Model, size: str, comments: Iterable[str] = ()) -> str:
    """The text of a model's weights, with the comments at its head. Features with no weight are left out."""
    names = [*feature_names(), "to_move"]
    rows = [
        (name, row) for name, row in zip(names, model.coefficients, strict=True) if name == "to_move" or np.any(row)
    ]
    lines = [f"# {comment}" for comment in comments]
    lines += ["meridians evaluation 1", f"size {size}", f"features {len(rows) - 1}"]
    lines += [" ".join([name, *(f"{w:.{_DIGITS}g}" for w in row)]) for name, row in rows]
    return "\n".join(lines) + "\n"
