"""Tools for testing an engine: :func:`compare` two on one game, :func:`selfcheck` this package, Hypothesis strategies.

An engine is anything with the questions of :class:`meridians.GameState` under the same names; it needs four of them
(:class:`Engine`), and is asked the others only if it has them. The strategies ``games``, ``positions`` and ``sizes``
are those of :mod:`meridians.strategies`, imported when first used, so that this module works without Hypothesis.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol

from meridians import reference

if TYPE_CHECKING:
    from meridians.evaluators import Evaluator
    from meridians.strategies import games as games
    from meridians.strategies import positions as positions
    from meridians.strategies import sizes as sizes

__all__ = [
    "QUESTIONS",
    "Difference",
    "Engine",
    "Question",
    "Selfcheck",
    "assert_same",
    "check_evaluator",
    "compare",
    "selfcheck",
]

_STRATEGIES = ("games", "positions", "sizes")


def __getattr__(name: str) -> object:
    if name in _STRATEGIES:
        from meridians import strategies

        return getattr(strategies, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


# What an engine is


class EngineOutcome(Protocol):
    """What an engine's ``outcome`` has; ``reason`` and ``participant`` are compared too if it has them."""

    @property
    def winner(self) -> str | None:
        """The colour that won, None for a draw."""


class Engine(Protocol):
    """The core that every engine has to have; all else in :data:`QUESTIONS` is optional."""

    def legal_moves(self) -> Sequence[str]:
        """The legal moves by name, in action order; empty when the game is over."""

    def play(self, move: str, /) -> Sequence[str] | None:
        """Plays a move; may return the stones removed. Raises for an illegal one, and leaves the game as it was."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    def outcome(self) -> EngineOutcome | None:
        """How the game ended; None before the end."""


_CORE = ("legal_moves", "play", "is_over", "outcome")


class _Skip:
    """The answer of an engine that does not know the question."""


_SKIP = _Skip()


@dataclass(frozen=True)
class Question:
    """Something to ask an engine: the attributes it ``needs``, and whether it is ``costly`` for a slow engine.

    One that is ``required`` is of the core: no engine may decline it.
    """

    name: str
    needs: tuple[str, ...]
    ask: Callable[[Any], object]
    costly: bool = False
    required: bool = False


def _attribute(name: str, *, required: bool = False) -> Question:
    return Question(name, (name,), lambda engine: getattr(engine, name), required=required)


def _call(name: str, *, costly: bool = False, required: bool = False) -> Question:
    return Question(name, (name,), lambda engine: getattr(engine, name)(), costly, required)


def _by_color(name: str, *, costly: bool = False) -> Question:
    return Question(name, (name,), lambda engine: [getattr(engine, name)(c) for c in ("light", "dark")], costly)


def _of_outcome(name: str, *, required: bool = False) -> Question:
    def ask(engine: Any) -> object:
        outcome = engine.outcome
        if outcome is None:
            return None
        return [getattr(outcome, name) if required else getattr(outcome, name, _SKIP)]

    return Question(f"outcome.{name}", ("outcome",), ask, required=required)


def _ask_rescues(engine: Any) -> object:
    return {group[0]: engine.rescues(group[0]) for group in engine.threatened()}


def _ask_is_legal(engine: Any) -> object:
    """Every move there is on the board, and some texts that name none."""
    words = [*reference.point_names(engine.size), "pass", "keep", "swap", "resign", "a0", "a01", "a1x", "A1", "z1", ""]
    return {word: engine.is_legal(word) for word in words}


def _ask_sight(engine: Any) -> object:
    """Three points, other ones at each ply."""
    names = reference.point_names(engine.size)
    return {
        names[i % len(names)]: engine.sight(names[i % len(names)]) for i in range(3 * engine.ply, 3 * engine.ply + 3)
    }


def _ask_undo(engine: Any) -> object:
    """Takes the last move back and plays it again: what is legal between, and whether all is as it was."""
    if engine.ply == 0:
        return None
    before = engine.legal_moves(), engine.is_over
    move = engine.undo()
    between = engine.legal_moves(), engine.is_over
    removed = engine.play(move)
    restored = (engine.legal_moves(), engine.is_over) == before
    return {"move": move, "between": between, "removed": removed, "restored": restored}


def _ask_round_trip(engine: Any) -> object:
    """The position read from its text and from its diagram, and its hash computed anew."""
    position = type(engine.position)
    from_text, from_diagram = position.from_text(engine.text), position.from_diagram(engine.diagram())
    return {
        "hash": engine.hash,
        "hash of text": from_text.hash,
        "text of diagram": from_diagram.text,
        "equal": from_text == engine.position and from_diagram == engine.position,
    }


QUESTIONS: tuple[Question, ...] = (
    _attribute("turn"),
    _attribute("turns"),
    _attribute("pie"),
    _attribute("participant"),
    _attribute("ply"),
    _call("legal_moves", required=True),
    _call("legal_actions"),
    _call("legal_mask"),
    _by_color("stones"),
    _by_color("groups"),
    _by_color("mobility"),
    _call("threatened"),
    _attribute("text"),
    _attribute("hash"),
    _attribute("occurrences"),
    _attribute("is_over", required=True),
    _of_outcome("winner", required=True),
    _of_outcome("reason"),
    _of_outcome("participant"),
    _call("features", costly=True),
    _call("diagram", costly=True),
    _by_color("paths", costly=True),
    Question("rescues", ("rescues", "threatened"), _ask_rescues, costly=True),
    Question("is_legal", ("is_legal", "size"), _ask_is_legal, costly=True),
    Question("sight", ("sight", "size", "ply"), _ask_sight, costly=True),
    Question("canonical", ("position",), lambda engine: engine.position.canonical().text, costly=True),
    Question("moves", ("moves", "removed"), lambda engine: [engine.moves, engine.removed], costly=True),
    Question("round_trip", ("position", "text", "diagram", "hash"), _ask_round_trip, costly=True),
    Question("undo", ("undo", "ply"), _ask_undo, costly=True),
)
"""All that :func:`compare` asks, in this order."""


# The comparison


@dataclass(frozen=True)
class Difference:
    """The first thing that two engines differ on. ``str()`` of it is a report with all one needs to see it again."""

    question: str
    names: tuple[str, str]
    answers: tuple[object, object]
    ply: int
    moves: tuple[str, ...]
    """The moves played so far."""
    text: str | None = None
    """The position's text and diagram, from the first of the two engines that has them."""
    diagram: str | None = None
    label: str = ""
    """Which game it was."""

    def __str__(self) -> str:
        width = max(map(len, self.names)) + 1
        lines = [f"{self.names[0]} and {self.names[1]} differ on {self.question} at ply {self.ply}"]
        if self.label:
            lines[0] += f" of {self.label}"
        lines += [f"  {name + ':':{width}} {answer!r}" for name, answer in zip(self.names, self.answers, strict=True)]
        for name, mine, other in zip(self.names, self.answers, reversed(self.answers), strict=True):
            if isinstance(mine, list) and isinstance(other, list) and (extra := [x for x in mine if x not in other]):
                lines.append(f"  only {name}: {extra!r}")
        lines.append(f"  moves: {' '.join(self.moves)}")
        if self.text is not None:
            lines.append(f"  text: {self.text}")
        if self.diagram is not None:
            lines += ["", self.diagram.rstrip("\n")]
        return "\n".join(lines)


