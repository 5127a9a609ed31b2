"""The report on a game as text: a chart of how it stood, and the mistakes of each side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from plyground.terminal.chart import draw_chart
from plyground.words import first_share

if TYPE_CHECKING:
    from plyground.mistakes import GameReport

CHART_LINES: Final = 6
MARKS: Final = {"blunder": "B", "mistake": "M", "inaccuracy": "i"}
LEGEND: Final = "B blunder, M mistake, i inaccuracy, below the position before the move"


def chart_text(report: GameReport, width: int, *, ascii_only: bool = False) -> str:
    """The evaluation chart; positions that have not been judged yet are empty."""
    shares: list[float | None] = [None] * (len(report.board.history) + 1)
    for value in report.values:
        shares[value.ply] = first_share(value.score, value.turn)
    marks = {mistake.ply: MARKS[mistake.kind] for mistake in report.mistakes}
    lines = draw_chart(
        shares,
        report.board.game.players,
        width=width,
        height=CHART_LINES,
        marks=marks,
        ascii_only=ascii_only,
    )
    return "\n".join([*lines, LEGEND] if marks else lines)


def progress_words(report: GameReport) -> str:
    """How far a report has come, or what it comes to."""
    done, total = len(report.values), len(report.board.history) + 1
    if not done:
        return "the engine is getting ready ..."
    return report.summary if done == total else f"{done} of {total} positions judged ..."


def plain_sentence(sentence: str, *, ascii_only: bool = False) -> str:
    """A sentence of a report as the terminal can write it."""
    return sentence.replace("…", "...") if ascii_only else sentence
