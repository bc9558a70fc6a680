"""What many games say together: results by colour, seat, opening and size, with intervals, and lengths.

A game is *decided* if it has a winner or is a draw; scores are of decided games alone, a draw being one half. Intervals
are Wilson's, of games that do not depend on each other.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from meridians import checks
from meridians._core import Record
from meridians.arena.statistics import wilson
from meridians.collection.games import Place, Seen, checked_paths, games_in
from meridians.collection.lengths import Lengths

__all__ = ["Duplicate", "OfSize", "Opening", "Results", "Stats", "stats"]

_FAULTS_KEPT = 100


@dataclass(frozen=True)
class Results:
    """Decided games from one side, a colour or a seat."""

    wins: int
    losses: int
    draws: int

    @property
    def games(self) -> int:
        """The decided games."""
        return self.wins + self.losses + self.draws

    @property
    def score(self) -> float | None:
        """The share of the points, a draw being one half; None without games."""
        return (self.wins + self.draws / 2) / self.games if self.games else None

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Wilson's interval of the score."""
        return wilson(self.wins + self.draws / 2, self.games, confidence)

    def to_json(self) -> dict[str, Any]:
        """The counts, the score and its interval at 0.95, for JSON."""
        counts = {"wins": self.wins, "losses": self.losses, "draws": self.draws}
        return {**counts, "score": self.score, "interval": list(self.interval())}


@dataclass(frozen=True)
class Opening:
    """The games of an opening: the first two stones, Light's and Dark's, up to symmetry.

    ``games``: all of them, decided or not. ``light``: Light's results. ``kept`` and ``swapped``: answers to the pie.
    """

    size: str
    opening: str
    moves: tuple[str, str]
    games: int
    light: Results
    kept: int
    swapped: int

    def to_json(self) -> dict[str, Any]:
        """All of it, for JSON."""
        where = {"size": self.size, "opening": self.opening, "moves": list(self.moves), "games": self.games}
        return {**where, "light": self.light.to_json(), "kept": self.kept, "swapped": self.swapped}


@dataclass(frozen=True)
class OfSize:
    """The games on one board: all of them, Light's results in those that are decided, and how long these were."""

    games: int
    light: Results
    lengths: Lengths


@dataclass(frozen=True)
class Duplicate:
    """A game that was there before, up to symmetry: where it is, and where it was first."""

    place: Place
    first: Place

    def to_json(self) -> dict[str, Any]:
        """Both places, for JSON."""
        return {**self.place.to_json(), "first": self.first.to_json()}


@dataclass(frozen=True)
class Stats:
    """What the games of a collection say together.

    ``games``: that were counted, in ``files`` files. ``unfinished``: without a result, and ``void`` ones; the others
    are decided. ``bad``: that could not be read, of which ``faults`` has the first hundred. ``duplicates``: games that
    were there before, which count, unless they were left out (``unique``). ``light`` and ``first_player``: the decided
    games from the side of a colour, and of a seat: after ``swap`` the first player has Dark. ``kept`` and ``swapped``:
    the answers to the pie. ``set_up``: games that begin with, or go on from, a position that is set up; they have no
    opening. ``reasons``: decided and void games by the reason of the end. ``sizes``: by board. ``openings``: by
    opening, the most frequent first. ``lengths``: of the decided games.
    """

    files: int
    games: int
    unfinished: int
    void: int
    bad: int
    faults: tuple[str, ...]
    unique: bool
    duplicates: tuple[Duplicate, ...]
    light: Results
    first_player: Results
    kept: int
    swapped: int
    set_up: int
    reasons: Mapping[str, int]
    sizes: Mapping[str, OfSize]
    openings: tuple[Opening, ...]
    lengths: Lengths

    def to_json(self) -> dict[str, Any]:
        """All of it, for JSON; intervals are Wilson's at 0.95."""
        return {
            "files": self.files,
            "games": self.games,
            "unfinished": self.unfinished,
            "void": self.void,
            "bad": self.bad,
            "faults": list(self.faults),
            "unique": self.unique,
            "duplicates": [one.to_json() for one in self.duplicates],
            "light": self.light.to_json(),
            "first_player": self.first_player.to_json(),
            "kept": self.kept,
            "swapped": self.swapped,
            "set_up": self.set_up,
            "reasons": dict(self.reasons),
            "sizes": {
                size: {"games": of.games, "light": of.light.to_json(), "lengths": of.lengths.to_json()}
                for size, of in self.sizes.items()
            },
            "openings": [opening.to_json() for opening in self.openings],
            "lengths": self.lengths.to_json(),
        }


