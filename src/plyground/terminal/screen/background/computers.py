"""The computers at the table: each thinks in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable

from textual.screen import Screen
from textual.timer import Timer

from plyground.players import Choice, Player
from plyground.terminal.local_game import LocalGame
from plyground.terminal.screen.background.workers import Backstage, Errand


class Computers:
    """Whoever plays by machine: asked for moves, hurried, stopped."""

    def __init__(
        self,
        screen: Screen[None],
        local: LocalGame,
        *,
        decided: Callable[[Choice], None],
        failed: Callable[[str], None],
        changed: Callable[[], None],
    ) -> None:
        self.getting_ready: set[int] = set()
        """The sides whose search is being compiled."""
        self._screen = screen
        self._local = local
        self._decided = decided
        self._changed = changed
        self._waiting: Timer | None = None
        self._seats = [
            Backstage(screen, player.stop, failed) if player is not None else None for player in local.players
        ]

    def get_ready(self) -> None:
        """Let those who are not to move compile meanwhile."""
        for side, player in enumerate(self._local.players):
            if player is not None and side != self._local.match.board.turn:
                self._ask(side, player, lambda errand: None)

    def think(self) -> None:
        """Have the computer whose turn it is decide on its move."""
        board = self._local.match.board.copy()
        player = self._local.player
        assert player is not None
        chooser = player

        def job(errand: Errand) -> None:
            if errand.wanted:
                errand.tell(self._decided, chooser.choose(board))

        self._ask(board.turn, player, job)
        self._changed()

    def wait(self, seconds: float, then: Callable[[], None]) -> None:
        """Leave people time to look before a move is made."""

        def over() -> None:
            self._waiting = None
            then()

        self._waiting = self._screen.set_timer(seconds, over)

    def hurry(self) -> bool:
        """Ask for the move now; tells whether anybody is thinking."""
        busy = [seat for seat in self._seats if seat is not None and seat.is_busy]
        for seat in busy:
            seat.hurry()
        return bool(busy)

    def stop(self) -> None:
        """Let nobody think any longer."""
        for seat in self._seats:
            if seat is not None:
                seat.drop()
        self.getting_ready.clear()
        if self._waiting is not None:
            self._waiting.stop()
            self._waiting = None

    def _ask(self, side: int, player: Player, then: Callable[[Errand], None]) -> None:
        def job(errand: Errand) -> None:
            player.prepare()
            errand.tell(self._is_ready, side)
            then(errand)

        backstage = self._seats[side]
        assert backstage is not None
        self.getting_ready.add(side)
        backstage.ask(job)

    def _is_ready(self, side: int) -> None:
        self.getting_ready.discard(side)
        self._changed()
