"""The stable 64-bit hash of a position (``docs/notation.md``): the XOR of the keys of everything that holds."""

from functools import cache

from meridians.reference.board import Board
from meridians.reference.sight import Stones
from meridians.reference.stream import GOLDEN, MASK64, mix

PIE_STATES = ("plain", "pie", "kept", "swapped")


@cache
def key(k: int) -> int:
    """The k-th key, k from 0: the k-th output of SplitMix64 from the initial state "Meridian" in ASCII."""
    return mix(0x4D6572696469616E + (k + 1) * GOLDEN & MASK64)


def hash_of(board: Board, stones: tuple[Stones, Stones], mover: int, turns: tuple[int, int], pie: str) -> int:
    """The hash, computed afresh. ``mover``: 1 if Dark places the next stone, else 0."""
    value = key(513 + turns[0]) ^ key(516 + turns[1]) ^ key(519 + PIE_STATES.index(pie)) ^ key(523 + board.short)
    if mover == 1:
        value ^= key(512)
    for color in (0, 1):
        for point in stones[color]:
            value ^= key(2 * point + color)
    return value
