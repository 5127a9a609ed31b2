"""Compiled games for browsers that think for themselves, made when somebody first asks for one."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from plyground.errors import PlygroundError
from plyground.game import Game

MOST_MADE: Final = 50
"""Packs that are kept, each of some hundred kilobytes; there is no end to the variants one may ask for."""
MOST_WAITING: Final = 20
"""Packs that wait to be made. The computer thinks on the server where there is none."""
PackMaker = Callable[[Game], bytes]
"""Makes everything that a browser needs to think about a game; that can take some seconds."""

log = logging.getLogger("plyground.web")


class Packs:
    """Makes one pack at a time, beside everything else."""

    def __init__(self, make: PackMaker | None) -> None:
        self._make = make
        self._made: OrderedDict[str, bytes | None] = OrderedDict()
        """By the names of games, the newest last; None for those that cannot leave Python."""
        self._making: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()

    def find(self, game: Game) -> bytes | None:
        """The pack of a game; None where there is none, or none yet."""
        name = game.full_name
        if name in self._made:
            self._made.move_to_end(name)
        elif self._make is not None and name not in self._making and len(self._making) < MOST_WAITING:
            self._making[name] = asyncio.create_task(self._add(self._make, game))
        return self._made.get(name)

    def close(self) -> None:
        """Stop what has not begun."""
        for task in self._making.values():
            task.cancel()

    async def _add(self, make: PackMaker, game: Game) -> None:
        async with self._turn:
            try:
                self._made[game.full_name] = await asyncio.to_thread(make, game)
            except PlygroundError as error:
                self._made[game.full_name] = None
                log.info(
                    "browsers cannot think about a game", extra={"game": game.full_name, "why": str(error)}
                )
        while len(self._made) > MOST_MADE:
            self._made.popitem(last=False)
        del self._making[game.full_name]
