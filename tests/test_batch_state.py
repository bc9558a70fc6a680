"""Games stepped together are the games of ``GameState`` and of the reference, whatever the arrays and the threads.

``python tests/test_batch_state.py 10000`` plays so many games on all sizes, with all openings and repetition policies,
and compares the masks of every step with both.
"""

from __future__ import annotations

import itertools
import math
import pickle
import sys
from typing import Any

import numpy as np
import pytest

from batch_games import (
    LONG,
    NAMES,
    OPENINGS,
    REPETITIONS,
    SHORT,
    everything,
    not_aligned,
    one_action,
    step_at_random,
)
from conftest import REPEATING, SIZES
from meridians import (
    BatchState,
    GameState,
    IllegalMoveError,
    MeridiansError,
    Position,
    encode,
    parse_move,
    reference,
)


class Twins:
    """For each game of a batch a ``GameState`` and a game of the reference, which are played along and compared."""

    def __init__(self, batch: BatchState, *, with_reference: bool = True) -> None:
        self.batch = batch
        self.with_reference = with_reference
        self.games = [self.new(GameState) for _ in range(len(batch))]
        self.references = [self.new(reference.GameState) for _ in range(len(batch))] if with_reference else []
        self.finished = 0

    def new(self, kind: Any) -> Any:
        return kind(self.batch.size, self.batch.opening, self.batch.repetition)

    def check_masks(self) -> None:
        mask = self.batch.legal_mask
        assert (mask.dtype, mask.shape) == (np.bool_, (len(self.batch), self.batch.action_count))
        ended = self.batch.terminated | self.batch.truncated if not self.batch.auto_reset else np.zeros(len(mask), bool)
        for place, game in enumerate(self.games):
            expected = np.zeros(self.batch.action_count, bool) if ended[place] else game.legal_mask()
            assert np.array_equal(mask[place], expected), game.moves
            if self.with_reference and not ended[place]:
                assert np.array_equal(mask[place], self.references[place].legal_mask()), game.moves

    def step(self, actions: np.ndarray) -> None:
        batch = self.batch
        for place, action in enumerate(actions.tolist()):
            if action != -1:
                self.games[place].play(action)
                if self.with_reference:
                    self.references[place].play(action)
        running = actions != -1
        batch.step(actions)
        for place, game in enumerate(self.games):
            over, ply = game.is_over, game.ply
            cut = not over and ply >= batch.max_plies
            assert (batch.terminated[place], batch.truncated[place]) == (over, cut)
            winner = game.outcome.participant if over and running[place] else None
            assert batch.reward[place].tolist() == [0, 0] if winner is None else [1, -1][:: 1 - 2 * winner]
            if winner is not None:
                assert batch.reward[place, winner] == 1
                assert batch.reward[place, 1 - winner] == -1
            if self.with_reference:
                twin = self.references[place]
                assert (twin.is_over, twin.outcome and twin.outcome.participant) == (
                    over,
                    game.outcome and game.outcome.participant,
                )
            if (over or cut) and running[place]:
                self.finished += 1
            if (over or cut) and batch.auto_reset:
                assert batch.final_state(place) == game
                assert np.array_equal(batch.final_planes[place], encode(game))
                self.games[place] = self.new(GameState)
                if self.with_reference:
                    self.references[place] = self.new(reference.GameState)
            game = self.games[place]
            assert batch.state(place) == game
            assert (batch.ply[place], batch.to_move[place]) == (game.ply, game.participant)


def play_and_compare(games: int, size: str, opening: Any, repetition: Any, n: int, seed: int) -> int:
    """Plays games of a batch with automatic resets until so many have ended, and compares masks and ends; the plies."""
    batch = BatchState(n, size, opening, repetition, auto_reset=True)
    twins = Twins(batch)
    for number in itertools.count():
        if twins.finished >= games:
            return number * n
        twins.check_masks()
        twins.step(batch.legal_random_actions(seed + number))
    raise AssertionError


# The games


