"""Threads for short computations, such that no address holds up another.

A computation is what takes a processor for some milliseconds: playing through the moves of a game, writing a
position as JSON. Python runs one of them at a time, so a few threads are enough. Addresses take turns.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final, Generic, Protocol, TypeVar

from plyground.web.errors import too_many

asking_address: Final[ContextVar[str]] = ContextVar("asking_address", default="server")
"""The address on whose behalf something is done."""

Result = TypeVar("Result")


class HasAddress(Protocol):
    """Something that is done for an address."""

    @property
    def address(self) -> str:
        """For whom."""


Item = TypeVar("Item", bound=HasAddress)


class FairQueue(Generic[Item]):
    """Those who wait, in an order in which every address has its turn."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[Item]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def __iter__(self) -> Iterator[Item]:
        """Everybody, about in the order of their turns."""
        queues = [list(queue) for queue in self._waiting.values()]
        for turn in range(max(map(len, queues), default=0)):
            yield from (queue[turn] for queue in queues if turn < len(queue))

    def of(self, address: str) -> int:
        """How many of one address wait."""
        return len(self._waiting.get(address, ()))

    def join(self, item: Item) -> None:
        """Stand at the end."""
        self._waiting.setdefault(item.address, deque()).append(item)

    def leave(self, item: Item) -> None:
        """Go away without having had a turn."""
        queue = self._waiting.get(item.address)
        if queue is None:
            return
        with suppress(ValueError):
            queue.remove(item)
        if not queue:
            del self._waiting[item.address]

    def next(self, may_run: Callable[[Item], bool]) -> Item | None:
        """The next who may run; the address then goes to the end."""
        for address, queue in self._waiting.items():
            for item in queue:
                if may_run(item):
                    self.leave(item)
                    if address in self._waiting:
                        self._waiting.move_to_end(address)
                    return item
        return None


@dataclass(eq=False)
class Computation:
    """Something to compute for an address."""

    address: str
    work: Callable[[], Any]
    done: asyncio.Future[Any]


class FairThreads:
    """Runs computations: `total` at once, one for each address; `most_waiting` of an address may wait."""

    def __init__(self, total: int, most_waiting: int) -> None:
        self.total = total
        self.most_waiting = most_waiting
        self.on_cost: Callable[[str, float], None] = lambda address, seconds: None
        """Called in the event loop with the seconds of processor time that an address took."""
        self._threads = ThreadPoolExecutor(total, "compute")
        self._waiting: FairQueue[Computation] = FairQueue()
        self._running: Counter[str] = Counter()

    async def run(self, work: Callable[[], Result]) -> Result:
        """What the work returns, once it is the turn of the address that asks."""
        address = asking_address.get()
        if self._waiting.of(address) >= self.most_waiting:
            raise too_many(2)
        item = Computation(address, work, asyncio.get_running_loop().create_future())
        self._waiting.join(item)
        self._start()
        try:
            result: Result = await item.done
        except asyncio.CancelledError:
            self._waiting.leave(item)
            raise
        return result

    def close(self) -> None:
        """Finish what is under way, and drop what waits."""
        for item in list(self._waiting):
            self._waiting.leave(item)
            item.done.cancel()
        self._threads.shutdown(wait=True)

    def _start(self) -> None:
        while self._running.total() < self.total:
            item = self._waiting.next(lambda item: not self._running[item.address])
            if item is None:
                return
            self._running[item.address] += 1
            worker = asyncio.get_running_loop().run_in_executor(self._threads, timed, item.work)
            worker.add_done_callback(lambda worker, item=item: self._finish(item, worker))  # type: ignore[misc]

    def _finish(self, item: Computation, worker: asyncio.Future[tuple[float, Any, Exception | None]]) -> None:
        self._running[item.address] -= 1
        if not self._running[item.address]:
            del self._running[item.address]
        seconds, result, error = worker.result()
        self.on_cost(item.address, seconds)
        if not item.done.done():
            if error is None:
                item.done.set_result(result)
            else:
                item.done.set_exception(error)
        self._start()


def timed(work: Callable[[], Result]) -> tuple[float, Result | None, Exception | None]:
    """The processor time that this thread took for some work, and what came of it."""
    began = time.thread_time()
    result, error = None, None
    try:
        result = work()
    except Exception as failure:
        error = failure
    return time.thread_time() - began, result, error
