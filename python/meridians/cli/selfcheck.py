"""``meridians selfcheck``: the compiled engine against the reference in plain Python, on random games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from meridians import GameState
from meridians.cli.arguments import MAX_SEED, Seed, whole
from meridians.cli.errors import DIFFERENCE
from meridians.cli.terminal import print_table, print_text, progress_bar
from meridians.processors import MAX_THREADS, processors

if TYPE_CHECKING:
    from meridians.testing import Selfcheck

__all__ = ["EXAMPLES", "selfcheck"]

EXAMPLES = """
meridians selfcheck
meridians selfcheck --size 3/4 --games 20 --seed 7 --jobs 1
"""

_MAX_GAMES = 10**9
_MAX_REPORTS = 3


def selfcheck(
    games: Annotated[int, typer.Option("--games", "-n", metavar="N", help="Games on each size.")] = 50,
    size: Annotated[
        str | None, typer.Option("--size", "-s", metavar="SIZE", help="Only this board. Default: every size.")
    ] = None,
    seed: Seed = 0,
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", metavar="J", help="Processes. Default: all processors.")
    ] = None,
) -> None:
    """Checks the compiled engine against plain Python.

    Both play the same random games, every other with the pie, and are compared after each move: legal moves, groups,
    threatened groups, removed stones, texts, hashes, winners. Rollouts have to agree move for move. A difference is
    reported with the moves, the position text and the diagram, and gives exit status 1. The default takes about a
    minute.
    """
    # Not at the top: the other commands start faster without it.
    from meridians import reference
    from meridians.testing import Selfcheck
    from meridians.testing import selfcheck as check

    whole("--games", games, 1, _MAX_GAMES)
    whole("--seed", seed, 0, MAX_SEED)
    used = processors() if jobs is None else whole("--jobs", jobs, 1, MAX_THREADS)
    sizes = reference.SIZES if size is None else (GameState(size).size,)
    results: dict[str, Selfcheck] = {}
    for board in sizes:
        with progress_bar(f"{board}, {games} games", games) as progress:
            results[board] = check(games, size=board, seed=seed, jobs=min(used, games), progress=progress)
    total = sum(results.values(), Selfcheck())
    for difference in total.differences[:_MAX_REPORTS]:
        print_text(f"{difference}\n")
    rows = [(board, *_counts(result)) for board, result in results.items()]
    print_table(("size", "games", "plies", "questions", "rollouts", "differences"), rows)
    games_line, plies, questions, rollouts, differences = _counts(total)
    print_text(
        f"{games_line} games with {plies} plies, {questions} questions and {rollouts} rollouts compared: "
        + ("no difference" if total.passed else f"{differences} games with a difference")
    )
    if not total.passed:
        raise typer.Exit(DIFFERENCE)


def _counts(result: Selfcheck) -> tuple[str, ...]:
    numbers = (result.games, result.plies, result.questions, result.rollouts, len(result.differences))
    return tuple(f"{number:,}" for number in numbers)
