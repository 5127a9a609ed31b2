"""Ratings by Glicko-2, from the formulas in Mark Glickman's "Example of the Glicko-2 system" (2013)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

CENTRE: Final = 1500.0
SCALE: Final = 173.7178
"""Glicko-2 counts from 0 in units of this many points."""
RESTRAINT: Final = 0.5
"""How much a volatility may change: the system's constant tau."""
CLOSE: Final = 0.000001
"""When the search for a volatility ends."""


@dataclass(frozen=True)
class Rating:
    """How strong a player is, or how hard a puzzle: a rating, how uncertain it is, and how much it varies."""

    rating: float = CENTRE
    deviation: float = 350.0
    volatility: float = 0.06

    @property
    def _mean(self) -> float:
        return (self.rating - CENTRE) / SCALE

    @property
    def _spread(self) -> float:
        return self.deviation / SCALE


def rate(player: Rating, results: Sequence[tuple[Rating, float]], restraint: float = RESTRAINT) -> Rating:
    """The rating after results against others: 1 for a win, 0.5 for a draw, 0 for a loss.

    >>> rated = rate(Rating(1500, 30), [(Rating(1500, 30), 1.0)])
    >>> round(rated.rating, 1), rated.deviation > 30
    (1502.9, True)
    """
    if not results:
        spread = math.hypot(player._spread, player.volatility)
        return Rating(player.rating, spread * SCALE, player.volatility)
    mean = player._mean
    weights = [_weight(other._spread) for other, _ in results]
    chances = [
        1 / (1 + math.exp(-weight * (mean - other._mean)))
        for weight, (other, _) in zip(weights, results, strict=True)
    ]
    variance = 1 / sum(w * w * chance * (1 - chance) for w, chance in zip(weights, chances, strict=True))
    gain = sum(
        weight * (score - chance)
        for weight, chance, (_, score) in zip(weights, chances, results, strict=True)
    )
    volatility = _new_volatility(player, variance, variance * gain, restraint)
    before = math.hypot(player._spread, volatility)
    spread = 1 / math.sqrt(1 / before**2 + 1 / variance)
    return Rating(CENTRE + SCALE * (mean + spread**2 * gain), SCALE * spread, volatility)


def _weight(spread: float) -> float:
    """How much a result counts against somebody whose rating is so uncertain: the function g."""
    return 1 / math.sqrt(1 + 3 * spread**2 / math.pi**2)


def _new_volatility(player: Rating, variance: float, change: float, restraint: float) -> float:
    """The volatility that fits a change best, found by the Illinois method."""
    start = math.log(player.volatility**2)
    spread = player._spread

    def f(x: float) -> float:
        power = math.exp(x)
        total = spread**2 + variance + power
        return power * (change**2 - total) / (2 * total**2) - (x - start) / restraint**2

    low = start
    if change**2 > spread**2 + variance:
        high = math.log(change**2 - spread**2 - variance)
    else:
        steps = 1
        while f(start - steps * restraint) < 0:
            steps += 1
        high = start - steps * restraint
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
