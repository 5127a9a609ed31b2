"""Replaying a proof on a similar position: the same moves, the needed cells worked out anew.

Where the proof breaks, a fallback is asked for a win; if that finds none, the replay is given up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.infinite.field import completions, finish_node, first_empty, make_node, put, radius, take
from plyground.infinite.fours import find_fours
from plyground.infinite.memory import (
    ATTACKER,
    CACHE_SIZE,
    CELLS,
    DEFENDER,
    FOURS_AT_NODE,
    NEEDED,
    NOTHING,
    OUTER_REACH,
    QUIET_CACHE_SIZE,
    REACH,
    REPLAY_STOPPED,
    REPLAYED,
    Memory,
    whole,
)
from plyground.infinite.needed import find_needed
from plyground.infinite.positions import find_entry, store_proof
from plyground.native.compiler import inner_kernel

Fallback = Callable[[Any, int], int]


@inner_kernel
def fall_back_on_fours(m: Memory, template: int) -> int:
    """A win by continuous fours, or NOTHING."""
    if m.numbers[REPLAY_STOPPED]:
        return NOTHING
    proof = find_fours(m, 20, m.numbers[FOURS_AT_NODE])
    if proof == NOTHING:
        m.numbers[REPLAY_STOPPED] = 1
    return proof


@inner_kernel
def remembered_proof(m: Memory) -> int:
    """The proof of this very position, if it was found before."""
    key = m.hashes[0]
    entry = find_entry(m.cache_key, key, CACHE_SIZE)
    if m.cache_key[entry] == key and m.cache_proof[entry] != NOTHING:
        return whole(m.cache_proof[entry])
    entry = find_entry(m.quiet_key, key, QUIET_CACHE_SIZE)
    if m.quiet_key[entry] == key and m.quiet_proof[entry] != NOTHING:
        return whole(m.quiet_proof[entry])
    return NOTHING


@inner_kernel
def matching_reply(m: Memory, template: int, cell: int) -> int:
    """What a proof answers to a reply, or NOTHING if it has no such reply."""
    start = m.node_start[template]
    for place in range(start, start + m.node_replies[template]):
        if m.cell_map[m.reply_cell[place]] == cell:
            return whole(m.reply_node[place])
    return NOTHING


def make_replay(fall_back: Fallback) -> Fallback:
    """The kernel that replays a proof with this fallback."""

    @inner_kernel
    def replay(m: Memory, template: int) -> int:
        row = len(m.row)
        m.numbers[REPLAYED] += 1
        if m.numbers[REPLAY_STOPPED]:
            return NOTHING
        if m.numbers[row - 1]:
            return first_empty(m, whole(m.window_lists[row - 1, 0]))
        forced = NOTHING
        if m.numbers[8 + row - 1]:
            number, forced, _ = completions(m, 8 + row - 1)
            if number == 2:
                return NOTHING
        move = whole(m.cell_map[m.node_move[template]])
        if (
            template < CELLS
            or m.stones[move] != 0
            or radius(m, move) > m.numbers[REACH]
            or (forced != NOTHING and move != forced)
        ):
            return fall_back(m, template)
        known = remembered_proof(m)
        if known != NOTHING:
            return known
        put(m, move, ATTACKER)
        node = whole(NOTHING)
        template_elsewhere = whole(m.node_elsewhere[template])
        if m.numbers[row - 1]:
            _, five, _ = completions(m, row - 1)
            if radius(m, five) <= m.numbers[OUTER_REACH] - 1:
                node = make_node(m, move, five, 1)
                m.reply_cell[m.node_start[node]] = five
        elif m.numbers[8 + row - 1] == 0 and template_elsewhere >= CELLS:
            elsewhere = replay(m, template_elsewhere)
            if elsewhere != NOTHING and find_needed(m, elsewhere):
                count = m.numbers[NEEDED]
                node = make_node(m, move, elsewhere, count)
                start = m.node_start[node]
                for place in range(count):
                    m.reply_cell[start + place] = m.needed_cells[place]
        if node != NOTHING:
            start = m.node_start[node]
            for place in range(start, start + m.node_replies[node]):
                cell = whole(m.reply_cell[place])
                below = matching_reply(m, template, cell)
                put(m, cell, DEFENDER)
                if below != NOTHING:
                    answer = replay(m, below)
                elif template_elsewhere >= CELLS:
                    answer = replay(m, template_elsewhere)
                else:
                    answer = fall_back(m, template)
                take(m, cell)
                if answer == NOTHING:
                    node = NOTHING
                    break
                m.reply_node[place] = answer
        take(m, move)
        if node == NOTHING:
            return NOTHING
        finish_node(m, node)
        store_proof(m, node)
        return node

    return replay


replay_exactly = make_replay(fall_back_on_fours)
