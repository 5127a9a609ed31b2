"""Hints: from the analysis on the screen, or from a search of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from plyground.terminal.screen.background.work import StoppableWork, raise_if_cancelled

if TYPE_CHECKING:
    from textual.dom import DOMNode
    from textual.worker import Worker

    from plyground.board import Board
    from plyground.game import Game
    from plyground.hint import Hint, HintEngine


class HintFinder:
    """Searches for the best move."""

    def __init__(
        self,
        screen: DOMNode,
        new_engine: Callable[[Game], HintEngine],
        *,
        on_hint: Callable[[Hint], None],
        on_error: Callable[[str], None],
    ) -> None:
        self._new_engine = new_engine
        self._on_hint = on_hint
        self._engine: HintEngine | None = None
        self._work = StoppableWork(screen, stop=self._stop_engine, on_error=on_error)

    @property
    def is_busy(self) -> bool:
        """Whether there is a search for a hint."""
        return self._work.is_busy

    def start(self, board: Board) -> None:
        """Search for a hint in this position."""
        board = board.copy()

        def find() -> Hint:
            from plyground.hint import find_hint  # loads Numba, which a menu can do without

            if self._engine is None:
                self._engine = self._new_engine(board.game)
            self._engine.prepare()
            raise_if_cancelled()
            return find_hint(self._engine, board)

        self._work.start(find, self._on_hint)

    def hurry(self) -> bool:
        """Ask for the hint now; returns whether there is a search."""
        self._work.hurry()
        return self._work.is_busy

    def cancel(self) -> None:
        """Stop searching."""
        self._work.cancel()

    def handle(self, event: Worker.StateChanged) -> None:
        """Take note of what has become of a worker of the screen."""
        self._work.handle(event)

    def _stop_engine(self) -> None:
        if self._engine is not None:
            self._engine.stop()
