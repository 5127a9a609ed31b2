"""Memory and threads: what this process takes, and what it may be given."""

from __future__ import annotations

from typing import Final

from plyground.errors import PlygroundError

MEGABYTE: Final = 1024 * 1024


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
