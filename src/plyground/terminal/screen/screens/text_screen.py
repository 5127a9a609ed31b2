"""A page of text over the screen: the rules of a game, or the keys."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from plyground.terminal.screen.screens.dialog import Dialog
from plyground.terminal.text import reflow


class TextScreen(Dialog[None]):
    """Shows a text until a key closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,q,question_mark,i", "dismiss", "Close", show=False),
        Binding("w", "scroll_up", "Up", show=False),
        Binding("s", "scroll_down", "Down", show=False),
    ]

    DEFAULT_CSS = """
    TextScreen {
        & > .frame { width: 108; max-height: 92%; }
        & Static { height: auto; }
    }
    """

    def __init__(self, title: str, text: str, *, ascii_only: bool = False) -> None:
        super().__init__(ascii_only=ascii_only)
        self._heading = title
        self._page = text

    def compose(self) -> ComposeResult:
        """The page, which scrolls if it is long."""
        page = VerticalScroll(Static(self._page, markup=False), classes="frame")
        page.border_title = self._heading
        page.border_subtitle = "Escape closes"
        yield page

    def on_resize(self, event: events.Resize) -> None:
        """Break the lines where the frame ends."""
        page = self.query_one(VerticalScroll)
        self.call_after_refresh(self._break_lines, page)

    def _break_lines(self, page: VerticalScroll) -> None:
        self.query_one(Static).update(reflow(self._page, page.scrollable_content_region.width))

    def action_scroll_up(self) -> None:
        """Towards the beginning."""
        self.query_one(VerticalScroll).scroll_up()

    def action_scroll_down(self) -> None:
        """Towards the end."""
        self.query_one(VerticalScroll).scroll_down()
