"""The sequential test: play until it is clear enough which of two hypotheses about a strength holds.

This is the generalised sequential probability ratio test over pairs of games (an opening from both sides),
whose five possible scores 0, 1/2, 1, 3/2 and 2 follow any distribution at all. For each hypothesis the
likelihood of the observed counts is made as large as it can be among the distributions with that expected
score; the logarithm of their ratio is compared with Wald's bounds.

- A. Wald, Sequential Tests of Statistical Hypotheses, 1945: the bounds log((1-β)/α) and log(β/(1-α)).
- M. Van den Bergh, A Practical Introduction to the GSPRT, and Comments on Normalized Elo, 2019-2020
  (cantate.be/Fishtest): the five scores, and the distribution with a given mean that fits best. It is
  p_i = q_i / (1 + θ(a_i - s)), where q are the observed frequencies, a the scores, s the wanted mean
  and θ the one number with which the mean is s (Owen's empirical likelihood, 2001, chapter 2).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from plyground.arena.statistics import score_of

ALPHA: Final = 0.05
"""How often the stronger hypothesis may be taken although the weaker one holds."""
BETA: Final = 0.05
"""How often the weaker hypothesis may be taken although the stronger one holds."""
SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Of a pair of games, as a share of its two points."""
UNSEEN: Final = 1e-3
"""How many pairs count for a score that has not been seen, because it can be seen yet."""


@dataclass(frozen=True)
class SprtStatus:
    """How the test stands."""

    elo0: float
    elo1: float
    pairs: int
    """How many pairs were looked at."""
    llr: float
    """The logarithm of the likelihood ratio."""
    lower: float
    upper: float

    @property
    def is_decided(self) -> bool:
        """Whether the test is over."""
        return not self.lower < self.llr < self.upper


def bounds(alpha: float = ALPHA, beta: float = BETA) -> tuple[float, float]:
    """Where the test ends.

    >>> [round(bound, 3) for bound in bounds()]
    [-2.944, 2.944]
    """
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def log_likelihood_ratio(counts: Sequence[float], elo0: float, elo1: float) -> float:
    """How much better a strength of `elo1` explains these counts of pair scores than `elo0` does.

    >>> round(log_likelihood_ratio([223, 9863, 21279, 10037, 246], 0.5, 2.5), 2)
    -3.07
    """
    seen = [count or UNSEEN for count in counts]
    total = sum(seen)
    shares = [count / total for count in seen]
    weak, strong = (fit_distribution(shares, score_of(elo)) for elo in (elo0, elo1))
    return sum(count * math.log(high / low) for count, high, low in zip(seen, strong, weak, strict=True))


def fit_distribution(shares: Sequence[float], mean: float) -> list[float]:
    """The distribution over the five scores with this mean under which these shares are the likeliest."""
    gaps = [score - mean for score in SCORES]

    def excess(theta: float) -> float:
        return sum(share * gap / (1 + theta * gap) for share, gap in zip(shares, gaps, strict=True))

    low, high = -1 / gaps[-1], -1 / gaps[0]
    for _ in range(200):  # the excess falls from infinity to minus infinity between these poles
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if excess(middle) > 0:
            low = middle
        else:
            high = middle
    theta = (low + high) / 2
    return [share / (1 + theta * gap) for share, gap in zip(shares, gaps, strict=True)]


class Sprt:
    """The test as it goes on, pair by pair; once decided it stays so, and looks at no more pairs."""

    def __init__(self, elo0: float, elo1: float) -> None:
        self.elo0, self.elo1 = elo0, elo1
        self.counts = [0, 0, 0, 0, 0]
        lower, upper = bounds()
        self.status = SprtStatus(elo0, elo1, 0, 0.0, lower, upper)

    def update(self, pairs: Iterable[float]) -> SprtStatus:
        """Go on with these scores of pairs, 0 to 2 points each."""
        for points in pairs:
            if self.status.is_decided:
                break
            self.counts[round(2 * points)] += 1
            llr = log_likelihood_ratio(self.counts, self.elo0, self.elo1)
            before = self.status
            self.status = SprtStatus(self.elo0, self.elo1, before.pairs + 1, llr, before.lower, before.upper)
        return self.status
