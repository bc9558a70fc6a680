"""Hypothesis strategies for games and positions of the compiled engine, shrinking to short games on small boards.

They are re-exported by :mod:`meridians.testing`. This is the only module that imports Hypothesis.
"""

from collections.abc import Sequence
from typing import Literal

try:
    from hypothesis import strategies as st
except ModuleNotFoundError as error:
    if error.name != "hypothesis":
        raise
    message = "the strategies of meridians.testing need Hypothesis: pip install meridians[testing]"
    raise ModuleNotFoundError(message, name=error.name) from None

from meridians._core import GameState, Position
from meridians.reference import SIZES

__all__ = ["games", "positions", "sizes"]

_Opening = Literal["plain", "pie"]


def sizes() -> st.SearchStrategy[str]:
    """The sizes of board, the smallest being the simplest."""
    return st.sampled_from(SIZES)


@st.composite
def games(
    draw: st.DrawFn,
    size: str | st.SearchStrategy[str] | None = None,
    openings: Sequence[_Opening] = ("plain", "pie"),
    max_plies: int | None = None,
    repetition: Literal["draw", "none"] = "draw",
    *,
    ongoing: bool = False,
) -> GameState:
    """Games of up to ``max_plies`` plies (default: twice the points, which lets most games end) of random legal moves.

    ``size``: one size or a strategy for it (default: :func:`sizes`). ``ongoing``: only games that are not over.
    """
    board = draw(sizes() if size is None else st.just(size) if isinstance(size, str) else size)
    game = GameState(board, draw(st.sampled_from(list(openings))), repetition)
    plies = draw(st.integers(0, 2 * game.points if max_plies is None else max_plies))
    # Ranks, not actions: any rank stands for a legal action, so that nothing is rejected and every part can shrink.
    for _ in range(plies):
        actions = game.legal_actions()
        if not actions:
            break
        game.play(actions[draw(st.integers(0, len(actions) - 1))])
    if ongoing and game.is_over:
        game.undo()
    return game


def positions(
    size: str | st.SearchStrategy[str] | None = None,
    openings: Sequence[_Opening] = ("plain", "pie"),
    max_plies: int | None = None,
    *,
    ongoing: bool = False,
) -> st.SearchStrategy[Position]:
    """Positions that occur in :func:`games`."""
    return games(size, openings, max_plies, ongoing=ongoing).map(lambda game: game.position)
