"""``meridians tactics``: how many positions with one winning move an engine solves.

Each line of a file is a JSON object with the keys that :data:`KEYS` names; others are ignored. The positions of the
project's own suite are in ``tests/data/tactics/`` of its sources.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, cast

import typer

import meridians
from meridians import GameState, MeridiansError
from meridians.cli.arguments import Json, whole
from meridians.cli.errors import InputError
from meridians.cli.terminal import percent, print_json, print_table, print_text, progress_bar

__all__ = ["EXAMPLES", "KEYS", "tactics"]

EXAMPLES = """
meridians tactics puzzles.jsonl --engine alphabeta --time 0.1
meridians tactics puzzles.jsonl --engine grave --visits 100 --json
"""

KEYS = ("position", "move", "plies", "theme")
_SUITE = Path(__file__).parents[3] / "tests" / "data" / "tactics"
_MOST = 100_000


def tactics(
    files: Annotated[list[str] | None, typer.Argument(metavar="FILES", hidden=True)] = None,
    engine: Annotated[str, typer.Option("--engine", metavar="NAME", help="The engine of the search.")] = "best",
    time: Annotated[float | None, typer.Option("--time", metavar="S", help="CPU seconds each. Default: 1.")] = None,
    visits: Annotated[int | None, typer.Option("--visits", metavar="N", help="Visits a position.")] = None,
    count: Annotated[
        int | None, typer.Option("--count", metavar="N", help="So many positions, evenly spread. Default: all.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Lets an engine solve positions with one winning move.

    FILES hold a JSON object a line; without them, in the sources of the project, its own suite is read. A position is
    solved if the best move of a search from nothing is the winning one.

    JSON keys: version, engine, seconds, visits, total, solved, unsolved.
    """
    puzzles = list(_read(files or _suite()))
    if not puzzles:
        raise InputError("no positions in the files")
    if count is not None:
        whole("--count", count, 1, _MOST)
        puzzles = [puzzles[i * len(puzzles) // count] for i in range(min(count, len(puzzles)))]
    if time is None and visits is None:
        time = 1.0
    searches: dict[str, meridians.Search] = {}
    rows = []
    with progress_bar("tactics", len(puzzles)) as progress:
        for done, (game, puzzle) in enumerate(puzzles):
            if game.size not in searches:
                searches[game.size] = meridians.Search(game.size, cast(Any, engine), clock="cpu")
            best = searches[game.size].run(game, seconds=time, visits=visits).best
            rows.append((game.size, puzzle, best))
            if progress is not None:
                progress(done + 1, len(puzzles))
    unsolved = [{**puzzle, "played": best} for _, puzzle, best in rows if best != puzzle["move"]]
    if as_json:
        print_json(
            {
                "version": meridians.__version__,
                "engine": engine,
                "seconds": time,
                "visits": visits,
                "total": len(rows),
                "solved": len(rows) - len(unsolved),
                "unsolved": unsolved,
            }
        )
        return
    print_table(("", "solved", "total", "share"), list(_table(rows)))
    for puzzle in unsolved:
        print_text(f"{puzzle['position']}: {puzzle['move']} wins in {puzzle['plies']}, played {puzzle['played']}")


def _suite() -> list[str]:
    files = sorted(str(path) for path in _SUITE.glob("*.jsonl"))
    if not files:
        raise InputError("name files of positions: the suite comes with the sources of the project only")
    return files


def _read(files: Sequence[str]) -> Iterator[tuple[GameState, dict[str, Any]]]:
    for file in files:
        try:
            lines = Path(file).read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeError) as error:
            raise InputError(f"cannot read {file}: {error}") from error
        for number, line in enumerate(lines, 1):
            try:
                puzzle = json.loads(line)
                values = {key: puzzle[key] for key in KEYS}
                yield GameState.from_text(values["position"]), values
            except (ValueError, KeyError, TypeError, RecursionError) as error:
                expected = f"a JSON object with {', '.join(KEYS)} expected"
                reason = str(error) if isinstance(error, MeridiansError) else expected
                raise InputError(f"{file}, line {number}: {reason}") from error


def _table(rows: Sequence[tuple[str, dict[str, Any], str]]) -> Iterator[tuple[str, ...]]:
    """Solved and total by size, by theme, and of all."""
    sizes = sorted({size for size, _, _ in rows})
    themes = sorted({str(puzzle["theme"]) for _, puzzle, _ in rows})
    for name in (*sizes, *themes, "all"):
        of_name = [best == puzzle["move"] for size, puzzle, best in rows if name in (size, puzzle["theme"], "all")]
        yield name, str(sum(of_name)), str(len(of_name)), percent(sum(of_name) / len(of_name))
