"""The course of a game: who stood better when, and what follows for drama, leads and decision.

An estimate in the game's own unit becomes an expected score by a logistic curve, whose one number is fitted
to how the judged games ended. What is proven is 0, 1/2 or 1. The definitions are in docs/study.md.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from plyground.study.games import PlayedGame
from plyground.study.work import DRAW, FIRST_WINS, SECOND_WINS, ScoreText

PROVEN: Final = {FIRST_WINS: 1.0, SECOND_WINS: 0.0, DRAW: 0.5}
SETTLED: Final = 0.75
"""The expected score from which on a side is held to be winning."""
LEAD: Final = 0.02
"""How far from one half the expected score must be for somebody to lead."""
SCALES: Final = tuple(10 ** (power / 8) for power in range(-8, 41))
"""The scales that are tried, from a tenth of a unit to ten thousand."""


def expected_score(score: ScoreText, scale: float) -> float:
    """What the side that a score is seen from can expect.

    >>> expected_score(0, 50), expected_score("+", 50), round(expected_score(50, 50), 2)
    (0.5, 1.0, 0.73)
    """
    if isinstance(score, str):
        return PROVEN[score]
    return 1 / (1 + math.exp(-max(-500.0, min(500.0, score / scale))))


def fit_scale(games: Sequence[PlayedGame]) -> float:
    """The scale with which the estimates foretell the results best."""
    seen = [
        (score, game.points)
        for game in games
        for score in game.scores
        if game.points is not None and isinstance(score, int) and score
    ]
    if not seen:
        return 50.0

    def surprise(scale: float) -> float:
        total = 0.0
        for estimate, points in seen:
            chance = min(max(expected_score(estimate, scale), 1e-6), 1 - 1e-6)
            total -= points * math.log(chance) + (1 - points) * math.log(1 - chance)
        return total

    return min(SCALES, key=surprise)


@dataclass(frozen=True)
class Course:
    """One judged game, as expected scores."""

    game: PlayedGame
    scale: float

    @cached_property
    def first(self) -> tuple[float, ...]:
        """What the side that began could expect in each position from the end of the opening on."""
        return tuple(expected_score(score, self.scale) for score in self.game.scores)

    @cached_property
    def winner(self) -> tuple[float, ...]:
        """The same for the winner; empty if there is none."""
        if not self.game.is_won:
            return ()
        return self.first if self.game.points == 1 else tuple(1 - each for each in self.first)

    @property
    def drama(self) -> float:
        """How far the winner was behind, on average over all positions."""
        behind = [max(0.0, 1 - 2 * each) for each in self.winner[:-1]]
        return sum(behind) / len(behind)

    @property
    def deepest(self) -> float:
        """How far behind the winner was at worst."""
        return max(max(0.0, 1 - 2 * each) for each in self.winner)

    @property
    def lead_changes(self) -> int:
        """How often the lead went from one side to the other."""
        leaders = [each > 0.5 for each in self.first if abs(each - 0.5) > LEAD]
        return sum(one != other for one, other in pairwise(leaders))

    @property
    def decisive_ply(self) -> int:
        """When the winner first stood better than the loser ever did (Browne's decisiveness threshold)."""
        threshold = max(1 - each for each in self.winner)
        for ply, each in enumerate(self.winner):
            if each > threshold:
                return self.game.begin + ply
        return self.game.plies

    @property
    def decisiveness(self) -> float:
        """How much of the game had been played by then."""
        return self.decisive_ply / self.game.plies

    @property
    def settled_ply(self) -> int:
        """From when on the winner could expect three quarters of a point or more, up to the end."""
        for ply in range(len(self.winner) - 1, -1, -1):
            if self.winner[ply] < SETTLED:
                return self.game.begin + ply + 1
        return self.game.begin

    @property
    def killer(self) -> float:
        """The largest gain of the winner from one position to the next."""
        return max(
            (later - earlier for earlier, later in zip(self.winner, self.winner[1:], strict=False)),
            default=0.0,
        )

    @cached_property
    def gaps(self) -> tuple[float, ...]:
        """How much better the best move is than the next best, for each move with a choice."""
        return tuple(
            max(0.0, expected_score(best, self.scale) - expected_score(second, self.scale))
            for best, second in (each for each in self.game.gaps if len(each) == 2)
        )

    @property
    def clarity(self) -> float | None:
        """The mean of these; None if there was never a choice."""
        return sum(self.gaps) / len(self.gaps) if self.gaps else None

    @cached_property
    def openness(self) -> tuple[float, ...]:
        """How open each position is: 1 is even, 0 is settled; a proven draw is settled too."""
        return tuple(
            0.0 if isinstance(score, str) else 1 - abs(2 * first - 1)
            for score, first in zip(self.game.scores, self.first, strict=True)
        )

    def uncertainty_at(self, progress: float) -> float:
        """How open the game is after this share of its judged moves: 1 is even, 0 is settled."""
        last = len(self.openness) - 1
        place = progress * last
        low = min(int(place), last)
        high = min(low + 1, last)
        return self.openness[low] + (place - low) * (self.openness[high] - self.openness[low])

    @property
    def uncertainty(self) -> float:
        """The mean over all positions but the last."""
        return sum(self.openness[:-1]) / len(self.openness[:-1])
