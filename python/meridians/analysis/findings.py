"""What is found about a game: positions as the search sees them, moves as they are judged, and threatened groups.

Chances are from 0 to 1, a draw counting half, and always of somebody who is named: a colour, or *the mover*, the
participant who plays in the position (R3).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from meridians._core import GameState

__all__ = [
    "STEPS",
    "Color",
    "Found",
    "Judgement",
    "MoveAnalysis",
    "Mover",
    "Remark",
    "Threat",
]

Color = Literal["light", "dark"]
Mover = Literal["light", "dark", "opener", "chooser"]
Judgement = Literal["forced", "best", "good", "inaccuracy", "mistake", "blunder"]

STEPS: dict[Judgement, int] = {"inaccuracy": 5, "mistake": 10, "blunder": 20}
"""From which loss on a move is called so, in whole points of a hundred, as they are shown. The steps are ours."""


@dataclass(frozen=True)
class Found:
    """What the search found about one position of the game."""

    chance: float
    """Of the mover, with best play."""
    line: tuple[str, ...]
    """The best moves, by name; empty only when the game is over."""
    visits: int
    """Of the search; 0 where the rules leave no choice or the game is over."""
    proven: str | None
    """``"win"``, ``"loss"`` or ``"draw"`` for the mover if the result is certain."""
    plies: int | None
    """The plies to the end if it is certain."""
    best_chance: float | None
    """Of the mover after the best move, by a search of the position there; None if the game went on with this move."""


@dataclass(frozen=True)
class Threat:
    """A group that was threatened when its owner was to move (R9), and what became of it."""

    group: tuple[str, ...]
    """Its stones, in action order."""
    rescues: tuple[str, ...]
    """The points that rescue it; empty if none does."""
    lost: bool
    """Whether it was removed at the end of the turn."""
    overlooked: bool
    """Whether it was lost though it could be rescued, the best move would have rescued it, and the move played is an
    inaccuracy or worse.
    """


@dataclass(frozen=True)
class Remark:
    """What a move does, in words."""

    kind: str
    """One of those in ``docs/analysis.md``."""
    text: str
    """A phrase of which the move is the subject, such as "cuts the only path of the stone d4"."""
    points: tuple[str, ...]
    """The points that it is about."""


@dataclass(frozen=True)
class MoveAnalysis:
    """A move of the game, and what is to be said of it."""

    ply: int
    """From 1."""
    move: str
    color: Color
    """The colour of the stone that it places; for ``keep`` and ``swap`` that of the chooser until then, Dark."""
    participant: int
    """The mover, 0 or 1 (R3)."""
    mover: Mover
    """Who that is: a colour, or while the pie is not answered the one who opens or the one who chooses."""
    light_before: float
    """Light's chance before the move, with best play."""
    light_after: float
    """Light's chance after it."""
    chance: float
    """The mover's chance before the move, with best play."""
    best: str
    line: tuple[str, ...]
    """The best moves, the first being ``best``."""
    best_chance: float
    """The mover's chance after the best move."""
    played_chance: float
    """The mover's chance after the move played."""
    loss: float
    """How much lower that is, at least 0: of the best move and where the rules leave no choice it is 0."""
    judgement: Judgement
    proven: str | None
    """Before the move: ``"win"``, ``"loss"`` or ``"draw"`` for the mover if it is certain."""
    removed: tuple[str, ...]
    """The stones removed at the end of the turn (R8)."""
    threats: tuple[Threat, ...]
    remarks: tuple[Remark, ...]
    best_remarks: tuple[Remark, ...]
    """What the best move does, where the one played is an inaccuracy or worse."""
    mobility: tuple[int, int]
    """Of Light and of Dark after the move."""
    exclusive: tuple[int, int]
    """The points that only Light, and only Dark, can place on after the move."""

    @property
    def points(self) -> int:
        """The loss in whole points of a hundred."""
        return round(100 * self.loss)

    @property
    def is_bad(self) -> bool:
        """Whether it is an inaccuracy or worse."""
        return self.judgement in STEPS

    @property
    def dark_before(self) -> float:
        """Dark's chance before the move."""
        return 1 - self.light_before

    @property
    def dark_after(self) -> float:
        """Dark's chance after the move."""
        return 1 - self.light_after


def judged(loss: float, *, forced: bool, best: bool) -> Judgement:
    """What a move with such a loss is called."""
    if forced:
        return "forced"
    if best:
        return "best"
    reached = [name for name, points in STEPS.items() if round(100 * loss) >= points]
    return reached[-1] if reached else "good"


def mover_color(state: GameState) -> Color:
    """The colour that a move in this position is of: the one to place, or the chooser's until the pie is answered."""
    return "dark" if "keep" in state.legal_moves() else state.turn


def mover_of(state: GameState) -> Mover:
    """Who the participant to move is."""
    if state.pie == "pie":
        return "chooser" if state.participant else "opener"
    return state.color_of(state.participant)


def light_chance(state: GameState, found: Found) -> float:
    """Light's chance from that of the mover. While the pie waits, colours are as with the best answer, before that as
    with ``keep``.
    """
    swapped = found.line[:1] == ("swap",)
    light = (state.color_of(state.participant) == "light") != swapped
    return found.chance if light else 1 - found.chance


def outcome_chance(state: GameState, participant: int) -> float | None:
    """What a participant has made of a game that is over; None if it is not."""
    outcome = state.outcome
    if outcome is None:
        return None
    return 0.5 if outcome.winner is None else float(outcome.participant == participant)
