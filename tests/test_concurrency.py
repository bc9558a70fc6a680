"""Ctrl-C, threads, processes: long calls stop at once, free the GIL, leave nothing running, and never crash."""

from __future__ import annotations

import ctypes
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_all_start_methods
from pathlib import Path
from random import Random
from typing import Any

import pytest

from meridians import GameState, MeridiansError, Position, Rollouts, perft, rollouts_from

posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals and limits")
LONG_CALLS = {
    "rollouts": "GameState().rollouts(10**9)",
    "rollouts on 1 thread": "GameState().rollouts(10**9, threads=1)",
    "rollouts on 2 threads": "Position('7/8').rollouts(10**9, threads=2)",
    "rollouts on 1024 threads": "Position('7/8').rollouts(10**9, threads=1024)",
    "rollouts on 100 threads": "Position('2/3').rollouts(10**12, threads=100)",
    "rollouts with progress": "GameState(opening='pie').rollouts(10**9, progress=lambda done, total: None)",
    "rollouts one by one": "GameState().rollouts(10**9, backend='single')",
    "rollouts with tables": "GameState().rollouts(10**9, ownership=True, amaf=True)",
    "rollouts from many": "rollouts_from(100 * [Position('7/8'), GameState('2/3')], 10**9)",
    "flat Monte Carlo": "GameState().evaluate_moves(10**9)",
    # The cap ends every game before the pie is answered.
    "rollouts capped in the opening": "GameState(opening='pie').rollouts(2**60, max_plies=2)",
    "a table without an end": "Rollouts(1, 0, 0, 1, 1, 1, 1, lengths=itertools.repeat(0))",
    "perft": "perft(GameState(), 9)",
    "divide": "divide(Position('7/8'), 12)",
}
INTERRUPTED = """
import itertools, signal, sys, threading, time
from meridians import GameState, Position, Rollouts, divide, perft, rollouts_from
signal.signal(signal.SIGINT, signal.default_int_handler)
print("started", flush=True)
try:
    {call}
except KeyboardInterrupt as interrupt:
    print(time.monotonic(), flush=True)
    assert interrupt.__context__ is None
    assert threading.active_count() == 1
    assert Position("3/4").rollouts(40).games == 40  # it goes on
    sys.exit(7)
"""


def has_on_exit() -> bool:
    return sys.platform == "linux" and hasattr(ctypes.CDLL(None), "on_exit")


def run_python(code: str, **options: Any) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options
    )


@posix
@pytest.mark.parametrize("call", LONG_CALLS.values(), ids=list(LONG_CALLS))
def test_ctrl_c_stops_a_long_call(call: str) -> None:
    seconds: list[float] = []
    while not seconds or min(seconds) >= 0.5:  # a busy machine may be late once, not always
        assert len(seconds) < 3, seconds
        with run_python(INTERRUPTED.format(call=call)) as process:
            assert process.stdout
            assert process.stdout.readline() == "started\n"
            time.sleep(0.1)
            assert process.poll() is None, "too short a call to interrupt"
            sent = time.monotonic()
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (7, "")
        seconds.append(float(out) - sent)


@posix
def test_an_exception_of_a_signal_handler_comes_through() -> None:
    class AlarmError(Exception):
        pass

    def ring(*_: object) -> None:
        raise AlarmError

    before = signal.signal(signal.SIGUSR1, ring)
    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGUSR1))
    timer.start()
    try:
        with pytest.raises(AlarmError):
            Position().rollouts(10**9, threads=2)
    finally:
        timer.join()
        signal.signal(signal.SIGUSR1, before)


# The GIL


class EnoughError(Exception):
    pass


def stop_after(seconds: float) -> Callable[[int, int], None]:
    end = time.perf_counter() + seconds

    def progress(*_: int) -> None:
        if time.perf_counter() > end:
            raise EnoughError

    return progress


