"""A Ctrl-C is put off, not lost."""

from __future__ import annotations

import os
import signal
import sys
import threading

import pytest

from plyground.arena.interrupts import delay_interrupts

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")


@pytest.fixture(autouse=True)
def _ordinary_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def test_one_is_noted_and_comes_when_it_is_asked_for() -> None:
    with delay_interrupts() as interrupts:
        interrupts.check()
        os.kill(os.getpid(), signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            interrupts.check()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_second_one_comes_through() -> None:
    with delay_interrupts():
        os.kill(os.getpid(), signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)


def test_who_handles_interrupts_himself_is_left_alone() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with delay_interrupts():
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    signal.signal(signal.SIGINT, signal.default_int_handler)


def test_other_threads_have_no_signals() -> None:
    done = []

    def work() -> None:
        with delay_interrupts() as interrupts:
            interrupts.check()
            done.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done
