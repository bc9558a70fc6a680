"""``meridians rollout``: who stands better, by uniformly random games from a position (docs/rollouts.md).

The JSON document has the keys that the help names: ``light_share`` is Light's share of the games that were won, and
``light_interval`` its interval at ``confidence``; both are null if none was won. ``better`` is the colour whose share
is above one half with that confidence, or null. ``moves`` and ``best`` are null without ``--each-move``. With it
``moves`` is a list, in action order, of documents with the keys ``move, action, visits, wins, unfinished, share,
interval``, whose wins and shares are those of the participant to move, and ``best`` is the name of the best one.
"""

from __future__ import annotations

from typing import Annotated, Literal, cast

import typer

from meridians import GameState, MoveEvaluations, Rollouts, __version__
from meridians.cli.arguments import (
    MAX_SEED,
    File,
    Json,
    Moves,
    Opening,
    Seed,
    Size,
    TextOption,
    Threads,
    game_from,
    thread_count,
    whole,
)
from meridians.cli.errors import InputError
from meridians.cli.terminal import percent, print_json, print_text, progress_bar

__all__ = ["EXAMPLES", "light_share", "rollout"]

EXAMPLES = """
meridians rollout h1 d4 h8 d6
meridians rollout -n 2000 --seed 7 --size expert --file moves.txt
meridians rollout -n 500 --opening pie h1 d4 swap --json
meridians rollout -n 500 --text - < position.txt
meridians rollout -n 100 --each-move a4 b1 f4 e4
"""

_CONFIDENCE = 0.95
_BACKENDS = ("auto", "single", "sliced")


def rollout(
    moves: Moves = None,
    file: File = None,
    text: TextOption = None,
    size: Size = None,
    opening: Opening = None,
    games: Annotated[int, typer.Option("-n", "--games", metavar="N", help="The number of random games.")] = 10_000,
    seed: Seed = 0,
    threads: Threads = None,
    max_plies: Annotated[
        int | None,
        typer.Option(metavar="P", help="Leave a game unfinished after P plies. Default: 4 x points."),
    ] = None,
    backend: Annotated[
        str,
        typer.Option(
            metavar="B", help="single: a few games in turns; sliced: hundreds side by side; auto. Same games."
        ),
    ] = "auto",
    each_move: Annotated[
        bool, typer.Option("--each-move", help="Play N games after each legal move too, and rank the moves.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Plays random games from a position and says who stands better.

    MOVES are the moves that lead to the position, such as h1 d4. From there all legal moves are equally likely. The
    same position, seed and number of games give the same result, whatever the number of threads and the backend. The
    environment variable MERIDIANS_SIMD forces an instruction set, such as portable.

    JSON keys: version, size, text, turn, seed, threads, backend, seconds, cpu_seconds, games_per_second, games,
    light_wins, dark_wins, unfinished, light_share, light_interval, confidence, better, mean_plies, sd_plies, longest,
    stones_removed, best, moves.
    """
    whole("-n", games, 1, MAX_SEED)
    whole("--seed", seed, 0, MAX_SEED)
    used = thread_count(threads)
    if max_plies is not None:
        whole("--max-plies", max_plies, 1, 2**32 - 1)
    if backend not in _BACKENDS:
        raise InputError(f"--backend must be {' or '.join(_BACKENDS)}, not {backend!r}")
    kind = cast(Literal["auto", "single", "sliced"], backend)
    game = game_from(moves, file, text, size, opening)
    with progress_bar("rollouts", games) as progress:
        result = game.rollouts(games, seed, used, max_plies, progress, kind)
    evaluations = None
    if each_move:
        with progress_bar("each move", games * len(game.legal_moves())) as progress:
            evaluations = game.evaluate_moves(games, seed, used, max_plies, progress, kind)
    if as_json:
        share, interval = light_share(result)
        print_json(
            {
                "version": __version__,
                "size": game.size,
                "text": game.text,
                "turn": game.turn,
                "seed": seed,
                "threads": used,
                "backend": backend,
                "seconds": result.seconds,
                "cpu_seconds": result.cpu_seconds,
                "games_per_second": result.games_per_second,
                "games": result.games,
                "light_wins": result.light_wins,
                "dark_wins": result.dark_wins,
                "unfinished": result.unfinished,
                "light_share": share,
                "light_interval": interval,
                "confidence": _CONFIDENCE,
                "better": _better(result),
                "mean_plies": result.mean_plies,
                "sd_plies": result.sd_plies,
                "longest": result.longest,
                "stones_removed": result.stones_removed,
                "best": evaluations and evaluations.best,
                "moves": evaluations and _documents(evaluations),
            }
        )
        return
    for label, line in _report(game, result, seed, used):
        print_text(f"{label:<12}{line}")
    better = _better(result)
    verdict = f"{better} stands better" if better else "the games do not tell who stands better"
    print_text(f"{'verdict':<12}{verdict}", "bold")
    if evaluations:
        print_text(
            f"\nAfter each of {len(evaluations.moves)} moves, for participant {game.participant}:\n{evaluations}"
        )


def light_share(result: Rollouts) -> tuple[float | None, tuple[float, float] | None]:
    """Light's share of the games that were won, and its 95 % interval; nothing if none was won."""
    if result.light_wins + result.dark_wins == 0:
        return None, None
    return result.share("light"), result.interval("light", _CONFIDENCE)


def _better(result: Rollouts) -> Literal["light", "dark"] | None:
    low, high = result.interval("light", _CONFIDENCE)
    return "light" if low > 0.5 else "dark" if high < 0.5 else None


def _report(game: GameState, result: Rollouts, seed: int, threads: int) -> list[tuple[str, str]]:
    lines = [
        ("text", game.text),
        ("turn", game.turn),
        ("games", f"{result.games:,}, seed {seed}: {result.seconds:.2f} s on {threads} thread{'s' * (threads > 1)}"),
    ]
    colors: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for color in colors:
        wins = result.light_wins if color == "light" else result.dark_wins
        share = ""
        if result.light_wins + result.dark_wins:
            low, high = result.interval(color, _CONFIDENCE)
            share = f": {percent(result.share(color))} %, 95 % interval {percent(low)} to {percent(high)}"
        lines.append((color, f"{wins:,} won{share}"))
    lines.append(("unfinished", f"{result.unfinished:,}"))
    lines.append(("plies", f"mean {result.mean_plies:.1f}, s.d. {result.sd_plies:.1f}, longest {result.longest}"))
    lines.append(("removed", f"{result.stones_removed / result.games:.1f} stones a game"))
    return lines


def _documents(evaluations: MoveEvaluations) -> list[dict[str, object]]:
    """The table as JSON; no share where no game was won."""
    low, high = evaluations.interval(_CONFIDENCE)
    documents: list[dict[str, object]] = []
    for row, move in enumerate(evaluations.moves):
        visits, unfinished = int(evaluations.visits[row]), int(evaluations.unfinished[row])
        won = visits > unfinished
        documents.append(
            {
                "move": move,
                "action": int(evaluations.actions[row]),
                "visits": visits,
                "wins": int(evaluations.wins[row]),
                "unfinished": unfinished,
                "share": float(evaluations.share[row]) if won else None,
                "interval": [float(low[row]), float(high[row])] if won else None,
            }
        )
    return documents
