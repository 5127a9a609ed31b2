"""Work that must not hold up the screen: Textual's workers, around a player or an engine."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final, ParamSpec, TypeVar

from textual.dom import DOMNode
from textual.worker import Worker, WorkerCancelled, WorkerState, get_current_worker

_Result = TypeVar("_Result")
_Arguments = ParamSpec("_Arguments")

STOP_SECONDS: Final = 0.05
"""After this time a stop is repeated."""


class DaemonThreads(ThreadPoolExecutor):
    """A thread for each call. They do not hold up the end of the program, as a compiler cannot be stopped."""

    def submit(
        self, fn: Callable[_Arguments, _Result], /, *args: _Arguments.args, **kwargs: _Arguments.kwargs
    ) -> Future[_Result]:
        """Make a call in a thread of its own."""
        future: Future[_Result] = Future()

        def call() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                future.set_result(fn(*args, **kwargs))
            except BaseException as error:
                future.set_exception(error)

        threading.Thread(target=call, daemon=True).start()
        return future


def raise_if_cancelled() -> None:
    """From within a worker: end it if its result is no longer of interest."""
    if get_current_worker().is_cancelled:
        raise WorkerCancelled("the result is no longer of interest")


class StoppableWork:
    """Calls that use one player or engine: one at a time, the newest only, each in a worker of the screen.

    `stop` ends the call under way soon. It may come too early to be heard, before a search has really begun,
    so it is repeated until the call has ended.
    """

    def __init__(
        self,
        screen: DOMNode,
        *,
        stop: Callable[[], None] = lambda: None,
        on_error: Callable[[str], None],
    ) -> None:
        self._screen = screen
        self._stop = stop
        self._on_error = on_error
        self._on_result: Callable[[Any], None] = lambda result: None
        self._worker: Worker[Any] | None = None
        """Whose result is still of interest."""
        self._hurried: Worker[Any] | None = None
        """Who has been asked for a result now."""
        self._running: Worker[Any] | None = None
        """Whose call is under way."""
        self._in_use = threading.Lock()
        self._changing = threading.Lock()
        """Held to change `_running`, and to stop the call only while it is under way."""

    @property
    def is_busy(self) -> bool:
        """Whether there is a call whose result is still of interest."""
        return self._worker is not None

    def start(self, call: Callable[[], _Result], on_result: Callable[[_Result], None]) -> None:
        """Make this call instead of the one before."""
        self.cancel()
        self._on_result = on_result
        self._worker = self._screen.run_worker(lambda: self._run(call), thread=True, exit_on_error=False)

    def hurry(self) -> None:
        """Ask for the result now."""
        if self._worker is not None and self._worker is not self._hurried:
            self._hurried = self._worker
            self._insist(self._worker)

    def cancel(self) -> None:
        """End the call under way; its result is no longer of interest."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.cancel()
            self._insist(worker)

    def report(
        self, callback: Callable[_Arguments, None], *args: _Arguments.args, **kwargs: _Arguments.kwargs
    ) -> None:
        """From within a call: have the screen call back, if the result is still of interest by then."""
        worker = get_current_worker()

        def deliver() -> None:
            if worker is self._worker:
                callback(*args, **kwargs)

        with suppress(RuntimeError):  # the screen, or the whole program, is gone
            self._screen.call_later(deliver)

    def handle(self, event: Worker.StateChanged) -> None:
        """Take note of what has become of a worker of the screen."""
        if event.worker is not self._worker:
            return
        if event.state is WorkerState.SUCCESS:
            self._worker = None
            self._on_result(event.worker.result)
        elif event.state is WorkerState.ERROR:
            self._worker = None
            self._on_error(str(event.worker.error) or type(event.worker.error).__name__)

    def _run(self, call: Callable[[], _Result]) -> _Result:
        worker = get_current_worker()
        with self._in_use:
            with self._changing:
                self._running = worker
            if worker is self._hurried:
                self._insist(worker)
            try:
                raise_if_cancelled()
                return call()
            finally:
                with self._changing:
                    self._running = None

    def _insist(self, worker: Worker[Any]) -> None:
        """Stop the call of a worker, again and again until it has ended."""

        def insist() -> None:
            while True:
                with self._changing:
                    if self._running is not worker:
                        return
                    self._stop()
                time.sleep(STOP_SECONDS)

        threading.Thread(target=insist, daemon=True).start()
