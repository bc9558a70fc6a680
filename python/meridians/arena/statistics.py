"""The statistics of matches: intervals of a score, Elo, the sequential test, and ratings of many players.

Scores are from 0 to 1, draws one half. Two games of a pair begin with the same opening, so they depend on each other:
``pairs`` are always five counts, of the pairs in which a player made 0, 1/2, 1, 3/2 and 2 points (the pentanomial). Elo
is the logistic scale: 400 points are odds of ten to one. Only NumPy is needed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from meridians._core import MeridiansError
from meridians.checks import inside, number, whole

__all__ = [
    "PAIR_SCORES",
    "Ratings",
    "Sprt",
    "bradley_terry",
    "elo_of",
    "pair_interval",
    "pair_mean_and_variance",
    "score_of",
    "sprt",
    "wilson",
]

Interval: TypeAlias = tuple[float, float]

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The score of a pair of games, as a share of its two points, for each of the five counts."""

_UNSEEN = 1e-3  # the count of an outcome that was not seen, as in fishtest: without it the likelihood has no maximum

_MOST_ELO = 2000  # of a sequential test


def quantile(confidence: float) -> float:
    """How many standard deviations on both sides hold so much of a normal distribution: 1.96 for 0.95."""
    inside("confidence", confidence, 0, 1)
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def student_quantile(confidence: float, freedom: int) -> float:
    """The same for Student's distribution, within half a per cent at 0.95 from two degrees of freedom on.

    Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5.
    """
    z = quantile(confidence)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + math.fsum(term / freedom**power for power, term in enumerate(terms, start=1))


def elo_of(score: float) -> float:
    """The Elo difference that is worth a score in expectation; infinite at 0 and 1."""
    number("score", score, 0, 1)
    if score in (0.0, 1.0):
        return math.inf if score else -math.inf
    return 400 * math.log10(score / (1 - score))


def score_of(elo: float) -> float:
    """The score that an Elo difference is worth in expectation: 0 or 1 if it is infinite, or nearly so."""
    number("elo", elo, -math.inf, math.inf)
    odds = 10 ** (-abs(elo) / 400)  # of the weaker one: the other way round a large difference would overflow
    return 1 / (1 + odds) if elo >= 0 else odds / (1 + odds)


def wilson(points: float, games: int, confidence: float = 0.95) -> Interval:
    """Wilson's score interval (1927) of ``points / games``, of independent games; (0.0, 1.0) without any."""
    whole("games", games, 0, 2**63 - 1)
    number("points", points, 0, games)
    z = quantile(confidence)
    if games == 0:
        return 0.0, 1.0
    share, spread = points / games, z * z / games
    middle = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(share * (1 - share) / games + spread / games / 4) / (1 + spread)
    # At 0 and at 1 the end is that number, which rounding would miss.
    return (0.0 if points == 0 else max(0.0, middle - half)), (1.0 if points == games else min(1.0, middle + half))


# Pairs


def _counts(pairs: object) -> list[float]:
    """The five counts, checked."""
    if isinstance(pairs, str | bytes) or not isinstance(pairs, Sequence | np.ndarray):
        raise TypeError(f"pairs must be five counts, not {type(pairs).__name__}")
    if len(pairs) != len(PAIR_SCORES):
        raise MeridiansError(f"pairs must be five counts, not {len(pairs)}")
    return [number("one of the five counts of pairs", count, 0, 1e15) for count in pairs]


def _distribution(pairs: Sequence[float]) -> tuple[float, list[float]]:
    """The number of pairs and the share of each outcome, none of them 0."""
    counts = [max(count, _UNSEEN) for count in _counts(pairs)]
    total = sum(counts)
    return total, [count / total for count in counts]


def pair_mean_and_variance(pairs: Sequence[float]) -> tuple[float, float]:
    """The mean score of a pair, and the variance of one pair's score; nan without pairs."""
    counts = _counts(pairs)
    total = sum(counts)
    if total == 0:
        return math.nan, math.nan
    shares = np.asarray(counts) / total
    scores = np.asarray(PAIR_SCORES)
    mean = float(shares @ scores)
    return mean, float(shares @ (scores - mean) ** 2)


def _with_mean(shares: Sequence[float], mean: float) -> list[float]:
    """The distribution of that mean, above 0 and below 1, which makes outcomes with these shares most likely.

    It is ``share / (1 + x (score - mean))`` with the x at which its mean is right (Owen, Empirical Likelihood, 2001,
    2.9).
    """
    away = [score - mean for score in PAIR_SCORES]
    # Between these x all is positive; the sum below falls from +inf to -inf.
    low, high = -1 / max(away), -1 / min(away)
    for _ in range(44):
        x = (low + high) / 2
        if sum(share * distance / (1 + x * distance) for share, distance in zip(shares, away, strict=True)) > 0:
            low = x
        else:
            high = x
    x = (low + high) / 2
    weights = [share / (1 + x * distance) for share, distance in zip(shares, away, strict=True)]
    total = sum(weights)
    return [weight / total for weight in weights]


