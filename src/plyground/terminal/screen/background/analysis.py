"""The analysis of the position on the screen, as long as it is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from plyground.terminal.screen.background.engine_work import EngineWork
from plyground.terminal.screen.background.work import raise_if_cancelled

if TYPE_CHECKING:
    from textual.dom import DOMNode

    from plyground.board import Board
    from plyground.engine import Info
    from plyground.game import Game
    from plyground.terminal.screen.backend import AnalysisEngine

ANALYSIS_SECONDS: Final = 120.0


class Analysis(EngineWork["AnalysisEngine"]):
    """Analyses one position after the other."""

    def __init__(
        self,
        screen: DOMNode,
        new_engine: Callable[[Game], AnalysisEngine],
        *,
        on_info: Callable[[Board, Info], None],
        on_error: Callable[[str], None],
    ) -> None:
        super().__init__(screen, new_engine, on_error=on_error)
        self.board: Board | None = None
        """The position that is analysed."""
        self.info: Info | None = None
        """The newest answer about it."""
        self._on_info = on_info

    def start(self, board: Board, lines: int) -> None:
        """Analyse this position instead of the one before, and find that many lines of play."""
        self.board, self.info = board, None

        def analyse() -> None:
            engine = self._ready_engine(board.game)
            for info in engine.analyse(board, seconds=ANALYSIS_SECONDS, lines=lines):
                self._work.report(self._note, info)
                raise_if_cancelled()

        self._work.start(analyse, lambda result: None)

    def cancel(self) -> None:
        """Stop analysing."""
        super().cancel()
        self.board = self.info = None

    def _note(self, info: Info) -> None:
        assert self.board is not None
        self.info = info
        self._on_info(self.board, info)
