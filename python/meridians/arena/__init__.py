"""The arena: matches between agents with paired openings, error bars, sequential tests and logs. See ``docs/arena.md``.

>>> from meridians import arena
>>> match = arena.match("flat:games=5", "random", games=4, size="2/3", seed=1)
>>> len(match.games), match.points >= 2
(4, True)
"""

from meridians.arena import statistics
from meridians.arena.game import Game, Side, play_game
from meridians.arena.log import read_log
from meridians.arena.results import Match, Resignations, RoundRobin, Usage
from meridians.arena.run import Contestant, match, round_robin
from meridians.arena.settings import Settings, opening_of
from meridians.arena.statistics import Ratings, Sprt, bradley_terry, elo_of, pair_interval, score_of, sprt, wilson

__all__ = [
    # playing
    "Contestant",
    "match",
    "opening_of",
    "play_game",
    "round_robin",
    # what came of it
    "Game",
    "Match",
    "Resignations",
    "RoundRobin",
    "Settings",
    "Side",
    "Usage",
    "read_log",
    # statistics
    "Ratings",
    "Sprt",
    "bradley_terry",
    "elo_of",
    "pair_interval",
    "score_of",
    "sprt",
    "statistics",
    "wilson",
]
