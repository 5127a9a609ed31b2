"""Work in another thread: what it reports, how it fails, and how Ctrl-C ends it."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable

import pytest

from plyground.commands.interruptible import run_interruptible


def test_reports_are_shown_in_order_in_the_calling_thread() -> None:
    shown: list[tuple[int, threading.Thread]] = []

    def work(report: Callable[[int], None]) -> str:
        for number in range(3):
            report(number)
        return "done"

    result = run_interruptible(work, lambda number: shown.append((number, threading.current_thread())))
    assert result == ("done", False)
    assert shown == [(number, threading.current_thread()) for number in range(3)]


def test_an_error_in_the_work_is_raised_here() -> None:
    def work(report: Callable[[int], None]) -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        run_interruptible(work, print)


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal to a thread")
def test_an_interrupt_stops_the_work_and_waits_for_its_result() -> None:
    waiting, stopped = threading.Event(), threading.Event()

    def work(report: Callable[[int], None]) -> str:
        interrupt_caller(report, waiting)
        assert stopped.wait(20)
        return "half"

    assert run_interruptible(work, lambda _: waiting.set(), stopped.set) == ("half", True)


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal to a thread")
def test_without_a_way_to_stop_an_interrupt_ends_the_call() -> None:
    waiting, over = threading.Event(), threading.Event()

    def work(report: Callable[[int], None]) -> None:
        interrupt_caller(report, waiting)
        over.wait(20)

    with pytest.raises(KeyboardInterrupt):
        run_interruptible(work, lambda _: waiting.set())
    over.set()


def interrupt_caller(report: Callable[[int], None], waiting: threading.Event) -> None:
    """Send Ctrl-C to the main thread once it waits for news."""
    report(1)
    assert waiting.wait(20)
    time.sleep(0.1)
    main = threading.main_thread().ident
    assert main is not None
    signal.pthread_kill(main, signal.SIGINT)
