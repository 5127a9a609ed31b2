"""A game as it is seen: the board and its trays, and beside them players, moves, analysis and the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from plyground.board import Board
from plyground.match import Match
from plyground.score import Score
from plyground.terminal.move_values import value_text
from plyground.terminal.screen.drawing.grid import Highlights
from plyground.terminal.screen.picking import Picks, shelves
from plyground.terminal.screen.variation import Variation
from plyground.terminal.screen.widgets.board_view import BoardView
from plyground.terminal.screen.widgets.end_panel import Choices, EndPanel
from plyground.terminal.screen.widgets.engine_view import EngineView
from plyground.terminal.screen.widgets.move_list import MoveList
from plyground.terminal.screen.widgets.seats_view import SeatLine, SeatsView
from plyground.terminal.screen.widgets.tray_view import TrayView

SIDE: Final = 32
SIDES: Final = ((160, 64), (110, 46), (0, SIDE))
"""The width of what is beside the board, on a terminal of at least this width."""
SIDE_LINES: Final = 8


class GameView(Horizontal):
    """The board on the left, everything else on the right."""

    DEFAULT_CSS = """
    GameView {
        height: 1fr;
        & #left { width: 1fr; }
        & #side { width: 32; padding: 0 1; border-left: solid $foreground 30%; }
    }
    GameView.-ascii #side { border-left: ascii $foreground 30%; }
    """

    def __init__(self, *, ascii_only: bool = False, id: str | None = None) -> None:
        super().__init__(id=id, classes="-ascii" if ascii_only else None)
        self.ascii_only = ascii_only

    def compose(self) -> ComposeResult:
        """Everything that there may be to see."""
        ascii_only = self.ascii_only
        with Vertical(id="left"):
            yield BoardView(ascii_only=ascii_only)
            yield TrayView(ascii_only=ascii_only)
        with Vertical(id="side"):
            yield SeatsView()
            yield MoveList()
            yield EngineView(ascii_only=ascii_only)
            yield EndPanel(ascii_only=ascii_only)

    def on_mount(self) -> None:
        """Nothing has been analysed, and nothing has ended; the first drawing stands where it stays."""
        self.set_terminal_size(*self.app.size)
        self.query_one(EngineView).display = False
        self.query_one(EndPanel).display = False

    def set_terminal_size(self, width: int, height: int) -> None:
        """Divide the room that the terminal has."""
        self.query_one("#side").styles.width = next(side for least, side in SIDES if width >= least)
        self.query_one(EngineView).set_terminal_height(height)

    def needed_size(self, width: int) -> tuple[int, int]:
        """The least width and height that will do, on a terminal of this width."""
        wide, high = self.query_one(BoardView).needed_size()
        items = self.query_one(TrayView).items(width - SIDE - 2)
        high += items[-1].y + 1 if items else 0
        return wide + SIDE, max(high, SIDE_LINES)

    def show(
        self,
        board: Board,
        picks: Picks,
        highlights: Highlights,
        match: Match,
        values: Mapping[str, Score] | None = None,
        variation: Variation | None = None,
    ) -> None:
        """Show a position, what can be picked in it and what that is worth, and the moves."""
        picture = board.game.picture(board.position)
        texts = {
            pick: value_text(picture.marks.get(pick, ""), score, ascii_only=self.ascii_only)
            for pick, score in (values or {}).items()
        }
        self.query_one(BoardView).show(picture, highlights, texts)
        items = {pick: f"{pick}:{text.strip()}" for pick, text in texts.items()}
        self.query_one(TrayView).show(shelves(board, picks), highlights, items)
        movers = [board.game.players[(board.first_turn + side) % 2] for side in range(2)]
        moves = match.board.history if variation is None else variation.line
        own = len(moves) if variation is None else variation.start
        self.query_one(MoveList).show(moves, movers, len(board.history), own)

    def show_clocks(self, match: Match) -> None:
        """Who plays, whose turn it is, and how long everybody has thought."""
        board = match.board
        view = self.query_one(SeatsView)
        view.turn = None if match.is_over else board.turn
        view.seats = tuple(
            SeatLine(
                board.game.players[side],
                match.names[side],
                match.seconds_spent(side) + (match.elapsed if side == view.turn else 0.0),
            )
            for side in (0, 1)
        )

    def focus_pick(self, board: Board, chosen: Picks, *, is_open: bool, is_over: bool) -> None:
        """Put the focus where the next pick is, if one can be made, or on what to do after the end."""
        picks = set(board.picks(*chosen))
        tray = self.query_one(TrayView)
        beside = {item.name for item in tray.items(SIDE)}
        if is_over:
            self.query_one(Choices).focus()
        elif is_open and picks and picks <= beside:
            tray.focus()
        else:
            self.query_one(BoardView).focus()
