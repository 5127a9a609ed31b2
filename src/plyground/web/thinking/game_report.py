"""A report on a whole game: what each position was worth, each mistake, what was better and by how much."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Literal

from plyground.board import Board
from plyground.engine import Info, Line, Score
from plyground.web.messages import EvaluationView, MistakeView, Phase, ReportMessage
from plyground.web.thinking.analyser import Analyser, Asker
from plyground.web.thinking.search_queue import SearchTask
from plyground.words import first_share, missed_words, score_view, score_words

BLUNDER: Final = 0.3
MISTAKE: Final = 0.15
INACCURACY: Final = 0.07
PAUSE: Final = 0.25
"""Seconds between two messages."""
RESULTS: Final = ("loss", "draw", "win")


@dataclass(frozen=True)
class EvaluatedPosition:
    """A position and what the engine says of it."""

    board: Board
    score: Score
    best: Line | None
    """The best move and the play after it; None if the game is over."""


class GameReport:
    """The report on a game, made from its end to its beginning."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._later: EvaluatedPosition | None = None
        self._evaluations: list[EvaluationView] = []
        self._mistakes: list[MistakeView] = []

    def add(self, board: Board, info: Info) -> None:
        """Take in what was found out about the position before the one that was added last."""
        ply = len(board.history)
        here = self._with_later_win(
            ply, EvaluatedPosition(board, info.score, info.lines[0] if info.lines else None)
        )
        self._evaluations.insert(0, EvaluationView(ply=ply, score=score_view(here.score, board.turn)))
        if self._later is not None and here.best is not None:
            mistake = self._mistake_json(ply, here, here.best, self._later)
            self._mistakes[:0] = [] if mistake is None else [mistake]
        self._later = here

    def _with_later_win(self, ply: int, here: EvaluatedPosition) -> EvaluatedPosition:
        """The position as it looks once it is proven that the move made from it wins.

        So the opponent's move before it is judged by that proof, and not by an estimate.
        """
        if self._later is None or here.score.is_proven:
            return here
        score = self._later.score.for_parent
        if score.value != "win":
            return here
        rest = self._later.best.moves if self._later.best else ()
        score = replace(score, exact=False)
        return EvaluatedPosition(here.board, score, Line(score, (self.board.history[ply], *rest)))

    def message(self, phase: Phase, ahead: int = 0) -> ReportMessage:
        """The report so far, as a socket sends it."""
        return ReportMessage(
            type="report",
            phase=phase,
            ahead=ahead,
            done=len(self._evaluations),
            of=len(self.board.history) + 1,
            evaluations=[*self._evaluations],
            mistakes=[*self._mistakes],
            sentence=self._summary([mistake["side"] for mistake in self._mistakes]),
        )

    def _mistake_json(
        self, ply: int, here: EvaluatedPosition, better: Line, there: EvaluatedPosition
    ) -> MistakeView | None:
        """What was wrong with the move made at this ply, if anything."""
        move, side = self.board.history[ply], here.board.turn
        before, after = here.score, there.score.for_parent
        loss = first_share(before, 0) - first_share(after, 0)
        gave_away = before.is_proven and after.is_proven and _rank_result(after) < _rank_result(before)
        if move == better.move or not (gave_away or loss >= INACCURACY):
            return None
        effect = score_words(there.board, there.score)
        return MistakeView(
            ply=ply,
            side=side,
            move=move,
            kind="blunder" if gave_away else _mistake_kind(loss),
            before=score_view(before, side),
            after=score_view(after, side),
            better=better.move,
            line=better.moves,
            cells=here.board.line_cells(better.moves),
            loss=round(loss, 3),
            sentence=f"{self._number(ply)} {move} by {here.board.player} ({effect}); "
            f"{better.move} {missed_words(before)}.",
        )

    def _number(self, ply: int) -> str:
        """The number of a move in a list of pairs: `3.` for the first side, `3…` for the second."""
        number, side = divmod(ply + self.board.first_turn, 2)
        return f"{number + 1}{'…' if side else '.'}"

    def _summary(self, sides: list[int]) -> str:
        first, second = (
            f"{player} made {_count_words(sides.count(side))}"
            for side, player in enumerate(self.board.game.players)
        )
        return f"{first}, {second}."


def _rank_result(score: Score) -> int:
    return RESULTS.index(str(score.value))


def _mistake_kind(loss: float) -> Literal["blunder", "mistake", "inaccuracy"]:
    return "blunder" if loss >= BLUNDER else "mistake" if loss >= MISTAKE else "inaccuracy"


def _count_words(number: int) -> str:
    return "no mistake" if number == 0 else "1 mistake" if number == 1 else f"{number} mistakes"


async def report_on_game(
    analyser: Analyser, board: Board, seconds: float, asker: Asker, post: Callable[[ReportMessage], None]
) -> None:
    """Evaluate every position of a game from the last to the first, and send how far it has come."""
    report = GameReport(board)
    posted = 0.0

    def post_progress(phase: Phase, ahead: int = 0) -> None:
        nonlocal posted
        if phase != "searching" or time.monotonic() - posted >= PAUSE:
            posted = time.monotonic()
            post(report.message(phase, ahead))

    def evaluate(task: SearchTask[None], ply: int) -> None:
        position = Board(board.game, board.history[:ply], position=board.setup)
        with analyser.engine(position) as engine, task.stoppable(engine.stop):
            report.add(position, engine.search(position, seconds=seconds))

    for ply in reversed(range(len(board.history) + 1)):
        await analyser.searches.run(
            board.game,
            partial(evaluate, ply=ply),
            owner=asker.owner,
            address=asker.address,
            urgent=False,
            on_phase=post_progress,
        )
        post_progress("searching")
    post_progress("done")
