"""The hint: a good move and why, the same on every surface.

Where an analysis of the position is running, the hint is its newest answer, so that the two never disagree.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from plyground.board import Board
from plyground.engine import Info, Score
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.solver.proving_engine import ProvingEngine
from plyground.words import line_text, line_words, score_words

HINT_SECONDS: Final = 1.0
HINT_MEMORY: Final = 16
"""Megabytes for the engine's table, where the engine serves nothing but hints."""


@dataclass(frozen=True)
class Hint:
    """A move to make, and why."""

    board: Board
    """The position that the hint is for."""
    score: Score
    """What the position is worth to the side to move."""
    line: tuple[str, ...]
    """The move and the best play after it."""
    how: str = ""
    """How it was found, if not by the engine."""

    @property
    def move(self) -> str:
        """The move to make."""
        return self.line[0]

    def __str__(self) -> str:
        text = f"hint: {self.move} ({score_words(self.board, self.score)})"
        if len(self.line) > 1:
            text += f", line {line_text(self.line)}"
        if words := line_words(self.board, self.score, self.line):
            text += f"; {words}"
        return f"{text}; {self.how}" if self.how else text


class HintEngine(Protocol):
    """The part of an engine that finds hints."""

    def prepare(self) -> None: ...

    def stop(self) -> None: ...

    def search(self, board: Board, *, seconds: float | None = None) -> Info: ...


def hint_engine(game: Game) -> ProvingEngine:
    """An engine that finds hints."""
    return ProvingEngine(game, memory=HINT_MEMORY)


def find_hint(engine: HintEngine, board: Board, *, seconds: float = HINT_SECONDS) -> Hint:
    """Search for a hint.

    >>> board = Board("noughts", "a1 a2 b1 b2")
    >>> print(find_hint(hint_engine(board.game), board))
    hint: c1 (proven: X wins in 1 ply)
    """
    return hint_from(board, engine.search(board, seconds=seconds))


def hint_from(board: Board, info: Info) -> Hint:
    """The hint that an answer about this position holds, such as the newest one of a running analysis."""
    if outcome := board.outcome:
        raise PlygroundError(f"the game is over: {outcome}")
    return Hint(board.copy(), info.score, info.line)
