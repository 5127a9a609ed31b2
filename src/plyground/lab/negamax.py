"""Negamax: minimax in half the lines. What is good for one side is as bad for the other.

Every value is for the side to move in its own position. Seen from the position before, it has the opposite
sign, and both sides take the largest value.
"""

from __future__ import annotations

from plyground.lab.game_tree import Node
from plyground.lab.search import Search
from plyground.score import INFINITE


def negamax(search: Search, node: Node, depth: int) -> int:
    """What a position is worth to the side to move."""
    search.enter(node)
    known = search.leaf_value(node, depth)
    if known is not None:
        return known
    best = -INFINITE
    for child in search.children(node):
        value = -negamax(search, child, depth - 1)
        if value > best:
            best = value
            search.note_best(node, child, value)
    return search.leave(node, best)
