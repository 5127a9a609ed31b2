"""`python -m plyground.solver.strategy_process FILE X Y`: make tables to play by, in a process of its own.

It prints how many bytes of how many it has read, a few times a second.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Final

from plyground.solver.strategy_files import StrategyFiles

PAUSE: Final = 0.2
"""Seconds between two lines."""


class _Report:
    def __init__(self) -> None:
        self.next = 0.0

    def __call__(self, done: int, announced: int) -> None:
        if time.monotonic() >= self.next:
            print(done, announced, flush=True)
            self.next = time.monotonic() + PAUSE


if __name__ == "__main__":
    StrategyFiles(Path(sys.argv[1])).make((int(sys.argv[2]), int(sys.argv[3])), _Report())
