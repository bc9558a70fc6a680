"""Meridians (Kanare Kato, 2021): rules, games, and random play, fast. See ``docs/`` for the rules and the notation."""

from meridians._core import (
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
    divide,
    feature_names,
    game_features,
    move_text,
    parse_move,
    perft,
    point_names,
    rollouts_from,
    self_play,
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
    # what evaluations are trained on
    "feature_names",
    "game_features",
    "self_play",
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
