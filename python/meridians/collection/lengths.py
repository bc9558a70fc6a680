"""The lengths of games, counted by length, so that any number of games takes the memory of the lengths there are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from meridians import checks

__all__ = ["Lengths"]

_BINS = 10


@dataclass(frozen=True)
class Lengths:
    """How long games were, in plies, in which ``keep`` and ``swap`` count too; ``counts`` are games by length."""

    counts: Mapping[int, int]

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(self.counts.values())

    def quantile(self, share: float) -> float | None:
        """The length below which this share of the games is, between two lengths in proportion; None without games.

        As ``statistics.quantiles`` with ``method="inclusive"``: 0.5 is the median, 0.25 and 0.75 are the quartiles, 0
        and 1 the shortest and the longest game.
        """
        checks.number("share", share, 0, 1)
        if not self.counts:
            return None
        place = (self.games - 1) * share
        below = self._at(int(place))
        above = self._at(min(int(place) + 1, self.games - 1))
        return below + (above - below) * (place - int(place))

    def _at(self, rank: int) -> int:
        """The length of the game with this rank, from 0, from the shortest on."""
        passed = 0
        for length, count in sorted(self.counts.items()):
            passed += count
            if rank < passed:
                return length
        raise AssertionError("the rank is below the number of games")

    def histogram(self) -> list[tuple[int, int, int]]:
        """Games by ranges of length: the first and last length of a range, and the games in it; ten ranges at most."""
        if not self.counts:
            return []
        low, high = min(self.counts), max(self.counts)
        width = -(-(high - low + 1) // _BINS)
        starts = range(low, high + 1, width)
        return [
            (start, start + width - 1, sum(self.counts.get(start + step, 0) for step in range(width)))
            for start in starts
        ]

    def to_json(self) -> dict[str, Any]:
        """Quantiles and the counts, for JSON."""
        shares = {"min": 0.0, "lower_quartile": 0.25, "median": 0.5, "upper_quartile": 0.75, "max": 1.0}
        return {
            **{name: self.quantile(share) for name, share in shares.items()},
            "counts": {str(length): count for length, count in sorted(self.counts.items())},
        }
