"""Bad input to every parameter of every public callable: which class is raised, and what the message says.

The table is by kind of argument; the test of its completeness goes by the signatures. A panic of the engine would be a
`pyo3_runtime.PanicException`, which is no `Exception`: it passes no `raises` here.
"""

from __future__ import annotations

import functools
import inspect
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import meridians
from bad_values import (
    LONGEST_MESSAGE,
    Bad,
    a_move,
    a_move_to_advance,
    a_point,
    a_text,
    actions_of_games,
    actions_out,
    arrays_of_positions,
    arrays_out,
    check_refused,
    confidence,
    count,
    counts,
    evaluator,
    flag,
    fraction,
    game,
    index_of_a_game,
    limit,
    list_of_names,
    memory,
    moves,
    name_of_a_move,
    named,
    names_of_moves,
    out,
    pair,
    path,
    path_in_a_tree,
    planes_out,
    positions,
    progress,
    row,
    seconds,
    size,
    source,
    state,
    state_for_a_batch,
    state_to_search,
    stones,
    turns,
    weights,
    whole,
)
from conftest import games_at_all_stages
from meridians import (
    BatchState,
    ColorFeatures,
    Features,
    GameResult,
    GameState,
    IllegalMoveError,
    MeridiansError,
    MoveEvaluations,
    Outcome,
    ParseError,
    Position,
    Record,
    RecordNode,
    Report,
    Rollout,
    Rollouts,
    Search,
    SolvedTable,
)

Kind = Callable[[], Iterator[Bad]]
COUNTS = ("light_wins", "dark_wins", "unfinished", "plies", "plies_squared", "longest", "stones_removed")
SEED: Kind = lambda: whole("seed", 0, 2**64 - 1)  # noqa: E731
MAX_PLIES: Kind = lambda: whole("max_plies", 1, 2**32 - 1, optional=True)  # noqa: E731
COLOR: Kind = lambda: named("color", ("light", "dark"))  # noqa: E731
OPTIONAL_COLOR: Kind = lambda: named("color", ("light", "dark"), optional=True)  # noqa: E731
OPENING: Kind = lambda: named("opening", ("plain", "pie"))  # noqa: E731
FORMATS = ("sgf", "moves", "ludii", "abstractplay", "little_golem", "boardspace")
REPETITION: Kind = lambda: named("repetition", ("draw", "none"))  # noqa: E731

N: Kind = lambda: whole("n", 1, 2**64 - 1)  # noqa: E731
BATCH: dict[str, Kind] = {
    "seed": SEED,
    "threads": lambda: whole("threads", 1, 1024, optional=True),
    "max_plies": MAX_PLIES,
    "progress": progress,
    "backend": lambda: named("backend", ("auto", "single", "sliced")),
}
FLAGS: dict[str, Kind] = {
    name: lambda name=name: flag(name)  # type: ignore[misc]
    for name in ("ownership", "first_moves", "amaf", "lengths")
}
TIMES: dict[str, Kind] = {name: lambda name=name: seconds(name) for name in ("seconds", "cpu_seconds")}  # type: ignore[misc]

