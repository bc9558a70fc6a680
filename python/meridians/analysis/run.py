"""The analysis of a recorded game, from the record to the findings."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Literal

from meridians import checks
from meridians._core import GameState, MeridiansError, Record
from meridians.analysis.analysis import Analysis, line_of
from meridians.analysis.findings import Found
from meridians.analysis.searching import search_game
from meridians.analysis.settings import Settings
from meridians.processors import MAX_THREADS, processors

__all__ = ["analyze"]

_PARTIAL_EVERY = 10.0  # seconds

Engine = Literal["best", "grave", "uct", "puct", "gumbel", "alphabeta"]


def analyze(
    record: Record | GameState,
    *,
    visits: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    engine: Engine = "best",
    seed: int = 0,
    resume: Analysis | None = None,
    progress: Callable[[int, int], object] | None = None,
    partial: Callable[[Analysis], object] | None = None,
) -> Analysis:
    """Searches every position of a game's main line, and says where it was won and lost.

    ``record``: a record, or a game. Each position is searched by itself, with so many ``visits``, 1..2**40 (2,000 if no
    limit is given) or so many ``seconds``, above 0, at most 604800; where the game went on with another move than
    the best one, the position after the best one is searched as well. ``threads``: how many positions are searched
    at once, 1..1024, by default as many as there are processors; with a limit of visits the findings do not depend
    on it. ``engine``: as of :class:`meridians.Search`. ``seed``: 0..2**64-1. ``resume``: a partial analysis of the same
    game with the same settings, which is gone on with. ``progress(done, total)`` counts positions;
    ``partial(analysis)`` is called every ten seconds with what is known so far, and when Ctrl-C ends the analysis,
    before KeyboardInterrupt is raised.

    MeridiansError if the record has no move, or ``resume`` is of another game or other settings.
    """
    if isinstance(record, GameState):
        record = Record.from_game(record)
    elif not isinstance(record, Record):
        raise TypeError(f"record must be a Record or a GameState, not {type(record).__name__}")
    settings = Settings.of(visits, seconds, engine, seed)
    threads = processors() if threads is None else checks.whole("threads", threads, 1, MAX_THREADS)
    if resume is not None and not isinstance(resume, Analysis):
        raise TypeError(f"resume must be an Analysis or None, not {type(resume).__name__}")
    checks.function("progress", progress, optional=True)
    checks.function("partial", partial, optional=True)
    known: dict[int, Found] = {}
    if resume is not None:
        if resume.record != record or resume.settings != settings:
            what = "game" if resume.record != record else "settings"
            raise MeridiansError(
                f"resume must be an analysis of the same game with the same settings: its {what} differ"
            )
        known = dict(resume.found)
    game = line_of(record)
    if len(game) == 1:
        raise MeridiansError("there is nothing to analyse: the record has no move")
    return _searched(record, game, settings, threads, known, progress, partial)


def _searched(
    record: Record,
    game: list[tuple[GameState, str | None]],
    settings: Settings,
    threads: int,
    known: dict[int, Found],
    progress: Callable[[int, int], object] | None,
    partial: Callable[[Analysis], object] | None,
) -> Analysis:
    record = record.copy()  # what is done to the record meanwhile does not matter
    told = monotonic()

    def found(index: int, what: Found) -> None:
        nonlocal told
        known[index] = what
        if progress is not None:
            progress(len(known), len(game))
        if partial is not None and monotonic() - told >= _PARTIAL_EVERY:
            partial(Analysis(record, settings, known))
            told = monotonic()

    missing = [index for index in range(len(game)) if index not in known]
    try:
        search_game(game, missing, settings, min(threads, len(game)), found)
    except KeyboardInterrupt:
        if partial is not None:
            partial(Analysis(record, settings, known))
        raise
    return Analysis(record, settings, known)
