"""Iterative deepening: search depth 1, then 2, then 3, with one table for all of them.

It looks like waste, but each depth costs many times what the one before did, and the table hands on the best
moves, so that the deeper search tries them first and cuts more. And there is an answer at any time.
"""

from __future__ import annotations

from plyground.lab.game_tree import Node
from plyground.lab.search import Search
from plyground.lab.transposition_table import Table, value_with_table
from plyground.score import INFINITE


def iterative_deepening(search: Search, root: Node, depth: int) -> int:
    """What the root is worth to the side to move, by the deepest search."""
    table: Table = {}
    value = 0
    for plies in range(min(1, depth), depth + 1):
        search.begin_iteration(plies, f"Depth {plies}: search again from the root.")
        value = value_with_table(search, root, plies, -INFINITE, INFINITE, table)
        if root.settled:
            break  # nothing was estimated: looking deeper would change nothing
    return value
