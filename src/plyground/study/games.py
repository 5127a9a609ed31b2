"""The finished games of a study, as they are kept and as figures need them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from plyground.study.work import ScoreText


@dataclass(frozen=True)
class PlayedGame:
    """One finished game."""

    number: int
    """Counted from 0 among the games of its strength, or of its test."""
    nodes: tuple[int, int]
    """The strength of the side that began, and of the other."""
    opening: int
    moves: tuple[str, ...]
    points: float | None
    """What the side that began scored; None if the game was cut off."""
    ending: str
    choices: tuple[int, ...]
    """How many legal moves there were before each move."""
    repeats: int
    """How many moves led to a position that had been there before."""
    begin: int = 0
    """From which ply on the game was judged: where its opening ends."""
    scores: tuple[ScoreText, ...] = ()
    """What each position from there on is worth to the side that began; empty if the game was not judged."""
    gaps: tuple[tuple[ScoreText, ...], ...] = ()
    """What the best move and the next best are worth to the side that makes it, for each of these moves."""
    forced: int = 0
    cells: tuple[tuple[str, ...], ...] = field(default=())
    """The cells of each move."""

    @property
    def plies(self) -> int:
        """How many moves were made."""
        return len(self.moves)

    @property
    def is_self_play(self) -> bool:
        """Whether both sides are equally strong."""
        return self.nodes[0] == self.nodes[1]

    @property
    def is_won(self) -> bool:
        """Whether somebody won."""
        return self.points in (0.0, 1.0)

    @property
    def is_judged(self) -> bool:
        """Whether its positions were judged."""
        return bool(self.scores)


def read_game(line: dict[str, Any]) -> PlayedGame:
    """A game as a line of the folder holds it."""
    return PlayedGame(
        number=line["number"],
        nodes=(line["nodes"][0], line["nodes"][1]),
        opening=line["opening"],
        moves=tuple(line["moves"].split()),
        points=line["points"],
        ending=line["ending"],
        choices=tuple(line["choices"]),
        repeats=line["repeats"],
        begin=line.get("begin", 0),
        scores=tuple(line.get("scores", ())),
        gaps=tuple(tuple(each) for each in line.get("gaps", ())),
        forced=line.get("forced", 0),
        cells=tuple(tuple(each) for each in line.get("cells", ())),
    )
