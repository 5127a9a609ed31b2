"""What the solver knows: the value of the start and of every first move, and the fairest for a pie rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plyground.board import Board
from plyground.score import Score
from plyground.solver.verdict import MoveVerdict, Verdict
from plyground.study.course import expected_score
from plyground.study.work import ScoreText

POINTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}


@dataclass(frozen=True)
class Truth:
    """What was proven; nothing of it is an estimate."""

    start: Score
    """Not proven if the time did not suffice."""
    moves: tuple[MoveVerdict, ...]
    how: str
    positions: int
    seconds: float

    @property
    def points(self) -> float | None:
        """What the first player scores under best play, if that is known."""
        return None if self.start.value is None else POINTS[self.start.value]

    @property
    def length(self) -> int | None:
        """How many plies a game takes under best play, if it is won and that is known."""
        is_known = self.start.value in ("win", "loss") and self.start.exact
        return self.start.distance if is_known else None

    @property
    def proven_moves(self) -> tuple[MoveVerdict, ...]:
        """The first moves whose value is known."""
        return tuple(each for each in self.moves if each.score is not None and each.score.is_proven)

    @property
    def is_complete(self) -> bool:
        """Whether the start and every first move are known."""
        return self.points is not None and len(self.proven_moves) == len(self.moves) > 0

    @property
    def verdict(self) -> Verdict:
        """The same as the solver said it."""
        return Verdict(self.start, (), self.moves, self.positions, self.seconds, self.how)

    def fairest(self) -> tuple[MoveVerdict, ...]:
        """The first moves that draw; if none does, those with which the end is farthest away."""
        if not self.is_complete:
            return ()
        draws = [each for each in self.moves if each.score and each.score.value == "draw"]
        if draws:
            return tuple(draws)
        longest = max(each.score.distance or 0 for each in self.moves if each.score)
        return tuple(each for each in self.moves if each.score and each.score.distance == longest)


def read_truth(fact: Mapping[str, Any] | None) -> Truth | None:
    """What is kept of a verdict."""
    if not fact:
        return None
    moves = tuple(MoveVerdict(move, read_score(score)) for move, score in fact["moves"])
    start = read_score(fact["start"]) or Score(estimate=0, exact=False)
    return Truth(start, moves, fact["how"], fact["positions"], fact["seconds"])


def read_score(data: Mapping[str, Any]) -> Score | None:
    """A score as `plyground.words.score_json` wrote it; None if nothing is proven."""
    if data["value"] is None:
        return None
    return Score(value=data["value"], distance=data["distance"], exact=data["exact_distance"])


@dataclass(frozen=True)
class FirstMove:
    """A first move as it was judged and chosen."""

    move: str
    cell: str
    """Where it ends."""
    expected: float
    """What the first player can expect after it, by a search; 0, 1/2 or 1 only if that is proven."""
    is_proven: bool
    chosen: float
    """How often the strongest players choose it, as a share."""


def read_first_moves(board: Board, fact: Mapping[str, Any] | None, scale: float) -> list[FirstMove]:
    """The first moves, the best first."""
    if not fact:
        return []
    scores: Mapping[str, ScoreText] = fact["scores"]
    chosen: Mapping[str, int] = fact["chosen"]
    total = sum(chosen.values()) or 1
    found = []
    for move in dict.fromkeys([*scores, *chosen]):
        cells = board.cells_of(board.game.parse(board.position, move))
        score = scores.get(move)
        if score is None:
            continue
        found.append(
            FirstMove(
                move,
                cells[-1] if cells else move,
                expected_score(score, scale),
                isinstance(score, str),
                chosen.get(move, 0) / total,
            )
        )
    return sorted(found, key=lambda each: -each.expected)
