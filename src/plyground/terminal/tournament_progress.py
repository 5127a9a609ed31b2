"""A tournament while it runs: a table with a progress bar on a terminal, a line a game elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from plyground.arena.folder import GameResult
from plyground.arena.tournament import Observer, TournamentState
from plyground.tournament_report import remarks, standings_rows, title

if TYPE_CHECKING:
    from rich.console import Group

REDRAW_SECONDS: Final = 0.5
"""Seconds between two drawings of the table."""


@contextmanager
def show_progress() -> Iterator[Observer]:
    """An observer that shows every game, as fits the place where standard error goes."""
    if not sys.stderr.isatty():
        yield print_game
        return
    from rich.console import Console
    from rich.live import Live

    with Live(console=Console(stderr=True), auto_refresh=False, transient=True) as live:
        table = LiveTable()

        def redraw(state: TournamentState, new: GameResult | None) -> None:
            if table.is_due(state):
                live.update(table.render(state), refresh=True)

        yield redraw


def print_game(state: TournamentState, new: GameResult | None) -> None:
    """One line for a game that is over."""
    if new is None:
        return
    print(
        f"game {new.number + 1} ({len(state.results) + state.left_out} of {state.total}): "
        f"{new.first} against {new.second}: {new.result} ({new.reason})",
        file=sys.stderr,
        flush=True,
    )


class LiveTable:
    """The live table; it is not drawn more often than eyes can follow."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.drawn_at = -REDRAW_SECONDS
        self.already: int | None = None
        """How many games were over when this run began."""

    def is_due(self, state: TournamentState) -> bool:
        """Whether it is time to draw again."""
        if state.is_complete or time.monotonic() - self.drawn_at >= REDRAW_SECONDS:
            self.drawn_at = time.monotonic()
            return True
        return False

    def render(self, state: TournamentState) -> Group:
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

    def _pace(self, state: TournamentState) -> str:
        """How long it has taken, and how long it may take yet."""
        if self.already is None:
            self.already = len(state.results)
        spent = time.monotonic() - self.began
        played = len(state.results) - self.already
        left = (
            f", about {clock_text(spent / played * (state.total - len(state.results)))} left"
            if played
            else ""
        )
        return f"{clock_text(spent)}{left}; Ctrl-C stops, and --resume goes on"


def clock_text(seconds: float) -> str:
    """A length of time to be read.

    >>> clock_text(75), clock_text(3700)
    ('1:15', '1:01:40')
    """
    minutes, second = divmod(round(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"
