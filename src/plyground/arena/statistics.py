"""How strong each player is, and how sure that is.

Ratings follow the model of Bradley and Terry on Elo's scale: a player who is d points stronger is expected to
score 1 / (1 + 10^(-d/400)). A draw is half a point to each. The ratings are those that make the results
the likeliest; only their differences mean something, and so their mean is put at 0.

- E. Zermelo, Die Berechnung der Turnier-Ergebnisse als ein Maximumproblem der Wahrscheinlichkeitsrechnung,
  1929; R. A. Bradley and M. E. Terry, Rank Analysis of Incomplete Block Designs, 1952: the model.
- L. R. Ford, Solution of a Ranking Problem from Binary Comparisons, 1957: the likeliest ratings are finite
  if, however the players are parted into two groups, somebody in each has scored against the other.
  Where that does not hold, a drawn pair of games is added for each two players who met.
- P. J. Huber, The Behavior of Maximum Likelihood Estimates under Nonstandard Conditions, 1967; H. White,
  1982: the error bars. The covariance is H⁻¹ B H⁻¹ with Fisher's information H and with B summed over
  pairs of games, which are the units that are independent: two games from one opening are not, and
  draws make results vary less than H alone would have it. For two players this is the error of the mean
  over pairs ("pentanomial"), carried over to Elo.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

SCALE: Final = 400 / math.log(10)
"""Elo points for one natural unit of log odds."""
CONFIDENCE: Final = 1.959964
"""Standard deviations on either side that hold 95 % of a normal distribution."""


def score_of(elo: float) -> float:
    """The share of points that a player who is `elo` points stronger is expected to score.

    >>> score_of(0), round(score_of(100), 3), round(score_of(-200), 3)
    (0.5, 0.64, 0.24)
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The difference in strength that leads to this share of points.

    >>> round(elo_of(0.75), 1), elo_of(0.5), elo_of(1)
    (190.8, 0.0, inf)
    """
    if score in (0, 1):
        return math.copysign(math.inf, score - 0.5)
    return SCALE * math.log(score / (1 - score))


class Pair(NamedTuple):
    """What two players made of one opening."""

    one: int
    other: int
    points: float
    """The points of the first of the two."""
    games: int = 2


@dataclass(frozen=True)
class Ratings:
    """The strength of every player."""

    elo: tuple[float, ...]
    covariance: NDArray[np.float64]
    """In squared Elo points."""
    fisher: NDArray[np.float64]
    """What the covariance would be if every game were independent and nothing but won or lost."""
    is_held: bool
    """Whether drawn pairs had to be added, since somebody won or lost everything."""

    def error(self, player: int) -> float:
        """Half the width of the interval that holds a player's rating with 95 %."""
        return CONFIDENCE * math.sqrt(max(0.0, float(self.covariance[player, player])))

    def difference(self, one: int, other: int) -> tuple[float, float]:
        """How much stronger one player is than the other, and half the width of the interval."""
        spread = self._variance(one, other)
        return self.elo[one] - self.elo[other], CONFIDENCE * math.sqrt(spread)

    def superiority(self, one: int, other: int) -> float:
        """How likely it is that one player is the stronger of two."""
        spread = math.sqrt(self._variance(one, other))
        gap = self.elo[one] - self.elo[other]
        if spread == 0:
            return 0.5
        return 0.5 * (1 + math.erf(gap / spread / math.sqrt(2)))

    def _variance(self, one: int, other: int) -> float:
        table = self.covariance
        return max(0.0, float(table[one, one] + table[other, other] - 2 * table[one, other]))


def ratings(players: int, pairs: Sequence[Pair]) -> Ratings:
    """The likeliest ratings of `players` players after these results.

    >>> found = ratings(2, [Pair(0, 1, 2.0), Pair(0, 1, 1.0)] * 20)
    >>> [round(elo, 1) for elo in found.elo], round(found.difference(0, 1)[1], 1)
    ([95.4, -95.4], 72.7)
    """
    is_held = not _is_finite(players, pairs)
    met = sorted({(min(pair[:2]), max(pair[:2])) for pair in pairs})
    counted = [*pairs, *(Pair(one, other, 1.0) for one, other in met)] if is_held else list(pairs)
    table = _ResultArrays(players, counted)
    strength = _fit_strengths(table)
    inverse = np.asarray(SCALE**2 * np.linalg.pinv(table.information(strength), hermitian=True), np.float64)
    covariance = np.asarray(inverse @ table.spread(strength) @ inverse / SCALE**2, np.float64)
    return Ratings(tuple(float(each) * SCALE for each in strength), covariance, inverse, is_held)


