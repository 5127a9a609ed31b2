"""Waiting for compiled code: a note while it is made, and a Ctrl-C that works while it runs."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from typing import TypeVar

from plyground.board import Board
from plyground.engine import Engine
from plyground.errors import PlygroundError
from plyground.solver.proving_engine import ProvingEngine

_Item = TypeVar("_Item")


@contextmanager
def compiling(board: Board) -> Iterator[None]:
    """A note on a terminal that is gone again at the end of the block."""
    note = f"compiling {board.game.full_name} (once; it is kept on disk) ..." if sys.stderr.isatty() else ""
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
        with compiling(board):
            engine.prepare()
    return engine


def interruptible(items: Iterable[_Item]) -> Iterator[_Item]:
    """The same items, made in another thread, because compiled code does not hear a Ctrl-C."""
    done = object()
    made: SimpleQueue[object] = SimpleQueue()

    def make() -> None:
        try:
            for item in items:
                made.put((item,))
            made.put(done)
        except BaseException as error:  # raised again where the items are wanted
            made.put(error)

    threading.Thread(target=make, daemon=True).start()
    while (item := made.get()) is not done:
        if isinstance(item, BaseException):
            raise item
        assert isinstance(item, tuple)
        yield item[0]
