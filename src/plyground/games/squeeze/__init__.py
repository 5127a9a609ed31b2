"""Squeeze-It: slide like rooks, and take what is squeezed.

Its inventor is not recorded; courses in artificial intelligence set it as a programming project. Played
on 8x8; white begins.

Options
    size     COLSxROWS from 3x3 to 8x8, default 8x8
    limit=N  after N moves by each side the pieces are counted, default 50; 0 plays without a limit

Each side starts with its back row full. A move slides one piece along a row or a column over empty cells
and takes the enemy runs between it and another own piece (bookends), and the two enemies directly beyond
both ends of the own run that it now belongs to (middle). A side that cannot move loses. At the limit more
pieces win and equal numbers draw; without a limit the third occurrence of a position draws.

The game itself is in `game`, its compiled half in `rules`; `ranking` numbers its positions, for tables that
hold a result for each of them.
"""

from plyground.games.squeeze.game import Squeeze, bit_index
from plyground.games.squeeze.ranking import Position, Ranking
from plyground.games.squeeze.rules import EAST, NORTH, SOUTH, WEST, Rules, captures_at, empty_cells, shift

__all__ = [
    "EAST",
    "NORTH",
    "SOUTH",
    "WEST",
    "Position",
    "Ranking",
    "Rules",
    "Squeeze",
    "bit_index",
    "captures_at",
    "empty_cells",
    "shift",
]
