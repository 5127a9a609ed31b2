"""Helpers for tests that start programs."""

from __future__ import annotations

import signal
from typing import Final

PATIENCE: Final = 300.0
"""Seconds after which a program is called stuck, however busy the machine is; nothing is measured by it."""


def hear_interrupts() -> None:
    """In the new process: undo what a shell does to programs that it starts in the background."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
