"""The games of a schedule played by several processes, which are gone when the caller is.

Each worker is a new interpreter that plays one game after the other. A thread of it waits for the end of a pipe of
which the caller has the other end: when the caller closes it, or dies, the thread kills the worker's programs and the
worker, whatever it was doing. Ctrl-C is the caller's alone.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import cast

from meridians._core import MeridiansError
from meridians.agents.base import Agent, Factory, close
from meridians.agents.process import kill_all
from meridians.agents.spec import AgentSpec
from meridians.arena.game import Game, play_game
from meridians.arena.settings import Settings

__all__ = ["Job"]

_PATIENCE = 0.3  # seconds for workers to end by themselves


@dataclass(frozen=True)
class Job:
    """What games are played by: the settings, and what makes the agents."""

    settings: Settings
    factories: tuple[Factory, ...]

    def play(self, index: int) -> Game:
        """Plays a game of the schedule with fresh agents."""
        settings = self.settings
        task = settings.task(index)
        state = settings.start(task)
        agents: list[Agent] = []
        budgets: list[float | None] = []
        with ExitStack() as closing:
            for participant, number in enumerate(task.agents):
                terms, factory = settings.terms(task, participant), self.factories[number]
                agents.append(factory(terms))
                closing.callback(close, agents[-1])
                budgets.append(factory.seconds(terms) if isinstance(factory, AgentSpec) else None)
            return play_game(
                (agents[0], agents[1]),
                state,
                max_plies=settings.max_plies,
                forfeit=settings.forfeit,
                budgets=budgets,
                clock=settings.clock,
                index=index,
                pair=task.pair,
                numbers=task.agents,
            )

    def play_all(self, indices: Iterable[int], concurrency: int) -> Generator[Game]:
        """The games as they end; with a concurrency of 1 in this process, else in so many others.

        Whoever leaves the iterator early has to close it.
        """
        if concurrency == 1:
            yield from map(self.play, indices)
            return
        try:
            pickled = pickle.dumps(self)
        except Exception as error:
            raise MeridiansError(
                "agents that are not given as text must be functions at the top of a module, so that other processes"
                f" can have them; or play with concurrency=1 ({error})"
            ) from None
        with _crew(pickled, concurrency) as workers:
            yield from _share_out(workers, iter(indices))


def _share_out(workers: list[_Worker], indices: Iterator[int]) -> Iterator[Game]:
    busy = {worker.pipe: worker for worker in workers if worker.next_game(indices)}
    while busy:
        for pipe in wait(list(busy)):
            worker = busy.pop(cast(Connection, pipe))
            game = worker.result()
            if worker.next_game(indices):
                busy[worker.pipe] = worker
            yield game


class _Worker:
    """A process that plays games, as the caller sees it."""

    def __init__(self, pickled: bytes) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        held, self._life = context.Pipe(duplex=False)
        self._index = -1
        self.process: SpawnProcess = context.Process(target=_work, args=(pickled, theirs, held), daemon=True)
        try:
            with _without_interrupts():
                self.process.start()
        finally:
            theirs.close()
            held.close()

    def next_game(self, indices: Iterator[int]) -> bool:
        index = next(indices, None)
        if index is None:
            return False
        self._index = index
        try:
            self.pipe.send(index)
        except OSError:
            raise self._dead() from None
        return True

    def result(self) -> Game:
        try:
            result = self.pipe.recv()
        except (EOFError, OSError):
            raise self._dead() from None
        if isinstance(result, BaseException):
            raise result
        assert isinstance(result, Game)
        return result

    def _dead(self) -> MeridiansError:
        self.process.join(timeout=1)
        code = self.process.exitcode
        how = f"was killed by signal {-code}" if code is not None and code < 0 else f"ended with exit status {code}"
        return MeridiansError(f"the process that played game {self._index} {how}")

    def let_go(self) -> None:
        """Tells it to end, whatever it is doing."""
        self._life.close()
        self.pipe.close()


@contextmanager
def _crew(pickled: bytes, count: int) -> Iterator[list[_Worker]]:
    workers: list[_Worker] = []
    try:
        for _ in range(count):  # not all at once: those that were started have to end if the next cannot
            workers.append(_Worker(pickled))  # noqa: PERF401
        yield workers
    finally:
        for worker in workers:
            worker.let_go()
        deadline = time.monotonic() + _PATIENCE
        for worker in workers:
            worker.process.join(timeout=max(0.0, deadline - time.monotonic()))
        for worker in workers:
            if worker.process.is_alive():
                worker.process.kill()
            worker.process.join()
            worker.process.close()


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """A process started in here never sees Ctrl-C; one pressed meanwhile reaches us afterwards."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(pickled: bytes, pipe: Connection, life: Connection) -> None:
    """A worker's life."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_die_with, args=(life,), daemon=True).start()
    play: Callable[[int], Game] | None = None
    while True:
        try:
            index = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            if play is None:
                play = pickle.loads(pickled).play
            result: Game | Exception = play(index)
        except MeridiansError as error:
            result = error
        except Exception:
            result = RuntimeError(f"game {index} failed:\n{traceback.format_exc()}")
        pipe.send(result)


def _die_with(life: Connection) -> None:
    try:
        life.recv()  # nothing is ever sent
    except (EOFError, OSError):
        kill_all()
        os._exit(0)