@pytest.mark.parametrize("repetition", REPETITIONS)
@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize("size", SIZES)
def test_batches_play_the_games_of_both_engines(size: str, opening: str, repetition: str) -> None:
    games = {"2/3": 40, "3/4": 20, "4/5": 8, "5/6": 4, "6/7": 2, "7/8": 1}[size]
    assert play_and_compare(games, size, opening, repetition, min(games, 8), seed=1000) >= games


@pytest.mark.parametrize("opening", OPENINGS)
def test_without_automatic_resets_finished_games_stay(opening: Any) -> None:
    batch = BatchState(16, "3/4", opening, max_plies=25)
    twins = Twins(batch, with_reference=False)
    number = 0
    while not (batch.terminated | batch.truncated).all():
        twins.check_masks()
        actions = batch.legal_random_actions(number)
        assert ((actions == -1) == (batch.terminated | batch.truncated)).all()
        twins.step(actions)
        number += 1
    assert batch.terminated.any()
    assert batch.truncated.any()
    assert not batch.legal_mask.any()
    before = everything(batch)
    batch.step(np.full(16, -1))
    assert not batch.reward.any(), "what was gained before is not gained again"
    assert everything(batch)[1:] == before[1:]


def test_planes_are_those_of_encode() -> None:
    for size, opening in (("2/3", "pie"), ("6/7", "plain"), ("7/8", "pie")):
        batch = BatchState(5, size, opening, max_plies=40)
        for number in range(45):
            planes = batch.planes
            assert planes.dtype == np.uint8
            for place in range(5):
                assert np.array_equal(planes[place], encode(batch.state(place)))
            batch.step(batch.legal_random_actions(number))


def test_a_game_that_ends_is_begun_anew_in_the_same_step() -> None:
    batch = BatchState(2, "2/3", auto_reset=True)
    assert [batch.final_state(place) for place in range(2)] == [None, None]
    for moves in zip(SHORT[:3], LONG[:3], strict=True):
        batch.step(one_action(batch, *moves))
        assert not batch.terminated.any()
    batch.step(one_action(batch, SHORT[3], LONG[3]))
    ended = GameState.from_moves(SHORT, "2/3", repetition="none")
    assert ended.is_over
    assert batch.terminated.tolist() == [True, False]
    assert batch.reward.tolist() == [[1, -1] if ended.outcome.participant == 0 else [-1, 1], [0, 0]]
    assert (batch.ply.tolist(), batch.to_move.tolist()) == ([0, 4], [0, 0])
    assert batch.state(0) == GameState("2/3", repetition="none")
    assert batch.final_state(0) == ended
    assert batch.final_state(1) is None
    assert np.array_equal(batch.final_planes[0], encode(ended))
    assert not batch.final_planes[1].any()
    assert batch.legal_mask[0].sum() == 14
    batch.step(batch.legal_random_actions())
    assert not batch.terminated[0]
    assert not batch.reward[0].any()
    assert batch.final_state(0) == ended, "it is kept until the next one ends"


def test_a_game_that_is_cut_off_is_begun_anew_as_well() -> None:
    batch = BatchState(3, "4/5", max_plies=5, auto_reset=True)
    for number in range(12):
        step_at_random(batch, 1, number)
        assert batch.truncated.all() == ((number + 1) % 5 == 0)
        assert (batch.ply == (number + 1) % 5).all()
        assert not batch.terminated.any()
    assert batch.final_state(2).ply == 5


def test_rewards_are_of_participants_after_a_swap() -> None:
    seen = set()
    batch = BatchState(64, "2/3", "pie")
    twins = Twins(batch, with_reference=False)
    while not (batch.terminated | batch.truncated).all():
        twins.step(batch.legal_random_actions(len(twins.games) + int(batch.ply.max())))
    for place in range(64):
        game = batch.state(place)
        if game.is_over:
            seen.add((game.pie, game.outcome.winner, game.outcome.participant))
    assert ("swapped", "light", 1) in seen
    assert ("kept", "light", 0) in seen


