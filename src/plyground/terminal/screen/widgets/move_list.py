"""The moves so far; choosing one shows the position after it."""

from __future__ import annotations

from collections.abc import Sequence

from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from plyground.terminal.screen.widgets.choice_list import ChoiceList


class MoveList(ChoiceList):
    """One line a move, and one for the start."""

    DEFAULT_CSS = """
    MoveList { height: 1fr; min-height: 3; }
    """

    class Chosen(Message):
        """Somebody wants to see the position after `ply` moves."""

        def __init__(self, ply: int) -> None:
            self.ply = ply
            super().__init__()

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, compact=True, markup=False)
        self._shown: list[str] = []

    def show(self, moves: Sequence[str], players: Sequence[str], ply: int, own: int | None = None) -> None:
        """Show these moves, the cursor on the one that led to the position on the board.

        The first `own` of them are the game's, the others a variation, which is set off.
        """
        own = len(moves) if own is None else own
        lines = [
            "  0 start",
            *(
                f"{n + 1:>3}{' ' if n < own else '   ~ '}{players[n % 2]} {move}"
                for n, move in enumerate(moves)
            ),
        ]
        same = 0
        while same < min(len(lines), len(self._shown)) and lines[same] == self._shown[same]:
            same += 1
        with self.prevent(OptionList.OptionHighlighted):
            for index in range(len(self._shown) - 1, same - 1, -1):
                self.remove_option_at_index(index)
            self.add_options([Option(line) for line in lines[same:]])
            self._shown = lines
            self.highlighted = ply
        self.call_after_refresh(self.scroll_to_highlight)

    def on_resize(self) -> None:
        """Other parts of the screen come and go; the move that led to the position stays in sight."""
        self.call_after_refresh(self.scroll_to_highlight)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Look along while the cursor moves."""
        event.stop()
        if self.has_focus and self._shown:
            self.post_message(self.Chosen(event.option_index))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Look at what was clicked."""
        event.stop()
        self.post_message(self.Chosen(event.option_index))
