"""The rules again in plain Python: slow, clear, and independent of the compiled engine.

It has the names, answers and random stream of the compiled engine, and was written from ``docs/rules.md`` alone: so
that the two can be compared on every question (:mod:`meridians.testing`), and so that a reader finds each rule said
once in ordinary Python. Read the files in this order: ``stream`` (random numbers), ``board`` (R1, R2), ``hashing``,
``sight`` (R4..R8), ``setup``, ``text``, ``position`` (R9..R12), ``rollouts``, ``tables``, ``evaluation``,
``features``, ``game`` (R13), ``perft``. The errors are classes of its own (``errors``), with the names of the engine's.
"""

from meridians.reference.board import DIRECTIONS, SIZES, SYMMETRIES, Board, board_of
from meridians.reference.errors import IllegalMoveError, MeridiansError, ParseError, SetupError
from meridians.reference.evaluation import MoveEvaluations, rollouts_from
from meridians.reference.game import GameState
from meridians.reference.perft import divide, perft
from meridians.reference.position import Outcome, Position, move_text, parse_move, point_names
from meridians.reference.rollouts import Rollout, Rollouts
from meridians.reference.stream import Generator, mix

__all__ = [
    "DIRECTIONS",
    "SIZES",
    "SYMMETRIES",
    "Board",
    "GameState",
    "Generator",
    "IllegalMoveError",
    "MeridiansError",
    "MoveEvaluations",
    "Outcome",
    "ParseError",
    "Position",
    "Rollout",
    "Rollouts",
    "SetupError",
    "board_of",
    "divide",
    "mix",
    "move_text",
    "parse_move",
    "perft",
    "point_names",
    "rollouts_from",
]
