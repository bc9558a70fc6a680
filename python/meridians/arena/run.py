"""Matches and round-robins: the games that are still missing are played, logged and counted."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any, TypeAlias

from meridians._core import MeridiansError
from meridians.agents.base import Clock, Factory
from meridians.agents.spec import DEFAULT_SECONDS, AgentSpec, parse_agent
from meridians.arena.game import Game
from meridians.arena.log import Log
from meridians.arena.results import Match, RoundRobin
from meridians.arena.settings import Openings, Settings
from meridians.arena.statistics import sprt
from meridians.arena.workers import Job
from meridians.checks import function, number, pair_of, path, sequence_of, whole

__all__ = ["Contestant", "match", "round_robin"]

Contestant: TypeAlias = str | Factory
"""An agent as a text (:func:`meridians.agents.parse_agent`), or a function that makes one from its terms."""

_MAX_GAMES = 10**7


def match(
    a: Contestant,
    b: Contestant,
    *,
    games: int = 100,
    size: str = "6/7",
    openings: Openings = "balanced",
    opening_plies: int = 4,
    opening_rollouts: int = 300,
    seconds: float | None = None,
    visits: int | None = None,
    clock: Clock = "cpu",
    elos: tuple[float, float] | None = None,
    seed: int = 0,
    max_plies: int | None = None,
    forfeit: bool = False,
    measure_resign: bool = False,
    log: str | Path | None = None,
    concurrency: int = 1,
    progress: Callable[[Match], object] | None = None,
) -> Match:
    """Plays a match of two agents and returns it: ``games`` games, an even number, each opening with both seatings.

    ``openings``: ``"balanced"`` ones, random ones of ``opening_plies`` plies after which Light wins 42 to 58 % of
    ``opening_rollouts`` random games (0: any random one); ``"plain"`` and ``"pie"`` leave the opening to the agents.
    ``seconds`` or ``visits``: the budget of a move for agents that have none of their own (default: 0.1 seconds), of
    thread CPU time, or with ``clock="wall"`` of wall time. ``elos``: stop as soon as a sequential test of these two Elo
    differences, the smaller one first, is decided. ``seed``: 0..2**64-1. ``max_plies``: the ply cap of a game, which is
    then a draw (default: 4 x points). ``forfeit``: an agent that fails loses the game, instead of ending the match with
    :class:`meridians.agents.AgentError`. ``measure_resign``: agents that would resign play on, and it is counted how
    often they were wrong. ``log``: a file of JSON lines, from which a match that was stopped goes on. ``concurrency``:
    how many games at once, in so many processes; 1 plays in this one. ``progress(match)`` is called in this process
    after every game. Ctrl-C ends everything that was started.

    The result is a function of the arguments but for ``log`` and ``concurrency`` where the agents are functions of
    their seeds, as with a budget in visits.
    """
    games, concurrency = _check(games, concurrency, log, progress)
    if elos is not None:
        elos = pair_of("elos", elos, "numbers, the smaller one first")
        sprt((0, 0, 0, 0, 0), *elos)  # refuses what it cannot use
    settings, job = _prepare(
        (a, b),
        size=size,
        openings=openings,
        opening_plies=opening_plies,
        opening_rollouts=opening_rollouts,
        seconds=seconds,
        visits=visits,
        clock=clock,
        seed=seed,
        max_plies=max_plies,
        forfeit=forfeit,
        measure_resign=measure_resign,
    )
    counted = _Counted(elos)

    def current() -> Match:
        return Match(settings, counted.games(), elos=elos)

    def played(game: Game) -> bool:
        counted.add(game)
        if progress is not None:
            progress(current())
        return counted.decided

    _play(job, games, log, concurrency, counted.add, played)
    return current()


def round_robin(
    agents: Sequence[Contestant],
    *,
    games: int = 20,
    size: str = "6/7",
    openings: Openings = "balanced",
    opening_plies: int = 4,
    opening_rollouts: int = 300,
    seconds: float | None = None,
    visits: int | None = None,
    clock: Clock = "cpu",
    seed: int = 0,
    max_plies: int | None = None,
    forfeit: bool = False,
    measure_resign: bool = False,
    pairings: Sequence[tuple[int, int]] = (),
    anchor: int | None = None,
    anchor_elo: float = 0.0,
    log: str | Path | None = None,
    concurrency: int = 1,
    progress: Callable[[RoundRobin], object] | None = None,
) -> RoundRobin:
    """Plays every agent against every other, ``games`` games a pairing, and returns the whole; it has ratings.

    ``pairings``: who plays whom, as pairs of numbers of agents (default: everyone plays everyone). ``anchor``: the
    agent whose rating is ``anchor_elo`` (default: the mean of the ratings is 0). The rest is as for :func:`match`.
    """
    games, concurrency = _check(games, concurrency, log, progress)
    number("anchor_elo", anchor_elo, -1e6, 1e6)
    settings, job = _prepare(
        sequence_of("agents", agents, "agents"),
        size=size,
        openings=openings,
        opening_plies=opening_plies,
        opening_rollouts=opening_rollouts,
        seconds=seconds,
        visits=visits,
        clock=clock,
        seed=seed,
        max_plies=max_plies,
        forfeit=forfeit,
        measure_resign=measure_resign,
        pairings=tuple(
            pair_of("a pairing", pairing, "numbers of agents") for pairing in sequence_of("pairings", pairings, "pairs")
        ),
    )
    if anchor is not None:
        anchor = whole("anchor", anchor, 0, len(agents) - 1)
    done: dict[int, Game] = {}

    def current() -> RoundRobin:
        return RoundRobin(settings, tuple(done[index] for index in sorted(done)), anchor, anchor_elo)

    def add(game: Game) -> bool:
        done[game.index] = game
        return False

    def played(game: Game) -> bool:
        add(game)
        if progress is not None:
            progress(current())
        return False

    _play(job, games * len(settings.pairings), log, concurrency, add, played)
    return current()


class _Counted:
    """The games of a match as the sequential test sees them: pair by pair in the order of the schedule.

    So what is decided, and after which game, does not depend on the order in which games end.
    """

    def __init__(self, elos: tuple[float, float] | None) -> None:
        self._elos = elos
        self._done: dict[int, Game] = {}
        self._next = 0
        self._pairs = [0] * 5
        self.decided = False

    def add(self, game: Game) -> bool:
        self._done[game.index] = game
        while self._elos is not None and not self.decided:
            both = [self._done.get(index) for index in (self._next, self._next + 1)]
            if None in both:
                break
            self._pairs[round(2 * sum(game.points_of(0) for game in both if game is not None))] += 1
            self._next += 2
            self.decided = sprt(self._pairs, *self._elos).accepted is not None
        return self.decided

    def games(self) -> tuple[Game, ...]:
        """Those that count: all, or those up to the decision."""
        return tuple(self._done[index] for index in sorted(self._done) if not self.decided or index < self._next)


def _prepare(agents: Sequence[Contestant], **values: Any) -> tuple[Settings, Job]:
    """The settings, with their defaults, and what plays by them."""
    factories: list[Factory] = []
    names: list[str] = []
    for agent in agents:
        factory = parse_agent(agent) if isinstance(agent, str) else agent
        if isinstance(factory, AgentSpec):
            factories.append(factory.with_files())
            names.append(factory.text)
        elif callable(factory):
            factories.append(factory)
            names.append(str(getattr(agent, "text", getattr(agent, "__qualname__", type(agent).__qualname__))))
        else:
            raise TypeError(f"an agent must be a text or a function that makes one, not {type(agent).__name__}")
    if values["seconds"] is values["visits"] is None:
        values["seconds"] = DEFAULT_SECONDS
    if values["max_plies"] is not None:
        whole("max_plies", values["max_plies"], 1, 10**6)
    values["max_plies"] = values["max_plies"] or 0
    weights = [factory.weights if isinstance(factory, AgentSpec) else None for factory in factories]
    if any(weights):
        values["weights"] = tuple(text and _digest(text) for text in weights)
    settings = Settings(tuple(names), **values)
    return settings, Job(settings, tuple(factories))


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _check(games: object, concurrency: object, log: object, progress: object) -> tuple[int, int]:
    """Games and concurrency; refuses what cannot be of the arguments that are no settings."""
    path("log", log, optional=True)
    function("progress", progress, optional=True)
    number_of_games = whole("games", games, 2, _MAX_GAMES)
    if number_of_games % 2:
        raise MeridiansError(f"games must be an even number, not {games}: each opening is played with both seatings")
    return number_of_games, whole("concurrency", concurrency, 1, 1024)


def _play(
    job: Job,
    total: int,
    log_path: str | Path | None,
    concurrency: int,
    add: Callable[[Game], bool],
    played: Callable[[Game], bool],
) -> None:
    """Counts the games that the log has, and plays those it has not until there are enough or ``played`` says so."""
    with nullcontext() if log_path is None else Log(log_path, job.settings) as log:
        logged = {} if log is None else log.games
        decided = False
        for index in sorted(logged):
            if index < total:
                decided = add(logged[index]) or decided
        missing = [index for index in range(total) if index not in logged]
        if decided or not missing:
            return
        with closing(job.play_all(missing, min(concurrency, len(missing)))) as games:
            for game in games:
                if log is not None:
                    log.append(game)
                if played(game):
                    break
