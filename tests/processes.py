"""What the tests of programs and workers ask about other processes."""

from pathlib import Path


def alive(pid: int) -> bool:
    """Whether a process runs (Linux); one that has ended and was not waited for does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"
