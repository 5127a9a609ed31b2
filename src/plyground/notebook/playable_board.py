"""A board to click on in a notebook: the exported page of its game, in a frame."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

from plyground.board import Board
from plyground.errors import PlygroundError
from plyground.export.one_file import framed_page
from plyground.players.levels import ALL_LEVELS

if TYPE_CHECKING:
    from plyground.game import Game
    from plyground.notebook.courier import Courier
    from plyground.progress import OnProgress

PERSON: Final = "human"
SANDBOX: Final = "allow-scripts allow-downloads allow-modals"
"""What the page may do: run, and nothing with the notebook around it or with what the browser stores."""


def play(
    board: Board | Game | str = "noughts",
    *,
    level: int | str | None = 3,
    side: str | None = None,
    height: int = 760,
    on_progress: OnProgress | None = None,
) -> PlayableBoard:
    """A board to click on, with levels and analysis, at the end of a cell of a notebook.

    The game begins where the board stands. `side` is the side that you play, by default the one to move; the
    other is played by `level`, 1 to 5 or `perfect`, or with None by you as well. `height` is in pixels.
    """
    board = board if isinstance(board, Board) else Board(board)
    if board.setup:
        raise PlygroundError(
            "this board begins from a position that was set up; play() needs the moves to it"
        )
    seats = choose_seats(board, None if level is None else str(level), side)
    if not isinstance(height, int) or height < 200:
        raise PlygroundError(f"a frame of {height} pixels is too low for a board; write 200 or more")
    page = framed_page(board.game, {"moves": board.history, "seats": seats}, on_progress)
    return PlayableBoard(board, page, seats, height)


def choose_seats(board: Board, level: str | None, side: str | None) -> list[str]:
    """Who plays each side.

    >>> choose_seats(Board("noughts", "b2"), "4", None), choose_seats(Board("noughts"), "perfect", "O")
    (['4', 'human'], ['perfect', 'human'])
    """
    players = board.game.players
    levels = [each.digit for each in ALL_LEVELS]
    if level is not None and level not in levels:
        raise PlygroundError(
            f"there is no level {level!r}; there are {', '.join(levels)}, or None for nobody"
        )
    if side is not None and side not in players:
        raise PlygroundError(f"there is no side {side!r}; there are {' and '.join(players)}")
    own = board.turn if side is None else players.index(side)
    return [PERSON if level is None or each == own else level for each in (0, 1)]


class PlayableBoard:
    """A board in a notebook. `moves` and `board` say how its game stands, where anywidget is installed."""

    def __init__(self, board: Board, page: str, seats: list[str], height: int) -> None:
        self._game = board.game
        self._moves = list(board.history)
        self._page = page
        self._seats = seats
        self._style = f"width:100%;height:{height}px;border:0"
        self._courier: Courier | None = None
        self._has_courier = True

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves of the game, as far as Python knows."""
        return tuple(self._courier.moves if self._courier is not None else self._moves)

    @property
    def board(self) -> Board:
        """A board with these moves made."""
        return Board(self._game, self.moves)

    def courier(self) -> Courier | None:
        """The widget that brings the moves, or None where anywidget is missing."""
        if self._courier is None and self._has_courier:
            try:
                from plyground.notebook.courier import Courier
            except ImportError:
                self._has_courier = False
            else:
                self._courier = Courier(
                    page=self._page,
                    title=self._game.title,
                    sandbox=SANDBOX,
                    style=self._style,
                    seats=self._seats,
                    moves=self._moves,
                )
        return self._courier

    def html(self) -> str:
        """The frame alone: whatever shows HTML can show the board."""
        return (
            f'<iframe title="{escape(self._game.title)}" sandbox="{SANDBOX}" style="{self._style}" '
            f'srcdoc="{escape(self._page)}"></iframe>'
        )

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The widget where a front end has widgets, otherwise the frame, otherwise one line."""
        data: dict[str, Any] = {"text/plain": repr(self), "text/html": self.html()}
        courier = self.courier()
        if courier is None:
            data["text/html"] += "<p>To get the moves back in Python: pip install 'plyground[notebook]'</p>"
            return data, {}
        bundle = courier._repr_mimebundle_()
        widget, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        return {**widget, **data}, metadata

    def __repr__(self) -> str:
        name = self._game.full_name
        return (
            f"a board of {name} to click on, which needs a notebook in a browser or in VS Code; "
            f"in a terminal: plyground play {name}"
        )