@pytest.mark.parametrize(
    "call",
    [
        lambda progress: Position().rollouts(10**9, threads=1, progress=progress),
        lambda progress: rollouts_from([Position()], 10**9, threads=1, progress=progress),
        lambda progress: Position().evaluate_moves(10**9, threads=1, progress=progress),
        lambda progress: perft(Position(), 9, progress=progress),
    ],
    ids=["rollouts", "rollouts_from", "evaluate_moves", "perft"],
)
def test_long_calls_let_other_python_threads_run(call: Callable[[Callable[[int, int], None]], object]) -> None:
    ticks: list[float] = []
    over = threading.Event()

    def tick() -> None:
        while not over.wait(0.002):
            ticks.append(time.perf_counter())

    ticker = threading.Thread(target=tick)
    ticker.start()
    started = time.perf_counter()
    try:
        with pytest.raises(EnoughError):
            call(stop_after(0.4))
        ended = time.perf_counter()
    finally:
        over.set()
        ticker.join()
    # Between two calls of progress, a tenth of a second apart, there must be ticks all the time.
    during = [when for when in ticks if started < when < ended]
    assert len({int((when - started) / 0.05) for when in during}) >= 5


# Threads


def test_ten_threads_with_games_of_their_own() -> None:
    def work(seed: int) -> tuple[Rollouts, str, int]:
        game = GameState("5/6", "pie")
        for move in game.rollout(seed).moves[:5]:
            game.play(move)
        return game.rollouts(60, seed, threads=1 + seed % 3), game.text, perft(game, 2)

    expected = [work(seed) for seed in range(10)]
    with ThreadPoolExecutor(10) as pool:
        for _ in range(2):
            assert list(pool.map(work, range(10))) == expected


def test_ten_threads_that_only_ask_one_game() -> None:
    game = GameState.from_moves("h1 d4 h8 d6 b2 g6 d5")

    def ask(number: int) -> tuple[object, ...]:
        many = game.rollouts(40, 1, threads=1 + number % 2)
        return many, game.rollout(3), game.text, game.legal_moves(), perft(game, 2), pickle.dumps(game)

    expected = ask(0)
    with ThreadPoolExecutor(10) as pool:
        for answer in pool.map(ask, range(30)):
            assert answer == expected


def test_ten_threads_that_play_on_one_game() -> None:
    """What comes of it is up to the threads; every call gives an answer or a clear error, and the game stays whole."""
    game = GameState("5/6", repetition="none")
    end = time.perf_counter() + 1.0
    done = [0] * 10

    def disturb(number: int) -> None:
        random = Random(number)
        while time.perf_counter() < end:
            try:
                match random.randrange(9):
                    case 0 | 1 | 2:
                        game.play(random.choice(game.legal_moves() or ["pass"]))
                    case 3:
                        game.undo()
                    case 4:
                        assert game.rollouts(5, threads=2).games == 5
                    case 5:
                        assert game.rollout(number).plies > 0
                    case 6:
                        assert GameState.from_text(game.start.text, "none", game.copy().moves).size == "5/6"
                    case 7:
                        assert pickle.loads(pickle.dumps(game)).size == "5/6"
                    case 8:
                        assert perft(game, 1) <= 81
                        assert game.legal_mask().shape == (81,)
            except MeridiansError as error:
                assert str(error)  # noqa: PT017
            except RuntimeError as error:
                assert "borrowed" in str(error)  # noqa: PT017
            done[number] += 1

    with ThreadPoolExecutor(10) as pool:
        list(pool.map(disturb, range(10)))
    assert min(done) > 0
    assert GameState.from_moves(game.moves, "5/6", repetition="none") == game
    while game.ply:
        game.undo()
    assert game == GameState("5/6", repetition="none")


