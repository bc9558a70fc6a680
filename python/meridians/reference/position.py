"""A position as an immutable value, with every question about it that needs no history (R3..R12).

Colours are 0 (Light) and 1 (Dark) inside, and ``"light"`` and ``"dark"`` outside.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

from meridians.reference import evaluation, features, hashing, rollouts, setup, sight, text
from meridians.reference.board import DIRECTIONS, SYMMETRIES, Board, board_of, parse_point, symmetry_number
from meridians.reference.errors import IllegalMoveError, MeridiansError, SetupError
from meridians.reference.evaluation import MoveEvaluations
from meridians.reference.rollouts import Ask, Backend, Progress, Rollouts
from meridians.reference.sight import Stones

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Color = Literal["light", "dark"]
Opening = Literal["plain", "pie"]
Pie = Literal["plain", "pie", "kept", "swapped"]
Reason = Literal["elimination", "resignation", "repetition"]
Move = str | SupportsIndex

COLORS: tuple[Color, Color] = ("light", "dark")
OPENINGS = ("plain", "pie")


@dataclass(frozen=True)
class Outcome:
    """How a finished game ended: the colour that won, why, and the participant who won (None, None: a draw)."""

    winner: Color | None
    reason: Reason
    participant: int | None


def color_number(color: str) -> int:
    """0 for light, 1 for dark."""
    if color not in COLORS:
        raise MeridiansError(f"no colour {color!r}; the colours are light and dark")
    return COLORS.index(color)


def parse_action(board: Board, opening: str, move: Move) -> int:
    """The action of a move given by name or number. ParseError, or IllegalMoveError if this game has no such action."""
    n = board.points
    if isinstance(move, str):
        words = {"pass": n, "keep": n + 1, "swap": n + 2}
        action = words[move] if move in words else parse_point(board, move, "a point such as a1, pass, keep or swap")
    else:
        if isinstance(move, bool):
            raise TypeError("a move is a name or an action number, not bool")
        action = operator.index(move)
    if action in (n + 1, n + 2) and opening == "plain":
        raise IllegalMoveError(f"{move} answers the pie, and this game has none (R12)", str(move), "R12")
    if not 0 <= action <= n + 2:
        raise IllegalMoveError(f"there is no action {action} on the board of size {board.size} (R2)", str(move), "R2")
    return action


class Position:
    """Stones, side to move, turns taken (up to 2 a colour) and pie state. Hashable; equal to whatever has the same."""

    __slots__ = ("_mover", "_pie", "_stones", "_turns", "board")

    board: Board
    _stones: tuple[Stones, Stones]
    _mover: int
    _turns: tuple[int, int]
    _pie: Pie

    def __init__(
        self,
        size: str = "6/7",
        light: Iterable[str] = (),
        dark: Iterable[str] = (),
        turn: Color = "light",
        turns: tuple[int, int] = (0, 0),
        pie: Pie = "plain",
    ) -> None:
        board = board_of(size)
        stones: tuple[set[int], set[int]] = (set(), set())
        reasons = []
        for color, names in enumerate((light, dark)):
            for name in names:
                try:
                    point = parse_point(board, name)
                except IllegalMoveError as error:
                    reasons.append(str(error))
                    continue
                if point in stones[0] or point in stones[1]:
                    reasons.append(f"{name} has a stone already")
                stones[color].add(point)
        self._fill(board, (frozenset(stones[0]), frozenset(stones[1])), color_number(turn), tuple(turns), pie)
        self._check(reasons)

    def _fill(self, board: Board, stones: tuple[Stones, Stones], mover: int, turns: Any, pie: Any) -> None:
        self.board, self._stones, self._mover, self._turns, self._pie = board, stones, mover, turns, pie

    def _check(self, reasons: list[str]) -> None:
        reasons = reasons + setup.reasons_against(self.board, self._stones, self._mover, self._turns, self._pie)
        if reasons:
            raise SetupError(reasons)

    @classmethod
    def _made(
        cls, board: Board, stones: tuple[Stones, Stones], mover: int, turns: tuple[int, int], pie: str
    ) -> Position:
        """A position from its fields, unchecked."""
        position = cls.__new__(cls)
        position._fill(board, stones, mover, turns, pie)
        return position

    @classmethod
    def opening_of(cls, size: str, opening: str) -> Position:
        """The position at the start of a game."""
        if opening not in OPENINGS:
            raise MeridiansError(f"no opening {opening!r}; the openings are plain and pie")
        return cls._made(board_of(size), (frozenset(), frozenset()), 0, (0, 0), opening)

    @staticmethod
    def from_text(line: str) -> Position:
        """Reads a one-line position text. Raises ParseError or SetupError."""
        position = Position._made(*text.read_text(line))
        position._check([])
        return position

    @staticmethod
    def from_diagram(drawing: str) -> Position:
        """Reads a drawn diagram. Raises ParseError or SetupError."""
        position = Position._made(*text.read_diagram(drawing))
        position._check([])
        return position

    # What it is

    def _key(self) -> tuple[str, tuple[Stones, Stones], int, tuple[int, int], str]:
        return self.board.size, self._stones, self._mover, self._turns, self._pie

    def __eq__(self, other: object, /) -> bool:
        return self._key() == other._key() if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: dict[int, Any], /) -> Position:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Position.from_text, (self.text,)

    def __repr__(self) -> str:
        return f"Position.from_text({self.text!r})"

    @property
    def size(self) -> str:
        """The board's size, such as ``"6/7"`` (R1)."""
        return self.board.size

    @property
    def points(self) -> int:
        """The number of points of the board, N."""
        return self.board.points

    @property
    def action_count(self) -> int:
        """The number of actions: N + 1 in the plain game, N + 3 with the pie."""
        return self.points + (1 if self._pie == "plain" else 3)

    @property
    def turn(self) -> Color:
        """The colour that places the next stone; ``"light"`` while the pie waits for its answer."""
        return COLORS[self._mover]

    @property
    def turns(self) -> tuple[int, int]:
        """Turns taken by Light and by Dark, each counted up to 2."""
        return self._turns

    @property
    def pie(self) -> Pie:
        """``"plain"``, ``"pie"`` (not answered yet), ``"kept"`` or ``"swapped"`` (R12)."""
        return self._pie

    @property
    def opening(self) -> Opening:
        """``"plain"`` or ``"pie"``."""
        return "plain" if self._pie == "plain" else "pie"

    @property
    def answer_waits(self) -> bool:
        """Whether the next move is the answer to the pie, ``keep`` or ``swap`` (R12)."""
        return self._pie == "pie" and self._turns == (1, 1)

    @property
    def participant(self) -> int:
        """The participant to act (R3): with the pie, 0 places both first stones and 1 answers (R12)."""
        if self._pie == "pie":
            return 1 if self.answer_waits else 0
        return self.participant_of(self.turn)

    def color_of(self, participant: int) -> Color:
        """The colour of a participant; before the answer to the pie, as if it were ``keep``."""
        if participant not in (0, 1):
            raise MeridiansError(f"no participant {participant!r}; the participants are 0 and 1")
        return COLORS[participant if self._pie != "swapped" else 1 - participant]

    def participant_of(self, color: Color) -> int:
        """The participant who has a colour; before the answer to the pie, as if it were ``keep``."""
        number = color_number(color)
        return number if self._pie != "swapped" else 1 - number

    @property
    def text(self) -> str:
        """The one-line position text, canonical."""
        return text.write_text(text.Fields(self.board, self._stones, self._mover, self._turns, self._pie))

    def diagram(self) -> str:
        """The drawn board with its header line."""
        return text.write_diagram(text.Fields(self.board, self._stones, self._mover, self._turns, self._pie))

    @property
    def hash(self) -> int:
        """The stable 64-bit hash."""
        return hashing.hash_of(self.board, self._stones, self._mover, self._turns, self._pie)

    @property
    def is_over(self) -> bool:
        """Whether a colour that has taken its second turn has no stone (R11)."""
        return any(self._turns[color] == 2 and not self._stones[color] for color in (0, 1))

    @property
    def outcome(self) -> Outcome | None:
        """The outcome by elimination (R11); None before the end."""
        if not self.is_over:
            return None
        winner = COLORS[0] if self._stones[0] else COLORS[1]
        return Outcome(winner, "elimination", self.participant_of(winner))

    # The board as it stands

    def _names(self, points: Iterable[int]) -> list[str]:
        return [self.board.names[point] for point in sorted(points)]

    def _own_other(self, color: int) -> tuple[Stones, Stones]:
        return self._stones[color], self._stones[1 - color]

    def stones(self, color: Color) -> list[str]:
        """The points with stones of a colour, in action order."""
        return self._names(self._stones[color_number(color)])

    def at(self, point: str) -> Color | None:
        """The colour of the stone on a point; None if it is empty."""
        place = parse_point(self.board, point)
        return next((COLORS[color] for color in (0, 1) if place in self._stones[color]), None)

    def groups(self, color: Color) -> list[list[str]]:
        """The groups of a colour (R7), each in action order, ordered by first point."""
        return [self._names(group) for group in sight.groups(self.board, self._stones[color_number(color)])]

    def paths(self, color: Color) -> list[tuple[str, str]]:
        """The pairs of stones that have a path to each other (R7), each pair and the list in action order."""
        own, other = self._own_other(color_number(color))
        pairs = {
            (min(pair), max(pair))
            for group in sight.groups(self.board, own)
            for pair in sight.paths_of(self.board, group, own, other)
        }
        return [(self.board.names[a], self.board.names[b]) for a, b in sorted(pairs)]

    def _threatened(self) -> list[set[int]]:
        # Before its second turn a colour has only its lone first stone, which R8 does not judge yet (R9).
        if self.is_over or self._turns[self._mover] < 2:
            return []
        return sight.dead_groups(self.board, *self._own_other(self._mover))

    def threatened(self) -> list[list[str]]:
        """The groups of the side to move that have no path now (R9); empty when the game is over."""
        return [self._names(group) for group in self._threatened()]

    def rescues(self, point: str) -> list[str]:
        """The rescue points of the threatened group at ``point`` (R9), in action order: each is tried."""
        place = parse_point(self.board, point)
        for group in self._threatened():
            if place in group:
                return self._names(
                    action
                    for action in self.legal_actions()
                    if action < self.points and group.isdisjoint(self.after(action)[1])
                )
        raise MeridiansError(f"there is no threatened group at {point} (R9)")

    def sight(self, point: str) -> dict[str, tuple[list[str], str | None]]:
        """For each direction the empty points passed, nearest first, and the first stone met or None."""
        occupied = self._stones[0] | self._stones[1]
        seen: dict[str, tuple[list[str], str | None]] = {}
        for direction, line in zip(DIRECTIONS, self.board.rays[parse_point(self.board, point)], strict=True):
            passed = []
            met = None
            for other in line:
                if other in occupied:
                    met = self.board.names[other]
                    break
                passed.append(self.board.names[other])
            seen[direction] = passed, met
        return seen

    def mobility(self, color: Color) -> int:
        """The number of points on which the colour could place a stone if it were its turn (R4, R5 or R6)."""
        number = color_number(color)
        return len(sight.placements(self.board, *self._own_other(number), self._turns[number]))

    def features(self) -> dict[str, tuple[int, int]]:
        """For each feature its numbers for Light and for Dark."""
        return features.features(self.board, self._stones, self._mover, self._turns)

    # Moves

    def move_name(self, action: int) -> str:
        """The name of an action."""
        n = self.points
        return self.board.names[action] if action < n else ("pass", "keep", "swap")[action - n]

    def legal_actions(self) -> list[int]:
        """The legal actions, ascending; empty when the game is over (R11)."""
        if self.is_over:
            return []
        if self.answer_waits:
            return [self.points + 1, self.points + 2]
        placements = sight.placements(self.board, *self._own_other(self._mover), self._turns[self._mover])
        # Passing is for those who cannot place, and then it is the only move (R10).
        return sorted(placements) or [self.points]

    def legal_moves(self) -> list[str]:
        """The legal moves by name, in action order."""
        return [self.move_name(action) for action in self.legal_actions()]

    def legal_mask(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """A bool array ``[A]``, true at the legal actions; written into ``out`` if that is given."""
        return mask_of(self.legal_actions(), self.action_count, out)

    def is_legal(self, move: Move) -> bool:
        """Whether a move is legal now; false for anything that names no move."""
        return self.why_illegal(move) is None

    def why_illegal(self, move: Move) -> str | None:
        """Why a move is not legal now, in one sentence; None if it is legal."""
        try:
            self.legal_action(move)
        except (MeridiansError, TypeError) as error:
            return str(error)
        return None

    def legal_action(self, move: Move) -> int:
        """The action of a legal move; IllegalMoveError or ParseError for any other."""
        action = parse_action(self.board, self.opening, move)
        if action not in self.legal_actions():
            why, rule = self._objection(action)
            name = self.move_name(action)
            raise IllegalMoveError(f"{name} is not legal: {why} ({rule})", name, rule)
        return action

    def _objection(self, action: int) -> tuple[str, str]:
        """Why an action that is not legal is not, and by which rule."""
        n, own = self.points, self._stones[self._mover]
        if self.is_over:
            return "the game is over", "R11"
        if self.answer_waits:
            return "the pie waits for keep or swap", "R12"
        if action > n:
            return "the pie does not wait for an answer", "R12"
        if action == n:
            return f"{self.turn} can place a stone", "R10"
        rule = ("R4", "R5", "R6")[self._turns[self._mover]]
        if action in self._stones[0] | self._stones[1]:
            return "the point has a stone", rule
        if rule == "R6":
            return f"no stone of {self.turn} is in sight", rule
        if own & set(self.board.neighbors[action]):
            return "the second stone may not be adjacent to the first", rule
        return "the second stone must see the first", rule

    def after(self, action: int) -> tuple[Position, list[int]]:
        """The position after a legal action, unchecked, and the stones removed at the end of the turn."""
        n = self.points
        if action > n:  # The answer is no colour's turn (R12).
            pie = "kept" if action == n + 1 else "swapped"
            return Position._made(self.board, self._stones, self._mover, self._turns, pie), []
        own, other = self._own_other(self._mover)
        if action < n:
            own |= {action}
        taken = min(self._turns[self._mover] + 1, 2)
        # R8: from the colour's second turn on, its own dead groups go, the new stone's among them.
        removed = sight.dead_stones(self.board, own, other) if taken == 2 else frozenset()
        own -= removed
        stones, turns = (own, other), (taken, self._turns[1])
        if self._mover == 1:
            stones, turns = (other, own), (self._turns[0], taken)
        return Position._made(self.board, stones, 1 - self._mover, turns, self._pie), sorted(removed)

    def play(self, move: Move) -> Position:
        """The position after a move. Raises IllegalMoveError or ParseError."""
        return self.after(self.legal_action(move))[0]

    def removed_by(self, move: Move) -> list[str]:
        """The stones that a move would remove (R8), in action order."""
        return self._names(self.after(self.legal_action(move))[1])

    # Symmetries

    def transformed(self, symmetry: str) -> Position:
        """This position under a symmetry of the board."""
        image = self.board.images[symmetry_number(symmetry)]
        light, dark = (frozenset(image[point] for point in stones) for stones in self._stones)
        return Position._made(self.board, (light, dark), self._mover, self._turns, self._pie)

    def canonical_symmetry(self) -> str:
        """The first symmetry whose image has the smallest pair of numbers with bit i for a stone on point i."""

        def numbers(symmetry: str) -> list[int]:
            return [sum(1 << point for point in stones) for stones in self.transformed(symmetry)._stones]

        return min(SYMMETRIES, key=numbers)

    def canonical(self) -> Position:
        """The representative of the position's symmetry class."""
        return self.transformed(self.canonical_symmetry())

    # Rollouts

    def rollout(self, seed: int = 0, index: int = 0, max_plies: int | None = None) -> rollouts.Rollout:
        """One uniformly random game from here."""
        return rollouts.roll_out(self, seed, index, max_plies)

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
        """``n`` uniformly random games from here."""
        ask = Ask(seed, threads, max_plies, progress, backend, ownership, first_moves, amaf, lengths)
        return rollouts.roll_out_many(self, n, ask)

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
        return evaluation.evaluate_moves(self, n, ask)


def mask_of(actions: list[int], count: int, out: NDArray[np.bool_] | None) -> NDArray[np.bool_]:
    """A bool array of length ``count``, true at the actions."""
    import numpy as np

    if out is None:
        out = np.zeros(count, np.bool_)
    elif out.dtype != np.bool_ or out.shape != (count,):
        raise MeridiansError(f"out has to be a bool array of shape ({count},)")
    out[:] = False
    out[actions] = True
    return out


def point_names(size: str = "6/7") -> list[str]:
    """The names of the points in action order."""
    return list(board_of(size).names)


def parse_move(name: str, size: str = "6/7", opening: Opening = "plain") -> int:
    """The action that a move's name stands for on a board."""
    return parse_action(board_of(size), opening, name)


def move_text(action: int, size: str = "6/7", opening: Opening = "plain") -> str:
    """The name of an action."""
    start = Position.opening_of(size, opening)
    if not 0 <= action < start.action_count:
        raise MeridiansError(f"there is no action {action} on the board of size {size} with the {opening} opening")
    return start.move_name(action)
