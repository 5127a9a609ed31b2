"""The sequential test against published values, by hand, and in simulated matches."""

from __future__ import annotations

import math
import random

import pytest

from plyground.arena.sprt import SCORES, Sprt, bounds, fit_distribution, log_likelihood_ratio
from plyground.arena.statistics import score_of
from plyground.tournament_report import sprt_text


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "llr"),
    [  # the examples with which fastchess, a tournament manager for chess, is tested
        ([223, 9863, 20279 + 1000, 10037, 246], 0.5, 2.5, -3.07),
        ([871, 26175, 55003 + 980, 26678, 821], 0.0, 2.0, -4.98),
    ],
)
def test_the_ratio_as_others_have_it(counts: list[int], elo0: float, elo1: float, llr: float) -> None:
    assert log_likelihood_ratio(counts, elo0, elo1) == pytest.approx(llr, abs=0.01)


def test_the_bounds_are_those_of_wald() -> None:
    assert bounds() == pytest.approx((-math.log(19), math.log(19)))
    assert bounds(0.1, 0.2) == pytest.approx((math.log(0.2 / 0.9), math.log(0.8 / 0.1)))


def test_with_two_scores_only_the_ratio_is_that_of_a_coin() -> None:
    """Where only 0 and 2 points occur, the distribution with a given mean is a coin's, by hand."""
    won, lost = 30, 20
    low, high = score_of(-50), score_of(50)
    by_hand = won * math.log(high / low) + lost * math.log((1 - high) / (1 - low))
    assert log_likelihood_ratio([lost, 0, 0, 0, won], -50, 50) == pytest.approx(by_hand, abs=0.02)


@pytest.mark.parametrize("mean", [0.1, 0.3, 0.5, 0.62, 0.95])
def test_the_fitted_distribution_has_the_mean_and_is_the_likeliest(mean: float) -> None:
    shares = [0.1, 0.25, 0.3, 0.2, 0.15]
    found = fit_distribution(shares, mean)
    assert sum(found) == pytest.approx(1, abs=1e-9)
    assert sum(share * score for share, score in zip(found, SCORES, strict=True)) == pytest.approx(mean)

    def likelihood(distribution: list[float]) -> float:
        return sum(share * math.log(each) for share, each in zip(shares, distribution, strict=True))

    for step in (1e-4, -1e-4):
        for start in range(3):  # the scores are equally far apart, so sum and mean stay the same
            other = list(found)
            for offset, weight in enumerate((1, -2, 1)):
                other[start + offset] += weight * step
            assert all(each > 0 for each in other)
            assert likelihood(other) < likelihood(found)


def test_the_ratio_turns_with_the_sides() -> None:
    counts = [5, 9, 20, 14, 7]
    assert log_likelihood_ratio(counts, -10, 10) == pytest.approx(
        -log_likelihood_ratio(counts[::-1], -10, 10)
    )


def test_a_verdict_says_what_and_why() -> None:
    test = Sprt(0, 200)
    assert sprt_text(test.update([]), "a", "b") == (
        "SPRT: a against b: not decided between +0 Elo and +200 Elo "
        "(LLR 0.00, bounds -2.94 and 2.94, after 0 pairs)"
    )
    strong = Sprt(0, 200).update([2.0, 1.5] * 40)
    assert strong.is_decided
    assert sprt_text(strong, "a", "b").startswith("SPRT: a against b: +200 Elo accepted, +0 Elo rejected (")
    weak = Sprt(0, 200).update([0.0, 1.0] * 40)
    assert sprt_text(weak, "a", "b").startswith("SPRT: a against b: +0 Elo accepted, +200 Elo rejected (")


def test_once_decided_the_test_looks_no_further() -> None:
    test = Sprt(0, 200)
    pairs = test.update([2.0, 1.5] * 40).pairs
    assert pairs < 80
    assert test.update([0.0] * 100).pairs == pairs


def test_it_does_not_matter_in_which_portions_pairs_come() -> None:
    chance = random.Random(3)
    points = [chance.randrange(5) / 2 for _ in range(100)]
    whole, parts = Sprt(-5, 5), Sprt(-5, 5)
    whole.update(points)
    for start in range(0, 100, 7):
        parts.update(points[start : start + 7])
    assert whole.status == parts.status


@pytest.mark.parametrize(("true", "wrong"), [(0.0, 1), (60.0, -1)])
def test_errors_are_as_rare_as_they_should_be(true: float, wrong: int) -> None:
    """Of 150 simulated matches about 7 may end in the wrong verdict (5 %); more than 15 are no accident."""
    chance = random.Random(11)
    mistakes = 0
    for _ in range(150):
        test = Sprt(0, 60)
        while not test.status.is_decided:
            points = 0.0
            luck = chance.gauss(0, 80)
            for side in (1, -1):
                won = score_of(true + side * luck)
                draw = 0.6 * min(won, 1 - won)
                points += chance.choices((1.0, 0.5, 0.0), (won - draw / 2, draw, 1 - won - draw / 2))[0]
            test.update([points])
        mistakes += (test.status.llr > 0) == (wrong > 0)
    assert mistakes <= 15
