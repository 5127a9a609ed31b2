"""A board on the screen with what is around it, and ways to look at it, whoever moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from textual import events, on
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from plyground.board import Board
from plyground.match import Match
from plyground.positions import shorten
from plyground.score import Score
from plyground.terminal.move_values import pick_values, value_kind
from plyground.terminal.screen.drawing.grid import VALUE_KINDS, Highlights
from plyground.terminal.screen.picking import Picks, possible_picks
from plyground.terminal.screen.screens.ask_screen import AskScreen
from plyground.terminal.screen.variation import Variation
from plyground.terminal.screen.widgets.board_view import BoardView
from plyground.terminal.screen.widgets.game_view import GameView
from plyground.terminal.screen.widgets.key_line import KeyLine
from plyground.terminal.screen.widgets.move_list import MoveList
from plyground.terminal.tactics import Tactics

if TYPE_CHECKING:
    from plyground.terminal.screen.app import PlygroundApp

FRAME: Final = 4
"""Lines above and below the board: a title, two lines of words, the keys."""


class BoardScreen(Screen[None]):
    """A game to look at, now and as it was."""

    DEFAULT_CSS = """
    BoardScreen {
        & #heading { height: 1; text-style: bold; padding: 0 1; background: $panel; }
        & #state { height: 1; padding: 0 1; text-style: bold; text-wrap: nowrap; }
        & #status { height: 1; padding: 0 1; text-wrap: nowrap; }
        & #small { display: none; height: 1fr; content-align: center middle; }
    }
    """

    def __init__(self, match: Match, *, ascii_only: bool = False) -> None:
        super().__init__()
        self.ascii_only = ascii_only
        self.match = match
        self.chosen: Picks = ()
        """The picks so far on the way to a move."""
        self.viewed_ply: int | None = None
        """How many moves led to the position on the screen, None for the game as it stands."""
        self._hint_picks: Picks = ()
        self._tactics: Tactics | None = None
        self._values: dict[str, Score] = {}
        """What each move of the position on the screen is worth, as far as it is to be shown."""
        self._last: Picks = ()
        """The cells of the last move that was shown."""

    def _state(self) -> str:
        """Where the game stands, in one line."""
        raise NotImplementedError

    @property
    def _app(self) -> PlygroundApp:
        return cast("PlygroundApp", self.app)

    @property
    def board(self) -> Board:
        """The game as it stands, whatever is on the screen."""
        return self.match.board

    @property
    def visible_board(self) -> Board:
        """The position on the screen: the game's, or an earlier one."""
        return self.board if self.viewed_ply is None else self.match.board_after(self.viewed_ply)

    @property
    def is_open(self) -> bool:
        """Whether a person can pick a move in the position on the screen."""
        return self.viewed_ply is None and self.match.waits_for_person

    @property
    def _variation(self) -> Variation | None:
        """The variation on the screen, if it is one."""
        return None

    @property
    def _view(self) -> GameView:
        return self.query_one(GameView)

    def compose(self) -> ComposeResult:
        """The game, and what is said above and below it."""
        yield Static(id="heading", markup=False)
        yield GameView(ascii_only=self.ascii_only)
        yield Static(id="small", markup=False)
        yield Static(id="state", markup=False)
        yield Static(id="status", markup=False)
        yield KeyLine()

    def on_resize(self, event: events.Resize) -> None:
        """Use the room there is, or say how much is missing."""
        self._view.set_terminal_size(*event.size)
        self._fit()

    # Looking around

    def action_home(self) -> None:
        """The cursor to the last move."""
        cells = self.visible_board.last_cells
        if cells:
            self.query_one(BoardView).go_to(cells[-1])

    def action_flip(self) -> None:
        """See the board from the other side, and back."""
        self.query_one(BoardView).flip()
        self._show()

    def action_go(self) -> None:
        """Ask for a cell, and put the cursor there."""
        self.app.push_screen(AskScreen("Go to the cell", str, ascii_only=self.ascii_only), self._go)

    def _go(self, text: str | None) -> None:
        if text is None:
            return
        view = self.query_one(BoardView)
        game = self.board.game
        name = next(
            (name for name in (text, game.typed(self.board.position, text)) if view.has_cell(name)), None
        )
        if name is None:
            self.say(f"there is no cell {shorten(text)}; a cell is called {view.cursor}, for example")
        else:
            view.go_to(name)
            view.focus()
            self.say("")

    def _place_cursor(self) -> None:
        """Begin at the last move, or at a cell that can be picked."""
        self.action_home()
        view = self.query_one(BoardView)
        picks = [pick for pick in self.board.picks() if view.has_cell(pick)]
        if not self.board.history and picks and view.cursor not in picks:
            view.cursor = picks[len(picks) // 2]

    def action_view(self, by: int) -> None:
        """Show the position a move before or after the one on the screen."""
        self.view_ply(len(self.visible_board.history) + by)

    def action_jump(self, to_end: bool) -> None:
        """Show the position at the start, or the last one."""
        self.view_ply(len(self.board.history) if to_end else 0)

    @on(MoveList.Chosen)
    def view_move(self, event: MoveList.Chosen) -> None:
        """A move of the list was chosen."""
        self.view_ply(event.ply)

    def view_ply(self, ply: int) -> None:
        """Show the position after `ply` moves; the last one is the game itself."""
        moves = len(self.board.history)
        ply = min(max(ply, 0), moves)
        viewed_ply = None if ply == moves else ply
        if viewed_ply == self.viewed_ply:
            return
        self.viewed_ply = viewed_ply
        self.chosen = ()
        self.say("")
        self._show()

    # What is shown

    def say(self, text: str) -> None:
        """Something to tell, until there is something else."""
        self.query_one("#status", Static).update(text)

    def _show(self) -> None:
        board = self.visible_board
        picks = possible_picks(board, self.chosen) if self.is_open else ()
        last = board.last_cells
        found = self._tactics if self.is_open and self._variation is None else None
        outcome = board.outcome
        values = pick_values(board, self.chosen, self._values)
        kinds: dict[str, set[str]] = {kind: set() for kind in VALUE_KINDS}
        for name, score in values.items():
            kinds[value_kind(score)].add(name)
        highlights = Highlights(
            legal=set(picks),
            chosen=self.chosen,
            last=last,
            line=outcome.line if outcome else (),
            danger=found.losing.marks(board, self.chosen) if found else (),
            hot=found.deciding_picks(board, self.chosen) if found else (),
            hint=self._hint_picks if self.is_open else (),
            won=kinds["won"],
            lost=kinds["lost"],
            drawn=kinds["drawn"],
            guess=kinds["guess"],
        )
        self._view.show(board, picks, highlights, self.match, values, self._variation)
        if last != self._last:
            self._last = last
            self._reveal(last)
        self._show_state()
        self._tick()
        self._fit()

    def _reveal(self, cells: Picks) -> None:
        """Bring into sight what somebody wants to see."""
        view = self.query_one(BoardView)
        if cells and view.has_cell(cells[-1]) and not view.shows(cells[-1]):
            view.go_to(cells[-1])

    def _show_state(self) -> None:
        self.query_one("#state", Static).update(self._state())

    def _tick(self) -> None:
        """Set the clocks."""
        self._view.show_clocks(self.match)

    def _focus_pick(self) -> None:
        """Put the focus where the next pick is."""
        is_over = self.match.is_over and self.viewed_ply is None and self._variation is None
        self._view.focus_pick(self.visible_board, self.chosen, is_open=self.is_open, is_over=is_over)

    def _fit(self) -> None:
        """Hide everything and say what is missing if the terminal is too small."""
        size = self.app.size
        wide, high = self._view.needed_size(size.width)
        high += FRAME
        fits = size.width >= wide and size.height >= high
        self._view.display = fits
        small = self.query_one("#small", Static)
        small.display = not fits
        small.update(f"This game needs {wide}x{high}; this terminal has {size.width}x{size.height}.")
