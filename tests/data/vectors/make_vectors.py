"""Writes the golden vectors beside this file from ``meridians.reference``; both languages test against them.

Run it as ``python tests/data/vectors/make_vectors.py``. The vectors are part of the stability promise of
``docs/notation.md`` and ``docs/rollouts.md``: if a run changes a file, that is a breaking release.
"""

import csv
from collections.abc import Iterator
from pathlib import Path

from meridians.reference import SIZES, GameState, Generator, Position

SEEDS = ((0, 0), (0, 1), (1, 0), (1, 1), (42, 7), (2**32, 2**32 + 1), (2**63, 2**63), (2**64 - 1, 2**64 - 1))
COUNTS = (1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 48, 63, 64, 65, 100, 113, 114, 128, 129, 154, 252)


def stream() -> Iterator[tuple[object, ...]]:
    """The first eight outputs of some generators."""
    yield "seed", "index", "outputs"
    for seed, index in SEEDS:
        generator = Generator(seed, index)
        yield seed, index, " ".join(str(generator.next()) for _ in range(8))


def draws() -> Iterator[tuple[object, ...]]:
    """Draws of one generator after the other, from the counts listed."""
    yield "seed", "index", "counts", "ranks"
    for seed, index in SEEDS:
        generator = Generator(seed, index)
        counts = COUNTS + COUNTS[::-1]
        yield seed, index, " ".join(map(str, counts)), " ".join(str(generator.draw(count)) for count in counts)


def positions() -> Iterator[Position]:
    """The start, the opening and later moments of a random game, on every size with and without the pie."""
    for number, size in enumerate(SIZES):
        for opening in ("plain", "pie"):
            position = Position.opening_of(size, opening)
            yield position
            moves = position.rollout(seed=2026, index=number).moves
            for ply, move in enumerate(moves, start=1):
                position = position.play(move)
                if ply in (1, 2, 3, 4, 10, 25, 60) or ply == len(moves):
                    yield position
    # Both answers to the pie, and a forced pass (R10) that is still to come.
    for answer in ("keep", "swap"):
        yield GameState.from_moves(f"h1 d4 {answer}", opening="pie").position
    yield GameState.from_moves("e4 g2 e2", "3/4").position


def hashes() -> Iterator[tuple[object, ...]]:
    """Position texts and their hashes."""
    yield "text", "hash"
    for position in positions():
        yield position.text, position.hash


def rollouts() -> Iterator[tuple[object, ...]]:
    """Whole rollouts; the winner is empty if the game is unfinished."""
    yield "text", "seed", "index", "max_plies", "moves", "winner", "stones_removed"
    for number, position in enumerate(positions()):
        if position.is_over:
            continue
        seed, index = SEEDS[number % len(SEEDS)]
        for cap in (4 * position.points, 1 + number % 12):
            game = position.rollout(seed, index, cap)
            yield position.text, seed, index, cap, " ".join(game.moves), game.winner or "", game.stones_removed


FILES = {"stream.csv": stream, "draws.csv": draws, "hash.csv": hashes, "rollouts.csv": rollouts}


def main() -> None:
    for name, rows in FILES.items():
        with (Path(__file__).parent / name).open("w", encoding="ascii", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(rows())


if __name__ == "__main__":
    main()
