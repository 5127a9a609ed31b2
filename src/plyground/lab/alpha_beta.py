"""Alpha-beta: minimax that does not look at what cannot matter.

On the way down goes a window: MAX is already sure of alpha, and MIN is already sure of beta, by moves found
elsewhere. As soon as a position turns out better for MAX than beta, MIN will not let it come about, and its
other moves need not be looked at; as soon as it is worse than alpha, MAX will not. The value of the root is
the same as minimax finds.
"""

from __future__ import annotations

from plyground.lab.game_tree import Node
from plyground.lab.search import Search
from plyground.score import INFINITE


def alpha_beta(search: Search, root: Node, depth: int) -> int:
    """What the root is worth to the side to move there."""
    return max_value(search, root, depth, -INFINITE, INFINITE)


def max_value(search: Search, node: Node, depth: int, alpha: int, beta: int) -> int:
    """What a position with MAX to move is worth, if that lies between alpha and beta; otherwise a bound."""
    search.enter(node, alpha, beta)
    known = search.leaf_value(node, depth)
    if known is not None:
        return known
    best = -INFINITE
    for child in search.children(node):
        value = min_value(search, child, depth - 1, alpha, beta)
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


def min_value(search: Search, node: Node, depth: int, alpha: int, beta: int) -> int:
    """The same with MIN to move."""
    search.enter(node, alpha, beta)
    known = search.leaf_value(node, depth)
    if known is not None:
        return known
    best = INFINITE
    for child in search.children(node):
        value = max_value(search, child, depth - 1, alpha, beta)
        if value < best:
            best = value
            search.note_best(node, child, value)
        if search.switches.is_cut(-best, -alpha):
            search.cut_off(node, child, best, alpha)
            break
        if best < beta:
            beta = best
            search.note_window(node, alpha, beta)
    return search.leave(node, best)