def test_a_forced_pass_and_the_answers_to_the_pie() -> None:
    batch = BatchState(1, "3/4")
    for move in ("e4", "g2", "e2"):
        batch.step(one_action(batch, move))
    assert np.flatnonzero(batch.legal_mask[0]).tolist() == [batch.action_count - 1]
    with pytest.raises(IllegalMoveError, match=r"^actions\[0\]: "):
        batch.step(one_action(batch, "a1"))
    batch.step(one_action(batch, "pass"))
    assert batch.state(0).moves == ["e4", "g2", "e2", "pass"]

    batch = BatchState(2, "6/7", "pie")
    for moves in (("h1", "h1"), ("d4", "d4")):
        batch.step(one_action(batch, *moves))
    assert [np.flatnonzero(mask).tolist() for mask in batch.legal_mask] == [[115, 116]] * 2
    with pytest.raises(IllegalMoveError, match=r"^actions\[1\]: .*must be answered first.*R12"):
        batch.step(one_action(batch, "keep", "h8"))
    batch.step(one_action(batch, "keep", "swap"))
    assert [batch.state(place).pie for place in range(2)] == ["kept", "swapped"]
    assert batch.to_move.tolist() == [batch.state(place).participant for place in range(2)]


def test_repetition_is_a_draw_if_the_batch_says_so() -> None:
    first, cycle = REPEATING
    drawn, endless = BatchState(1, repetition="draw"), BatchState(1)
    for move in [*first, *cycle, *cycle]:
        for batch in (drawn, endless):
            assert not batch.terminated[0]
            batch.step(one_action(batch, move))
    assert (drawn.terminated[0], drawn.reward[0].tolist()) == (True, [0, 0])
    assert drawn.state(0).outcome.reason == "repetition"
    assert not drawn.legal_mask.any()
    assert not endless.terminated[0]
    with pytest.raises(IllegalMoveError, match=r"^actions\[0\]: .*repetition \(R13\)") as caught:
        drawn.step(one_action(drawn, "g8"))
    assert (caught.value.rule, caught.value.move) == ("R13", "g8")


# Illegal actions


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    ("action", "rule", "words"),
    [
        ("h1", "R6", "occupied"),
        ("pass", "R10", "legal"),
        (-1, "R2", "there is no action -1: they go from 0 to 114"),
        (115, "R2", "there is no action 115"),
        (-(2**63), "R2", "there is no action -9223372036854775808"),
        (2**63 - 1, "R2", "there is no action 9223372036854775807"),
    ],
)
def test_an_illegal_action_is_named_and_nothing_is_stepped(action: Any, rule: str, words: str, threads: int) -> None:
    n, place = 9000, 8100
    batch = BatchState(n, threads=threads)
    for move in ("h1", "d4", "h8", "d6"):
        batch.step(np.full(n, parse_move(move)))
    before = everything(batch)[0], batch.positions(), batch.state(place)
    actions = batch.legal_random_actions(1)
    actions[place] = actions[-1] = parse_move(action) if isinstance(action, str) else action
    with pytest.raises(IllegalMoveError, match=rf"^actions\[{place}\]: .*{words}.*\({rule}\)") as caught:
        batch.step(actions)
    assert (caught.value.rule, caught.value.move) == (rule, str(action))
    assert (everything(batch)[0], batch.positions(), batch.state(place)) == before
    batch.step(batch.legal_random_actions(1))
    assert (batch.ply == 5).all()


def test_stepping_a_finished_game_is_an_error() -> None:
    batch = BatchState(3, "2/3", max_plies=4)
    for short, long in zip(SHORT, LONG, strict=False):
        batch.step(one_action(batch, short, long, long))
    assert (batch.terminated.tolist(), batch.truncated.tolist()) == ([True, False, False], [False, True, True])
    before = everything(batch)
    with pytest.raises(
        IllegalMoveError, match=r"^actions\[0\]: the game is over \(R11\); reset it, or give -1$"
    ) as caught:
        batch.step(np.array([0, 0, -1]))
    assert (caught.value.rule, caught.value.move) == ("R11", "a1")
    with pytest.raises(MeridiansError, match=r"^actions\[2\]: the game has been cut off") as cut:
        batch.step(np.array([-1, -1, 0]))
    assert type(cut.value) is MeridiansError
    assert everything(batch) == before
    batch.reset([0, -1])
    assert (batch.ply.tolist(), batch.terminated.tolist(), batch.truncated.tolist()) == (
        [0, 4, 0],
        [False] * 3,
        [False, True, False],
    )


