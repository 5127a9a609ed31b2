"""Intervals: they hold the truth about as often as they say, for games that come in groups."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence

import pytest

from plyground.study.intervals import Interval, Observation, mean, ratio, share, student

TRIALS = 400
LEAST = 0.92
"""How often the truth has to be inside; 400 trials of 95 % fall below this once in a hundred times."""


def coverage(measure: Callable[[random.Random], Interval | None], truth: float) -> float:
    chance = random.Random(20)
    found = [measure(chance) for _ in range(TRIALS)]
    assert all(each is not None and each.low <= each.value <= each.high for each in found)
    return sum(each is not None and each.low <= truth <= each.high for each in found) / TRIALS


def grouped(chance: random.Random, draw: Callable[[float], float], groups: int = 12) -> list[Observation]:
    """Games from some openings, which have something of their own each."""
    return [
        Observation(draw(own), group)
        for group, own in enumerate(chance.gauss(0, 1) for _ in range(groups))
        for _ in range(5)
    ]


def test_means_of_games_that_come_in_groups() -> None:
    def measure(chance: random.Random) -> Interval | None:
        return mean(grouped(chance, lambda own: 20 + 2 * own + chance.gauss(0, 1)))

    assert LEAST < coverage(measure, 20) <= 0.985


def test_a_careless_interval_would_be_too_narrow() -> None:
    """The same games, each taken for itself: then the truth is missed far too often."""

    def measure(chance: random.Random) -> Interval | None:
        seen = grouped(chance, lambda own: 20 + 2 * own + chance.gauss(0, 1))
        return mean([Observation(each.value, number) for number, each in enumerate(seen)])

    assert coverage(measure, 20) < 0.8


@pytest.mark.parametrize("truth", [0.5, 0.8, 0.97])
def test_shares(truth: float) -> None:
    def measure(chance: random.Random) -> Interval | None:
        return share([Observation(float(chance.random() < truth), number) for number in range(40)])

    assert coverage(measure, truth) > LEAST


def test_shares_in_groups() -> None:
    def measure(chance: random.Random) -> Interval | None:
        return share(grouped(chance, lambda own: float(chance.random() < (0.9 if own > 0 else 0.3))))

    assert coverage(measure, 0.6) > LEAST


def test_ratios_of_sums() -> None:
    """Games of different lengths: each move has a choice with the same chance."""

    def measure(chance: random.Random) -> Interval | None:
        lengths = [chance.randint(5, 40) for _ in range(25)]
        return ratio(
            [
                (sum(chance.random() < 0.7 for _ in range(length)), length, n)
                for n, length in enumerate(lengths)
            ]
        )

    assert coverage(measure, 0.7) > LEAST


def density(value: float, freedom: int) -> float:
    scale = math.gamma((freedom + 1) / 2) / math.sqrt(freedom * math.pi) / math.gamma(freedom / 2)
    return float(scale * (1 + value**2 / freedom) ** (-(freedom + 1) / 2))


@pytest.mark.parametrize("freedom", [3, 5, 12, 63])
def test_student_against_its_density(freedom: int) -> None:
    edge = student(freedom)
    steps = 20_000
    width = 2 * edge / steps
    inside = sum(density(-edge + (step + 0.5) * width, freedom) for step in range(steps)) * width
    assert inside == pytest.approx(0.95, abs=0.002)


@pytest.mark.parametrize("seen", [[], [Observation(1.0, "one")] * 20])
def test_one_opening_is_not_enough(seen: Sequence[Observation]) -> None:
    assert mean(seen) is None
    assert share(seen) is None
    assert ratio([(each.value, 1.0, each.group) for each in seen]) is None


def test_games_that_are_all_alike_do_not_prove_that_all_are() -> None:
    found = mean([Observation(9, number) for number in range(10)])
    assert found is not None
    assert found.low < 9 < found.high
    part = share([Observation(0.0, number) for number in range(10)])
    assert part is not None
    assert (part.value, part.low) == (0, 0)
    assert 0.2 < part.high < 0.5
