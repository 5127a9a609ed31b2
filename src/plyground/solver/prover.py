"""What everybody who can prove results of a game has in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from plyground.board import Board
from plyground.progress import Tell
from plyground.score import Score


@dataclass(frozen=True)
class ProvenResult:
    """What is proven of a position.

    A won or lost position always has a distance; where `score.exact` is False it is a proven bound:
    the game ends within so many plies if the winner plays well.
    """

    score: Score
    line: tuple[str, ...]
    """A best move and what follows, as far as it is known; empty only if the game is over."""
    nodes: int = 0


class Prover(Protocol):
    """Somebody who can prove results of one game."""

    how: str
    """By what it proves them: `search`, `proof numbers`, `table`."""

    def prepare(self, tell: Tell | None = None) -> None:
        """Compile, load or build what is needed before the first question."""

    def prove(
        self,
        board: Board,
        *,
        seconds: float | None = None,
        exact: bool = False,
        tell: Tell | None = None,
    ) -> ProvenResult | None:
        """What is true of a position, or None if that was not found within the limits.

        `exact` asks for the distance too, as far as this prover can find it.
        """

    def stop(self) -> None:
        """End the proof under way, from any thread; it answers None."""
