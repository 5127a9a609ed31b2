"""Who plays the games: a `concurrent.futures` executor, here the cores of this machine.

A game is refereed by a thread, which needs next to no time of its own; its players think in a process.
"""

from __future__ import annotations

from collections.abc import Collection
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from typing import Any, Protocol

from plyground.arena.hosts import HOSTS


class Crew(Protocol):
    """An executor, and how much to give it."""

    executor: Executor

    @property
    def size(self) -> int:
        """How many games to hand out at once."""

    def abandon(self, games: Collection[Future[Any]]) -> None:
        """Stop these games, which nobody waits for any longer."""

    def close(self) -> None:
        """Nothing more will be asked."""


class LocalCrew:
    """So many games at once on this machine."""

    def __init__(self, jobs: int) -> None:
        self.executor: Executor = ThreadPoolExecutor(jobs, thread_name_prefix="arena")
        self.size = jobs

    def abandon(self, games: Collection[Future[Any]]) -> None:
        """End the processes of the players, and so their games."""
        for game in games:
            game.cancel()
        while True:  # a thread may be about to start another process
            HOSTS.stop()
            if not wait(games, timeout=0.1).not_done:
                break

    def close(self) -> None:
        """Let the threads go."""
        self.executor.shutdown(cancel_futures=True)
