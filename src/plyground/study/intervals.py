"""Means with intervals that hold the truth 95 times in 100, from games that come in groups.

Games from one opening are alike, so what is independent are openings, not games. The error of a mean is
therefore that of sums over openings (the sandwich of Huber and White, as in `plyground.arena.statistics`),
with Student's t for as many openings as there are.

- W. S. Gosset (Student), The Probable Error of a Mean, 1908: few observations need wider intervals.
- A. Agresti and B. A. Coull, Approximate Is Better than "Exact" for Interval Estimation of Binomial
  Proportions, 1998: to a share two successes and two failures are added, each a group of its own. So a share
  that was 0 or 1 in every game has an interval too.
- C. R. Rao, Linear Statistical Inference and Its Applications, 1973, 6a: the error of a ratio of two sums.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from typing import Final, NamedTuple

from plyground.arena.statistics import CONFIDENCE

SMALLEST: Final = 1e-9
"""A smaller error is one of rounding."""
ADDED: Final = 2
"""Successes, and failures, that are added to a share."""


class Interval(NamedTuple):
    """A value, and between which bounds the truth lies with 95 %."""

    value: float
    low: float
    high: float


class Observation(NamedTuple):
    """What was seen in one game, and the group that it belongs to."""

    value: float
    group: Hashable


def student(freedom: int) -> float:
    """How many standard errors on either side hold 95 % of Student's distribution.

    By the expansion of Cornish and Fisher, good to a hundredth from 4 degrees of freedom on.

    >>> [round(student(freedom), 2) for freedom in (1, 2, 4, 10, 30)]
    [12.71, 4.3, 2.78, 2.23, 2.04]
    """
    if freedom < 3:
        return {1: 12.7062, 2: 4.3027}[freedom]
    z, v = CONFIDENCE, float(freedom)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / v**power for power, term in enumerate(terms, start=1))


def mean(seen: Sequence[Observation]) -> Interval | None:
    """The mean over all games; None if there are fewer than two groups.

    If all games were alike, one of them counts as if it had been one unit off: that they never differ is not
    credible.

    >>> found = mean([Observation(length, group) for group, length in enumerate([8, 9, 9, 10])])
    >>> [round(each, 2) for each in found]
    [9.0, 7.7, 10.3]
    """
    count = len({each.group for each in seen})
    if count < 2:
        return None
    value = sum(each.value for each in seen) / len(seen)
    reach = student(count - 1) * _error_of_mean(seen, value)
    return Interval(value, value - reach, value + reach)


def share(seen: Sequence[Observation], least: float = 0.0, most: float = 1.0) -> Interval | None:
    """The mean of values between two bounds; an interval never leaves them.

    >>> found = share([Observation(1, group) for group in range(40)])
    >>> [round(each, 2) for each in found]
    [1.0, 0.89, 1.0]
    """
    if len({each.group for each in seen}) < 2:
        return None
    value = sum(each.value for each in seen) / len(seen)
    added = [Observation(end, ("added", end, number)) for end in (least, most) for number in range(ADDED)]
    held = [*seen, *added]
    middle = sum(each.value for each in held) / len(held)
    groups = len({each.group for each in held})
    reach = student(groups - 1) * _error(held, middle)
    return Interval(value, max(least, min(value, middle - reach)), min(most, max(value, middle + reach)))


def ratio(pairs: Sequence[tuple[float, float, Hashable]]) -> Interval | None:
    """The ratio of two sums over games, such as moves without a choice to moves; None with one group.

    If all games were alike, one more counts for the error, as for a mean.
    """
    total = sum(below for _, below, _ in pairs)
    groups = {group for _, _, group in pairs}
    if len(groups) < 2 or not total:
        return None
    value = sum(above for above, _, _ in pairs) / total
    surplus: defaultdict[Hashable, float] = defaultdict(float)
    for above, below, group in pairs:
        surplus[group] += above - value * below
    count = len(groups)
    error = math.sqrt(count / (count - 1) * sum(each**2 for each in surplus.values())) / total
    error = error if error > SMALLEST else 1 / total
    reach = student(count - 1) * error
    return Interval(value, value - reach, value + reach)


def clip(interval: Interval | None, least: float, most: float) -> Interval | None:
    """An interval within bounds that are known."""
    if interval is None:
        return None
    return Interval(interval.value, max(least, interval.low), min(most, interval.high))


def _error_of_mean(seen: Sequence[Observation], value: float) -> float:
    error = _error(seen, value)
    return error if error > SMALLEST else 1 / len(seen)


def _error(seen: Sequence[Observation], value: float) -> float:
    """The standard error of a mean over groups."""
    surplus: defaultdict[Hashable, float] = defaultdict(float)
    for each in seen:
        surplus[each.group] += each.value - value
    count = len(surplus)
    return math.sqrt(count / (count - 1) * sum(each**2 for each in surplus.values())) / len(seen)


def observe(values: Iterable[tuple[float | None, Hashable]]) -> list[Observation]:
    """Observations of those games in which there was something to see."""
    return [Observation(value, group) for value, group in values if value is not None]
