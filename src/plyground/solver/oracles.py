"""Who proves results of which game."""

from __future__ import annotations

from plyground.engine import Engine
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.solver.oracle import Oracle
from plyground.solver.search_oracle import LONGEST, SearchOracle, plies_left

DEFAULT_MEMORY = 1024


def oracle_for(game: Game, *, threads: int = 1, memory: int = DEFAULT_MEMORY) -> Oracle:
    """Whoever can prove results of a game fastest."""
    try:
        return SearchOracle(Engine(game, threads=threads, memory=memory))
    except MemoryError as error:
        raise PlygroundError(f"this machine has no {memory} MB for a table; give it a smaller one") from error


def oracle_beside(engine: Engine) -> Oracle | None:
    """Whoever can prove results of a game better than the engine by itself, if there is anybody."""
    lasts = plies_left(engine.game.view(engine.game.start))
    return SearchOracle(engine) if 0 < lasts <= LONGEST else None
