"""Work in another thread, because compiled code does not hear Ctrl-C."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import TypeVar, cast

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def run_interruptible(
    work: Callable[[Callable[[_Item], None]], _Result],
    show: Callable[[_Item], None],
    stop: Callable[[], None] | None = None,
) -> tuple[_Result, bool]:
    """The result of `work`, and whether Ctrl-C came while it ran.

    `work` gets a function to report with; `show` is called in this thread with everything that it reports.
    On Ctrl-C `stop` is called, and `work` is expected to end soon; without `stop`, Ctrl-C ends this call.

    >>> run_interruptible(lambda report: [report(number) for number in (1, 2)], print)
    1
    2
    ([None, None], False)
    """
    done: Future[_Result] = Future()
    news: SimpleQueue[_Item | Future[_Result]] = SimpleQueue()

    def run() -> None:
        try:
            done.set_result(work(news.put))
        except BaseException as error:  # raised again by done.result()
            done.set_exception(error)
        news.put(done)

    threading.Thread(target=run, daemon=True).start()
    interrupted = False
    while True:
        try:
            item = news.get()
        except KeyboardInterrupt:
            if stop is None:
                raise
            interrupted = True
            stop()
            continue
        if item is done:
            return done.result(), interrupted
        show(cast(_Item, item))
