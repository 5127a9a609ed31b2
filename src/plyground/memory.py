"""How much memory this process takes."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

MEGABYTE: Final = 1024 * 1024
USUAL: Final = 200 * MEGABYTE
"""What is assumed where the system does not tell."""


def memory_used() -> int:
    """The bytes of memory that this process takes, as far as the system tells."""
    with suppress(OSError):
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    if sys.platform == "win32":
        return USUAL
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
