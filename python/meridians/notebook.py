"""How games and positions show themselves in a notebook: as a picture, drawn by a module that is imported only then."""

from __future__ import annotations

from meridians._core import GameState, Position

__all__: list[str] = []

WIDTH = 420  # pixels


def _repr_svg_(self: GameState | Position) -> str:
    """The picture that Jupyter shows."""
    from meridians.render import svg

    return svg(self, size=WIDTH)


for _shown in (GameState, Position):
    _shown._repr_svg_ = _repr_svg_  # type: ignore[method-assign]
