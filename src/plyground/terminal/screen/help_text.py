"""The keys of a screen, in words."""

from __future__ import annotations

from typing import Any, Final

from textual.app import App
from textual.binding import Binding
from textual.dom import DOMNode
from textual.screen import Screen

NAMES: Final = {
    "question_mark": "?",
    "comma": ",",
    "full_stop": ".",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "delete": "Delete",
    "backspace": "Backspace",
    "pageup": "Page Up",
    "pagedown": "Page Down",
    "escape": "Escape",
    "home": "Home",
    "up": "Up",
    "down": "Down",
}
EVERYWHERE: Final = (
    ("arrows, w a s d", "move the cursor, change a line of the menu"),
    ("Enter, Space", "choose; the mouse chooses too"),
    ("Tab", "to the next part of the screen, such as the moves"),
)
MARKS: Final = """\
>X<  the cursor       [X]  the last move    *X*  the line that won or lost
(X)  chosen so far    ?X?  the hint         !X!  loses at once
{X}  a cell that decides: a win at once, one to be stopped, an open four, whatever the game points at
A dot marks what can be chosen. ~ before a move of the list means that it is tried out, not played.

A broken frame means that the board goes on behind it. The cursor, the wheel and a click on the frame \
scroll; arrows on it point to what is out of sight.

The engine's numbers are estimates for the side to move; "proven" is said only of results that are."""


def help_text(screen: Screen[Any], app: App[Any]) -> str:
    """Every key that does something here, and what the marks on a board mean."""
    lines = list(EVERYWHERE)
    for node in (screen, app):
        lines += [_line(binding) for binding in own_bindings(node)]
    width = max(len(keys) for keys, _ in lines) + 2
    return "\n".join([*(f"{keys:<{width}}{what}" for keys, what in lines), "", MARKS])


def own_bindings(node: DOMNode) -> list[Binding]:
    """The keys that a class of ours declares."""
    return [binding for binding in vars(type(node)).get("BINDINGS", ()) if isinstance(binding, Binding)]


def _line(binding: Binding) -> tuple[str, str]:
    keys = " or ".join(NAMES.get(key, key) for key in binding.key.split(","))
    return keys, binding.tooltip or binding.description
