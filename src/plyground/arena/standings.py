"""What the finished games come to: points, by side, between each two players, and ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from plyground.arena.folder import GameResult
from plyground.arena.statistics import Pair, Ratings, ratings


@dataclass
class Tally:
    """Wins, draws and losses."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def add(self, points: float) -> None:
        """Count one game."""
        self.wins += points == 1
        self.draws += points == 0.5
        self.losses += points == 0

    @property
    def games(self) -> int:
        """How many there were."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A draw is half a point."""
        return self.wins + self.draws / 2

    def __str__(self) -> str:
        return f"{self.wins}-{self.draws}-{self.losses}"


@dataclass
class PlayerResults:
    """One player's results."""

    name: str
    total: Tally = field(default_factory=Tally)
    as_first: Tally = field(default_factory=Tally)
    as_second: Tally = field(default_factory=Tally)
    faults: Counter[str] = field(default_factory=Counter)
    """Games lost by a crash, an illegal move or overstepped time."""


class Standings:
    """The state of a tournament after some games."""

    def __init__(self, players: Sequence[str], results: Iterable[GameResult]) -> None:
        self.players = tuple(players)
        self.results = sorted(results, key=lambda result: result.number)
        self.rows = [PlayerResults(name) for name in self.players]
        self.cross = [[Tally() for _ in self.players] for _ in self.players]
        place = {name: index for index, name in enumerate(self.players)}
        self._pairs: dict[int, Pair] = {}
        for result in self.results:
            self._count(result, place[result.first], place[result.second])

    def _count(self, result: GameResult, first: int, second: int) -> None:
        points = result.points
        for own, other, scored in ((first, second, points), (second, first, 1 - points)):
            row = self.rows[own]
            row.total.add(scored)
            (row.as_first if own == first else row.as_second).add(scored)
            self.cross[own][other].add(scored)
            if result.fault and scored == 0:
                row.faults[result.fault] += 1
        one, other = sorted((first, second))
        known = self._pairs.get(result.number // 2, Pair(one, other, 0.0, 0))
        gained = points if one == first else 1 - points
        self._pairs[result.number // 2] = Pair(one, other, known.points + gained, known.games + 1)

    @cached_property
    def ratings(self) -> Ratings:
        """The strength of every player."""
        return ratings(len(self.players), list(self._pairs.values()))

    @property
    def order(self) -> list[int]:
        """The players, best first."""
        elo = self.ratings.elo
        return sorted(range(len(self.players)), key=lambda index: (-elo[index], index))

    @property
    def repeated(self) -> int:
        """How many games were move for move the same as another between the same players on these sides."""
        return len(self.results) - len({(each.first, each.second, each.digest) for each in self.results})


def whole_pairs(players: Sequence[str], results: dict[int, GameResult]) -> list[float]:
    """The first player's points in each pair of games, in order, up to the first pair that is not over."""
    points: list[float] = []
    while (number := 2 * len(points)) in results and number + 1 in results:
        games = (results[number], results[number + 1])
        points.append(sum(game.points if game.first == players[0] else 1 - game.points for game in games))
    return points