class _ResultArrays:
    """The results as arrays: who met whom, points and games of each pair."""

    def __init__(self, players: int, pairs: Sequence[Pair]) -> None:
        self.players = players
        self.one = np.array([pair.one for pair in pairs], np.int64)
        self.other = np.array([pair.other for pair in pairs], np.int64)
        self.points = np.array([pair.points for pair in pairs], np.float64)
        self.games = np.array([pair.games for pair in pairs], np.float64)

    def chances(self, strength: NDArray[np.float64]) -> NDArray[np.float64]:
        """How much of each game the first of the two is expected to score."""
        return np.asarray(1 / (1 + np.exp(strength[self.other] - strength[self.one])))

    def surplus(self, strength: NDArray[np.float64]) -> NDArray[np.float64]:
        """How many points more than expected the first of the two scored in each pair."""
        return self.points - self.games * self.chances(strength)

    def slope(self, strength: NDArray[np.float64]) -> NDArray[np.float64]:
        """Where the likelihood grows."""
        total = np.zeros(self.players)
        surplus = self.surplus(strength)
        np.add.at(total, self.one, surplus)
        np.add.at(total, self.other, -surplus)
        return total

    def information(self, strength: NDArray[np.float64]) -> NDArray[np.float64]:
        """Fisher's information about the strengths, in natural units."""
        chances = self.chances(strength)
        return self._between(self.games * chances * (1 - chances))

    def spread(self, strength: NDArray[np.float64]) -> NDArray[np.float64]:
        """How much the results of pairs vary around what is expected.

        If all pairs of two players ended alike, their results do not tell how much they vary. Then one
        more pair counts, a whole point away from what is expected.
        """
        count = len(self.points)
        table = self._between(self.surplus(strength) ** 2) * (count / (count - 1) if count > 1 else 1.0)
        turned = np.where(self.one < self.other, self.points, self.games - self.points) / self.games
        results: defaultdict[tuple[int, int], set[float]] = defaultdict(set)
        for one, other, share in zip(self.one.tolist(), self.other.tolist(), turned.tolist(), strict=True):
            results[min(one, other), max(one, other)].add(share)
        alike = [Pair(*met, 0.0) for met, shares in results.items() if len(shares) == 1]
        return table + _ResultArrays(self.players, alike)._between(np.ones(len(alike)))

    def _between(self, amounts: NDArray[np.float64]) -> NDArray[np.float64]:
        table = np.zeros((self.players, self.players))
        np.add.at(table, (self.one, self.one), amounts)
        np.add.at(table, (self.other, self.other), amounts)
        np.add.at(table, (self.one, self.other), -amounts)
        np.add.at(table, (self.other, self.one), -amounts)
        return table


def _fit_strengths(table: _ResultArrays) -> NDArray[np.float64]:
    """Newton's method, with steps kept short; each group of players that met has the mean 0."""
    strength = np.zeros(table.players)
    for _ in range(200):
        step = np.linalg.pinv(table.information(strength), hermitian=True) @ table.slope(strength)
        strength += np.clip(step, -1.0, 1.0)
        if np.abs(step).max(initial=0.0) < 1e-10:
            break
    return strength


def _is_finite(players: int, pairs: Sequence[Pair]) -> bool:
    """Ford's condition within each group of players that met: points lead from each player to all others."""
    scored: list[set[int]] = [set() for _ in range(players)]
    conceded: list[set[int]] = [set() for _ in range(players)]
    for pair in pairs:
        for one, other, points in (
            (pair.one, pair.other, pair.points),
            (pair.other, pair.one, pair.games - pair.points),
        ):
            if points > 0:
                scored[one].add(other)
                conceded[other].add(one)
    return all(_reachable(scored, start) == _reachable(conceded, start) for start in range(players))


def _reachable(steps: Sequence[set[int]], start: int) -> set[int]:
    seen = {start}
    waiting = [start]
    while waiting:
        for place in steps[waiting.pop()] - seen:
            seen.add(place)
            waiting.append(place)
    return seen
