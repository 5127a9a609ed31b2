"""Which table to build for a game."""

from __future__ import annotations

from typing import Final

from plyground import contract
from plyground.errors import PlygroundError
from plyground.game import Game, TableGame
from plyground.tables.folder import ENDGAMES, LAYERS, RESULTS

RESULTS_AT_ONCE: Final = 2_000_000
LAYERS_AT_ONCE: Final = 400_000
"""A table of at most this size is built when it is wanted, a larger one by `plyground table build`."""
WHOLE_GAME: Final = 300_000_000
ENDGAME: Final = 40_000_000
"""The most positions in a table, unless somebody asks for more pieces."""
MOST_PIECES: Final = 16


def table_kind(game: Game) -> str:
    """The kind of table that knows every result of a game."""
    return RESULTS if contract.left(game.rules, game.start) < 0 else LAYERS


def plan_table(game: Game, pieces: int | None = None) -> tuple[str, int | None]:
    """The kind of table to build for a game, and the most pieces if not all positions are in it.

    >>> from plyground.catalogue import find
    >>> plan_table(find("squeeze:3x3")), plan_table(find("squeeze:4x4,limit=0"), pieces=3)
    (('layers', None), ('endgames', 3))
    """
    if not isinstance(game, TableGame):
        raise PlygroundError(f"there are no tables for {game.full_name}: its positions are not numbered")
    if pieces is not None:
        return ENDGAMES, pieces
    positions = game.number_of_positions()
    if table_kind(game) == LAYERS and positions <= LAYERS_AT_ONCE:
        return LAYERS, None
    if positions <= WHOLE_GAME:
        return RESULTS, None
    counts = [(most, game.number_of_positions(most)) for most in range(1, MOST_PIECES + 1)]
    return ENDGAMES, max(most for most, count in counts if count <= ENDGAME)
