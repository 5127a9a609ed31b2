"""Asks for a line of text: the name of a file, a cell."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final, Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static

from plyground.errors import PlygroundError
from plyground.terminal.screen.screens.confirm_screen import ConfirmScreen
from plyground.terminal.screen.screens.dialog import Dialog

KEYS: Final = "Enter: go on    Escape: back"

_Value = TypeVar("_Value")


class AskScreen(Dialog[_Value | None], Generic[_Value]):
    """A line to type into; Enter answers, Escape takes it back.

    What is typed takes the place of the offered answer. `read` makes the value of it; if it raises a
    `PlygroundError`, the line stays as it is and the error is shown below it. `doubt` gives a question to
    ask first, or an empty text.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Cancel", show=False)]

    DEFAULT_CSS = """
    AskScreen Static { height: auto; color: $text-muted; }
    AskScreen Static.-wrong { color: $text-error; }
    """

    def __init__(
        self,
        question: str,
        read: Callable[[str], _Value],
        *,
        answer: str = "",
        doubt: Callable[[str], str] = lambda text: "",
        ascii_only: bool = False,
    ) -> None:
        super().__init__(ascii_only=ascii_only)
        self.ascii_only = ascii_only
        self._question = question
        self._read = read
        self._default = answer
        self._doubt = doubt

    def compose(self) -> ComposeResult:
        """The question as the title of a frame, the line, and the two keys."""
        frame = Vertical(Input(self._default, compact=True), Static(KEYS, markup=False), classes="frame")
        frame.border_title = self._question
        yield frame

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer with what was typed, if there is anything."""
        text = event.value.strip()
        if not text:
            self.dismiss(None)
        elif question := self._doubt(text):
            screen = ConfirmScreen(question, "no", "yes", ascii_only=self.ascii_only)
            self.app.push_screen(screen, lambda is_meant: self._answer(text) if is_meant else None)
        else:
            self._answer(text)

    def on_input_changed(self) -> None:
        """What was wrong is being mended."""
        self._note(KEYS)

    def action_cancel(self) -> None:
        """Answer with nothing."""
        self.dismiss(None)

    def _answer(self, text: str) -> None:
        try:
            value = self._read(text)
        except PlygroundError as error:
            self._note(str(error), is_wrong=True)
        else:
            self.dismiss(value)

    def _note(self, text: str, *, is_wrong: bool = False) -> None:
        note = self.query_one(Static)
        note.update(text)
        note.set_class(is_wrong, "-wrong")
