"""What can be picked beside the board: numbers to put down, or whatever is no cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from plyground.terminal.screen.drawing.grid import VALUE_KINDS, Highlights


class Shelf(NamedTuple):
    """A row of things to pick under one name."""

    label: str
    items: tuple[str, ...]


class TrayItem(NamedTuple):
    """Something to pick, and where it is drawn."""

    name: str
    x: int
    y: int
    width: int


class TrayView(Widget, can_focus=True):
    """Shelves of things to pick."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,a", "step(-1)", "Left", show=False),
        Binding("right,d", "step(1)", "Right", show=False),
        Binding("up,w", "line(-1)", "Up", show=False),
        Binding("down,s", "line(1)", "Down", show=False),
        Binding("enter,space", "choose", "Choose", show=False),
    ]

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"tray--{kind}"
        for kind in (*("label", "cell", "legal", "chosen", "danger", "hint", "cursor"), *VALUE_KINDS)
    }

    DEFAULT_CSS = """
    TrayView {
        height: auto;
        padding: 0 1;
        & > .tray--label { color: $text-muted; }
        & > .tray--cell { color: $foreground 50%; }
        & > .tray--legal { color: $foreground; background: $foreground 10%; }
        & > .tray--chosen { color: $text; background: $secondary 60%; text-style: bold; }
        & > .tray--danger { color: $text; background: $error 45%; }
        & > .tray--hint { color: $text; background: $accent 45%; text-style: bold; }
        & > .tray--won { color: $text-success; background: $success 20%; text-style: bold; }
        & > .tray--lost { color: $text-error; background: $error 20%; }
        & > .tray--drawn { color: $text-warning; background: $warning 20%; }
        & > .tray--guess { color: $foreground; background: $foreground 10%; }
        & > .tray--cursor { text-style: reverse bold; }
    }
    """

    shelves: reactive[tuple[Shelf, ...]] = reactive((), layout=True)
    highlights: reactive[Highlights] = reactive(Highlights())
    texts: reactive[Mapping[str, str]] = reactive({}, layout=True)
    """What is drawn for an item that is not drawn by its name."""
    cursor: reactive[str] = reactive("")

    class Picked(Message):
        """An item was chosen."""

        def __init__(self, name: str) -> None:
            self.name = name
            super().__init__()

    class Left(Message):
        """The cursor went up beyond the first line."""

    def __init__(self, *, ascii_only: bool = False, id: str | None = None) -> None:
        super().__init__(id=id)
        self.ascii_only = ascii_only

    def show(
        self, shelves: Sequence[Shelf], highlights: Highlights, texts: Mapping[str, str] | None = None
    ) -> None:
        """Show what there is; the cursor goes to the first item that can be picked if its own cannot."""
        self.shelves, self.highlights, self.texts = tuple(shelves), highlights, texts or {}
        self.display = bool(self.shelves)
        names = [item for shelf in shelves for item in shelf.items]
        if self.cursor not in highlights.legal or self.cursor not in names:
            self.cursor = next((name for name in names if name in highlights.legal), self.cursor)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the shelves take."""
        items = self.items(width)
        return items[-1].y + 1 if items else len(self.shelves)

    def items(self, width: int | None = None) -> list[TrayItem]:
        """Where every item is, the lines broken where the widget ends."""
        width = width or self.content_size.width
        margin = max((len(shelf.label) for shelf in self.shelves), default=0) + 1
        found: list[TrayItem] = []
        y = 0
        for shelf in self.shelves:
            x = margin
            for name in shelf.items:
                wide = len(self.texts.get(name, name)) + 2
                if x > margin and x + wide > width:
                    x, y = margin, y + 1
                found.append(TrayItem(name, x, y, wide))
                x += wide
            y += 1
        return found

    def render(self) -> Text:
        """The shelves, line by line."""
        text = Text(no_wrap=True, end="")
        highlights = self.highlights._replace(cursor=self.cursor if self.has_focus else None)
        at, line = 0, 0
        items = self.items()
        first = {next(iter(shelf.items), ""): shelf.label for shelf in self.shelves}
        for item in items:
            if item.y > line or not text:
                text.append("\n" * (item.y - line))
                line, at = item.y, 0
                label = first.get(item.name, "")
                text.append(label, self._style("label"))
                at += len(label)
            text.append(" " * (item.x - at))
            left, right = highlights.brackets(item.name, ascii_only=self.ascii_only)
            if highlights.kind(item.name) == "legal" and item.name != highlights.cursor:
                left = right = " "
            style = self._style(highlights.kind(item.name))
            if item.name == highlights.cursor:
                style += self._style("cursor")
            text.append(f"{left}{self.texts.get(item.name, item.name)}{right}", style)
            at = item.x + item.width
        return text

    def action_step(self, by: int) -> None:
        """Move the cursor along the items that can be picked."""
        legal = (item.name for item in self.items() if item.name in self.highlights.legal)
        names = list(dict.fromkeys(legal))
        if names:
            at = names.index(self.cursor) if self.cursor in names else 0
            self.cursor = names[(at + by) % len(names)]

    def action_line(self, by: int) -> None:
        """Move the cursor to another line, or up to the board."""
        items = self.items()
        here = next((item for item in items if item.name == self.cursor), None)
        there = [
            item
            for item in items
            if here and (item.y - here.y) * by > 0 and item.name in self.highlights.legal
        ]
        if here and there:
            self.cursor = min(there, key=lambda item: (abs(item.y - here.y), abs(item.x - here.x))).name
        elif by < 0:
            self.post_message(self.Left())

    def action_choose(self) -> None:
        """Choose the item under the cursor."""
        if self.cursor:
            self.post_message(self.Picked(self.cursor))

    def on_click(self, event: events.Click) -> None:
        """Choose the item that was clicked."""
        offset = event.get_content_offset(self)
        for item in self.items() if offset else []:
            if offset and item.y == offset.y and item.x <= offset.x < item.x + item.width:
                self.cursor = item.name
                self.action_choose()

    def on_focus(self) -> None:
        """Show the cursor."""
        self.refresh()

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.refresh()

    def _style(self, kind: str) -> Style:
        known = f"tray--{kind}" if f"tray--{kind}" in self.COMPONENT_CLASSES else "tray--cell"
        return self.get_component_rich_style(known, partial=kind == "cursor")
