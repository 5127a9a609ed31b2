"""A tournament while it runs: a table with a progress bar on a terminal, a line a game elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from plyground.arena.folder import Result
from plyground.arena.report import remarks, standings_rows, title
from plyground.arena.tournament import State, Watch

if TYPE_CHECKING:
    from rich.console import Group

PAUSE: Final = 0.5
"""Seconds between two drawings of the table."""


@contextmanager
def watching() -> Iterator[Watch]:
    """Somebody to be told of every game, as fits the place where standard error goes."""
    if not sys.stderr.isatty():
        yield tell_line
        return
    from rich.console import Console
    from rich.live import Live

    with Live(console=Console(stderr=True), auto_refresh=False, transient=True) as live:
        drawing = Drawing()

        def redraw(state: State, news: Result | None) -> None:
            if drawing.is_due(state):
                live.update(drawing.drawn(state), refresh=True)

        yield redraw


def tell_line(state: State, news: Result | None) -> None:
    """One line for a game that is over."""
    if news is None:
        return
    print(
        f"game {news.number + 1} ({len(state.results) + state.left_out} of {state.total}): "
        f"{news.first} against {news.second}: {news.result} ({news.reason})",
        file=sys.stderr,
        flush=True,
    )


class Drawing:
    """The live table; it is not drawn more often than eyes can follow."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.drawn_at = -PAUSE
        self.already: int | None = None
        """How many games were over when this run began."""

    def is_due(self, state: State) -> bool:
        """Whether it is time to draw again."""
        if state.is_complete or time.monotonic() - self.drawn_at >= PAUSE:
            self.drawn_at = time.monotonic()
            return True
        return False

    def drawn(self, state: State) -> Group:
        """The table with a bar below it."""
        from rich import box
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        headings, rows = standings_rows(state.standings)
        table = Table(
            title=Text(title(state)),
            title_justify="left",
            box=box.SIMPLE_HEAD,
            collapse_padding=True,
            pad_edge=False,
        )
        for heading in headings:
            is_name = heading == "player"
            table.add_column(heading, justify="left" if is_name else "right", no_wrap=not is_name)
        for row in rows:
            table.add_row(*(Text(cell) for cell in row))
        progress = Table.grid(padding=(0, 1))
        bar = ProgressBar(total=state.total, completed=len(state.results), width=24)
        progress.add_row(bar, Text(self._pace(state)))
        return Group(table, progress, *(Text(line) for line in remarks(state)))

    def _pace(self, state: State) -> str:
        """How long it has taken, and how long it may take yet."""
        if self.already is None:
            self.already = len(state.results)
        spent = time.monotonic() - self.began
        played = len(state.results) - self.already
        left = f", about {clock(spent / played * (state.total - len(state.results)))} left" if played else ""
        return f"{clock(spent)}{left}; Ctrl-C stops, and --resume goes on"


def clock(seconds: float) -> str:
    """A length of time to be read.

    >>> clock(75), clock(3700)
    ('1:15', '1:01:40')
    """
    minutes, second = divmod(round(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"
