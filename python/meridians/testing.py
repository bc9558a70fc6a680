"""Tools for testing an engine: :func:`compare` two on the same game, :func:`selfcheck` this package, Hypothesis strategies.

An engine is anything with the questions of :class:`meridians.GameState` under the same names; it needs four of them
(:class:`Engine`), and is asked the others only if it has them. The strategies ``games``, ``positions`` and ``sizes`` are those of
:mod:`meridians.strategies`, imported when first used, so that this module works without Hypothesis.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from meridians import reference

if TYPE_CHECKING:
    from meridians._core import GameState
    from meridians.strategies import games as games
    from meridians.strategies import positions as positions
    from meridians.strategies import sizes as sizes

__all__ = ["QUESTIONS", "Difference", "Engine", "Question", "Selfcheck", "assert_same", "compare", "selfcheck"]

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
        """Plays a move. Raises for one that is not legal, and leaves the game as it was. May return the stones removed."""

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

    ``ask(engine, words)`` gives the answer; ``words`` are moves, legal and not, by name.
    """

    name: str
    needs: tuple[str, ...]
    ask: Callable[[Any, Sequence[str]], object]
    costly: bool = False


def _attribute(name: str) -> Question:
    return Question(name, (name,), lambda engine, words: getattr(engine, name))


def _call(name: str, *, costly: bool = False) -> Question:
    return Question(name, (name,), lambda engine, words: getattr(engine, name)(), costly)


def _by_color(name: str, *, costly: bool = False) -> Question:
    return Question(name, (name,), lambda engine, words: [getattr(engine, name)(c) for c in ("light", "dark")], costly)


def _of_outcome(name: str) -> Question:
    def ask(engine: Any, words: Sequence[str]) -> object:
        outcome = engine.outcome
        return None if outcome is None else [getattr(outcome, name, _SKIP)]

    return Question(f"outcome.{name}", ("outcome",), ask)


def _ask_rescues(engine: Any, words: Sequence[str]) -> object:
    return {group[0]: engine.rescues(group[0]) for group in engine.threatened()}


def _ask_undo(engine: Any, words: Sequence[str]) -> object:
    """Takes the last move back and plays it again: the position between, and whether all is as it was."""
    if engine.ply == 0:
        return None
    before = engine.legal_moves(), engine.is_over
    move = engine.undo()
    between = engine.legal_moves(), engine.is_over
    removed = engine.play(move)
    return {
        "move": move,
        "between": between,
        "removed": removed,
        "restored": (engine.legal_moves(), engine.is_over) == before,
    }


def _ask_round_trip(engine: Any, words: Sequence[str]) -> object:
    """The position read from its text and from its diagram, and its hash computed anew: they must be the engine's own."""
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
    _call("legal_moves"),
    _call("legal_actions"),
    _call("legal_mask"),
    _by_color("stones"),
    _by_color("groups"),
    _by_color("mobility"),
    _call("threatened"),
    _attribute("text"),
    _attribute("hash"),
    _attribute("occurrences"),
    _attribute("is_over"),
    _of_outcome("winner"),
    _of_outcome("reason"),
    _of_outcome("participant"),
    _call("diagram", costly=True),
    _by_color("paths", costly=True),
    Question("rescues", ("rescues", "threatened"), _ask_rescues, costly=True),
    Question("is_legal", ("is_legal",), lambda engine, words: {w: engine.is_legal(w) for w in words}, costly=True),
    Question("sight", ("sight",), lambda engine, words: {w: engine.sight(w) for w in words[:3]}, costly=True),
    Question("canonical", ("canonical", "text"), lambda engine, words: engine.canonical().text, costly=True),
    Question("moves", ("moves", "removed"), lambda engine, words: [engine.moves, engine.removed], costly=True),
    Question("round_trip", ("position", "text", "diagram", "hash"), _ask_round_trip, costly=True),
    Question("undo", ("undo", "ply"), _ask_undo, costly=True),
)
"""All that :func:`compare` asks, in this order."""


# The comparison


@dataclass(frozen=True)
class Difference:
    """The first thing that two engines did not agree on. ``str()`` of it is a report with all one needs to see it again."""

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


def _answer(ask: Callable[[], object]) -> object:
    try:
        return _plain(ask())
    except NotImplementedError:
        return _SKIP
    except Exception as error:  # whatever an engine raises is its answer
        return _Refused(f"raises {type(error).__name__}: {error}")


