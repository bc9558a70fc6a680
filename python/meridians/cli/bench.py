"""``meridians bench``, the project's main job: how fast random games are, and that they are the right ones.

The JSON document has the keys that the help names. ``build`` is :func:`meridians.build_info`; ``cpu_seconds`` and
``wall_seconds`` are those of the whole run; ``correct`` says whether every check passed. Each of ``rows`` has the keys

- ``size``, ``position`` (``empty`` or ``midgame``), ``text``, ``threads``;
- ``games``, ``unfinished``, ``plies``, ``mean_plies``, ``light_share``, ``light_interval`` (95 %): the games timed;
- ``cpu_seconds``, ``wall_seconds``, ``clock``: their time, and which of the two the rates use: ``cpu`` with one thread,
  ``wall`` with more;
- ``rollouts_per_second``, ``ns_per_ply``;
- ``reference_games``, ``reference_cpu_seconds``, ``reference_rollouts_per_second``, ``ratio``: the same position in
  plain Python on one thread, and how many times faster the row is; no ratio (null) with more threads, for it would set
  wall time against CPU time;
- ``reference_agrees``, ``batch_agrees``, ``digest``, ``digest_agrees``: the checks (:mod:`meridians.cli.workload`).
"""

from __future__ import annotations

import math
import platform
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter, process_time
from typing import Annotated, Any

import typer

from meridians import GameState, __version__, build_info
from meridians.cli.arguments import MAX_SEED, Json, Seed, processors, thread_count, whole
from meridians.cli.errors import DIFFERENCE, InputError
from meridians.cli.rollout import light_share
from meridians.cli.terminal import percent, print_json, print_table, print_text, progress_bar
from meridians.cli.workload import DIGESTS, Measurement, Workload, measure, measure_reference, mistake_in_batch

__all__ = ["EXAMPLES", "bench"]

EXAMPLES = """
meridians bench
meridians bench --size standard --seconds 0.5
meridians bench --size beginner --seconds 0.5 --threads 2 --json
"""

_WORKLOADS = (
    Workload("5/6", "empty"),
    Workload("6/7", "empty"),
    Workload("6/7", "midgame"),
    Workload("7/8", "empty"),
)
_MOST_SECONDS = 3600.0
_REFERENCE_SECONDS = 1.0
_TICK = 1e-9


@dataclass(frozen=True)
class _Proof:
    """What was found out about the games of a position, and how long the reference takes for them."""

    reference_games: int
    reference_cpu: float
    wrong_game: int | None
    batch_agrees: bool
    digest: str
    digest_agrees: bool

    @property
    def reference_rate(self) -> float:
        return self.reference_games / max(self.reference_cpu, _TICK)


@dataclass(frozen=True)
class _Row:
    workload: Workload
    threads: int
    measured: Measurement
    proof: _Proof

    @property
    def seconds(self) -> float:
        """The time that the rates use; some clocks are so coarse that nothing seems to have passed."""
        return max(self.measured.cpu if self.threads == 1 else self.measured.wall, _TICK)

    @property
    def rate(self) -> float:
        return self.measured.games.games / self.seconds

    @property
    def ns_per_ply(self) -> float:
        return self.seconds * 1e9 / self.measured.games.plies

    @property
    def ratio(self) -> float | None:
        """How many times faster than the reference, CPU time against CPU time; None if the row uses wall time."""
        return self.rate / self.proof.reference_rate if self.threads == 1 else None


