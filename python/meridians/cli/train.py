"""``meridians train``: the weights of the evaluation, from nothing, by self-play (``docs/training.md``).

The JSON document has the keys that the help names; ``rounds`` is a list of the fields of
:class:`meridians.training.Round`.
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from meridians import GameState, __version__
from meridians.cli.arguments import STANDARD, Json, Size, Threads, thread_count, whole
from meridians.cli.errors import InputError
from meridians.cli.terminal import print_json, print_text, progress_bar

__all__ = ["EXAMPLES", "train"]

EXAMPLES = """
meridians train --size 2/3 --rounds 1 --games 20 --pairs 5 --out trained
meridians train --size 2/3 --rounds 1 --games 20 --pairs 5 --out trained --json
"""


def train(
    out: Annotated[
        str, typer.Option("--out", metavar="DIR", help="The folder to train in; goes on with what is in it.")
    ] = "training",
    size: Size = None,
    rounds: Annotated[int, typer.Option("--rounds", metavar="N", help="Rounds of self-play, at most.")] = 6,
    games: Annotated[
        int, typer.Option("--games", metavar="N", help="Games of a round; 4 times as many of round 0.")
    ] = 1000,
    visits: Annotated[int, typer.Option("--visits", metavar="V", help="Visits of the search for each move.")] = 100,
    branches: Annotated[int, typer.Option("--branches", metavar="N", help="Games that branch off from each.")] = 1,
    units: Annotated[
        int, typer.Option("--units", metavar="N", help="Hidden units that correct the weights; 0: none.")
    ] = 16,
    pairs: Annotated[int, typer.Option("--pairs", metavar="N", help="Pairs of games of the match of a round.")] = 300,
    first: Annotated[
        str | None, typer.Option("--first", metavar="FILE", help="Begin with these weights. Default: with nothing.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="K", help="Seed of all that is random.")] = 0,
    threads: Threads = None,
    as_json: Json = False,
) -> None:
    """Trains the weights of the evaluation by self-play.

    Round 0 are random games. Each later round plays games with the best weights so far, fits new ones to the results,
    and keeps them if they win a match against the best. It ends early when two rounds in a row gain nothing. The best
    weights are DIR/weights.txt. The same command goes on after an interruption.

    JSON keys: version, size, seed, weights, rounds.
    """
    from meridians.training import Plan, Round
    from meridians.training import train as run
    from meridians.training.bounds import BOUNDS

    used = thread_count(threads)
    numbers = {
        "rounds": rounds,
        "games": games,
        "visits": visits,
        "branches": branches,
        "units": units,
        "pairs": pairs,
        "seed": seed,
    }
    for name, value in numbers.items():
        whole(f"--{name}", value, *BOUNDS[name])
    board = GameState(size or STANDARD).size
    text = None if first is None else _weights_of(first, board)
    plan = Plan(board, first=text, **numbers)
    done: list[Round] = []

    def report(result: Round) -> None:
        done.append(result)
        if not as_json:
            print_text(str(result))

    try:
        weights = run(plan, out, threads=used, report=report, bars=progress_bar)
    except OSError as error:
        raise InputError(f"cannot train in {out!r}: {error.strerror or error}") from None
    if as_json:
        rows: list[dict[str, Any]] = [asdict(result) for result in done]
        print_json({"version": __version__, "size": plan.size, "seed": seed, "weights": weights, "rounds": rows})
    else:
        print_text(f"the best weights: {Path(out) / 'weights.txt'}")


def _weights_of(file: str, size: str) -> str:
    """The text of a file of weights."""
    from meridians.training.weights import check_weights

    try:
        text = Path(file).read_text("utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{file}: not a text in UTF-8") from None
    except (OSError, ValueError) as error:  # ValueError: a null character
        reason = (isinstance(error, OSError) and error.strerror) or error
        raise InputError(f"cannot read {file!r}: {reason}") from None
    check_weights(file, text, size)
    return text
