"""A game: a start, the moves from there, and perhaps a resignation; what needs history is answered here (R11, R13)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal

from meridians.reference import evaluation, rollouts
from meridians.reference.board import symmetry_number
from meridians.reference.errors import IllegalMoveError, MeridiansError, ParseError
from meridians.reference.evaluation import MoveEvaluations
from meridians.reference.position import (
    COLORS,
    Color,
    Move,
    Opening,
    Outcome,
    Pie,
    Position,
    color_number,
    mask_of,
    parse_action,
)
from meridians.reference.rollouts import Ask, Backend, Progress, Rollouts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Repetition = Literal["draw", "none"]


class GameState:
    """A game in progress or finished. Mutable, so not hashable."""

    __hash__: None  # type: ignore[assignment]

    def __init__(self, size: str = "6/7", opening: Opening = "plain", repetition: Repetition = "draw") -> None:
        self._begin(Position.opening_of(size, opening), repetition)

    def _begin(self, start: Position, repetition: str) -> None:
        if repetition not in ("draw", "none"):
            raise MeridiansError(f"no repetition policy {repetition!r}; the policies are draw and none")
        self._repetition: Repetition = "draw" if repetition == "draw" else "none"
        self._positions = [start]  # the start and the position after each ply
        self._occurrences = [1]  # how often each of them had stood by then (R13)
        self._actions: list[int] = []
        self._removed: list[list[int]] = []
        self._resigned: Color | None = None

    @staticmethod
    def from_moves(
        moves: str | Iterable[Move],
        size: str = "6/7",
        opening: Opening = "plain",
        repetition: Repetition = "draw",
        resigned: Color | None = None,
    ) -> GameState:
        """A game from its moves: names or actions, or one string with the names separated by white space."""
        return GameState(size, opening, repetition)._with(moves, resigned)

    @staticmethod
    def from_text(
        text: str,
        repetition: Repetition = "draw",
        moves: str | Iterable[Move] = (),
        resigned: Color | None = None,
    ) -> GameState:
        """A game that starts from a one-line position text, and the moves played from there."""
        return GameState._from(Position.from_text(text), repetition)._with(moves, resigned)

    @staticmethod
    def _from(start: Position, repetition: str) -> GameState:
        game = GameState.__new__(GameState)
        game._begin(start, repetition)
        return game

    def _with(self, moves: str | Iterable[Move], resigned: Color | None) -> GameState:
        if isinstance(moves, str):
            moves = [name for name in re.split("[ \t\r\n]", moves) if name]
        for ply, move in enumerate(moves, start=1):
            try:
                self.play(move)
            except IllegalMoveError as error:
                raise IllegalMoveError(f"ply {ply}: {error}", error.move, error.rule) from None
            except ParseError as error:
                raise ParseError(f"ply {ply}: {error}", error.line, error.column, error.expected) from None
        if resigned is not None:
            self.resign(resigned)
        return self

    # The game

    @property
    def size(self) -> str:
        """The board's size, such as ``"6/7"`` (R1)."""
        return self.position.size

    @property
    def points(self) -> int:
        """The number of points of the board, N."""
        return self.position.points

    @property
    def action_count(self) -> int:
        """The number of actions: N + 1 in the plain game, N + 3 with the pie."""
        return self.position.action_count

    @property
    def opening(self) -> Opening:
        """``"plain"`` or ``"pie"``."""
        return self.position.opening

    @property
    def repetition(self) -> Repetition:
        """The repetition policy, ``"draw"`` or ``"none"`` (R13)."""
        return self._repetition

    @property
    def position(self) -> Position:
        """The current position as a value."""
        return self._positions[-1]

    @property
    def start(self) -> Position:
        """The position that the game started from."""
        return self._positions[0]

    @property
    def ply(self) -> int:
        """The number of moves played since the start."""
        return len(self._actions)

    @property
    def moves(self) -> list[str]:
        """The moves played since the start, by name."""
        return [self.start.move_name(action) for action in self._actions]

    @property
    def removed(self) -> list[list[str]]:
        """The stones removed at the end of each ply, in action order."""
        names = self.position.board.names
        return [[names[point] for point in stones] for stones in self._removed]

    @property
    def occurrences(self) -> int:
        """How often the current position has stood in this game, this time included (R13)."""
        return self._occurrences[-1]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, for whatever reason."""
        return self.outcome is not None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None before the end."""
        position = self.position
        if self._resigned is not None:
            winner = COLORS[1 - color_number(self._resigned)]
            return Outcome(winner, "resignation", position.participant_of(winner))
        if position.is_over:
            return position.outcome
        if self._repetition == "draw" and self.occurrences >= 3:
            return Outcome(None, "repetition", None)
        return None

    def play(self, move: Move) -> list[str]:
        """Plays a move and returns the stones removed at the end of the turn (R8), in action order."""
        action = self._legal_action(move)
        position, removed = self.position.after(action)
        self._positions.append(position)
        self._occurrences.append(self._positions.count(position))
        self._actions.append(action)
        self._removed.append(removed)
        return self.removed[-1]

    def undo(self) -> str:
        """Takes back the resignation, or else the last move, and returns its name (``"resign"`` for that)."""
        if self._resigned is not None:
            self._resigned = None
            return "resign"
        if not self._actions:
            raise MeridiansError("there is no move to take back")
        self._positions.pop()
        self._occurrences.pop()
        self._removed.pop()
        return self.start.move_name(self._actions.pop())

    def resign(self, color: Color | None = None) -> None:
        """Ends the game (R11): ``color`` (default: the colour of the participant to act) resigns, the other wins."""
        loser = self.color_of(self.participant) if color is None else COLORS[color_number(color)]
        if self.is_over:
            raise MeridiansError("the game is over: nobody can resign (R11)")
        self._resigned = loser

    def copy(self) -> GameState:
        """An independent copy, with the history."""
        twin = GameState._from(self.start, self._repetition)
        twin._positions = list(self._positions)
        twin._occurrences = list(self._occurrences)
        twin._actions = list(self._actions)
        twin._removed = [list(stones) for stones in self._removed]
        twin._resigned = self._resigned
        return twin

    def transformed(self, symmetry: str) -> GameState:
        """This game, start and moves, under a symmetry of the board."""
        image = self.start.board.images[symmetry_number(symmetry)]
        moves = [image[action] if action < self.points else action for action in self._actions]
        return GameState._from(self.start.transformed(symmetry), self._repetition)._with(moves, self._resigned)

    def canonical(self) -> GameState:
        """This game under the symmetry that makes its current position canonical."""
        return self.transformed(self.position.canonical_symmetry())

    def _key(self) -> tuple[Position, str, list[int], str | None]:
        # The start says the size and the opening.
        return self.start, self._repetition, self._actions, self._resigned

    def __eq__(self, other: object, /) -> bool:
        return self._key() == other._key() if isinstance(other, GameState) else NotImplemented

    def __copy__(self) -> GameState:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any], /) -> GameState:
        return self.copy()

    def __repr__(self) -> str:
        resigned = f", resigned={self._resigned!r}" if self._resigned else ""
        return f"GameState.from_text({self.start.text!r}, {self._repetition!r}, {' '.join(self.moves)!r}{resigned})"

    # Questions about the position; a game that is over by resignation or repetition has no legal move and no threat.

    def _legal_action(self, move: Move) -> int:
        action = parse_action(self.position.board, self.opening, move)  # what names no move is that, also after the end
        if self.is_over and not self.position.is_over:
            rule = "R11" if self._resigned is not None else "R13"
            name = self.position.move_name(action)
            raise IllegalMoveError(f"{name} is not legal: the game is over ({rule})", name, rule)
        return self.position.legal_action(move)

    @property
    def turn(self) -> Color:
        """The colour that places the next stone; ``"light"`` while the pie waits for its answer."""
        return self.position.turn

    @property
    def turns(self) -> tuple[int, int]:
        """Turns taken by Light and by Dark, each counted up to 2."""
        return self.position.turns

    @property
    def pie(self) -> Pie:
        """``"plain"``, ``"pie"`` (not answered yet), ``"kept"`` or ``"swapped"`` (R12)."""
        return self.position.pie

    @property
    def participant(self) -> int:
        """The participant to act, 0 or 1 (R3)."""
        return self.position.participant

    def color_of(self, participant: int) -> Color:
        """The colour of a participant; before the answer to the pie, as if it were ``keep``."""
        return self.position.color_of(participant)

    def participant_of(self, color: Color) -> int:
        """The participant who has a colour; before the answer to the pie, as if it were ``keep``."""
        return self.position.participant_of(color)

    @property
    def text(self) -> str:
        """The one-line text of the current position."""
        return self.position.text

    def diagram(self) -> str:
        """The drawn board with its header line."""
        return self.position.diagram()

    @property
    def hash(self) -> int:
        """The stable 64-bit hash of the current position."""
        return self.position.hash

    def stones(self, color: Color) -> list[str]:
        """The points with stones of a colour, in action order."""
        return self.position.stones(color)

    def at(self, point: str) -> Color | None:
        """The colour of the stone on a point; None if it is empty."""
        return self.position.at(point)

    def groups(self, color: Color) -> list[list[str]]:
        """The groups of a colour (R7), each in action order, ordered by first point."""
        return self.position.groups(color)

    def paths(self, color: Color) -> list[tuple[str, str]]:
        """The pairs of stones that have a path to each other (R7)."""
        return self.position.paths(color)

    def threatened(self) -> list[list[str]]:
        """The groups of the side to move that have no path now (R9); empty when the game is over."""
        return [] if self.is_over else self.position.threatened()

    def rescues(self, point: str) -> list[str]:
        """The rescue points of the threatened group at ``point`` (R9)."""
        if self.is_over:
            raise MeridiansError(f"there is no threatened group at {point}: the game is over (R9)")
        return self.position.rescues(point)

    def sight(self, point: str) -> dict[str, tuple[list[str], str | None]]:
        """For each direction the empty points passed, nearest first, and the first stone met or None."""
        return self.position.sight(point)

    def mobility(self, color: Color) -> int:
        """The number of points on which the colour could place a stone if it were its turn."""
        return self.position.mobility(color)

    def features(self) -> dict[str, tuple[int, int]]:
        """For each feature its numbers for Light and for Dark."""
        return self.position.features()

    def legal_actions(self) -> list[int]:
        """The legal actions, ascending; empty when the game is over."""
        return [] if self.is_over else self.position.legal_actions()

    def legal_moves(self) -> list[str]:
        """The legal moves by name, in action order; empty when the game is over."""
        return [self.start.move_name(action) for action in self.legal_actions()]

    def legal_mask(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """A bool array ``[A]``, true at the legal actions; written into ``out`` if that is given."""
        return mask_of(self.legal_actions(), self.action_count, out)

    def is_legal(self, move: Move) -> bool:
        """Whether a move is legal now; false for anything that names no move."""
        return self.why_illegal(move) is None

    def why_illegal(self, move: Move) -> str | None:
        """Why a move is not legal now, in one sentence; None if it is legal."""
        try:
            self._legal_action(move)
        except (MeridiansError, TypeError) as error:
            return str(error)
        return None

    def _live(self) -> Position:
        if self.is_over:
            raise MeridiansError("the game is over: there is nothing to roll out")
        return self.position

    def rollout(self, seed: int = 0, index: int = 0, max_plies: int | None = None) -> rollouts.Rollout:
        """One uniformly random game from here; the game itself does not change."""
        return self._live().rollout(seed, index, max_plies)

    def rollouts(
        self,
        n: int,
        seed: int = 0,
        threads: int | None = None,
        max_plies: int | None = None,
        progress: Progress | None = None,
        backend: Backend = "auto",
        ownership: bool = False,
        first_moves: bool = False,
        amaf: bool = False,
        lengths: bool = False,
    ) -> Rollouts:
        """``n`` uniformly random games from here, the games of index 0 .. n-1 of :meth:`rollout`."""
        ask = Ask(seed, threads, max_plies, progress, backend, ownership, first_moves, amaf, lengths)
        return rollouts.roll_out_many(self._live(), n, ask)

    def evaluate_moves(
        self,
        n: int,
        seed: int = 0,
        threads: int | None = None,
        max_plies: int | None = None,
        progress: Progress | None = None,
        backend: Backend = "auto",
    ) -> MoveEvaluations:
        """Flat Monte Carlo: ``n`` games after each legal move."""
        ask = Ask(seed, threads, max_plies, progress, backend)
        return evaluation.evaluate_moves(self._live(), n, ask)
