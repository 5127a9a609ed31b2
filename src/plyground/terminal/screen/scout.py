"""Looks for moves that lose at once, behind the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from textual.message_pump import MessagePump

from plyground.board import Board
from plyground.terminal.screen.backstage import Backstage, Errand
from plyground.threats import Threats, find_threats

THREAT_SECONDS: Final = 3.0


class Scout:
    """Finds the threats in one position after the other."""

    def __init__(
        self, screen: MessagePump, *, found: Callable[[Threats], None], failed: Callable[[str], None]
    ) -> None:
        self._found = found
        self._backstage = Backstage(screen, failed=failed)

    def look(self, board: Board) -> None:
        """Find the moves that lose at once in this position."""
        board = board.copy()

        def job(errand: Errand) -> None:
            errand.tell(self._found, find_threats(board, THREAT_SECONDS, lambda: errand.wanted))

        self._backstage.ask(job)

    def drop(self) -> None:
        """Stop looking."""
        self._backstage.drop()


def threats_text(found: Threats, *, endless: bool = False) -> str:
    """What was found, in one line.

    >>> threats_text(Threats(frozenset([3]), seen=20, total=25))
    '1 of 25 moves lose at once, of 20 looked at'
    >>> threats_text(Threats(frozenset(), seen=25, total=25), endless=True)
    '0 of 25 moves near the pieces lose at once'
    """
    where = " near the pieces" if endless else ""
    some = "" if found.seen == found.total else f", of {found.seen} looked at"
    return f"{len(found.losing)} of {found.total} moves{where} lose at once{some}"