# Counted by the system: the threads of the engine are not Python's.
THREADS_LEFT = """
import os, time
from meridians import Position, perft

def stop(*_):
    raise KeyError

def count():
    return len(os.listdir("/proc/self/task"))

before = count()  # NumPy has some
for threads in (1, 2, 50):
    Position("3/4").rollouts(2000, threads=threads)
    perft(Position("3/4"), 3)
    try:
        Position().rollouts(10**9, threads=threads, progress=stop)
    except KeyError:
        pass
    end = time.monotonic() + 1  # the system may be a moment late to forget a thread
    while count() > before and time.monotonic() < end:
        time.sleep(0.01)
    print(count() - before)
"""


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="Linux tells the threads of a process")
def test_no_thread_outlives_a_call() -> None:
    with run_python(THREADS_LEFT) as process:
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (0, "0\n0\n0\n", "")


FEW_THREADS = """
import re, resource
from meridians import Position
expected = Position("3/4").rollouts(6000, threads=1)
used = int(re.search(r"VmSize:\\s+(\\d+)", open("/proc/self/status").read())[1]) * 1024
for spare in (0, 1_000_000, 30_000_000):
    resource.setrlimit(resource.RLIMIT_AS, (used + spare, resource.RLIM_INFINITY))
    try:
        assert Position("3/4").rollouts(6000, threads=1000) == expected
    except (OSError, MemoryError) as error:
        assert str(error) or isinstance(error, MemoryError)
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print("done")
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the limit is Linux's")
def test_a_system_without_threads_to_spare() -> None:
    with run_python(FEW_THREADS) as process:
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (0, "done\n", "")


# After the interpreter has ended, C's exit handlers run for half a second, while the daemon threads are still there.
DAEMON = """
import ctypes, sys, threading, time
from meridians import GameState, perft
libc = ctypes.CDLL(None)
libc.on_exit(libc.usleep, None)  # calls usleep(exit status, None), 200 microseconds a time
for _ in range(2500):
    libc.on_exit(libc.usleep, None)
game = GameState()
for work in (lambda: game.rollouts(10**9), lambda: game.rollouts(10**9, progress=print), lambda: perft(game, 9)):
    threading.Thread(target=work, daemon=True).start()
time.sleep(0.15)
sys.exit(200)
"""


@pytest.mark.skipif(not has_on_exit(), reason="glibc's on_exit")
def test_the_interpreter_may_end_while_daemon_threads_roll_out() -> None:
    with run_python(DAEMON) as process:
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (200, "")


# Processes

PROCESSES = """
import multiprocessing, pickle, sys
from meridians import GameState, Position, perft

def work(argument):
    state, seed = argument
    return state.rollouts(30, seed, threads=2), state, perft(state, 2), state.rollout(seed)

if __name__ == "__main__":
    game = GameState.from_moves("h1 d4 swap h8", size="6/7", opening="pie")
    arguments = [(state, seed) for seed in range(4) for state in (game, game.position)]
    expected = [work(argument) for argument in arguments]  # this process has used threads before it forks
    game.rollouts(200, threads=4)
    with multiprocessing.get_context(sys.argv[1]).Pool(2) as pool:
        assert pool.map(work, arguments) == expected
    print("done")
"""


@pytest.mark.parametrize("method", get_all_start_methods())
def test_multiprocessing(method: str, tmp_path: Path) -> None:
    script = tmp_path / "work.py"
    script.write_text(PROCESSES, "utf-8")
    done = subprocess.run([sys.executable, script, method], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


FORK = """
import os, threading, time
from meridians import Position
expected = Position("3/4").rollouts(500, threads=4)

# Another thread is in the middle of its rollouts when the process forks.
class Enough(Exception): pass
def stop(done, total):
    if over.is_set(): raise Enough
def busy():
    try: Position().rollouts(10**9, threads=2, progress=stop)
    except Enough: pass
over = threading.Event()
thread = threading.Thread(target=busy)
thread.start()
time.sleep(0.1)
child = os.fork()
if child == 0:
    os._exit(0 if Position("3/4").rollouts(500, threads=4) == expected else 1)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
over.set()
thread.join()
print("done")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_forking_while_another_thread_rolls_out() -> None:
    with run_python(FORK) as process:
        out, _ = process.communicate(timeout=60)  # newer Pythons warn of forking with threads
    assert (process.returncode, out) == (0, "done\n")
