"""Proofs: compiled kernels that answer one question about a position with yes or no.

A question is asked for the side to move, with a goal: WINNING, does it win? or HOLDING, does it at least
draw? If one side's goal is to win, the other's is to hold, so a question goes down the tree as one bit that
changes with every ply. Two questions settle a position.

Near the end of the game `settle` answers by plain search with a table. Above it goes depth-first
proof-number search (Nagai's df-pn): every position has a number that says how much is left to do to
answer yes, its *gain*, and one for no, its *pain*, and the search goes where the least is left to do. It
leaves a position when another has become more promising by a good margin (Pawlewicz and Lew, 2007).

With several threads each runs the same search, and all avoid the positions that another one works on.
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
    priority,
    proof,
    remaining,
    undo,
)
from plyground.engine.native import hold, inner, look
from plyground.engine.workspace import Index
from plyground.solver.desk import (
    ABORTED,
    BUSY_BITS,
    HISTORY_BITS,
    KNOB,
    NEVER,
    NODE_LIMIT,
    NODES,
    ONE,
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

GOAL_SALT: Final = np.uint64(0x9E3779B97F4A7C15)
SIDE_BITS: Final = np.uint64(HISTORY_BITS)
MOVE_MASK: Final = np.uint64((1 << HISTORY_BITS) - 1)
PRIORITY_BITS: Final = 24
BUSY_SHIFT: Final = np.uint64(64 - BUSY_BITS)
SHALLOW: Final = 3
"""With so few plies left it costs less to search than to look up."""


@inner
def seen(shared: Any, pos: Any, goal: int) -> tuple[int, np.uint64]:
    """1 if the side to move reaches its goal at first sight, -1 if not, else 0; and the position's key."""
    rules, desk = look(shared)
    none = np.uint64(0)
    ended = outcome(rules, pos)
    if ended != OPEN:
        return (1 if ended >= goal else -1), none
    plies = proof(rules, pos)
    if plies != 0:
        return (1 if plies > 0 else -1), none
    code, worst, best = essence(rules, pos, desk.room)
    if worst >= goal:
        return 1, none
    if best < goal:
        return -1, none
    if remaining(rules, pos) > SHALLOW:
        return looked_up(desk, code, goal), code
    return 0, code


@inner
def settle(shared: Any, pos: Any, goal: int, at: int) -> bool:
    """Whether the side to move reaches its goal, by plain search."""
    rules, desk = look(shared)
    desk.counts[NODES] += 1
    if desk.counts[NODES] >= desk.counts[NODE_LIMIT] or desk.stop[0] != 0:
        desk.counts[ABORTED] = 1
        return False
    known, code = seen(shared, pos, goal)
    if known != 0:
        return known > 0
    left = remaining(rules, pos)
    end = choices(rules, pos, desk.room, desk.moves, at)
    first, last = np.uint64(at), np.uint64(end)
    rank_moves(rules, pos, desk, goal, first, last)
    reached = False
    for i in range(first, last):
        move = next_move(desk, i, last)
        child = play(rules, pos, move)
        reached = not settle(shared, child, 1 - goal, end)
        undo(rules, child, move)
        if desk.counts[ABORTED] != 0:
            return False
        if reached:
            reward(desk, goal, first, i, left)
            break
    if left > SHALLOW:
        enter(desk, code, goal, reached, left)
    return reached


@kernel
def rank_moves(rules: Any, pos: Any, desk: Desk, goal: int, first: Index, last: Index) -> None:
    """Note how promising each move is."""
    side = np.uint64(goal) << SIDE_BITS
    for i in range(first, last):
        move = desk.moves[i]
        value = desk.history[side + (np.uint64(move) & MOVE_MASK)]
        desk.order[i] = value + (priority(rules, pos, move) << PRIORITY_BITS)


@kernel
def next_move(desk: Desk, i: Index, last: Index) -> int:
    """Bring the most promising move that is left to place `i`."""
    top = i
    value = desk.order[i]
    for j in range(i + ONE, last):
        if desk.order[j] > value:
            top = j
            value = desk.order[j]
    move: Any = desk.moves[top]
    desk.moves[top], desk.order[top] = desk.moves[i], desk.order[i]
    desk.moves[i], desk.order[i] = move, value
    return move


@kernel
def reward(desk: Desk, goal: int, first: Index, i: Index, left: int) -> None:
    """Remember that the move at place `i` reached the goal and that those tried before did not."""
    side = np.uint64(goal) << SIDE_BITS
    bonus = left * left
    for j in range(first, i):
        tried = side + (np.uint64(desk.moves[j]) & MOVE_MASK)
        desk.history[tried] -= bonus + ((desk.history[tried] * bonus) >> 14)
    good = side + (np.uint64(desk.moves[i]) & MOVE_MASK)
    desk.history[good] += bonus - ((desk.history[good] * bonus) >> 14)


