"""A list to choose from, with the keys of the board."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import OptionList


class ChoiceList(OptionList):
    """Goes up and down with `w` and `s` too, and space chooses like Enter."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "cursor_up", "Up", show=False),
        Binding("s", "cursor_down", "Down", show=False),
        Binding("space", "select", "Select", show=False),
    ]
