"""Wins by continuous fours: every move of the attacker makes a four, with one answer each time."""

from __future__ import annotations

from typing import Final

import numpy as np

from plyground.infinite.field import completions, finish_node, first_empty, make_node, put, radius, take
from plyground.infinite.memory import (
    ATTACKER,
    CELLS,
    DEFENDER,
    FOURS_LEFT,
    FOURS_TABLE,
    MOST_FOURS,
    NOTHING,
    REACH,
    STRIDES,
    Memory,
    whole,
)
from plyground.native.compiler import inner_kernel

DEPTHS: Final = (1, 2, 3, 5, 8, 13, 20)


@inner_kernel
def list_fours(m: Memory, depth: int, forced: int) -> int:
    """List the moves that make a four, each with its answer; if a cell is forced, only the move there."""
    kind = len(m.row) - 2
    reach = m.numbers[REACH]
    count = 0
    for place in range(m.numbers[kind]):
        if count >= MOST_FOURS - 8:
            break
        window = whole(m.window_lists[kind, place])
        stride = STRIDES[window // CELLS]
        cell = window % CELLS
        first = NOTHING
        second = NOTHING
        for _ in range(len(m.row)):
            if m.stones[cell] == 0:
                if first == NOTHING:
                    first = cell
                else:
                    second = cell
            cell += stride
        if radius(m, first) > reach or radius(m, second) > reach:
            continue
        if forced == NOTHING or first == forced:
            m.fours_cell[depth, count] = first
            m.fours_answer[depth, count] = second
            count += 1
        if forced == NOTHING or second == forced:
            m.fours_cell[depth, count] = second
            m.fours_answer[depth, count] = first
            count += 1
    return count


@inner_kernel
def four_node(m: Memory, move: int, answer: int, below: int) -> int:
    """The proof of a four: ignored it becomes five, answered the game goes on."""
    node = make_node(m, move, answer, 1)
    m.reply_cell[m.node_start[node]] = answer
    m.reply_node[m.node_start[node]] = below
    return finish_node(m, node)


@inner_kernel
def search_fours(m: Memory, depth: int) -> int:
    """The proof that at most `depth` fours and a five win here, or NOTHING."""
    row = len(m.row)
    if m.numbers[row - 1]:
        return first_empty(m, whole(m.window_lists[row - 1, 0]))
    if depth <= 0 or m.numbers[row - 2] == 0:
        return NOTHING
    forced = NOTHING
    if m.numbers[8 + row - 1]:
        number, forced, _ = completions(m, 8 + row - 1)
        if number == 2:
            return NOTHING
    m.numbers[FOURS_LEFT] -= 1
    if m.numbers[FOURS_LEFT] < 0:
        return NOTHING
    key = m.hashes[0]
    entry = key & np.uint64(FOURS_TABLE - 1)
    if m.fours_key[entry] == key and m.fours_depth[entry] >= depth:
        return NOTHING
    count = list_fours(m, depth, forced)
    for one in range(count):
        for other in range(one):
            same = m.fours_cell[depth, one] == m.fours_cell[depth, other]
            if same and m.fours_answer[depth, one] != m.fours_answer[depth, other]:
                move = whole(m.fours_cell[depth, one])
                answer = whole(m.fours_answer[depth, one])
                return four_node(m, move, answer, whole(m.fours_answer[depth, other]))
    if depth > 1:
        for one in range(count):
            move = whole(m.fours_cell[depth, one])
            is_repeated = False
            for other in range(one):
                if m.fours_cell[depth, other] == move:
                    is_repeated = True
                    break
            if is_repeated:
                continue
            answer = whole(m.fours_answer[depth, one])
            put(m, move, ATTACKER)
            put(m, answer, DEFENDER)
            below = search_fours(m, depth - 1)
            take(m, answer)
            take(m, move)
            if below != NOTHING:
                return four_node(m, move, answer, below)
            if m.numbers[FOURS_LEFT] < 0:
                return NOTHING
    m.fours_key[entry] = key
    m.fours_depth[entry] = depth
    return NOTHING


@inner_kernel
def find_fours(m: Memory, deepest: int, budget: int) -> int:
    """The proof of a win by continuous fours that was found within a budget of positions, or NOTHING."""
    row = len(m.row)
    if m.numbers[row - 1]:
        return first_empty(m, whole(m.window_lists[row - 1, 0]))
    if m.numbers[row - 2] == 0:
        return NOTHING
    m.numbers[FOURS_LEFT] = budget
    for depth in DEPTHS:
        if depth > deepest:
            break
        proof = search_fours(m, depth)
        if proof != NOTHING:
            return proof
        if m.numbers[FOURS_LEFT] < 0:
            return NOTHING
    return NOTHING
