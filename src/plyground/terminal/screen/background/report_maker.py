"""The report on a game: every position of it is searched, from the last to the first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from plyground.terminal.screen.background.work import StoppableWork, raise_if_cancelled

if TYPE_CHECKING:
    from textual.dom import DOMNode
    from textual.worker import Worker

    from plyground.board import Board
    from plyground.game import Game
    from plyground.hint import HintEngine
    from plyground.mistakes import GameReport

REPORT_SECONDS: Final = 0.5
"""For each position."""


class ReportMaker:
    """Makes one report after the other, and keeps the newest."""

    def __init__(
        self,
        screen: DOMNode,
        new_engine: Callable[[Game], HintEngine],
        *,
        on_change: Callable[[GameReport], None],
        on_error: Callable[[str], None],
    ) -> None:
        self.report: GameReport | None = None
        self._new_engine = new_engine
        self._on_change = on_change
        self._engine: HintEngine | None = None
        self._work = StoppableWork(screen, stop=self._stop_engine, on_error=on_error)

    @property
    def is_busy(self) -> bool:
        """Whether positions are still being judged."""
        return self._work.is_busy

    def start(self, board: Board) -> GameReport:
        """The report on this game, as far as it is known; what is missing is being worked out."""
        from plyground.mistakes import GameReport, positions_from_end  # loads Numba

        report = self.report
        is_known = report is not None and report.board.history == board.history
        if report is not None and is_known and (self.is_busy or len(report.values) > len(board.history)):
            return report
        made = self.report = GameReport(board.copy())

        def judge() -> None:
            if self._engine is None:
                self._engine = self._new_engine(board.game)
            self._engine.prepare()
            for position in positions_from_end(made.board):
                raise_if_cancelled()
                info = self._engine.search(position, seconds=REPORT_SECONDS)
                raise_if_cancelled()
                made.add(position, info)
                self._work.report(self._on_change, made)

        self._work.start(judge, lambda result: self._on_change(made))
        return made

    def cancel(self) -> None:
        """Stop working on it."""
        self._work.cancel()

    def handle(self, event: Worker.StateChanged) -> None:
        """Take note of what has become of a worker of the screen."""
        self._work.handle(event)

    def _stop_engine(self) -> None:
        if self._engine is not None:
            self._engine.stop()
