"""``meridians bench``, the project's main job: how fast the engine is on every path, and that its answers are right.

The JSON document has the keys that the help names. ``build`` is :func:`meridians.build_info`; ``cpu_seconds`` and
``wall_seconds`` are those of the whole run; ``correct`` says whether every check passed. Each of ``rows`` has the keys

- ``size``, ``position`` (``empty`` or ``midgame``), ``text``;
- ``work``: ``rollouts``, ``perft`` (of ``depth`` plies), or a Python loop of ``play(int)``, alone (``play``) or with
  ``legal_mask(out=)`` at every ply (``play, mask``);
- ``backend``: ``single`` (one game at a time) or ``sliced`` (many side by side, in batches of ``batch`` games a call);
  ``level``: the instruction set that was forced; null: the engine's own choice; ``threads``;
- ``unit``: ``game``, ``sequence`` or ``ply``; ``count``, ``cpu_seconds``, ``wall_seconds``: how many in which time;
- ``rate``: units a second, the median of the rounds; ``lowest``, ``highest``: the extremes; ``clock``: the seconds that
  rates are of, ``cpu`` with one thread, ``wall`` with more;
- ``ns_per_ply``, ``mean_plies``, ``light_share``, ``light_interval`` (95 %): of rollouts, else null;
- ``reference_rate``: the same work in plain Python (of rollouts in games, like the rate); ``ratio``: how many times
  faster the row is, for rollouts by time a ply, which evens out that the reference plays few games; null with more
  threads, for it would set wall time against CPU time, and where the answers are wrong;
- ``right``: whether the answers are: of rollouts the published results of 1000 games.

Each of ``proofs`` has ``size``, ``position``, ``reference_games``, ``reference_agrees`` (those games move for move),
``digest`` and ``digest_agrees`` (:mod:`meridians.cli.workload`).
"""

from __future__ import annotations

import platform
from dataclasses import dataclass
from time import perf_counter, process_time
from typing import Annotated, Any

import typer

from meridians import GameState, __version__, build_info
from meridians.cli.arguments import MAX_SEED, Json, Seed, thread_count, whole
from meridians.cli.errors import DIFFERENCE, InputError
from meridians.cli.measure import BATCH, Line, lines_of, processor
from meridians.cli.rollout import light_share
from meridians.cli.terminal import print_json, print_table, print_text, progress_bar
from meridians.cli.workload import DIGESTS, Workload
from meridians.processors import processors

__all__ = ["EXAMPLES", "bench"]

EXAMPLES = """
meridians bench
meridians bench --size standard --seconds 0.5
meridians bench --size 5/6 --size 6/7 --threads 2 --json
meridians bench --size all --seconds 0.2
"""

_DEFAULT_SIZES = ("5/6", "6/7", "7/8")
_ALL_SIZES = tuple(size for size, position in DIGESTS if position == "empty")
_MOST_SECONDS = 3600.0
_ROUNDS = 5
_REFERENCE_SECONDS = 0.2  # at most, in a round
_TICK = 1e-9


@dataclass
class _Proof:
    """The games of a position against the reference, and how long that takes for them."""

    workload: Workload
    digest: str
    games: int = 0
    plies: int = 0
    cpu: float = 0.0
    wrong_game: int | None = None

    @property
    def digest_agrees(self) -> bool:
        return self.digest == DIGESTS[self.workload.size, self.workload.position]

    def measure(self, seconds: float, seed: int) -> None:
        """One round: the next games of the seed by the reference, at least one, compared with those of the engine."""
        fast, twin = self.workload.game(), self.workload.twin()
        began, first = perf_counter(), self.games
        while self.games == first or perf_counter() - began < seconds:
            cpu_began = process_time()
            slow = twin.rollout(seed, self.games)
            self.cpu += process_time() - cpu_began
            game = fast.rollout(seed, self.games)
            same = (slow.moves, slow.winner, slow.stones_removed) == (game.moves, game.winner, game.stones_removed)
            if self.wrong_game is None and not same:
                self.wrong_game = self.games
            self.games += 1
            self.plies += slow.plies


