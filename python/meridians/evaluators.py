"""What a search asks of an evaluator of yours: the protocol, with the meaning of every array (``docs/evaluators.md``)."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = ["Evaluator"]


class Evaluator(Protocol):
    """Priors and values for ``Search(engine="puct", evaluator=...)``.

    It may have an attribute ``batch_size``: how many positions it would like to see at once, 1..4096, read when the search is
    made; 16 if there is none.
    """

    def evaluate(
        self, planes: NDArray[np.uint8], legal: NDArray[np.bool_], /
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Priors float32 ``[B, A]`` and values float32 ``[B]`` of B positions.

        ``planes`` uint8 ``[B, C, H, W]`` are those of :func:`meridians.encode`, ``legal`` bool ``[B, A]`` is true at the legal
        actions. Both are new arrays that it may keep and change. B is at most ``batch_size``. Priors are weights: on each row
        those of the legal actions are finite and 0 or more, one at least positive; they need not add up to 1, and those of
        illegal actions are ignored. Values are chances from 0 to 1 that the *participant to move* wins, draws counting half;
        a value v from -1 to 1 is the chance (v + 1) / 2. It is called on the thread that called :meth:`meridians.Search.run`,
        and never about a position that is over or waits for ``keep`` or ``swap``.
        """