@dataclass
class _Counts:
    """Games of one kind, as they are counted."""

    games: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0

    def add(self, points: float | None) -> None:
        self.games += 1
        self.wins += points == 1
        self.losses += points == 0
        self.draws += points == 0.5

    @property
    def results(self) -> Results:
        return Results(self.wins, self.losses, self.draws)


@dataclass
class _OpeningCounts(_Counts):
    kept: int = 0
    swapped: int = 0


@dataclass
class _Tally:
    """What has been counted so far."""

    light: _Counts = field(default_factory=_Counts)
    first_player: _Counts = field(default_factory=_Counts)
    answers: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    sizes: dict[str, tuple[_Counts, Counter[int]]] = field(default_factory=dict)
    openings: dict[tuple[str, str, str, str], _OpeningCounts] = field(default_factory=dict)
    void: int = 0
    set_up: int = 0

    def add(self, record: Record) -> None:
        moves, result = record.mainline(), record.result
        light_points: float | None = None
        if result.winner is not None:
            light_points = 1.0 if result.winner == "light" else 0.0
        elif result.reason in ("agreement", "repetition"):
            light_points = 0.5
        decided = light_points is not None
        self.void += result.reason == "void"
        if decided or result.reason == "void":
            self.reasons[result.reason] += 1
        key = record.key()
        set_up = "[" in key
        self.set_up += set_up
        swapped = record.game().participant_of("light") == 1 if set_up else "swap" in moves
        self.light.add(light_points)
        self.first_player.add(1 - light_points if light_points is not None and swapped else light_points)
        counts, lengths = self.sizes.setdefault(record.size, (_Counts(), Counter()))
        counts.add(light_points)
        if decided:
            lengths[len(moves)] += 1
        answer = next((move for move in moves[2:3] if move in ("keep", "swap")), None)
        if answer is not None:
            self.answers[answer] += 1
        size, opening, *canonical = key.split()
        if not set_up and len(canonical) >= 2:
            of_opening = self.openings.setdefault((size, opening, canonical[0], canonical[1]), _OpeningCounts())
            of_opening.add(light_points)
            of_opening.kept += answer == "keep"
            of_opening.swapped += answer == "swap"


def stats(paths: Sequence[str | os.PathLike[str]], *, unique: bool = False, lenient: bool = False) -> Stats:
    """What the games of these files say together, read one after the other.

    ``unique``: games that were there before, up to symmetry, are left out. ``lenient``: files and games that cannot be
    read, or in which something is wrong, are left out and counted; else they raise, as in
    :func:`meridians.records_in`. What is kept in memory is a digest of each game, and the openings there were.
    """
    files = checked_paths(paths)
    checks.flag("unique", unique)
    checks.flag("lenient", lenient)
    tally, seen = _Tally(), Seen()
    bad = 0
    faults: list[str] = []
    duplicates: list[Duplicate] = []

    def fault(message: str) -> None:
        nonlocal bad
        bad += 1
        if len(faults) < _FAULTS_KEPT:
            faults.append(message)

    for place, record in games_in(files, fault if lenient else None):
        first = seen.before(record, place)
        if first is not None:
            duplicates.append(Duplicate(place, first))
        if first is None or not unique:
            tally.add(record)
    decided: Counter[int] = Counter()
    for _, lengths in tally.sizes.values():
        decided += lengths
    openings = [
        Opening(size, opening, (light, dark), counts.games, counts.results, counts.kept, counts.swapped)
        for (size, opening, light, dark), counts in tally.openings.items()
    ]
    openings.sort(key=lambda one: (-one.games, one.size, one.opening, one.moves))
    games, light = tally.light.games, tally.light.results
    return Stats(
        files=len(files),
        games=games,
        unfinished=games - light.games - tally.void,
        void=tally.void,
        bad=bad,
        faults=tuple(faults),
        unique=unique,
        duplicates=tuple(duplicates),
        light=light,
        first_player=tally.first_player.results,
        kept=tally.answers["keep"],
        swapped=tally.answers["swap"],
        set_up=tally.set_up,
        reasons=dict(tally.reasons.most_common()),
        sizes={
            size: OfSize(counts.games, counts.results, Lengths(dict(sorted(lengths.items()))))
            for size, (counts, lengths) in sorted(tally.sizes.items())
        },
        openings=tuple(openings),
        lengths=Lengths(dict(sorted(decided.items()))),
    )
