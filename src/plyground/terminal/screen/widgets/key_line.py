"""The last line of a screen: the keys that do something there."""

from __future__ import annotations

from typing import TypeAlias

from textual.screen import Screen
from textual.widgets import Footer

ShownKey: TypeAlias = tuple[str, str, str, bool, str]
"""A key, what it does in a word, its action, whether it is enabled, what it does in a sentence."""


class KeyLine(Footer):
    """A footer that is drawn anew when it would look different, not whenever the focus moves."""

    def __init__(self) -> None:
        super().__init__(show_command_palette=False)
        self._shown: list[ShownKey] | None = None

    def bindings_changed(self, screen: Screen[object]) -> None:
        """Compose the line again if other keys are to be shown."""
        shown = [
            (self.app.get_key_display(binding), binding.description, binding.action, enabled, tooltip)
            for _, binding, enabled, tooltip in screen.active_bindings.values()
            if binding.show
        ]
        if shown != self._shown and screen.app.app_focus:
            self._shown = shown
            super().bindings_changed(screen)
