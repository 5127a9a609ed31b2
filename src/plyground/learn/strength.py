"""How strong weights are against those that learning began with: a match of players that look one move ahead.

Both see what the rules know of a position (its result, and `proof`); where that says nothing, one goes by its
weights, and the other, whose weights are nought, by lot.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np

from plyground.learn.kernels import Weights, points_of_match
from plyground.learn.network import Network
from plyground.native.compiler import compile_kernel

PAIRS: Final = 100
SEED: Final = 0x5EED
CONFIDENCE: Final = 1.96


class Strength(NamedTuple):
    """A score between 0 and 1, and how far it may be off with 95 %."""

    score: float
    error: float
    games: int

    def __str__(self) -> str:
        return f"{100 * self.score:.0f} ± {100 * self.error:.0f} % of {self.games} games"


def measure_strength(network: Network, weights: Weights, opening: int, pairs: int = PAIRS) -> Strength:
    """What these weights score against none, each opening (of random moves) from both sides."""
    view = network.game.view(network.game.start)
    points = np.zeros(pairs)
    play = compile_kernel(points_of_match, network.game)
    space = network.workspace(SEED)
    play(view.rules, view.pos, network.tables, weights, np.zeros_like(weights), opening, space, points)
    score = points / 2
    spread = float(score.std()) / math.sqrt(pairs)
    least = 1 / (2 * pairs)  # a match that was won to nought does not say that none would be lost
    return Strength(float(score.mean()), CONFIDENCE * max(spread, least), 2 * pairs)
