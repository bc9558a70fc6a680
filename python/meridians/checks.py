"""Checks of arguments in Python: each gives the value if it is right, and else raises an error that names it.

A value of the wrong type is a TypeError, one that is out of range a MeridiansError, as in the compiled functions.
"""

from __future__ import annotations

import json
import math
import operator
import os
from collections.abc import Callable, Sequence
from numbers import Real
from typing import Any, SupportsIndex

from meridians._core import MeridiansError

__all__ = ["flag", "function", "inside", "number", "one_of", "pair_of", "path", "positive", "sequence_of", "whole"]


def whole(name: str, value: object, least: int, most: int) -> int:
    """A whole number in range, ends included; one of NumPy's becomes one of Python's."""
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        raise TypeError(f"{name} must be a whole number, not {type(value).__name__}")
    number = operator.index(value)
    if not least <= number <= most:
        most_text = "2**64-1" if most == 2**64 - 1 else most
        raise MeridiansError(f"{name} must be a whole number from {least} to {most_text}, not {_shown(number)}")
    return number


def number(name: str, value: object, least: float, most: float) -> float:
    """A number in range, ends included."""
    return _number(name, value, f"a number from {least:g} to {most:g}", lambda number: least <= number <= most)


def positive(name: str, value: object, most: float) -> float:
    """A number above 0 up to the most."""
    return _number(name, value, f"a number above 0, at most {most:g}", lambda number: 0 < number <= most)


def inside(name: str, value: object, low: float, high: float) -> float:
    """A number between two, without them."""
    return _number(name, value, f"a number above {low:g} and below {high:g}", lambda number: low < number < high)


def _number(name: str, value: object, expected: str, holds: Callable[[float], bool]) -> float:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} must be a number, not {type(value).__name__}")
    try:
        converted = float(value)
    except OverflowError:  # a whole number that no float comes near
        converted = math.nan
    if not holds(converted):
        raise MeridiansError(f"{name} must be {expected}, not {_shown(value)}")
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


def flag(name: str, value: object) -> bool:
    """True or False, and nothing that is only like them."""
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be True or False, not {type(value).__name__}")
    return value


def function(name: str, value: object, *, optional: bool = False) -> None:
    """Something that can be called, or if it is optional None."""
    if not callable(value) and not (optional and value is None):
        raise TypeError(f"{name} must be callable{' or None' if optional else ''}, not {type(value).__name__}")


def path(name: str, value: object, *, optional: bool = False) -> None:
    """The path of a file or folder, or if it is optional None."""
    if not isinstance(value, str | os.PathLike) and not (optional and value is None):
        raise TypeError(f"{name} must be a path{' or None' if optional else ''}, not {type(value).__name__}")


def sequence_of(name: str, value: object, of: str) -> Sequence[Any]:
    """A list, a tuple or the like, and no text."""
    if isinstance(value, str | bytes) or not isinstance(value, Sequence):
        raise TypeError(f"{name} must be a sequence of {of}, not {type(value).__name__}")
    return value


def pair_of(name: str, value: object, of: str) -> tuple[Any, Any]:
    """A sequence of two."""
    if isinstance(value, str | bytes) or not isinstance(value, Sequence):
        raise TypeError(f"{name} must be a pair of {of}, not {type(value).__name__}")
    if len(value) != 2:
        raise TypeError(f"{name} must be a pair of {of}, not {len(value)}")
    return value[0], value[1]


def _shown(value: object) -> str:
    return "a number of many digits" if isinstance(value, int) and abs(value) >= 2**70 else str(value)
