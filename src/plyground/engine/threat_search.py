"""The threat search: victory by continuous threats (VCT), for any game that has threats.

A game tells with `threats` which moves threaten something. Where its `candidates` are every move that can be
any good, because all others lose at once, it says that they are not `narrowed`. That is all that is needed:
if the attacker has a threat against which all those defences fail, the attacker wins, and nothing was
guessed.

The search tries one threat, then two, and so on, within a limit of nodes. At every node it asks the game for
a `pursuit`, a quick forced win: in gomoku a victory by continuous fours (VCF). Defences that spoil most are
tried first. Positions from which N threats do not win are stored in a table.
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
from plyground.engine.node_limit import is_at_threat_limit, limit_threat_nodes
from plyground.engine.workspace import THREAT_MOVE, THREAT_NODES, THREAT_TABLE_BITS, SearchWorkspace
from plyground.native.compiler import inner_kernel
from plyground.native.intrinsics import address_of, value_at

MOST_PLIES: Final = 100
MOST_THREATS: Final = 12

TABLE_SHIFT: Final = np.uint64(64 - THREAT_TABLE_BITS)
DEPTH_BITS: Final = np.uint64(255)
PRIORITY_SHIFT: Final = np.int64(32)
MOVE_MASK: Final = np.int64(0xFFFFFFFF)


@inner_kernel
def find_forced_win(rules: Any, pos: Any, work: SearchWorkspace, nodes: int) -> int:
    """In how many plies the side to move wins by threats, at the latest; 0 if `nodes` did not show it.

    The first of its moves is left in `counts[THREAT_MOVE]`.
    """
    return deepen_threats(address_of((rules, work)), pos, nodes)


@inner_kernel
def deepen_threats(shared: Any, pos: Any, nodes: int) -> int:
    """Iterative deepening: a forced win with one threat, then two, and so on."""
    _, work = value_at(shared)
    ply: Any = np.int64(0)
    at: Any = np.int64(0)
    limit_threat_nodes(work.counts, nodes)
    for depth in range(1, MOST_THREATS + 1):
        plies = search_threats(shared, pos, depth, ply, at)
        if plies > 0 or is_cut_off(work):
            return plies
    return 0


@kernel
def is_cut_off(work: SearchWorkspace) -> bool:
    """Whether the search came to its limit or was stopped, so that a failure proves nothing."""
    return is_at_threat_limit(work.counts) or work.stop[0] != 0


@kernel
def failed_depth(work: SearchWorkspace, code: np.uint64) -> int:
    """One more than the depth to which a position is known to fail; 0 if nothing is known."""
    entry = work.threat_table[code >> TABLE_SHIFT]
    return int(entry & DEPTH_BITS) if entry | DEPTH_BITS == code | DEPTH_BITS else 0


@kernel
def store_failure(work: SearchWorkspace, code: np.uint64, depth: int) -> None:
    """Store that a position fails to a depth."""
    work.threat_table[code >> TABLE_SHIFT] = code & ~DEPTH_BITS | np.uint64(depth + 1)


@kernel
def sort_defences(rules: Any, pos: Any, moves: Any, first: Index, last: Index) -> None:
    """Sort defences by priority, the highest first: one that holds refutes the threat."""
    for i in range(first, last):
        ranked = moves[i] | np.int64(priority(rules, pos, moves[i])) << PRIORITY_SHIFT
        place: Index = i
        while place > first and moves[place - ONE] < ranked:
            moves[place] = moves[place - ONE]
            place -= ONE
        moves[place] = ranked
    for i in range(first, last):
        moves[i] &= MOVE_MASK


@inner_kernel
def search_threats(shared: Any, pos: Any, depth: int, ply: int, at: int) -> int:
    """Plies to a win of the attacker, who moves at even plies; 0 if none was found."""
    rules, work = value_at(shared)
    work.counts[THREAT_NODES] += 1
    if is_cut_off(work) or ply >= MOST_PLIES:
        return 0
    is_attacker = ply & 1 == 0
    if outcome(rules, pos) != OPEN:
        return 0
    known = proof(rules, pos)
    if is_attacker:
        if known != 0:
            return max(known, 0)
        known = pursuit(rules, pos) if ply > 0 else 0
        if known > 0 or depth <= 0:
            return known
    elif known != 0:
        return max(-known, 0)
    elif narrowed(rules, pos) or pursuit(rules, pos) > 0:
        return 0
    code = mix(key(rules, pos))
    if is_attacker and failed_depth(work, code) > depth:
        return 0
    first: Index = np.uint64(at)
    moves = work.threat_moves
    end = threats(rules, pos, moves, at) if is_attacker else candidates(rules, pos, moves, at)
    if not is_attacker:
        sort_defences(rules, pos, moves, first, np.uint64(end))
    longest = 0
    won = not is_attacker
    for i in range(first, np.uint64(end)):
        move = moves[i]
        child = play(rules, pos, move)
        plies = search_threats(shared, child, depth - 1 if is_attacker else depth, ply + 1, end)
        undo(rules, child, move)
        if is_attacker and plies > 0:
            work.counts[THREAT_MOVE] = move
            return plies + 1
        if not is_attacker and plies == 0:
            won = False
            break
        longest = max(longest, plies)
    if won:
        return longest + 1
    if is_attacker and not is_cut_off(work):
        store_failure(work, code, depth)
    return 0
