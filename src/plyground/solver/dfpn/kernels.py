"""Depth-first proof-number search (Nagai's df-pn): kernels that answer a question with yes or no.

A question is about the side to move. It has a goal, WINNING or HOLDING (at least a draw), and a number of
plies: does the side to move win within that many plies, or can it avoid losing within them? If one side
wants to win, the other wants to hold, so the goal changes with every ply. With as many plies as the game
can last, the two questions give the value of a position.

Every position has a *proof number* (`pn`), which estimates the work left to answer yes, and a *disproof
number* (`dn`) for no. Both belong to the question of the side to move, so that they change places with every
ply: the pn of a position is the least dn after its moves, and its dn is the sum of the pn after its moves. In
Nagai's words they are phi and delta. The search goes to the move with the least dn, and leaves it when its
dn exceeds that of the second best move by a margin (Pawlewicz and Lew, 2007).

With few plies left `boolean_search`, a plain depth-first search with a table, costs less and takes over.

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
    mix,
    outcome,
    play,
    proof,
    remaining,
    undo,
)
from plyground.engine.arrays import ONE, Index
from plyground.engine.node_limit import is_at_limit
from plyground.engine.ordering import NO_MOVE, next_move, rank_moves, update_history
from plyground.native.compiler import inner_kernel
from plyground.native.intrinsics import address_of, value_at
from plyground.solver.dfpn.workspace import (
    ABORTED,
    BEST,
    BUSY_BITS,
    INFINITE,
    NODES,
    ROOT_MOVES,
    SHARING,
    DfpnWorkspace,
    disproof_number_in,
    probe_proof_numbers,
    probe_solved,
    proof_number_in,
    store_proof_numbers,
    store_solved,
)

HOLDING: Final = 0
WINNING: Final = 1

BOOLEAN_PLIES: Final = 12
"""With this many plies left or fewer `boolean_search` takes over; docs/solver.md tells what others cost."""
SHALLOW: Final = 2
"""With this many plies left or fewer it costs less to search than to look up."""
MARGIN_BITS: Final = 5
"""A position is left when its dn exceeds that of the second best by one part in 32."""

GOAL_SALT: Final = np.uint64(0x9E3779B97F4A7C15)
BUSY_SHIFT: Final = np.uint64(64 - BUSY_BITS)


@inner_kernel
def answer_at_once(shared: Any, pos: Any, goal: int, plies: int) -> tuple[int, np.uint64]:
    """1 if the side to move reaches its goal, -1 if not, 0 if only search can tell; and the key."""
    rules, work = value_at(shared)
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
    code, worst, best = essence(rules, pos, work.scratch)
    if worst >= goal:
        return 1, none
    if best < goal:
        return -1, none
    left = remaining(rules, pos)
    code = mix(code)
    key = code if plies >= left else mix(code ^ np.uint64(plies))
    if left <= SHALLOW:
        return 0, key
    known = probe_solved(work, key, goal)
    if known == 0 and plies < left:  # what never happens does not happen within `plies` either
        known = probe_solved(work, code, goal)
        if known != (1 if goal == HOLDING else -1):
            known = 0
    return known, key


@inner_kernel
def boolean_search(shared: Any, pos: Any, goal: int, plies: int, at: int) -> bool:
    """Whether the side to move reaches its goal, by plain depth-first search."""
    rules, work = value_at(shared)
    work.counts[NODES] += 1
    if is_at_limit(work.counts) or work.stop[0] != 0:
        work.counts[ABORTED] = 1
        return False
    known, code = answer_at_once(shared, pos, goal, plies)
    if known != 0:
        return known > 0
    left = remaining(rules, pos)
    end = choices(rules, pos, work.scratch, work.moves, at)
    first, last = np.uint64(at), np.uint64(end)
    rank_for_goal(rules, pos, work, goal, first, last)
    reached = False
    for i in range(first, last):
        move = next_move(work.moves, work.order, i, last)
        child = play(rules, pos, move)
        reached = not boolean_search(shared, child, 1 - goal, plies - 1, end)
        undo(rules, child, move)
        if work.counts[ABORTED] != 0:
            return False
        if reached:
            update_history(work.history, np.uint64(goal), work.moves, first, i, left)
            break
    if left > SHALLOW:
        store_solved(work, code, goal, reached, min(left, plies))
    return reached


@kernel
def rank_for_goal(rules: Any, pos: Any, work: DfpnWorkspace, goal: int, first: Index, last: Index) -> None:
    """Rank the moves of a position for one of the two questions."""
    moves, order = work.moves, work.order
    side = np.uint64(goal)
    rank_moves(rules, pos, moves, order, first, last, work.history, side, NO_MOVE, NO_MOVE, NO_MOVE)


@inner_kernel
def dfpn_search(
    shared: Any,
    pos: Any,
    code: np.uint64,
    goal: int,
    plies: int,
    pn_limit: int,
    dn_limit: int,
    at: int,
) -> tuple[int, int]:
    """Search a question that is open until its pn or its dn reaches its limit; gives both."""
    rules, work = value_at(shared)
    work.counts[NODES] += 1
    began = work.counts[NODES]
    end = expand(shared, pos, goal, plies, at)
    first, last = np.uint64(at), np.uint64(end)
    if at == 0:
        work.counts[ROOT_MOVES] = end
    while True:
        pn, dn, second, best = select_child(work, first, last)
        if pn == 0 or dn == 0:
            store_solved(work, code, goal, pn == 0, min(plies, remaining(rules, pos)))
            work.counts[BEST] = work.moves[best]
            break
        if is_at_limit(work.counts) or work.stop[0] != 0:
            work.counts[ABORTED] = 1
        if pn >= pn_limit or dn >= dn_limit or work.counts[ABORTED] != 0:
            break
        move = work.moves[best]
        key = work.keys[best]
        known = probe_solved(work, key, 1 - goal)  # another thread may have been there
        if known != 0:
            work.proof_numbers[best], work.disproof_numbers[best] = final_numbers(known > 0)
            continue
        place = mix(key) >> BUSY_SHIFT
        work.busy[place] = key
        child = play(rules, pos, move)
        if min(remaining(rules, child), plies - 1) <= BOOLEAN_PLIES:
            reached = boolean_search(shared, child, 1 - goal, plies - 1, end)
            if work.counts[ABORTED] == 0:
                work.proof_numbers[best], work.disproof_numbers[best] = final_numbers(reached)
        else:
            next_dn = min(pn_limit, second + (second >> MARGIN_BITS) + 1)
            next_dn = max(next_dn, work.disproof_numbers[best] + 1)  # where all better moves are busy
            next_pn = min(INFINITE, dn_limit - (dn - work.proof_numbers[best]))
            work.proof_numbers[best], work.disproof_numbers[best] = dfpn_search(
                shared, child, key, 1 - goal, plies - 1, next_pn, next_dn, end
            )
        undo(rules, child, move)
        work.busy[place] = np.uint64(0)
    if pn != 0 and dn != 0:
        store_proof_numbers(work, code ^ GOAL_SALT * np.uint64(goal), pn, dn, work.counts[NODES] - began)
    return pn, dn


@kernel
def final_numbers(reached: bool) -> tuple[int, int]:
    """The pn and dn of a question that is answered."""
    return (0, INFINITE) if reached else (INFINITE, 0)


@kernel
def select_child(work: DfpnWorkspace, first: Index, last: Index) -> tuple[int, int, int, Index]:
    """The pn and dn of a position from those after its moves, the second best dn, the best move's place."""
    pn, dn = INFINITE, 0
    least, second, best = INFINITE, INFINITE, first
    for i in range(first, last):
        value = work.disproof_numbers[i]
        dn += min(work.proof_numbers[i], INFINITE - 1 - dn)
        pn = min(pn, value)
        if work.counts[SHARING] != 0 and 0 < value < INFINITE:
            key = work.keys[i]
            if work.busy[mix(key) >> BUSY_SHIFT] == key:
                value = min(value + value, INFINITE - 1)
        if value < least:
            second = least
            least = value
            best = i
        elif value < second:
            second = value
    if pn == 0:
        dn = INFINITE
    elif pn >= INFINITE:
        dn = 0
    return pn, dn, second, best


