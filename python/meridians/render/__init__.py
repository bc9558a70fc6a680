"""Pictures of positions and games: SVG, PNG, animations, and diagrams with colours. See ``docs/pictures.md``.

>>> from meridians import GameState, render
>>> picture = render.svg(GameState.from_moves("h1 d4 h8 d6"), paths=True)
>>> picture.startswith("<svg ")
True
"""

from meridians.render.animation import animate
from meridians.render.areas import places_of
from meridians.render.files import render_game, save
from meridians.render.heat import Heat
from meridians.render.options import Options
from meridians.render.strip import key_plies, strip
from meridians.render.svg import svg
from meridians.render.terminal import terminal

__all__ = [
    # one board
    "svg",
    "Heat",
    "Options",
    "places_of",
    # a game
    "animate",
    "key_plies",
    "strip",
    # files
    "render_game",
    "save",
    # a terminal
    "terminal",
]
