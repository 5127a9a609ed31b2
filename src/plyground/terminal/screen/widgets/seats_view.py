"""Who plays, whose turn it is, and the clocks."""

from __future__ import annotations

from typing import NamedTuple

from rich.text import Text
from textual.reactive import reactive
from textual.widget import Widget


class SeatLine(NamedTuple):
    """One side of the table."""

    player: str
    who: str
    seconds: float


class SeatsView(Widget):
    """Two lines, the one whose turn it is marked."""

    DEFAULT_CSS = """
    SeatsView { height: 2; }
    """

    seats: reactive[tuple[SeatLine, ...]] = reactive(())
    turn: reactive[int | None] = reactive(None)
    """The side to move, None once the game is over."""

    def render(self) -> Text:
        """Both sides with their clocks."""
        text = Text(no_wrap=True, end="")
        longest = max((len(seat.player) for seat in self.seats), default=0)
        for side, seat in enumerate(self.seats):
            mine = side == self.turn
            clock = clock_text(seat.seconds)
            name = f"{'>' if mine else ' '} {seat.player:<{longest}}  {seat.who}"
            room = max(0, self.content_size.width - len(clock) - 1)
            text.append(("\n" if side else "") + name[:room].ljust(room) + " ", "bold" if mine else "")
            text.append(clock, "bold" if mine else "dim")
        return text


def clock_text(seconds: float) -> str:
    """A time as a clock shows it.

    >>> clock_text(75.9), clock_text(3700)
    ('1:15', '1:01:40')
    """
    whole = int(seconds)
    hours, rest = divmod(whole, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"