@dataclass
class _Row:
    """A line with what it is compared with."""

    line: Line
    proof: _Proof
    right: bool
    reference_count: int = 0
    reference_cpu: float = 0.0

    def measure(self, seconds: float) -> None:
        self.line.measure(seconds)
        if self.line.work != "rollouts" and self.right:
            count, cpu = self.line.slow()
            self.reference_count += count
            self.reference_cpu += cpu

    @property
    def ns_per_ply(self) -> float | None:
        games = self.line.games
        return 1e9 / (self.line.rate * games.mean_plies) if self.line.work == "rollouts" else None

    @property
    def reference_rate(self) -> float | None:
        if self.line.work == "rollouts":
            return self.proof.games / max(self.proof.cpu, _TICK)
        return self.reference_count / max(self.reference_cpu, _TICK) if self.right else None

    @property
    def ratio(self) -> float | None:
        if self.line.clock == "wall" or self.reference_rate is None:
            return None
        if self.ns_per_ply is None:
            return self.line.rate / self.reference_rate
        return 1e9 * self.proof.cpu / self.proof.plies / self.ns_per_ply


def bench(
    size: Annotated[
        list[str] | None,
        typer.Option("--size", "-s", metavar="SIZE", help="This board, all, or several times. Default: 5/6 to 7/8."),
    ] = None,
    seconds: Annotated[float, typer.Option(metavar="S", help="Time for each row of the table.")] = 1.0,
    threads: Annotated[
        int | None,
        typer.Option(metavar="T", help="Only rollouts, on T threads. Default: one, and a row with all processors."),
    ] = None,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Measures the speed on every path, and checks the answers.

    Random games from the empty board and, on 6/7, from the middle of a recorded game (ply 50 of Ludii's random trial
    0): one at a time, many side by side with each instruction set that the processor has, and on all processors. Counts
    of move sequences (perft), and Python loops over play(). All rows are measured in turn, five rounds, and show the
    median: per second of CPU time with one thread, of wall time with more. The default takes about half a minute.

    The same run plays games again by the reference in plain Python, which has to agree move for move, compares a digest
    of the moves of 100 games, and on every path one of the results of 1000 games, with the published ones, the same on
    every machine. A difference is reported, and gives exit status 1.

    JSON keys: version, build, python, processor, processors, seed, seconds, cpu_seconds, wall_seconds, correct, rows,
    proofs.
    """
    if not 0 < seconds <= _MOST_SECONDS:  # nor nan
        raise InputError(f"--seconds must be a number above 0, at most {_MOST_SECONDS:.0f}, not {seconds}")
    whole("--seed", seed, 0, MAX_SEED)
    only = None if threads is None else thread_count(threads)
    build = build_info()
    workloads = _workloads_of(size or list(_DEFAULT_SIZES))
    if not as_json:
        print_text(
            f"meridians {__version__}, {build['profile']} build for {build['target']}, {build['simd']}; "
            f"Python {platform.python_version()}; {processors()} processors; seed {seed}, {seconds:g} s a row"
        )
    cpu_began, wall_began = process_time(), perf_counter()
    rows, proofs = _measured(workloads, seconds, seed, only)
    cpu, wall = process_time() - cpu_began, perf_counter() - wall_began
    mistakes = [mistake for proof in proofs for mistake in _mistakes(proof, seed)]
    mistakes += [f"{_where(row.line)} has other results than it must have" for row in rows if not row.right]
    if as_json:
        print_json(
            {
                "version": __version__,
                "build": build,
                "python": platform.python_version(),
                "processor": processor(),
                "processors": processors(),
                "seed": seed,
                "seconds": seconds,
                "cpu_seconds": cpu,
                "wall_seconds": wall,
                "correct": not mistakes,
                "rows": [_document(row) for row in rows],
                "proofs": [_proof_document(proof) for proof in proofs],
            }
        )
    else:
        _print(rows, proofs)
        print_text(f"The whole run took {cpu:.1f} s of CPU time, {wall:.1f} s of wall time.")
        for mistake in mistakes:
            print_text(f"WRONG: {mistake}", "bold red")
        if not mistakes:
            print_text("All answers are the right ones.", "bold green")
    if mistakes:
        raise typer.Exit(DIFFERENCE)


def _workloads_of(sizes: list[str]) -> list[Workload]:
    names = dict.fromkeys(
        name for size in sizes for name in (_ALL_SIZES if size == "all" else (GameState(size).size,))
    )  # as they are printed; refuses what is no size
    return [Workload(*key) for name in names for key in sorted(DIGESTS) if key[0] == name]


def _measured(
    workloads: list[Workload], seconds: float, seed: int, threads: int | None
) -> tuple[list[_Row], list[_Proof]]:
    proofs, rows = [], []
    for workload in workloads:
        proof = _Proof(workload, workload.digest())
        proofs.append(proof)
        # The check is the warming up, too.
        rows += [_Row(line, proof, line.is_right()) for line in lines_of(workload, processors(), seed, threads)]
    total = _ROUNDS * (len(rows) + len(proofs))
    with progress_bar("bench", total) as progress:
        done = 0

        def step() -> None:
            nonlocal done
            done += 1
            if progress is not None:
                progress(done, total)

        for _ in range(_ROUNDS):
            for proof in proofs:
                proof.measure(min(seconds / _ROUNDS, _REFERENCE_SECONDS), seed)
                step()
            for row in rows:
                row.measure(seconds / _ROUNDS)
                step()
    return rows, proofs


def _where(line: Line) -> str:
    how = " ".join(filter(None, (line.backend, line.level)))
    threads = f", {line.threads} threads" if line.threads > 1 else ""
    return f"{line.workload.size}, {line.workload.position}: {line.work}{how and ' '}{how}{threads}"


def _mistakes(proof: _Proof, seed: int) -> list[str]:
    where = f"{proof.workload.size}, {proof.workload.position}"
    mistakes = []
    if proof.wrong_game is not None:
        mistakes.append(f"{where}: game {proof.wrong_game} of seed {seed} is not that of the reference")
    if not proof.digest_agrees:
        published = DIGESTS[proof.workload.size, proof.workload.position]
        mistakes.append(f"{where}: the digest is {proof.digest}, not {published}")
    return mistakes


def _document(row: _Row) -> dict[str, Any]:
    line = row.line
    rollouts = line.work == "rollouts"
    share, interval = light_share(line.games) if rollouts else (None, None)
    return {
        "size": line.workload.size,
        "position": line.workload.position,
        "text": line.workload.game().text,
        "work": line.work,
        "depth": line.depth,
        "backend": line.backend,
        "batch": BATCH[line.backend] * line.threads if line.backend else None,
        "level": line.level,
        "threads": line.threads,
        "unit": line.unit,
        "count": line.count,
        "cpu_seconds": line.cpu,
        "wall_seconds": line.wall,
        "rate": line.rate,
        "lowest": min(line.rates),
        "highest": max(line.rates),
        "clock": line.clock,
        "ns_per_ply": row.ns_per_ply,
        "mean_plies": line.games.mean_plies if rollouts else None,
        "light_share": share,
        "light_interval": interval,
        "reference_rate": row.reference_rate,
        "ratio": row.ratio,
        "right": row.right,
    }


def _proof_document(proof: _Proof) -> dict[str, Any]:
    return {
        "size": proof.workload.size,
        "position": proof.workload.position,
        "reference_games": proof.games,
        "reference_agrees": proof.wrong_game is None,
        "digest": proof.digest,
        "digest_agrees": proof.digest_agrees,
    }


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def _print(rows: list[_Row], proofs: list[_Proof]) -> None:
    head = ("board", "position", "work", "path", "threads", "per second", "spread", "ns/ply", "x Python", "right")
    table = []
    for row in rows:
        line = row.line
        work = f"perft {line.depth}" if line.depth else line.work
        path = " ".join(filter(None, (line.backend, line.level))) or "-"
        spread = (max(line.rates) - min(line.rates)) / line.rate
        table.append(
            (
                line.workload.size,
                line.workload.position,
                work,
                path,
                "1" if line.threads == 1 else f"{line.threads}, wall",
                f"{line.rate:,.0f}",
                f"{100 * spread:.0f} %",
                _number(row.ns_per_ply),
                _number(row.ratio),
                "yes" if row.right else "NO",
            )
        )
    print_table(head, table, left=4)
    print_text(
        "Per second: games of rollouts, sequences of perft, plies of play. One thread: CPU time; more: wall time,\n"
        "which other programs take their part of, and which is not to be set against the CPU time of plain Python.\n"
        "Medians of five rounds; spread: between the extremes. midgame: ply 50 of Ludii's random trial 0."
    )
    checks = [
        (
            proof.workload.size,
            proof.workload.position,
            str(proof.games),
            "yes" if proof.wrong_game is None else "NO",
            proof.digest,
            "yes" if proof.digest_agrees else "NO",
        )
        for proof in proofs
    ]
    print_table(("board", "position", "Python games", "agree", "digest", "agrees"), checks, left=2)
