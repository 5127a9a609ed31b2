"""A Ctrl-C that waits until it does no harm."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interrupts:
    """Whether somebody has pressed Ctrl-C; a second one comes through at once."""

    def __init__(self) -> None:
        self._is_pressed = False

    def check(self) -> None:
        """Raise the KeyboardInterrupt that has been put off."""
        if self._is_pressed:
            raise KeyboardInterrupt

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._is_pressed = True
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def delay_interrupts() -> Iterator[Interrupts]:
    """In this block a Ctrl-C is only noted, so that nothing is cut off in the middle."""
    interrupts = Interrupts()
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield interrupts
        return
    signal.signal(signal.SIGINT, interrupts._note)
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
