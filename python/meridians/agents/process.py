"""A program that answers one line to each line: started, asked with a deadline, and gone for certain when closed.

It runs in a process group of its own, so that Ctrl-C at the terminal is ours to answer, and so that whatever it starts
itself is killed with it. Threads read what it writes, which works on every system and leaves waiting interruptible.
"""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Sequence
from typing import IO, Any

__all__ = ["LineProgram", "ProgramError", "kill_all"]

_LONGEST_LINE = 65536
_MOMENT = 0.2  # seconds to end by itself after the last line
_SHOWN = 200  # characters of an answer in a message


class ProgramError(Exception):
    """What went wrong with a program; the text says what, and with which."""


class LineProgram:
    """A running program. ``command``: its words. Raises :class:`ProgramError` if it cannot be started."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = shlex.join(command)
        self._last: str | None = None
        self._lines: queue.Queue[str | None] = queue.Queue(maxsize=1)
        self._complaints: deque[str] = deque(maxlen=5)
        group: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {}
        try:
            self._process = subprocess.Popen(
                list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **group
            )
        except (OSError, ValueError) as error:  # ValueError: a null character
            reason = (isinstance(error, OSError) and error.strerror) or error
            raise ProgramError(f"cannot start its program ({self.command}): {reason}") from None
        _running.add(self)
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._readers = [
            threading.Thread(target=self._read_answers, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._read_complaints, args=(self._process.stderr,), daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def ask(self, line: str, seconds: float) -> str:
        """Its answer to a line, without white space around it; it has so many seconds of wall time."""
        started = time.monotonic()
        stdin = self._process.stdin
        assert stdin is not None
        try:
            stdin.write(f"{line}\n".encode())
            stdin.flush()
        except (OSError, ValueError):  # it has ended, or closed its input: what it said before is in the message
            raise self._gone(line) from None
        try:
            answer = self._lines.get(timeout=max(0.0, seconds - (time.monotonic() - started)))
        except queue.Empty:
            raise self.wrong(f"did not answer {line.split()[0]!r} within {seconds:g} s") from None
        if answer is None:
            raise self._gone(line)
        self._last = answer
        if len(answer) >= _LONGEST_LINE:
            raise self.wrong(f"answered {line.split()[0]!r} with a line that does not end")
        return answer

    def wrong(self, what: str) -> ProgramError:
        """An error that says what the program did, which program it is, and what it said last."""
        last = "it has not answered anything yet"
        if self._last is not None:
            last = f"its last answer was {self._last[:_SHOWN]!r}"
        complaints = "".join(f"; on standard error: {line[:_SHOWN]}" for line in list(self._complaints)[-1:])
        return ProgramError(f"its program ({self.command}) {what}; {last}{complaints}")

    def _gone(self, line: str) -> ProgramError:
        status = None
        with contextlib.suppress(subprocess.TimeoutExpired):
            status = self._process.wait(timeout=1)
        self._readers[1].join(timeout=0.2)  # what it complained about when it ended
        if status is None:
            how = "closed its output"
        elif status < 0:
            how = f"was killed by {_signal_name(-status)}"
        else:
            how = f"ended with exit status {status}"
        return self.wrong(f"{how} instead of answering {line.split()[0]!r}")

    def cpu_seconds(self) -> float:
        """The CPU time that it has taken; 0.0 where the system does not say."""
        if sys.platform == "linux":
            with contextlib.suppress(OSError):
                # The clock of another process: the C library's clock_getcpuclockid.
                return time.clock_gettime((~self._process.pid << 3) | 2)
        return 0.0

    def kill(self) -> None:
        """Ends it and all it has started, at once; nothing else is freed. Safe in any thread, and twice."""
        if self._process.returncode is None:
            self._kill_group()

    def _kill_group(self) -> None:
        with contextlib.suppress(OSError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def close(self, farewell: str | None = None) -> None:
        """Ends it, after a last line to which it has a moment to react, and frees everything."""
        stdin = self._process.stdin
        assert stdin is not None
        try:
            with contextlib.suppress(OSError, ValueError, subprocess.TimeoutExpired):
                if farewell is not None and self._process.poll() is None:
                    stdin.write(f"{farewell}\n".encode())
                stdin.close()
                self._process.wait(timeout=_MOMENT)
        finally:
            self.kill_and_wait()

    def kill_and_wait(self) -> None:
        """Ends it at once and frees everything."""
        self._kill_group()  # which outlives it where it has started something else
        self._process.wait()
        streams: list[IO[bytes] | None] = [self._process.stdin]
        for reader, stream in zip(self._readers, (self._process.stdout, self._process.stderr), strict=True):
            deadline = time.monotonic() + 1
            while reader.is_alive() and time.monotonic() < deadline:
                with contextlib.suppress(queue.Empty):  # it may be waiting to hand over a line
                    self._lines.get_nowait()
                reader.join(timeout=0.01)
            if not reader.is_alive():  # else something that left the group still has the pipe open
                streams.append(stream)
        for stream in streams:
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        _running.discard(self)

    def _read_answers(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while line := stream.readline(_LONGEST_LINE):
                self._lines.put(line.decode("utf-8", "replace") if len(line) == _LONGEST_LINE else _text(line))
        self._lines.put(None)

    def _read_complaints(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while line := stream.readline(_LONGEST_LINE):
                self._complaints.append(_text(line))


_running: weakref.WeakSet[LineProgram] = weakref.WeakSet()


def kill_all() -> None:
    """Kills every program of this process: for a process that is about to end without further ado."""
    for program in list(_running):
        program.kill()


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace").strip()


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
