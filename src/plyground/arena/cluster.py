"""Where games are played: the workers of a Dask cluster, on as many machines as it has.

Dask gives a game to another worker when one dies, so a game is lost only with the whole cluster.
"""

from __future__ import annotations

from collections.abc import Collection
from concurrent.futures import Executor, Future
from typing import Any, Final

from plyground.errors import PlygroundError

CONNECT_SECONDS: Final = 20
AHEAD: Final = 2
"""How many games each place is given at once, so that no worker waits for the next one."""


class ClusterExecutor:
    """The workers behind the scheduler at an address such as `tcp://10.0.0.1:8786`."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError as error:
            raise PlygroundError("--cluster needs Dask: pip install 'plyground[cluster]'") from error
        try:
            self._client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            raise PlygroundError(f"there is no Dask scheduler at {address}") from error
        self.pool: Executor = self._client.get_executor(pure=False)

    @property
    def size(self) -> int:
        """How many games to hand out at once; workers may come and go."""
        places: dict[str, int] = self._client.nthreads()
        return max(1, AHEAD * sum(places.values()))

    def abandon(self, games: Collection[Future[Any]]) -> None:
        """Take back what has not been begun; what has been is played to its end, and nobody listens."""
        for game in games:
            game.cancel()

    def close(self) -> None:
        """Leave the cluster."""
        self._client.close()
