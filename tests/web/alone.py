"""One test process at a time: for what several must not install at once."""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def alone() -> Iterator[None]:
    """Wait until no other process of this user is inside."""
    place = Path(tempfile.gettempdir()) / f"plyground-tests-{os.getuid()}.lock"
    with place.open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