def _log_likelihood(shares: Sequence[float], model: Sequence[float]) -> float:
    return sum(share * math.log(chance) for share, chance in zip(shares, model, strict=True))


def pair_interval(pairs: Sequence[float], confidence: float = 0.95) -> Interval:
    """The interval of the score that respects how the two games of a pair depend on each other.

    It holds the scores that a likelihood-ratio test with the five counts would not reject (Owen's empirical likelihood,
    with the quantile of Student's distribution, so that few pairs do not promise too much). With many pairs it is the
    mean and so many standard errors on both sides; unlike those it stays between 0 and 1, and does not shrink to
    nothing when all pairs have ended alike. With one pair it is (0.0, 1.0). Games without a partner are not in it.
    """
    total, shares = _distribution(pairs)
    quantile(confidence)  # refuses what is none
    if sum(pairs) < 2:
        return 0.0, 1.0
    limit = student_quantile(confidence, round(sum(pairs)) - 1) ** 2 / 2
    best = _log_likelihood(shares, shares)
    mean = sum(share * score for share, score in zip(shares, PAIR_SCORES, strict=True))

    def rejected(score: float) -> bool:
        return total * (best - _log_likelihood(shares, _with_mean(shares, score))) > limit

    def boundary(inside: float, outside: float) -> float:
        for _ in range(24):
            middle = (inside + outside) / 2
            inside, outside = (inside, middle) if rejected(middle) else (middle, outside)
        return inside

    low = 0.0 if sum(pairs[1:]) == 0 else boundary(mean, 0.0)
    high = 1.0 if sum(pairs[:-1]) == 0 else boundary(mean, 1.0)
    return low, high


@dataclass(frozen=True)
class Sprt:
    """A sequential probability ratio test after so many pairs: is the difference ``elo0`` or ``elo1``?

    ``llr``: the log-likelihood ratio of elo1 to elo0. ``accepted``: ``"elo0"`` once it is at or below ``lower``,
    ``"elo1"`` once at or above ``upper``, else None.
    """

    elo0: float
    elo1: float
    llr: float
    lower: float
    upper: float

    @property
    def accepted(self) -> Literal["elo0", "elo1"] | None:
        """Which of the two has been accepted."""
        if self.llr <= self.lower:
            return "elo0"
        return "elo1" if self.llr >= self.upper else None


def sprt(pairs: Sequence[float], elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05) -> Sprt:
    """The generalized sequential probability ratio test on pairs of games, as fishtest has it.

    The likelihoods are the largest of all distributions over the five outcomes with the score that elo0 and elo1 are
    worth (M. Van den Bergh, https://hardy.uhasselt.be/Fishtest/support_MLE_multinomial.pdf). ``alpha`` and ``beta`` are
    the chances of accepting elo1 when elo0 is true, and elo0 when elo1 is; the bounds are Wald's. Differences are from
    -2000 to 2000: beyond, the scores are 0 and 1 but for rounding, and no result has a likelihood.
    """
    number("elo0", elo0, -_MOST_ELO, _MOST_ELO)
    number("elo1", elo1, -_MOST_ELO, _MOST_ELO)
    if not elo0 < elo1:
        raise MeridiansError(f"elo0 must be below elo1, not {elo0:g} and {elo1:g}")
    inside("alpha", alpha, 0, 0.5)
    inside("beta", beta, 0, 0.5)
    lower, upper = math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
    total, shares = _distribution(pairs)
    if sum(pairs) == 0:  # the counts of what was not seen are no evidence
        return Sprt(elo0, elo1, 0.0, lower, upper)
    larger, smaller = (_log_likelihood(shares, _with_mean(shares, score_of(elo))) for elo in (elo1, elo0))
    return Sprt(elo0, elo1, total * (larger - smaller), lower, upper)


# Many players


@dataclass(frozen=True)
class Ratings:
    """Ratings of players by the Bradley-Terry model.

    ``elo``: float64 ``[P]``; ``low`` and ``high``: the ends of its interval; an anchored player has none, and without
    an anchor the ratings have mean 0. ``covariance``: float64 ``[P, P]``, in Elo squared.
    """

    elo: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    covariance: NDArray[np.float64]

    def difference(self, a: int, b: int, confidence: float = 0.95) -> tuple[float, Interval]:
        """How much stronger a is than b, and the interval of that, which is not that of the ratings' ends."""
        difference = float(self.elo[a] - self.elo[b])
        variance = self.covariance[a, a] + self.covariance[b, b] - 2 * self.covariance[a, b]
        half = quantile(confidence) * math.sqrt(max(0.0, float(variance)))
        return difference, (difference - half, difference + half)


