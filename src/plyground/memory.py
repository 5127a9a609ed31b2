"""How much memory this process takes."""

from __future__ import annotations

from typing import Final

MEGABYTE: Final = 1024 * 1024


def memory_used() -> int:
    """The bytes of memory that this process takes."""
    import psutil  # takes longer to load than most commands need

    return psutil.Process().memory_info().rss
