"""Asks whether something is really meant."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from plyground.terminal.screen.screens.dialog import Dialog
from plyground.terminal.screen.widgets.choice_list import ChoiceList


class ConfirmScreen(Dialog[bool]):
    """A question with two answers; to go on as before comes first, and Escape means that too."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n", "answer(False)", "No", show=False),
        Binding("y", "answer(True)", "Yes", show=False),
    ]

    DEFAULT_CSS = """
    ConfirmScreen {
        & > .frame { width: 40; }
        & ChoiceList { height: auto; }
    }
    """

    def __init__(self, question: str, no: str, yes: str, *, ascii_only: bool = False) -> None:
        super().__init__(ascii_only=ascii_only)
        self._question = question
        self._answers = (no, yes)

    def compose(self) -> ComposeResult:
        """The question as the title of a frame, and the two answers."""
        answers = ChoiceList(*(Option(answer) for answer in self._answers), compact=True)
        frame = Vertical(answers, classes="frame")
        frame.border_title = self._question
        yield frame

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer with what was chosen."""
        event.stop()
        self.action_answer(event.option_index == 1)

    def action_answer(self, is_meant: bool) -> None:
        """Answer whether it is meant."""
        self.dismiss(is_meant)