@pytest.mark.parametrize("action", ["h1", "pass", -1, 115, 2**40])
@pytest.mark.parametrize("auto_reset", [False, True])
def test_an_illegal_action_loses_if_the_batch_says_so(action: Any, auto_reset: bool) -> None:
    batch = BatchState(3, illegal="lose", auto_reset=auto_reset)
    for move in ("h1", "d4", "h8"):
        batch.step(np.full(3, parse_move(move)))
    actions = one_action(batch, "d6", "d6", "d6")
    actions[1] = parse_move(action) if isinstance(action, str) else action
    batch.step(actions)
    assert batch.terminated.tolist() == [False, True, False]
    assert batch.reward.tolist() == [[0, 0], [1, -1], [0, 0]], "Dark was to move"
    game = batch.final_state(1) if auto_reset else batch.state(1)
    assert (game.moves, game.outcome.reason, game.outcome.participant) == (["h1", "d4", "h8"], "resignation", 0)
    assert batch.ply.tolist() == [4, 0 if auto_reset else 3, 4]
    if auto_reset:
        assert np.array_equal(batch.final_planes[1], encode(game))
    else:
        actions[1] = 0
        with pytest.raises(IllegalMoveError, match=r"^actions\[1\]: the game is over"):
            batch.step(actions)
    again = pickle.loads(pickle.dumps(batch))
    assert everything(again) == everything(batch)


@pytest.mark.parametrize("dtype", [np.int16, np.int32, np.int64])
def test_actions_may_be_of_three_types(dtype: Any) -> None:
    batch, other = BatchState(4, "3/4"), BatchState(4, "3/4")
    for number in range(10):
        actions = batch.legal_random_actions(number)
        other.step(actions)
        typed = actions.astype(dtype)
        typed.flags.writeable = False
        batch.step(typed)
    assert everything(batch) == everything(other)


def test_actions_of_another_kind_are_refused() -> None:
    batch = BatchState(4)
    before = everything(batch)
    for dtype in (np.int8, np.uint16, np.uint64, np.float64, np.bool_, object, ">i8"):
        with pytest.raises(MeridiansError, match=r"^actions must be an int16, int32 or int64 array of shape \[4\]"):
            batch.step(np.zeros(4, dtype))
    for shape in ((3,), (5,), (0,)):
        with pytest.raises(MeridiansError, match=r"^actions must have shape \[4\]"):
            batch.step(np.zeros(shape, np.int64))
    for shape in ((), (4, 1), (1, 4)):
        with pytest.raises(MeridiansError, match=r"^actions must be"):
            batch.step(np.zeros(shape, np.int64))
    for array in (np.zeros(8, np.int64)[::2], np.zeros(4, np.int32)[::-1], not_aligned(4, np.int64)):
        with pytest.raises(MeridiansError, match=r"^actions must be contiguous in memory"):
            batch.step(array)
    for value in ([0] * 4, (0,) * 4, 0, None, memoryview(b"0" * 32)):
        with pytest.raises(TypeError, match=r"^actions must be a numpy array, not "):
            batch.step(value)  # type: ignore[arg-type]
    assert everything(batch) == before


def test_actions_in_an_array_of_the_batch() -> None:
    batch, other = BatchState(3), BatchState(3)
    batch.ply[:] = other.legal_random_actions()
    batch.step(batch.ply)
    other.step(other.legal_random_actions())
    assert everything(batch) == everything(other)
    ply = np.zeros(3, np.int32)
    batch = BatchState(3, out={"ply": ply})
    with pytest.raises(MeridiansError, match="ply must be writable and not in use"):
        batch.step(ply)
    assert batch.positions() == [Position()] * 3


# Threads


