"""The analysis of the position on the screen, as long as it is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from plyground.terminal.screen.background.work import StoppableWork, raise_if_cancelled

if TYPE_CHECKING:
    from textual.dom import DOMNode
    from textual.worker import Worker

    from plyground.board import Board
    from plyground.engine import Info
    from plyground.game import Game
    from plyground.terminal.screen.backend import AnalysisEngine

ANALYSIS_SECONDS: Final = 120.0


class Analysis:
    """Analyses one position after the other."""

    def __init__(
        self,
        screen: DOMNode,
        new_engine: Callable[[Game], AnalysisEngine],
        *,
        on_info: Callable[[Board, Info], None],
        on_error: Callable[[str], None],
    ) -> None:
        self.board: Board | None = None
        """The position that is analysed."""
        self.info: Info | None = None
        """The newest answer about it."""
        self._new_engine = new_engine
        self._on_info = on_info
        self._engine: AnalysisEngine | None = None
        self._work = StoppableWork(screen, stop=self._stop_engine, on_error=on_error)

    @property
    def is_busy(self) -> bool:
        """Whether a position is being analysed."""
        return self._work.is_busy

    def start(self, board: Board, lines: int) -> None:
        """Analyse this position instead of the one before, and find that many lines of play."""
        self.board, self.info = board, None

        def analyse() -> None:
            if self._engine is None:
                self._engine = self._new_engine(board.game)
            self._engine.prepare()
            raise_if_cancelled()
            for info in self._engine.analyse(board, seconds=ANALYSIS_SECONDS, lines=lines):
                self._work.report(self._note, info)
                raise_if_cancelled()

        self._work.start(analyse, lambda result: None)

    def cancel(self) -> None:
        """Stop analysing."""
        self._work.cancel()
        self.board = self.info = None

    def handle(self, event: Worker.StateChanged) -> None:
        """Take note of what has become of a worker of the screen."""
        self._work.handle(event)

    def _note(self, info: Info) -> None:
        assert self.board is not None
        self.info = info
        self._on_info(self.board, info)

    def _stop_engine(self) -> None:
        if self._engine is not None:
            self._engine.stop()
