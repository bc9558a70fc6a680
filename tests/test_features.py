"""The features and the evaluation: against the reference, and at the edges. What they mean is in docs/features.md."""

from __future__ import annotations

import math
import random
import re
from pathlib import Path

import numpy as np
import pytest

import meridians
from conftest import games_at_all_stages
from meridians import FEATURES, GameState, Position, builtin_weights, feature_arrays, reference
from meridians.reference.board import SIZES
from meridians.reference.features import FEATURES as REFERENCE_FEATURES


def random_games(size: str, games: int) -> list[GameState]:
    """A state of each ply of some random games, from the empty board to the end."""
    draws = random.Random(size)
    states = []
    for index in range(games):
        state = GameState(size, opening="pie" if index % 2 else "plain")
        while not state.is_over and state.ply < 3 * state.points:
            states.append(state.copy())
            state.play(draws.choice(state.legal_actions()))
        states.append(state)
    return states


@pytest.mark.parametrize("size", SIZES)
def test_features_are_those_of_the_reference(size: str) -> None:
    assert FEATURES == REFERENCE_FEATURES
    states = random_games(size, 20 if size in SIZES[:2] else 4)[:: 1 if size in SIZES[:3] else 5]
    arrays = feature_arrays(states)
    assert arrays.dtype == np.int32
    assert arrays.shape == (len(states), 2, len(FEATURES))
    for state, array in zip(states, arrays, strict=True):
        expected = reference.Position.from_text(state.position.text).features()
        assert state.features() == state.position.features() == expected, state.position.text
        assert array.T.tolist() == [list(pair) for pair in expected.values()]
    assert all(arrays[:, :, k].max() > 0 for k in range(len(FEATURES)) if size not in SIZES[:2]), "each is met"


def test_a_mirrored_board_has_the_same_features() -> None:
    for state in random_games("6/7", 1)[::7]:
        for symmetry in reference.SYMMETRIES:
            assert state.position.transformed(symmetry).features() == state.features()


def logit_of(state: GameState, weights: str) -> float:
    """The logit for the colour to move, from the text of the weights (docs/features.md)."""
    linear, _, network = weights.partition("\nnetwork ")
    polynomials = {name: numbers for name, *numbers in map(str.split, linear.splitlines()[3:])}
    features = state.features()
    mover = 0 if state.turn == "light" else 1
    empty = state.points - sum(features["stones"])
    share = empty / state.points
    worth = {name: sum(float(w) * share**k for k, w in enumerate(numbers)) for name, numbers in polynomials.items()}
    logit = worth["to_move"]
    logit += sum(worth.get(name, 0) * (both[mover] - both[1 - mover]) for name, both in features.items())
    if network:
        rows = {name: np.array(numbers, float) for name, *numbers in map(str.split, network.splitlines()[1:])}
        sums = rows["bias"] + rows.get("empty", 0) * empty
        for name, both in features.items():
            sums = sums + rows.get(f"own.{name}", 0) * both[mover] + rows.get(f"other.{name}", 0) * both[1 - mover]
        logit += float(np.maximum(sums, 0) @ rows["output"])
    return logit


def all_features(size: str, units: int) -> str:
    """Weights of every feature, those that the built-in weights leave out as well, and a network over all of them."""
    lines = ["meridians evaluation 1", f"size {size}", f"features {len(FEATURES)}"]
    lines += [f"{name} {0.01 * (-1) ** k} {0.002 * k}" for k, name in enumerate(FEATURES)]
    lines += ["to_move 0.1", f"network {units}"]
    rng = np.random.default_rng(units)
    for name in [*(f"{side}.{name}" for side in ("own", "other") for name in FEATURES), "empty", "bias", "output"]:
        scale = {"bias": 0.5, "output": 2 / units}.get(name, 0.002 if "pairs" in name or "log" in name else 0.05)
        lines.append(" ".join([name, *(f"{scale * number:.5f}" for number in rng.normal(size=units))]))
    return "\n".join(lines)


@pytest.mark.parametrize("size", SIZES)
def test_the_chance_is_the_weighted_sum(size: str) -> None:
    for state in [*games_at_all_stages().values(), *random_games(size, 1)]:
        if state.position.is_over:
            continue
        expected = 1 / (1 + math.exp(-logit_of(state, builtin_weights(state.size))))
        position, other = state.position, "dark" if state.turn == "light" else "light"
        for units in (1, 8, 19):
            every = all_features(state.size, units)
            expected_of_all = 1 / (1 + math.exp(-logit_of(state, every)))
            assert position.chance(state.turn, every) == pytest.approx(expected_of_all, abs=0.01), position.text
        assert position.chance(state.turn) == pytest.approx(expected, abs=0.01), position.text
        assert position.chance(state.turn) + position.chance(other) == 1  # type: ignore[arg-type]


@pytest.mark.tree
def test_the_lists_of_the_documentation() -> None:
    """The points that docs/features.md lists for Light are as many as the feature says."""
    page = (Path(__file__).parents[1] / "docs" / "features.md").read_text("utf-8")
    drawing = page.split("```text\n")[1].split("```")[0]
    features = Position.from_diagram(drawing).features()
    listed = dict(re.findall(r"^\| `(\w+)` \|.*\| ([^|]*) \|$", page, re.MULTILINE))
    assert tuple(listed) == FEATURES
    words = {name: [word.strip(",") for word in last.split()] for name, last in listed.items()}
    # Points and pairs of points; the others are numbers and words.
    named = {name: len(points) for name, points in words.items() if points[0][0] in "abcdefghi"}
    assert len(named) == 13
    del named["triangles"], named["mobility"]  # the points of one triangle; those that are not seen
    for name, count in named.items():
        assert count == features[name][0], name


def test_weights_of_ones_own() -> None:
    text = "meridians evaluation 1\nsize 2/3\nfeatures 1\nstones 0.5\nto_move -1 0 0 0\n"
    position = Position("2/3", light=["a1", "c1"], dark=["e1"], turn="dark", turns=(2, 1))
    logit = math.log(position.chance("light", text) / position.chance("dark", text))
    assert logit == pytest.approx(0.5 * 1 + 1, abs=0.01)
    again = builtin_weights("6/7")
    assert Position().chance("light", again) == Position().chance("light")


def test_a_finished_game_is_won() -> None:
    over = GameState.from_moves("c1 e1 c3 pass", "2/3").position
    assert (over.chance("light"), over.chance("dark")) == (1.0, 0.0)
    assert meridians.feature_arrays([over])[0, 1].sum() == 0
