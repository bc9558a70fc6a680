"""Random games of what a user could pick instead, in turn with ours: ``python benches/peers.py``.

The peers are the dependency group ``peers`` of pyproject.toml; one that is not installed or does not work is named in
the result with the reason. Each entry runs in a process of its own, a child of this one, for ``--seconds`` of CPU time
on one thread; a round takes every entry once, and the figures are medians of the rounds. They are different games, so
the boards are of about the same size where there is a choice, and the table says how many points and plies. Importing
and setting up is not counted.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

PACKAGES = {"meridians": "meridians", "OpenSpiel": "open_spiel", "hexea": "hexea", "PettingZoo": "pettingzoo"}
TOO_LONG = 300  # seconds for a child

# What plays: how many games at a time, and the plies of all; None if the program does not tell.
Play = Callable[[], tuple[int, int | None]]


@dataclass(frozen=True)
class Entry:
    """A line of the table: ``way`` is how the games are played, ``make`` sets up what plays them."""

    program: str
    game: str
    points: int
    way: str
    make: Callable[[], Play]


LOOP = "loop in Python"


def meridians_loop() -> Play:
    """One game, ply by ply."""
    from meridians import GameState

    def play() -> tuple[int, int]:
        game = GameState()
        while not game.is_over:
            game.play(random.choice(game.legal_actions()))
        return 1, game.ply

    return play


def meridians_rollouts(backend: Any, n: int) -> Callable[[], Play]:
    """A batch of ours."""

    def make() -> Play:
        from meridians import GameState

        game = GameState()

        def play() -> tuple[int, int]:
            result = game.rollouts(n, random.getrandbits(64), 1, backend=backend)
            return n, result.plies

        return play

    return make


def openspiel_loop(game: str) -> Callable[[], Play]:
    """One game, ply by ply."""

    def make() -> Play:
        import pyspiel

        loaded = pyspiel.load_game(game)

        def play() -> tuple[int, int]:
            state, plies = loaded.new_initial_state(), 0
            while not state.is_terminal():
                state.apply_action(random.choice(state.legal_actions()))
                plies += 1
            return 1, plies

        return play

    return make


def openspiel_evaluator(game: str) -> Callable[[], Play]:
    """Its random rollouts are a part of its tree search; two simulations with many rollouts are little else."""

    def make() -> Play:
        import pyspiel

        loaded, n = pyspiel.load_game(game), 500
        state = loaded.new_initial_state()

        def play() -> tuple[int, None]:
            evaluator = pyspiel.RandomRolloutEvaluator(n, random.getrandbits(31))
            pyspiel.MCTSBot(loaded, evaluator, 2.0, 2, 10, False, 1, False).mcts_search(state)
            return 2 * n, None

        return play

    return make


def hexea_playouts(board: str, size: int) -> Callable[[], Play]:
    """A batch of playouts: each fills the board, and then looks who won."""

    def make() -> Play:
        import hexea

        start = getattr(hexea, board)(size)
        points = len(start.get_free_hexes())

        def play() -> tuple[int, int]:
            start.random_playouts_won(500)
            return 500, 500 * points

        return play

    return make


def hexea_one_by_one(board: str, size: int) -> Callable[[], Play]:
    """One playout a call."""

    def make() -> Play:
        import hexea

        start = getattr(hexea, board)(size)
        points = len(start.get_free_hexes())

        def play() -> tuple[int, int]:
            start.random_playout().get_winner()
            return 1, points

        return play

    return make


def pettingzoo_loop(module: str, **options: Any) -> Callable[[], Play]:
    """One game, ply by ply, with actions sampled under the mask as its documentation shows."""

    def make() -> Play:
        import importlib

        env = importlib.import_module(f"pettingzoo.classic.{module}").env(**options)

        def play() -> tuple[int, int]:
            env.reset(seed=random.getrandbits(31))
            plies = 0
            for agent in env.agent_iter():
                observation, _, ended, cut, _ = env.last()
                if ended or cut:
                    env.step(None)
                else:
                    env.step(env.action_space(agent).sample(observation["action_mask"]))
                    plies += 1
            return 1, plies

        return play

    return make


ENTRIES = [
    Entry("meridians", "Meridians 6/7", 114, LOOP, meridians_loop),
    Entry("meridians", "Meridians 6/7", 114, 'rollouts(256, backend="single")', meridians_rollouts("single", 256)),
    Entry("meridians", "Meridians 6/7", 114, "rollouts(256)", meridians_rollouts("auto", 256)),
    Entry("meridians", "Meridians 6/7", 114, "rollouts(4096)", meridians_rollouts("auto", 4096)),
    Entry("OpenSpiel", "Havannah 7", 127, LOOP, openspiel_loop("havannah(board_size=7)")),
    Entry("OpenSpiel", "Havannah 7", 127, "RandomRolloutEvaluator", openspiel_evaluator("havannah(board_size=7)")),
    Entry("OpenSpiel", "Hex 11", 121, LOOP, openspiel_loop("hex(board_size=11)")),
    Entry("OpenSpiel", "Hex 11", 121, "RandomRolloutEvaluator", openspiel_evaluator("hex(board_size=11)")),
    Entry("OpenSpiel", "Y 15", 120, LOOP, openspiel_loop("y(board_size=15)")),
    Entry("OpenSpiel", "Y 15", 120, "RandomRolloutEvaluator", openspiel_evaluator("y(board_size=15)")),
    Entry("hexea", "Hex 11", 121, "random_playout()", hexea_one_by_one("Hexboard", 11)),
    Entry("hexea", "Hex 11", 121, "random_playouts_won(500)", hexea_playouts("Hexboard", 11)),
    Entry("hexea", "Y 14", 105, "random_playout()", hexea_one_by_one("Yboard", 14)),
    Entry("hexea", "Y 14", 105, "random_playouts_won(500)", hexea_playouts("Yboard", 14)),
    Entry("PettingZoo", "Go 9x9", 81, LOOP, pettingzoo_loop("go_v5", board_size=9)),
    Entry("PettingZoo", "Connect Four", 42, LOOP, pettingzoo_loop("connect_four_v3")),
]


def measured(entry: Entry, seconds: float) -> dict[str, float | None]:
    """Games a second of CPU time, and plies a game if the program tells."""
    play = entry.make()
    play()  # to warm up
    games, plies = 0, 0
    began = process_time()
    while process_time() - began < seconds:
        played, of_those = play()
        games += played
        plies += of_those or 0
    return {"games_per_second": games / (process_time() - began), "mean_plies": plies / games if plies else None}


def in_a_child(number: int, seconds: float) -> dict[str, Any]:
    """What a child process found out about an entry; ``error`` if it could not."""
    command = [sys.executable, __file__, "--child", str(number), "--seconds", str(seconds)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TOO_LONG)
    except subprocess.TimeoutExpired:
        return {"error": f"no answer in {TOO_LONG} s"}
    if done.returncode:
        return {"error": (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1]}
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def versions() -> dict[str, str | None]:
    """The version of each program; None if it is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    found: dict[str, str | None] = {}
    for program, package in PACKAGES.items():
        try:
            found[program] = version(package)
        except PackageNotFoundError:
            found[program] = None
    return found


