"""What a training may be told: the least and the most of each number, in Python and on the command line alike."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["BOUNDS", "SEEDS_OF_A_PLAN"]

SEEDS_OF_A_PLAN = 1000
"""Seeds of self-play that belong to one seed of a plan."""

_MOST = 1_000_000
# Of fewer games none can be left out of a fit, and one pair has no variance.
BOUNDS: Mapping[str, tuple[int, int]] = {
    "rounds": (0, 400),
    "games": (10, _MOST),
    "visits": (1, _MOST),
    "branches": (0, 1000),
    "units": (0, 64),
    "pairs": (2, _MOST),
    "window": (1, _MOST),
    "patience": (1, _MOST),
    "seed": (0, 2**64 // SEEDS_OF_A_PLAN - 1),
}
