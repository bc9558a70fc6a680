"""``meridians perft``: the number of move sequences of each depth, with the time they took.

The JSON document has the keys that the help names; ``depths`` is a list with ``depth, sequences, seconds,
leaves_per_second`` for each depth from 1 (from 0 if that is all), ``divide`` the counts by first move, or null.
"""

from __future__ import annotations

from time import perf_counter
from typing import Annotated, Any

import typer

import meridians
from meridians.cli.arguments import File, Json, Moves, Opening, Size, TextOption, game_from, whole
from meridians.cli.terminal import print_json, print_table, progress_bar

__all__ = ["EXAMPLES", "perft"]

EXAMPLES = """
meridians perft 3
meridians perft 4 --size beginner
meridians perft 2 h1 d4 --divide
meridians perft 3 --opening pie --size 3/4 --json
"""

_MAX_DEPTH = 255


def perft(
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help="The number of plies.", show_default=False)],
    moves: Moves = None,
    file: File = None,
    text: TextOption = None,
    size: Size = None,
    opening: Opening = None,
    divide: Annotated[bool, typer.Option("--divide", help="Count by first move, too.")] = False,
    as_json: Json = False,
) -> None:
    """Counts the move sequences of exactly DEPTH plies.

    Finished games are not extended, a forced pass is a move, and repetition does not count. The table has every depth
    up to DEPTH. MOVES are played first.

    JSON keys: version, size, text, depth, sequences, depths, divide.
    """
    whole("DEPTH", depth, 1 if divide else 0, _MAX_DEPTH)
    game = game_from(moves, file, text, size, opening)
    rows: list[dict[str, Any]] = []
    by_move: dict[str, int] | None = None
    for plies in range(min(depth, 1), depth + 1):
        with progress_bar(f"depth {plies}", 1) as progress:
            began = perf_counter()
            if divide and plies == depth:
                by_move = meridians.divide(game, plies, progress)
                count = sum(by_move.values())
            else:
                count = meridians.perft(game, plies, progress)
            seconds = perf_counter() - began
        rate = count / seconds if seconds else 0.0
        rows.append({"depth": plies, "sequences": count, "seconds": seconds, "leaves_per_second": rate})
    if as_json:
        print_json(
            {
                "version": meridians.__version__,
                "size": game.size,
                "text": game.text,
                "depth": depth,
                "sequences": rows[-1]["sequences"],
                "depths": rows,
                "divide": by_move,
            }
        )
        return
    if by_move is not None:
        print_table(("move", "sequences"), [(move, f"{count:,}") for move, count in by_move.items()])
    table = [
        (str(row["depth"]), f"{row['sequences']:,}", f"{row['seconds']:.3f}", f"{row['leaves_per_second']:,.0f}")
        for row in rows
    ]
    print_table(("depth", "sequences", "seconds", "leaves/s"), table, left=0)
