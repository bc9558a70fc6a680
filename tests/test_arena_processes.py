"""Games in several processes: the same results, failures that reach the caller, and nothing left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from meridians import GameState, MeridiansError, arena
from meridians.agents import Agent, AgentError, RandomAgent, Terms
from meridians.arena import Match
from processes import alive

pytestmark = pytest.mark.slow

QUICK: dict[str, Any] = {"size": "2/3", "games": 8, "seed": 6}


class Failing(RandomAgent):
    """Does what its function does at ply 5."""

    def choose(self, state: GameState) -> str:
        if state.ply >= 5:
            self.fail()
        return super().choose(state)

    def fail(self) -> None:
        raise ZeroDivisionError("mine")


class Killed(Failing):
    def fail(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


def failing(terms: Terms) -> Agent:
    return Failing(terms.seed, name="failing")


def killed(terms: Terms) -> Agent:
    return Killed(terms.seed)


def refusing(_: Terms) -> Agent:
    raise LookupError("no such weights")


def played(match: Match) -> list[tuple[str, ...]]:
    return [game.moves for game in match.games]


def test_the_result_does_not_depend_on_concurrency(tmp_path: Path) -> None:
    seen: list[int] = []
    one = arena.match("flat:games=20", "random", **QUICK)
    three = arena.match(
        "flat:games=20",
        "random",
        **QUICK,
        concurrency=3,
        log=tmp_path / "log.jsonl",
        progress=lambda now: seen.append(len(now.games)),
    )
    assert played(three) == played(one)
    assert seen == list(range(1, 9))
    again = arena.match("flat:games=20", "random", **QUICK, log=tmp_path / "log.jsonl", concurrency=3)
    assert again.games == three.games


def test_a_sequential_test_stops_at_the_same_game_with_any_concurrency() -> None:
    arguments = QUICK | {"games": 200, "size": "3/4", "elos": (0, 100)}
    one = arena.match("flat:games=20", "random", **arguments)
    two = arena.match("flat:games=20", "random", **arguments, concurrency=2)
    assert played(one) == played(two)
    assert one.sprt == two.sprt
    assert len(one.games) < 200


@pytest.mark.parametrize(
    ("factory", "error", "words"),
    [
        (failing, AgentError, r"^failing: raised ZeroDivisionError: mine \(ply [5-7] after: "),
        (refusing, RuntimeError, r"^game [01] failed:(.|\n)*LookupError: no such weights"),
        pytest.param(
            killed,
            MeridiansError,
            r"^the process that played game [01] was killed by signal 9$",
            marks=pytest.mark.skipif(os.name != "posix", reason="SIGKILL"),
        ),
    ],
)
def test_what_fails_in_a_process_reaches_the_caller(factory: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        arena.match(factory, "random", **(QUICK | {"size": "3/4"}), concurrency=2)


def test_functions_that_other_processes_cannot_have() -> None:
    with pytest.raises(MeridiansError, match="functions at the top of a module"):
        arena.match(lambda terms: RandomAgent(terms.seed), "random", **QUICK, concurrency=2)


# Nothing is left behind

HANGING = """
import os, sys, time
with open(sys.argv[1], "a") as log:
    log.write(f"{os.getpid()} {os.getppid()}\\n")
for line in sys.stdin:
    if line.startswith("go"):
        time.sleep(1000)
    sys.stdout.write("ok\\n")
    sys.stdout.flush()
"""


class Hanging:
    """A program that never answers, and the numbers of its processes and of the workers that started them."""

    def __init__(self, folder: Path) -> None:
        self.script = folder / "hanging.py"
        self.script.write_text(HANGING, "utf-8")
        self.pids = folder / "pids.txt"

    @property
    def agent(self) -> str:
        return f"program:'{sys.executable}' -S '{self.script}' '{self.pids}' time=100"

    def processes(self) -> list[int]:
        text = self.pids.read_text("ascii") if self.pids.exists() else ""
        # A program whose worker has ended before it looked has been left to process 1.
        return [int(pid) for pid in text.split() if int(pid) not in (os.getpid(), 1)]

    def wait(self, count: int) -> None:
        deadline = time.monotonic() + 60
        while len(self.processes()) < 2 * count:
            assert time.monotonic() < deadline
            time.sleep(0.01)


def seconds_until_gone(pids: list[int]) -> float:
    start = time.monotonic()
    while any(map(alive, pids)) and time.monotonic() - start < 10:
        time.sleep(0.005)
    return time.monotonic() - start


@pytest.fixture
def hanging(tmp_path: Path) -> Iterator[Hanging]:
    program = Hanging(tmp_path)
    yield program
    for pid in program.processes():
        if alive(pid):
            os.kill(pid, signal.SIGKILL)


linux = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


def start(hanging: Hanging, concurrency: int) -> subprocess.Popen[str]:
    words = ["arena", hanging.agent, "random", "--games", "8", "--concurrency", str(concurrency)]
    return subprocess.Popen(
        [sys.executable, "-m", "meridians", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # A background job inherits that SIGINT is ignored; a terminal's does not.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


@linux
@pytest.mark.parametrize("concurrency", [1, 2])
def test_ctrl_c_ends_workers_and_programs(hanging: Hanging, concurrency: int) -> None:
    pytest.importorskip("typer")
    process = start(hanging, concurrency)
    try:
        hanging.wait(concurrency)
        pressed = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does, to its whole group
        out, err = process.communicate(timeout=20)
        taken = time.monotonic() - pressed
    finally:
        process.kill()
        process.wait()
    assert (process.returncode, out, err) == (130, "", "meridians: interrupted\n")
    assert seconds_until_gone(hanging.processes()) < 0.2
    assert taken < 3  # half a second on a quiet machine


@linux
def test_a_caller_that_is_killed_takes_workers_and_programs_along(hanging: Hanging) -> None:
    pytest.importorskip("typer")
    process = start(hanging, 2)
    try:
        hanging.wait(2)
    finally:
        process.kill()
        process.communicate()
    assert seconds_until_gone(hanging.processes()) < 5


@linux
def test_an_error_in_one_game_ends_the_others(hanging: Hanging) -> None:
    agents = [hanging.agent, "random", "program:/bin/false"]
    with pytest.raises(AgentError, match="ended with exit status 1"):
        arena.round_robin(agents, size="3/4", games=2, pairings=[(0, 1), (1, 2)], concurrency=4)
    assert seconds_until_gone(hanging.processes()) < 5
