"""The report on a game: every position of it is searched, from the last to the first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from plyground.terminal.screen.background.engine_work import EngineWork
from plyground.terminal.screen.background.work import raise_if_cancelled

if TYPE_CHECKING:
    from textual.dom import DOMNode

    from plyground.board import Board
    from plyground.game import Game
    from plyground.hint import HintEngine
    from plyground.mistakes import GameReport

REPORT_SECONDS: Final = 0.5
"""For each position."""


class ReportMaker(EngineWork["HintEngine"]):
    """Makes one report after the other, and keeps the newest."""

    def __init__(
        self,
        screen: DOMNode,
        new_engine: Callable[[Game], HintEngine],
        *,
        on_change: Callable[[GameReport], None],
        on_error: Callable[[str], None],
    ) -> None:
        super().__init__(screen, new_engine, on_error=on_error)
        self.report: GameReport | None = None
        self._on_change = on_change

    def start(self, board: Board) -> GameReport:
        """The report on this game, as far as it is known; what is missing is being worked out."""
        from plyground.mistakes import GameReport, positions_from_end  # loads Numba

        report = self.report
        is_known = report is not None and report.board.history == board.history
        if report is not None and is_known and (self.is_busy or len(report.values) > len(board.history)):
            return report
        made = self.report = GameReport(board.copy())

        def judge() -> None:
            engine = self._ready_engine(board.game)
            for position in positions_from_end(made.board):
                raise_if_cancelled()
                info = engine.search(position, seconds=REPORT_SECONDS)
                raise_if_cancelled()
                made.add(position, info)
                self._work.report(self._on_change, made)

        self._work.start(judge, lambda result: self._on_change(made))
        return made