def summary(entries: list[Entry], rounds: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """The rows of the table. Where a program does not tell the plies, they are those of its other row of that game."""
    rows: list[dict[str, Any]] = []
    for number, entry in enumerate(entries):
        results = [results[number] for results in rounds]
        row = {"program": entry.program, "game": entry.game, "points": entry.points, "way": entry.way}
        errors = [result["error"] for result in results if "error" in result]
        if errors:
            rows.append(row | {"error": errors[0]})
            continue
        plies = [result["mean_plies"] for result in results if result["mean_plies"] is not None]
        row["games_per_second"] = median(result["games_per_second"] for result in results)
        row["mean_plies"] = median(plies) if plies else None
        rows.append(row)
    known = {(row["program"], row["game"]): row["mean_plies"] for row in rows if row.get("mean_plies")}
    for row in rows:
        if "error" not in row:
            row["mean_plies"] = row["mean_plies"] or known.get((row["program"], row["game"]))
            row["plies_per_second"] = row["mean_plies"] and row["games_per_second"] * row["mean_plies"]
    return rows


def table(document: dict[str, Any]) -> str:
    """The machine and the rows, in Markdown."""
    about = document["machine"]
    conditions = (
        f"Measured on: {about['processor']}, {about['processors']} processors, Python {about['python']}; medians of "
        f"{document['rounds']} rounds of {document['seconds']:g} s."
    )
    lines = [
        conditions,
        "",
        "| program | game | points | how | games/s | plies a game | plies/s |",
        "|---|---|--:|---|--:|--:|--:|",
    ]
    for row in document["rows"]:
        program = f"{row['program']} {document['versions'][row['program']] or ''}".strip()
        head = f"| {program} | {row['game']} | {row['points']} | {row['way']} |"
        if "error" in row:
            lines.append(f"{head} not measured: {row['error']} | | |")
            continue
        plies, rate = row["mean_plies"], row["plies_per_second"]
        tail = f"{plies:.0f} | {rate:,.0f} |" if plies else "| |"
        lines.append(f"{head} {row['games_per_second']:,.0f} | {tail}")
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    """Measures, prints the table, and writes the document."""
    parser = argparse.ArgumentParser(description="Random games of other programs in turn with ours.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each entry in each round")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the document as well")
    parser.add_argument("--child", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.rounds < 1 or not options.seconds > 0:
        parser.error(f"--rounds and --seconds must be positive, not {options.rounds} and {options.seconds:g}")
    if options.child is not None:
        warnings.simplefilter("ignore")
        print(json.dumps(measured(ENTRIES[options.child], options.seconds)))
        return 0
    from timing import described, machine

    about = machine()
    print(described(about), file=sys.stderr)
    rounds = []
    for number in range(options.rounds):
        print(f"round {number + 1} of {options.rounds}", file=sys.stderr)
        rounds.append([in_a_child(entry, options.seconds) for entry in range(len(ENTRIES))])
    document = {
        "machine": about,
        "versions": versions(),
        "rounds": options.rounds,
        "seconds": options.seconds,
        "rows": summary(ENTRIES, rounds),
    }
    print(table(document), end="")
    if options.json:
        options.json.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
