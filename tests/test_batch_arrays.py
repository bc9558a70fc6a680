"""The arrays of batches: the caller's, positions in and out; and copies, which have arrays of their own."""

from __future__ import annotations

import copy
import gc
import pickle
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from batch_games import (
    DTYPES,
    NAMES,
    everything,
    not_aligned,
    step_at_random,
)
from meridians import (
    BatchState,
    GameState,
    MeridiansError,
    Position,
    SetupError,
    encode,
    move_text,
    parse_move,
)

# Arrays


def shapes(n: int, actions: int, planes: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
    return dict.fromkeys(NAMES, (n,)) | {"reward": (n, 2), "legal_mask": (n, actions), "planes": (n, *planes)}


def test_the_arrays_have_the_types_and_shapes_that_are_documented() -> None:
    for size, opening in (("6/7", "plain"), ("3/4", "pie")):
        batch = BatchState(3, size, opening)
        expected = shapes(3, batch.action_count, encode(Position(size)).shape)
        for name in NAMES:
            array = getattr(batch, name)
            assert (array.dtype, array.shape) == (np.dtype(DTYPES[name]), expected[name]), name
            assert array.flags.aligned
            assert array.flags.c_contiguous


def test_each_array_stays_the_same_object() -> None:
    batch = BatchState(4, "2/3", auto_reset=True)
    arrays = {name: getattr(batch, name) for name in (*NAMES, "final_planes")}
    step_at_random(batch, 60)
    batch.reset(0)
    batch.set_state(1, Position("2/3"))
    batch.set_arrays(batch.to_arrays())
    for name, array in arrays.items():
        assert getattr(batch, name) is array, name


def test_arrays_of_the_caller_are_written_by_every_call() -> None:
    n = 4
    makes: dict[str, Callable[[], np.ndarray]] = {
        name: lambda name=name: np.full(shapes(n, 17, (15, 5, 4))[name], 7, DTYPES[name]) for name in NAMES
    }
    for names in (NAMES, ("reward",), ("legal_mask", "planes"), ("to_move", "terminated")):
        out = {name: makes[name]() for name in names}
        batch, other = BatchState(n, "2/3", "pie", out=out), BatchState(n, "2/3", "pie")
        calls: list[Callable[[BatchState], object]] = [
            *(lambda batch, seed=seed: batch.step(batch.legal_random_actions(seed)) for seed in range(7)),
            lambda batch: batch.set_state(2, GameState.from_moves("c1 e1 swap", "2/3", "pie")),
            lambda batch: batch.reset([1, 2]),
            lambda batch: batch.set_arrays(batch.to_arrays()),
        ]
        for call in [len, *calls]:
            call(batch)
            call(other)
            for name, array in out.items():
                assert np.array_equal(array, getattr(other, name)), name
                assert getattr(batch, name) is array


def test_final_planes_of_the_caller() -> None:
    planes = np.full((8, 15, 5, 4), 9, np.uint8)
    batch = BatchState(8, "2/3", auto_reset=True, out={"final_planes": planes})
    kept = planes.copy()
    for number in range(40):
        step_at_random(batch, 1, number)
        for place in np.flatnonzero(batch.terminated | batch.truncated):
            kept[place] = encode(batch.final_state(place))
        assert np.array_equal(planes, kept)
    assert (kept != 9).any()
    with pytest.raises(MeridiansError, match="final_planes are of batches with auto_reset"):
        BatchState(8, "2/3", out={"final_planes": planes})
    with pytest.raises(MeridiansError, match="final_planes are of batches with auto_reset"):
        _ = BatchState(8, "2/3").final_planes


@pytest.mark.parametrize("name", NAMES)
def test_an_array_that_can_no_longer_be_written_stops_a_step_before_it_begins(name: str) -> None:
    array = np.zeros(shapes(2, 15, (15, 5, 4))[name], DTYPES[name])
    batch = BatchState(2, "2/3", out={name: array})
    step_at_random(batch, 3)
    array.flags.writeable = False
    states = [batch.state(place) for place in range(2)]
    uses: list[Callable[[], object]] = [
        lambda: batch.step(batch.legal_random_actions()),
        batch.reset,
        lambda: batch.set_state(0, Position("2/3")),
        lambda: batch.set_arrays(batch.to_arrays()),
    ]
    for use in uses:
        with pytest.raises(MeridiansError, match=f"^{name} must be writable"):
            use()
    assert [batch.state(place) for place in range(2)] == states
    array.flags.writeable = True
    step_at_random(batch, 1)
    assert (batch.ply == 4).all()


def test_out_is_checked_when_the_batch_is_made() -> None:
    def make(**out: Any) -> BatchState:
        return BatchState(4, "2/3", out=out)

    read_only = np.zeros((4, 2), np.float32)
    read_only.flags.writeable = False
    for array in (np.zeros(4, np.int64), np.zeros(5, np.int32), np.zeros((4, 1), np.int32)):
        with pytest.raises(MeridiansError, match=r"^out\[\"ply\"\] must be a int32 array of shape \[4\], not"):
            make(ply=array)
    for array in (np.zeros(8, np.int32)[::2], not_aligned(4, np.int32)):
        with pytest.raises(
            MeridiansError, match=r"^out\[\"ply\"\] must be contiguous in memory in C order, and aligned"
        ):
            make(ply=array)
    with pytest.raises(MeridiansError, match=r"^out\[\"reward\"\] must be contiguous"):
        make(reward=np.zeros((4, 2), np.float32, "F"))
    with pytest.raises(MeridiansError, match=r"^out\[\"reward\"\] must be writable"):
        make(reward=read_only)
    with pytest.raises(TypeError, match=r"^out\[\"reward\"\] must be a numpy array, not list"):
        make(reward=[[0, 0]] * 4)
    with pytest.raises(MeridiansError, match=r"^out has no array \"rewards\": there are to_move, "):
        make(rewards=np.zeros((4, 2), np.float32))


def test_a_step_takes_no_memory() -> None:
    batch = BatchState(256, "3/4", auto_reset=True)
    actions = np.zeros(256, np.int64)

    def steps(seed: int) -> None:
        for number in range(50):
            batch.legal_random_actions(seed + number, out=actions)
            batch.step(actions)
            _ = batch.legal_mask, batch.planes, batch.final_planes, batch.reward

    steps(0)
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.take_snapshot()
        steps(1000)
        after = tracemalloc.take_snapshot()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    grown = sum(item.size_diff for item in after.compare_to(before, "filename") if "tracemalloc" not in str(item))
    assert grown < 2000
    assert peak < 200_000, "less than one array of planes, 256 x 15 x 7 x 6"


# Copies


WAYS: dict[str, Callable[[BatchState], BatchState]] = {
    "copy()": lambda batch: batch.copy(),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda batch: pickle.loads(pickle.dumps(batch)),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=list(WAYS))
@pytest.mark.parametrize("auto_reset", [False, True])
def test_a_copy_continues_the_same_and_on_its_own(way: Callable[[BatchState], BatchState], auto_reset: bool) -> None:
    batch = BatchState(12, "2/3", "pie", "draw", max_plies=20, auto_reset=auto_reset, illegal="lose", threads=2)
    step_at_random(batch, 9)
    batch.set_state(3, GameState.from_moves("c1 e1 keep", "2/3", "pie"))
    ended = 0
    while ended < 3 * (1 + auto_reset):
        step_at_random(batch, 1, ended)
        ended = (
            sum(batch.final_state(place) is not None for place in range(12))
            if auto_reset
            else int((batch.terminated | batch.truncated).sum())
        )
    other = way(batch)
    assert type(other) is BatchState
    assert repr(other) == repr(batch)
    for name in ("size", "opening", "repetition", "max_plies", "auto_reset", "illegal", "threads", "action_count"):
        assert getattr(other, name) == getattr(batch, name)
    assert everything(other) == everything(batch)
    before = everything(batch)
    step_at_random(other, 5, 77)
    assert everything(batch) == before
    assert everything(other) != before
    step_at_random(batch, 5, 77)
    assert everything(other) == everything(batch)


def test_a_pickle_has_what_happened_and_not_what_was_written_into_the_arrays() -> None:
    batch = BatchState(2, "2/3")
    step_at_random(batch, 4)
    good = everything(batch)
    batch.reward[:] = 9
    batch.terminated[:] = True
    assert everything(pickle.loads(pickle.dumps(batch))) == good


def test_a_pickle_that_is_broken_is_refused() -> None:
    batch = BatchState(2, "2/3")
    step_at_random(batch, 3)
    make, arguments, state = batch.__reduce__()
    start, actions, forfeited = state["games"][0]
    broken: list[dict[str, Any]] = [
        {},
        state | {"games": state["games"][:1]},
        state | {"games": [("nonsense", actions, forfeited), state["games"][1]]},
        state | {"games": [(start, bytes([3, 0, 3, 0]), None), state["games"][1]]},
        state | {"games": [(start, bytes([200, 0]), None), state["games"][1]]},
        state | {"games": [(start, actions[:1], None), state["games"][1]]},
        state | {"games": [(Position("3/4").text, actions[:0], None), state["games"][1]]},
        state | {"games": [(start, actions, 2), state["games"][1]]},
        state | {"finals": state["games"]},
        state | {"reward": state["reward"][:1]},
        state | {"reward": bytes([0, 1, 2, 3])},
        state | {"terminated": bytes(3)},
    ]
    for wrong in broken:
        with pytest.raises(MeridiansError, match="broken"):
            make(*arguments).__setstate__(wrong)


# Positions in and out


def test_a_state_has_the_whole_history() -> None:
    batch = BatchState(3, "3/4", "pie", "draw")
    played: list[list[str]] = [[], [], []]
    for number in range(20):
        actions = batch.legal_random_actions(number)
        for place, action in enumerate(actions.tolist()):
            if action >= 0:
                played[place].append(move_text(action, "3/4", "pie"))
        batch.step(actions)
    for place in range(-3, 3):
        game = batch.state(place)
        assert game == GameState.from_moves(played[place], "3/4", "pie", "draw")
        assert len(game.removed) == len(played[place])
        game.undo()
        assert batch.state(place) != game, "it is a copy"
    assert batch.positions() == [batch.state(place).position for place in range(3)]
    for index in (3, -4, 10**20):
        with pytest.raises(IndexError, match="index must be one of 3 games"):
            batch.state(index)


def test_positions_go_out_and_in_as_arrays() -> None:
    for size, opening in (("2/3", "plain"), ("6/7", "pie"), ("7/8", "plain")):
        batch = BatchState(8, size, opening)
        for number in range(30):
            step_at_random(batch, 1, number)
            arrays = batch.to_arrays()
            assert {name: (array.dtype.name, array.shape) for name, array in arrays.items()} == {
                "stones": ("int8", (8, GameState(size).points)),
                "turn": ("uint8", (8,)),
                "turns": ("uint8", (8, 2)),
                "pie": ("uint8", (8,)),
            }
            for array in arrays.values():
                array.flags.writeable = False
            other = BatchState(8, size, opening)
            other.set_arrays(arrays)
            assert other.positions() == batch.positions()
            assert (other.ply == 0).all()
            assert np.array_equal(other.to_move, batch.to_move)
            assert np.array_equal(other.terminated, [position.is_over for position in batch.positions()])
    position = GameState.from_moves("h1 d4 swap h8", opening="pie").position
    batch = BatchState(1, opening="pie")
    batch.set_state(0, position)
    arrays = batch.to_arrays()
    assert (arrays["turn"][0], arrays["turns"][0].tolist(), arrays["pie"][0]) == (1, [2, 1], 3)
    assert arrays["stones"][0, [parse_move("h1"), parse_move("d4"), parse_move("h8")]].tolist() == [1, -1, 1]


def test_arrays_that_cannot_be_are_refused_and_nothing_changes() -> None:
    batch = BatchState(3, "3/4")
    step_at_random(batch, 6)
    before = everything(batch)

    def refused(error: type[Exception], match: str, **changed: Any) -> None:
        arrays = {name: value for name, value in (batch.to_arrays() | changed).items() if value is not None}
        with pytest.raises(error, match=match):
            batch.set_arrays(arrays)
        assert everything(batch) == before

    stones, turns = batch.to_arrays()["stones"], batch.to_arrays()["turns"]
    turns[2] = 1, 0
    refused(SetupError, "^game 2: ", turns=turns)
    stones[1, 5] = 2
    refused(MeridiansError, "^game 1: stones must be -1, 0 or 1, not 2", stones=stones)
    refused(MeridiansError, "^game 0: turn must be 0 or 1, not 2", turn=np.full(3, 2, np.uint8))
    refused(MeridiansError, "^game 0: pie must be 0 in plain games, not 1", pie=np.full(3, 1, np.uint8))
    refused(SetupError, "^game 0: ", turns=np.full((3, 2), 3, np.uint8))
    refused(MeridiansError, 'arrays must have "turn"', turn=None)
    refused(MeridiansError, 'arrays has no array "extra": there are stones, turn, turns and pie', extra=stones)
    refused(MeridiansError, r"^arrays\[\"turn\"\] must be a uint8 array of shape \[3\]", turn=np.zeros(3, np.int8))
    refused(TypeError, r"^arrays\[\"turn\"\] must be a numpy array, not list", turn=[0, 0, 0])


def test_a_position_of_another_board_or_opening_is_refused() -> None:
    batch = BatchState(2, "3/4")
    for state in (GameState("4/5"), GameState("3/4", "pie"), GameState("3/4", "pie").position):
        with pytest.raises(
            MeridiansError, match=r"^state is on .* opening, and the batch on 3/4 with the plain opening"
        ):
            batch.set_state(0, state)
    over = GameState.from_moves("e4 g2 e2", "3/4")
    batch.set_state(1, over)
    assert batch.state(1) == GameState.from_text(over.text, "none")