def _same(a: object, b: object) -> bool:
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
        self.words = self._points()

    def _points(self) -> list[str]:
        """The points of the board, if an engine says its size; else what can be played at first."""
        for engine in self.engines:
            size = getattr(engine, "size", None)
            if size in reference.SIZES:
                return reference.point_names(size)
        return list(self.engines[0].legal_moves())

    def difference(self, question: str, answers: tuple[object, object]) -> Difference:
        shown = {}
        for name, ask in (("text", lambda engine: engine.text), ("diagram", lambda engine: engine.diagram())):
            answers_of_all = (_answer(lambda ask=ask, engine=engine: ask(engine)) for engine in self.engines)  # type: ignore[misc]
            shown[name] = next((x for x in answers_of_all if isinstance(x, str) and not isinstance(x, _Refused)), None)
        plain = (_shown(answers[0]), _shown(answers[1]))
        return Difference(question, self.names, plain, len(self.played), tuple(self.played), label=self.label, **shown)

    def check(self, question: str, ask: Callable[[Any], object]) -> Difference | None:
        self.asked += 1
        a, b = (_answer(lambda engine=engine: ask(engine)) for engine in self.engines)  # type: ignore[misc]
        return None if _same(a, b) else self.difference(question, (a, b))

    def ask(self, *, costly: bool) -> Difference | None:
        words = [
            *self.words[len(self.played) % len(self.words) :],
            *self.words,
            "pass",
            "keep",
            "swap",
            "a0",
            "a1x",
            "",
        ]
        for question in self.questions:
            if question.costly <= costly and (
                found := self.check(question.name, lambda e, q=question: q.ask(e, words))
            ):
                return found
        return None

    def play(self, move: str) -> Difference | None:
        """Plays a move in both; one that both refuse is none, and the game goes on."""
        self.asked += 1
        a, b = (_answer(lambda engine=engine: engine.play(move)) for engine in self.engines)  # type: ignore[misc]
        question = f"play({move!r})"
        if isinstance(a, _Refused) and isinstance(b, _Refused):
            return None
        if isinstance(a, _Refused) or isinstance(b, _Refused):
            return self.difference(question, (a, b))
        self.played.append(move)
        # An engine may return nothing; then there are no removed stones to compare.
        return None if a is None or b is None or _same(a, b) else self.difference(question, (a, b))

    def run(self, moves: Iterable[str], every: int) -> Difference | None:
        found = self.ask(costly=True)
        for count, move in enumerate(moves, start=1):
            found = found or self.play(move) or self.ask(costly=count % every == 0)
            if found:
                return found
        return found or self.ask(costly=True)


def _shown(answer: object) -> object:
    return str(answer) if isinstance(answer, _Refused) else answer


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
    end. Two errors count as the same answer, whatever their texts. ``names`` and ``label`` are for the report.
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


def _with_illegal_moves(moves: list[str], size: str, generator: reference.Generator, every: int) -> Iterator[str]:
    """The moves, with a point drawn at random before every ``every``-th: mostly illegal, or else the game takes a turn."""
    points = reference.point_names(size)
    for ply, move in enumerate(moves):
        if ply % every == every - 1:
            yield points[generator.draw(len(points))]
        yield move


def _check_game(task: tuple[str, int, int, int]) -> tuple[int, Selfcheck]:
    """One game of :func:`selfcheck`; a function of its arguments alone, in whatever process."""
    from meridians._core import GameState

    size, seed, index, every = task
    opening: Any = "pie" if index % 2 else "plain"
    names = ("compiled", "reference")
    label = f"game {index} of seed {seed}, {size} {opening}"
    engines = GameState(size, opening), reference.GameState(size, opening)
    start = engines[1].copy()
    comparison = _Comparison(engines, names, label)
    moves = start.rollout(seed, index).moves
    # A second stream for all that is not the game: the games are the rollouts of the same seed and index.
    side = reference.Generator(seed, index ^ 1 << 63)
    found = comparison.run(_with_illegal_moves(moves, size, side, every), every)
    for _ in moves[: side.draw(len(moves))]:
        start.play(start.legal_actions()[side.draw(len(start.legal_actions()))])
        if start.is_over:
            start.undo()
            break
    for text in (reference.GameState(size, opening).text, start.text):
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
    :data:`QUESTIONS` is asked; what is costly in plain Python (rescue points, paths, ``is_legal`` of all points, reading text and diagram
    back, undo) only after every ``every``-th ply, at the start and at the end; there also a random point is tried as a
    move, which is mostly illegal. Then two rollouts, from the start and from a random position, have to agree move for
    move. ``jobs``: processes, each a new interpreter, so a script that uses them needs the usual
    ``if __name__ == "__main__"``. ``progress(done, games)`` is called here after every game. Ctrl-C stops all processes.
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
