"""A proof on the infinite board laid on a board with edges: at which of its nodes it holds there.

It holds where every cell on which the attacker plays from there on is on the board. Replies off the board
cannot be played, and what follows them does not count. docs/infinite.md tells why.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from plyground.solver.strategy_tables import StrategyTables
from plyground.verify.endless_cover import Point

KEPT_PLACEMENTS: Final = 8
"""For how many ways to lay a proof on the board it is remembered where it holds."""


class BoardEdges:
    """The edges of a board whose lower left cell is 0,0."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self._known: dict[tuple[Point, ...], Any] = {}

    def enclose(self, point: Point) -> bool:
        """Whether a cell is on the board."""
        return 0 <= point[0] < self.columns and 0 <= point[1] < self.rows

    def holding_nodes(self, tables: StrategyTables, to_board: Callable[[Point], Point]) -> Any:
        """For each node of a proof that is laid on the board, whether it holds from there on."""
        own = tables.first_reply.tolist()
        key = (tuple(own), *map(to_board, ((0, 0), (1, 0), (0, 1), (own[0], own[1]))))
        if key not in self._known:
            if len(self._known) == KEPT_PLACEMENTS:
                self._known.clear()
            self._known[key] = self._find_holding_nodes(tables, to_board)
        return self._known[key]

    def _find_holding_nodes(self, tables: StrategyTables, to_board: Callable[[Point], Point]) -> Any:
        holds = self._are_enclosed(tables.move, to_board)
        parents = np.repeat(np.arange(len(tables.move)), np.diff(tables.start))
        is_playable = self._are_enclosed(tables.reply, to_board)
        parents, children = parents[is_playable], tables.reply_node[is_playable]
        goes_on = tables.elsewhere >= 0
        while True:
            below = holds & (~goes_on | holds[tables.elsewhere])
            below[parents[~holds[children]]] = False
            if np.array_equal(below, holds):
                return holds
            holds = below

    def _are_enclosed(self, cells: Any, to_board: Callable[[Point], Point]) -> Any:
        """Which of many cells, few of them different, are on the board."""
        different, places = np.unique(cells, axis=0, return_inverse=True)
        enclosed = [self.enclose(to_board((x, y))) for x, y in different.tolist()]
        return np.array(enclosed, np.bool_)[places.reshape(-1)]
