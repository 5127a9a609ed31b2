"""What it takes to sit down at a board: choose a move when asked."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from plyground.errors import PlygroundError

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
    words: str = ""
    """What it says of its move, where a score cannot say it."""


class Player(Protocol):
    """Anyone who can be asked for a move."""

    name: str

    def choose(self, board: Board) -> Choice:
        """A legal move; the board stays as it is."""

    def stop(self) -> None:
        """From another thread: answer now with the best move known. Without a question, nothing happens."""

    def prepare(self) -> None:
        """Get ready (compile), so that it is not counted as thinking."""


def chance_for(seed: int | None, board: Board) -> random.Random:
    """Chance that depends on nothing but a seed and the moves so far; without a seed, on nothing at all."""
    return random.Random(None if seed is None else f"{seed} {' '.join(board.history)}")


def refuse_finished(board: Board) -> None:
    """Refuse a board on which there is no move to choose."""
    if outcome := board.outcome:
        raise PlygroundError(f"there is nothing to choose: the game is over, {outcome}")


def refuse_impossible(
    *, seconds: float | None = None, depth: int | None = None, nodes: int | None = None, threads: int = 1
) -> None:
    """Refuse limits that nobody can keep."""
    if seconds is not None and not seconds >= 0:
        raise PlygroundError(f"seconds must not be negative, as {seconds} is")
    if depth is not None and depth < 1:
        raise PlygroundError(f"depth must be at least 1, not {depth}")
    if nodes is not None and nodes < 1:
        raise PlygroundError(f"nodes must be at least 1, not {nodes}")
    if threads < 1:
        raise PlygroundError(f"threads must be at least 1, not {threads}")
