"""Steps a second of `BatchState` by the number of games, beside a loop over `GameState`: ``python benches/batch.py``.

A step is an action in one game. Games are random, on ``--size``, and begun anew when they end; the actions are drawn by
the engine, which counts only in the last column. Everything is measured in turn, round by round, in CPU time of one
thread, and figures are medians of the rounds; with more ``--threads`` it is wall time, which needs a quiet machine.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from timing import described, machine

from meridians import BatchState, GameState, encode

COUNTS = (1, 64, 1024, 4096)
WAYS = {
    "step": "only `step`",
    "step, observations": "`step`, `legal_mask` and `planes`",
    "all": "`legal_random_actions` and `step`",
}


def batch_rate(n: int, size: str, way: str, threads: int, seconds: float) -> float:
    """Steps a second of so many games."""
    clock: Callable[[], float] = time.process_time if threads == 1 else time.perf_counter
    batch = BatchState(n, size, auto_reset=True, threads=threads)
    actions = np.zeros(n, np.int64)
    counted, steps, seed = 0.0, 0, random.getrandbits(32)
    # Many calls between looks at the clock, which takes as long as a small step: the actions of all are drawn before.
    calls = max(1, 4096 // n)
    while counted < seconds:
        if way == "all" or calls == 1:
            began = clock()
            batch.legal_random_actions(seed, out=actions)
            if way != "all":
                began = clock()
            batch.step(actions)
            if way == "step, observations":
                _ = batch.legal_mask, batch.planes
            counted += clock() - began
            steps, seed = steps + n, seed + 1
            continue
        twin, drawn = batch.copy(), []
        for number in range(calls):
            drawn.append(twin.legal_random_actions(seed + number))
            twin.step(drawn[-1])
        observed = way == "step, observations"
        step = batch.step
        began = clock()
        for one in drawn:
            step(one)
            if observed:
                _ = batch.legal_mask, batch.planes
        counted += clock() - began
        steps, seed = steps + n * calls, seed + calls
    return steps / counted


def loop_rate(size: str, way: str, seconds: float) -> float:
    """Steps a second of a game at a time, ply by ply, by what `GameState` offers."""
    counted, steps = 0.0, 0
    chance = random.Random(random.getrandbits(32))
    mask, planes = GameState(size).legal_mask(), encode(GameState(size))
    while counted < seconds:
        if way == "all":
            began = time.process_time()
            game = GameState(size)
            while not game.is_over:
                game.play(chance.choice(game.legal_actions()))
            counted += time.process_time() - began
            steps += game.ply
            continue
        moves = []
        game = GameState(size)
        while not game.is_over:
            moves.append(chance.choice(game.legal_actions()))
            game.play(moves[-1])
        observed = way == "step, observations"
        began = time.process_time()
        game = GameState(size)
        play = game.play
        for move in moves:
            play(move)
            # What a step says without being asked.
            _ = game.is_over, game.participant, game.ply
            if observed:
                game.legal_mask(out=mask)
                encode(game, out=planes)
        counted += time.process_time() - began
        steps += len(moves)
    return steps / counted


def measured(counts: list[int], size: str, threads: int, seconds: float, rounds: int) -> list[dict[str, Any]]:
    """The rows of the table, the loop first."""
    found: dict[tuple[str, str], list[float]] = {}
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
        for way in WAYS:
            found.setdefault(("GameState", way), []).append(loop_rate(size, way, seconds))
            for n in counts:
                found.setdefault((str(n), way), []).append(batch_rate(n, size, way, threads, seconds))
    whos = list(dict.fromkeys(who for who, _ in found))
    return [{"games": who, **{way: median(found[who, way]) for way in WAYS}} for who in whos]


def table(document: dict[str, Any]) -> str:
    """The rows in Markdown, millions of steps a second."""
    lines = ["| games | " + " | ".join(WAYS.values()) + " |", "|--:" * (1 + len(WAYS)) + "|"]
    for row in document["rows"]:
        who = "`GameState`, one by one" if row["games"] == "GameState" else f"{int(row['games']):,}"
        lines.append(f"| {who} | " + " | ".join(f"{row[way] / 1e6:.2f}" for way in WAYS) + " |")
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    """Measures, prints the table, and writes the document."""
    parser = argparse.ArgumentParser(description="Steps a second of batches, beside a loop over single games.")
    parser.add_argument("--games", type=int, nargs="+", default=list(COUNTS), metavar="N")
    parser.add_argument("--size", default="6/7")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each figure in each round")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the document as well")
    options = parser.parse_args(arguments)
    if options.rounds < 1 or not options.seconds > 0:
        parser.error(f"--rounds and --seconds must be positive, not {options.rounds} and {options.seconds:g}")
    about = machine()
    print(described(about), file=sys.stderr)
    rows = measured(options.games, options.size, options.threads, options.seconds, options.rounds)
    document = {
        "machine": about,
        "size": options.size,
        "threads": options.threads,
        "rounds": options.rounds,
        "seconds": options.seconds,
        "rows": rows,
    }
    print(table(document), end="")
    if options.json:
        options.json.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
