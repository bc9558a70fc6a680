"""How games, positions and records show themselves in a notebook: as a picture, drawn by a module that is imported only
then.
"""

from __future__ import annotations

from meridians._core import GameState, Position, Record, RecordNode

__all__: list[str] = []

WIDTH = 420  # pixels, of one board
STRIP_WIDTH = 1000  # of all boards of a strip at most


def _board(self: GameState | Position | RecordNode) -> str:
    """The picture that Jupyter shows."""
    from meridians.render import svg

    return svg(self, size=WIDTH)


def _strip(self: Record) -> str:
    """The strip of key positions that Jupyter shows."""
    from meridians.render import key_plies, strip

    plies = key_plies(self)
    coordinates = len(plies) < 3  # they could not be read
    return strip(self, plies, size=min(WIDTH * len(plies), STRIP_WIDTH), coordinates=coordinates)


for _shown in (GameState, Position, RecordNode):
    _shown._repr_svg_ = _board  # type: ignore[method-assign]
Record._repr_svg_ = _strip  # type: ignore[method-assign]
