"""The board: a cursor on a grid, drawn as large as there is room."""

from __future__ import annotations

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from plyground.game import Picture
from plyground.terminal.screen.grid import Grid, Look, drawn, fitting, smallest


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
            *("label", "rule", "cell", "legal", "chosen", "last", "line", "danger", "hint", "cursor"),
            *("cross", "ring", "light", "dark"),
        )
    }

    DEFAULT_CSS = """
    BoardView {
        height: 1fr;
        content-align: center middle;
        & > .board--label { color: $text-muted; }
        & > .board--rule { color: $foreground 40%; }
        & > .board--cell { color: $foreground; }
        & > .board--legal { color: $foreground; background: $foreground 6%; }
        & > .board--chosen { color: $text; background: $secondary 60%; text-style: bold; }
        & > .board--last { background: $warning 35%; text-style: bold; }
        & > .board--line { background: $success 45%; text-style: bold; }
        & > .board--danger { color: $text; background: $error 45%; }
        & > .board--hint { color: $text; background: $accent 45%; text-style: bold; }
        & > .board--cursor { text-style: reverse bold; }
        & > .board--cross { color: $text-error; text-style: bold; }
        & > .board--ring { color: $text-primary; text-style: bold; }
        & > .board--light { text-style: bold; }
        & > .board--dark { color: $text-accent; text-style: bold; }
    }
    """

    picture: reactive[Picture] = reactive(Picture(("a",), ("1",), {}))
    look: reactive[Look] = reactive(Look())
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
        self._corner = (0, 0)

    @property
    def grid(self) -> Grid:
        """The part of the board that is on the screen, and how it is drawn."""
        width, height = self.content_size
        grid = fitting(self.picture, width, height, self._corner)
        column, row = self._place()
        self._corner = (
            _scrolled(self._corner[0], column, len(grid.columns)),
            _scrolled(self._corner[1], row, len(grid.rows)),
        )
        return fitting(self.picture, width, height, self._corner)

    @property
    def origin(self) -> tuple[int, int]:
        """Where the drawing begins inside the widget: it stands in the middle."""
        grid = self.grid
        width, height = self.content_size
        return max(0, (width - grid.width) // 2), max(0, (height - grid.height) // 2)

    def room(self) -> tuple[int, int]:
        """The least width and height that will do."""
        grid = smallest(self.picture)
        return grid.width, grid.height

    def spot(self, name: str) -> tuple[int, int]:
        """Where in the widget a visible cell is."""
        x, y = self.grid.middle_of(name)
        left, top = self.origin
        return left + x, top + y

    def render(self) -> Text:
        """The drawing, with a style for every mark."""
        grid = self.grid
        look = self.look._replace(cursor=self.cursor if self.has_focus else None)
        text = Text(no_wrap=True, end="")
        left, top = self.origin
        text.append("\n" * top)
        for number, line in enumerate(drawn(grid, self.picture, look, ascii_only=self.ascii_only)):
            text.append(("\n" if number else "") + " " * left)
            for piece in line:
                text.append(piece.text, self._style(piece.kind, piece.cell, look.cursor))
        return text

    def action_move(self, right: int, up: int) -> None:
        """Move the cursor by one cell, as far as the board goes."""
        column, row = self._place()
        picture = self.picture
        if row + up < 0:
            self.post_message(self.Left())
            return
        column = min(max(column + right, 0), len(picture.columns) - 1)
        row = min(row + up, len(picture.rows) - 1)
        self.cursor = f"{picture.columns[column]}{picture.joint}{picture.rows[row]}"

    def action_choose(self) -> None:
        """Choose the cell under the cursor."""
        self.post_message(self.Picked(self.cursor))

    def show(self, picture: Picture, look: Look) -> None:
        """Show a position; the cursor stays where it is if it can."""
        self.picture, self.look = picture, look
        if not self.has(self.cursor):
            middle = picture.columns[len(picture.columns) // 2], picture.rows[len(picture.rows) // 2]
            self.cursor = picture.joint.join(middle)

    def on_click(self, event: events.Click) -> None:
        """Choose the cell that was clicked."""
        name = self._under(event)
        if name is not None:
            self.focus()
            self.cursor = name
            self.action_choose()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Let the cursor follow the mouse."""
        name = self._under(event)
        if name is not None and self.has_focus:
            self.cursor = name

    def on_focus(self) -> None:
        """Show the cursor."""
        self.refresh()

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.refresh()

    def _under(self, event: events.MouseEvent) -> str | None:
        offset = event.get_content_offset(self)
        if offset is None:
            return None
        left, top = self.origin
        return self.grid.name_at(offset.x - left, offset.y - top)

    def has(self, name: str) -> bool:
        """Whether there is a cell with this name."""
        picture = self.picture
        return any(
            name == f"{column}{picture.joint}{row}" for column in picture.columns for row in picture.rows
        )

    def _place(self) -> tuple[int, int]:
        """Column and row of the cursor, counted from the lower left."""
        picture = self.picture
        for x, column in enumerate(picture.columns):
            for y, row in enumerate(picture.rows):
                if self.cursor == f"{column}{picture.joint}{row}":
                    return x, y
        return 0, 0

    def _style(self, kind: str, cell: str | None, cursor: str | None) -> Style:
        style = self.get_component_rich_style(f"board--{kind}")
        shape = self.picture.shapes.get(self.picture.marks.get(cell, ""), "") if cell else ""
        if shape in ("cross", "ring", "light", "dark"):
            style += self.get_component_rich_style(f"board--{shape}", partial=True)
        if cell and cell == cursor:
            style += self.get_component_rich_style("board--cursor", partial=True)
        return style


def _scrolled(corner: int, place: int, visible: int) -> int:
    """The window's first cell, moved as little as possible so that the cursor is inside."""
    return min(max(corner, place - visible + 1), place)
