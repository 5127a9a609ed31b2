"""A board on which somebody picks a move: on its cells, or beside it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from textual import on

from plyground.terminal.screen.picking import Picks, pick
from plyground.terminal.screen.screens.board_screen import BoardScreen
from plyground.terminal.screen.widgets.board_view import BoardView
from plyground.terminal.screen.widgets.tray_view import TrayView


class PickingScreen(BoardScreen):
    """Turns picks into moves of the position on the screen."""

    def _refusal(self) -> str:
        """Why no move can be picked now; empty if one can."""
        raise NotImplementedError

    def _make_move(self, move: str) -> None:
        """A move has been picked."""
        raise NotImplementedError

    @contextmanager
    def _leave_if_broken(self) -> Iterator[None]:
        """Around whatever asks the game's own functions, which may fail."""
        yield

    @on(BoardView.Picked)
    def pick_cell(self, event: BoardView.Picked) -> None:
        """A cell was chosen."""
        self.pick(event.name)

    @on(TrayView.Picked)
    def pick_item(self, event: TrayView.Picked) -> None:
        """Something beside the board was chosen."""
        self.pick(event.name)

    @on(BoardView.Left)
    def to_tray(self) -> None:
        """Down from the board."""
        if self.query_one(TrayView).display:
            self.query_one(TrayView).focus()

    @on(TrayView.Left)
    def to_board(self) -> None:
        """Up from the tray."""
        self.query_one(BoardView).focus()

    def pick(self, name: str) -> None:
        """Take the next step on the way to a move, and make the move if it is complete."""
        if why_not := self._refusal():
            self.say(why_not)
            return
        with self._leave_if_broken():
            step = pick(self.visible_board, self.chosen, name)
            if step.why_not:
                self.say(step.why_not)
            elif step.move is not None:
                self._make_move(step.move)
            else:
                self._choose(step.chosen)

    def _choose(self, chosen: Picks) -> None:
        self.chosen = chosen
        self.say("")
        self._show()
        self._focus_pick()
