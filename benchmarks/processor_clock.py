"""A clock that goes on only while this process works, for measurements on a busy machine."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch


@contextmanager
def processor_clock(threads: int = 1) -> Iterator[None]:
    """Let the engine's clock tell how much each of so many threads has worked, and waits wait for that."""
    plain = threading.Event.wait

    def now() -> float:
        return time.process_time() / threads

    def wait(event: threading.Event, timeout: float | None = None) -> bool:
        if timeout is None:
            return plain(event)
        end = now() + timeout
        while (left := end - now()) > 0:
            if plain(event, left):
                return True
        return event.is_set()

    with patch.object(time, "perf_counter", now), patch.object(threading.Event, "wait", wait):
        yield
