"""Move ordering: which move of a position is searched first.

Moves are ranked by the game's `priority`, by killers and the move of the transposition table where a search
has them, and by the history heuristic: how often a move has caused a cutoff. Histories are kept apart for
each `side`: the two sides of a game, or the two questions of a proof.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from plyground.contract import kernel, priority
from plyground.engine.arrays import ONE, Index, Numbers

NO_MOVE: Final = -1

HISTORY_BITS: Final = 12
"""A history is indexed by this many low bits of the move."""
SIDE_SHIFT: Final = np.uint64(HISTORY_BITS)
HISTORY_MASK: Final = np.uint64((1 << HISTORY_BITS) - 1)
LARGEST_BONUS: Final = 400

TABLE_MOVE_BONUS: Final = 1 << 40
PRIORITY_SHIFT: Final = 24
FIRST_KILLER_BONUS: Final = 1 << 18
SECOND_KILLER_BONUS: Final = 1 << 17


def new_history() -> Numbers:
    """Histories of two sides."""
    return np.zeros(2 << HISTORY_BITS, np.int64)


@kernel
def rank_moves(
    rules: Any,
    pos: Any,
    moves: Numbers,
    order: Numbers,
    first: Index,
    last: Index,
    history: Numbers,
    side: Index,
    table_move: int,
    first_killer: int,
    second_killer: int,
) -> None:
    """Write the rank of each move from `first` to `last` into `order`: the highest is to be searched first.

    A search without a table or killers gives `NO_MOVE` for them. Of `table_move` the low 32 bits count.
    """
    base = side << SIDE_SHIFT
    for i in range(first, last):
        move = moves[i]
        rank = history[base + (np.uint64(move) & HISTORY_MASK)]
        rank += priority(rules, pos, move) << PRIORITY_SHIFT
        if move & 0xFFFFFFFF == table_move:
            rank += TABLE_MOVE_BONUS
        elif move == first_killer:
            rank += FIRST_KILLER_BONUS
        elif move == second_killer:
            rank += SECOND_KILLER_BONUS
        order[i] = rank


@kernel
def next_move(moves: Numbers, order: Numbers, i: Index, last: Index) -> int:
    """Swap the move with the highest rank from `i` to `last` to index `i`, and return it."""
    top = i
    rank = order[i]
    for j in range(i + ONE, last):
        if order[j] > rank:
            top = j
            rank = order[j]
    move: Any = moves[top]
    moves[top], order[top] = moves[i], order[i]
    moves[i], order[i] = move, rank
    return move


@kernel
def update_history(history: Numbers, side: Index, moves: Numbers, first: Index, i: Index, depth: int) -> None:
    """Reward the move at index `i`, which caused a cutoff, and punish those tried before it."""
    base = side << SIDE_SHIFT
    bonus = min(depth * depth, LARGEST_BONUS)
    for j in range(first, i):
        tried = base + (np.uint64(moves[j]) & HISTORY_MASK)
        history[tried] -= bonus + ((history[tried] * bonus) >> 14)
    good = base + (np.uint64(moves[i]) & HISTORY_MASK)
    history[good] += bonus - ((history[good] * bonus) >> 14)


@kernel
def update_killers(killers: Numbers, at: Index, move: int) -> None:
    """Make a move the first of the two killers at index `at`, unless it is that already."""
    if killers[at] != move:
        killers[at + ONE] = killers[at]
        killers[at] = move
