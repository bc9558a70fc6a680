"""Many recorded games at once: what they say together, and which of them are the same game. See ``docs/records.md``.

>>> from meridians import GameState, Record, collection
>>> Record.from_game(GameState.from_moves("h1 d4 h8")).write("one.sgf")
>>> collection.stats(["one.sgf"]).unfinished
1
"""

from meridians.collection.games import Place, duplicates_in
from meridians.collection.lengths import Lengths
from meridians.collection.stats import Duplicate, OfSize, Opening, Results, Stats, stats

__all__ = [
    # what games say together
    "Lengths",
    "OfSize",
    "Opening",
    "Results",
    "Stats",
    "stats",
    # which are the same
    "Duplicate",
    "Place",
    "duplicates_in",
]
