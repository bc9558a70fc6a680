"""``meridians rollout``: who stands better, by uniformly random games from a position (docs/rollouts.md).

The JSON document has the keys that the help names: ``light_share`` is Light's share of the games that were won, and
``light_interval`` its interval at ``confidence``; both are null if none was won. ``better`` is the colour whose share
is above one half with that confidence, or null.
"""

from __future__ import annotations

from time import perf_counter
from typing import Annotated, Literal

import typer

from meridians import GameState, Rollouts, __version__
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
from meridians.cli.terminal import percent, print_json, print_text, progress_bar

__all__ = ["EXAMPLES", "light_share", "rollout"]

EXAMPLES = """
meridians rollout h1 d4 h8 d6
meridians rollout -n 2000 --seed 7 --size expert --file moves.txt
meridians rollout -n 500 --opening pie h1 d4 swap --json
meridians rollout -n 500 --text - < position.txt
"""

_CONFIDENCE = 0.95


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
    as_json: Json = False,
) -> None:
    """Plays random games from a position and says who stands better.

    MOVES are the moves that lead to the position, such as h1 d4. From there all legal moves are equally likely. The
    same position, seed and number of games give the same result, whatever the number of threads.

    JSON keys: version, size, text, turn, seed, threads, seconds, games, light_wins, dark_wins, unfinished, light_share,
    light_interval, confidence, better, mean_plies, sd_plies, longest, stones_removed.
    """
    whole("-n", games, 1, MAX_SEED)
    whole("--seed", seed, 0, MAX_SEED)
    used = thread_count(threads)
    if max_plies is not None:
        whole("--max-plies", max_plies, 1, 2**32 - 1)
    game = game_from(moves, file, text, size, opening)
    with progress_bar("rollouts", games) as progress:
        began = perf_counter()
        result = game.rollouts(games, seed, used, max_plies, progress)
        seconds = perf_counter() - began
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
                "seconds": seconds,
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
            }
        )
        return
    for label, line in _report(game, result, seed, used, seconds):
        print_text(f"{label:<12}{line}")
    better = _better(result)
    verdict = f"{better} stands better" if better else "the games do not tell who stands better"
    print_text(f"{'verdict':<12}{verdict}", "bold")


def light_share(result: Rollouts) -> tuple[float | None, tuple[float, float] | None]:
    """Light's share of the games that were won, and its 95 % interval; nothing if none was won."""
    if result.light_wins + result.dark_wins == 0:
        return None, None
    return result.share("light"), result.interval("light", _CONFIDENCE)


def _better(result: Rollouts) -> Literal["light", "dark"] | None:
    low, high = result.interval("light", _CONFIDENCE)
    return "light" if low > 0.5 else "dark" if high < 0.5 else None


def _report(game: GameState, result: Rollouts, seed: int, threads: int, seconds: float) -> list[tuple[str, str]]:
    lines = [
        ("text", game.text),
        ("turn", game.turn),
        ("games", f"{result.games:,}, seed {seed}: {seconds:.2f} s on {threads} thread{'s' * (threads > 1)}"),
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