def _plain(value: object) -> object:
    """The answer in built-in types: a tuple is as good as a list, an array as its numbers."""
    if isinstance(value, _Skip) or value is None or isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return {_plain(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        items = [_plain(item) for item in value]
        return _SKIP if any(isinstance(item, _Skip) for item in items) else items
    if hasattr(value, "tolist"):
        return _plain(value.tolist())
    return value if isinstance(value, bool | int | float) else repr(value)


class _Refused(str):
    """What an engine said instead of an answer."""


def _answer(ask: Callable[[Any], object], engine: Any, *, required: bool = False) -> object:
    try:
        return ask(engine)
    except Exception as error:  # whatever an engine raises is its answer
        if isinstance(error, NotImplementedError) and not required:
            return _SKIP
        return _Refused(f"raises {type(error).__name__}: {error}")


def _same(a: object, b: object) -> bool:
    if type(a) is type(b) and isinstance(a, str | list | dict) and a == b:
        return True  # the usual case, for speed
    a, b = _plain(a), _plain(b)
    if isinstance(a, _Skip) or isinstance(b, _Skip):
        return True
    if isinstance(a, _Refused) or isinstance(b, _Refused):
        return isinstance(a, _Refused) and isinstance(b, _Refused)
    return a == b


def _has(engine: object, name: str) -> bool:
    try:
        getattr(engine, name)
    except AttributeError:
        return False
    except Exception:  # it has it, and may not be able to say yet
        return True
    return True


class _Comparison:
    """Two engines in the same game, and a count of what they were asked."""

    def __init__(self, engines: tuple[Engine, Engine], names: tuple[str, str], label: str) -> None:
        for engine, name in zip(engines, names, strict=True):
            if missing := [attribute for attribute in _CORE if not _has(engine, attribute)]:
                raise TypeError(f"engine {name} has no {', '.join(missing)}: every engine needs {', '.join(_CORE)}")
        self.engines = engines
        self.names = names
        self.label = label
        self.questions = [q for q in QUESTIONS if all(_has(engine, need) for need in q.needs for engine in engines)]
        self.played: list[str] = []
        self.asked = 0

    def difference(self, question: str, answers: Sequence[object]) -> Difference:
        shown = []
        for ask in (lambda engine: engine.text, lambda engine: engine.diagram()):
            told = [_answer(ask, engine) for engine in self.engines]
            shown.append(next((x for x in told if isinstance(x, str) and not isinstance(x, _Refused)), None))
        a, b = (str(answer) if isinstance(answer, _Refused) else _plain(answer) for answer in answers)
        if isinstance(a, dict) and isinstance(b, dict):
            differ = [key for key in {**a, **b} if key not in a or key not in b or not _same(a[key], b[key])]
            a, b = ({key: answer[key] for key in differ if key in answer} for answer in (a, b))
        played = tuple(self.played)
        return Difference(question, self.names, (a, b), len(played), played, shown[0], shown[1], self.label)

    def check(self, question: str, ask: Callable[[Any], object], *, required: bool = False) -> Difference | None:
        self.asked += 1
        a, b = (_answer(ask, engine, required=required) for engine in self.engines)
        return None if _same(a, b) else self.difference(question, (a, b))

    def ask(self, *, costly: bool) -> Difference | None:
        asked = (question for question in self.questions if costly or not question.costly)
        return next(filter(None, (self.check(q.name, q.ask, required=q.required) for q in asked)), None)

    def play(self, move: str) -> Difference | None:
        """Plays a move in both; one that both refuse is none, and the game goes on."""
        self.asked += 1
        a, b = (_answer(lambda engine: engine.play(move), engine, required=True) for engine in self.engines)
        refused = [isinstance(answer, _Refused) for answer in (a, b)]
        if all(refused):
            return None
        if not any(refused):
            self.played.append(move)
            # An engine may return nothing; then there are no removed stones to compare.
            if a is None or b is None or _same(a, b):
                return None
        return self.difference(f"play({move!r})", (a, b))

    def run(self, moves: Iterable[str], every: int) -> Difference | None:
        found = self.ask(costly=True)
        for move in moves:
            if found:
                return found
            found = self.play(move) or self.ask(costly=len(self.played) % every == 0)
        return found or self.ask(costly=True)


def compare(
    make_a: Callable[[], Engine],
    make_b: Callable[[], Engine],
    moves: str | Iterable[str],
    *,
    names: tuple[str, str] = ("a", "b"),
    every: int = 1,
    label: str = "",
) -> Difference | None:
    """Drives two engines through the same game and returns the first :class:`Difference`, or None.

    ``make_a`` and ``make_b`` make the engines at the start of the game, ``moves`` are names (a string: separated by
    white space); one that both engines refuse is passed over. Before the first and after each move both are asked all
    :data:`QUESTIONS` that both know; those marked costly only after every ``every``-th move, at the start and at the
    end. Two errors count as the same answer, whatever their texts; NotImplementedError declines a question, and is an
    error like any other from the core. ``names`` and ``label`` are for the report.
    """
    if every < 1:
        raise ValueError("every is at least 1")
    comparison = _Comparison((make_a(), make_b()), names, label)
    return comparison.run(moves.split() if isinstance(moves, str) else moves, every)


def assert_same(
    make_a: Callable[[], Engine],
    make_b: Callable[[], Engine],
    moves: str | Iterable[str],
    *,
    names: tuple[str, str] = ("a", "b"),
    every: int = 1,
    label: str = "",
) -> None:
    """:func:`compare` for a test: raises AssertionError with the report of the first difference."""
    if found := compare(make_a, make_b, moves, names=names, every=every, label=label):
        raise AssertionError(str(found))


# The check of an evaluator


def check_evaluator(evaluator: Evaluator, size: str = "6/7", opening: Literal["plain", "pie"] = "plain") -> None:
    """Tries an evaluator for ``Search(evaluator=...)`` on positions of random games; AssertionError says what is wrong.

    It looks at what :class:`meridians.evaluators.Evaluator` promises: types, shapes and ranges, for full and for
    smaller batches; that a position alone is scored as in a batch; and that values do not fall where the participant
    to move clearly stands better, with Light or with Dark to move, as those of the wrong side or always of one do.
    """
    from meridians.evaluators import check

    if found := check(evaluator, size, opening):
        raise AssertionError("\n".join(["the evaluator is not one:", *(f"- {sentence}" for sentence in found)]))


# The check of this package itself


@dataclass(frozen=True)
class Selfcheck:
    """What :func:`selfcheck` did, and what it found."""

    games: int = 0
    plies: int = 0
    questions: int = 0
    rollouts: int = 0
    differences: tuple[Difference, ...] = field(default=())
    """The first difference of each game that has one, in the order of the games."""

    @property
    def passed(self) -> bool:
        """Whether nothing was found."""
        return not self.differences

    def __add__(self, other: Selfcheck) -> Selfcheck:
        return Selfcheck(
            self.games + other.games,
            self.plies + other.plies,
            self.questions + other.questions,
            self.rollouts + other.rollouts,
            self.differences + other.differences,
        )


def _with_illegal_moves(
    moves: list[str], game: reference.GameState, generator: reference.Generator, every: int
) -> Iterator[str]:
    """The moves, and before every ``every``-th, as the game then stands, a point that is not legal."""
    for ply, move in enumerate(moves, start=1):
        if ply % every == 0:
            legal = set(game.legal_moves())
            illegal = [point for point in reference.point_names(game.size) if point not in legal]
            if illegal:
                yield illegal[generator.draw(len(illegal))]
        yield move


def _check_game(task: tuple[str, int, int, int]) -> tuple[int, Selfcheck]:
    """One game of :func:`selfcheck`; a function of its arguments alone, in whatever process."""
    from meridians._core import GameState

    size, seed, index, every = task
    opening: Any = "pie" if index % 2 else "plain"
    names = ("compiled", "reference")
    label = f"game {index} of seed {seed}, {size} {opening}"
    twin = reference.GameState(size, opening)
    start = twin.copy()
    comparison = _Comparison((GameState(size, opening), twin), names, label)
    moves = start.rollout(seed, index).moves
    # A second stream for all that is not the game: the games are the rollouts of the same seed and index.
    side = reference.Generator(seed, index ^ 1 << 63)
    found = comparison.run(_with_illegal_moves(moves, twin, side, every), every)
    # A rollout knows no repetition (R13), so its moves are played on without that rule. The last is left out.
    middle = reference.GameState.from_moves(moves[: side.draw(len(moves))], size, opening, "none")
    for text in (start.text, middle.text):
        pair = _Comparison((GameState.from_text(text), reference.GameState.from_text(text)), names, f"{label}, rollout")
        found = found or pair.check(f"rollout({seed}, {index})", lambda engine: _rollout(engine, seed, index))
    result = Selfcheck(1, len(comparison.played), comparison.asked, 2, (found,) if found else ())
    return index, result


def _rollout(engine: Any, seed: int, index: int) -> list[object]:
    game = engine.rollout(seed, index)
    return [game.moves, game.plies, game.winner, game.unfinished, game.stones_removed]


def _ignore_interrupt() -> None:
    # Ctrl-C reaches every process of the terminal; only the one that was called is to answer it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def selfcheck(
    games: int = 100,
    *,
    size: str = "6/7",
    seed: int = 0,
    every: int = 7,
    jobs: int = 1,
    progress: Callable[[int, int], object] | None = None,
) -> Selfcheck:
    """Compares the compiled engine with :mod:`meridians.reference` in ``games`` random games, every other with the pie.

    Game i is rollout i of ``seed`` from the start, so that a difference can be seen again. Everything in
    :data:`QUESTIONS` is asked; what is costly in plain Python (rescue points, paths, ``is_legal`` of all points, text
    and diagram read back, undo) only after every ``every``-th ply, at the start and at the end. Before every such ply
    an illegal point is tried as well. Then two rollouts, from the start and from a random moment of the game, have to
    agree move for move. ``jobs``: processes, each a new interpreter, so a script that uses them needs the usual
    ``if __name__ == "__main__"``. ``progress(done, games)`` is called in this process after every game. Ctrl-C stops
    all processes.
    """
    if games < 0 or every < 1 or jobs < 1:
        raise ValueError("games is at least 0, every and jobs at least 1")
    size = reference.board_of(size).size
    tasks = [(size, seed, index, every) for index in range(games)]
    results: dict[int, Selfcheck] = {}

    def collect(checked: Iterable[tuple[int, Selfcheck]]) -> None:
        for index, result in checked:
            results[index] = result
            if progress is not None:
                progress(len(results), games)

    if jobs == 1:
        collect(map(_check_game, tasks))
    else:
        with multiprocessing.get_context("spawn").Pool(min(jobs, games) or 1, _ignore_interrupt) as pool:
            collect(pool.imap_unordered(_check_game, tasks))
    return sum((results[index] for index in range(games)), Selfcheck())
