"""Plain alpha-beta for the classics: no table, no ordering, no knowledge but the classic's own.

A classic describes itself with a NamedTuple, its *idea*, that holds the rules of its game as `rules` and
whatever tables it judges by, and implements `worth`, and `steps` and `ends` where the defaults do not do. As
with a game, the same functions run as plain Python and as machine code.
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
STOP_WORTH: Final = 0


@make_native
@contract_function("search")
def steps(idea: Any, pos: Any, out: Moves, at: int, /) -> int:
    """Write the moves that it looks at, as `moves` does. The default is every legal move."""
    return moves(idea.rules, pos, out, at)


@make_native
@contract_function("search")
def ends(idea: Any, before: Any, pos: Any, /) -> bool:
    """Say whether it looks no further than `pos`, which came from `before`. By default, if it is the end."""
    return outcome(idea.rules, pos) != OPEN


@make_native
@contract_function("required")
def worth(idea: Any, before: Any, pos: Any, ply: int, /) -> int:
    """Say what a position where it looks no further is worth to the side to move, `ply` plies from now."""
    raise NotImplementedError


class Memory(NamedTuple):
    """Room for the moves on the path, and a flag that ends the search."""

    out: Moves
    stop: Moves


def new_memory() -> Memory:
    """Room for a search of any depth."""
    return Memory(np.zeros((DEEPEST + 1) * MOST_MOVES, np.int64), np.zeros(1, np.int64))


def worth_of_move(idea: Any, pos: Any, move: int, depth: int, floor: int, memory: Memory) -> int:
    """The compiled entry: what a move is worth to its side, so many plies deep; below `floor` only a bound.

    Meaningless once `memory.stop` is set.
    """
    return root_worth(idea, pos, move, depth, floor, memory)


@inner_kernel
def root_worth(idea: Any, pos: Any, move: int, depth: int, floor: int, memory: Memory) -> int:
    """The same as part of the entry, where addresses can be taken."""
    child = play(idea.rules, pos, move)
    at: Any = np.int64(0)
    ply: Any = np.int64(1)
    found = -look_ahead(address_of((idea, memory)), pos, child, depth - 1, -INFINITE, -floor, ply, at)
    undo(idea.rules, child, move)
    return found


@inner_kernel
def look_ahead(
    shared: Any, before: Any, pos: Any, depth: int, alpha: int, beta: int, ply: int, at: int
) -> int:
    """What a position is worth to the side to move, within a window."""
    idea, memory = value_at(shared)
    if memory.stop[0] != 0:
        return STOP_WORTH
    if depth <= 0 or ends(idea, before, pos):
        return worth(idea, before, pos, ply)
    end = steps(idea, pos, memory.out, at)
    best = -INFINITE
    for i in range(at, end):
        move = memory.out[i]
        child = play(idea.rules, pos, move)
        best = max(best, -look_ahead(shared, pos, child, depth - 1, -beta, -max(alpha, best), ply + 1, end))
        undo(idea.rules, child, move)
        if best >= beta:
            break
    return best
