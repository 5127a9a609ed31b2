"""A line of the menu: a name and one of several values, or something to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

LABEL = 10
ASK = "?"
"""The value of an option that asks for something else, such as a file."""


class OptionRow(Widget, can_focus=True):
    """Left and right change the value; Enter takes the next one or, if the line acts or asks, does it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,a", "step(-1)", "Before", show=False),
        Binding("right,d", "step(1)", "Next", show=False),
        Binding("enter,space", "press", "Choose", show=False),
    ]

    DEFAULT_CSS = """
    OptionRow { height: 1; }
    OptionRow:focus { text-style: bold reverse; }
    """

    label: reactive[str] = reactive("")
    options: reactive[tuple[tuple[str, str], ...]] = reactive(())
    """What can be chosen: a value and the words for it."""
    index: reactive[int] = reactive(0)

    class Changed(Message):
        """Another value was chosen."""

        def __init__(self, row: OptionRow) -> None:
            self.row = row
            super().__init__()

        @property
        def control(self) -> OptionRow:
            """Whose value it is."""
            return self.row

    class Pressed(Message):
        """A line that acts was pressed."""

        def __init__(self, row: OptionRow) -> None:
            self.row = row
            super().__init__()

        @property
        def control(self) -> OptionRow:
            """Which line it was."""
            return self.row

    def __init__(
        self,
        label: str,
        options: Sequence[tuple[str, str]] = (),
        value: str = "",
        *,
        acts: bool = False,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self.acts = acts
        self.set_reactive(OptionRow.label, label)
        self.set_reactive(OptionRow.options, tuple(options))
        values = [option[0] for option in options]
        self.set_reactive(OptionRow.index, values.index(value) if value in values else 0)

    @property
    def value(self) -> str:
        """The value that is chosen, empty if there is none."""
        return self.options[self.index][0] if self.options else ""

    def offer(self, options: Sequence[tuple[str, str]], fallback: str) -> None:
        """Offer other values; the chosen one stays if it is among them, else the fallback takes its place."""
        values = [option[0] for option in options]
        self.index = values.index(self.value if self.value in values else fallback)
        self.options = tuple(options)

    def choose(self, value: str) -> None:
        """Choose one of the values."""
        self.index = [option[0] for option in self.options].index(value)
        self.post_message(self.Changed(self))

    def render(self) -> Text:
        """The name and the value; arrows show that there are others."""
        pointer = "> " if self.has_focus else "  "
        words = self.options[self.index][1] if self.options else ""
        if len(self.options) > 1:
            words = f"< {words} >"
        return Text(f"{pointer}{self.label:<{LABEL}}{words}", no_wrap=True, overflow="ellipsis", end="")

    def action_step(self, by: int) -> None:
        """Choose another value."""
        if len(self.options) > 1:
            self.index = (self.index + by) % len(self.options)
            self.post_message(self.Changed(self))

    def action_press(self) -> None:
        """Do it, or take the next value."""
        if self.acts or self.value == ASK:
            self.post_message(self.Pressed(self))
        else:
            self.action_step(1)

    def on_click(self, event: events.Click) -> None:
        """A click on the left arrow goes back, one elsewhere is like Enter."""
        self.focus()
        if len(self.options) > 1 and event.x < LABEL + 4:
            self.action_step(-1)
        else:
            self.action_press()

    def on_focus(self) -> None:
        """Show the pointer."""
        self.refresh()

    def on_blur(self) -> None:
        """Hide the pointer."""
        self.refresh()
