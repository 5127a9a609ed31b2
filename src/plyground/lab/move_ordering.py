"""Move ordering: alpha-beta cuts most when the best move comes first, so guess which one that is.

The guess costs a look at each move: what the game itself calls urgent (`priority`), then how the position
after it is estimated (`GameTree.promise`). On top of that comes a killer: the last move that cut at this ply
is tried first, since what refutes one move often refutes its neighbours.

From here on the algorithms are written as negamax: each value is for the side to move, and on the way down
the window is turned around.
"""

from __future__ import annotations

from plyground.lab.game_tree import Node
from plyground.lab.search import Search
from plyground.score import INFINITE


def ordered_alpha_beta(search: Search, root: Node, depth: int) -> int:
    """What the root is worth to the side to move."""
    return value_with_killers(search, root, depth, -INFINITE, INFINITE, killers={})


def value_with_killers(
    search: Search, node: Node, depth: int, alpha: int, beta: int, killers: dict[int, int]
) -> int:
    """What a position is worth to the side to move, within a window."""
    search.enter(node, alpha, beta)
    known = search.leaf_value(node, depth)
    if known is not None:
        return known
    best = -INFINITE
    for child in search.children(node, first=killers.get(node.ply)):
        value = -value_with_killers(search, child, depth - 1, -beta, -alpha, killers)
        if value > best:
            best = value
            search.note_best(node, child, value)
        if search.switches.is_cut(best, beta):
            killers[node.ply] = child.move
            search.cut_off(node, child, best, beta)
            break
        if best > alpha:
            alpha = best
            search.note_window(node, alpha, beta)
    return search.leave(node, best)
