"""Proofs: compiled kernels that answer one question about a position with yes or no.

A question is asked for the side to move. It has a goal, WINNING or HOLDING (at least a draw), and a number
of plies: does the side to move win within so many plies? or can it keep from losing for so long? If one
side's goal is to win, the other's is to hold, so the goal changes with every ply. With as many plies as the
game can last, two questions settle a position.

Near the end of the game `settle` answers by plain search with a table. Above it goes depth-first
proof-number search (Nagai's df-pn): every position has a number that says how much is left to do to
answer yes, its *gain*, and one for no, its *pain*, and the search goes where the least is left to do. It
leaves a position when another has become more promising by a good margin (Pawlewicz and Lew, 2007).

With several threads each runs the same search, and avoids the positions that another one works on.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from plyground.contract import (
    OPEN,
    choices,
    essence,
    kernel,
    mixed,
    outcome,
    play,
    proof,
    remaining,
    undo,
)
from plyground.engine.arrays import ONE, Index
from plyground.engine.ordering import NO_MOVE, next_move, rank_moves, update_history
from plyground.native.compiler import address_of, inner_kernel, value_at
from plyground.solver.dfpn.workspace import (
    ABORTED,
    BEST,
    BUSY_BITS,
    NEVER,
    NODE_LIMIT,
    NODES,
    ROOTS,
    SHARING,
    Desk,
    enter,
    gain_of,
    looked_up,
    note,
    noted,
    pain_of,
)

HOLDING: Final = 0
WINNING: Final = 1

PLAIN: Final = 10
"""With so few plies left plain search takes over. The proof for one first move of numerical took 11 s with
10 and 17 s with 11."""
SHALLOW: Final = 3
"""With so few plies left it costs less to search than to look up."""
MARGIN_BITS: Final = 3
"""A position is left when another is better by an eighth."""

GOAL_SALT: Final = np.uint64(0x9E3779B97F4A7C15)
BUSY_SHIFT: Final = np.uint64(64 - BUSY_BITS)


@inner_kernel
def seen(shared: Any, pos: Any, goal: int, plies: int) -> tuple[int, np.uint64]:
    """1 if the side to move reaches its goal at first sight, -1 if not, else 0; and the question's key."""
    rules, desk = value_at(shared)
    none = np.uint64(0)
    ended = outcome(rules, pos)
    if ended != OPEN:
        return (1 if ended >= goal else -1), none
    at_once = proof(rules, pos)
    if at_once > 0 and (goal == HOLDING or at_once <= plies):
        return 1, none
    if at_once < 0 and (goal == WINNING or -at_once <= plies):
        return -1, none
    if at_once != 0 or plies <= 0:
        return (1 if goal == HOLDING else -1), none
    code, worst, best = essence(rules, pos, desk.room)
    if worst >= goal:
        return 1, none
    if best < goal:
        return -1, none
    left = remaining(rules, pos)
    code = mixed(code)
    key = code if plies >= left else mixed(code ^ np.uint64(plies))
    if left <= SHALLOW:
        return 0, key
    known = looked_up(desk, key, goal)
    if known == 0 and plies < left:  # what never happens does not happen within so many plies either
        known = looked_up(desk, code, goal)
        if known != (1 if goal == HOLDING else -1):
            known = 0
    return known, key


@inner_kernel
def settle(shared: Any, pos: Any, goal: int, plies: int, at: int) -> bool:
    """Whether the side to move reaches its goal, by plain search."""
    rules, desk = value_at(shared)
    desk.counts[NODES] += 1
    if desk.counts[NODES] >= desk.counts[NODE_LIMIT] or desk.stop[0] != 0:
        desk.counts[ABORTED] = 1
        return False
    known, code = seen(shared, pos, goal, plies)
    if known != 0:
        return known > 0
    left = remaining(rules, pos)
    end = choices(rules, pos, desk.room, desk.moves, at)
    first, last = np.uint64(at), np.uint64(end)
    rank_for_goal(rules, pos, desk, goal, first, last)
    reached = False
    for i in range(first, last):
        move = next_move(desk.moves, desk.order, i, last)
        child = play(rules, pos, move)
        reached = not settle(shared, child, 1 - goal, plies - 1, end)
        undo(rules, child, move)
        if desk.counts[ABORTED] != 0:
            return False
        if reached:
            update_history(desk.history, np.uint64(goal), desk.moves, first, i, left)
            break
    if left > SHALLOW:
        enter(desk, code, goal, reached, min(left, plies))
    return reached


@kernel
def rank_for_goal(rules: Any, pos: Any, desk: Desk, goal: int, first: Index, last: Index) -> None:
    """Rank the moves of a position for one of the two questions."""
    moves, order = desk.moves, desk.order
    side = np.uint64(goal)
    rank_moves(rules, pos, moves, order, first, last, desk.history, side, NO_MOVE, NO_MOVE, NO_MOVE)


