"""What a search asks of an evaluator of yours: the protocol, and its check (``docs/evaluators.md``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from meridians._core import GameState, Position, encode

__all__ = ["Evaluator", "check"]


class Evaluator(Protocol):
    """Priors and values for ``Search(engine="puct", evaluator=...)``, and for ``"gumbel"``.

    It may have an attribute ``batch_size``: how many positions it would like to see at once, 1..4096, read when the
    search is made; 16 if there is none.
    """

    def evaluate(
        self, planes: NDArray[np.uint8], legal: NDArray[np.bool_], /
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Priors float32 ``[B, A]`` and values float32 ``[B]`` of B positions.

        ``planes`` uint8 ``[B, C, H, W]`` are those of :func:`meridians.encode`, ``legal`` bool ``[B, A]`` is true at
        the legal actions. Both are new arrays that it may keep and change. B is at most ``batch_size``. Priors are
        weights: in each row those of the legal actions are finite and 0 or more, one at least positive; they need not
        add up to 1, and those of illegal actions are ignored. Values are chances from 0 to 1 that the *participant to
        move* wins, a draw counting half; a value v from -1 to 1 is the chance (v + 1) / 2. It is called on the thread
        that called :meth:`meridians.Search.run`, and never about a position that is over or whose pie
        is not answered.
        """


def check(evaluator: Evaluator, size: str = "6/7", opening: Literal["plain", "pie"] = "plain") -> list[str]:
    """What is wrong with an evaluator, in sentences; see :func:`meridians.testing.check_evaluator`."""
    if not callable(getattr(evaluator, "evaluate", None)):
        return [f"{type(evaluator).__name__} has no method evaluate(planes, legal)"]
    batch_size = getattr(evaluator, "batch_size", 16)
    if type(batch_size) is not int or not 1 <= batch_size <= 4096:
        return [f"batch_size must be a whole number from 1 to 4096, not {batch_size!r}"]
    return list(_to_the_end(_found(evaluator, batch_size, size, opening)))


def _to_the_end(found: Iterator[str]) -> Iterator[str]:
    """What is found, and what ended the search for more."""
    try:
        yield from found
    except _WrongAnswerError as wrong:
        yield from wrong.found


class _WrongAnswerError(Exception):
    """An answer that is none, after which nothing else is asked: what is wrong with it."""

    def __init__(self, found: list[str]) -> None:
        super().__init__(*found)
        self.found = found


