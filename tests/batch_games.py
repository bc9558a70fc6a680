"""What the tests of batches share."""

from __future__ import annotations

from typing import Any

import numpy as np

from meridians import (
    BatchState,
    Position,
    parse_move,
)

OPENINGS = ("plain", "pie")
REPETITIONS = ("none", "draw")
NAMES = ("to_move", "terminated", "truncated", "reward", "ply", "legal_mask", "planes")
DTYPES = dict(zip(NAMES, ("int8", "bool", "bool", "float32", "int32", "bool", "uint8"), strict=True))

# Two games on 2/3: one is over after four plies, the other not.
SHORT = ["c1", "e1", "c3", "pass"]
LONG = Position("2/3").rollout(seed=1).moves


def everything(batch: BatchState) -> tuple[Any, ...]:
    """All that a batch is, to be compared with what it is later."""
    arrays = [(name, getattr(batch, name).tobytes()) for name in NAMES]
    places = range(len(batch))
    games = [batch.state(place) for place in places], [batch.final_state(place) for place in places]
    return arrays, games, {name: array.tobytes() for name, array in batch.to_arrays().items()}


def step_at_random(batch: BatchState, steps: int, seed: int = 0) -> None:
    for number in range(steps):
        batch.step(batch.legal_random_actions(seed * 1_000_003 + number))


def one_action(batch: BatchState, *moves: str) -> np.ndarray:
    """A move for each game by name; an empty text for -1."""
    return np.array([parse_move(move, batch.size, batch.opening) if move else -1 for move in moves])


def not_aligned(count: int, dtype: Any) -> np.ndarray:
    return np.zeros(np.dtype(dtype).itemsize * count + 1, np.uint8)[1:].view(dtype)
