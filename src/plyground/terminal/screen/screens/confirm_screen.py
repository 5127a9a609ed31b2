"""Asks whether something is really meant."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList
from textual.widgets.option_list import Option


class ConfirmScreen(ModalScreen[bool]):
    """A question with two answers; to go on as before comes first, and Escape means that too."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n", "no", "No", show=False),
        Binding("y", "yes", "Yes", show=False),
        Binding("w", "step(-1)", "Up", show=False),
        Binding("s", "step(1)", "Down", show=False),
        Binding("space", "choose", "Choose", show=False),
    ]

    DEFAULT_CSS = """
    ConfirmScreen {
        align: center middle;
        & > Vertical {
            width: 40; max-width: 96%; height: auto;
            border: round $primary; background: $surface; padding: 0 1;
        }
        &.-ascii > Vertical { border: ascii $primary; }
        & OptionList { height: auto; }
    }
    """

    def __init__(self, question: str, no: str, yes: str, *, ascii_only: bool = False) -> None:
        super().__init__(classes="-ascii" if ascii_only else None)
        self._question = question
        self._answers = (no, yes)

    def compose(self) -> ComposeResult:
        """The question as the title of a frame, and the two answers."""
        frame = Vertical(OptionList(*(Option(answer) for answer in self._answers), compact=True))
        frame.border_title = self._question
        yield frame

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer with what was chosen."""
        event.stop()
        self.dismiss(event.option_index == 1)

    def action_yes(self) -> None:
        """It is meant."""
        self.dismiss(True)

    def action_no(self) -> None:
        """It is not."""
        self.dismiss(False)

    def action_step(self, by: int) -> None:
        """To the other answer."""
        answers = self.query_one(OptionList)
        answers.action_cursor_down() if by > 0 else answers.action_cursor_up()

    def action_choose(self) -> None:
        """Take the answer under the cursor."""
        self.query_one(OptionList).action_select()
