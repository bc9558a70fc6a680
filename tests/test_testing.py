"""The test tools: that they find what is wrong, pass what is right, and that the compiled engine passes them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import find, given, settings

from meridians import GameState, Position, reference, testing

MOVES = "h1 d4 b2 d6 h8 g6 d5 g8 g7"


# Engines with one fault each


class RemovesNothing(reference.GameState):
    def play(self, move: Any) -> list[str]:
        super().play(move)
        return []


class AllowsAdjacentSecondStone(reference.GameState):
    def legal_moves(self) -> list[str]:
        extra = ["h2"] if self.ply == 2 else []
        return sorted(super().legal_moves() + extra, key=reference.point_names().index)


class SeesNoThreat(reference.GameState):
    def threatened(self) -> list[list[str]]:
        return []


class RescuesTooMuch(reference.GameState):
    def rescues(self, point: str) -> list[str]:
        return [*super().rescues(point), "m6"]


class HashesByPly(reference.GameState):
    @property
    def hash(self) -> int:
        return super().hash ^ self.ply // 3


class ForgetsUndo(reference.GameState):
    def undo(self) -> str:
        return "a1"


class TakesAnything(reference.GameState):
    def is_legal(self, move: Any) -> bool:
        return super().is_legal(move) or move == "a1x"


class RefusesLate(reference.GameState):
    def play(self, move: Any) -> list[str]:
        if self.ply == 4:
            raise RuntimeError("tired")
        return super().play(move)


@pytest.mark.parametrize(
    ("fault", "question", "ply"),
    [
        (RemovesNothing, "play('g8')", 8),
        (AllowsAdjacentSecondStone, "legal_moves", 2),
        (SeesNoThreat, "threatened", 7),
        (RescuesTooMuch, "rescues", 7),
        (HashesByPly, "hash", 3),
        (ForgetsUndo, "undo", 1),
        (TakesAnything, "is_legal", 0),
        (RefusesLate, "play('h8')", 4),
    ],
)
def test_each_fault_is_found(fault: Callable[[], testing.Engine], question: str, ply: int) -> None:
    for engines, names in (((fault, reference.GameState), ("bad", "good")), ((reference.GameState, fault), ("a", "b"))):
        found = testing.compare(*engines, MOVES, names=names)
        assert found is not None
        assert (found.question, found.ply, list(found.moves)) == (question, ply, MOVES.split()[:ply])


def test_the_report_has_what_one_needs() -> None:
    with pytest.raises(AssertionError) as caught:
        testing.assert_same(
            AllowsAdjacentSecondStone, reference.GameState, MOVES, names=("mine", "theirs"), label="the first game"
        )
    report = str(caught.value)
    assert report.startswith("mine and theirs differ on legal_moves at ply 2 of the first game\n")
    for part in ("only mine: ['h2']", "moves: h1 d4\n", "text: 6/7 6/7/8/9/10/o10/", "\n h1 o . . ."):
        assert part in report


def test_long_answers_are_cut_to_what_differs() -> None:
    found = testing.compare(TakesAnything, reference.GameState, "")
    assert found is not None
    assert found.answers == ({"a1x": True}, {"a1x": False})


def test_costly_questions_can_be_rare() -> None:
    found = testing.compare(ForgetsUndo, reference.GameState, MOVES, every=4)
    assert found is not None
    assert found.ply == 4


# Engines that know little


class Least:
    """The core and nothing else, and an outcome that is only a winner."""

    class Result:
        winner = "light"

    def __init__(self) -> None:
        self.game = reference.GameState("3/4")

    def legal_moves(self) -> tuple[str, ...]:
        return tuple(self.game.legal_moves())

    def play(self, move: str) -> None:
        self.game.play(move)

    @property
    def is_over(self) -> bool:
        return self.game.is_over

    @property
    def outcome(self) -> Least.Result | None:
        return self.Result() if self.game.is_over else None


class LeastWithGroups(Least):
    def groups(self, color: str) -> list[list[str]]:
        raise NotImplementedError


def test_an_engine_needs_only_the_core() -> None:
    for engine in (Least, LeastWithGroups):
        testing.assert_same(engine, lambda: reference.GameState("3/4"), "e4 g2 e2 pass")


class NoWinner(Least):
    class Result:  # type: ignore[assignment]
        reason = "elimination"


class CannotPlay(Least):
    def play(self, move: str) -> None:
        raise NotImplementedError


class CannotTellMoves(Least):
    def legal_moves(self) -> tuple[str, ...]:
        raise NotImplementedError


class CannotTellEnd(Least):
    @property
    def is_over(self) -> bool:
        raise NotImplementedError


class CannotTellOutcome(Least):
    @property
    def outcome(self) -> Least.Result | None:
        raise NotImplementedError


@pytest.mark.parametrize(
    ("engine", "question", "ply", "error"),
    [
        (NoWinner, "outcome.winner", 4, "raises AttributeError"),
        (CannotPlay, "play('e4')", 0, "raises NotImplementedError"),
        (CannotTellMoves, "legal_moves", 0, "raises NotImplementedError"),
        (CannotTellEnd, "is_over", 0, "raises NotImplementedError"),
        (CannotTellOutcome, "outcome.winner", 0, "raises NotImplementedError"),
    ],
)
def test_the_core_has_to_answer(engine: Callable[[], testing.Engine], question: str, ply: int, error: str) -> None:
    found = testing.compare(engine, lambda: reference.GameState("3/4"), "e4 g2 e2 pass")
    assert found is not None
    assert (found.question, found.ply) == (question, ply)
    assert str(found.answers[0]).startswith(error)


def test_an_engine_without_the_core_is_refused() -> None:
    with pytest.raises(TypeError, match="engine b has no legal_moves, play, is_over, outcome"):
        testing.compare(Least, object, "")  # type: ignore[arg-type]


def test_a_move_that_both_refuse_is_passed_over() -> None:
    testing.assert_same(GameState, reference.GameState, ["h1", "h1", "pass", "nonsense", "d4", "h2", "h8"])


# The check of the package


@pytest.mark.slow
@pytest.mark.parametrize("size", reference.SIZES)
def test_selfcheck_passes(size: str) -> None:
    """At least two thousand plies on every size."""
    games = {"2/3": 280, "3/4": 130, "4/5": 60, "5/6": 34, "6/7": 22, "7/8": 16}[size]
    told: list[tuple[int, int]] = []
    result = testing.selfcheck(games, size=size, seed=2, progress=lambda done, games: told.append((done, games)))
    assert result.passed, str(result.differences[0])
    assert (result.games, result.rollouts) == (games, 2 * games)
    assert result.plies >= 2000
    assert result.questions > 20 * result.plies
    assert told == [(done, games) for done in range(1, games + 1)]


def test_selfcheck_finds_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meridians._core.GameState", SeesNoThreat)
    result = testing.selfcheck(2, size="3/4", seed=1)
    assert not result.passed
    first = result.differences[0]
    assert (first.question, first.names, first.label) == (
        "threatened",
        ("compiled", "reference"),
        "game 0 of seed 1, 3/4 plain",
    )
    assert list(first.moves) == reference.GameState("3/4").rollout(seed=1, index=0).moves[: first.ply]


@pytest.mark.slow
def test_selfcheck_in_processes_is_the_same() -> None:
    assert testing.selfcheck(8, size="2/3", jobs=2) == testing.selfcheck(8, size="2/3")


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs process groups")
def test_selfcheck_stops_at_ctrl_c() -> None:
    script = (
        "from meridians.testing import selfcheck\n"
        "if __name__ == '__main__':\n"
        "    selfcheck(10**5, jobs=2, progress=lambda done, games: print(done, flush=True))\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        # A background job inherits that SIGINT is ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == b"1\n"
        asked = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        # The workers hold the pipes too: this returns when the last of them has gone.
        _, errors = process.communicate(timeout=60)
        assert time.monotonic() - asked < 30
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    assert b"KeyboardInterrupt" in errors
    assert process.returncode != 0


# Hypothesis strategies


@given(testing.games())
def test_games_are_those_of_the_reference(game: GameState) -> None:
    twin = reference.GameState.from_moves(game.moves, game.size, game.opening)
    assert (twin.text, twin.legal_actions(), twin.removed) == (game.text, game.legal_actions(), game.removed)


@given(testing.games(size="3/4", openings=("pie",), max_plies=9, ongoing=True))
def test_ongoing_games_go_on(game: GameState) -> None:
    assert (game.size, game.opening) == ("3/4", "pie")
    assert game.ply <= 9
    assert game.legal_moves()


@given(testing.positions(testing.sizes()))
def test_positions_have_a_text(position: Position) -> None:
    assert Position.from_text(position.text) == position


def test_games_shrink_to_short_ones_on_small_boards() -> None:
    def has_removed(game: GameState) -> bool:
        return any(game.removed)

    # Without the database a poorly shrunk example of one run cannot come back in the next.
    fresh = settings(database=None, max_examples=2000)
    game = find(testing.games(), has_removed, settings=fresh, random=Random(0))
    assert (game.size, game.opening) == ("2/3", "plain")
    assert game.ply <= 7
    assert find(testing.games(), lambda _: True, settings=fresh, random=Random(0)) == GameState("2/3")


def test_without_hypothesis_one_sentence() -> None:
    script = (
        "import sys\n"
        "sys.modules['hypothesis'] = None\n"
        "from meridians import testing\n"
        "try:\n"
        "    testing.games\n"
        "except ModuleNotFoundError as error:\n"
        "    print(error)\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "the strategies of meridians.testing need Hypothesis: pip install meridians[testing]"


def test_no_such_name() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        testing.nonsense  # noqa: B018
