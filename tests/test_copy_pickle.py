"""Copies and pickles of every public object, at every stage of a game, by every protocol."""

from __future__ import annotations

import copy
import pickle
import pickletools
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import meridians
from conftest import games_at_all_stages
from meridians import (
    BatchState,
    GameState,
    MeridiansError,
    Outcome,
    Position,
    Record,
    Rollout,
    Rollouts,
    Search,
    SolvedTable,
)

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)
STAGES = list(games_at_all_stages())
VALUES: dict[str, Any] = {
    **{f"position, {name}": game.position for name, game in games_at_all_stages().items()},
    **{f"outcome, {name}": game.outcome for name, game in games_at_all_stages().items() if game.outcome},
    **{f"record, {name}": Record.from_game(game) for name, game in games_at_all_stages().items()},
    "result": Record.from_game(games_at_all_stages()["middle"]).result,
    "node": Record.from_game(games_at_all_stages()["middle"]).at((0, 0)),
    "rollout": Position().rollout(1),
    "unfinished rollout": Position().rollout(1, max_plies=3),
    "rollouts": Position("3/4").rollouts(50),
    "tables": Position("3/4").rollouts(50, ownership=True, first_moves=True, amaf=True, lengths=True),
    "evaluations": Position("3/4").evaluate_moves(5),
    "report": (report := Search("3/4", engine="alphabeta").run(Position("3/4"), visits=500)),
    "line": report.lines[0],
    "proof": Search("2/3", engine="alphabeta").run(GameState("2/3"), visits=200_000).proven,
    "table": SolvedTable(),
    "features": Position("3/4").features(),
    "features of a colour": GameState.from_moves("h1 d4").features().of("dark"),
    "features of a group": GameState.from_moves("h1 d4").features().of("dark").group("d4"),
    "largest counts": Rollouts(2**63, 2**62, 2**61, 2**64 - 1, 2**128 - 1, 2**32 - 1, 2**64 - 1),
}
WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{
        f"protocol {protocol}": lambda value, protocol=protocol: pickle.loads(pickle.dumps(value, protocol))
        for protocol in PROTOCOLS
    },
    "pure Python pickle": lambda value: pickle._loads(pickle._dumps(value)),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=list(WAYS))
@pytest.mark.parametrize("stage", STAGES)
def test_games(stage: str, way: Callable[[Any], Any]) -> None:
    game = games_at_all_stages()[stage]
    again = way(game)
    assert type(again) is GameState
    assert again == game
    assert again is not game
    assert repr(again) == repr(game)
    for name in ("outcome", "occurrences", "removed", "moves", "start", "repetition", "participant"):
        assert getattr(again, name) == getattr(game, name), name
    if game.ply or game.is_over:
        undone = again.undo()
        assert again != game, "a copy has a history of its own"
        assert undone == game.undo()
        assert again == game
    else:
        again.play("a1")
        assert game.ply == 0


@pytest.mark.parametrize("way", WAYS.values(), ids=list(WAYS))
@pytest.mark.parametrize("name", list(VALUES))
def test_values(name: str, way: Callable[[Any], Any]) -> None:
    value = VALUES[name]
    again = way(value)
    assert type(again) is type(value)
    assert again == value
    if type(value).__hash__ is not None:  # a report has arrays
        assert hash(again) == hash(value)
    assert repr(again) == repr(value)


@pytest.mark.parametrize("way", WAYS.values(), ids=list(WAYS))
def test_batches(way: Callable[[Any], Any]) -> None:
    """``test_batch_state.py`` has the stages of the games."""
    batch = BatchState(3, "2/3", "pie", auto_reset=True)
    for seed in range(20):
        batch.step(batch.legal_random_actions(seed))
    again = way(batch)
    assert type(again) is BatchState
    assert again is not batch
    for one in (batch, again):
        one.step(one.legal_random_actions(20))
    assert again.positions() == batch.positions()
    assert [again.final_state(place) for place in range(3)] == [batch.final_state(place) for place in range(3)]


def test_every_public_class_is_here() -> None:
    classes = {value for name in meridians.__all__ if isinstance(value := getattr(meridians, name), type)}
    exceptions = {one for one in classes if issubclass(one, Exception)}
    assert classes - exceptions == {BatchState, GameState, Search, *map(type, VALUES.values())}
    assert exceptions == {type(error) for error in errors()}


def test_copies_within_containers() -> None:
    game = games_at_all_stages()["middle"]
    box = {"game": game, "list": [game, game.position, game.position.rollout()], game.position: 1}
    for again in (copy.deepcopy(box), pickle.loads(pickle.dumps(box))):
        assert again == box
        assert again["game"] is again["list"][0], "one object stays one object"
        assert again["game"] is not game


def test_a_pickle_names_only_the_public_package() -> None:
    """Where a class is defined, and who else has imported it, must not show: that may move."""
    values = [*games_at_all_stages().values(), *VALUES.values(), *errors(), BatchState(2, "2/3", auto_reset=True)]
    for value in values:
        for protocol in PROTOCOLS:
            data = pickle.dumps(value, protocol)
            names = [argument for _, argument, _ in pickletools.genops(data) if isinstance(argument, str)]
            assert any(name.split(" ")[0] == "meridians" for name in names)
            assert not any("_core" in name or "conftest" in name or __name__ in name for name in names)


def test_a_pickle_loads_in_a_new_process() -> None:
    values = [*games_at_all_stages().values(), *VALUES.values()]
    code = "import pickle, sys; sys.stdout.write(repr(pickle.load(sys.stdin.buffer)))"
    done = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(values), capture_output=True, check=True)
    assert done.stdout.decode() == repr(values)


# Exceptions


def errors() -> list[MeridiansError]:
    caught = []
    for call in (
        lambda: GameState().play("m7"),
        lambda: GameState.from_moves("h1 d4 h2"),
        lambda: GameState.from_moves("h1 d4 zz"),
        lambda: Position.from_text("6/7 x"),
        lambda: Position(light=["zz", "a1"], turns=(1, 1)),
        lambda: GameState().undo(),
    ):
        with pytest.raises(MeridiansError) as info:
            call()
        caught.append(info.value)
    return caught


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("way", WAYS.values(), ids=list(WAYS))
def test_exceptions_keep_their_attributes(way: Callable[[Any], Any], number: int) -> None:
    error = errors()[number]
    again = way(error)
    assert type(again) is type(error)
    assert (again.args, str(again), vars(again)) == (error.args, str(error), vars(error))
    assert bool(vars(error)) == (type(error) is not MeridiansError)


def test_pickled_nonsense_is_refused() -> None:
    maker, arguments = GameState().__reduce__()[:2]
    with pytest.raises(MeridiansError):
        maker("6/7 nonsense", *arguments[1:])
    with pytest.raises(MeridiansError):
        maker(arguments[0], arguments[1], ["h1", "h1"], None)
    cls, arguments = Outcome("light", "elimination", 0).__reduce__()[:2]
    with pytest.raises(MeridiansError):
        cls("green", *arguments[1:])
    assert Rollout(["h1"], None, 0).__reduce__()[0] is Rollout
