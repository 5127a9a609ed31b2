"""How fast the engine is on a game, from its start."""

from __future__ import annotations

import time
from typing import NamedTuple

from plyground.board import Board
from plyground.engine.engine import Engine
from plyground.engine.playouts import playouts
from plyground.game import Game

PLAYOUT_SECONDS = 0.5


class EngineSpeed(NamedTuple):
    """What was measured of one game; times are in seconds."""

    game: str
    prepare_seconds: float
    """Compiling, or loading from the cache on disk."""
    depth: int
    result: str
    nodes: int
    seconds: float
    nodes_per_second: int
    games_per_second: int


def measure_speed(game: Game, *, seconds: float, threads: int = 1, memory: int = 64) -> EngineSpeed:
    """Prepare the game, search it from the start, and play random games."""
    engine = Engine(game, threads=threads, memory=memory)
    begun = time.perf_counter()
    engine.prepare()
    prepared = time.perf_counter() - begun
    info = engine.search(Board(game), seconds=seconds)
    return EngineSpeed(
        game=game.full_name,
        prepare_seconds=round(prepared, 3),
        depth=info.depth,
        result=str(info.score),
        nodes=info.nodes,
        seconds=round(info.seconds, 3),
        nodes_per_second=round(info.speed),
        games_per_second=round(playout_speed(game)),
    )


def playout_speed(game: Game) -> float:
    """Random games per second: more and more of them, until they take long enough to measure."""
    playouts(game, 1)
    count = 16
    while True:
        begun = time.perf_counter()
        playouts(game, count)
        taken = time.perf_counter() - begun
        if taken >= PLAYOUT_SECONDS:
            return count / taken
        count *= 4
