"""A transposition table: many orders of moves lead to the same position, so remember what was found there.

What is remembered is the value, whether it is exact or only a bound, how deep the search was, and the best
move, which is tried first when the position comes up again. A game's `key` may be the same for mirror images,
so that one entry serves them all; then the remembered move may be the image of a move, and is only a guess.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plyground.lab.game_tree import Node
from plyground.lab.search import Search
from plyground.lab.value_words import AT_LEAST, AT_MOST, EXACT
from plyground.score import INFINITE, PROVEN, WIN


@dataclass(frozen=True)
class Entry:
    """What the table knows of a position, for the side to move."""

    value: int
    bound: str
    depth: int
    best: int
    settled: bool


Table = dict[Any, Entry]


def table_alpha_beta(search: Search, root: Node, depth: int) -> int:
    """What the root is worth to the side to move."""
    return value_with_table(search, root, depth, -INFINITE, INFINITE, {})


def value_with_table(search: Search, node: Node, depth: int, alpha: int, beta: int, table: Table) -> int:
    """What a position is worth to the side to move, within a window."""
    search.enter(node, alpha, beta)
    known = search.leaf_value(node, depth)
    if known is not None:
        return known
    key = search.tree.key(node)
    entry = table.get(key)
    if entry is not None and is_enough(entry, node, depth, alpha, beta):
        return search.hit_table(node, from_table(entry.value, node.ply), entry.bound, settled=entry.settled)
    best, best_move, lowest = -INFINITE, 0, alpha
    for child in search.children(node, first=entry.best if entry is not None else None):
        value = -value_with_table(search, child, depth - 1, -beta, -alpha, table)
        if value > best:
            best, best_move = value, child.move
            search.note_best(node, child, value)
        if search.switches.is_cut(best, beta):
            search.cut_off(node, child, best, beta)
            break
        if best > alpha:
            alpha = best
            search.note_window(node, alpha, beta)
    best = search.leave(node, best)
    bound = AT_LEAST if best >= beta else AT_MOST if best <= lowest else EXACT
    table[key] = Entry(to_table(best, node.ply), bound, depth, best_move, node.settled)
    return best


def is_enough(entry: Entry, node: Node, depth: int, alpha: int, beta: int) -> bool:
    """Whether what the table knows answers the question that is asked; the root itself needs a move as well.

    A result from a deeper search would do as well, and engines take it. Here it does not, lest the answer
    differ from the one that minimax finds at this depth; a result that rests on no estimate is the same at
    any greater depth.
    """
    if node.parent is None or not (entry.depth == depth or (entry.settled and entry.depth < depth)):
        return False
    value = from_table(entry.value, node.ply)
    if entry.bound == EXACT:
        return True
    return value >= beta if entry.bound == AT_LEAST else value <= alpha


# With `wins="short"` a win counts its plies from the root. The table counts them from the position.


def to_table(value: int, ply: int) -> int:
    """A value as the table keeps it, whatever way led to the position.

    >>> to_table(29_990, 4), to_table(-29_990, 4), to_table(30_000, 4), to_table(12, 4)
    (29994, -29994, 30000, 12)
    """
    return value if abs(value) <= PROVEN else change_distance(value, ply)


def from_table(value: int, ply: int) -> int:
    """A value of the table as it counts from the root, `ply` plies before the position.

    >>> from_table(29_994, 4), from_table(30_000, 4)
    (29990, 30000)
    """
    return value if abs(value) <= PROVEN else change_distance(value, -ply)


def change_distance(value: int, plies: int) -> int:
    """A win that is nearer by some plies, or farther; one that counts no distance stays as it is."""
    if abs(value) >= WIN:
        return value
    return value + plies if value > 0 else value - plies
