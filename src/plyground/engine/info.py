"""What an engine is asked and what it answers: limits, lines, and an `Info` for each finished depth."""

from __future__ import annotations

from dataclasses import dataclass

from plyground import contract
from plyground.board import Board
from plyground.contract import DRAWN, LOST, WON
from plyground.errors import PlygroundError
from plyground.score import Score


@dataclass(frozen=True)
class Line:
    """A move, what it leads to, and the best play after it."""

    score: Score
    moves: tuple[str, ...]

    @property
    def move(self) -> str:
        """The move itself."""
        return self.moves[0]


@dataclass(frozen=True)
class Info:
    """What a search knows after a finished depth."""

    depth: int
    lines: tuple[Line, ...]
    """The best moves, best first: as many as were asked for. Empty if the game is over."""
    nodes: int
    seconds: float
    fill: float
    """How full the table is, 0 to 1."""
    score: Score

    @property
    def best(self) -> str | None:
        """The best move, or None if the game is over."""
        return self.lines[0].move if self.lines else None

    @property
    def line(self) -> tuple[str, ...]:
        """The best move and the best play after it."""
        return self.lines[0].moves if self.lines else ()

    @property
    def speed(self) -> float:
        """Positions searched per second."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True)
class SearchLimits:
    """When a search stops: at the first limit that is reached, or when nothing is left to find out."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    lines: int = 1
    longest: float | None = None
    """The seconds that it may take in all if the score is falling when `seconds` are over."""

    def __post_init__(self) -> None:
        for name in ("depth", "nodes", "lines"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise PlygroundError(f"{name} must be at least 1, not {value}")
        if self.seconds is not None and not self.seconds >= 0:
            raise PlygroundError(f"seconds must not be negative, as {self.seconds} is")


@dataclass(frozen=True)
class ChoiceLimits(SearchLimits):
    """How far and how carelessly a level looks for its move: see `plyground.players.levels`."""

    sees: int | None = None
    noise: float = 0.0
    slips: float = 0.0
    slip_depth: int = 1
    chance: int = 0
    """The word with which chance begins."""


def final_info(board: Board) -> Info:
    """What there is to say of a game that is over."""
    result = int(contract.outcome(board.game.rules, board.position))
    scores = {WON: Score(value="win", distance=0), LOST: Score(value="loss", distance=0)}
    score = scores.get(result, Score(value="draw", distance=0 if result == DRAWN else None))
    return Info(depth=0, lines=(), nodes=0, seconds=0.0, fill=0.0, score=score)
