"""The statistics of matches, against choix, SciPy's optimizers, published numbers and simulations."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from meridians import MeridiansError, Rollouts
from meridians.arena import bradley_terry, elo_of, pair_interval, score_of, sprt, wilson
from meridians.arena.statistics import PAIR_SCORES, pair_mean_and_variance, student_quantile

COUNTS = [[10, 3, 50, 4, 40], [1, 0, 6, 0, 2], [120, 0, 500, 0, 160], [7, 20, 90, 22, 9]]


def test_elo_and_score_are_inverse() -> None:
    assert score_of(400) == pytest.approx(10 / 11)  # odds of ten to one
    assert f"{elo_of(0.5):+.0f}" == "+0"
    assert elo_of(0.75) == pytest.approx(190.848501887865)
    for elo in (-2000.0, -700.0, -3.0, 0.0, 12.5, 400.0, 2000.0):
        assert elo_of(score_of(elo)) == pytest.approx(elo)
    assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)
    for huge in (1e9, math.inf):
        assert (score_of(-huge), score_of(huge)) == (0, 1)


def test_wilson_is_that_of_the_rollouts() -> None:
    for wins, losses in ((0, 8), (8, 0), (3, 5), (130, 70), (1, 9999)):
        engine = Rollouts(wins, losses, 0, 0, 0, 0, 0)
        for confidence in (0.5, 0.95, 0.999):
            expected = engine.interval("light", confidence)
            assert wilson(wins, wins + losses, confidence) == pytest.approx(expected, abs=1e-12)
    # The example of Newcombe (1998), table I: 15 of 148.
    assert wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=5e-5)
    assert wilson(0, 0) == (0.0, 1.0)


def test_the_interval_by_pairs_is_that_of_the_normal_distribution_when_there_are_many() -> None:
    for counts in COUNTS:
        many = [1000 * count for count in counts]
        mean, variance = pair_mean_and_variance(many)
        error = 1.959963984540054 * math.sqrt(variance / sum(many))
        assert pair_interval(many) == pytest.approx((mean - error, mean + error), abs=0.02 * error)


def test_the_interval_by_pairs_is_wider_than_by_games_if_pairs_agree_and_narrower_if_the_opening_decides() -> None:
    def width(ends: tuple[float, float]) -> float:
        return ends[1] - ends[0]

    alike, split = [50, 0, 0, 0, 50], [10, 0, 80, 0, 10]
    assert width(pair_interval(alike)) > 1.3 * width(wilson(100, 200))
    assert width(pair_interval(split)) < 0.7 * width(wilson(100, 200))


def test_the_interval_by_pairs_does_not_shrink_to_nothing() -> None:
    for pairs in range(2, 30):
        limit = math.exp(
            -(student_quantile(0.95, pairs - 1) ** 2) / 2 / pairs
        )  # the share p with p^n as likely as that
        low, high = pair_interval([0, 0, 0, 0, pairs])
        assert high == 1
        assert low == pytest.approx(limit, abs=0.01)
        assert pair_interval([pairs, 0, 0, 0, 0]) == pytest.approx((0, 1 - low))
        low, high = pair_interval([0, 0, pairs, 0, 0])
        assert low < 0.5 < high
        assert low + high == pytest.approx(1)
    for few in ([0, 0, 0, 0, 0], [0, 0, 0, 0, 1], [0, 1, 0, 0, 0]):
        assert pair_interval(few) == (0.0, 1.0)


def test_students_quantiles() -> None:
    published = {1: 12.706, 2: 4.303, 3: 3.182, 5: 2.571, 10: 2.228, 30: 2.042, 120: 1.980}
    for freedom, value in published.items():
        assert student_quantile(0.95, freedom) == pytest.approx(value, rel=0.15 if freedom == 1 else 0.01)
    assert student_quantile(0.99, 10) == pytest.approx(3.169, rel=0.001)


@pytest.mark.parametrize(("pairs", "least"), [(6, 0.95), (20, 0.93), (60, 0.93)])
def test_the_interval_by_pairs_covers_the_truth_as_often_as_it_says(pairs: int, least: float) -> None:
    for chances in ([0.2, 0.02, 0.45, 0.03, 0.3], [0.1, 0, 0.8, 0, 0.1]):
        truth = sum(chance * score for chance, score in zip(chances, PAIR_SCORES, strict=True))
        drawn = np.random.default_rng(1).multinomial(pairs, chances, size=2000)
        unique, counts = np.unique(drawn, axis=0, return_counts=True)
        most = np.argsort(-counts)[:70]  # the others are as seldom as they are many
        inside = [low <= truth <= high for low, high in (pair_interval(unique[row].tolist()) for row in most)]
        assert least < np.average(inside, weights=counts[most])


def test_the_sequential_test_is_the_ratio_of_the_largest_likelihoods() -> None:
    optimize = pytest.importorskip("scipy.optimize")

    def largest(shares: Any, score: float) -> float:
        """The log-likelihood of the best distribution of that score, by a general optimizer."""
        limits = [
            {"type": "eq", "fun": lambda p: p.sum() - 1},
            {"type": "eq", "fun": lambda p: p @ np.array(PAIR_SCORES) - score},
        ]
        found = optimize.minimize(
            lambda p: -(shares * np.log(p)).sum(),
            np.full(5, 0.2),
            jac=lambda p: -shares / p,
            bounds=[(1e-9, 1)] * 5,
            constraints=limits,
            options={"maxiter": 1000, "ftol": 1e-14},
        )
        return -float(found.fun)

    for counts in ([10, 3, 50, 4, 40], [7, 20, 90, 22, 9]):
        shares = np.array(counts) / sum(counts)
        for elo0, elo1 in ((0, 10), (-5, 60), (100, 200)):
            expected = sum(counts) * (largest(shares, score_of(elo1)) - largest(shares, score_of(elo0)))
            assert sprt(counts, elo0, elo1).llr == pytest.approx(expected, rel=1e-3, abs=1e-3)


def test_the_sequential_test_of_small_differences_is_the_known_approximation() -> None:
    counts = [120, 40, 500, 50, 160]
    mean, variance = pair_mean_and_variance(counts)
    s0, s1 = score_of(0), score_of(4)
    approximation = sum(counts) * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert sprt(counts, 0, 4).llr == pytest.approx(approximation, rel=0.01)


def test_the_bounds_of_the_sequential_test_are_walds() -> None:
    test = sprt([0] * 5, 0, 10)
    assert (test.llr, test.accepted) == (0, None)
    assert (test.lower, test.upper) == pytest.approx((-math.log(19), math.log(19)))
    assert sprt([0, 0, 0, 0, 40], 0, 10).accepted is None  # all the same way is not much evidence for 10 Elo and not 0
    assert sprt([0, 0, 40, 0, 60], 0, 50).accepted == "elo1"
    assert sprt([60, 0, 40, 0, 0], 0, 50).accepted == "elo0"
    for counts in ([0, 0, 0, 0, 10**6], [0, 0, 1, 0, 0], [10**6, 0, 0, 0, 1], [10**6] * 5):
        for elo0, elo1 in ((-2000, 2000), (-2000, -1999), (0, 2000), (1999, 2000)):
            assert math.isfinite(sprt(counts, elo0, elo1).llr)


@pytest.mark.parametrize(("elo", "accepted"), [(0, "elo0"), (80, "elo1")])
def test_the_sequential_test_is_seldom_wrong(elo: float, accepted: str) -> None:
    generator = random.Random(7)
    share = score_of(elo)
    decisions = []
    for _ in range(60):
        counts = [0] * 5
        test = sprt(counts, 0, 80)
        while test.accepted is None and sum(counts) < 1000:
            for _ in range(5):
                counts[2 * sum(generator.random() < share for _ in range(2))] += 1
            test = sprt(counts, 0, 80)
        decisions.append(test.accepted)
    assert decisions.count(accepted) >= 54  # 57 expected of 60 at the bounds for 5 %


def points(seed: int, ratings: list[float], games: int) -> Any:
    generator = np.random.default_rng(seed)
    count = len(ratings)
    table = np.zeros((count, count))
    for a in range(count):
        for b in range(a + 1, count):
            table[a, b] = generator.binomial(games, score_of(ratings[a] - ratings[b]))
            table[b, a] = games - table[a, b]
    return table


@pytest.mark.parametrize("seed", range(3))
def test_ratings_are_those_of_choix(seed: int) -> None:
    choix = pytest.importorskip("choix")
    table = points(seed, [0, 50, 120, 300, -80], 60)
    table[0, 3] = table[3, 0] = 0  # not everyone has met
    expected = (
        400
        / math.log(10)
        * choix.opt_pairwise(
            5, [(a, b) for a in range(5) for b in range(5) for _ in range(int(table[a, b]))], tol=1e-12
        )
    )
    ratings = bradley_terry(table)
    assert ratings.elo == pytest.approx(expected - expected.mean(), abs=0.01)
    dense = 400 / math.log(10) * choix.ilsr_pairwise_dense(table, alpha=0.0)
    assert ratings.elo == pytest.approx(dense - dense.mean(), abs=0.01)


def test_two_players_are_rated_by_their_score() -> None:
    ratings = bradley_terry([[0, 75], [25, 0]], anchor=1, anchor_elo=100)
    assert ratings.elo == pytest.approx([100 + elo_of(0.75), 100])
    # Fisher's information of n games is n p (1 - p), in natural units.
    half = 1.959963984540054 * 400 / math.log(10) / math.sqrt(100 * 0.75 * 0.25)
    assert ratings.high - ratings.elo == pytest.approx([half, 0])
    assert ratings.difference(0, 1) == (
        pytest.approx(elo_of(0.75)),
        pytest.approx((elo_of(0.75) - half, elo_of(0.75) + half)),
    )
    assert bradley_terry([[0, 75], [25, 0]]).difference(0, 1)[1] == pytest.approx(ratings.difference(0, 1)[1])


def test_ratings_find_the_true_ones_as_often_as_they_say() -> None:
    truth = np.array([0.0, 60, 150, 260])
    inside = 0
    for seed in range(100):
        ratings = bradley_terry(points(seed, truth.tolist(), 40), anchor=0)
        inside += int(((ratings.low <= truth) & (truth <= ratings.high))[1:].sum())
    assert 0.91 < inside / 300 < 0.98


def test_without_a_finite_rating_there_is_an_error_and_with_a_prior_a_rating() -> None:
    sweep = [[0, 10, 10], [0, 0, 6], [0, 4, 0]]
    for table in (sweep, [[0, 5, 0, 0], [5, 0, 0, 0], [0, 0, 0, 5], [0, 0, 5, 0]], [[0, 0], [0, 0]]):
        with pytest.raises(MeridiansError, match="no finite rating"):
            bradley_terry(table)
    ratings = bradley_terry(sweep, prior=1)
    assert (np.diff(ratings.elo) < 0).all()
    assert np.isfinite(ratings.elo).all()
    # The same as one drawn game more between each two.
    more = np.array(sweep) + 0.5 * (1 - np.eye(3))
    assert ratings.elo == pytest.approx(bradley_terry(more).elo)


def test_ratings_far_apart_are_found() -> None:
    ladder = np.zeros((12, 12))
    for step in range(11):
        ladder[step + 1, step], ladder[step, step + 1] = 95, 5
    assert np.diff(bradley_terry(ladder, anchor=0).elo) == pytest.approx([elo_of(0.95)] * 11)


BAD: list[tuple[Callable[[], object], str]] = [
    (lambda: elo_of(1.5), "score"),
    (lambda: elo_of(math.nan), "score"),
    (lambda: wilson(5, 4), "points"),
    (lambda: wilson(-1, 4), "points"),
    (lambda: wilson(1, 4, 1.0), "confidence"),
    (lambda: pair_interval([1, 2, 3]), "five"),
    (lambda: pair_interval([1, 2, 3, 4, -5]), "five"),
    (lambda: pair_interval([1, 2, 3, 4, math.nan]), "five"),
    (lambda: pair_interval([1, 2, 3, 4, 5], 0), "confidence"),
    (lambda: sprt([1, 2, 3, 4, 5], 10, 10), "elo0"),
    (lambda: sprt([1, 2, 3, 4, 5], math.nan, 10), "elo0"),
    (lambda: sprt([1, 2, 3, 4, 5], -2001, 10), "elo0"),
    (lambda: sprt([1, 2, 3, 4, 5], 0, math.inf), "elo1"),
    (lambda: score_of(math.nan), "elo"),
    (lambda: score_of(10**5000), "elo"),
    (lambda: sprt([1, 2, 3, 4, 5], 0, 10, alpha=0), "alpha"),
    (lambda: sprt([1, 2, 3, 4, 5], 0, 10, beta=0.5), "beta"),
    (lambda: bradley_terry([[0]]), "square"),
    (lambda: bradley_terry([[0, 1]]), "square"),
    (lambda: bradley_terry([[0, -1], [1, 0]]), "0 or more"),
    (lambda: bradley_terry([[0, math.nan], [1, 0]]), "finite"),
    (lambda: bradley_terry([[1, 1], [1, 0]]), "oneself"),
    (lambda: bradley_terry([[0, 1], [1, 0]], anchor=2), "anchor"),
    (lambda: bradley_terry([[0, 1], [1, 0]], prior=-1), "prior"),
    (lambda: bradley_terry([[0, 1], [1, 0]], confidence=2), "confidence"),
]


def test_bad_numbers() -> None:
    for call, words in BAD:
        with pytest.raises(MeridiansError, match=words):
            call()