def _answer(
    evaluator: Evaluator, planes: NDArray[np.uint8], legal: NDArray[np.bool_]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What the evaluator says of a batch, if it is an answer."""
    alone = len(planes) == 1  # what goes wrong there alone is another fault than what always does
    batch = "for a batch of one" if alone else f"for {len(planes)} positions"
    try:
        answer = evaluator.evaluate(planes.copy(), legal.copy())
    except Exception as error:  # whatever it raises is what is wrong with it
        raise _WrongAnswerError([f"evaluate raises {type(error).__name__}: {error} ({batch})"]) from None
    if wrong := _wrong_answer(answer, legal):
        raise _WrongAnswerError([f"{sentence} ({batch})" if alone else sentence for sentence in wrong])
    return answer


def _found(evaluator: Evaluator, batch_size: int, size: str, opening: Literal["plain", "pie"]) -> Iterator[str]:
    """What is wrong with an evaluator that can be asked; _WrongAnswerError at the first answer that is none."""
    positions = _positions(size, opening)
    planes = np.stack([encode(position) for position in positions])
    legal = np.stack([position.legal_mask() for position in positions])
    values = np.zeros(len(positions), np.float32)
    priors = np.zeros(legal.shape, np.float32)
    for start in range(0, len(positions), batch_size):
        rows = slice(start, start + batch_size)
        priors[rows], values[rows] = _answer(evaluator, planes[rows], legal[rows])
    for row in (0, len(positions) - 1):
        prior, value = _answer(evaluator, planes[row : row + 1], legal[row : row + 1])
        if abs(value[0] - values[row]) > _SAME or np.abs((prior[0] - priors[row])[legal[row]]).max() > _SAME:
            yield "a position alone has other priors or another value than in a batch: is it in training mode?"
            break
    if wrong_sides := [color for color, told in _told(evaluator, batch_size, size, opening) if told < _REVERSED]:
        guess = {"light": "always Dark's", "dark": "always Light's"}[wrong_sides[0]]
        if len(wrong_sides) == 2:
            guess = "those of the other side"
        yield (
            f"values are high where the participant to move stands badly, with {' and '.join(wrong_sides)} to move: "
            f"are they {guess}?"
        )


_SAME = 1e-3
"""How far numbers may differ that should be the same."""
_REVERSED = -0.4
"""The correlation with who wins below which values are taken for those of the other side."""


_GAMES = 60
"""Random games whose positions are looked at for clear ones."""
_CLEAR = 24
"""The positions that are won most clearly, and as many that are lost most clearly, for each colour to move."""


def _told(
    evaluator: Evaluator, batch_size: int, size: str, opening: Literal["plain", "pie"]
) -> Iterator[tuple[str, float]]:
    """How values go with who wins, from -1 to 1, for each colour to move: values that are always Light's fail for Dark.

    Who wins is said by the learned evaluation, of positions in the second half of random games.
    """
    rated: dict[str, list[tuple[float, Position]]] = {"light": [], "dark": []}
    for index in range(_GAMES):
        moves = GameState(size, opening).rollout(1, index).moves
        game = GameState(size, opening, "none")
        for ply, move in enumerate(moves[:-2]):
            game.play(move)
            position = game.position
            if 2 * ply > len(moves) and position.pie != "pie" and "pass" not in position.legal_moves():
                rated[position.turn].append((position.chance(position.turn), position))
    for color, places in rated.items():
        places.sort(key=lambda place: place[0])
        clear = places if len(places) < 2 * _CLEAR else places[:_CLEAR] + places[-_CLEAR:]
        values = []
        for start in range(0, len(clear), batch_size):
            batch = [position for _, position in clear[start : start + batch_size]]
            planes = np.stack([encode(position) for position in batch])
            values += _answer(evaluator, planes, np.stack([position.legal_mask() for position in batch]))[1].tolist()
        is_even = max(values) - min(values) < _SAME
        yield color, 0.0 if is_even else float(np.corrcoef([chance for chance, _ in clear], values)[0, 1])


def _positions(size: str, opening: Literal["plain", "pie"]) -> list[Position]:
    """Positions of all parts of random games, that an evaluator may be asked about."""
    found = []
    for index in range(24):
        moves = GameState(size, opening).rollout(0, index).moves
        game = GameState(size, opening, "none")
        stop = len(moves) * index // 24
        for move in moves[:stop]:
            game.play(move)
        if game.position.pie != "pie":
            found.append(game.position)
    return found


def _wrong_answer(answer: object, legal: NDArray[np.bool_]) -> list[str]:
    """What is wrong with what was returned for a batch."""
    rows, actions = legal.shape
    if not isinstance(answer, tuple) or len(answer) != 2:
        return [f"evaluate must return a tuple of two arrays, (priors, values), not {type(answer).__name__}"]
    found = []
    for name, array, shape in zip(("priors", "values"), answer, ((rows, actions), (rows,)), strict=True):
        if not isinstance(array, np.ndarray):
            found.append(f"{name} must be a numpy array, not {type(array).__name__}")
        elif (array.dtype, array.shape) != (np.dtype(np.float32), shape):
            found.append(f"{name} must be float32 of shape {shape}, not {array.dtype} of shape {array.shape}")
    if found:
        return found
    priors, values = answer
    if not ((values >= 0) & (values <= 1)).all():
        found.append(
            f"values must be chances from 0 to 1, and they go from {values.min()} to {values.max()}; "
            "a value v from -1 to 1 is the chance (v + 1) / 2"
        )
    of_legal = np.where(legal, priors, 0)
    if not (np.isfinite(of_legal) & (of_legal >= 0)).all():
        found.append("priors of legal actions must be finite and 0 or more: are they logits that no softmax has seen?")
    elif not (of_legal > 0).any(axis=1).all():
        found.append("priors must be positive on a legal action, and in some rows all of them are 0")
    return found
