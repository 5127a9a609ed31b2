"""What an analysis has found out about a position so far."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from plyground.board import Board
from plyground.engine import Info, Line, Score
from plyground.hint import Hint
from plyground.web.messages import AnalysisMessage, LineView, MoveValueView, Phase, ThreatView
from plyground.web.thinking.threat import threat_json
from plyground.words import score_sentence, score_view

LINES: Final = 3


@dataclass(frozen=True)
class MoveValue:
    """What is known of one move."""

    line: Line
    depth: int


class PositionAnalysis:
    """Everything that has been found out about a position so far."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.values: dict[str, MoveValue] = {}
        self.depth = 0
        self.score: Score | None = None
        self.nodes = 0
        self.seconds = 0.0
        self.passed_info: Info | None = None
        self.how = ""
        """How the newest answer was found, if not by the engine."""

    def add(self, info: Info, how: str = "") -> None:
        """Take in what a search has found; what is proven stays proven."""
        self.how = how
        for line in info.lines:
            old = self.values.get(line.move)
            if old is None or line.score.is_proven or not old.line.score.is_proven:
                self.values[line.move] = MoveValue(line, info.depth)
        self.depth = max(self.depth, info.depth)
        self.score = self.best[0].line.score if self.values else info.score

    @property
    def best(self) -> list[MoveValue]:
        """The moves, best first; among equals that which was looked at most deeply."""
        return sorted([*self.values.values()], key=lambda each: (-each.line.score.rank, -each.depth))

    @property
    def hint(self) -> Hint | None:
        """The best move so far, None as long as nothing is known."""
        best = self.best
        return Hint(self.board, best[0].line.score, best[0].line.moves, self.how) if best else None

    def is_about(self, board: Board) -> bool:
        """Whether this is the position on a board, reached by the same moves."""
        mine = self.board
        return (mine.game.full_name, mine.setup, mine.numbers) == (
            board.game.full_name,
            board.setup,
            board.numbers,
        )

    def message(self, phase: Phase, ahead: int = 0) -> AnalysisMessage:
        """The analysis as a socket sends it. Of a game that is over, the sentence says how it ended."""
        board, best = self.board, self.best
        outcome = board.outcome
        sentence = f"{outcome}." if outcome else score_sentence(board, self.score) if self.score else ""
        shades = shade_scores([value.line.score for value in best])
        return AnalysisMessage(
            type="analysis",
            game=board.game.full_name,
            ply=len(board.history),
            turn=board.turn,
            phase=phase,
            ahead=ahead,
            depth=self.depth,
            nodes=self.nodes,
            speed=round(self.nodes / self.seconds) if self.seconds > 0 else 0,
            seconds=round(self.seconds, 3),
            score=None if self.score is None else score_view(self.score, board.turn),
            sentence=sentence,
            lines=[self._line_json(value.line) for value in best[:LINES]],
            values=[
                MoveValueView(
                    move=value.line.move,
                    score=score_view(value.line.score, board.turn),
                    depth=value.depth,
                    shade=shade,
                )
                for value, shade in zip(best, shades, strict=True)
            ],
            threat=self._threat_json(),
        )

    @cached_property
    def passed(self) -> Board | None:
        """The board as it would be if this side passed, if there is such a thing."""
        return self.board.passed()

    def _threat_json(self) -> ThreatView | None:
        if self.passed_info is None or self.passed is None or self.score is None:
            return None
        return threat_json(self.passed, self.passed_info, self.score)

    def _line_json(self, line: Line) -> LineView:
        return LineView(
            move=line.move,
            score=score_view(line.score, self.board.turn),
            moves=line.moves,
            cells=self.board.line_cells(line.moves),
        )


def shade_scores(scores: list[Score]) -> list[float]:
    """Where each score stands between the worst estimate (0) and the best (1).

    >>> shade_scores([Score(value="win", distance=1), *(Score(estimate=each) for each in (6, 3, 2))])
    [1.0, 1.0, 0.25, 0.0]
    """
    guesses = [score.rank for score in scores if score.value in (None, "draw")]
    low, high = min(guesses, default=0), max(guesses, default=0)
    span = high - low

    def shade(score: Score) -> float:
        if score.value in ("win", "loss"):
            return 1.0 if score.value == "win" else 0.0
        return round((score.rank - low) / span, 3) if span else 0.5

    return [shade(score) for score in scores]