METHODS_OF_BOTH: dict[str, dict[str, Kind]] = {
    "color_of": {"participant": lambda: whole("participant", 0, 1)},
    **{name: {"color": COLOR} for name in ("participant_of", "stones", "groups", "paths", "mobility")},
    **{name: {"point": a_point} for name in ("at", "rescues", "sight")},
    "legal_mask": {"out": out},
    "play": {"move": a_move},
    "transformed": {"symmetry": lambda: named("symmetry", ("identity", "half_turn"))},
    "rollout": {"seed": SEED, "index": lambda: whole("index", 0, 2**64 - 1), "max_plies": MAX_PLIES},
    "rollouts": {"n": N, **BATCH, **FLAGS},
    "evaluate_moves": {"n": lambda: whole("n", 1, 2**63 - 1), **BATCH},
}
# The bad values of each parameter of each callable.
TABLE: dict[Callable[..., Any], dict[str, Kind]] = {
    **{getattr(owner, name): bad for owner in (GameState, Position) for name, bad in METHODS_OF_BOTH.items()},
    GameState: {"size": size, "opening": OPENING, "repetition": REPETITION},
    GameState.from_moves: {
        "moves": moves,
        "size": size,
        "opening": OPENING,
        "repetition": REPETITION,
        "resigned": OPTIONAL_COLOR,
    },
    GameState.from_text: {
        "text": a_text,
        "repetition": REPETITION,
        "moves": lambda: moves(optional=True),
        "resigned": OPTIONAL_COLOR,
    },
    GameState.resign: {"color": OPTIONAL_COLOR},
    Position: {
        "size": size,
        "light": lambda: stones("light"),
        "dark": lambda: stones("dark"),
        "turn": lambda: named("turn", ("light", "dark")),
        "turns": turns,
        "pie": lambda: named("pie", ("plain", "swapped")),
    },
    Position.from_text: {"text": a_text},
    Position.from_diagram: {"text": a_text},
    Position.removed_by: {"move": a_move},
    Position.chance: {"color": COLOR, "weights": weights},
    Features.of: {"color": COLOR},
    ColorFeatures.group: {"point": a_point},
    Outcome: {
        "winner": lambda: named("winner", ("light", "dark"), optional=True),
        "reason": lambda: named("reason", ("elimination", "resignation", "repetition")),
        "participant": lambda: whole("participant", 0, 1, optional=True),
    },
    BatchState: {
        "n": lambda: whole("n", 1, 2**20),
        "size": size,
        "opening": OPENING,
        "repetition": REPETITION,
        "max_plies": MAX_PLIES,
        "auto_reset": lambda: flag("auto_reset"),
        "illegal": lambda: named("illegal", ("refuse", "lose")),
        "threads": BATCH["threads"],
        "out": arrays_out,
    },
    BatchState.step: {"actions": actions_of_games},
    BatchState.legal_random_actions: {"seed": SEED, "out": actions_out},
    BatchState.rollouts_from: {
        "n_each": lambda: whole("n_each", 1, 2**64 - 1),
        **{name: bad for name, bad in BATCH.items() if name != "progress"},
    },
    BatchState.reset: {"index": lambda: index_of_a_game(several=True)},
    BatchState.state: {"index": index_of_a_game},
    BatchState.final_state: {"index": index_of_a_game},
    BatchState.set_state: {"index": index_of_a_game, "state": state_for_a_batch},
    BatchState.set_arrays: {"arrays": arrays_of_positions},
    GameResult: {
        "winner": lambda: named("winner", ("light", "dark"), optional=True),
        "reason": lambda: named("reason", ("elimination", "resignation", "time", "void")),
    },
    Record: {"size": size, "opening": OPENING, "repetition": REPETITION},
    Record.from_game: {"state": game},
    Record.read: {"source": source, "lenient": lambda: flag("lenient")},
    Record.write: {"path": lambda: path(to_write=True), "format": lambda: named("format", FORMATS, optional=True)},
    Record.to_text: {"format": lambda: named("format", FORMATS)},
    Record.at: {"path": path_in_a_tree},
    Record.transformed: METHODS_OF_BOTH["transformed"],
    RecordNode.add: {"move": a_move},
    meridians.records_in: {"path": path, "lenient": lambda: flag("lenient")},
    Rollout: {
        "moves": list_of_names,
        "winner": lambda: named("winner", ("light", "dark"), optional=True),
        "stones_removed": lambda: count("stones_removed"),
    },
    Rollouts: {
        **{name: lambda name=name: count(name) for name in COUNTS},
        **TIMES,
        **{name: lambda name=name: pair(name, counts) for name in ("ownership", "first_moves")},
        "amaf": lambda: pair("amaf", lambda name: pair(name, counts)),
        "lengths": lambda: counts("lengths"),
    },
    MoveEvaluations: {
        "moves": names_of_moves,
        **{name: lambda name=name: counts(name) for name in ("visits", "wins", "unfinished")},
        "size": size,
        **TIMES,
    },
    MoveEvaluations.interval: {"confidence": confidence},
    MoveEvaluations.best_interval: {"confidence": confidence},
    meridians.rollouts_from: {
        "positions": positions,
        "n_each": lambda: whole("n_each", 1, 2**64 - 1),
        **BATCH,
        **FLAGS,
    },
    Rollouts.share: {"color": COLOR},
    Rollouts.interval: {"color": COLOR, "confidence": confidence},
    Search: {
        "size": size,
        "engine": lambda: named("engine", ("best", "grave", "uct", "puct", "gumbel", "alphabeta")),
        "threads": lambda: whole("threads", 1, 1024),
        "seed": SEED,
        "memory": memory,
        "clock": lambda: named("clock", ("wall", "cpu")),
        "evaluator": evaluator,
        "weights": weights,
        "max_plies": MAX_PLIES,
    },
    Search.run: {
        "state": state_to_search,
        "seconds": lambda: limit("seconds"),
        "visits": lambda: whole("visits", 1, 2**40, optional=True),
        "nodes": lambda: whole("nodes", 1, 2**40, optional=True),
        "progress": progress,
    },
    Search.advance: {"move": a_move_to_advance},
    Report.win_chance: {"color": COLOR},
    meridians.encode: {"state": state, "out": planes_out},
    meridians.plane_cells: {"size": size},
    meridians.feature_arrays: {"positions": lambda: positions(over=False)},
    meridians.builtin_weights: {"size": size},
    meridians.self_play: {
        "games": lambda: whole("games", 0, 2**32 - 1),
        "size": size,
        "start": lambda: whole("start", 0, 2**32 - 1, optional=True),
        "seed": SEED,
        "visits": lambda: whole("visits", 0, 2**32 - 1, optional=True),
        "light": weights,
        "dark": weights,
        "opening_plies": lambda: whole("opening_plies", 2, 100, optional=True),
        "balance": lambda: fraction("balance"),
        "drawn_plies": lambda: whole("drawn_plies", 0, 1000, optional=True),
        "branches": lambda: whole("branches", 0, 1000, optional=True),
        "threads": BATCH["threads"],
        "progress": progress,
    },
    meridians.game_features: {
        "size": size,
        "moves": lambda: row("moves", "uint8"),
        "plies": lambda: row("plies", "int64"),
        "weights": weights,
    },
    meridians.perft: {"state": state, "depth": lambda: whole("depth", 0, 255), "progress": progress},
    meridians.divide: {"state": state, "depth": lambda: whole("depth", 1, 255), "progress": progress},
    meridians.winning_moves: {
        "state": state,
        "plies": lambda: whole("plies", 1, 255),
        "max_nodes": lambda: whole("max_nodes", 1, 2**40, optional=True),
    },
    SolvedTable.result: {"state": state},
    meridians.point_names: {"size": size},
    meridians.parse_move: {"text": name_of_a_move, "size": size, "opening": OPENING},
    meridians.move_text: {"action": lambda: whole("action", 0, 114), "size": size, "opening": OPENING},
}
# Arguments that are right, for the parameters that must be given.
GOOD: dict[Callable[..., Any], dict[str, Any]] = {
    GameState.rollouts: {"n": 10},
    Position.rollouts: {"n": 10},
    GameState.evaluate_moves: {"n": 1},
    Position.evaluate_moves: {"n": 1},
    Position.chance: {"color": "light"},
    meridians.rollouts_from: {"positions": [Position()], "n_each": 10},
    BatchState: {"n": 1},
    BatchState.rollouts_from: {"n_each": 10},
    BatchState.set_state: {"index": 0, "state": GameState()},
    MoveEvaluations: {"moves": ["h1"], "visits": [1], "wins": [0], "unfinished": [0]},
    GameState.from_moves: {"moves": "h1 d4"},
    GameState.from_text: {"text": Position().text},
    Outcome: {"winner": "light", "reason": "elimination", "participant": 0},
    GameResult: {"winner": "light", "reason": "time"},
    Record.read: {"source": "(;SZ[6:7])"},
    Record.write: {"path": "game.sgf"},
    meridians.records_in: {"path": "/dev/null"},
    Rollout: {"moves": ["h1"], "winner": None, "stones_removed": 0},
    Rollouts: dict.fromkeys(COUNTS, 0),
    Rollouts.interval: {"color": "light"},
    Search.run: {"state": GameState()},
    meridians.encode: {"state": GameState()},
    meridians.self_play: {"games": 1},
    meridians.game_features: {"size": "6/7", "moves": np.zeros(1, np.uint8), "plies": np.ones(1, np.int64)},
    meridians.perft: {"state": GameState(), "depth": 1},
    meridians.divide: {"state": Position(), "depth": 1},
    meridians.winning_moves: {"state": Position(), "plies": 1},
    meridians.parse_move: {"text": "a1"},
    meridians.move_text: {"action": 0},
}
# They answer whatever is asked, so they have no bad arguments.
TOTAL = (GameState.is_legal, GameState.why_illegal, Position.is_legal, Position.why_illegal, Features.get)
OWNERS: dict[type, Callable[[], Any]] = {
    GameState: GameState,
    Position: Position,
    BatchState: lambda: BATCH_STATE,
    Features: lambda: Position().features(),
    ColorFeatures: lambda: Position().features().of("light"),
    Record: Record,
    RecordNode: lambda: Record().root,
    Rollouts: lambda: Rollouts(3, 2, 0, 500, 50500, 120, 7),
    MoveEvaluations: lambda: MoveEvaluations(["h1"], [1], [0], [0]),
    Search: lambda: SEARCH,
    Report: lambda: Search().run(GameState(), visits=10),
    SolvedTable: SolvedTable,
}
# They are not compared by value.
SEARCH = Search()
BATCH_STATE = BatchState(2)
CASES = [
    pytest.param(function, parameter, id=f"{function.__qualname__}-{parameter}")
    for function, parameters in TABLE.items()
    for parameter in parameters
]


