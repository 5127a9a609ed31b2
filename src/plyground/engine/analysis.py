"""An analysis under way: what the engine finds, one depth after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from plyground.board import Board
from plyground.engine.info import Info
from plyground.plots import show_result


class Analysis(Iterator[Info]):
    """An `Info` per finished depth, as long as somebody asks for the next.

    At the end of a cell of a notebook it goes on by itself, and shows what it finds as a line that changes.
    """

    def __init__(self, board: Board, infos: Iterator[Info], stop: Callable[[], None]) -> None:
        self.board = board
        self.stop = stop
        self.last: Info | None = None
        """What was found last."""
        self._infos = infos

    def __next__(self) -> Info:
        self.last = next(self._infos)
        return self.last

    def close(self) -> None:
        """End it; the engine is free for the next one."""
        if (close := getattr(self._infos, "close", None)) is not None:
            close()

    def _ipython_display_(self) -> None:
        show_result(self)
