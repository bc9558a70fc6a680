"""``meridians levels``: the ladder of levels, and its measurement (docs/levels.md)."""

from __future__ import annotations

from typing import Annotated

import typer

from meridians.cli.arguments import MAX_SEED, STANDARD, Board, Concurrency, Json, MatchSeed, whole
from meridians.cli.errors import InputError
from meridians.cli.terminal import print_json, print_text
from meridians.processors import MAX_THREADS

__all__ = ["EXAMPLES", "levels"]

EXAMPLES = """
meridians levels
meridians levels --measure --games 100 --log levels --concurrency 2
meridians levels --measure --games 40 --agent random --agent grave:visits=10 --agent grave:visits=100
"""


def levels(
    measure: Annotated[bool, typer.Option("--measure", help="Play the levels, and rate them.")] = False,
    games: Annotated[int, typer.Option("--games", "-n", metavar="N", help="Games of each two, an even number.")] = 100,
    agent: Annotated[
        list[str] | None, typer.Option("--agent", metavar="A", help="Rate these agents instead, from weak to strong.")
    ] = None,
    apart: Annotated[
        int | None,
        typer.Option("--apart", metavar="D", help="Whom each meets: those up to D places away. Default: 2."),
    ] = None,
    size: Board = STANDARD,
    seed: MatchSeed = 0,
    log: Annotated[
        str | None, typer.Option("--log", metavar="DIR", help="Keep the games in a folder, and go on from what it has.")
    ] = None,
    concurrency: Concurrency = 1,
    as_json: Json = False,
) -> None:
    """Shows the ten levels of play, or measures them.

    Level 1 plays at random, level 10 is the best that 100 ms a move allow. With --measure each plays those up to two
    places away, and the ratings are printed in Elo with 95 % intervals, level 1 being 0, and so are the steps between
    levels.
    """
    from meridians.agents import LEVELS, measure_levels

    if not measure:
        if as_json:
            print_json({"levels": [{"level": i, "agent": text} for i, text in enumerate(LEVELS, 1)]})
        else:
            print_text("\n".join(f"{i:5}  {text}" for i, text in enumerate(LEVELS, 1)))
        return
    whole("--games", games, 2, 10**7)
    whole("--seed", seed, 0, MAX_SEED)
    agents = tuple(agent) if agent else LEVELS
    if len(agents) < 2:
        raise InputError("--agent: at least two agents can be rated, one is given")
    if apart is not None:
        whole("--apart", apart, 1, len(agents) - 1)
    whole("--concurrency", concurrency, 1, MAX_THREADS)
    rated = measure_levels(
        games,
        size=size,
        agents=agents,
        apart=apart,
        seed=seed,
        log=log,
        concurrency=concurrency,
        progress=None if as_json else print_text,
    )
    if as_json:
        print_json({"size": size, "games": games, "seed": seed, "levels": [rating._asdict() for rating in rated]})
        return
    print_text(f"{'level':>5}  {'Elo':>6}  {'95 %':>14}  {'step':>6}  {'95 %':>12}  agent")
    for level, text, elo, low, high, step, step_low, step_high in rated:
        print_text(
            f"{level:5}  {elo:6.0f}  {low:6.0f} {high:6.0f}   {step:6.0f}  {step_low:5.0f} {step_high:5.0f}   {text}"
        )
