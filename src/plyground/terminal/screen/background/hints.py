"""Hints: the strongest player there is, asked what it would do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from textual.message_pump import MessagePump

from plyground.board import Board
from plyground.players import Choice, Player
from plyground.terminal.screen.background.workers import Backstage, Errand
from plyground.terminal.screen.services import Services
from plyground.words import line_words, score_words

ADVISER: Final = "perfect"
HINT_SECONDS: Final = 2.0


class Adviser:
    """Looks for the best move behind the screen."""

    def __init__(
        self,
        screen: MessagePump,
        services: Callable[[], Services],
        *,
        advised: Callable[[Board, Choice], None],
        failed: Callable[[str], None],
    ) -> None:
        self._services = services
        self._advised = advised
        self._player: Player | None = None
        self._backstage = Backstage(screen, self._stop, failed)

    def ask(self, board: Board) -> None:
        """Have the best move in this position found."""
        board = board.copy()

        def job(errand: Errand) -> None:
            if self._player is None:
                self._player = self._services().seat(ADVISER, board.game, seconds=HINT_SECONDS)
            player = self._player
            assert player is not None
            player.prepare()
            if errand.wanted:
                errand.tell(self._advised, board, player.choose(board))

        self._backstage.ask(job)

    def hurry(self) -> bool:
        """Ask for the answer now; tells whether there is a question."""
        busy = self._backstage.is_busy
        if busy:
            self._backstage.hurry()
        return busy

    def drop(self) -> None:
        """The answer is no longer wanted."""
        self._backstage.drop()

    def _stop(self) -> None:
        if self._player is not None:
            self._player.stop()


def hint_text(board: Board, choice: Choice) -> str:
    """The move and why, in one line."""
    told = f"hint: {choice.move}"
    if choice.score is not None:
        told += f" ({score_words(board, choice.score)})"
    if len(choice.line) > 1:
        told += f", line {' '.join(choice.line)}"
    if words := line_words(board, choice.score, choice.line):
        told += f"; {words}"
    return told
