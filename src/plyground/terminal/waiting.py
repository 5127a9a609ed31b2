"""Waiting for compiled code."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from plyground.board import Board
from plyground.engine import Engine
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.solver.proving_engine import ProvingEngine


@contextmanager
def compiling(game: Game) -> Iterator[None]:
    """A note on a terminal that is gone again at the end of the block."""
    note = f"compiling {game.full_name} (once; it is kept on disk) ..." if sys.stderr.isatty() else ""
    sys.stderr.write(note)
    sys.stderr.flush()
    try:
        yield
    finally:
        sys.stderr.write(note and "\r" + " " * len(note) + "\r")


def ready_engine(board: Board, threads: int, memory: int) -> Engine:
    """An engine that is ready to think about this board."""
    try:
        engine = ProvingEngine(board.game, threads=threads, memory=memory)
    except MemoryError as error:
        raise PlygroundError(f"this machine has no {memory} MB for a table; give it a smaller one") from error
    if not (engine.ready or board.is_over):
        with compiling(board.game):
            engine.prepare()
    return engine