@inner_kernel
def expand(shared: Any, pos: Any, goal: int, plies: int, at: int) -> int:
    """Write the moves of a position with what is known of each, one of those that lead to the same key."""
    rules, work = value_at(shared)
    answer_at_once(shared, pos, goal, plies)  # for what it leaves in the scratch memory
    end = choices(rules, pos, work.scratch, work.moves, at)
    first, last = np.uint64(at), np.uint64(end)
    rank_for_goal(rules, pos, work, goal, first, last)
    free = first
    for i in range(first, last):
        move = next_move(work.moves, work.order, i, last)
        child = play(rules, pos, move)
        pn, dn, key = initial_numbers(shared, child, 1 - goal, plies - 1, end)
        undo(rules, child, move)
        if key != np.uint64(0) and has_key(work, key, first, free):
            continue
        work.moves[free] = move
        work.keys[free] = key
        work.proof_numbers[free] = pn
        work.disproof_numbers[free] = dn
        free += ONE
        if dn == 0:
            break
    written_end: Any = np.int64(free)
    return written_end


@kernel
def has_key(work: DfpnWorkspace, key: np.uint64, first: Index, last: Index) -> bool:
    """Whether one of the moves from `first` to `last` leads to this key."""
    found = False
    for i in range(first, last):
        found = found or work.keys[i] == key
    return found


@inner_kernel
def initial_numbers(shared: Any, pos: Any, goal: int, plies: int, at: int) -> tuple[int, int, np.uint64]:
    """The pn, dn and key of a position: known, from the table, or guessed from the number of its moves."""
    rules, work = value_at(shared)
    known, code = answer_at_once(shared, pos, goal, plies)
    if known != 0:
        pn, dn = final_numbers(known > 0)
        return pn, dn, code
    data = probe_proof_numbers(work, code ^ GOAL_SALT * np.uint64(goal))
    if data != np.uint64(0):
        return proof_number_in(data), disproof_number_in(data), code
    return 1, choices(rules, pos, work.scratch, work.moves, at) - at, code


def prove_root(rules: Any, pos: Any, work: DfpnWorkspace, goal: int, plies: int) -> int:
    """1 if the side to move reaches its goal, -1 if not, 0 if the search was stopped.

    The game must not be over. The move that reaches the goal is left in `counts[BEST]`.
    """
    return prove_question(rules, pos, work, goal, plies)


@inner_kernel
def prove_question(rules: Any, pos: Any, work: DfpnWorkspace, goal: int, plies: int) -> int:
    """What `prove_root` does, compiled without reference counts."""
    shared = address_of((rules, work))
    limit: Any = np.int64(INFINITE)
    at: Any = np.int64(0)  # not literals, for which Numba would compile everything once more
    _, code = answer_at_once(shared, pos, goal, plies)
    pn, dn = dfpn_search(shared, pos, code, goal, plies, limit, limit, at)
    return 1 if pn == 0 else -1 if dn == 0 else 0
