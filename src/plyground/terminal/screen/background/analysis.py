"""The engine's look at the position on the board, as long as it is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from textual.message_pump import MessagePump

from plyground.board import Board
from plyground.terminal.screen.background.workers import Backstage, Errand
from plyground.terminal.screen.services import Services
from plyground.terminal.screen.widgets.engine_view import LINES

if TYPE_CHECKING:
    from plyground.engine import Info
    from plyground.terminal.screen.services import Analyser

ANALYSIS_SECONDS: Final = 120.0


class Study:
    """Analyses one position after the other behind the screen."""

    def __init__(
        self,
        screen: MessagePump,
        services: Callable[[], Services],
        *,
        found: Callable[[Board, Info], None],
        failed: Callable[[str], None],
    ) -> None:
        self._services = services
        self._found = found
        self._analyser: Analyser | None = None
        self._backstage = Backstage(screen, self._stop, failed)

    def look(self, board: Board) -> None:
        """Analyse this position instead of whatever was analysed before."""

        def job(errand: Errand) -> None:
            if self._analyser is None:
                self._analyser = self._services().engine(board.game)
            self._analyser.prepare()
            if not errand.wanted:
                return
            for info in self._analyser.analyse(board, seconds=ANALYSIS_SECONDS, lines=LINES):
                errand.tell(self._found, board, info)
                if not errand.wanted:
                    return

        self._backstage.ask(job)

    def drop(self) -> None:
        """Stop looking."""
        self._backstage.drop()

    def _stop(self) -> None:
        if self._analyser is not None:
            self._analyser.stop()
