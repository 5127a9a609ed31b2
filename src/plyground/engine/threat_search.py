"""The search for forced wins: one side threatens with every move, the other has only so many answers.

A game tells with `threats` which moves threaten something. Where its `candidates` are every move that can be
any good, because all others lose at once, it says that they are not `narrowed`. That is all that is needed:
if the attacker has a threat against which all those answers fail, the attacker wins, and nothing was
guessed.

The search tries one threat, then two, and so on, within a budget of positions. Answers that win by a quick
pursuit of their own, or that spoil most, are tried first. Positions from which so many threats do not win are
remembered in a table of their own.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from plyground.contract import (
    OPEN,
    candidates,
    kernel,
    key,
    mix,
    narrowed,
    outcome,
    play,
    priority,
    proof,
    pursuit,
    threats,
    undo,
)
from plyground.engine.arrays import ONE, Index
from plyground.engine.workspace import CHASE_BEST, CHASE_BITS, CHASE_BUDGET, CHASED, SearchWorkspace
from plyground.native.compiler import inner_kernel
from plyground.native.intrinsics import address_of, value_at

MOST_PLIES: Final = 100
MOST_THREATS: Final = 12

DEPTH_BITS: Final = np.uint64(255)
PRIORITY_SHIFT: Final = np.int64(32)
MOVE_MASK: Final = np.int64(0xFFFFFFFF)


def chase_root(rules: Any, pos: Any, work: SearchWorkspace, budget: int) -> int:
    """In how many plies the side to move wins by threats, at the latest; 0 if that was not found.

    The first of its moves is left in `counts[CHASE_BEST]`.
    """
    return chase(address_of((rules, work)), pos, budget)


@inner_kernel
def chase(shared: Any, pos: Any, budget: int) -> int:
    """Look for a forced win with one threat, then two, and so on."""
    _, work = value_at(shared)
    ply: Any = np.int64(0)
    at: Any = np.int64(0)
    work.counts[CHASED] = 0
    work.counts[CHASE_BUDGET] = budget
    for depth in range(1, MOST_THREATS + 1):
        plies = chase_on(shared, pos, depth, ply, at)
        if plies > 0 or is_cut_off(work):
            return plies
    return 0


@kernel
def is_cut_off(work: SearchWorkspace) -> bool:
    """Whether the budget is spent or the search was stopped, so that a failure says nothing."""
    return work.counts[CHASED] > work.counts[CHASE_BUDGET] or work.stop[0] != 0


@kernel
def failed_depth(work: SearchWorkspace, mark: np.uint64) -> int:
    """One more than the depth to which a position is known to fail; 0 if nothing is known."""
    entry = work.chased[mark >> np.uint64(64 - CHASE_BITS)]
    return int(entry & DEPTH_BITS) if entry | DEPTH_BITS == mark | DEPTH_BITS else 0


@kernel
def note_failure(work: SearchWorkspace, mark: np.uint64, depth: int) -> None:
    """Remember that a position fails to a depth."""
    work.chased[mark >> np.uint64(64 - CHASE_BITS)] = mark & ~DEPTH_BITS | np.uint64(depth + 1)


@kernel
def sort_answers(rules: Any, pos: Any, moves: Any, first: Index, last: Index) -> None:
    """Bring the answers with the highest priority to the front: one that holds ends the matter."""
    for i in range(first, last):
        answer = moves[i] | np.int64(priority(rules, pos, moves[i])) << PRIORITY_SHIFT
        place: Index = i
        while place > first and moves[place - ONE] < answer:
            moves[place] = moves[place - ONE]
            place -= ONE
        moves[place] = answer
    for i in range(first, last):
        moves[i] &= MOVE_MASK


@inner_kernel
def chase_on(shared: Any, pos: Any, depth: int, ply: int, at: int) -> int:
    """Plies to a win of the attacker, who moves at even plies; 0 if there is none."""
    rules, work = value_at(shared)
    work.counts[CHASED] += 1
    if is_cut_off(work) or ply >= MOST_PLIES:
        return 0
    attacking = ply & 1 == 0
    if outcome(rules, pos) != OPEN:
        return 0
    seen = proof(rules, pos)
    if attacking:
        if seen != 0:
            return max(seen, 0)
        seen = pursuit(rules, pos) if ply > 0 else 0
        if seen > 0 or depth <= 0:
            return seen
    elif seen != 0:
        return max(-seen, 0)
    elif narrowed(rules, pos) or pursuit(rules, pos) > 0:
        return 0
    mark = mix(key(rules, pos))
    if attacking and failed_depth(work, mark) > depth:
        return 0
    first: Index = np.uint64(at)
    moves = work.chase_moves
    end = threats(rules, pos, moves, at) if attacking else candidates(rules, pos, moves, at)
    if not attacking:
        sort_answers(rules, pos, moves, first, np.uint64(end))
    longest = 0
    won = not attacking
    for i in range(first, np.uint64(end)):
        move = moves[i]
        child = play(rules, pos, move)
        plies = chase_on(shared, child, depth - 1 if attacking else depth, ply + 1, end)
        undo(rules, child, move)
        if attacking and plies > 0:
            work.counts[CHASE_BEST] = move
            return plies + 1
        if not attacking and plies == 0:
            won = False
            break
        longest = max(longest, plies)
    if won:
        return longest + 1
    if attacking and not is_cut_off(work):
        note_failure(work, mark, depth)
    return 0