@inner_kernel
def prove(
    shared: Any,
    pos: Any,
    code: np.uint64,
    goal: int,
    plies: int,
    most_gain: int,
    most_pain: int,
    at: int,
) -> tuple[int, int]:
    """Gain and pain of a question that is open at first sight, once one of them reaches its limit."""
    rules, desk = value_at(shared)
    desk.counts[NODES] += 1
    began = desk.counts[NODES]
    end = expanded(shared, pos, goal, plies, at)
    first, last = np.uint64(at), np.uint64(end)
    if at == 0:
        desk.counts[ROOTS] = end
    while True:
        gain, pain, second, chosen = weighed(desk, first, last)
        if gain == 0 or pain == 0:
            enter(desk, code, goal, gain == 0, min(plies, remaining(rules, pos)))
            desk.counts[BEST] = desk.moves[chosen]
            break
        if desk.counts[NODES] >= desk.counts[NODE_LIMIT] or desk.stop[0] != 0:
            desk.counts[ABORTED] = 1
        if gain >= most_gain or pain >= most_pain or desk.counts[ABORTED] != 0:
            break
        move = desk.moves[chosen]
        key = desk.keys[chosen]
        known = looked_up(desk, key, 1 - goal)  # another thread may have been there
        if known != 0:
            desk.gains[chosen], desk.pains[chosen] = (0, NEVER) if known > 0 else (NEVER, 0)
            continue
        place = mixed(key) >> BUSY_SHIFT
        desk.busy[place] = key
        child = play(rules, pos, move)
        if min(remaining(rules, child), plies - 1) <= PLAIN:
            reached = settle(shared, child, 1 - goal, plies - 1, end)
            if desk.counts[ABORTED] == 0:
                desk.gains[chosen], desk.pains[chosen] = (0, NEVER) if reached else (NEVER, 0)
        else:
            next_pain = min(most_gain, second + (second >> MARGIN_BITS) + 1)
            next_pain = max(next_pain, desk.pains[chosen] + 1)  # where all better moves are busy
            next_gain = min(NEVER, most_pain - (pain - desk.gains[chosen]))
            desk.gains[chosen], desk.pains[chosen] = prove(
                shared, child, key, 1 - goal, plies - 1, next_gain, next_pain, end
            )
        undo(rules, child, move)
        desk.busy[place] = np.uint64(0)
    if gain != 0 and pain != 0:
        note(desk, code ^ GOAL_SALT * np.uint64(goal), gain, pain, desk.counts[NODES] - began)
    return gain, pain


@kernel
def weighed(desk: Desk, first: Index, last: Index) -> tuple[int, int, int, Index]:
    """A position's gain and pain from those after its moves, the second best move's pain, the best move."""
    gain, pain = NEVER, 0
    best, second, chosen = NEVER, NEVER, first
    for i in range(first, last):
        value = desk.pains[i]
        pain += min(desk.gains[i], NEVER - 1 - pain)
        gain = min(gain, value)
        if desk.counts[SHARING] != 0 and 0 < value < NEVER:
            key = desk.keys[i]
            if desk.busy[mixed(key) >> BUSY_SHIFT] == key:
                value = min(value + value, NEVER - 1)
        if value < best:
            second = best
            best = value
            chosen = i
        elif value < second:
            second = value
    if gain == 0:
        pain = NEVER
    elif gain >= NEVER:
        pain = 0
    return gain, pain, second, chosen


@inner_kernel
def expanded(shared: Any, pos: Any, goal: int, plies: int, at: int) -> int:
    """Write the moves of a position with what is known of each; those that cannot be told apart once."""
    rules, desk = value_at(shared)
    seen(shared, pos, goal, plies)  # for what it leaves in the room
    end = choices(rules, pos, desk.room, desk.moves, at)
    first, last = np.uint64(at), np.uint64(end)
    rank_for_goal(rules, pos, desk, goal, first, last)
    kept = first
    for i in range(first, last):
        move = next_move(desk.moves, desk.order, i, last)
        child = play(rules, pos, move)
        gain, pain, key = first_numbers(shared, child, 1 - goal, plies - 1, end)
        undo(rules, child, move)
        if key != np.uint64(0) and is_among(desk, key, first, kept):
            continue
        desk.moves[kept] = move
        desk.keys[kept] = key
        desk.gains[kept] = gain
        desk.pains[kept] = pain
        kept += ONE
        if pain == 0:
            break
    written: Any = np.int64(kept)
    return written


@kernel
def is_among(desk: Desk, key: np.uint64, first: Index, last: Index) -> bool:
    """Whether a move that leads to this key has been written."""
    found = False
    for i in range(first, last):
        found = found or desk.keys[i] == key
    return found


@inner_kernel
def first_numbers(shared: Any, pos: Any, goal: int, plies: int, at: int) -> tuple[int, int, np.uint64]:
    """Gain, pain and key of a position: known, noted, or guessed from the number of its moves."""
    rules, desk = value_at(shared)
    known, code = seen(shared, pos, goal, plies)
    if known > 0:
        return 0, NEVER, code
    if known < 0:
        return NEVER, 0, code
    data = noted(desk, code ^ GOAL_SALT * np.uint64(goal))
    if data != np.uint64(0):
        return gain_of(data), pain_of(data), code
    return 1, choices(rules, pos, desk.room, desk.moves, at) - at, code


def prove_root(rules: Any, pos: Any, desk: Desk, goal: int, plies: int) -> int:
    """1 if the side to move reaches its goal, -1 if not, 0 if the search was stopped.

    For a position that is not over. The move that reaches the goal is left in `counts[BEST]`.
    """
    return prove_question(rules, pos, desk, goal, plies)


@inner_kernel
def prove_question(rules: Any, pos: Any, desk: Desk, goal: int, plies: int) -> int:
    """The same, compiled without reference counts."""
    shared = address_of((rules, desk))
    most: Any = np.int64(NEVER)
    at: Any = np.int64(0)  # not literals, for which Numba would compile everything once more
    _, code = seen(shared, pos, goal, plies)
    gain, pain = prove(shared, pos, code, goal, plies, most, most, at)
    return 1 if gain == 0 else -1 if pain == 0 else 0
