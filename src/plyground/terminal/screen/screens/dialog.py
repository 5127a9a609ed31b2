"""A frame over the screen that asks or shows something."""

from __future__ import annotations

from typing import TypeVar

from textual.screen import ModalScreen

_Answer = TypeVar("_Answer")


class Dialog(ModalScreen[_Answer]):
    """Stands in the middle until it is answered; what is composed with the class `frame` gets a border."""

    DEFAULT_CSS = """
    Dialog {
        align: center middle;
        & > .frame {
            width: 60; max-width: 96%; height: auto;
            border: round $primary; background: $surface; padding: 0 1;
        }
        &.-ascii > .frame { border: ascii $primary; }
    }
    """

    def __init__(self, *, ascii_only: bool = False) -> None:
        super().__init__(classes="-ascii" if ascii_only else None)
