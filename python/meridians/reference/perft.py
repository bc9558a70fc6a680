"""Perft: how many move sequences of a given length there are, the classic check of move generation.

Finished games are not extended, a forced pass is a move (R10); repetition and resignation do not count.
"""

from __future__ import annotations

from meridians.reference.errors import MeridiansError
from meridians.reference.game import GameState
from meridians.reference.position import Position
from meridians.reference.rollouts import Progress


def _count(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    actions = position.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(_count(position.after(action)[0], depth - 1) for action in actions)


def divide(state: GameState | Position, depth: int, progress: Progress | None = None) -> dict[str, int]:
    """:func:`perft` by first move; ``progress(done, total)`` counts first moves."""
    if depth < 1:
        raise MeridiansError("divide needs a depth of at least 1")
    position = state.position if isinstance(state, GameState) else state
    actions = position.legal_actions()
    counts = {}
    for done, action in enumerate(actions, start=1):
        counts[position.move_name(action)] = _count(position.after(action)[0], depth - 1)
        if progress is not None:
            progress(done, len(actions))
    return counts


def perft(state: GameState | Position, depth: int, progress: Progress | None = None) -> int:
    """The number of move sequences of exactly ``depth`` plies."""
    if depth < 0:
        raise MeridiansError("depth is not negative")
    return sum(divide(state, depth, progress).values()) if depth else 1
