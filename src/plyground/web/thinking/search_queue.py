"""A fair queue for everything that keeps a core busy.

`total` searches run at once, on threads; the rest waits. Moves of games come before analyses, though an
analysis that waits gets every fourth turn. Among those of one kind every address has its turn. An analysis
that has had a slice of time makes room when somebody waits, and is continued later. What nobody waits for
any more is stopped.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, Final, Generic, Literal, TypeVar

from plyground.engine import Engine
from plyground.engine.compiled import CompiledSearch
from plyground.game import Game
from plyground.web.errors import busy, too_many
from plyground.web.fair_threads import FairQueue

SLICE: Final = 0.3
"""Seconds that an analysis may have before it has to make room."""
TICK: Final = 0.1
MOVES_IN_A_ROW: Final = 3
MOST_READY: Final = 500
"""Games that are known to be compiled; there is no end to the variants that somebody may ask for."""

Result = TypeVar("Result")
SearchPhase = Literal["queued", "compiling", "searching"]
OnPhase = Callable[[SearchPhase, int], None]
"""Called with the phase and how many are ahead."""


class SearchTask(Generic[Result]):
    """One piece of work for one thread."""

    def __init__(
        self,
        game: Game,
        owner: str,
        address: str,
        urgent: bool,
        work: Callable[[SearchTask[Result]], Result],
        on_phase: OnPhase,
    ) -> None:
        self.game = game
        self.owner = owner
        self.address = address
        self.urgent = urgent
        self.work = work
        self.on_phase = on_phase
        self.began = 0.0
        self.stopped = False
        """Whether to end soon: cancelled, or to make room."""
        self.done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._stop: Callable[[], None] | None = None
        self._lock = threading.Lock()

    @contextmanager
    def stoppable(self, stop: Callable[[], None]) -> Iterator[None]:
        """While inside, `stop` ends what is going on."""
        with self._lock:
            self._stop = stop
        try:
            yield
        finally:
            with self._lock:
                self._stop = None

    def stop(self) -> None:
        """End soon; may be called again, in case that the first call came a moment too early."""
        self.stopped = True
        with self._lock:
            if self._stop is not None:
                self._stop()


class CompileTurns:
    """One game after the other is compiled; those that somebody waits for come first."""

    def __init__(self) -> None:
        self._is_busy = False
        self._waiting: dict[str, asyncio.Future[None]] = {}
        self._urgent: set[str] = set()

    def hurry(self, name: str) -> None:
        """Somebody waits for this game."""
        self._urgent.add(name)

    @asynccontextmanager
    async def turn(self, name: str) -> AsyncIterator[None]:
        """Wait until it is the turn of a game, and keep the others waiting while inside."""
        if self._is_busy:
            self._waiting[name] = asyncio.get_running_loop().create_future()
            try:
                await self._waiting[name]
            except asyncio.CancelledError:
                if self._waiting.pop(name, None) is None:  # it was given the turn in the same moment
                    self._pass_on()
                raise
        self._is_busy = True
        try:
            yield
        finally:
            self._urgent.discard(name)
            self._pass_on()

    def _pass_on(self) -> None:
        """Give the turn to the next, if there is one."""
        urgent = [name for name in self._waiting if name in self._urgent]
        name = next(iter(urgent or self._waiting), None)
        self._is_busy = name is not None
        if name is not None:
            future = self._waiting.pop(name)
            if not future.done():
                future.set_result(None)


def _note_failure(task: asyncio.Task[None]) -> None:
    """Whoever waits for a game hears that it cannot be compiled; if nobody does, it is no matter."""
    if not task.cancelled():
        task.exception()


class SearchQueue:
    """Runs searches: at most `total` at once, `per_address` for one address, one for each owner."""

    def __init__(self, total: int, per_address: int, most_waiting: int) -> None:
        self.total = total
        self.per_address = per_address
        self.most_waiting = most_waiting
        self.running: list[SearchTask[Any]] = []
        self.urgent: FairQueue[SearchTask[Any]] = FairQueue()
        self.patient: FairQueue[SearchTask[Any]] = FairQueue()
        self._threads = ThreadPoolExecutor(total, "search")
        self._compiling = CompileTurns()
        self._ready: dict[str, asyncio.Task[None]] = {}
        self._row = 0
        self._ticker: asyncio.Task[None] | None = None
        self._closing = False

    @property
    def waiting(self) -> int:
        """How many searches have not begun."""
        return len(self.urgent) + len(self.patient)

    async def run(
        self,
        game: Game,
        work: Callable[[SearchTask[Result]], Result],
        *,
        owner: str,
        address: str,
        urgent: bool,
        on_phase: OnPhase = lambda phase, ahead: None,
        needs_engine: bool = True,
    ) -> Result:
        """What the work returns, once it has had its turn; cancelling this cancels the work.

        Work that needs no engine does not wait until the game is compiled.
        """
        if not urgent and self._of(address) >= self.most_waiting:
            raise too_many(5)
        if needs_engine and not self.is_ready(game):
            on_phase("compiling", 0)
            await self.compile(game, urgent=urgent)
        if self._closing:
            raise busy("the server is stopping; try again in a moment")
        search = SearchTask(game, owner, address, urgent, work, on_phase)
        queue = self.urgent if urgent else self.patient
        queue.join(search)
        self._pump()
        if search in queue:
            on_phase("queued", self._ahead(search, queue))
        self._keep_ticking()
        try:
            return await search.done
        except asyncio.CancelledError:
            queue.leave(search)
            search.stop()
            raise

    def is_ready(self, game: Game) -> bool:
        """Whether the game is compiled."""
        task = self._ready.get(game.full_name)
        return task is not None and task.done() and not task.cancelled() and task.exception() is None

    async def is_soon_ready(self, game: Game) -> bool:
        """Whether the game is compiled, so that at most it has to be loaded from the disk."""
        return self.is_ready(game) or await asyncio.to_thread(CompiledSearch.is_on_disk, game)

    async def compile(self, game: Game, *, urgent: bool) -> None:
        """Compile a game, or load it from the disk, beside everything else."""
        await asyncio.shield(self.begin_compiling(game, urgent=urgent))

    def begin_compiling(self, game: Game, *, urgent: bool) -> asyncio.Task[None]:
        """The task that compiles a game; what is urgent comes before what is not."""
        task = self._ready.get(game.full_name)
        if task is None or (task.done() and not self.is_ready(game)):
            task = self._ready[game.full_name] = asyncio.create_task(self._compile(game))
            task.add_done_callback(_note_failure)
            self._forget_oldest()
        if urgent:
            self._compiling.hurry(game.full_name)
        return task

    def _forget_oldest(self) -> None:
        """Remember no more games than that: another variant is loaded quickly once more."""
        done = [name for name, task in self._ready.items() if task.done()]
        for name in done[: max(0, len(self._ready) - MOST_READY)]:
            del self._ready[name]

    async def _compile(self, game: Game) -> None:
        """One game at a time, on a thread that does not keep the process from ending."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()

        def finish(error: Exception | None) -> None:
            if done.cancelled():
                return
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(error)

        def work() -> None:
            error = None
            try:
                Engine(game, memory=1).prepare()
            except Exception as failure:
                error = failure
            with suppress(RuntimeError):  # the loop may be gone by now
                loop.call_soon_threadsafe(finish, error)

        async with self._compiling.turn(game.full_name):
            threading.Thread(target=work, name="compile", daemon=True).start()
            await done

    async def close(self) -> None:
        """Stop everything and wait until it has stopped."""
        self._closing = True
        for queue in (self.urgent, self.patient):
            for search in queue:
                queue.leave(search)
                search.done.cancel()
        for search in self.running:
            search.done.cancel()
        for compiling in self._ready.values():
            compiling.cancel()
        while self.running:
            for search in self.running:
                search.stop()
            await asyncio.sleep(TICK / 2)
        if self._ticker is not None:
            self._ticker.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _of(self, address: str) -> int:
        running = sum(not search.urgent and search.address == address for search in self.running)
        return running + self.patient.of(address)

    def _ahead(self, search: SearchTask[Any], queue: FairQueue[SearchTask[Any]]) -> int:
        before = 0 if search.urgent else len(self.urgent)
        for other in queue:
            if other is search:
                break
            before += 1
        return before

    # Turns

    def _pump(self) -> None:
        while len(self.running) < self.total and (search := self._next()) is not None:
            self._start(search)

    def _next(self) -> SearchTask[Any] | None:
        busy_addresses = Counter(search.address for search in self.running)
        busy_owners = {search.owner for search in self.running}

        def may_run(search: SearchTask[Any]) -> bool:
            return busy_addresses[search.address] < self.per_address and search.owner not in busy_owners

        queues = [self.urgent, self.patient]
        if self._row >= MOVES_IN_A_ROW:
            queues.reverse()
        for queue in queues:
            if (search := queue.next(may_run)) is not None:
                self._row = self._row + 1 if search.urgent else 0
                return search
        return None

    def _start(self, search: SearchTask[Any]) -> None:
        loop = asyncio.get_running_loop()
        search.began = time.monotonic()
        self.running.append(search)
        search.on_phase("searching", 0)
        worker = loop.run_in_executor(self._threads, search.work, search)
        worker.add_done_callback(lambda done: self._finish(search, done))

    def _finish(self, search: SearchTask[Any], worker: asyncio.Future[Any]) -> None:
        self.running.remove(search)
        error = None if worker.cancelled() else worker.exception()
        if not search.done.done():
            if worker.cancelled():
                search.done.cancel()
            elif error is not None:
                search.done.set_exception(error)
            else:
                search.done.set_result(worker.result())
        self._pump()

    # What happens while somebody waits

    def _keep_ticking(self) -> None:
        if self._ticker is None or self._ticker.done():
            self._ticker = asyncio.create_task(self._tick())

    async def _tick(self) -> None:
        announced: dict[SearchTask[Any], int] = {}
        while self.waiting or self.running:
            for search in self.running:
                if search.stopped:
                    search.stop()
            self._make_room()
            waiting = {
                search: self._ahead(search, queue)
                for queue in (self.urgent, self.patient)
                for search in queue
            }
            for search, ahead in waiting.items():
                if announced.get(search) != ahead:
                    search.on_phase("queued", ahead)
            announced = waiting  # and no search that has had its turn, with all that it has found
            await asyncio.sleep(TICK)

    def _make_room(self) -> None:
        """Ask as many analyses to make room as others wait, if they have had their slice."""
        wanted = self.waiting - sum(search.stopped for search in self.running)
        late = time.monotonic() - SLICE
        for search in sorted(self.running, key=lambda each: each.began):
            if wanted > 0 and not search.urgent and not search.stopped and search.began < late:
                search.stop()
                wanted -= 1
