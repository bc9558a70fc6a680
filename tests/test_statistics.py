"""Random play in numbers: what many uniformly random games look like, and that the choice is uniform; fixed seeds."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import pytest

from meridians import GameState, Position, Rollouts

GAMES = 2000


@pytest.fixture(scope="module")
def standard() -> Rollouts:
    return Position("6/7").rollouts(GAMES, seed=20211)


# The facts are of docs/rules.md's sources: uniformly random play of two unrelated engines on 6/7.


def test_mean_length(standard: Rollouts) -> None:
    error = standard.sd_plies / math.sqrt(GAMES)
    assert abs(standard.mean_plies - 109.4) < 4 * error
    assert abs(standard.sd_plies - 23) < 2


def test_lights_share(standard: Rollouts) -> None:
    assert standard.unfinished == 0
    assert abs(standard.share("light") - 0.499) < 4 * 0.5 / math.sqrt(GAMES)
    low, high = standard.interval("light", 0.9999)
    assert low < 0.499 < high


def test_stones_removed(standard: Rollouts) -> None:
    # From a sample of single games: the spread is needed for the error bar.
    removed = [Position("6/7").rollout(5, index).stones_removed for index in range(400)]
    mean = sum(removed) / len(removed)
    spread = math.sqrt(sum((n - mean) ** 2 for n in removed) / len(removed))
    assert abs(mean - 63) < 4 * spread / math.sqrt(len(removed)) + 0.5  # "about 63"
    assert abs(standard.stones_removed / GAMES - 63) < 4 * spread / math.sqrt(GAMES) + 0.5


def test_the_longest_game_is_longer_than_the_mean_but_below_the_cap(standard: Rollouts) -> None:
    assert standard.mean_plies + 2 * standard.sd_plies < standard.longest < 4 * 114


@pytest.mark.parametrize("size", ["5/6", "7/8"])
def test_neither_colour_is_favoured_elsewhere(size: str) -> None:
    result = Position(size).rollouts(600, seed=8)
    low, high = result.interval("light", 0.9999)
    assert low < 0.5 < high
    assert result.games == 600


@pytest.mark.parametrize(
    ("moves", "opening"),
    [
        ("", "plain"),  # 114 placements: draws of 7 bits, some of them rejected
        ("h1 d4", "pie"),  # keep and swap: one bit
        ("h1 d4", "plain"),
        ("h1 d4 h8 d6", "plain"),
    ],
)
def test_the_choice_is_uniform(moves: str, opening: Any) -> None:
    position = GameState.from_moves(moves, opening=opening).position
    legal = position.legal_moves()
    per_move = 60
    counts = Counter(position.rollout(77, index, 1).moves[0] for index in range(per_move * len(legal)))
    assert set(counts) <= set(legal)
    chi_squared = sum((counts[move] - per_move) ** 2 / per_move for move in legal)
    freedom = len(legal) - 1
    # Neither too far from uniform nor too close to it, at five standard deviations of chi-squared.
    assert abs(chi_squared - freedom) < 5 * math.sqrt(2 * freedom)


def test_the_second_choice_does_not_depend_on_the_first() -> None:
    position = GameState.from_moves("h1 d4", opening="pie").position
    follow = {answer: Counter[str]() for answer in ("keep", "swap")}
    for index in range(4000):
        answer, move = position.rollout(3, index, 2).moves
        follow[answer][move] += 1
    legal = position.play("keep").legal_moves()
    total = {answer: sum(counts.values()) for answer, counts in follow.items()}
    chi_squared = sum(
        (counts[move] - total[answer] / len(legal)) ** 2 / (total[answer] / len(legal))
        for answer, counts in follow.items()
        for move in legal
    )
    freedom = 2 * (len(legal) - 1)
    assert abs(chi_squared - freedom) < 5 * math.sqrt(2 * freedom)
