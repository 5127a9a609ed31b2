"""Things that are expensive to make and that only one thread may use at a time: engines and players."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class Pool(Generic[Thing]):
    """Lends things, and keeps those that were used last.

    >>> pool = Pool[list[int]](idle=1)
    >>> with pool.borrow("a", list) as first, pool.borrow("a", list) as second:
    ...     first is second
    False
    >>> with pool.borrow("a", list) as again:
    ...     again is first
    True
    >>> pool.close()
    >>> with pool.borrow("a", list) as new:
    ...     new is first
    False
    """

    def __init__(self, idle: int) -> None:
        self._most = idle
        self._idle: list[tuple[Hashable, Thing]] = []
        self._lock = threading.Lock()

    @contextmanager
    def borrow(self, kind: Hashable, make: Callable[[], Thing]) -> Iterator[Thing]:
        """A thing of this kind that nobody else has meanwhile, preferably one that was used lately."""
        thing = self._take(kind) or (kind, make())
        try:
            yield thing[1]
        finally:
            with self._lock:
                self._idle.append(thing)
                del self._idle[: len(self._idle) - self._most]

    def close(self) -> None:
        """Let go of everything, also of what comes back later."""
        with self._lock:
            self._most = 0
            self._idle.clear()

    def _take(self, kind: Hashable) -> tuple[Hashable, Thing] | None:
        with self._lock:
            for at in reversed(range(len(self._idle))):
                if self._idle[at][0] == kind:
                    return self._idle.pop(at)
        return None
