"""The clock of a run: it tells compiled code the time, and ends what has come to its deadline."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from plyground.engine.arrays import Numbers
from plyground.engine.run_state import DEADLINE, TIME_LIMIT

AGAIN_SECONDS: Final = 0.005
"""How soon a step that was cut off is cut off again, in case that it had only begun."""


class Clock:
    """The time of one run, counted from the moment when this is made.

    `cut_off` ends a step that has come to its deadline, `stop` the whole run when its time is over.
    """

    def __init__(self, numbers: Numbers, cut_off: Callable[[], None], stop: Callable[[], None]) -> None:
        self.began = time.perf_counter()
        self._numbers = numbers
        self._cut_off = cut_off
        self._stop = stop
        self._changed = threading.Condition()
        self._is_over = False

    @property
    def elapsed(self) -> float:
        """Seconds since the beginning."""
        return time.perf_counter() - self.began

    @property
    def milliseconds(self) -> int:
        """The same as compiled code counts it."""
        return int(self.elapsed * 1000)

    def begin_step(self) -> None:
        """Look at the deadline of the step that comes next."""
        with self._changed:
            self._changed.notify()

    def end(self) -> None:
        """Let `watch` return."""
        with self._changed:
            self._is_over = True
            self._changed.notify()

    def watch(self) -> None:
        """Wait for one deadline after the other until the run is over; needs a thread of its own."""
        with self._changed:
            while not self._is_over:
                left = self._left_until(int(self._numbers[DEADLINE]))
                if left is None or left > 0:
                    self._changed.wait(left)
                elif self._left_until(int(self._numbers[TIME_LIMIT])) == 0:
                    self._stop()
                    return
                else:
                    self._cut_off()
                    self._changed.wait(AGAIN_SECONDS)

    def _left_until(self, milliseconds: int) -> float | None:
        """Seconds until then; None where there is no limit."""
        return None if milliseconds < 0 else max(0.0, milliseconds / 1000 - self.elapsed)
