"""Threads that work beside a block of code, and end with it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from types import TracebackType


class ThreadGroup:
    """A thread for each task, from the beginning of a `with` block to its end.

    `stop` tells the tasks to end. It is called when the block is over, however it ends, an interrupt
    included, and at once when a task fails; it may be called more than once. Then the group waits for its
    threads. The first error of a task is raised again, unless the block has raised one itself.

    >>> done = []
    >>> with ThreadGroup([lambda: done.append("a"), lambda: done.append("b")], stop=lambda: None):
    ...     pass
    >>> sorted(done)
    ['a', 'b']
    """

    def __init__(self, tasks: Iterable[Callable[[], object]], stop: Callable[[], object]) -> None:
        self._stop = stop
        self._errors: list[BaseException] = []
        self._threads = [threading.Thread(target=self._perform, args=(task,), daemon=True) for task in tasks]

    def __enter__(self) -> ThreadGroup:
        try:
            for thread in self._threads:
                thread.start()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()
        if self._errors and kind is None:
            raise self._errors[0]

    def join(self, timeout: float | None = None) -> bool:
        """Wait for all threads, for at most `timeout` seconds, and return whether they have ended."""
        until = None if timeout is None else time.monotonic() + timeout
        for thread in self._threads:
            thread.join(None if until is None else max(0.0, until - time.monotonic()))
        return not any(thread.is_alive() for thread in self._threads)

    def _perform(self, task: Callable[[], object]) -> None:
        try:
            task()
        except BaseException as error:
            self._errors.append(error)
            self._stop()

    def _end(self) -> None:
        self._stop()
        for thread in self._threads:
            if thread.is_alive():  # an interrupt may have come before it was started
                thread.join()
