"""Plain alpha-beta for the classics: no table, no ordering, no knowledge but the classic's own.

A classic describes itself with a NamedTuple, its *heuristic*, that holds the rules of its game as `rules` and
whatever tables it judges by. It implements `leaf_value`, and `considered_moves` and `is_leaf` where the
defaults do not do. As with a game, the same functions run as plain Python and as machine code.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from plyground.contract import MOST_MOVES, OPEN, Moves, moves, outcome, play, undo
from plyground.contract_function import contract_function
from plyground.native.compiler import inner_kernel
from plyground.native.intrinsics import address_of, value_at
from plyground.native.overloads import make_native

INFINITE: Final = 1 << 60
"""Beyond everything that any classic thinks of a position."""
DEEPEST: Final = 64
STOP_VALUE: Final = 0


@make_native
@contract_function("search")
def considered_moves(heuristic: Any, pos: Any, out: Moves, at: int, /) -> int:
    """Write the moves that it looks at, as `moves` does. The default is every legal move."""
    return moves(heuristic.rules, pos, out, at)


@make_native
@contract_function("search")
def is_leaf(heuristic: Any, before: Any, pos: Any, /) -> bool:
    """Say whether it looks no further than `pos`, which came from `before`. By default, if it is the end."""
    return outcome(heuristic.rules, pos) != OPEN


@make_native
@contract_function("required")
def leaf_value(heuristic: Any, before: Any, pos: Any, ply: int, /) -> int:
    """Say what a position where it looks no further is worth to the side to move, `ply` plies from now."""
    raise NotImplementedError


class ClassicWorkspace(NamedTuple):
    """Room for the moves on the path, and a flag that ends the search."""

    out: Moves
    stop: Moves


def new_workspace() -> ClassicWorkspace:
    """Room for a search of any depth."""
    return ClassicWorkspace(np.zeros((DEEPEST + 1) * MOST_MOVES, np.int64), np.zeros(1, np.int64))


def move_value(
    heuristic: Any, pos: Any, move: int, depth: int, floor: int, workspace: ClassicWorkspace
) -> int:
    """The compiled entry: what a move is worth to its side, `depth` plies deep; below `floor` only a bound.

    Meaningless once `workspace.stop` is set.
    """
    return root_value(heuristic, pos, move, depth, floor, workspace)


@inner_kernel
def root_value(
    heuristic: Any, pos: Any, move: int, depth: int, floor: int, workspace: ClassicWorkspace
) -> int:
    """What `move_value` returns, inside the compiled code, where addresses can be taken."""
    child = play(heuristic.rules, pos, move)
    at: Any = np.int64(0)
    ply: Any = np.int64(1)
    found = -alpha_beta(address_of((heuristic, workspace)), pos, child, depth - 1, -INFINITE, -floor, ply, at)
    undo(heuristic.rules, child, move)
    return found


@inner_kernel
def alpha_beta(
    shared: Any, before: Any, pos: Any, depth: int, alpha: int, beta: int, ply: int, at: int
) -> int:
    """What a position is worth to the side to move, within a window."""
    heuristic, workspace = value_at(shared)
    if workspace.stop[0] != 0:
        return STOP_VALUE
    if depth <= 0 or is_leaf(heuristic, before, pos):
        return leaf_value(heuristic, before, pos, ply)
    end = considered_moves(heuristic, pos, workspace.out, at)
    best = -INFINITE
    for i in range(at, end):
        move = workspace.out[i]
        child = play(heuristic.rules, pos, move)
        best = max(best, -alpha_beta(shared, pos, child, depth - 1, -beta, -max(alpha, best), ply + 1, end))
        undo(heuristic.rules, child, move)
        if best >= beta:
            break
    return best
