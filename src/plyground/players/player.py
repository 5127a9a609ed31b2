"""What it takes to sit down at a board: choose a move when asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from plyground.board import Board
    from plyground.engine import Score


@dataclass(frozen=True)
class Choice:
    """A move and why it was chosen."""

    move: str
    score: Score | None
    """What the player thinks of the position, if it has an opinion."""
    line: tuple[str, ...]
    """The move and the play that the player expects after it."""
    depth: int
    """How many plies it looked ahead."""
    seconds: float


class Player(Protocol):
    """Anyone who can be asked for a move."""

    name: str

    def choose(self, board: Board) -> Choice:
        """A legal move; the board stays as it is."""

    def stop(self) -> None:
        """From another thread: answer now with the best move known. Without a question, nothing happens."""

    def prepare(self) -> None:
        """Get ready (compile), so that it is not counted as thinking."""