@inner
def prove(
    shared: Any, pos: Any, code: np.uint64, goal: int, most_gain: int, most_pain: int, at: int
) -> tuple[int, int]:
    """Proof numbers of a position that is neither over nor known, once one of them reaches its limit."""
    rules, desk = look(shared)
    desk.counts[NODES] += 1
    began = desk.counts[NODES]
    left = remaining(rules, pos)
    end = expanded(shared, pos, goal, at)
    first, last = np.uint64(at), np.uint64(end)
    while True:
        gain, pain, second, chosen = weighed(desk, first, last)
        if gain == 0 or pain == 0:
            enter(desk, code, goal, gain == 0, left)
            break
        if desk.counts[NODES] >= desk.counts[NODE_LIMIT] or desk.stop[0] != 0:
            desk.counts[ABORTED] = 1
        if gain >= most_gain or pain >= most_pain or desk.counts[ABORTED] != 0:
            break
        move = desk.moves[chosen]
        key = desk.keys[chosen]
        place = mixed(key) >> BUSY_SHIFT
        desk.busy[place] = key
        child = play(rules, pos, move)
        if remaining(rules, child) <= desk.counts[KNOB]:
            reached = settle(shared, child, 1 - goal, end)
            desk.gains[chosen], desk.pains[chosen] = (0, NEVER) if reached else (NEVER, 0)
        else:
            next_pain = min(most_gain, second + (second >> desk.counts[KNOB + 1]) + 1)
            next_gain = most_pain - (pain - desk.gains[chosen])
            desk.gains[chosen], desk.pains[chosen] = prove(
                shared, child, key, 1 - goal, next_gain, next_pain, end
            )
        undo(rules, child, move)
        desk.busy[place] = np.uint64(0)
        if desk.counts[ABORTED] != 0:
            break
    if gain != 0 and pain != 0:
        note(desk, code ^ GOAL_SALT * np.uint64(goal), gain, pain, desk.counts[NODES] - began)
    return gain, pain


@kernel
def weighed(desk: Desk, first: Index, last: Index) -> tuple[int, int, int, Index]:
    """A position's proof numbers from those after its moves, the second best move's, and the best move."""
    gain, second, pain, open_moves, chosen = NEVER, NEVER, 0, 0, first
    best = NEVER
    total = desk.counts[KNOB + 2]
    for i in range(first, last):
        value = desk.pains[i]
        loss = desk.gains[i]
        if loss < NEVER:
            if total == 0:
                pain += loss
            else:
                pain = max(pain, loss)
                open_moves += 1
        gain = min(gain, value)
        if value > 0 and value < NEVER and desk.counts[SHARING] != 0:
            key = desk.keys[i]
            if desk.busy[mixed(key) >> BUSY_SHIFT] == key:
                value += value
        if value < best:
            second = best
            best = value
            chosen = i
        elif value < second:
            second = value
    if gain == 0:
        return 0, NEVER, second, chosen
    if gain >= NEVER:
        return NEVER, 0, second, chosen
    if total != 0:
        pain += open_moves - 1
    return gain, min(pain, NEVER - 1), second, chosen


@inner
def expanded(shared: Any, pos: Any, goal: int, at: int) -> int:
    """Write the moves of a position with what is known of each; those that cannot be told apart once."""
    rules, desk = look(shared)
    seen(shared, pos, goal)
    end = choices(rules, pos, desk.room, desk.moves, at)
    first = np.uint64(at)
    rank_moves(rules, pos, desk, goal, first, np.uint64(end))
    for i in range(first, np.uint64(end)):
        next_move(desk, i, np.uint64(end))
    kept = first
    for i in range(first, np.uint64(end)):
        move = desk.moves[i]
        child = play(rules, pos, move)
        desk.keys[kept] = np.uint64(0)
        gain, pain = first_numbers(shared, child, 1 - goal, kept, end)
        undo(rules, child, move)
        new = True
        key = desk.keys[kept]
        if key != np.uint64(0):
            for j in range(first, kept):
                if desk.keys[j] == key:
                    new = False
                    break
        if new:
            desk.moves[kept] = move
            desk.gains[kept] = gain
            desk.pains[kept] = pain
            kept += ONE
            if pain == 0:
                break
    return np.int64(kept)


@inner
def first_numbers(shared: Any, pos: Any, goal: int, here: Index, end: int) -> tuple[int, int]:
    """What is known of a position at first sight, or noted; its key is left at place `here`."""
    rules, desk = look(shared)
    known, code = seen(shared, pos, goal)
    if known != 0:
        return (0, NEVER) if known > 0 else (NEVER, 0)
    desk.keys[here] = code
    data = noted(desk, code ^ GOAL_SALT * np.uint64(goal))
    if data != np.uint64(0):
        return gain_of(data), pain_of(data)
    many = choices(rules, pos, desk.room, desk.moves, end) - end
    return 1, many


def prove_root(rules: Any, pos: Any, desk: Desk, code: np.uint64, goal: int) -> int:
    """1 if the side to move reaches its goal, -1 if not, 0 if the search was stopped."""
    return prove_roots(rules, pos, desk, code, goal)


@inner
def prove_roots(rules: Any, pos: Any, desk: Desk, code: np.uint64, goal: int) -> int:
    """Search until the question is answered."""
    shared = hold((rules, desk))
    most: Any = np.int64(NEVER)
    at: Any = np.int64(0)
    gain, pain = prove(shared, pos, code, goal, most, most, at)
    return 1 if gain == 0 else -1 if pain == 0 else 0
