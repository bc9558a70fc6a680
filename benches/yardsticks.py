"""Runs the engine in turn with yardsticks of rollout speed and prints the ratios to them: ``yardsticks.py FOLDER``.

The folder has the sources ``bitsliced.rs`` and ``lanes.rs``: programs that play random games on the standard board,
know no seeds and report nothing but rates. They are compiled for the processor at hand, and may use what the level of
the engine does not (AVX-512, say): ``--target-cpu x86-64-v3`` holds them to AVX2. The engine is the module that is
installed. Everything is on one thread and per second of CPU time, except the line of two threads. A ratio is the median
over the rounds of the ratio within a round. A line without a yardstick has an absolute bar.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import numpy as np
from timing import Rates, described, in_turn, machine, per_second, ratio_of_medians

from meridians import GameState, parse_move, perft
from meridians.cli.measure import at

# How each is compiled, as its first lines say.
FLAGS = {
    "bitsliced": ["-C", "llvm-args=-unroll-runtime=false"],
    "lanes": [],
}

# lanes.rs reads the wall clock, and would look slow beside a busy neighbour: here it reads the clock of the process.
WALL_CLOCK = "use std::time::Instant;"
CPU_CLOCK = """
#[repr(C)]
struct Timespec { s: i64, n: i64 }
extern "C" { fn clock_gettime(clock: i32, time: *mut Timespec) -> i32; }
struct Instant(f64);
impl Instant {
    fn now() -> Instant {
        let mut t = Timespec { s: 0, n: 0 };
        unsafe { clock_gettime(2, &mut t); } // CLOCK_PROCESS_CPUTIME_ID
        Instant(t.s as f64 + t.n as f64 * 1e-9)
    }
    fn elapsed(&self) -> ::std::time::Duration { ::std::time::Duration::from_secs_f64(Instant::now().0 - self.0) }
}
"""

SIZES = {"5/6": 80, "6/7": 114, "7/8": 154}


def compiled(folder: Path, name: str, into: Path, processor: str) -> Path:
    """The program, built for a processor in rustc's terms."""
    source = (folder / f"{name}.rs").read_text("utf-8")
    copy = into / f"{name}.rs"
    copy.write_text(source.replace(WALL_CLOCK, CPU_CLOCK), encoding="utf-8")
    program = into / name
    flags = ["-O", "-C", f"target-cpu={processor}", "-C", "codegen-units=1", *FLAGS[name]]
    subprocess.run(["rustc", "--cap-lints=allow", *flags, "-o", program, copy], check=True)
    return program


def printed_rates(text: str, pattern: str) -> list[float]:
    """All the numbers that a yardstick printed after a pattern."""
    found = [float(rate) for rate in re.findall(rf"^{pattern} (\d+) playouts/s", text, re.MULTILINE)]
    if not found:
        raise ValueError(f"no rate after {pattern!r} in:\n{text}")
    return found


def yardsticks(folder: Path, into: Path, processor: str) -> dict[str, Callable[[], dict[str, float]]]:
    """The yardsticks as measures."""
    bitsliced, lanes = (compiled(folder, name, into, processor) for name in FLAGS)

    def output(*command: str | Path) -> str:
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def steady() -> dict[str, float]:
        (rate,) = printed_rates(output(bitsliced, "200000"), "bits hold 6:")
        return {"bitsliced": rate}

    def exact() -> dict[str, float]:  # it prints the best of five groups of 128 batches, and checks itself before
        (rate,) = printed_rates(output(bitsliced), "exact batch of 256:")
        return {"bitsliced exact 256": rate}

    def row_lanes() -> dict[str, float]:  # five lines each
        text = output(lanes)
        return {f"lanes K={k}": median(printed_rates(text, f"K={k}")) for k in (1, 3)}

    return {"bitsliced": steady, "exact": exact, "lanes": row_lanes}


