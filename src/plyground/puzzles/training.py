"""Training: what follows from the puzzles somebody has tried: ratings, reviews, streaks, what is next."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Final

from plyground.puzzles.glicko import Rating, rate
from plyground.puzzles.puzzle import Puzzle

if TYPE_CHECKING:
    from fsrs import Card

PUZZLE_DEVIATION: Final = 150.0
"""How uncertain the first rating of a puzzle is."""
NEAREST: Final = 8
"""The next new puzzle is one of this many whose ratings are nearest to the player's."""


@dataclass(frozen=True, order=True)
class Attempt:
    """A puzzle that somebody has tried."""

    at: datetime
    puzzle: str
    """Its id."""
    game: str
    """Name and variant."""
    rating: int
    """The rating that the puzzle came with."""
    solved: bool
    """Whether it was solved without a wrong try and without help."""


@dataclass
class Training:
    """What follows from attempts, taken in one by one in the order of their times."""

    attempts: list[Attempt] = field(default_factory=list)
    players: dict[str, Rating] = field(default_factory=dict)
    """The player's rating in each game, by its name without a variant."""
    puzzles: dict[str, Rating] = field(default_factory=dict)
    """The rating of each puzzle that was tried."""
    cards: dict[str, Card] = field(default_factory=dict)
    """When puzzles that were failed come again."""
    streak: int = 0
    """Puzzles solved one after the other."""
    best_streak: int = 0

    def add(self, attempt: Attempt) -> None:
        """Take in an attempt. Only the first at a puzzle counts for ratings."""
        from plyground.puzzles.reviews import new_review, review

        self.attempts.append(attempt)
        self.streak = self.streak + 1 if attempt.solved else 0
        self.best_streak = max(self.streak, self.best_streak)
        card = self.cards.get(attempt.puzzle)
        if card is not None:
            self.cards[attempt.puzzle] = review(card, attempt.at, solved=attempt.solved)
        elif not attempt.solved:
            self.cards[attempt.puzzle] = new_review(attempt.at)
        if attempt.puzzle not in self.puzzles:
            self._rate(attempt)

    def _rate(self, attempt: Attempt) -> None:
        game = base_name(attempt.game)
        player = self.players.get(game, Rating())
        puzzle = Rating(attempt.rating, PUZZLE_DEVIATION)
        score = 1.0 if attempt.solved else 0.0
        self.players[game] = rate(player, [(puzzle, score)])
        self.puzzles[attempt.puzzle] = rate(puzzle, [(player, 1 - score)])

    def days_in_a_row(self, today: date) -> int:
        """On how many days up to today, or up to yesterday, a puzzle was solved."""
        days = {attempt.at.date() for attempt in self.attempts if attempt.solved}
        day = today if today in days else today - timedelta(days=1)
        count = 0
        while day in days:
            count += 1
            day -= timedelta(days=1)
        return count

    def due(self, puzzles: Iterable[Puzzle], now: datetime) -> list[Puzzle]:
        """The puzzles whose review is due, the longest overdue first."""
        waiting = [
            puzzle for puzzle in puzzles if puzzle.id in self.cards and self.cards[puzzle.id].due <= now
        ]
        return sorted(waiting, key=lambda puzzle: self.cards[puzzle.id].due)

    def next_puzzle(self, puzzles: Sequence[Puzzle], now: datetime, chance: random.Random) -> Puzzle | None:
        """What is next: a review that is due, or a new puzzle that is about right; None if none is left."""
        if due := self.due(puzzles, now):
            return due[0]
        new = [puzzle for puzzle in puzzles if puzzle.id not in self.puzzles]
        if not new:
            return None
        games = {base_name(puzzle.game) for puzzle in new}
        rated = [self.players[game].rating for game in games if game in self.players]
        level = sum(rated) / len(rated) if rated else min(puzzle.rating for puzzle in new) + 150
        return chance.choice(sorted(new, key=lambda puzzle: abs(puzzle.rating - level))[:NEAREST])


def base_name(game: str) -> str:
    """The name of a game without its variant.

    >>> base_name("noughts:4x4"), base_name("/home/me/own.py:5x5")
    ('noughts', '/home/me/own.py')
    """
    head, colon, tail = game.rpartition(":")
    return head if colon and "/" not in tail and "\\" not in tail else game


def train(attempts: Iterable[Attempt]) -> Training:
    """What follows from these attempts."""
    training = Training()
    for attempt in sorted(attempts):
        training.add(attempt)
    return training
