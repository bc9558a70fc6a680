"""Checks of arguments in Python: each gives the value if it is right, and else raises an error that names it.

A value of the wrong type is a TypeError, one that is out of range a MeridiansError, as in the compiled functions.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from numbers import Real

from meridians._core import MeridiansError

__all__ = ["number", "one_of", "whole"]


def whole(name: str, value: object, least: int, most: int) -> int:
    """A whole number in range, ends included."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} must be a whole number, not {type(value).__name__}")
    if not least <= value <= most:
        raise MeridiansError(f"{name} must be a whole number from {least} to {most}, not {_shown(value)}")
    return value


def number(name: str, value: object, least: float, most: float) -> float:
    """A number in range, ends included."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} must be a number, not {type(value).__name__}")
    try:
        converted = float(value)
    except OverflowError:  # a whole number that no float comes near
        converted = math.nan
    if not least <= converted <= most:
        raise MeridiansError(f"{name} must be a number from {least:g} to {most:g}, not {_shown(value)}")
    return converted


def one_of(name: str, value: object, allowed: Sequence[object]) -> None:
    """One of a few values, which are named as JSON has them."""
    listed = [json.dumps(option) for option in allowed]
    expected = f"{name} must be {', '.join(listed[:-1])} or {listed[-1]}"
    if type(value) not in map(type, allowed):
        raise TypeError(f"{expected}, not {type(value).__name__}")
    if value not in allowed:
        raise MeridiansError(
            f"{expected}, not {value[:80]!r}" if isinstance(value, str) else f"{expected}, not {_shown(value)}"
        )


def _shown(value: object) -> str:
    return "a number of many digits" if isinstance(value, int) and abs(value) >= 2**70 else str(value)
