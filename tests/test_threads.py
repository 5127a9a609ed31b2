"""Threads beside a block of code."""

from __future__ import annotations

import threading

import pytest

from plyground.threads import ThreadGroup


def test_the_block_ends_when_the_tasks_were_stopped() -> None:
    stop, ended = threading.Event(), threading.Event()

    def task() -> None:
        stop.wait()
        ended.set()

    with ThreadGroup([task], stop.set):
        assert not ended.is_set()
    assert ended.is_set()


def test_an_error_of_a_task_stops_the_others_and_is_raised_again() -> None:
    stop = threading.Event()

    def fail() -> None:
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"), ThreadGroup([stop.wait, fail], stop.set) as group:
        assert group.join()


def test_an_error_of_the_block_is_not_hidden_by_one_of_a_task() -> None:
    stop = threading.Event()

    def fail() -> None:
        raise ValueError("broken")

    def interrupt(group: ThreadGroup) -> None:
        group.join()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), ThreadGroup([fail], stop.set) as group:
        interrupt(group)


def test_an_interrupt_while_threads_start_ends_those_that_run(monkeypatch: pytest.MonkeyPatch) -> None:
    stop = threading.Event()
    running: list[threading.Thread] = []
    start = threading.Thread.start

    def interrupted(thread: threading.Thread) -> None:
        if running:
            raise KeyboardInterrupt
        running.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", interrupted)
    with pytest.raises(KeyboardInterrupt), ThreadGroup([stop.wait, stop.wait], stop.set):
        pass
    assert not running[0].is_alive()


def test_waiting_ends_after_its_time() -> None:
    stop = threading.Event()
    with ThreadGroup([stop.wait], stop.set) as group:
        assert not group.join(timeout=0.01)
        stop.set()
        assert group.join(timeout=60)
