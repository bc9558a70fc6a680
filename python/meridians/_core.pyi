"""The compiled engine: the rules, rollouts and perft, written in Rust.

Everything here is re-exported by :mod:`meridians`; import it from there. Points and moves are named as in
``docs/notation.md`` (``"a1"``, ``"pass"``, ``"keep"``, ``"swap"``); colours are the strings ``"light"`` and ``"dark"``;
actions are integers in the fixed order of ``docs/notation.md`` (points row by row from ``a1``, then ``pass``, then in games
with the pie ``keep`` and ``swap``). Rule numbers R1..R13 refer to ``docs/rules.md``.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, NoReturn, SupportsIndex, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

from meridians.evaluators import Evaluator

_Color: TypeAlias = Literal["light", "dark"]
_Opening: TypeAlias = Literal["plain", "pie"]
_Pie: TypeAlias = Literal["plain", "pie", "kept", "swapped"]
_Repetition: TypeAlias = Literal["draw", "none"]
_Illegal: TypeAlias = Literal["refuse", "lose"]
_Symmetry: TypeAlias = Literal["identity", "mirror_left_right", "mirror_top_bottom", "half_turn"]
_Backend: TypeAlias = Literal["auto", "single", "sliced"]
_Format: TypeAlias = Literal["sgf", "moves", "ludii", "abstractplay", "little_golem", "boardspace"]
_ResultReason: TypeAlias = Literal[
    "elimination", "resignation", "time", "forfeit", "repetition", "agreement", "unknown", "void"
]
_Reason: TypeAlias = Literal["elimination", "resignation", "repetition"]
_Move: TypeAlias = str | SupportsIndex
_Progress: TypeAlias = Callable[[int, int], object]
_Searcher: TypeAlias = Literal["grave", "uct", "puct", "gumbel", "alphabeta"]
_Engine: TypeAlias = Literal["best", "grave", "uct", "puct", "gumbel", "alphabeta"]
_Evaluator: TypeAlias = Literal["learned", "rollouts", "uniform"]
_Stopped: TypeAlias = Literal["visits", "nodes", "time", "proven", "only_move", "depth", "cancelled", "evaluator"]

__version__: str
FEATURES: tuple[str, ...]
"""The names of the features that the evaluation weighs, in their order."""
PLANES: tuple[str, ...]
"""The names of the planes of :func:`encode`, in their order."""

class MeridiansError(ValueError):
    """Base of every error that this package raises about its input."""

class IllegalMoveError(MeridiansError):
    """A move that the rules do not allow now.

    ``move`` is the name of the move, or what was given for one if the board has no such move; ``rule`` is the number of the rule in
    ``docs/rules.md`` (such as ``"R6"``).
    """

    move: str
    rule: str

class ParseError(MeridiansError):
    """A text that is not in the expected form.

    ``line`` and ``column`` count from 1, in characters; ``expected`` says what should stand there; ``file`` is the path when
    the text came from a file, else None.
    """

    file: str | None
    line: int
    column: int
    expected: str

class SetupError(MeridiansError):
    """A set-up that no game can lead to; ``reasons`` lists everything that is wrong with it."""

    reasons: list[str]

@final
class Outcome:
    """How a finished game ended. Frozen, hashable, picklable."""

    def __new__(cls, winner: _Color | None, reason: _Reason, participant: int | None) -> Outcome: ...
    @property
    def winner(self) -> _Color | None:
        """The colour that won; None for a draw."""
    @property
    def reason(self) -> _Reason:
        """``"elimination"`` (R11), ``"resignation"`` (R11) or ``"repetition"`` (R13, always a draw)."""
    @property
    def participant(self) -> int | None:
        """The participant (0 opened the game, 1 is the other) who won; None for a draw. After a swap it is not the colour's."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Position:
    """A position as a value: stones, side to move, turns taken (up to 2 a colour) and pie state. Frozen, hashable, picklable.

    It knows no history: no ply number, repetition or resignation. Two positions are equal when the rules give them the same
    future. ``Position(...)`` checks a set-up and raises :class:`SetupError` with every reason it is impossible for.
    """

    def __new__(
        cls,
        size: str = "6/7",
        light: Iterable[str] = (),
        dark: Iterable[str] = (),
        turn: _Color = "light",
        turns: tuple[int, int] = (0, 0),
        pie: _Pie = "plain",
    ) -> Position: ...
    @staticmethod
    def from_text(text: str) -> Position:
        """Reads a one-line position text (``docs/notation.md``). Raises ParseError or SetupError."""
    @staticmethod
    def from_diagram(text: str) -> Position:
        """Reads a drawn diagram (``docs/notation.md``). Raises ParseError or SetupError."""
    @property
    def size(self) -> str:
        """The board's size, such as ``"6/7"`` (R1)."""
    @property
    def points(self) -> int:
        """The number of points of the board, N."""
    @property
    def action_count(self) -> int:
        """The number of actions, A: N + 1 in the plain game, N + 3 with the pie."""
    @property
    def turn(self) -> _Color:
        """The colour that places the next stone. While the pie waits for ``keep`` or ``swap`` it is ``"light"``."""
    @property
    def turns(self) -> tuple[int, int]:
        """Turns taken by Light and by Dark, each counted up to 2."""
    @property
    def pie(self) -> _Pie:
        """``"plain"``: no pie in this game; ``"pie"``: not answered yet; ``"kept"`` or ``"swapped"`` (R12)."""
    @property
    def opening(self) -> _Opening:
        """``"plain"`` or ``"pie"``."""
    @property
    def participant(self) -> int:
        """The participant to act, 0 or 1 (R3)."""
    def color_of(self, participant: int) -> _Color:
        """The colour of a participant; before the answer to the pie, as if it were ``keep``."""
    def participant_of(self, color: _Color) -> int:
        """The participant who has a colour; before the answer to the pie, as if it were ``keep``."""
    @property
    def text(self) -> str:
        """The one-line position text, canonical."""
    def diagram(self) -> str:
        """The drawn board with its header line; :meth:`from_diagram` reads it back."""
    def _repr_svg_(self) -> str:
        """The picture that Jupyter shows."""
    @property
    def hash(self) -> int:
        """The stable 64-bit hash (``docs/notation.md``), the same in every version, process and machine."""
    @property
    def is_over(self) -> bool:
        """Whether a colour has been eliminated (R11)."""
    @property
    def outcome(self) -> Outcome | None:
        """The outcome by elimination; None before the end."""
    def stones(self, color: _Color) -> list[str]:
        """The points with stones of a colour, in action order."""
    def at(self, point: str) -> _Color | None:
        """The colour of the stone on a point; None if it is empty."""
    def groups(self, color: _Color) -> list[list[str]]:
        """The groups of a colour (R7), each in action order, ordered by first point."""
    def paths(self, color: _Color) -> list[tuple[str, str]]:
        """The pairs of stones that have a path to each other (R7), each pair and the list in action order."""
    def threatened(self) -> list[list[str]]:
        """The groups of the side to move that have no path now (R9); empty when the game is over."""
    def rescues(self, point: str) -> list[str]:
        """The rescue points of the threatened group at ``point`` (R9), in action order. MeridiansError if it is not threatened."""
    def sight(self, point: str) -> dict[str, tuple[list[str], str | None]]:
        """What a point sees: for each direction the empty points passed, nearest first, and the first stone met or None.

        The keys are ``east, north_east, north_west, west, south_west, south_east``, in that order, north being up as drawn.
        """
    def mobility(self, color: _Color) -> int:
        """The number of points on which the colour could place a stone if it were its turn (R4, R5 or R6)."""
    def features(self) -> Features:
        """What can be said of it without playing on (``docs/features.md``): the evaluation's counts, and for each colour what it is about."""
    def chance(self, color: _Color, weights: str | None = None) -> float:
        """The winning chance of a colour by the built-in evaluation, without looking ahead; 1.0 or 0.0 when the game is over.

        ``weights``: the text of other weights (``docs/features.md``). ParseError if it is none, MeridiansError if they are for another
        board size.
        """
    def legal_moves(self) -> list[str]:
        """The legal moves by name, in action order; empty when the game is over."""
    def legal_actions(self) -> list[int]:
        """The legal actions, ascending; empty when the game is over."""
    def legal_mask(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """A bool array ``[A]``, true at the legal actions. ``out``: a contiguous array of that type and shape to write into and return."""
    def is_legal(self, move: _Move) -> bool:
        """Whether a move, by name or action, is legal now; false for anything that names no move."""
    def why_illegal(self, move: _Move) -> str | None:
        """Why a move is not legal now, in one sentence; None if it is legal."""
    def play(self, move: _Move) -> Position:
        """The position after a move. Raises IllegalMoveError or ParseError."""
    def removed_by(self, move: _Move) -> list[str]:
        """The stones that a move would remove (R8), in action order."""
    def transformed(self, symmetry: _Symmetry) -> Position:
        """This position under a symmetry of the board."""
    def canonical(self) -> Position:
        """The representative of the position's symmetry class (``docs/notation.md``)."""
    def rollout(self, seed: int = 0, index: int = 0, max_plies: int | None = None) -> Rollout:
        """One uniformly random game from here; see :meth:`GameState.rollout`."""
    def rollouts(
        self,
        n: int,
        seed: int = 0,
        threads: int | None = None,
        max_plies: int | None = None,
        progress: _Progress | None = None,
        backend: _Backend = "auto",
        ownership: bool = False,
        first_moves: bool = False,
        amaf: bool = False,
        lengths: bool = False,
    ) -> Rollouts:
        """``n`` uniformly random games from here; see :meth:`GameState.rollouts`."""
    def evaluate_moves(
        self,
        n: int,
        seed: int = 0,
        threads: int | None = None,
        max_plies: int | None = None,
        progress: _Progress | None = None,
        backend: _Backend = "auto",
    ) -> MoveEvaluations:
        """Flat Monte Carlo over the legal moves; see :meth:`GameState.evaluate_moves`."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, memo: dict[int, Any], /) -> Position: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class GameState:
    """A game: a position and how it came about. Mutable, so not hashable; use :attr:`position` for a value.

    Two games are equal when their rules (size, opening, repetition policy), start, moves and resignation are.
    """

    __hash__: None  # type: ignore[assignment]

    def __new__(cls, size: str = "6/7", opening: _Opening = "plain", repetition: _Repetition = "draw") -> GameState: ...
    @staticmethod
    def from_moves(
        moves: str | Iterable[_Move],
        size: str = "6/7",
        opening: _Opening = "plain",
        repetition: _Repetition = "draw",
        resigned: _Color | None = None,
    ) -> GameState:
        """A game from its moves: names or actions, or one string with the names separated by spaces, tabs or line ends.

        An error names the ply. ``resigned``: the colour that resigned after the last move.
        """
    @staticmethod
    def from_text(
        text: str,
        repetition: _Repetition = "draw",
        moves: str | Iterable[_Move] = (),
        resigned: _Color | None = None,
    ) -> GameState:
        """A game that starts from a one-line position text, and the moves played from there."""
    @property
    def size(self) -> str:
        """The board's size, such as ``"6/7"`` (R1)."""
    @property
    def points(self) -> int:
        """The number of points of the board, N."""
    @property
    def action_count(self) -> int:
        """The number of actions, A: N + 1 in the plain game, N + 3 with the pie."""
    @property
    def opening(self) -> _Opening:
        """``"plain"`` or ``"pie"``."""
    @property
    def repetition(self) -> _Repetition:
        """The repetition policy, ``"draw"`` or ``"none"`` (R13)."""
    @property
    def position(self) -> Position:
        """The current position as a value."""
    @property
    def start(self) -> Position:
        """The position that the game started from."""
    @property
    def ply(self) -> int:
        """The number of moves played since the start (a resignation is not a move)."""
    @property
    def moves(self) -> list[str]:
        """The moves played since the start, by name."""
    @property
    def removed(self) -> list[list[str]]:
        """The stones removed at the end of each ply, in action order."""
    @property
    def occurrences(self) -> int:
        """How often the current position has stood in this game, this time included (R13)."""
    @property
    def turn(self) -> _Color:
        """The colour that places the next stone. While the pie waits for ``keep`` or ``swap`` it is ``"light"``."""
    @property
    def turns(self) -> tuple[int, int]:
        """Turns taken by Light and by Dark, each counted up to 2."""
    @property
    def pie(self) -> _Pie:
        """``"plain"``: no pie in this game; ``"pie"``: not answered yet; ``"kept"`` or ``"swapped"`` (R12)."""
    @property
    def participant(self) -> int:
        """The participant to act, 0 or 1 (R3)."""
    def color_of(self, participant: int) -> _Color:
        """The colour of a participant; before the answer to the pie, as if it were ``keep``."""
    def participant_of(self, color: _Color) -> int:
        """The participant who has a colour; before the answer to the pie, as if it were ``keep``."""
    @property
    def text(self) -> str:
        """The one-line text of the current position."""
    def diagram(self) -> str:
        """The drawn board with its header line."""
    def _repr_svg_(self) -> str:
        """The picture that Jupyter shows."""
    @property
    def hash(self) -> int:
        """The stable 64-bit hash of the current position."""
    @property
    def is_over(self) -> bool:
        """Whether the game has ended, for whatever reason."""
    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None before the end."""
    def stones(self, color: _Color) -> list[str]:
        """The points with stones of a colour, in action order."""
    def at(self, point: str) -> _Color | None:
        """The colour of the stone on a point; None if it is empty."""
    def groups(self, color: _Color) -> list[list[str]]:
        """The groups of a colour (R7), each in action order, ordered by first point."""
    def paths(self, color: _Color) -> list[tuple[str, str]]:
        """The pairs of stones that have a path to each other (R7), each pair and the list in action order."""
    def threatened(self) -> list[list[str]]:
        """The groups of the side to move that have no path now (R9); empty when the game is over."""
    def rescues(self, point: str) -> list[str]:
        """The rescue points of the threatened group at ``point`` (R9), in action order. MeridiansError if it is not threatened."""
    def sight(self, point: str) -> dict[str, tuple[list[str], str | None]]:
        """What a point sees in each direction; see :meth:`Position.sight`."""
    def mobility(self, color: _Color) -> int:
        """The number of points on which the colour could place a stone if it were its turn (R4, R5 or R6)."""
    def features(self) -> Features:
        """What can be said of it without playing on (``docs/features.md``): the evaluation's counts, and for each colour what it is about."""
    def legal_moves(self) -> list[str]:
        """The legal moves by name, in action order; empty when the game is over."""
    def legal_actions(self) -> list[int]:
        """The legal actions, ascending; empty when the game is over."""
    def legal_mask(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """A bool array ``[A]``, true at the legal actions. ``out``: a contiguous array of that type and shape to write into and return."""
    def is_legal(self, move: _Move) -> bool:
        """Whether a move, by name or action, is legal now; false for anything that names no move."""
    def why_illegal(self, move: _Move) -> str | None:
        """Why a move is not legal now, in one sentence; None if it is legal."""
    def play(self, move: _Move) -> list[str]:
        """Plays a move, by name or action, and returns the stones removed at the end of the turn (R8), in action order.

        Raises IllegalMoveError or ParseError and leaves the game as it was.
        """
    def undo(self) -> str:
        """Takes back the last move, or the resignation, and returns its name (``"resign"`` for that)."""
    def resign(self, color: _Color | None = None) -> None:
        """Ends the game: ``color`` (default: the colour of the participant to act) resigns and the other colour wins."""
    def copy(self) -> GameState:
        """An independent copy, with the history."""
    def transformed(self, symmetry: _Symmetry) -> GameState:
        """This game, start and moves, under a symmetry of the board."""
    def canonical(self) -> GameState:
        """This game under the symmetry that makes its current position canonical (the first such, in the order of the names)."""
    def rollout(self, seed: int = 0, index: int = 0, max_plies: int | None = None) -> Rollout:
        """One uniformly random game from here: a pure function of position, seed, index and cap (``docs/rollouts.md``).

        ``seed`` and ``index``: 0..2**64-1. ``max_plies``: the ply cap, counted from here, at least 1; default 4 x points.
        MeridiansError if the game is over. The rollout knows no repetition rule. The game itself does not change.
        """
    def rollouts(
        self,
        n: int,
        seed: int = 0,
        threads: int | None = None,
        max_plies: int | None = None,
        progress: _Progress | None = None,
        backend: _Backend = "auto",
        ownership: bool = False,
        first_moves: bool = False,
        amaf: bool = False,
        lengths: bool = False,
    ) -> Rollouts:
        """``n`` uniformly random games from here, the games of index 0..n-1 of :meth:`rollout`, and their statistics.

        The result depends neither on ``threads`` (default: all processors; 1..1024) nor on ``backend``: ``"single"`` plays the
        games a few in turns, ``"sliced"`` up to 512 side by side, ``"auto"`` whichever is faster for so many. On request it has tables,
        which cost up to the time of the games (``docs/rollouts.md``): ``ownership``, who holds the points at the end; ``first_moves`` and
        ``amaf`` (all moves as first), how often moves were played and won; ``lengths``, the games by length.
        ``progress(done, n)`` is called on this thread some ten times a second. The GIL is released; Ctrl-C raises
        KeyboardInterrupt.
        """
    def evaluate_moves(
        self,
        n: int,
        seed: int = 0,
        threads: int | None = None,
        max_plies: int | None = None,
        progress: _Progress | None = None,
        backend: _Backend = "auto",
    ) -> MoveEvaluations:
        """Flat Monte Carlo: ``n`` uniformly random games after each legal move, and how often the participant to move wins them.

        Game i after every move is ``rollout(seed, i)`` of the position there: all moves have the same random numbers.
        ``max_plies`` counts from after the move. A move that ends the game is not rolled out: all its ``n`` games are won, or lost.
        ``progress(done, total)`` counts games after all moves together; the rest is as for :meth:`rollouts`. MeridiansError if the
        game is over.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __copy__(self) -> GameState: ...
    def __deepcopy__(self, memo: dict[int, Any], /) -> GameState: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class BatchState:
    """Many games of one board and opening that are stepped together, an action each, with arrays in and out (``docs/batches.md``).

    ``n``: how many, 1..2**20. ``repetition``: ``"none"`` or ``"draw"`` (R13). ``max_plies``: after so many plies a game is cut off,
    1..2**32-1; default 4 x points. ``auto_reset``: begins a game anew in the step in which it ends. ``illegal``: what an illegal action
    does, ``"refuse"`` the step or ``"lose"`` its game. ``threads``: at most so many for a step, 1..1024, one unless given; results
    do not depend on it. ``out``: arrays of yours by the name of the property, which every call that changes a game then writes.
    """

    def __new__(
        cls,
        n: int,
        size: str = "6/7",
        opening: _Opening = "plain",
        repetition: _Repetition = "none",
        max_plies: int | None = None,
        auto_reset: bool = False,
        illegal: _Illegal = "refuse",
        threads: int | None = None,
        out: Mapping[str, NDArray[Any]] | None = None,
    ) -> BatchState: ...
    @property
    def size(self) -> str:
        """The board's size, such as ``"6/7"`` (R1)."""
    @property
    def opening(self) -> _Opening:
        """``"plain"`` or ``"pie"``."""
    @property
    def repetition(self) -> _Repetition:
        """The repetition policy, ``"none"`` or ``"draw"`` (R13)."""
    @property
    def max_plies(self) -> int:
        """The plies after which a game is cut off."""
    @property
    def auto_reset(self) -> bool:
        """Whether a game that ends is begun anew in the same step."""
    @property
    def illegal(self) -> _Illegal:
        """What an illegal action does, ``"refuse"`` or ``"lose"``."""
    @property
    def threads(self) -> int:
        """The threads that a step may use at most."""
    @property
    def action_count(self) -> int:
        """The number of actions, A: N + 1 in the plain game, N + 3 with the pie."""
    def step(self, actions: NDArray[np.int16] | NDArray[np.int32] | NDArray[np.int64]) -> None:
        """Plays an action in each game.

        ``actions``: int16, int32 or int64 ``[n]``; -1 for a finished game, which it leaves as it is. Afterwards the arrays of the
        properties say what became of each game. IllegalMoveError names the first wrong action by its index, and the rule; MeridiansError
        if that game was cut off, or ``actions`` is no such array. Then nothing has changed.
        """
    @property
    def to_move(self) -> NDArray[np.int8]:
        """The participant to act, 0 or 1: int8 ``[n]``, the same array each time."""
    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Whether the game has ended (R11, R13), with ``auto_reset`` whether one ended with the last step: bool ``[n]``, the same array
        each time.
        """
    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Whether the game has been cut off at ``max_plies``, as ``terminated``: bool ``[n]``, the same array each time."""
    @property
    def reward(self) -> NDArray[np.float32]:
        """What participants 0 and 1 gained with the last step, 1, -1 or 0: float32 ``[n, 2]``, the same array each time."""
    @property
    def ply(self) -> NDArray[np.int32]:
        """The plies played: int32 ``[n]``, the same array each time."""
    @property
    def legal_mask(self) -> NDArray[np.bool_]:
        """The legal actions: bool ``[n, A]``, the same array each time, brought up to date whenever the property is read. Of a finished
        game all is false.
        """
    @property
    def planes(self) -> NDArray[np.uint8]:
        """The planes of :func:`encode`: uint8 ``[n, C, H, W]``, the same array each time, brought up to date whenever the property is read."""
    @property
    def final_planes(self) -> NDArray[np.uint8]:
        """With ``auto_reset`` the planes of the last position of the games that ended with the last step: uint8 ``[n, C, H, W]``; the
        others keep what was there. The same array each time, brought up to date whenever the property is read. MeridiansError without
        ``auto_reset``.
        """
    def legal_random_actions(self, seed: int = 0, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """A legal action for each game, uniformly random: int64 ``[n]``; -1 for a finished game.

        Game i draws the first number of the random stream of (seed, i) (``docs/rollouts.md``), so give another ``seed``, 0..2**64-1,
        each time. ``out``: an array of that type and shape to write into and return.
        """
    def rollouts_from(
        self,
        n_each: int,
        seed: int = 0,
        threads: int | None = None,
        max_plies: int | None = None,
        backend: _Backend = "auto",
    ) -> list[Rollouts | None]:
        """``n_each`` uniformly random games from each running game: a list with a :class:`Rollouts` for each game, None for a finished one.

        The result for a game is that of ``state(i).rollouts(n_each, seed)``, and the other arguments are those of
        :meth:`GameState.rollouts`. Nothing changes in the batch.
        """
    def reset(self, index: SupportsIndex | Iterable[SupportsIndex] | None = None) -> None:
        """Begins games anew: all, or those of some indices, a whole number or several."""
    def state(self, index: SupportsIndex) -> GameState:
        """A game with its history. One that was lost by an illegal action is resigned there."""
    def final_state(self, index: SupportsIndex) -> GameState | None:
        """With ``auto_reset`` the last game that ended in this place; None if none has."""
    def set_state(self, index: SupportsIndex, state: GameState | Position) -> None:
        """Puts a position, or the current position of a game, in the place of a game, which begins with it."""
    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """The positions as arrays: ``stones`` int8 ``[n, N]`` (1 Light, -1 Dark, by point in action order), ``turn`` uint8 ``[n]`` (0
        Light, 1 Dark), ``turns`` uint8 ``[n, 2]`` (taken by Light and Dark, up to 2), ``pie`` uint8 ``[n]`` (0 plain, 1 pie, 2 kept,
        3 swapped). New arrays each time.
        """
    def set_arrays(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Takes positions as :meth:`to_arrays` gives them; the games begin with them. SetupError or MeridiansError, which names the
        game, if one cannot occur, and then nothing has changed.
        """
    def positions(self) -> list[Position]:
        """The current positions, as a list of :class:`Position`."""
    def copy(self) -> BatchState:
        """An independent copy, with arrays of its own."""
    def __len__(self) -> int: ...
    def __copy__(self) -> BatchState: ...
    def __deepcopy__(self, memo: dict[int, Any], /) -> BatchState: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __setstate__(self, state: dict[str, Any], /) -> None: ...

@final
class GameResult:
    """How a recorded game ended, which may be more than the moves show. Frozen, hashable, picklable."""

    def __new__(cls, winner: _Color | None, reason: _ResultReason) -> GameResult: ...
    @property
    def winner(self) -> _Color | None:
        """The colour that won; None for a draw, for a void game, and when nothing is known."""
    @property
    def reason(self) -> _ResultReason:
        """``"elimination"`` (R11), ``"resignation"``, ``"time"``, ``"forfeit"``, ``"repetition"`` (a draw, R13), ``"agreement"`` (a draw),
        ``"void"``, or ``"unknown"``, with a winner or without.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Record:
    """A record of a game: rules, headers, a tree of moves with variations and comments, and the result (``docs/records.md``).

    Every move in it is legal. Mutable, so not hashable; two records are equal when all that they hold is.
    """

    def __new__(cls, size: str = "6/7", opening: _Opening = "plain", repetition: _Repetition = "draw") -> Record: ...
    @staticmethod
    def from_game(state: GameState) -> Record:
        """The record of a game: its start, its moves, and how it ended."""
    @staticmethod
    def read(source: str | PathLike[str], lenient: bool = False) -> Record:
        """Reads the one game of a file, or of a text.

        ``source``: a path, as str or ``os.PathLike``, or the text itself: a str is a text if it begins like a game and names no file.
        The format, one of those in ``docs/records.md``, is known by the content.
        A fault raises ParseError (file, line, column, what was expected), IllegalMoveError (the rule), SetupError or MeridiansError.
        ``lenient``: the line of moves is cut at a fault instead, and :attr:`fault` says so. OSError if the file cannot be read.
        """
    def write(self, path: str | PathLike[str], format: _Format | None = None) -> None:  # noqa: A002
        """Writes the record to a file, which then has all of it: it is written beside, and takes the place of an older one at the end.

        ``format``: as in :meth:`to_text`; by default what the file's extension says (``docs/records.md``). OSError if the file cannot be
        written.
        """
    def to_text(self, format: _Format = "sgf") -> str:  # noqa: A002
        """The record as a text, ``"sgf"`` by default: the same record, the same text.

        ``"moves"``, ``"ludii"``, ``"abstractplay"``, ``"little_golem"`` and ``"boardspace"`` have the main line only; MeridiansError if they
        have no words for it.
        """
    @property
    def size(self) -> str:
        """The board's size, such as ``"6/7"`` (R1)."""
    @property
    def opening(self) -> _Opening:
        """``"plain"`` or ``"pie"``."""
    @property
    def repetition(self) -> _Repetition:
        """The repetition policy, ``"draw"`` or ``"none"`` (R13)."""
    @property
    def headers(self) -> dict[str, str]:
        """What is said of the whole game, by key, in the order of the file: such as ``"event"``, ``"date"``, ``"light"``, ``"dark"``.

        ``light`` and ``dark`` are who has the colours at the end. A new dict each time; assign one to change the headers.
        """
    @headers.setter
    def headers(self, headers: dict[str, str]) -> None: ...
    @property
    def result(self) -> GameResult:
        """How the game ended. What the moves of the main line show cannot be set to anything else."""
    @result.setter
    def result(self, result: GameResult) -> None: ...
    @property
    def fault(self) -> str | None:
        """The first fault that a lenient reading met, where a line was cut; None if there was none."""
    @property
    def root(self) -> RecordNode:
        """The root of the tree: the position before the first move."""
    def at(self, path: Iterable[int]) -> RecordNode:
        """The node at the end of a path from the root: at each step, which child, from 0; see :attr:`RecordNode.path`."""
    def mainline(self) -> list[str]:
        """The moves of the main line, by name."""
    def positions(self) -> list[Position]:
        """The positions of the main line: the start, then the one after each move (and each that is set up on the way)."""
    def game(self) -> GameState:
        """The game at the end of the main line, from the last set-up on. A result that is only stated is not in it."""
    def to_arrays(self) -> tuple[NDArray[np.uint16], NDArray[np.int8]]:
        """The main line as arrays: the actions, uint16 ``[P]``, and the stones, int8 ``[Q, N]``.

        Row i of the stones is position i of :meth:`positions`, so Q = P + 1 where nothing is set up on the way; by point in action
        order 1 is a Light stone, -1 a Dark one and 0 an empty point.
        """
    def transformed(self, symmetry: _Symmetry) -> Record:
        """This record under a symmetry of the board: moves, variations, set-ups, marks, labels and the points of known properties.

        Texts stay as they are, names of points in comments too.
        """
    def canonical(self) -> Record:
        """The one orientation that stands for all four: equal for all images of a record under symmetries (``docs/records.md``).

        Its main line is the first of the four, by set-up and then by action. It need not end in the canonical form of its last position.
        """
    def key(self) -> str:
        """A text that records share if, and only if, they have the same board, opening and main line up to symmetry.

        The board, the opening, and the moves in the canonical orientation, such as ``"6/7 plain f1 j4"``; a set-up is the text of its
        position in brackets. Results, headers, notes, variations and the repetition policy have no part in it.
        """
    def copy(self) -> Record:
        """An independent copy."""
    def _repr_svg_(self) -> str:
        """The strip of key positions that Jupyter shows."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]
    def __copy__(self) -> Record: ...
    def __deepcopy__(self, memo: dict[int, Any], /) -> Record: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class RecordNode:
    """A node of a record's tree: a view, which changes the record when it is changed.

    Equal when the records are and the place in them is.
    """

    @property
    def record(self) -> Record:
        """The record that the node is of."""
    @property
    def path(self) -> tuple[int, ...]:
        """The way to the node from the root: at each step, which child, from 0. :meth:`Record.at` goes it."""
    @property
    def move(self) -> str | None:
        """The name of the move played here; None at the root, and where something else happens."""
    @property
    def resigned(self) -> _Color | None:
        """The colour that resigns here; None if none does."""
    @property
    def is_setup(self) -> bool:
        """Whether a position is set up here."""
    @property
    def ply(self) -> int:
        """The number of moves on the way here, this one included."""
    @property
    def position(self) -> Position:
        """The position after this node."""
    def state(self) -> GameState:
        """The game at this node, from the last set-up on."""
    def _repr_svg_(self) -> str:
        """The picture that Jupyter shows."""
    @property
    def parent(self) -> RecordNode | None:
        """The node before this one; None for the root."""
    @property
    def children(self) -> list[RecordNode]:
        """The nodes that follow: the first continues the line, the others are variations."""
    def add(self, move: _Move) -> RecordNode:
        """Adds a move, by name or action, after all others that follow this node, and returns its node. IllegalMoveError if it is not legal."""
    @property
    def name(self) -> str:
        """The node's name, a text of one line; empty if it has none."""
    @name.setter
    def name(self, name: str) -> None: ...
    @property
    def comment(self) -> str:
        """The comment; empty if there is none. Line ends are line feeds, and tabs become spaces."""
    @comment.setter
    def comment(self, comment: str) -> None: ...
    @property
    def marks(self) -> dict[str, list[str]]:
        """The points that are marked, in action order, by mark: ``"circle"``, ``"cross"``, ``"selected"``, ``"square"``, ``"triangle"``."""
    @marks.setter
    def marks(self, marks: dict[str, list[str]]) -> None: ...
    @property
    def labels(self) -> dict[str, str]:
        """The labels, texts of one line, by point in action order."""
    @labels.setter
    def labels(self, labels: dict[str, str]) -> None: ...
    @property
    def seconds_left(self) -> tuple[float | None, float | None]:
        """The seconds that Light and Dark have left after this node; None where nothing is said."""
    @seconds_left.setter
    def seconds_left(self, seconds: tuple[float | None, float | None]) -> None: ...
    @property
    def properties(self) -> dict[str, list[str]]:
        """The properties of the file that this package does not know, with their values as they stand in it; they are kept."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, ...]: ...

def records_in(path: str | PathLike[str], lenient: bool = False) -> Iterator[Record]:
    """The games of a file in SGF or JSON, one after the other, in the memory of one: an iterator of :class:`Record`. Others have one.

    A fault raises as in :meth:`Record.read` when its game's turn comes, and iteration can go on with the next game. OSError at
    once if the file cannot be opened.
    """

@final
class Rollout:
    """One random game. Frozen, comparable, picklable."""

    def __new__(cls, moves: Sequence[str], winner: _Color | None, stones_removed: int) -> Rollout: ...
    @property
    def moves(self) -> list[str]:
        """The moves by name, from the rollout's start."""
    @property
    def plies(self) -> int:
        """The number of moves."""
    @property
    def winner(self) -> _Color | None:
        """The colour that won by elimination; None if the ply cap was hit first."""
    @property
    def unfinished(self) -> bool:
        """Whether the game was not over after exactly ``max_plies`` plies."""
    @property
    def stones_removed(self) -> int:
        """The number of stones removed, of both colours."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Rollouts:
    """The statistics of many random games. Frozen, comparable, picklable; all counts are exact integers.

    Two are equal when all counts and tables are; the times, which no two runs share, have no part in equality and hash, but are
    pickled. Tables are there if they were asked for, and else raise MeridiansError; each is a new array every time.
    """

    def __new__(
        cls,
        light_wins: int,
        dark_wins: int,
        unfinished: int,
        plies: int,
        plies_squared: int,
        longest: int,
        stones_removed: int,
        seconds: float = 0.0,
        cpu_seconds: float = 0.0,
        ownership: tuple[Iterable[int], Iterable[int]] | None = None,
        first_moves: tuple[Iterable[int], Iterable[int]] | None = None,
        amaf: tuple[tuple[Iterable[int], Iterable[int]], tuple[Iterable[int], Iterable[int]]] | None = None,
        lengths: Iterable[int] | None = None,
    ) -> Rollouts: ...
    @property
    def games(self) -> int:
        """The number of games: light_wins + dark_wins + unfinished."""
    @property
    def light_wins(self) -> int:
        """Games that Light won."""
    @property
    def dark_wins(self) -> int:
        """Games that Dark won."""
    @property
    def unfinished(self) -> int:
        """Games that hit the ply cap: neither won nor drawn."""
    @property
    def plies(self) -> int:
        """The plies of all games together."""
    @property
    def plies_squared(self) -> int:
        """The sum of the squares of the games' plies."""
    @property
    def mean_plies(self) -> float:
        """The mean number of plies of a game; nan without games."""
    @property
    def sd_plies(self) -> float:
        """The standard deviation of the number of plies (of the games as they are: divided by ``games``); nan without games."""
    @property
    def longest(self) -> int:
        """The number of plies of the longest game."""
    @property
    def stones_removed(self) -> int:
        """The stones removed in all games together."""
    def share(self, color: _Color) -> float:
        """The colour's share of the games that were won by either; nan if there are none."""
    def interval(self, color: _Color, confidence: float = 0.95) -> tuple[float, float]:
        """The Wilson score interval of :meth:`share` at a confidence in (0, 1); (0.0, 1.0) if no game was won."""
    @property
    def seconds(self) -> float:
        """The wall time that the games took, in seconds; 0.0 if nobody measured it.

        Of :func:`rollouts_from` each result has its part of the whole, in proportion to its plies.
        """
    @property
    def cpu_seconds(self) -> float:
        """The CPU time of this process, all threads together, in the same while; 0.0 if nobody measured it."""
    @property
    def games_per_second(self) -> float:
        """Games a second of wall time; nan if nobody measured it."""
    @property
    def ownership(self) -> NDArray[np.int64]:
        """For each colour and point the games in which the colour held the point at the end: int64 ``[2, N]``, Light first.

        MeridiansError unless asked for with ``ownership=True``.
        """
    @property
    def first_move_visits(self) -> NDArray[np.int64]:
        """For each action the games that began with it: int64 ``[A]``.

        MeridiansError unless asked for with ``first_moves=True``.
        """
    @property
    def first_move_wins(self) -> NDArray[np.int64]:
        """For each action the games that began with it and were won by the participant who played it: int64 ``[A]``.

        MeridiansError unless asked for with ``first_moves=True``.
        """
    @property
    def amaf_visits(self) -> NDArray[np.int64]:
        """All moves as first: for each colour and action the games in which the colour played it at least once: int64 ``[2, A]``.

        Light first. ``keep`` counts for Dark and ``swap`` for Light, the colour that the answering participant then has (R12).
        MeridiansError unless asked for with ``amaf=True``.
        """
    @property
    def amaf_wins(self) -> NDArray[np.int64]:
        """Those of :attr:`amaf_visits` that the colour won: int64 ``[2, A]``, Light first.

        MeridiansError unless asked for with ``amaf=True``.
        """
    @property
    def lengths(self) -> NDArray[np.int64]:
        """For each number of plies the games of that length: int64 ``[longest + 1]``.

        MeridiansError unless asked for with ``lengths=True``.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class MoveEvaluations:
    """A table of the legal moves of a position, in action order, with random games after each. Frozen, comparable, picklable.

    ``print`` shows it, the best move first. ``[M]`` is the number of moves; arrays are new ones every time. Two are equal when moves
    and counts are; the times have no part in that, but are pickled.
    """

    def __new__(
        cls,
        moves: Sequence[str],
        visits: Iterable[int],
        wins: Iterable[int],
        unfinished: Iterable[int],
        size: str = "6/7",
        seconds: float = 0.0,
        cpu_seconds: float = 0.0,
    ) -> MoveEvaluations: ...
    @property
    def size(self) -> str:
        """The board's size, such as ``"6/7"`` (R1)."""
    @property
    def moves(self) -> list[str]:
        """The legal moves by name, in action order."""
    @property
    def actions(self) -> NDArray[np.int64]:
        """The legal actions: int64 ``[M]``, ascending."""
    @property
    def visits(self) -> NDArray[np.int64]:
        """The games after each move: int64 ``[M]``."""
    @property
    def wins(self) -> NDArray[np.int64]:
        """Those that the participant to move won: int64 ``[M]``."""
    @property
    def unfinished(self) -> NDArray[np.int64]:
        """Those that hit the ply cap, neither won nor drawn: int64 ``[M]``."""
    @property
    def share(self) -> NDArray[np.float64]:
        """The share of the participant to move in the games that were won by either: float64 ``[M]``; nan where there are none."""
    def interval(self, confidence: float = 0.95) -> NDArray[np.float64]:
        """The Wilson score intervals of :attr:`share` at a confidence in (0, 1): float64 ``[2, M]``, the lower and the upper ends.

        From 0.0 to 1.0 where no game was won.
        """
    @property
    def best(self) -> str:
        """The name of the move with the largest share; of several the first in action order."""
    @property
    def best_share(self) -> float:
        """The share of the best move; nan if no game was won."""
    def best_interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """The Wilson score interval of :attr:`best_share` at a confidence in (0, 1); (0.0, 1.0) if no game was won.

        The best of many is a lucky one: its share is more likely too high than too low.
        """
    @property
    def seconds(self) -> float:
        """The wall time that the games took, in seconds; 0.0 if nobody measured it."""
    @property
    def cpu_seconds(self) -> float:
        """The CPU time of this process, all threads together, in the same while; 0.0 if nobody measured it."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def rollouts_from(
    positions: Iterable[GameState | Position],
    n_each: int,
    seed: int = 0,
    threads: int | None = None,
    max_plies: int | None = None,
    progress: _Progress | None = None,
    backend: _Backend = "auto",
    ownership: bool = False,
    first_moves: bool = False,
    amaf: bool = False,
    lengths: bool = False,
) -> list[Rollouts]:
    """``n_each`` uniformly random games from each of several positions or games, of any sizes: a list of :class:`Rollouts`.

    Game i from every position is its ``rollout(seed, i)``, so the result for each is that of its :meth:`GameState.rollouts`, and
    positions are compared on common random numbers. The games of all positions keep the engine busy together: a few from each of
    many positions are as fast as many from one. The other arguments are those of :meth:`GameState.rollouts`;
    ``progress(done, total)`` counts the games from all positions. MeridiansError if a game is over.
    """

def self_play(
    games: int,
    size: str = "6/7",
    start: int = 0,
    seed: int = 0,
    visits: int = 100,
    light: str | None = None,
    dark: str | None = None,
    opening_plies: int = 6,
    balance: float = 0.35,
    drawn_plies: int = 0,
    branches: int = 0,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> dict[str, NDArray[Any]]:
    """Games that the search plays against itself, to learn from (``docs/training.md``), with the index ``start`` and the following.

    A game is a function of the other arguments and its index. It begins with 2 to ``opening_plies`` random plies, drawn again (a few
    times) until Light's share of random games is within ``balance`` of one half; the openings are those of size, seed and index.
    Then each move takes a search of ``visits`` visits, the first ``drawn_plies`` moves drawn by their visits, until the game is over
    or its winner proven. With 0 visits all moves are random. ``light`` and ``dark``: the texts of the weights that the colours
    evaluate positions by; default those of the package. ``branches``: so many games branch off from each, after a random ply of it
    and a playout. ``progress(done, total)`` counts games. Ctrl-C raises KeyboardInterrupt.

    The result has, for each game in order, ``indices`` int64 ``[G]`` (a branch has that of its game), ``plies`` int64 ``[G]`` and
    ``winners`` int8 ``[G]`` (1 Light, -1 Dark, 0 neither); and for all moves, game after game, ``moves`` uint8 ``[M]`` (actions) and
    ``light_chances`` float32 ``[M]`` (Light's winning chance before the move, nan where no search chose it).
    """

def game_features(
    size: str, moves: NDArray[np.uint8], plies: NDArray[np.int64], weights: str | None = None
) -> dict[str, NDArray[Any]]:
    """The features of the positions before each move of some games (``docs/features.md``); the games as :func:`self_play` gives them.

    ``moves``: actions, uint8 ``[M]``, game after game from the empty board. ``plies``: the moves of each game, int64 ``[G]``. The
    result has ``features`` int16 ``[M, 2, F]``, of the colour to move and of the other; ``empty`` int16 ``[M]``, the empty
    points; ``light_to_move`` bool ``[M]``; and ``chances`` float32 ``[M]``, the winning chance of the colour to move by the
    evaluation with these ``weights``, a text (default: those of the package). MeridiansError if a move is illegal.
    """

@final
class Proof:
    """A result that best play leads to. Frozen, comparable, hashable, picklable."""

    @property
    def verdict(self) -> Literal["win", "loss", "draw"]:
        """``"win"``, ``"loss"`` or ``"draw"`` for the participant to move in the position that was searched."""
    @property
    def winner(self) -> _Color | None:
        """The colour that wins; None for a draw, and before the answer to the pie, when participants have no colours yet (R12)."""
    @property
    def plies(self) -> int:
        """The plies from the position that was searched to the end of the game in the line that was found.

        A win takes at most so many. The moves that :class:`Line` shows may be fewer, for a tree does not keep every line that it has proven.
        """
    @property
    def exact(self) -> bool:
        """Whether no faster win, or no longer resistance, exists."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Line:
    """A line of play that a search found, best moves first. Frozen, comparable, picklable."""

    @property
    def moves(self) -> list[str]:
        """The moves by name, from the position that was searched; at least one."""
    @property
    def visits(self) -> int:
        """The visits of the first move; of ``alphabeta`` the positions searched behind it."""
    @property
    def win_chance(self) -> float:
        """The chance, from 0 to 1, that the participant to move wins with the first move; a draw counts half."""
    @property
    def proven(self) -> Proof | None:
        """The proven result with the first move, as a :class:`Proof`; None if there is none."""
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Report:
    """What a search found out about a position. Frozen, comparable, picklable; ``print`` shows it as a table.

    *The mover* is the participant to move in the position that was searched. Chances go from 0 to 1, and a draw counts half.
    Arrays are new ones every time, ``[A]`` over the actions of the game. Two reports are equal when all but the times is.
    """

    @property
    def size(self) -> str:
        """The board's size, such as ``"6/7"`` (R1)."""
    @property
    def turn(self) -> _Color:
        """The colour that places the next stone; ``"light"`` while the pie waits for its answer."""
    @property
    def best(self) -> str:
        """The best move by name."""
    @property
    def best_action(self) -> int:
        """The action of the best move."""
    def win_chance(self, color: _Color) -> float:
        """The chance, from 0 to 1, that a colour wins; a draw counts half.

        Before the answer to the pie: with the answer that was found best, or with ``keep`` if it is not due yet.
        """
    @property
    def proven(self) -> Proof | None:
        """The proven result, as a :class:`Proof`; None if there is none."""
    @property
    def lines(self) -> list[Line]:
        """The principal lines with different first moves, as a list of :class:`Line`, the best first."""
    @property
    def visits(self) -> NDArray[np.int64]:
        """For each action its visits, those of a kept tree among them: int64 ``[A]``."""
    @property
    def values(self) -> NDArray[np.float32]:
        """For each action the chance of the mover to win with it: float32 ``[A]``; nan where it was not visited."""
    @property
    def priors(self) -> NDArray[np.float32]:
        """For each action its prior: float32 ``[A]``; nan if it is illegal, and everywhere if the engine has no priors."""
    @property
    def policy(self) -> NDArray[np.float32]:
        """For each action how often to play it, what a learner's policy would be taught: float32 ``[A]``, from 0 up, adding up to 1.

        Of ``gumbel`` its improved policy (``docs/search.md``), of the other engines the share of the visits; 1 for the best move if there
        are no visits, or if it is the answer to the pie.
        """
    @property
    def iterations(self) -> int:
        """The iterations of this run; of ``alphabeta`` the positions that it searched."""
    @property
    def nodes(self) -> int:
        """The nodes of the tree, those of a kept one among them; of ``alphabeta`` the positions that it searched."""
    @property
    def iterations_per_second(self) -> float:
        """:attr:`iterations` a second of wall time; nan if it took no time."""
    @property
    def nodes_per_second(self) -> float:
        """:attr:`nodes` a second of wall time; nan if it took no time. With a kept tree it says little."""
    @property
    def depth(self) -> int:
        """The plies of the deepest line looked at."""
    @property
    def memory(self) -> int:
        """The bytes of the tree or table in use."""
    @property
    def seconds(self) -> float:
        """The wall time that the search took, in seconds."""
    @property
    def stopped(self) -> _Stopped:
        """Why it stopped: ``"visits"``, ``"nodes"`` or ``"time"``, a limit; ``"proven"``, the result is certain; ``"only_move"``, there is
        one legal move; ``"depth"``, all that would be looked at is looked at; ``"cancelled"``, :meth:`Search.cancel` or not yet.
        """
    @property
    def engine(self) -> _Searcher:
        """The engine that searched, never ``"best"``."""
    @property
    def threads(self) -> int:
        """The threads that searched."""
    def to_json(self) -> str:
        """The report as a line of JSON, with the field names of KataGo's analysis engine where the meaning is the same (``docs/search.md``)."""
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Search:
    """A search for the best move, on boards of one size; one position at a time. It cannot be copied or pickled.

    ``engine``: ``"best"``, whichever has been measured to play best, ``"grave"``, ``"uct"``, ``"puct"``, ``"gumbel"`` or ``"alphabeta"``
    (``docs/search.md``). ``threads``: 1..1024; ``puct`` and ``gumbel`` always search on one. ``seed``: of all that is random in it,
    0..2**64-1. ``memory``: the bytes that tree or table may take, 2**20..2**40; a full tree is searched on without growing. ``clock``:
    whether seconds are of the ``"wall"`` clock or of the ``"cpu"`` time of each searching thread, in which waiting, also of an evaluator,
    takes none. ``evaluator``: what gives priors and values to ``puct`` and ``gumbel``, ``"learned"`` (the default), ``"rollouts"``,
    ``"uniform"``, or an object of yours (``docs/evaluators.md``); where one is given, ``"best"`` means ``"puct"``. ``weights``: the text of
    the weights of the learned evaluation, for those who ask it; default those of the package. ``max_plies``: lines with more plies from
    the position searched count as drawn, 1..2**32-1; default 4 x points.
    """

    def __new__(
        cls,
        size: str = "6/7",
        engine: _Engine = "best",
        threads: int = 1,
        seed: int = 0,
        memory: int = 536870912,
        clock: Literal["wall", "cpu"] = "wall",
        evaluator: Evaluator | _Evaluator | None = None,
        weights: str | None = None,
        max_plies: int | None = None,
    ) -> Search: ...
    def run(
        self,
        state: GameState | Position,
        *,
        seconds: float | None = None,
        visits: int | None = None,
        nodes: int | None = None,
        progress: Callable[[Report], object] | None = None,
    ) -> Report:
        """Searches a position until the first limit is reached, and reports what was found.

        ``state``: a game or a position, which is not over. ``seconds``: more than 0, by the clock of the search, at most 604800;
        ``visits``: iterations, or positions that ``alphabeta`` searches, 1..2**40; ``nodes``: by which the tree may grow, 1..2**40. Without any
        limit it searches for 1 second. ``progress(report)`` is called on this thread about four times a second with a :class:`Report`
        of what has been found so far. The GIL is released. Ctrl-C raises KeyboardInterrupt; :meth:`cancel` ends the run with its report.

        The search starts from nothing unless :meth:`advance` has led here, so equal calls have equal results if one thread is limited by
        visits or nodes. MeridiansError if the game is over or on another board; RuntimeError while another run of this search is under way.
        """
    def advance(self, move: _Move) -> None:
        """Tells the search that a move, by name or action, was played in the position that it searched last or advanced to.

        The next :meth:`run` then uses what was found behind it, if it is of the position that this leads to. Before the first run it does
        nothing. IllegalMoveError if the move is illegal there; RuntimeError while a run is under way.
        """
    def cancel(self) -> None:
        """Ends the run that is under way, from another thread: it returns its report, with ``stopped`` ``"cancelled"``.

        Without a run nothing happens.
        """
    @property
    def size(self) -> str:
        """The board's size, such as ``"6/7"`` (R1)."""
    @property
    def engine(self) -> _Engine:
        """The engine that was asked for; :attr:`Report.engine` says which one searched."""
    @property
    def threads(self) -> int:
        """The number of threads."""
    @property
    def seed(self) -> int:
        """The seed."""
    @property
    def memory(self) -> int:
        """The most bytes that tree or table may take."""
    @property
    def clock(self) -> Literal["wall", "cpu"]:
        """``"wall"`` or ``"cpu"``."""
    @property
    def evaluator(self) -> Evaluator | _Evaluator | None:
        """The evaluator, by name if it is one of the package's; None if none was given."""
    @property
    def weights(self) -> str | None:
        """The text of the weights that were given; None for those of the package."""
    @property
    def max_plies(self) -> int:
        """Lines with more plies from the position searched count as drawn."""
    def __copy__(self) -> NoReturn: ...
    def __deepcopy__(self, memo: object, /) -> NoReturn: ...
    def __reduce__(self) -> NoReturn: ...

def encode(state: GameState | Position, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
    """The planes of a position, version 1: uint8 ``[C, H, W]``, as :data:`PLANES` names them, all 0 or 1 (``docs/evaluators.md``).

    ``out``: an array of that type and shape, contiguous in C order, to write into and return. Own is the colour that places the next stone.
    """

def plane_cells(size: str = "6/7") -> NDArray[np.int64]:
    """For each point, in action order, its row and its column in the planes of :func:`encode`: int64 ``[N, 2]``.

    The six neighbours of a cell are always (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0) and (-1, 1) away, east first.
    """

@final
class Features(Mapping[str, tuple[int, int]]):
    """What can be said of a position without playing on (``docs/features.md``). Frozen, picklable.

    It is a mapping of the evaluation's counts, in the order of :data:`FEATURES`: for each name the numbers for Light and for Dark. It
    equals every mapping with the same counts. :meth:`of` gives what the position is about for a colour.
    """

    def of(self, color: _Color) -> ColorFeatures:
        """What the position is about for a colour, whoever is to move."""
    def keys(self) -> list[str]:  # type: ignore[override]
        """The names, in the order of :data:`FEATURES`."""
    def values(self) -> list[tuple[int, int]]:  # type: ignore[override]
        """For each name the numbers for Light and for Dark."""
    def items(self) -> list[tuple[str, tuple[int, int]]]:  # type: ignore[override]
        """The names with their numbers."""
    def get(self, key: object, default: Any = None) -> Any:
        """The numbers of a name; ``default`` for what is none."""
    def __getitem__(self, key: str, /) -> tuple[int, int]: ...
    def __contains__(self, key: object, /) -> bool: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]

@final
class ColorFeatures:
    """What a position is about for one colour: each answer is computed when it is asked for. Frozen, hashable, picklable.

    All points are names; points and groups are in action order, groups by their first point. Only the stones on the board count, not
    whose turn it is, but for threatened groups.
    """

    @property
    def color(self) -> _Color:
        """The colour."""
    @property
    def groups(self) -> list[GroupFeatures]:
        """The groups (R7)."""
    def group(self, point: str) -> GroupFeatures:
        """The group that the stone on a point belongs to. MeridiansError if the colour has no stone there."""
    @property
    def paths(self) -> list[tuple[str, str, list[str]]]:
        """The paths (R7): the stones at both ends, and the empty points from the first to the second."""
    @property
    def cut_points(self) -> dict[str, list[tuple[str, str]]]:
        """For each empty point on a path the paths, as pairs of stones, that a stone of the other colour there would take away."""
    @property
    def path_groups(self) -> list[list[str]]:
        """Path-groups: the stones of groups that paths join, at any remove."""
    @property
    def potential_paths(self) -> list[tuple[str, list[str]]]:
        """Lines of sight where a stone could make a path: the stone they start from, and the empty points where another would have a path
        with it, nearest first.
        """
    @property
    def triangles(self) -> list[tuple[str, str, str]]:
        """Three stones of three groups, each with a path to both others."""
    @property
    def double_attacks(self) -> dict[str, list[list[str]]]:
        """The points where a stone of this colour leaves two groups of the other or more without a path, that had one; and these groups."""
    @property
    def merge_points(self) -> dict[str, list[list[str]]]:
        """The points where a stone joins two groups of this colour or more, and these groups."""
    @property
    def eyes(self) -> list[tuple[list[str], list[str], list[str]]]:
        """Eyes with own stones that have a path to the ring: the group that is the ring, the points inside, and these stones."""
    @property
    def empty_eyes(self) -> list[tuple[list[str], list[str]]]:
        """Eyes without a stone in which one can be placed that has a path to the ring: the group that is the ring, and the points inside."""
    @property
    def never_cut(self) -> list[list[str]]:
        """Groups that keep a path whatever the other colour places while this one skips its turns, whether its dead groups are removed then
        (R8) or stay. They are so for certain; not all such groups are found.
        """
    @property
    def exclusive_points(self) -> list[str]:
        """The empty points that this colour sees and the other does not."""
    @property
    def safe_moves(self) -> list[str]:
        """Points that this colour can fill, one after the other in this order, and the other never can, without a dead group or the loss of
        paths that cannot be cut.
        """
    @property
    def mobility(self) -> int:
        """The number of empty points that the colour sees, as the feature of this name."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class GroupFeatures:
    """A group (R7) and its paths. Frozen, hashable, picklable."""

    @property
    def points(self) -> list[str]:
        """Its stones."""
    @property
    def paths(self) -> list[tuple[str, str, list[str]]]:
        """Its paths, as :attr:`ColorFeatures.paths` gives them."""
    @property
    def cut_points(self) -> list[str]:
        """The empty points on its paths: one stone of the other colour on any of them takes a path away."""
    @property
    def is_threatened(self) -> bool:
        """Whether it is of the colour to move and has no path (R9)."""
    @property
    def has_single_path(self) -> bool:
        """Whether it has exactly one path."""
    @property
    def is_never_cut(self) -> bool:
        """Whether it is one of :attr:`ColorFeatures.never_cut`."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

def feature_arrays(positions: Iterable[GameState | Position]) -> NDArray[np.int32]:
    """The features of several positions or games: int32 ``[n, 2, F]``, of Light and of Dark, in the order of :data:`FEATURES`."""

def builtin_weights(size: str = "6/7") -> str:
    """The text of the built-in weights for a board size (``docs/features.md``)."""

def perft(state: GameState | Position, depth: int, progress: _Progress | None = None) -> int:
    """The number of move sequences of exactly ``depth`` plies; finished games are not extended, a forced pass is a move.

    Repetition and resignation do not count. Ctrl-C raises KeyboardInterrupt. ``progress(done, total)`` counts first moves.
    """

def divide(state: GameState | Position, depth: int, progress: _Progress | None = None) -> dict[str, int]:
    """:func:`perft` by first move: the name of each legal move with the number of sequences that begin with it; depth >= 1."""

def winning_moves(state: GameState | Position, plies: int, max_nodes: int | None = None) -> list[str]:
    """The moves that force a win such that the game is over after at most ``plies`` plies, these moves included, in action order.

    Found by plain exhaustive search, for a finished game and one that waits for the answer to the pie none. The history of a game does
    not count. Raises MeridiansError if the search would take more than ``max_nodes`` nodes (10 million unless given); Ctrl-C raises
    KeyboardInterrupt.
    """

@final
class SolvedTable:
    """Every position of the plain game on 2/3 with its result, found backwards from the ends of the games in a moment.

    Counts are of positions before the end of a game; those that are images of each other under a symmetry are of one class.
    """

    def __new__(cls) -> SolvedTable: ...
    @property
    def size(self) -> str:
        """The board, "2/3"."""

    @property
    def positions(self) -> int:
        """The number of positions."""

    @property
    def classes(self) -> int:
        """The number of classes."""

    @property
    def wins(self) -> int:
        """The positions that are won for the player to move."""

    @property
    def losses(self) -> int:
        """The positions that are lost for the player to move."""

    @property
    def draws(self) -> int:
        """The positions in which neither side can force a win."""

    def result(self, state: GameState | Position) -> tuple[Literal["win", "loss", "draw"], int] | None:
        """The result for the player to move ("win", "loss" or "draw") and the plies until the end of the game if the winner is as fast and
        the loser as slow as can be (0 for draws); None for what is no position of a plain game on this board before its end.
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def point_names(size: str = "6/7") -> list[str]:
    """The names of the points in action order."""

def parse_move(text: str, size: str = "6/7", opening: _Opening = "plain") -> int:
    """The action that a move's name stands for on a board. Raises ParseError, or IllegalMoveError for a point off the board."""

def move_text(action: int, size: str = "6/7", opening: _Opening = "plain") -> str:
    """The name of an action. MeridiansError if there is no such action."""

def build_info() -> dict[str, str]:
    """How the compiled engine was built, and for what: ``version``, ``profile``, ``target``, ``simd`` and ``simd_available``.

    ``simd`` is the instruction set in use: the best of ``simd_available``, which is a list with commas of those that this processor
    has, or the one that the environment variable ``MERIDIANS_SIMD`` names. MeridiansError if that is none of them.
    """
