"""The root of a search: its moves, and a workspace made ready for it."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from plyground.contract import (
    MOST_MOVES,
    candidates,
    evaluate,
    fingerprint,
    kernel,
    margin,
    mix,
    moves,
    narrowed,
    priority,
    proof,
    pursuit,
    quiet,
    repetition,
    threats,
)
from plyground.engine.arrays import NO, YES, ZERO, Numbers
from plyground.engine.node_limit import limit_nodes
from plyground.engine.ordering import NO_MOVE
from plyground.engine.run_state import (
    ESTIMATE,
    HAS_THREATS,
    IS_ROUGH,
    NARROWED,
    ROOTS,
    THREADS,
    WANTED_LINES,
    WANTED_NODES,
)
from plyground.engine.workspace import (
    ABORTED,
    DEFERS,
    EARLIER_POSITIONS,
    GENERATION,
    NO_NODE_LIMIT,
    NODES,
    REDUCES,
    SearchWorkspace,
)
from plyground.native.compiler import inner_kernel
from plyground.native.intrinsics import value_at
from plyground.native.overloads import only_with, whether_implemented

UNREDUCED_SALT: Final = np.uint64(0xA24BAED4963EE407)
GENERATIONS: Final = 64

has_quiet = whether_implemented(quiet)
has_margin = whether_implemented(margin)
has_pursuit = whether_implemented(pursuit)
has_threats = whether_implemented(threats)


@inner_kernel
def prepare_root(shared: Any, pos: Any) -> None:
    """Make a thread's workspace ready for a position, with its root moves in their first order."""
    rules, work, run = value_at(shared)
    numbers = run.numbers
    forget_order(work)
    work.counts[GENERATION] = (work.counts[GENERATION] + 1) % GENERATIONS
    wanted = numbers[WANTED_NODES]
    limit_nodes(work.counts, max(1, wanted // numbers[THREADS]) if wanted > 0 else NO_NODE_LIMIT)
    work.counts[REDUCES] = has_quiet(rules)
    # A move that is deferred is late, and where late moves are pruned that would change the search.
    work.counts[DEFERS] = numbers[THREADS] > 1 and not has_margin(rules)
    work.salt[0] = repetition_salt(rules, pos, work)
    numbers[NARROWED] = narrowed(rules, pos)
    all_good = proof(rules, pos) == 0 and numbers[NARROWED] == 0
    numbers[ROOTS] = write_roots(shared, pos, NO if all_good and numbers[WANTED_LINES] == 1 else YES)


@inner_kernel
def prepare_run(shared: Any, pos: Any) -> None:
    """Make a workspace ready for a run, and write what its steps have to know of the game."""
    rules, _, run = value_at(shared)
    numbers = run.numbers
    prepare_root(shared, pos)
    numbers[ESTIMATE] = evaluate(rules, pos)
    numbers[HAS_THREATS] = has_threats(rules)
    numbers[IS_ROUGH] = has_pursuit(rules)


@kernel
def forget_order(work: SearchWorkspace) -> None:
    """Clear what a thread has learned about the order of moves, and its counts of nodes."""
    work.history.fill(0)
    work.killers.fill(NO_MOVE)
    work.counts[NODES] = 0
    work.counts[ABORTED] = 0


@inner_kernel
def write_roots(shared: Any, pos: Any, whole: int) -> int:
    """Write every legal move into `work.roots`, the game's candidates first, and return how many there are.

    Unless the whole list is asked for (`whole` is not 0), moves that lose at once are left out.
    """
    rules, work, _ = value_at(shared)
    end = candidates(rules, pos, work.moves, ZERO)
    for i in range(end):
        work.order[i] = priority(rules, pos, work.moves[i])
    sort_stable(work.moves, work.order, ZERO, end)
    count: Any = np.int64(min(end, MOST_MOVES))
    for i in range(count):
        work.roots[i] = work.moves[i]
    if whole == 0 and end > 0:
        return count
    last = moves(rules, pos, work.moves, end)
    for i in range(end, last):
        work.order[i] = -work.moves[i]
    sort_stable(work.moves, work.order, end, last)
    for i in range(end, last):
        move = work.moves[i]
        if count < MOST_MOVES and not has_move(work.roots, count, move):
            work.roots[count] = move
            count += 1
    return count


@inner_kernel
def sort_stable(listed: Numbers, ranks: Numbers, first: int, last: int) -> None:
    """Sort moves by rank, the highest first, equal ones as they stand."""
    for i in range(first + 1, last):
        move, rank = listed[i], ranks[i]
        place = i
        while place > first and ranks[place - 1] < rank:
            listed[place], ranks[place] = listed[place - 1], ranks[place - 1]
            place -= 1
        listed[place], ranks[place] = move, rank


@inner_kernel
def has_move(listed: Numbers, count: int, move: int) -> bool:
    """Whether a move is among the first `count`."""
    found = False
    for i in range(count):
        found = found or listed[i] == move
    return found


@inner_kernel
def remove_root(work: SearchWorkspace, count: int, move: int) -> int:
    """Take a move out of the root moves, and return how many are left."""
    left = 0
    for i in range(count):
        other = work.roots[i]
        if other != move:
            work.roots[left] = other
            left += 1
    return left


@kernel
def stop_reducing(work: SearchWorkspace) -> None:
    """Search all moves to the full depth from now on, with keys of their own in the table."""
    work.counts[REDUCES] = 0
    work.salt[0] ^= UNREDUCED_SALT


@only_with(repetition)
def repetition_salt(rules: Any, pos: Any, work: SearchWorkspace) -> np.uint64:
    """A salt that changes with the positions that one more occurrence turns into a draw."""
    salt = np.uint64(0)
    earlier = work.counts[EARLIER_POSITIONS]
    if repetition(rules) == 0 or earlier == 0:
        return salt
    work.path[earlier] = fingerprint(pos)
    for i in range(earlier + 1):
        mark = work.path[i]
        times = 1
        for j in range(i):
            if work.path[j] == mark:
                times += 1
        if times == max(1, repetition(rules) - 1):  # so each such position counts once
            salt ^= mix(mark)
    return salt
