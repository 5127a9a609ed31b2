"""Quick proofs: before looking at the moves, ask the game whether the result can be seen at a glance.

A game may know that a side with three in a row and a free cell wins with its next move (`proof` in the
contract). Then nothing below has to be searched, and the value is proven, not estimated. A game that knows
nothing of the kind gives plain alpha-beta.
"""

from __future__ import annotations

from plyground.lab.game_tree import Node
from plyground.lab.search import Search
from plyground.score import INFINITE


def quick_proofs(search: Search, root: Node, depth: int) -> int:
    """What the root is worth to the side to move."""
    return value_by_proofs(search, root, depth, -INFINITE, INFINITE)


def value_by_proofs(search: Search, node: Node, depth: int, alpha: int, beta: int) -> int:
    """What a position is worth to the side to move, within a window."""
    search.enter(node, alpha, beta)
    known = search.over_value(node)
    if known is None and node.parent is not None:  # the root needs a move, not only a value
        known = search.proven_value(node)
    if known is None:
        known = search.leaf_value(node, depth)
    if known is not None:
        return known
    best = -INFINITE
    for child in search.children(node):
        value = -value_by_proofs(search, child, depth - 1, -beta, -alpha)
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
