"""``meridians arena``: matches between agents, with error bars (docs/arena.md).

The JSON document is that of :meth:`meridians.arena.Match.to_json` or, for more than two agents, of
:meth:`meridians.arena.RoundRobin.to_json`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from meridians import MeridiansError
from meridians.cli.arguments import MAX_SEED, STANDARD, Board, Concurrency, Json, MatchSeed, whole
from meridians.cli.errors import InputError
from meridians.cli.terminal import estimate_bar, print_json, print_text
from meridians.processors import MAX_THREADS

if TYPE_CHECKING:
    from meridians.arena import Match, RoundRobin

__all__ = ["EXAMPLES", "arena"]

EXAMPLES = """
meridians arena flat:games=20 random --games 10 --size 3/4
meridians arena flat:games=20 flat:games=5 random --games 4 --size 3/4 --anchor random
meridians arena flat:games=50 flat:games=5 --size 3/4 --sprt 0 50 --log match.jsonl --concurrency 2
meridians arena flat:games=9,resign_below=0.05 random --games 4 --size 3/4 --measure-resign --json
"""

_GAMES, _GAMES_OF_MANY = 100, 20


def arena(
    agents: Annotated[list[str], typer.Argument(metavar="A B ...", help="Two agents or more, see above.")],
    games: Annotated[
        int | None,
        typer.Option("--games", "-n", metavar="N", help="Games of each two, an even number. Default: 100, of many 20."),
    ] = None,
    time: Annotated[
        float | None, typer.Option("--time", metavar="T", help="Seconds a move, of thread CPU time. Default: 0.1.")
    ] = None,
    visits: Annotated[int | None, typer.Option("--visits", metavar="V", help="Visits a move, and no time.")] = None,
    wall: Annotated[bool, typer.Option("--wall", help="Count wall time: agents with more threads need it.")] = False,
    size: Board = STANDARD,
    openings: Annotated[
        str,
        typer.Option("--openings", metavar="O", help="balanced: random ones that suit both; plain; pie."),
    ] = "balanced",
    opening_plies: Annotated[int, typer.Option(metavar="P", help="Plies of a balanced opening.")] = 4,
    opening_rollouts: Annotated[
        int, typer.Option(metavar="R", help="Random games that call it balanced; 0: any random opening.")
    ] = 300,
    elos: Annotated[
        tuple[float, float] | None,
        typer.Option("--sprt", metavar="ELO0 ELO1", help="Stop when a sequential test of these is decided."),
    ] = None,
    seed: MatchSeed = 0,
    log: Annotated[
        str | None, typer.Option("--log", metavar="FILE", help="Keep the games in a file, and go on from what it has.")
    ] = None,
    concurrency: Concurrency = 1,
    max_plies: Annotated[
        int | None, typer.Option(metavar="P", help="A game is drawn after P plies. Default: 4 x points.")
    ] = None,
    forfeit: Annotated[
        bool, typer.Option("--forfeit", help="An agent that fails loses the game; else it ends the match.")
    ] = False,
    measure_resign: Annotated[
        bool, typer.Option("--measure-resign", help="Play on after resignations, and count those that were wrong.")
    ] = False,
    anchor: Annotated[
        str | None, typer.Option("--anchor", metavar="A", help="Of many: the agent whose rating is 0.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Plays agents against each other, with error bars.

    Agents are random, flat:games=N, grave, uct, puct, gumbel, alphabeta or best, with time=T, visits=V, nodes=K,
    threads=N, memory=BYTES, evaluator=NAME, weights=FILE, resign_below=P, resign_turns=N after a colon and with
    commas between; level:N, N from 1 to 10; human; or a program: 'program:COMMAND player=NAME time=T timeout=T'. Two
    play a match, more a round-robin. Each opening is played with both seatings. With a log, the same command goes on
    after an interruption.
    """
    from meridians import arena as play

    if len(agents) < 2:
        raise InputError("an arena needs two agents or more")
    whole("--seed", seed, 0, MAX_SEED)
    whole("--concurrency", concurrency, 1, MAX_THREADS)
    if time is not None and visits is not None:
        raise InputError("give --time or --visits, not both")
    options: dict[str, Any] = {
        "size": size,
        "openings": openings,
        "opening_plies": opening_plies,
        "opening_rollouts": opening_rollouts,
        "seconds": time,
        "visits": visits,
        "clock": "wall" if wall else "cpu",
        "seed": seed,
        "max_plies": max_plies,
        "forfeit": forfeit,
        "measure_resign": measure_resign,
        "log": log,
        "concurrency": concurrency,
    }
    if len(agents) == 2:
        if anchor is not None:
            raise InputError("--anchor is for more than two agents")
        if elos is not None:
            try:
                play.sprt([0] * 5, *elos)  # refuses what it cannot use
            except MeridiansError as error:
                raise InputError(f"--sprt: {error}") from None
        total = _GAMES if games is None else games
        _report(
            lambda progress: play.match(*agents, games=total, elos=elos, progress=progress, **options), total, as_json
        )
        return
    if elos is not None:
        raise InputError("--sprt is for two agents")
    if anchor is not None and anchor not in agents:
        raise InputError(f"--anchor must be one of the agents, not {anchor!r}")
    number = None if anchor is None else agents.index(anchor)
    each = _GAMES_OF_MANY if games is None else games
    _report(
        lambda progress: play.round_robin(agents, games=each, anchor=number, progress=progress, **options),
        each * len(agents) * (len(agents) - 1) // 2,
        as_json,
    )


def _report(play: Callable[[Callable[[Any], object]], Match | RoundRobin], total: int, as_json: bool) -> None:
    """Plays with a progress bar, and prints the result; after Ctrl-C what there is of it."""
    latest: Match | RoundRobin | None = None

    def progress(result: Match | RoundRobin) -> None:
        nonlocal latest
        latest = result
        show(len(result.games), result.estimate)

    try:
        with estimate_bar("arena", total) as show:
            result = play(progress)
    except KeyboardInterrupt:
        if latest is not None and not as_json:
            print_text(str(latest))
        raise
    if as_json:
        print_json(result.to_json())
    else:
        print_text(str(result))
