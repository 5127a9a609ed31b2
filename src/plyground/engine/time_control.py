"""Time control: when a search is over, and what share of its time a part of it may take."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from plyground.engine.info import SearchLimits

FORCED_SHARE: Final = 0.1
"""The share of the time that is used where there is only one move."""
FALL: Final = 60
"""A score is falling if it is lower by more than this than two depths before."""


class TimeControl:
    """The time of one search, counted from the moment when this is made."""

    def __init__(self, limits: SearchLimits) -> None:
        self.limits = limits
        self.began = time.perf_counter()
        self.is_forced = False
        """Whether there is only one move."""
        self.failing_low = False
        """Whether the depth under way has a lower score than the one before."""
        self._scores: list[int] = []

    @property
    def elapsed(self) -> float:
        """Seconds since the beginning."""
        return time.perf_counter() - self.began

    def share(self, share: float) -> float | None:
        """A share of the time in seconds; None if there is no limit."""
        return None if self.limits.seconds is None else self.limits.seconds * share

    def add_score(self, score: int) -> None:
        """Note the score of a finished depth."""
        self._scores.append(score)

    @property
    def is_falling(self) -> bool:
        """Whether the position looks worse and worse, at depths where the same side moves last."""
        scores = self._scores
        return self.failing_low or (len(scores) > 2 and scores[-1] < scores[-3] - FALL)

    def stop_in_time(self, over: threading.Event, stop: Callable[[], None]) -> None:
        """Call `stop` when the time is up, unless the search is `over` before."""
        seconds = self.limits.seconds
        if seconds is None:
            return
        if self.is_forced:
            seconds *= FORCED_SHARE
        if over.wait(self._left_of(seconds)):
            return
        longest = self.limits.longest or 0.0
        if longest > seconds and self.is_falling and over.wait(self._left_of(longest)):
            return
        stop()

    def _left_of(self, seconds: float) -> float:
        return max(0.0, seconds - self.elapsed)
