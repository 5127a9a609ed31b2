"""Hints: from the analysis on the screen, or from a search of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from plyground.terminal.screen.background.engine_work import EngineWork

if TYPE_CHECKING:
    from textual.dom import DOMNode

    from plyground.board import Board
    from plyground.game import Game
    from plyground.hint import Hint, HintEngine


class HintFinder(EngineWork["HintEngine"]):
    """Searches for the best move."""

    def __init__(
        self,
        screen: DOMNode,
        new_engine: Callable[[Game], HintEngine],
        *,
        on_hint: Callable[[Hint], None],
        on_error: Callable[[str], None],
    ) -> None:
        super().__init__(screen, new_engine, on_error=on_error)
        self._on_hint = on_hint

    def start(self, board: Board) -> None:
        """Search for a hint in this position."""
        board = board.copy()

        def find() -> Hint:
            from plyground.hint import find_hint  # loads Numba, which a menu can do without

            return find_hint(self._ready_engine(board.game), board)

        self._work.start(find, self._on_hint)

    def hurry(self) -> bool:
        """Ask for the hint now; returns whether there is a search."""
        self._work.hurry()
        return self._work.is_busy
