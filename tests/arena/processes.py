"""Whether processes are still there."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path


def gone(pids: Sequence[int]) -> bool:
    """Whether these processes have ended, or do so before long."""
    for _ in range(200):
        if not any(is_running(pid) for pid in pids):
            return True
        time.sleep(0.05)
    return False


def is_running(pid: int) -> bool:
    """Whether a process lives; one that has ended and that nobody has asked about does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    try:
        return status.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return not Path("/proc/self").exists()
