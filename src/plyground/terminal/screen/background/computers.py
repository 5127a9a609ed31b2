"""The computers that play: each thinks in a worker of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from plyground.terminal.screen.background.work import StoppableWork, raise_if_cancelled

if TYPE_CHECKING:
    from textual.screen import Screen
    from textual.timer import Timer
    from textual.worker import Worker

    from plyground.players import Choice, Player
    from plyground.terminal.local_game import LocalGame


_Result = TypeVar("_Result")


class Computers:
    """The players that are no people: asked for moves, hurried, stopped."""

    def __init__(
        self,
        screen: Screen[None],
        local: LocalGame,
        *,
        on_choice: Callable[[Choice], None],
        on_error: Callable[[str], None],
        on_change: Callable[[], None],
    ) -> None:
        self.compiling: set[int] = set()
        """The sides whose search is being compiled."""
        self._screen = screen
        self._local = local
        self._on_choice = on_choice
        self._on_change = on_change
        self._timer: Timer | None = None
        self._work = {
            side: StoppableWork(screen, stop=player.stop, on_error=on_error)
            for side, player in enumerate(local.players)
            if player is not None
        }

    def prepare(self) -> None:
        """Let those who are not to move compile meanwhile."""
        for side, player in enumerate(self._local.players):
            if player is not None and side != self._local.match.board.turn:
                self._start(side, player, lambda: None, lambda result: None)

    def think(self) -> None:
        """Have the computer whose turn it is choose its move."""
        board = self._local.match.board.copy()
        player = self._local.player
        assert player is not None
        self._start(board.turn, player, lambda: player.choose(board), self._on_choice)
        self._on_change()

    def wait(self, seconds: float, then: Callable[[], None]) -> None:
        """Leave people time to look before a move is made."""
        self._timer = self._screen.set_timer(seconds, then)

    def hurry(self) -> bool:
        """Ask for the move now; returns whether anybody is thinking."""
        work = self._work.get(self._local.match.board.turn)
        if work is None or not work.is_busy:
            return False
        work.hurry()
        return True

    def stop(self) -> None:
        """Let nobody think any longer."""
        for work in self._work.values():
            work.cancel()
        self.compiling.clear()
        if self._timer is not None:
            self._timer.stop()

    def handle(self, event: Worker.StateChanged) -> None:
        """Take note of what has become of a worker of the screen."""
        for work in self._work.values():
            work.handle(event)

    def _start(
        self, side: int, player: Player, choose: Callable[[], _Result], on_result: Callable[[_Result], None]
    ) -> None:
        work = self._work[side]

        def call() -> _Result:
            player.prepare()
            work.report(self._end_compiling, side)
            raise_if_cancelled()
            return choose()

        self.compiling.add(side)
        work.start(call, on_result)

    def _end_compiling(self, side: int) -> None:
        self.compiling.discard(side)
        self._on_change()