def bench(
    size: Annotated[
        str | None,
        typer.Option("--size", "-s", metavar="SIZE", help="Only this board. Default: 5/6, 6/7 and 7/8."),
    ] = None,
    seconds: Annotated[float, typer.Option(metavar="S", help="Time for each row of the table.")] = 3.0,
    threads: Annotated[
        int | None,
        typer.Option(metavar="T", help="Threads. Default: one, and a last row with all processors."),
    ] = None,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Measures random games, and checks that they are right.

    They start from the empty board and, on 6/7, from the middle of a recorded game (ply 50 of Ludii's random trial 0).
    With one thread the rates are per second of CPU time, with more of wall time. The same run plays some games again by
    the reference in plain Python, which has to agree move for move, and prints a digest of 100 games with a fixed seed,
    the same on every machine. A difference is reported, and gives exit status 1.

    JSON keys: version, build, python, processors, seed, seconds, cpu_seconds, wall_seconds, correct, rows.
    """
    if not 0 < seconds <= _MOST_SECONDS:  # nor nan
        raise InputError(f"--seconds must be a number above 0, at most {_MOST_SECONDS:.0f}, not {seconds}")
    whole("--seed", seed, 0, MAX_SEED)
    workloads = _WORKLOADS if size is None else _workloads_of(size)
    plan = [(workload, 1 if threads is None else thread_count(threads)) for workload in workloads]
    if threads is None and processors() > 1:
        standard = Workload("6/7", "empty")
        plan.append((standard if standard in workloads else workloads[0], processors()))
    build = build_info()
    if not as_json:
        print_text(
            f"meridians {__version__}, {build['profile']} build for {build['target']}, {build['simd']}; "
            f"Python {platform.python_version()}; {processors()} processors; seed {seed}, {seconds:g} s a row"
        )
    cpu_began, wall_began = process_time(), perf_counter()
    rows = _measured(plan, seconds, seed)
    cpu, wall = process_time() - cpu_began, perf_counter() - wall_began
    mistakes = [mistake for row in rows for mistake in _mistakes(row, seed)]
    if as_json:
        print_json(
            {
                "version": __version__,
                "build": build,
                "python": platform.python_version(),
                "processors": processors(),
                "seed": seed,
                "seconds": seconds,
                "cpu_seconds": cpu,
                "wall_seconds": wall,
                "correct": not mistakes,
                "rows": [_document(row) for row in rows],
            }
        )
    else:
        _print(rows, cpu, wall)
        for mistake in dict.fromkeys(mistakes):
            print_text(f"WRONG: {mistake}", "bold red")
        if not mistakes:
            print_text("All games are the right ones.", "bold green")
    if mistakes:
        raise typer.Exit(DIFFERENCE)


def _workloads_of(size: str) -> tuple[Workload, ...]:
    name = GameState(size).size  # as it is printed; refuses what is no size
    return tuple(workload for workload in _WORKLOADS if workload.size == name) or (Workload(name, "empty"),)


def _measured(plan: list[tuple[Workload, int]], seconds: float, seed: int) -> list[_Row]:
    workloads = dict.fromkeys(workload for workload, _ in plan)
    # The bar counts thousandths of seconds.
    reference_seconds = min(seconds, _REFERENCE_SECONDS)
    total = round(1000 * (len(plan) * seconds + len(workloads) * reference_seconds))
    with progress_bar("bench", total) as progress:
        done = 0.0

        def within(part: float) -> Callable[[float], object]:
            def report(share: float) -> None:
                if progress is not None:
                    progress(round(1000 * (done + share * part)), total)

            return report

        proofs = {}
        for workload in workloads:
            games, cpu, wrong = measure_reference(workload, reference_seconds, seed, within(reference_seconds))
            digest = workload.digest()
            agrees = digest == DIGESTS[workload.size, workload.position]
            threads = {threads for other, threads in plan if other == workload}
            batch_agrees = not any(mistake_in_batch(workload, number) for number in threads)
            proofs[workload] = _Proof(games, cpu, wrong, batch_agrees, digest, agrees)
            done += reference_seconds
        rows = []
        for workload, threads_used in plan:
            measured = measure(workload, seconds, threads_used, seed, within(seconds))
            rows.append(_Row(workload, threads_used, measured, proofs[workload]))
            done += seconds
    return rows


def _mistakes(row: _Row, seed: int) -> list[str]:
    where = f"{row.workload.size}, {row.workload.position}"
    mistakes = []
    if row.proof.wrong_game is not None:
        mistakes.append(f"{where}: game {row.proof.wrong_game} of seed {seed} is not that of the reference")
    if not row.proof.batch_agrees:
        mistakes.append(f"{where}: a batch has other results than its games one by one")
    if not row.proof.digest_agrees:
        published = DIGESTS[row.workload.size, row.workload.position]
        mistakes.append(f"{where}: the digest is {row.proof.digest}, not {published}")
    return mistakes


def _document(row: _Row) -> dict[str, Any]:
    games = row.measured.games
    share, interval = light_share(games)
    return {
        "size": row.workload.size,
        "position": row.workload.position,
        "text": row.workload.game().text,
        "threads": row.threads,
        "games": games.games,
        "unfinished": games.unfinished,
        "plies": games.plies,
        "mean_plies": games.mean_plies,
        "light_share": share,
        "light_interval": interval,
        "cpu_seconds": row.measured.cpu,
        "wall_seconds": row.measured.wall,
        "clock": "cpu" if row.threads == 1 else "wall",
        "rollouts_per_second": row.rate,
        "ns_per_ply": row.ns_per_ply,
        "reference_games": row.proof.reference_games,
        "reference_cpu_seconds": row.proof.reference_cpu,
        "reference_rollouts_per_second": row.proof.reference_rate,
        "ratio": row.ratio,
        "reference_agrees": row.proof.wrong_game is None,
        "batch_agrees": row.proof.batch_agrees,
        "digest": row.proof.digest,
        "digest_agrees": row.proof.digest_agrees,
    }


def _print(rows: list[_Row], cpu: float, wall: float) -> None:
    head = (
        "board",
        "position",
        "threads",
        "rollouts/s",
        "ns/ply",
        "plies",
        "light %",
        "95 %",
        "x Python",
        "CPU/wall s",
    )
    table = []
    for row in rows:
        games = row.measured.games
        low, high = games.interval("light")
        table.append(
            (
                row.workload.size,
                row.workload.position,
                str(row.threads),
                f"{row.rate:,.0f}",
                f"{row.ns_per_ply:,.0f}" if row.ns_per_ply >= 100 else f"{row.ns_per_ply:.1f}",
                f"{games.mean_plies:.1f}",
                percent(games.share("light")) if math.isfinite(games.share("light")) else "-",
                f"{percent(low)}-{percent(high)}",
                "-" if row.ratio is None else f"{row.ratio:,.0f}" if row.ratio >= 10 else f"{row.ratio:.1f}",
                f"{row.measured.cpu:.1f}/{row.measured.wall:.1f}",
            )
        )
    print_table(head, table, left=2)
    proofs = {row.workload: row.proof for row in rows}
    print_text(
        "midgame: ply 50 of Ludii's random trial 0. Rates are per second of CPU time with one thread, of wall time\n"
        "with more, which is not to be set against the CPU time of plain Python.\n"
        f"The whole run took {cpu:.1f} s of CPU time, {wall:.1f} s of wall time."
    )
    checks = [
        (
            workload.size,
            workload.position,
            f"{proof.reference_rate:,.1f}",
            str(proof.reference_games),
            "yes" if proof.wrong_game is None else "NO",
            "yes" if proof.batch_agrees else "NO",
            proof.digest,
            "yes" if proof.digest_agrees else "NO",
        )
        for workload, proof in proofs.items()
    ]
    print_table(
        ("board", "position", "Python rollouts/s", "games", "agree", "batch agrees", "digest", "agrees"), checks, left=2
    )
