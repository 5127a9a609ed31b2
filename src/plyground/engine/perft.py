"""Perft: counting the positions N plies ahead, the classic test of a game's rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from plyground.board import Board
from plyground.contract import MOST_MOVES, OPEN, Moves, fingerprint, moves, outcome, play, repetition, undo
from plyground.engine.arrays import Words
from plyground.errors import PlygroundError
from plyground.native.compiler import compile_kernel, inner_kernel
from plyground.native.intrinsics import address_of, value_at


def perft(board: Board, depth: int) -> Iterator[int]:
    """The number of leaves at depth 1, 2, … `depth`. A finished game has no children.

    >>> list(perft(Board("noughts"), 3))
    [9, 72, 504]
    """
    if board.game.picture(board.position).endless:
        raise PlygroundError(f"{board.game.full_name} has no end of moves to count; give it a size")
    kernel = compile_kernel(count_leaves, board.game)
    for plies in range(1, depth + 1):
        out = np.zeros((plies + 1) * MOST_MOVES, np.int64)
        earlier = [fingerprint(pos) for pos in board.earlier_positions()]
        path = np.array(earlier + [np.uint64(0)] * (plies + 1), np.uint64)
        view = board.game.view(board.position)
        yield int(kernel(view.rules, view.pos, out, path, len(earlier), plies))


def count_leaves(rules: Any, pos: Any, out: Moves, path: Words, here: int, depth: int) -> int:
    """The leaves at exactly this depth."""
    return count(address_of((rules, out, path)), pos, np.int64(0), here, depth)  # type: ignore[arg-type]


@inner_kernel
def count(shared: Any, pos: Any, at: int, here: int, depth: int) -> int:
    """The leaves at this depth below a position whose fingerprint belongs at `here` in the path."""
    rules, out, path = value_at(shared)
    if outcome(rules, pos) != OPEN:
        return 0
    if repetition(rules) > 0:
        mark = fingerprint(pos)
        path[here] = mark
        times = 0
        for i in range(here, -1, -2):
            times += path[i] == mark
        if times >= repetition(rules):
            return 0
    end = moves(rules, pos, out, at)
    if depth == 1:
        return end - at
    leaves = 0
    for i in range(at, end):
        child = play(rules, pos, out[i])
        leaves += count(shared, child, end, here + 1, depth - 1)
        undo(rules, child, out[i])
    return leaves
