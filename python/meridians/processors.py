"""How many processors this process may use."""

import os
import sys

__all__ = ["MAX_THREADS", "processors"]

MAX_THREADS = 1024


def processors() -> int:
    """The processors that this process may use, at most 1024, which is as many threads as anything here takes."""
    available = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return min(available, MAX_THREADS)
