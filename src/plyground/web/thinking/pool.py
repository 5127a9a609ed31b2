"""Things that are expensive to make and that only one thread may use at a time: engines and players."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


@dataclass(frozen=True)
class IdleThing(Generic[Thing]):
    """A thing that nobody uses now."""

    kind: Hashable
    thing: Thing
    bytes: int


class Pool(Generic[Thing]):
    """Lends things, and keeps those that were used last: as many as have `most` bytes in all.

    >>> pool = Pool[list[int]](most=1, weigh=lambda thing: 1)
    >>> with pool.borrow("a", list) as first, pool.borrow("a", list) as second:
    ...     first is second
    False
    >>> pool.bytes
    1
    >>> with pool.borrow("a", list) as again:
    ...     again is first
    True
    >>> pool.close()
    >>> with pool.borrow("a", list) as new:
    ...     new is first
    False
    """

    def __init__(self, most: int, weigh: Callable[[Thing], int]) -> None:
        self._most = most
        self._weigh = weigh
        self._idle: list[IdleThing[Thing]] = []
        self._lock = threading.Lock()

    @contextmanager
    def borrow(self, kind: Hashable, make: Callable[[], Thing]) -> Iterator[Thing]:
        """A thing of this kind that nobody else has meanwhile, preferably one that was used lately."""
        idle = self._take(kind)
        thing = make() if idle is None else idle.thing
        try:
            yield thing
        finally:
            with self._lock:
                self._idle.append(idle or IdleThing(kind, thing, self._weigh(thing)))
                self._drop_oldest()

    @property
    def bytes(self) -> int:
        """The memory of the things that nobody uses now."""
        return sum(each.bytes for each in list(self._idle))

    def close(self) -> None:
        """Let go of everything, also of what comes back later."""
        with self._lock:
            self._most = 0
            self._idle.clear()

    def _drop_oldest(self) -> None:
        while self._idle and self.bytes > self._most:
            del self._idle[0]

    def _take(self, kind: Hashable) -> IdleThing[Thing] | None:
        with self._lock:
            for at in reversed(range(len(self._idle))):
                if self._idle[at].kind == kind:
                    return self._idle.pop(at)
        return None