def in_order(theirs: dict[str, Callable[[], dict[str, float]]]) -> dict[str, Callable[[], dict[str, float]]]:
    """All measures, each of ours soon after its yardstick: a neighbour on the machine changes in seconds."""
    after = {
        "bitsliced": ("sliced 16384", "sliced 4096"),
        "exact": ("sliced 256",),
        "lanes": ("single", "rollout()", "portable"),
    }
    order: dict[str, Callable[[], dict[str, float]]] = {}
    for name, measure in theirs.items():
        order |= {name: measure} | {ours: OURS[ours] for ours in after[name]}
    return order | OURS


def batches(n: int, backend: str, *, size: str = "6/7", level: str | None = None, repeat: int = 1) -> float:
    """Games a second of CPU time in batches of ``n`` on one thread."""
    game = GameState(size)
    with at(level):
        return per_second(lambda: game.rollouts(n, 7, 1, backend=backend), n, repeat)


def points_a_second(size: str) -> dict[str, float]:
    """Games a second x mean plies x points: what should not depend on the size."""
    game = GameState(size)
    plies = game.rollouts(16384, 7, 1).mean_plies
    return {f"work {size}": batches(16384, "sliced", size=size, repeat=4) * plies * SIZES[size]}


def two_threads() -> dict[str, float]:
    """Games a second of wall time with one thread and with two, each the best of three, one after the other."""
    game, n = GameState(), 65536
    best: dict[str, float] = {}
    for threads in (1, 2) * 3:
        began, cpu_began = perf_counter(), process_time()
        game.rollouts(n, 7, threads, backend="sliced")
        wall, cpu = perf_counter() - began, process_time() - cpu_began
        name = f"{threads} thread{'s' * (threads - 1)}"
        if n / wall > best.get(f"wall, {name}", 0.0):
            best |= {f"wall, {name}": n / wall, f"processors, {name}": cpu / wall}
    return best


def one_at_a_time() -> dict[str, float]:
    """Calls of ``rollout()`` a second."""
    game, calls = GameState(), 2000
    return {"rollout()": per_second(lambda: [game.rollout(7, index) for index in range(calls)], calls)}


def python_loops() -> dict[str, float]:
    """Plies a second of a Python loop over ``play(int)``, without and with the legal mask at every ply."""
    start = GameState()
    lines = [[parse_move(move) for move in start.rollout(7, index).moves] for index in range(200)]
    mask = np.empty(start.action_count, dtype=np.bool_)

    def play() -> None:
        for line in lines:
            step = GameState().play
            for action in line:
                step(action)

    def play_with_masks() -> None:
        for line in lines:
            game = GameState()
            step, legal = game.play, game.legal_mask
            for action in line:
                step(action)
                legal(out=mask)

    plies = sum(map(len, lines))
    return {"play(int)": per_second(play, plies, 10), "play(int), mask": per_second(play_with_masks, plies, 5)}


def leaves() -> dict[str, float]:
    """Leaves a second of perft at depth 5 on 6/7."""
    found: list[int] = []
    took = per_second(lambda: found.append(perft(GameState(), 5)), 1)
    return {"perft": found[0] * took}


OURS: dict[str, Callable[[], dict[str, float]]] = {
    "sliced 16384": lambda: {"sliced 16384": batches(16384, "sliced", repeat=8)},
    "sliced 4096": lambda: {"sliced 4096": batches(4096, "sliced", repeat=16)},
    # As the yardstick does it.
    "sliced 256": lambda: {"sliced 256": max(batches(256, "sliced", repeat=128) for _ in range(5))},
    "portable": lambda: {"portable 16384": batches(16384, "sliced", level="portable", repeat=2)},
    "single": lambda: {"single": median(batches(4096, "single") for _ in range(5))},
    "rollout()": one_at_a_time,
    **{f"work {size}": lambda size=size: points_a_second(size) for size in SIZES},
    "two threads": two_threads,
    "loops": python_loops,
    "perft": leaves,
}

