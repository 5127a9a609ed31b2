"""Where games are played: a `concurrent.futures` executor, here the cores of this machine.

A game is refereed by a thread, which needs next to no time of its own; its players think in a process.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from typing import Any, Protocol

from plyground.arena.process_pool import POOL


def count_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class GameExecutor(Protocol):
    """A pool that plays games, and how many to give it."""

    pool: Executor

    @property
    def size(self) -> int:
        """How many games to hand out at once."""

    def abandon(self, games: Collection[Future[Any]]) -> None:
        """Stop these games, which nobody waits for any longer."""

    def close(self) -> None:
        """Nothing more will be asked."""


class LocalExecutor:
    """Plays `jobs` games at once on this machine."""

    def __init__(self, jobs: int) -> None:
        self.pool: Executor = ThreadPoolExecutor(jobs, thread_name_prefix="arena")
        self.size = jobs

    def abandon(self, games: Collection[Future[Any]]) -> None:
        """End the processes of the players, and so their games."""
        for game in games:
            game.cancel()
        while True:  # a thread may be about to start another process
            POOL.stop()
            if not wait(games, timeout=0.1).not_done:
                break

    def close(self) -> None:
        """Let the threads go."""
        self.pool.shutdown(cancel_futures=True)
