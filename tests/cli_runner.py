"""Runs the command line for the tests: in this process without a terminal, as a process, and on a terminal."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import signal
import subprocess
import sys
from typing import Any
from unittest import mock

from meridians.cli import main

# What some machines set, and would turn colours on or off whatever the output is.
_UNSET = ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "COLORTERM", "COLUMNS")


def _environment(**changes: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in _UNSET}
    return kept | {"TERM": "xterm-256color"} | changes


def run(*arguments: str, standard_input: bytes = b"") -> tuple[int, str, str]:
    """Runs a command in this process; the exit status, standard output and standard error."""
    out, err = io.StringIO(), io.StringIO()
    given = io.TextIOWrapper(io.BytesIO(standard_input), encoding="utf-8")
    with (
        mock.patch.dict(os.environ, _environment(), clear=True),
        mock.patch.object(sys, "stdin", given),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        status = main(arguments)
    return status, out.getvalue(), err.getvalue()


def output(*arguments: str, standard_input: bytes = b"") -> str:
    """What a command prints that succeeds: plain text, and nothing on standard error."""
    status, out, err = run(*arguments, standard_input=standard_input)
    assert (status, err) == (0, "")
    assert out.isascii()
    assert "\x1b" not in out
    return out


def document(*arguments: str) -> Any:
    """What a command prints with ``--json``."""
    return json.loads(output(*arguments, "--json"))


def complaint(*arguments: str, standard_input: bytes = b"") -> str:
    """What a command says about bad input: one line on standard error, and nothing else."""
    status, out, err = run(*arguments, standard_input=standard_input)
    assert (status, out) == (2, "")
    assert re.fullmatch(r"meridians: [^\n]+\n", err)
    assert "\x1b" not in err
    return err.removeprefix("meridians: ").rstrip("\n")


def process(
    *arguments: str, environment: dict[str, str] | None = None, **options: Any
) -> subprocess.CompletedProcess[str]:
    """Runs a command in a process of its own, with changes to the environment."""
    command = [sys.executable, "-m", "meridians", *arguments]
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
    return subprocess.run(
        command, text=True, check=False, timeout=120, env=_environment(**environment or {}), **streams
    )


def on_a_terminal(*arguments: str, interrupt_at: bytes | None = None, **environment: str) -> tuple[int, str]:
    """Runs a command on a terminal (POSIX), and presses Ctrl-C when it has written something; what it has written."""
    import pty

    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-m", "meridians", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        env=_environment(**environment),
        # A background job inherits that SIGINT is ignored; a terminal's does not.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    os.close(theirs)
    written = b""
    try:
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # how Linux says that the other side is closed
                break
            if not part:
                break
            written += part
            if interrupt_at is not None and interrupt_at in written:
                interrupt_at = None
                os.killpg(child.pid, signal.SIGINT)
        return child.wait(timeout=60), written.decode()
    finally:
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
        os.close(ours)
