"""The engine as the thinker of a brain: gomoku on boards with edges, within a limit of time and memory."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from plyground.board import Board
from plyground.catalogue import find
from plyground.cells import read_cell
from plyground.engine import Engine, Info
from plyground.engine.compiled import CompiledSearch
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.memory import MEGABYTE, memory_used
from plyground.protocols.gomocup.server import Cell

SPARE: Final = 24
"""Megabytes that a search takes beside its table."""
OPENINGS: Final = (
    ((1, 1), (2, 3), (4, 2)),
    ((0, 2), (3, 3), (5, 1)),
    ((1, 2), (3, 1), (6, 4)),
    ((0, 4), (2, 2), (4, 4)),
    ((2, 0), (2, 4), (5, 2)),
)
"""Three stones near a corner, of which the most even is put."""


class EngineThinker:
    """Chooses moves with the engine."""

    def __init__(self, *, threads: int = 1, memory: int = 64) -> None:
        self.threads = threads
        self.memory = memory
        self.game: Game | None = None
        self._engine: Engine | None = None
        self._used = 0
        self._stopped = threading.Event()

    def get_ready(self, width: int, height: int, most_memory: int) -> None:
        """Compile what is needed, and take a table that fits into the memory."""
        name = f"gomoku:{width}x{height}"
        if self.game is None or self.game.full_name != name:
            game = find(name)
            if not CompiledSearch.is_on_disk(game):
                compile_elsewhere(name)
            small = Engine(game, memory=1)
            small.prepare()
            self.game, self._engine, self._used = game, None, memory_used()
        memory = self._table_size(most_memory)
        if self._engine is None or self._engine.memory != memory:
            self._engine = None
            self._engine = Engine(self.game, threads=self.threads, memory=memory)
            self._engine.prepare()

    def _table_size(self, most_memory: int) -> int:
        if most_memory <= 0:
            return self.memory
        room = (most_memory - self._used) // MEGABYTE - SPARE
        if room < 1:
            needed = self._used // MEGABYTE + SPARE + 1
            raise PlygroundError(f"max_memory {most_memory} is too little; {needed * MEGABYTE} is needed")
        return min(self.memory, room)

    def stop(self) -> None:
        """Answer now."""
        self._stopped.set()
        if self._engine is not None:
            self._engine.stop()

    def choose(
        self, mine: Sequence[Cell], theirs: Sequence[Cell], deadline: float, latest: float
    ) -> tuple[Cell, str]:
        """The engine's move and how it came to it."""
        first, second = (mine, theirs) if len(mine) == len(theirs) else (theirs, mine)
        move, message = self._choose(self._board(first, second), deadline, latest)
        return self._coordinates(move), message

    def _choose(self, board: Board, deadline: float, latest: float) -> tuple[str, str]:
        info = self._search(board, deadline, latest)
        assert info.best is not None
        return info.best, f"depth {info.depth}, {info.score}, {info.nodes} nodes"

    def choose_opening(self, stones: Sequence[Cell], deadline: float) -> list[Cell]:
        """The first three stones; or the next one, if that side stands no worse; or nothing, to swap."""
        if not stones:
            return self._even_opening(deadline)
        info = self._search(self._board(stones[::2], stones[1::2]), deadline)
        assert info.best is not None
        return [self._coordinates(info.best)] if info.score.rank >= 0 else []

    def _even_opening(self, deadline: float) -> list[Cell]:
        """The opening of the list whose value for the side to move is nearest to nothing."""
        assert self.game is not None
        fitting = [
            each for each in OPENINGS if all(x < self.game.columns and y < self.game.rows for x, y in each)
        ]
        worths: list[int] = []
        for count, opening in enumerate(fitting):
            share = (deadline - time.perf_counter()) / (len(fitting) - count)
            info = self._search(self._board(opening[::2], opening[1::2]), time.perf_counter() + share)
            worths.append(abs(info.score.rank))
        return list(fitting[worths.index(min(worths))])

    def _search(self, board: Board, deadline: float, latest: float | None = None) -> Info:
        assert self._engine is not None
        self._stopped.clear()
        now = time.perf_counter()
        seconds = max(0.0, deadline - now)
        longest = None if latest is None else latest - now
        return self._engine.search(board, seconds=seconds, longest=longest, progress=self._stop_if_asked)

    def _stop_if_asked(self, info: Info) -> None:
        """Stop again, in case that `stop` came just before the search began."""
        if self._stopped.is_set() and self._engine is not None:
            self._engine.stop()

    def _board(self, first: Sequence[Cell], second: Sequence[Cell]) -> Board:
        assert self.game is not None
        width = self.game.columns
        marks = {
            self._row(y) * width + x: mark for cells, mark in ((first, "X"), (second, "O")) for x, y in cells
        }
        mover = "X" if len(first) == len(second) else "O"
        board = Board(self.game, position=f"{self.game.rows_text(marks)} {mover}")
        if outcome := board.outcome:
            raise PlygroundError(f"the game is over: {outcome}")
        return board

    def _row(self, y: int) -> int:
        """The row of the board: y goes downward, rows go upward; the other way it is the same."""
        assert self.game is not None
        return self.game.rows - 1 - y

    def _coordinates(self, move: str) -> Cell:
        place = read_cell(move)
        assert place is not None
        return place[0], self._row(place[1])


def compile_elsewhere(game: str) -> None:
    """Have another process compile a game, since a compiler takes memory that it does not give back.

    If that cannot be done, this process compiles it itself.
    """
    command = [sys.executable, "-m", "plyground", "analyse", game, "--depth", "1", "--memory", "1"]
    with suppress(OSError):
        subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
