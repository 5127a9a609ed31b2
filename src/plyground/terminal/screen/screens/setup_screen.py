"""Setting up a position by hand: pieces on cells, the side to move, and whether that can be played."""

from __future__ import annotations

from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import Worker

from plyground.board import Board
from plyground.errors import IllegalPosition
from plyground.position_setup import PositionSetup, marks_to_set
from plyground.terminal.screen.background.work import StoppableWork
from plyground.terminal.screen.drawing.grid import Highlights
from plyground.terminal.screen.widgets.board_view import BoardView
from plyground.terminal.screen.widgets.key_line import KeyLine
from plyground.terminal.screen.widgets.tray_view import Shelf, TrayView

EMPTY: Final = "empty"
"""What takes a mark away."""
KEYS: Final = "Enter or a click puts the mark, once more takes it away; Down: the marks"


class SetupScreen(Screen[Board | None]):
    """A board to put marks on; gives the board to play from, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "play", "Play", tooltip="play from this position"),
        Binding("t", "turn", "Side to move", tooltip="let the other side move"),
        Binding("m", "mark", "Mark", tooltip="the next mark to put down"),
        Binding("x,delete,backspace", "take", "Take away", key_display="x", tooltip="empty the cell"),
        Binding("e", "clear", "Empty board", tooltip="take every mark away"),
        Binding("r", "restore", "Start", tooltip="the position at the start of the game"),
        Binding("z", "flip", "Turn", show=False, tooltip="see the board from the other side, and back"),
        Binding("escape", "cancel", "Back", tooltip="back without this position"),
    ]

    DEFAULT_CSS = """
    SetupScreen {
        & #heading { height: 1; text-style: bold; padding: 0 1; background: $panel; }
        & #state { height: auto; max-height: 2; padding: 0 1; text-style: bold; }
        & #status { height: 1; padding: 0 1; text-wrap: nowrap; }
    }
    """

    def __init__(self, board: Board, *, ascii_only: bool = False) -> None:
        super().__init__()
        self.ascii_only = ascii_only
        self._setup = PositionSetup(board)
        self._picture = board.game.picture(board.position)
        self._marks = (*marks_to_set(board.game), EMPTY)
        self._mark = self._marks[0]
        self._ready: Board | None = None
        """The board of the position on the screen, once it is known to be one."""
        self._work = StoppableWork(self, on_error=self._say_state)

    def compose(self) -> ComposeResult:
        """The board, the marks below it, and what is to be said of the position."""
        yield Static(f"Set up a position: {self._setup.game.title}", id="heading", markup=False)
        yield BoardView(ascii_only=self.ascii_only)
        yield TrayView(ascii_only=self.ascii_only)
        yield Static(id="state", markup=False)
        yield Static(KEYS, id="status", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Begin with the position that was given."""
        self._show()
        self.query_one(BoardView).focus()

    def on_unmount(self) -> None:
        """Nobody wants to know any more."""
        self._work.cancel()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """A position has been checked."""
        self._work.handle(event)

    # What the person does

    @on(BoardView.Picked)
    def put(self, event: BoardView.Picked) -> None:
        """Put the chosen mark on a cell, or take it away if it is there."""
        is_there = self._setup.marks.get(event.name) == self._mark
        self._setup.put(event.name, "" if is_there or self._mark == EMPTY else self._mark)
        self._show()

    @on(TrayView.Picked)
    def choose_mark(self, event: TrayView.Picked) -> None:
        """Choose the mark to put down, and go back to the board."""
        self._mark = event.name
        self._show()
        self.query_one(BoardView).focus()

    @on(BoardView.Left)
    def to_tray(self) -> None:
        """Down from the board."""
        self.query_one(TrayView).focus()

    @on(TrayView.Left)
    def to_board(self) -> None:
        """Up from the marks."""
        self.query_one(BoardView).focus()

    def action_mark(self) -> None:
        """The next mark."""
        self._mark = self._marks[(self._marks.index(self._mark) + 1) % len(self._marks)]
        self._show()

    def action_take(self) -> None:
        """Empty the cell under the cursor."""
        self._setup.put(self.query_one(BoardView).cursor, "")
        self._show()

    def action_turn(self) -> None:
        """Let the other side move."""
        self._setup.side = 1 - self._setup.side
        self._show()

    def action_clear(self) -> None:
        """Take every mark away."""
        self._setup.clear()
        self._show()

    def action_restore(self) -> None:
        """Back to the start of the game."""
        self._setup.restore()
        self._show()

    def action_flip(self) -> None:
        """See the board from the other side, and back."""
        self.query_one(BoardView).flip()
        self._show()

    def action_play(self) -> None:
        """Play from this position, if it is one."""
        if self._ready is None or self._ready.is_over:
            self.query_one("#status", Static).update("this cannot be played; the line above says why")
        else:
            self.dismiss(self._ready)

    def action_cancel(self) -> None:
        """Back without a position."""
        self.dismiss(None)

    # What is shown

    def _show(self) -> None:
        setup = self._setup
        picture = self._picture._replace(marks=dict(setup.marks), trays=())
        self.query_one(BoardView).show(picture, Highlights())
        shelf = Shelf("put", self._marks)
        self.query_one(TrayView).show([shelf], Highlights(legal=set(self._marks), chosen=[self._mark]))
        self.query_one("#status", Static).update(KEYS)
        self._ready = None
        self._say_state("is this a position of the game? ...")
        twin = PositionSetup(Board(setup.game))
        twin.marks, twin.side = dict(setup.marks), setup.side
        self._work.start(lambda: _check(twin), self._take_board)

    def _take_board(self, found: Board | str) -> None:
        if isinstance(found, str):
            self._say_state(f"not a position: {found}")
            return
        self._ready = found
        if outcome := found.outcome:
            self._say_state(f"the game is over here: {outcome}")
        else:
            self._say_state("this can be played (p)")

    def _say_state(self, text: str) -> None:
        mover = self._setup.game.players[self._setup.side]
        self.query_one("#state", Static).update(f"{mover} to move: {text}")


def _check(setup: PositionSetup) -> Board | str:
    """The board, or why there is none."""
    try:
        return setup.board()
    except IllegalPosition as error:
        return str(error)