def public_callables() -> Iterator[Callable[..., Any]]:
    for public in (getattr(meridians, name) for name in meridians.__all__):
        if inspect.isclass(public) and not issubclass(public, Exception):
            yield public
            yield from (getattr(public, name) for name in vars(public) if not name.startswith("_"))
        elif inspect.isbuiltin(public):
            yield public


def test_the_table_has_every_parameter_of_every_public_callable() -> None:
    functions = [function for function in public_callables() if callable(function) and function not in TOTAL]
    assert len(functions) > 50
    for function in functions:
        assert set(inspect.signature(function).parameters) - {"self"} == set(TABLE.get(function, ())), function
    assert set(TABLE) <= set(functions)


@pytest.mark.parametrize(("function", "parameter"), CASES)
def test_bad_argument(function: Callable[..., Any], parameter: str) -> None:
    owner = getattr(function, "__objclass__", None)
    bound = [] if owner is None else [OWNERS[owner]()]
    good = {key: value for key, value in GOOD.get(function, {}).items() if key != parameter}
    table = list(TABLE[function][parameter]())
    assert len(table) > 3
    for bad in table:
        started = time.perf_counter()
        check_refused(functools.partial(function, *bound, **good, **{parameter: bad.value}), bad)
        assert time.perf_counter() - started < 3
    assert bound == ([] if owner is None else [OWNERS[owner]()]), "an error leaves everything as it was"


