"""A library of wins by threats, found by the attacker's stones alone: most defences do not touch them."""

from __future__ import annotations

import numpy as np

from plyground.infinite.memory import (
    CELLS,
    DEFENDERS,
    LIBRARY_ENTRIES,
    LIBRARY_HEADS,
    LIBRARY_SIZE,
    LIBRARY_TRIES,
    MOST_STONES,
    NOTHING,
    REPLAY_LEFT,
    REPLAY_STOPPED,
    Memory,
    whole,
)
from plyground.infinite.positions import find_entry
from plyground.infinite.replay import replay_exactly
from plyground.native.compiler import inner_kernel


@inner_kernel
def note_attacker_cells(m: Memory, node: int, entry: int) -> None:
    """Set the bits of all cells that the attacker plays in a proof."""
    move = whole(m.node_move[node])
    m.library_cells[entry, move >> 6] |= np.uint64(1) << np.uint64(move & 63)
    if node < CELLS:
        return
    note_attacker_cells(m, whole(m.node_elsewhere[node]), entry)
    start = m.node_start[node]
    for place in range(start, start + m.node_replies[node]):
        note_attacker_cells(m, whole(m.reply_node[place]), entry)


@inner_kernel
def is_disturbed(m: Memory, entry: int) -> bool:
    """Whether one of the defender's stones is on a cell that the attacker plays in a proof of the library."""
    for which in range(m.numbers[DEFENDERS]):
        stone = whole(m.stone_lists[MOST_STONES + which])
        if m.library_cells[entry, stone >> 6] >> np.uint64(stone & 63) & np.uint64(1):
            return True
    return False


@inner_kernel
def find_in_library(m: Memory) -> int:
    """A win by threats that was found with the same stones of the attacker and holds here too, or NOTHING."""
    key = m.hashes[1]
    head = find_entry(m.library_head_key, key, LIBRARY_HEADS)
    if m.library_head_key[head] != key:
        return NOTHING
    left, stopped = m.numbers[REPLAY_LEFT], m.numbers[REPLAY_STOPPED]
    found = whole(NOTHING)
    tries = 0
    before = NOTHING
    entry = whole(m.library_head[head])
    while entry != NOTHING and tries < m.numbers[LIBRARY_TRIES]:
        if not is_disturbed(m, entry):
            tries += 1
            m.numbers[REPLAY_LEFT] = 0
            m.numbers[REPLAY_STOPPED] = 0
            found = replay_exactly(m, whole(m.library_proof[entry]))
            if found != NOTHING:
                if before != NOTHING:
                    m.library_next[before] = m.library_next[entry]
                    m.library_next[entry] = m.library_head[head]
                    m.library_head[head] = entry
                break
        before = entry
        entry = whole(m.library_next[entry])
    m.numbers[REPLAY_LEFT], m.numbers[REPLAY_STOPPED] = left, stopped
    return found


@inner_kernel
def add_to_library(m: Memory, proof: int) -> None:
    """Keep a proof, as long as there is room."""
    entry = m.numbers[LIBRARY_ENTRIES]
    if entry >= LIBRARY_SIZE:
        return
    m.numbers[LIBRARY_ENTRIES] = entry + 1
    for place in range(CELLS // 64):
        m.library_cells[entry, place] = 0
    note_attacker_cells(m, proof, entry)
    m.library_proof[entry] = proof
    key = m.hashes[1]
    head = find_entry(m.library_head_key, key, LIBRARY_HEADS)
    if m.library_head_key[head] != key:
        m.library_head_key[head] = key
        m.library_head[head] = NOTHING
    m.library_next[entry] = m.library_head[head]
    m.library_head[head] = entry