# What is set against what, the bar, and the goal; a number is an absolute bar.
LINES: list[tuple[str, str, str | None, float, float | None]] = [
    ("batches of 16,384, one thread", "sliced 16384", "bitsliced", 0.8, 1.2),
    ("batches of 4,096, one thread", "sliced 4096", "bitsliced", 0.8, 1.2),
    ("256 from one position", "sliced 256", "bitsliced exact 256", 0.8, 1.2),
    ("backend single", "single", "lanes K=3", 0.9, 1.3),
    ("one rollout()", "rollout()", "lanes K=1", 0.9, None),
    ("portable sliced path", "portable 16384", "lanes K=3", 1.5, 2.0),
    ("two threads, wall time", "wall, 2 threads", "wall, 1 thread", 1.85, 1.95),
    ("5/6, games x plies x points", "work 5/6", "work 6/7", 0.8, None),
    ("7/8, games x plies x points", "work 7/8", "work 6/7", 0.8, None),
    ("Python loop of play(int), plies", "play(int)", None, 2e6, 4e6),
    ("with legal_mask(out=), plies", "play(int), mask", None, 1.2e6, 2e6),
    ("perft 6/7 depth 5, leaves", "perft", None, 200e6, 400e6),
]


def report(rates: Rates) -> list[tuple[str, float, float | None, float, float, float | None, bool]]:
    """The lines with their medians, the figure that the bar is for, and whether it is reached."""
    rows = []
    for what, ours, theirs, bar, goal in LINES:
        yardstick = median(rates[theirs]) if theirs else None
        figure = ratio_of_medians(rates, ours, theirs) if theirs else median(rates[ours])
        rows.append((what, median(rates[ours]), yardstick, figure, bar, goal, figure >= bar))
    return rows


def print_report(rows: list[tuple[str, float, float | None, float, float, float | None, bool]]) -> None:
    """The table."""
    print(f"{'what':34} {'ours /s':>15} {'yardstick /s':>15} {'figure':>8} {'bar':>8} {'goal':>8}")

    def short(number: float | None) -> str:
        return "" if number is None else f"{number:.2f}" if number < 1e4 else f"{number / 1e6:.1f} M"

    for what, ours, yardstick, figure, bar, goal, reached in rows:
        theirs = "" if yardstick is None else f"{yardstick:,.0f}"
        verdict = "yes" if reached else "NO"
        print(f"{what:34} {ours:15,.0f} {theirs:>15} {short(figure):>8} {short(bar):>8} {short(goal):>8}  {verdict}")


def main(arguments: list[str]) -> int:
    """Exit status 1 if a bar is not reached."""
    parser = argparse.ArgumentParser(description="The engine in turn with yardsticks of rollout speed.")
    parser.add_argument("folder", type=Path, help="where bitsliced.rs and lanes.rs are")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--target-cpu", default="native", help="what the yardsticks are compiled for (default: native)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all rates of all rounds as well")
    options = parser.parse_args(arguments)
    missing = [name for name in ("bitsliced.rs", "lanes.rs") if not (options.folder / name).is_file()]
    if missing:
        parser.error(f"{options.folder} has no {' and no '.join(missing)}")
    if options.rounds < 1:
        parser.error(f"--rounds must be at least 1, not {options.rounds}")
    about = machine()
    print(described(about))
    with TemporaryDirectory() as into:
        rates = in_turn(in_order(yardsticks(options.folder, Path(into), options.target_cpu)), options.rounds)
    rows = report(rates)
    print(f"Medians of {options.rounds} rounds; one thread and CPU time unless it says otherwise.")
    print_report(rows)
    got = median(rates["processors, 2 threads"])
    print(
        f"With two threads the process got {got:.2f} processors: much below 2 the machine was not quiet for that line."
    )
    if options.json:
        options.json.write_text(json.dumps({"machine": about, "rates": rates}, indent=2) + "\n", encoding="utf-8")
    return 0 if all(row[-1] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