def bradley_terry(
    points: ArrayLike,
    *,
    anchor: int | None = None,
    anchor_elo: float = 0.0,
    prior: float = 0.0,
    confidence: float = 0.95,
) -> Ratings:
    """The most likely ratings of P players: i scores against j as :func:`score_of` their difference (Zermelo 1929).

    ``points``: ``[P, P]``, what i scored against j, a draw being half a point for each. ``anchor``: the player whose
    rating is ``anchor_elo``. ``prior``: so many drawn games are added between any two that have met; without any a
    player who won everything has no finite rating, which is an error (MeridiansError). The intervals are from Fisher's
    information, games taken to be independent.
    """
    try:
        scored = np.array(points, float)
    except (TypeError, ValueError):
        raise TypeError(f"points must be a square of numbers, not {type(points).__name__}") from None
    if scored.ndim != 2 or scored.shape[0] != scored.shape[1] or len(scored) < 2:
        raise MeridiansError(f"points must be a square of two players or more, not of shape {scored.shape}")
    if not (np.isfinite(scored).all() and (scored >= 0).all() and not scored.diagonal().any()):
        raise MeridiansError("points must be finite numbers of 0 or more, and 0 against oneself")
    players = len(scored)
    if anchor is not None:
        whole("anchor", anchor, 0, players - 1)
    number("anchor_elo", anchor_elo, -1e6, 1e6)
    number("prior", prior, 0, 1e6)
    z = quantile(confidence)
    scored += prior / 2 * (scored + scored.T > 0)
    _check_connected(scored)
    games, won = scored + scored.T, scored.sum(axis=1)
    rating = _newton(games, won)
    expected = 1 / (1 + np.exp(rating[None, :] - rating[:, None]))
    weight = games * expected * (1 - expected)
    information = np.diag(weight.sum(axis=1)) - weight
    scale = 400 / math.log(10)
    if anchor is None:
        covariance = np.linalg.pinv(information, hermitian=True)
        elo = scale * (rating - rating.mean())
    else:
        others = np.arange(players) != anchor
        covariance = np.zeros_like(information)
        covariance[np.ix_(others, others)] = np.linalg.inv(information[np.ix_(others, others)])
        elo = scale * (rating - rating[anchor]) + anchor_elo
    covariance = scale**2 * covariance
    half = z * np.sqrt(np.maximum(covariance.diagonal(), 0))
    return Ratings(elo, elo - half, elo + half, covariance)


def _newton(games: NDArray[np.float64], won: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ratings in natural units, by Newton's method on a concave function: steps are halved while they do not climb."""

    def likelihood(rating: NDArray[np.float64]) -> float:
        # Half of the sum over ordered pairs: each game appears in both orders.
        together = np.logaddexp(rating[:, None], rating[None, :])
        return float(won @ rating - (games * together).sum() / 2)

    rating = np.zeros(len(won))
    for _ in range(200):
        expected = 1 / (1 + np.exp(rating[None, :] - rating[:, None]))
        slope = won - (games * expected).sum(axis=1)
        if np.abs(slope).max() < 1e-10 * max(1.0, float(games.sum())):
            break
        weight = games * expected * (1 - expected)
        step = np.linalg.pinv(np.diag(weight.sum(axis=1)) - weight, hermitian=True) @ slope
        step *= min(1.0, 5 / max(float(np.abs(step).max()), 1e-300))  # far away the function is nearly flat
        now, size = likelihood(rating), 1.0
        while size > 1e-6 and likelihood(rating + size * step) < now:
            size /= 2
        rating = rating + size * step
        rating -= rating.mean()
    return rating


def _check_connected(scored: NDArray[np.float64]) -> None:
    """There is a most likely rating if, and only if, no group of players was never beaten by the rest (Ford 1957)."""
    reach = (scored > 0) | np.eye(len(scored), dtype=bool)
    for _ in range(len(scored).bit_length()):
        reach = reach @ reach
    if not reach.all():
        never = int(np.argmin(reach.all(axis=1)))
        others = [str(other) for other in np.flatnonzero(~reach[never])]
        raise MeridiansError(
            f"player {never} has scored nothing, directly or through others, against {', '.join(others)}: there is no"
            " finite rating; play more games, or give a prior such as 1"
        )
