"""Looks for moves that lose at once, behind the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from textual.message_pump import MessagePump

from plyground.board import Board
from plyground.losing_moves import LosingMoves, find_losing_moves
from plyground.terminal.screen.background.workers import Backstage, Errand

THREAT_SECONDS: Final = 3.0


class Scout:
    """Finds the threats in one position after the other."""

    def __init__(
        self, screen: MessagePump, *, found: Callable[[LosingMoves], None], failed: Callable[[str], None]
    ) -> None:
        self._found = found
        self._backstage = Backstage(screen, failed=failed)

    def look(self, board: Board) -> None:
        """Find the moves that lose at once in this position."""
        board = board.copy()

        def job(errand: Errand) -> None:
            errand.tell(self._found, find_losing_moves(board, THREAT_SECONDS, lambda: errand.wanted))

        self._backstage.ask(job)

    def drop(self) -> None:
        """Stop looking."""
        self._backstage.drop()
