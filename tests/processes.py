"""Helpers for tests that start programs."""

from __future__ import annotations

import signal


def hear_interrupts() -> None:
    """In the new process: undo what a shell does to programs that it starts in the background."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
