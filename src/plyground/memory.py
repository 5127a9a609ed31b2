"""Memory and threads: what this process takes, and what it may be given."""

from __future__ import annotations

import ctypes
from typing import Final

from plyground.errors import PlygroundError

MEGABYTE: Final = 1024 * 1024
MALLOC_OPTIONS: Final = {-3: MEGABYTE, -1: MEGABYTE, -8: 2}
"""M_MMAP_THRESHOLD, M_TRIM_THRESHOLD and M_ARENA_MAX of glibc."""


def memory_used() -> int:
    """The bytes of memory that this process takes."""
    import psutil  # takes longer to load than most commands need

    return psutil.Process().memory_info().rss


def check_resources(threads: int, memory: int) -> None:
    """Refuse to search with fewer threads than one or with less than a megabyte."""
    if threads < 1:
        raise PlygroundError(f"threads must be at least 1, not {threads}")
    if memory < 1:
        raise PlygroundError(f"memory must be at least 1 MB, not {memory}")


def return_freed_memory() -> bool:
    """Have large pieces of memory go back to the system when they are freed; whether that can be had here.

    The C library of Linux otherwise counts pieces of up to 32 MB as small, and keeps what a thread frees for
    that thread: engines that come and go on many threads leave hundreds of megabytes behind.
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):  # another C library, or another system
        return False
    return all(mallopt(option, value) for option, value in MALLOC_OPTIONS.items())
