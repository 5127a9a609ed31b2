"""The report on a game for a page: every position is searched in turn, and what is known so far is sent."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Final

from plyground.board import Board
from plyground.mistakes import GameReport, Mistake, positions_from_end
from plyground.web.messages import EvaluationView, MistakeView, Phase, ReportMessage
from plyground.web.thinking.analyser import Analyser, Asker
from plyground.web.thinking.search_queue import SearchTask
from plyground.words import score_view

PAUSE: Final = 0.25
"""Seconds between two messages."""


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
            post(report_message(report, phase, ahead))

    def evaluate(task: SearchTask[None], position: Board) -> None:
        with analyser.engine(position) as engine, task.stoppable(engine.stop):
            report.add(position, engine.search(position, seconds=seconds))

    for position in positions_from_end(board):
        await analyser.searches.run(
            board.game,
            partial(evaluate, position=position),
            owner=asker.owner,
            address=asker.address,
            urgent=False,
            on_phase=post_progress,
        )
        post_progress("searching")
    post_progress("done")


def report_message(report: GameReport, phase: Phase, ahead: int = 0) -> ReportMessage:
    """The report so far, as a socket sends it."""
    return ReportMessage(
        type="report",
        phase=phase,
        ahead=ahead,
        done=len(report.values),
        of=len(report.board.history) + 1,
        evaluations=[
            EvaluationView(ply=value.ply, score=score_view(value.score, value.turn))
            for value in report.values
        ],
        mistakes=[_mistake_view(mistake) for mistake in report.mistakes],
        sentence=report.summary,
    )


def _mistake_view(mistake: Mistake) -> MistakeView:
    return MistakeView(
        ply=mistake.ply,
        side=mistake.side,
        move=mistake.move,
        kind=mistake.kind,
        before=score_view(mistake.before, mistake.side),
        after=score_view(mistake.after, mistake.side),
        better=mistake.better.move,
        line=mistake.better.moves,
        cells=mistake.cells,
        loss=mistake.loss,
        sentence=mistake.sentence,
    )
