"""What everybody who can prove results of a game has in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from plyground.board import Board
from plyground.engine.score import Score


@dataclass(frozen=True)
class Progress:
    """How far a proof has come."""

    what: str
    """What is being done, in a few words: `depth 12`, `opening 3 of 16`, `5 against 4 pieces`."""
    nodes: int = 0
    seconds: float = 0.0
    settled: int | None = None
    """How much is settled …"""
    known: int | None = None
    """… of how much that is known to be open."""
    fill: float | None = None
    """How full the table is, 0 to 1."""
    score: Score | None = None
    """What is known so far, proven or not …"""
    line: tuple[str, ...] = ()
    """… and the play that it expects."""


Tell: TypeAlias = Callable[[Progress], None]
"""Called now and then while a proof goes on."""


@dataclass(frozen=True)
class Judgement:
    """What is proven of a position.

    A won or lost position always has a distance; where `score.exact` is False it is a proven bound:
    the game ends within so many plies if the winner plays well.
    """

    score: Score
    line: tuple[str, ...]
    """A best move and what follows, as far as it is known; empty only if the game is over."""
    nodes: int = 0


class Oracle(Protocol):
    """Somebody who can prove results of one game."""

    how: str
    """By what it proves them: `search`, `proof numbers`, `table`."""

    def prepare(self, tell: Tell | None = None) -> None:
        """Compile, load or build what is needed before the first question."""

    def judge(
        self,
        board: Board,
        *,
        seconds: float | None = None,
        exact: bool = False,
        tell: Tell | None = None,
    ) -> Judgement | None:
        """What is true of a position, or None if that was not found within the limits.

        `exact` asks for the distance too, as far as this oracle can find it.
        """

    def stop(self) -> None:
        """End the proof under way, from any thread; it answers None."""
