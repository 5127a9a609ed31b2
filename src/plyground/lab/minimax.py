"""Minimax: look at everything. One side takes the largest value, the other the smallest.

All values are for the side to move at the root, MAX; the other side is MIN. Every position within the depth
is entered once, so the nodes are what perft counts, added up.
"""

from __future__ import annotations

from plyground.lab.game_tree import Node
from plyground.lab.search import Search


def minimax(search: Search, node: Node, depth: int) -> int:
    """What a position is worth to MAX, if both sides play their best for `depth` more plies."""
    search.enter(node)
    known = search.leaf_value(node, depth)
    if known is not None:
        return known
    best: int | None = None
    for child in search.children(node):
        value = minimax(search, child, depth - 1)
        if best is None or (value > best if node.is_max else value < best):
            best = value
            search.note_best(node, child, value)
    assert best is not None, "a position that is not over has a move"
    return search.leave(node, best)
