"""A watch over code that may run for ever: it is ended when it has taken too long without a step.

What counts is the time of the processor, so that a busy machine does no harm. Plain Python is interrupted by
an exception, which every loop meets; machine code cannot be, so that it runs in a thread that is left behind.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

from plyground.errors import PlygroundError

SECONDS: Final = 5.0
"""Seconds of the processor that one step may take."""
_LOOK: Final = 0.05

_Answer = TypeVar("_Answer")


class EndlessLoop(BaseException):
    """Raised inside plain Python that has taken too long. No `except Exception` of a game stops it."""


class TakesTooLong(PlygroundError):
    """Machine code has taken too long."""


class Watch:
    """Watches the thread that made it."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._thread = threading.get_ident()
        self._begun = time.process_time()
        self._is_on = False
        self._lock = threading.Lock()

    def step(self) -> None:
        """Say that something was finished."""
        self._begun = time.process_time()

    @contextmanager
    def over_python(self) -> Iterator[None]:
        """Raise `EndlessLoop` in this block when it has taken too long without a step."""
        done = threading.Event()
        self.step()
        self._is_on = True
        watcher = threading.Thread(target=self._look, args=(done,), daemon=True)
        watcher.start()
        try:
            yield
        finally:
            with self._lock:
                self._is_on = False
            done.set()

    def _look(self, done: threading.Event) -> None:
        while not done.wait(_LOOK):
            with self._lock:
                if not self._is_on:
                    return
                if time.process_time() - self._begun > self.seconds:
                    self._is_on = False
                    error = ctypes.py_object(EndlessLoop)
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), error)
                    return

    def run(self, work: Callable[[], _Answer]) -> _Answer:
        """What a piece of work returns, done in a thread of its own; `TakesTooLong` leaves it behind."""
        answers: list[_Answer] = []
        errors: list[BaseException] = []

        def try_work() -> None:
            try:
                answers.append(work())
            except BaseException as error:
                errors.append(error)

        thread = threading.Thread(target=try_work, daemon=True)
        begun = time.process_time()
        thread.start()
        while thread.is_alive():
            thread.join(_LOOK)
            if thread.is_alive() and time.process_time() - begun > self.seconds:
                raise TakesTooLong(f"it has not come back after {self.seconds:g} s")
        if errors:
            raise errors[0]
        return answers[0]
