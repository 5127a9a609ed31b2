"""The board: a cursor on a grid, drawn as large as there is room, or seen through a window that scrolls."""

from __future__ import annotations

from itertools import groupby
from typing import ClassVar, Final

from rich.style import Style
from rich.text import Text
from textual import events, on
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from plyground.game import Picture
from plyground.terminal.places import Place, Places, flip_picture
from plyground.terminal.screen.drawing.grid import Grid, Highlights, Piece, draw_grid, fit_grid, smallest_grid
from plyground.terminal.screen.drawing.window import FEWEST, Window, draw_window, fit_window, smallest_window

SPARE: Final = 1
"""Characters that a window leaves free, to stand apart from what is beside it."""

WHEEL: Final[dict[type, Place]] = {
    events.MouseScrollUp: (0, 1),
    events.MouseScrollDown: (0, -1),
    events.MouseScrollLeft: (-1, 0),
    events.MouseScrollRight: (1, 0),
}


class BoardView(Widget, can_focus=True):
    """A board to look at and to choose cells on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,w", "move(0, 1)", "Up", show=False),
        Binding("down,s", "move(0, -1)", "Down", show=False),
        Binding("left,a", "move(-1, 0)", "Left", show=False),
        Binding("right,d", "move(1, 0)", "Right", show=False),
        Binding("enter,space", "choose", "Choose", show=False),
    ]

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"board--{kind}"
        for kind in (
            *("label", "rule", "cell", "dot", "away", "legal", "chosen", "last", "line"),
            *("danger", "hot", "hint", "cursor", "won", "lost", "drawn", "guess"),
            *("cross", "ring", "light", "dark"),
        )
    }

    DEFAULT_CSS = """
    BoardView {
        height: 1fr;
        & > .board--label { color: $text-muted; }
        & > .board--rule { color: $foreground 40%; }
        & > .board--cell { color: $foreground; }
        & > .board--dot { color: $foreground 35%; }
        & > .board--away { color: $text-warning; text-style: bold; }
        & > .board--legal { color: $foreground; background: $foreground 6%; }
        & > .board--chosen { color: $text; background: $secondary 60%; text-style: bold; }
        & > .board--last { background: $warning 35%; text-style: bold; }
        & > .board--line { background: $success 45%; text-style: bold; }
        & > .board--danger { color: $text; background: $error 45%; }
        & > .board--hot { color: $text; background: $primary 45%; text-style: bold; }
        & > .board--hint { color: $text; background: $accent 45%; text-style: bold; }
        & > .board--won { color: $text-success; background: $success 20%; text-style: bold; }
        & > .board--lost { color: $text-error; background: $error 20%; }
        & > .board--drawn { color: $text-warning; background: $warning 20%; }
        & > .board--guess { color: $foreground 80%; background: $foreground 6%; }
        & > .board--cursor { text-style: reverse bold; }
        & > .board--cross { color: $text-error; text-style: bold; }
        & > .board--ring { color: $text-primary; text-style: bold; }
        & > .board--light { text-style: bold; }
        & > .board--dark { color: $text-accent; text-style: bold; }
    }
    """

    picture: reactive[Picture] = reactive(Picture(("a",), ("1",), {}))
    highlights: reactive[Highlights] = reactive(Highlights())
    cursor: reactive[str] = reactive("")
    """The name of the cell under the cursor."""

    class Picked(Message):
        """A cell was chosen."""

        def __init__(self, name: str) -> None:
            self.name = name
            super().__init__()

    class Left(Message):
        """The cursor went down beyond the lowest row."""

    def __init__(self, *, ascii_only: bool = False, id: str | None = None) -> None:
        super().__init__(id=id)
        self.ascii_only = ascii_only
        self.places = Places(self.picture)
        self._smallest = self.picture
        """What has to fit at least: the position without texts."""
        self.is_flipped = False
        """Whether the board is seen from the other side."""
        self._corner: Place | None = None
        """The lower left cell of the window, None to have the cursor in the middle."""

    @property
    def grid(self) -> Grid | Window:
        """The board or the part of it that is on the screen, and how it is drawn."""
        width, height = self.content_size
        if not self.places.endless and (grid := fit_grid(self.picture, width, height)):
            return grid
        cursor = self._cursor_place()
        window = fit_window(self.places, self.picture, width - SPARE, height, cursor, self._corner)
        if width and height:
            self._corner = (window.left, window.bottom)
        return window

    @property
    def origin(self) -> tuple[int, int]:
        """Where the drawing begins inside the widget: it stands in the middle."""
        grid = self.grid
        width, height = self.content_size
        return max(0, (width - grid.width) // 2), max(0, (height - grid.height) // 2)

    def needed_size(self) -> tuple[int, int]:
        """The least width and height that will do."""
        size = self.places.size
        if size is None or max(size) > FEWEST:
            width, height = smallest_window(self.places, self._smallest)
            return width + SPARE, height
        grid = smallest_grid(self._smallest)
        return grid.width, grid.height

    def render(self) -> Text:
        """The drawing, with a style for every mark."""
        grid = self.grid
        highlights = self.highlights._replace(cursor=self.cursor if self.has_focus else None)
        text = Text(no_wrap=True, end="")
        left, top = self.origin
        text.append("\n" * top)
        lines = (
            draw_grid(grid, self.picture, highlights, ascii_only=self.ascii_only)
            if isinstance(grid, Grid)
            else draw_window(grid, self.picture, highlights, ascii_only=self.ascii_only)
        )
        for number, line in enumerate(lines):
            text.append(("\n" if number else "") + " " * left)
            for key, pieces in groupby(line, lambda piece: self._style_key(piece, highlights.cursor)):
                text.append("".join(piece.text for piece in pieces), self._style(*key))
        return text

    def action_move(self, right: int, up: int) -> None:
        """Move the cursor by one cell, as far as the board goes; a window follows it."""
        column, row = self._cursor_place()
        if row + up < 0 and not self.places.endless:
            self.post_message(self.Left())
            return
        self.cursor = self.places.name(self.places.nearest((column + right, row + up)))

    def flip(self) -> None:
        """See the board from the other side, from the next `show` on."""
        self.is_flipped = not self.is_flipped
        self._corner = None
        self.refresh()

    def go_to(self, name: str) -> None:
        """Put the cursor on a cell, in the middle of the window if the cell was out of sight."""
        if not self.shows(name):
            self._corner = None
        self.cursor = name

    def shows(self, name: str) -> bool:
        """Whether a cell is on the screen."""
        grid = self.grid
        return grid.shows(name) if isinstance(grid, Window) else self.has_cell(name)

    def scroll_by(self, right: int, up: int) -> None:
        """Move the window, and the cursor with it."""
        grid = self.grid
        if isinstance(grid, Window):
            column, row = self._cursor_place()
            self._corner = (grid.left + right, grid.bottom + up)
            self.cursor = self.places.name(self.places.nearest((column + right, row + up)))
            self.refresh()

    def action_choose(self) -> None:
        """Choose the cell under the cursor."""
        self.post_message(self.Picked(self.cursor))

    def show(self, picture: Picture, highlights: Highlights, texts: dict[str, str] | None = None) -> None:
        """Show a position, with other texts than the marks on some cells; the cursor stays where it can."""
        self._smallest = picture
        picture = picture._replace(marks=picture.marks | (texts or {}))
        self.places = Places(picture, is_flipped=self.is_flipped)
        self.picture, self.highlights = flip_picture(picture) if self.is_flipped else picture, highlights
        if not self.has_cell(self.cursor):
            middle = picture.columns[len(picture.columns) // 2], picture.rows[len(picture.rows) // 2]
            self.cursor = picture.joint.join(middle)

    def on_click(self, event: events.Click) -> None:
        """Choose the cell that was clicked; a click on a frame behind which the board goes on scrolls."""
        x, y = self._drawing_offset(event)
        grid = self.grid
        name = grid.name_at(x, y)
        if name is not None:
            self.focus()
            self.cursor = name
            self.action_choose()
        elif isinstance(grid, Window):
            right, up = grid.side_at(x, y)
            self.scroll_by(right * (grid.column_count // 2), up * (grid.row_count // 2))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Let the cursor follow the mouse."""
        name = self.grid.name_at(*self._drawing_offset(event))
        if name is not None and self.has_focus:
            self.cursor = name

    @on(events.MouseScrollUp)
    @on(events.MouseScrollDown)
    @on(events.MouseScrollLeft)
    @on(events.MouseScrollRight)
    def turn_wheel(self, event: events.MouseEvent) -> None:
        """The wheel moves the window, up and down, and with some mice sideways."""
        event.stop()
        self.scroll_by(*WHEEL[type(event)])

    def on_resize(self) -> None:
        """With another size of the window the cursor is in its middle again, and is drawn there."""
        self._corner = None
        self.refresh()

    def on_focus(self) -> None:
        """Show the cursor."""
        self.refresh()

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.refresh()

    def _drawing_offset(self, event: events.MouseEvent) -> tuple[int, int]:
        """The character of the drawing under the mouse."""
        left, top = self.origin
        return event.x - left, event.y - top

    def has_cell(self, name: str) -> bool:
        """Whether there is a cell with this name."""
        return self.places.at(name) is not None

    def _cursor_place(self) -> Place:
        return self.places.at(self.cursor) or (0, 0)

    def _style_key(self, piece: Piece, cursor: str | None) -> tuple[str, str, bool]:
        """What a piece's style depends on: its kind, the shape on its cell, whether the cursor is there."""
        cell = piece.cell
        shape = self.picture.shapes.get(self.picture.marks.get(cell, ""), "") if cell else ""
        return piece.kind, shape, cell is not None and cell == cursor

    def _style(self, kind: str, shape: str, is_cursor: bool) -> Style:
        style = self.get_component_rich_style(f"board--{kind}")
        if shape in ("cross", "ring", "light", "dark"):
            style += self.get_component_rich_style(f"board--{shape}", partial=True)
        if is_cursor:
            style += self.get_component_rich_style("board--cursor", partial=True)
        return style
