"""Where a game was won and lost: search at every move, in words, numbers and pictures. See ``docs/analysis.md``.

>>> from meridians import GameState
>>> from meridians.analysis import analyze
>>> analysis = analyze(GameState.from_moves("a1 b1 e4 b4 e1 d4", "3/4"), visits=50)
>>> len(analysis.moves), analysis.complete
(6, True)
"""

from meridians.analysis.analysis import Analysis, Side
from meridians.analysis.findings import Found, MoveAnalysis, Remark, Threat
from meridians.analysis.run import analyze
from meridians.analysis.settings import Settings
from meridians.analysis.words import KINDS

__all__ = [
    "analyze",
    # what it gives
    "Analysis",
    "Found",
    "MoveAnalysis",
    "Remark",
    "Settings",
    "Side",
    "Threat",
    # the kinds of remarks
    "KINDS",
]
