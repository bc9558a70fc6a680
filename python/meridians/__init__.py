"""Meridians (Kanare Kato, 2021): rules, games, and random play, fast. See ``docs/`` for the rules and the notation."""

from meridians._core import (
    GameState,
    IllegalMoveError,
    MeridiansError,
    Outcome,
    ParseError,
    Position,
    Rollout,
    Rollouts,
    SetupError,
    __version__,
    build_info,
    divide,
    move_text,
    parse_move,
    perft,
    point_names,
)

__all__ = [
    # a game, a position, and how games end
    "GameState",
    "Position",
    "Outcome",
    # random play and move counts
    "Rollout",
    "Rollouts",
    "divide",
    "perft",
    # names and numbers of moves
    "move_text",
    "parse_move",
    "point_names",
    # what can go wrong
    "IllegalMoveError",
    "MeridiansError",
    "ParseError",
    "SetupError",
    # the build
    "__version__",
    "build_info",
]