# The questions that answer for any input


@pytest.mark.parametrize("make", [GameState, Position])
def test_is_legal_and_why_illegal_answer_whatever_is_asked(make: Callable[[], GameState | Position]) -> None:
    asked = make()
    for bad in a_move():
        assert asked.is_legal(bad.value) is False
        reason = asked.why_illegal(bad.value)
        assert isinstance(reason, str)
        assert 0 < len(reason) <= LONGEST_MESSAGE
    assert asked == make()


@pytest.mark.parametrize("stage", list(games_at_all_stages()))
def test_why_illegal_says_what_play_says(stage: str) -> None:
    game = games_at_all_stages()[stage]
    names = [*meridians.point_names(game.size)[::5], "pass", "keep", "swap", "a1x", "z9", "", *range(-1, 120, 7)]
    illegal = [move for move in names if not game.is_legal(move)]
    assert illegal
    for move in illegal:
        before, text = game.copy(), game.text
        with pytest.raises(MeridiansError) as caught:
            game.play(move)
        assert type(caught.value) in (IllegalMoveError, ParseError)
        assert game.why_illegal(move) == str(caught.value)
        assert (game == before, game.text) == (True, text)
        if not game.is_over or game.position.is_over:
            assert game.position.why_illegal(move) == str(caught.value)
            with pytest.raises(type(caught.value), match="^" + re.escape(str(caught.value)) + "$"):
                game.position.play(move)
