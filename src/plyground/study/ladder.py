"""The ladder: strengths of which each scores more than 60 % against the one below, found by sequential tests.

From a player that moves at random upwards, the next strength is tested against the highest rung so far: does
it score 60 %, or 75 %? If 60 % is rejected in favour of more, it is a rung. If not, the next strength is
tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import comb
from typing import Final, NamedTuple

from plyground.arena.sprt import ALPHA, Sprt, SprtStatus
from plyground.arena.statistics import elo_of
from plyground.study.games import PlayedGame

LEAST, MORE = 0.6, 0.75
"""The two hypotheses about the score of the stronger one."""
MOST_PAIRS: Final = 100
"""Pairs of games after which a test ends without an answer."""
FEWEST_PAIRS: Final = 30
"""Pairs that a test may have in any case; with fewer than 14 none can be decided."""


class LadderGame(NamedTuple):
    """A game to be played: games 2n and 2n + 1 are one opening from both sides."""

    lower: int
    upper: int
    number: int

    @property
    def nodes(self) -> tuple[int, int]:
        """Who begins."""
        return (self.upper, self.lower) if self.number % 2 == 0 else (self.lower, self.upper)

    @property
    def pair(self) -> int:
        """Which pair it belongs to."""
        return self.number // 2


@dataclass
class LadderTest:
    """One strength against another."""

    lower: int
    upper: int
    points: dict[int, float] = field(default_factory=dict)
    """What the upper one scored in each game, by its number."""
    _sprt: Sprt = field(default_factory=lambda: Sprt(elo_of(LEAST), elo_of(MORE)))

    def add(self, game: PlayedGame) -> None:
        """Count a game; one that was cut off is a draw, as in a tournament."""
        points = 0.5 if game.points is None else game.points
        is_upper_first = game.nodes == (self.upper, self.lower)
        self.points[game.number] = points if is_upper_first else 1 - points
        self._sprt.update(self.pairs[self.status.pairs :])

    @property
    def pairs(self) -> list[float]:
        """The points of whole pairs, in order, up to the first that is not over."""
        found: list[float] = []
        while (number := 2 * len(found)) in self.points and number + 1 in self.points:
            found.append(self.points[number] + self.points[number + 1])
        return found

    @property
    def counted(self) -> list[float]:
        """The pairs up to the one that decided."""
        return self.pairs[: self.status.pairs]

    @property
    def status(self) -> SprtStatus:
        """How the sequential test stands."""
        return self._sprt.status

    @property
    def is_accepted(self) -> bool:
        """Whether the upper one is a rung."""
        return self.status.llr >= self.status.upper

    @property
    def is_rejected(self) -> bool:
        """Whether it is held to score no more than 60 %."""
        return self.status.llr <= self.status.lower

    def is_over(self, most_pairs: int) -> bool:
        """Whether no more games are needed."""
        return self.status.is_decided or len(self.pairs) >= most_pairs


class Ladder:
    """All tests so far, and the games that are wanted next."""

    def __init__(self, strengths: Sequence[int], most_pairs: int = MOST_PAIRS) -> None:
        self.strengths = tuple(strengths)
        self.most_pairs = most_pairs
        self.tests: list[LadderTest] = []
        self._handed_out: set[LadderGame] = set()
        self._open_test()

    @property
    def rungs(self) -> list[int]:
        """The strengths that stand on the ladder, the lowest first."""
        return [self.strengths[0], *(test.upper for test in self.tests if test.is_accepted)]

    @property
    def is_done(self) -> bool:
        """Whether every strength was tried."""
        return self.tests[-1].is_over(self.most_pairs) and self._next_strength() is None

    def next_game(self, ahead: int) -> LadderGame | None:
        """A game that is wanted now; None if enough are under way or all is done."""
        test = self.tests[-1]
        if test.is_over(self.most_pairs):
            return None
        begun = 2 * len(test.pairs)
        for number in range(begun, min(begun + 2 * max(1, ahead), 2 * self.most_pairs)):
            game = LadderGame(test.lower, test.upper, number)
            if game not in self._handed_out and number not in test.points:
                self._handed_out.add(game)
                return game
        return None

    def give_back(self, game: LadderGame) -> None:
        """The game was not finished, and has to be handed out again."""
        self._handed_out.discard(game)

    def add(self, game: PlayedGame) -> None:
        """Take in a game, in whatever order games come."""
        for test in self.tests:
            if {test.lower, test.upper} == set(game.nodes):
                test.add(game)
        self._open_test()

    def add_all(self, games: Sequence[PlayedGame]) -> None:
        """Take in the games of an earlier run."""
        before = -1
        while before != len(self.tests):
            before = len(self.tests)
            test = self.tests[-1]
            for game in games:
                if {test.lower, test.upper} == set(game.nodes) and game.number not in test.points:
                    test.add(game)
            self._open_test()

    def _next_strength(self) -> int | None:
        tried = self.tests[-1].upper if self.tests else self.strengths[0]
        return next((nodes for nodes in self.strengths if nodes > tried), None)

    def _open_test(self) -> None:
        if self.tests and not self.tests[-1].is_over(self.most_pairs):
            return
        following = self._next_strength()
        if following is not None:
            self.tests.append(LadderTest(self.rungs[-1], following))


def rungs_interval(accepted: int, rejected: int, undecided: int) -> tuple[int, int]:
    """Between which numbers the rungs lie with 95 %, if each test errs with its 5 %.

    An undecided test may be a rung or not.

    >>> rungs_interval(5, 2, 1)
    (4, 7)
    """
    wrong = _most_errors(accepted)
    missed = _most_errors(rejected)
    return accepted - wrong, accepted + undecided + missed


def _most_errors(tests: int) -> int:
    """The number of errors that is exceeded in less than 2.5 % of all cases.

    >>> [_most_errors(tests) for tests in (0, 1, 5, 10)]
    [0, 1, 1, 2]
    """
    total = 0.0
    for errors in range(tests + 1):
        total += comb(tests, errors) * ALPHA**errors * (1 - ALPHA) ** (tests - errors)
        if total >= 0.975:
            return errors
    return tests
