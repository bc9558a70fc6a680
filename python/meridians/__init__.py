"""Meridians (Kanare Kato, 2021): rules, games, and random play, fast. See ``docs/`` for the rules and the notation."""

from meridians._core import (
    FEATURES,
    GameState,
    IllegalMoveError,
    MeridiansError,
    MoveEvaluations,
    Outcome,
    ParseError,
    Position,
    Rollout,
    Rollouts,
    SetupError,
    __version__,
    build_info,
    builtin_weights,
    divide,
    feature_arrays,
    move_text,
    parse_move,
    perft,
    point_names,
    rollouts_from,
)

__all__ = [
    # a game, a position, and how games end
    "GameState",
    "Position",
    "Outcome",
    # random play and move counts
    "MoveEvaluations",
    "Rollout",
    "Rollouts",
    "divide",
    "perft",
    "rollouts_from",
    # the evaluation without search
    "FEATURES",
    "builtin_weights",
    "feature_arrays",
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