@pytest.mark.parametrize("illegal", ["refuse", "lose"])
def test_threads_do_not_change_anything(illegal: Any) -> None:
    n = 4 * 4096 + 5  # from 8,192 games on there are two, and so on
    batches = [BatchState(n, "2/3", "pie", "draw", auto_reset=True, illegal=illegal, threads=k) for k in (1, 2, 3, 4)]
    for number in range(20):
        actions = batches[0].legal_random_actions(number)
        if illegal == "lose":
            actions[number::97] = 0
        for batch in batches:
            batch.step(actions)
        for batch in batches[1:]:
            for name in (*NAMES, "final_planes"):
                assert np.array_equal(getattr(batch, name), getattr(batches[0], name)), name
    for place in (0, 4097, 8194, 8195, n // 2, n - 1):
        assert len({repr(batch.state(place).moves) for batch in batches}) == 1
        assert all(batch.final_state(place) == batches[0].final_state(place) for batch in batches)


# Random actions


@pytest.mark.parametrize("opening", OPENINGS)
def test_random_actions_are_the_first_of_the_documented_stream(opening: Any) -> None:
    batch = BatchState(20, "3/4", opening, max_plies=30)
    for number in range(35):
        mask, actions = batch.legal_mask, batch.legal_random_actions(seed=2**64 - 1 - number)
        for place in range(20):
            legal = np.flatnonzero(mask[place])
            drawn = reference.Generator(2**64 - 1 - number, place).draw(len(legal)) if len(legal) else None
            assert actions[place] == (-1 if drawn is None else legal[drawn])
        assert np.array_equal(actions, batch.legal_random_actions(2**64 - 1 - number))
        batch.step(actions)
    assert (actions == -1).any()


def test_random_actions_are_uniform() -> None:
    n = 14 * 1000
    batch = BatchState(n, "2/3")
    counts = np.bincount(batch.legal_random_actions(seed=5), minlength=15)
    assert counts[14] == 0, "no pass"
    chi_square = float(((counts[:14] - 1000) ** 2 / 1000).sum())
    assert 13 - 4 * math.sqrt(26) < chi_square < 13 + 4 * math.sqrt(26)
    pairs = [batch.legal_random_actions(seed) for seed in (6, 7)]
    assert abs(float((pairs[0] == pairs[1]).mean()) - 1 / 14) < 0.01, "seeds are independent"


def test_random_actions_into_an_array_of_the_caller() -> None:
    batch = BatchState(6)
    actions = np.zeros(6, np.int64)
    assert batch.legal_random_actions(3, out=actions) is actions
    assert np.array_equal(actions, batch.legal_random_actions(3))


# Rollouts


def test_rollouts_from_each_running_game() -> None:
    batch = BatchState(6, "2/3", "pie", max_plies=7)
    number = 0
    while not batch.terminated.any():
        batch.reset()
        step_at_random(batch, 6, number)
        number += 1
    before = everything(batch)
    for options in ({}, {"threads": 2, "backend": "single"}, {"max_plies": 3}):
        results = batch.rollouts_from(50, seed=9, **options)
        for place, result in enumerate(results):
            game = batch.state(place)
            assert result == (None if game.is_over else game.rollouts(50, seed=9, **options))
    assert None in results
    assert len(results) == 6
    assert everything(batch) == before
    batch.step(batch.legal_random_actions())
    assert batch.rollouts_from(5) == [None] * 6, "all have ended or been cut off"


# The object


def test_what_it_says_of_itself() -> None:
    batch = BatchState(7, "4/5", "pie", "draw")
    assert len(batch) == 7
    assert repr(batch) == "<BatchState of 7 games on 4/5, pie opening, repetition draw>"
    assert batch.max_plies == 4 * GameState("4/5").points
    assert (batch.threads, batch.illegal, batch.auto_reset, batch.action_count) == (
        1,
        "refuse",
        False,
        GameState("4/5", "pie").action_count,
    )


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    ways = list(itertools.product(SIZES, OPENINGS, REPETITIONS))
    total_games = total_plies = 0
    for way_number, (way_size, way_opening, way_repetition) in enumerate(ways):
        share = wanted * (way_number + 1) // len(ways) - wanted * way_number // len(ways)
        plies = play_and_compare(share, way_size, way_opening, way_repetition, min(share, 64), 10**6 * way_number)
        total_games, total_plies = total_games + share, total_plies + plies
        print(f"{way_size} {way_opening} {way_repetition}: {share} games, {plies} plies, no difference", flush=True)
    print(f"{total_games} games, {total_plies} plies: every mask that of GameState and of the reference")
