"""What a solver says of a position."""

from __future__ import annotations

from dataclasses import dataclass, field

from plyground.board import Board
from plyground.plots import Plottable
from plyground.score import Score


@dataclass(frozen=True)
class MoveVerdict:
    """What a legal move leads to, for the side that makes it."""

    move: str
    score: Score | None
    """None if it was not found out."""


@dataclass(frozen=True)
class Verdict(Plottable):
    """What is true of a position: win, loss or draw for the side to move, how far away, and by which line.

    If the proof was not finished, `value` is None, and `score` is what the unfinished search believes.
    """

    score: Score
    line: tuple[str, ...]
    """Best play from here, as far as it is known."""
    moves: tuple[MoveVerdict, ...]
    """Every legal move with its own value, best first; empty unless asked for."""
    nodes: int
    seconds: float
    how: str
    """By what it was proven: `search`, `proof numbers`, `table`, `rules` (the game is over)."""
    board: Board | None = field(default=None, repr=False, compare=False)
    """The position itself, for the picture of it."""

    @property
    def value(self) -> str | None:
        """`win`, `loss` or `draw` for the side to move; None if that is not known."""
        return self.score.value

    @property
    def distance(self) -> int | None:
        """Plies to the end of a won or lost game; None for a draw."""
        return self.score.distance if self.score.value in ("win", "loss") else None

    @property
    def exact_distance(self) -> bool:
        """Whether the distance is the shortest win or longest loss; otherwise it is a bound."""
        return self.score.is_proven and self.score.exact
