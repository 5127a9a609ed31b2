"""Principal variation search: trust the order of the moves, and check only that the others are no better.

The first move is searched with the whole window. Of each other one is asked only "is it better than the
best?", with a window in which nothing fits (a null window), which cuts sooner. If the answer is yes, it is
searched again to know by how much. With a good order that is seldom.
"""

from __future__ import annotations

from plyground.lab.game_tree import Node
from plyground.lab.search import Search
from plyground.score import INFINITE


def principal_variation(search: Search, root: Node, depth: int) -> int:
    """What the root is worth to the side to move."""
    return value_by_pvs(search, root, depth, -INFINITE, INFINITE)


def value_by_pvs(search: Search, node: Node, depth: int, alpha: int, beta: int, note: str = "") -> int:
    """What a position is worth to the side to move, within a window."""
    search.enter(node, alpha, beta, note)
    known = search.leaf_value(node, depth)
    if known is not None:
        return known
    best = -INFINITE
    for child in search.children(node):
        if best == -INFINITE:
            value = -value_by_pvs(search, child, depth - 1, -beta, -alpha)
        else:
            value = -value_by_pvs(search, child, depth - 1, -alpha - 1, -alpha, ", in a null window")
            if alpha < value < beta:
                value = -value_by_pvs(search, child, depth - 1, -beta, -alpha, ", again: it may be better")
        if value > best:
            best = value
            search.note_best(node, child, value)
        if search.switches.is_cut(best, beta):
            search.cut_off(node, child, best, beta)
            break
        if best > alpha:
            alpha = best
            search.note_window(node, alpha, beta)
    return search.leave(node, best)
