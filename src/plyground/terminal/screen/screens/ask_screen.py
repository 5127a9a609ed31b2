"""Asks for a line of text: the name of a file, a cell."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static

from plyground.terminal.screen.screens.dialog import Dialog


class AskScreen(Dialog[str | None]):
    """A line to type into; Enter answers, Escape takes it back."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Cancel", show=False)]

    DEFAULT_CSS = """
    AskScreen Static { height: auto; color: $text-muted; }
    """

    def __init__(self, question: str, answer: str = "", *, ascii_only: bool = False) -> None:
        super().__init__(ascii_only=ascii_only)
        self._question = question
        self._default = answer

    def compose(self) -> ComposeResult:
        """The question as the title of a frame, the line, and the two keys."""
        frame = Vertical(
            Input(self._default, compact=True, select_on_focus=False),
            Static("Enter: go on    Escape: back", markup=False),
            classes="frame",
        )
        frame.border_title = self._question
        yield frame

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer with what was typed, if there is anything."""
        self.dismiss(event.value.strip() or None)

    def action_cancel(self) -> None:
        """Answer with nothing."""
        self.dismiss(None)
