"""Errors that no table of arguments has: what an illegal move says, values that do something when they are looked at,
and results that cannot be.
"""

from __future__ import annotations

import contextlib
import copy
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import meridians
from meridians import (
    GameState,
    IllegalMoveError,
    MeridiansError,
    Outcome,
    ParseError,
    Position,
    Rollouts,
    SetupError,
)


@pytest.mark.parametrize(
    ("moves", "opening", "move", "rule", "words"),
    [
        ("", "plain", "pass", "R10", "114 points are legal"),
        ("h1 d4", "plain", "h2", "R5", "adjacent"),
        ("h1 d4", "plain", "a1", "R5", "Light's first stone h1"),
        ("h1 d4 h8", "plain", "d3", "R5", "Dark's second stone"),
        ("h1 d4 h8 d6", "plain", "d4", "R6", "occupied by a Dark stone"),
        ("h1 d4 h8 d6", "plain", "m6", "R6", "not in sight of a Light stone"),
        ("h1 d4 h8 d6", "plain", "g13", "R2", "off the 6/7 board, row g has the points 1 to 12"),
        ("h1 d4 h8 d6", "plain", "n1", "R2", "its rows are a to m"),
        ("h1 d4", "plain", "keep", "R12", "without the pie"),
        ("h1", "pie", "swap", "R12", "answer the pie"),
        ("h1 d4", "pie", "h8", "R12", "must be answered first"),
        ("h1 d4", "pie", "pass", "R12", "must be answered first"),
        ("h1 d4 keep", "pie", "keep", "R12", "right after both first stones"),
    ],
)
def test_an_illegal_move_says_which_rule(moves: str, opening: Any, move: str, rule: str, words: str) -> None:
    game = GameState.from_moves(moves, opening=opening)
    with pytest.raises(IllegalMoveError, match=words) as caught:
        game.play(move)
    assert (caught.value.move, caught.value.rule) == (move, rule)
    assert move in str(caught.value)
    assert f"({rule})" in str(caught.value)


def test_the_error_classes() -> None:
    assert issubclass(MeridiansError, ValueError)
    for error in (IllegalMoveError, ParseError, SetupError):
        assert error.__bases__ == (MeridiansError,)
        assert error.__module__ == "meridians"


USES: dict[str, Callable[[GameState], object]] = {
    "play": lambda game: game.play("h1"),
    "undo": lambda game: game.undo(),
    "resign": lambda game: game.resign(),
    "copy": lambda game: game.copy(),
    "rollout": lambda game: game.rollout(),
    "rollouts": lambda game: game.rollouts(2),
    "perft": lambda game: meridians.perft(game, 1),
    "divide": lambda game: meridians.divide(game, 1),
    "legal_mask": lambda game: game.legal_mask(),
    "equality": lambda game: game == game.copy(),
    "self equality": lambda game: game == game,
    "repr": repr,
    "str": str,
    "deepcopy": copy.deepcopy,
    "pickle": pickle.dumps,
    "raise": lambda _: 1 / 0,
}


@pytest.mark.parametrize("use", USES.values(), ids=list(USES))
def test_a_number_that_uses_the_game_while_it_is_played(use: Callable[[GameState], object]) -> None:
    class Number:
        def __index__(self) -> int:
            use(game)
            return 8

    game = GameState.from_moves("a1 b1")
    before = game.copy()
    for method in (game.play, game.is_legal, game.why_illegal, game.position.play, game.color_of, game.rollout):
        with contextlib.suppress(Exception):  # a panic is no Exception
            method(Number())
        while game.is_over or game.ply > 2:
            game.undo()
        for move in before.moves[game.ply :]:
            game.play(move)
    assert game == before


def test_values_that_cannot_be() -> None:
    with pytest.raises(MeridiansError, match="repetition"):
        Outcome("light", "repetition", 0)
    for reason in ("elimination", "resignation"):
        with pytest.raises(MeridiansError, match="winner"):
            Outcome(None, reason, None)
    for winner, reason, participant in (("light", "elimination", None), (None, "repetition", 0)):
        with pytest.raises(MeridiansError, match="participant"):
            Outcome(winner, reason, participant)
    with pytest.raises(MeridiansError, match="games"):
        Rollouts(2**64 - 1, 1, 0, 0, 0, 0, 0)


def test_the_action_after_the_last_depends_on_size_and_opening() -> None:
    for size, opening, count in (("2/3", "plain", 15), ("2/3", "pie", 17), ("7/8", "pie", 157)):
        assert meridians.move_text(count - 1, size, opening) in ("pass", "swap")
        with pytest.raises(MeridiansError, match=str(count)):
            meridians.move_text(count, size, opening)
    for move in ("keep", "swap"):
        with pytest.raises(MeridiansError, match=r"R12"):
            meridians.parse_move(move)


class Index:
    """A number whose `__index__` does something first."""

    def __init__(self, action: Callable[[], int]) -> None:
        self.action = action

    def __index__(self) -> int:
        return self.action()


def raising(error: BaseException) -> Callable[[], int]:
    def action() -> int:
        raise error

    return action


@pytest.mark.parametrize("error", [KeyboardInterrupt(), ZeroDivisionError("mine"), MemoryError()])
def test_what_a_table_raises_is_raised(error: BaseException) -> None:
    def table() -> Iterator[int]:
        raise error
        yield

    for name in ("lengths", "ownership", "first_moves", "amaf"):
        with pytest.raises(type(error)):
            Rollouts(1, 0, 0, 1, 1, 1, 1, **{name: table()})  # type: ignore[arg-type]


@pytest.mark.parametrize("error", [KeyboardInterrupt(), ZeroDivisionError("mine"), MemoryError()])
def test_what_a_number_raises_is_raised(error: BaseException) -> None:
    game = GameState()
    number = Index(raising(error))
    calls: list[Callable[[], object]] = [
        lambda: game.play(number),
        lambda: game.is_legal(number),
        lambda: game.why_illegal(number),
        lambda: Position().play(number),
        lambda: game.rollouts(number),  # type: ignore[arg-type]
        lambda: game.rollout(seed=number),  # type: ignore[arg-type]
    ]
    for call in calls:
        with pytest.raises(type(error)):
            call()
    assert game.ply == 0


def test_a_number_may_look_at_the_game_that_it_is_played_in() -> None:
    game = GameState()
    looking = Index(lambda: game.ply + len(game.legal_moves()) - game.points)
    assert game.is_legal(looking)
    assert game.play(looking) == []
    assert game.moves == ["a1"]


def test_arrays_and_buffers_are_no_moves() -> None:
    with pytest.raises(TypeError):
        GameState().play(np.array([7]))  # type: ignore[arg-type]
    for moves in (b"h1", bytearray(b"h1"), memoryview(b"h1")):
        with pytest.raises(TypeError, match="moves must be a text"):
            GameState.from_moves(moves)


def test_made_up_statistics_do_not_overflow() -> None:
    huge = Rollouts(10, 0, 0, 100, 2**127, 1, 0)
    assert huge.sd_plies == pytest.approx((2**127 / 10 - 100) ** 0.5)
