"""What the search finds about the positions of a game, several at once, each on one thread.

So findings that are limited by visits are the same for any number of threads. A position where the rules leave one move
is judged by the position behind it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from queue import SimpleQueue

from meridians._core import GameState, MeridiansError, Report, Search
from meridians.analysis.findings import Found, outcome_chance
from meridians.analysis.settings import Settings

__all__ = ["search_game"]

_MEMORY = 1 << 28  # bytes, at most, for each thread
_MOST_FORCED = 64  # moves that are followed without a choice; only where repetition is no draw can there be more
_LEAST = 0.001  # the chance that is left where nothing is proven
_POLL = 0.1  # seconds within which Ctrl-C is seen


def search_game(
    game: list[tuple[GameState, str | None]],
    wanted: Iterable[int],
    settings: Settings,
    threads: int,
    found: Callable[[int, Found], object],
) -> None:
    """Searches positions of a game, given by their indices, and calls ``found(index, what)`` on this thread for each.

    ``game``: the states, each with the move that was played there. Ctrl-C raises KeyboardInterrupt after the searches
    under way have been stopped.
    """
    waiting = list(wanted)[::-1]
    if not waiting:
        return
    pool = _Searches(game[0][0].size, settings, min(threads, len(waiting)))
    running: dict[Future[Found], int] = {}
    with ThreadPoolExecutor(threads, thread_name_prefix="meridians-analysis") as executor:
        try:
            while waiting or running:
                while waiting and len(running) < threads:
                    index = waiting.pop()
                    running[executor.submit(pool.look, *game[index])] = index
                done, _ = wait(running, timeout=_POLL, return_when=FIRST_COMPLETED)
                for future in sorted(done, key=running.__getitem__):
                    found(running.pop(future), future.result())
        except BaseException:
            # A search that was just about to begin does not hear it the first time.
            pool.stop()
            while wait(running, timeout=_POLL).not_done:
                pool.stop()
            raise


class _Searches:
    """A search for each thread; they are lent to whoever looks at a position."""

    def __init__(self, size: str, settings: Settings, threads: int) -> None:
        self._settings = settings
        self._stopped = threading.Event()
        self._free: SimpleQueue[Search] = SimpleQueue()
        self._all = [self._new(size) for _ in range(threads)]
        for search in self._all:
            self._free.put(search)

    def _new(self, size: str) -> Search:
        engine = self._settings.engine
        return Search(size, engine, seed=self._settings.seed, memory=_MEMORY)  # type: ignore[arg-type]

    def stop(self) -> None:
        """Ends all that is under way; nothing can be looked at afterwards."""
        self._stopped.set()
        for search in self._all:
            search.cancel()

    def look(self, state: GameState, played: str | None) -> Found:
        """What is found about a position, and about the one after the best move if another was played."""
        search = self._free.get()
        try:
            return self._look(search, state, played)
        finally:
            self._free.put(search)

    def _look(self, search: Search, state: GameState, played: str | None) -> Found:
        mover = state.participant
        chance = outcome_chance(state, mover)
        if chance is not None:
            return Found(chance, (), 0, None, None, None)
        chance, forced, report = self._beyond_forced_moves(search, state)
        line = (*forced, *(report.lines[0].moves if report is not None else ()))
        proof = None if report is None or forced else report.proven
        verdict, plies = (proof.verdict, proof.plies) if proof is not None else (None, None)
        visits = 0 if report is None or forced else report.iterations
        best_chance = None
        if played is not None and played != line[0]:
            after = state.copy()
            after.play(line[0])
            best_chance, _, _ = self._beyond_forced_moves(search, after, mover)
        return Found(chance, line, visits, verdict, plies, best_chance)

    def _beyond_forced_moves(
        self, search: Search, state: GameState, participant: int | None = None
    ) -> tuple[float, list[str], Report | None]:
        """The chance of a participant (the one to move) at the next position with a choice, and the moves up to it."""
        who = state.participant if participant is None else participant
        state, forced = state.copy(), list[str]()
        while not state.is_over and len(moves := state.legal_moves()) == 1 and len(forced) < _MOST_FORCED:
            state.play(moves[0])
            forced += moves
        over = outcome_chance(state, who)
        if over is not None:
            return over, forced, None
        report = self._run(search, state)
        chance = report.lines[0].win_chance
        if report.proven is None:  # few games can all be won
            chance = min(max(chance, _LEAST), 1 - _LEAST)
        return (chance if state.participant == who else 1 - chance), forced, report

    def _run(self, search: Search, state: GameState) -> Report:
        if self._stopped.is_set():
            raise _StoppedError
        report = search.run(state, visits=self._settings.visits, seconds=self._settings.seconds)
        if self._stopped.is_set():  # it may have been cut short
            raise _StoppedError
        return report


class _StoppedError(MeridiansError):
    """What a thread ends with that was told to; nobody waits for it any more."""
