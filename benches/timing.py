"""How the scripts of this folder measure: programs in turn, several rounds, medians, and what machine it was.

Shared machines are noisy, so a rate alone says little. What was measured in turn in the same rounds can be compared: a
round takes every program once, so that a slow minute hits all of them.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable
from statistics import median
from time import process_time

from meridians import build_info
from meridians.cli.arguments import processors
from meridians.cli.measure import processor

Rates = dict[str, list[float]]


def in_turn(measures: dict[str, Callable[[], dict[str, float]]], rounds: int) -> Rates:
    """Calls all measures once a round; the rates that they return, by name, are lists with a value a round."""
    rates: Rates = {}
    for number in range(1, rounds + 1):
        for name, measure in measures.items():
            if sys.stderr.isatty():
                print(f"\r\033[Kround {number} of {rounds}: {name}", end="", file=sys.stderr, flush=True)
            for what, rate in measure().items():
                rates.setdefault(what, []).append(rate)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    return rates


def per_second(work: Callable[[], object], count: float, repeat: int = 1) -> float:
    """How many a second of this process's CPU time: ``count`` a call, ``repeat`` calls timed together."""
    began = process_time()
    for _ in range(repeat):
        work()
    return count * repeat / max(process_time() - began, 1e-9)


def ratio_of_medians(rates: Rates, ours: str, theirs: str) -> float:
    """The median of the rounds' ratios: what was measured in the same round is set against each other."""
    return median(a / b for a, b in zip(rates[ours], rates[theirs], strict=True))


def machine() -> dict[str, str]:
    """What a figure depends on: processor, number of processors, system, Python, and how the engine was built."""
    return {
        "processor": processor(),
        "processors": str(processors()),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        **build_info(),
    }


def described(about: dict[str, str]) -> str:
    """The machine in one line."""
    return (
        f"{about['processor']}, {about['processors']} processors; meridians {about['version']}, {about['profile']} "
        f"build for {about['target']}, {about['simd']}; Python {about['python']}"
    )
