"""Meridians (Kanare Kato, 2021): rules, games, and random play, fast. See ``docs/`` for the rules and the notation."""

from meridians import notebook as notebook
from meridians._core import (
    FEATURES,
    PLANES,
    BatchState,
    ColorFeatures,
    Features,
    GameResult,
    GameState,
    GroupFeatures,
    IllegalMoveError,
    Line,
    MeridiansError,
    MoveEvaluations,
    Outcome,
    ParseError,
    Position,
    Proof,
    Record,
    RecordNode,
    Report,
    Rollout,
    Rollouts,
    Search,
    SetupError,
    SolvedTable,
    __version__,
    build_info,
    builtin_weights,
    divide,
    encode,
    feature_arrays,
    game_features,
    move_text,
    parse_move,
    perft,
    plane_cells,
    point_names,
    records_in,
    rollouts_from,
    self_play,
    winning_moves,
)

__all__ = [
    # a game, a position, and how games end
    "GameState",
    "Position",
    "Outcome",
    # many games, stepped together
    "BatchState",
    # records of games
    "GameResult",
    "Record",
    "RecordNode",
    "records_in",
    # random play and move counts
    "MoveEvaluations",
    "Rollout",
    "Rollouts",
    "divide",
    "perft",
    "rollouts_from",
    # what evaluations are trained on
    "game_features",
    "self_play",
    # search, and planes for networks
    "Line",
    "Proof",
    "Report",
    "Search",
    "PLANES",
    "encode",
    "plane_cells",
    # the evaluation without search
    "FEATURES",
    "builtin_weights",
    "feature_arrays",
    # what a position is about
    "ColorFeatures",
    "Features",
    "GroupFeatures",
    # exact solutions
    "SolvedTable",
    "winning_moves",
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
