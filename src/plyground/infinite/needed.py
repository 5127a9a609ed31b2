"""The cells that a proof needs: where a stone that the defender puts elsewhere would disturb it."""

from __future__ import annotations

from plyground.infinite.field import put, radius, take, window_cell
from plyground.infinite.memory import (
    ATTACKER,
    CELLS,
    DEFENDER,
    DEFENDERS,
    MOST_STONES,
    NEEDED,
    NEEDED_FAILED,
    OUTER_REACH,
    PASSES,
    STOP,
    STRIDES,
    Memory,
    whole,
)
from plyground.native.compiler import inner_kernel


@inner_kernel
def need(m: Memory, cell: int) -> None:
    """Note a cell, once."""
    if m.needed_marks[cell] == 0:
        if radius(m, cell) > m.numbers[OUTER_REACH]:
            m.numbers[NEEDED_FAILED] = 1
        else:
            m.needed_marks[cell] = 1
            m.needed_cells[m.numbers[NEEDED]] = cell
            m.numbers[NEEDED] += 1


@inner_kernel
def need_window(m: Memory, window: int, stones: int) -> None:
    """Note the cells of a window with this many of the defender's stones, if one more would be too many."""
    row = len(m.row)
    for passed in range(m.numbers[PASSES]):
        for place in range(row):
            cell = window_cell(window, place)
            if m.stones[cell] == 0 and m.pass_marks[passed, cell] == 0:
                stones += 1
                break
    if stones > row - 2:
        m.numbers[NEEDED_FAILED] = 1
    elif stones == row - 2:
        for place in range(row):
            cell = window_cell(window, place)
            if m.stones[cell] == 0:
                need(m, cell)


@inner_kernel
def need_windows(m: Memory) -> None:
    """Note the cells of all windows in which one more stone of the defender would be too many."""
    row = len(m.row)
    passes = m.numbers[PASSES]
    if m.numbers[8 + row - 1] or passes > row - 2:
        m.numbers[NEEDED_FAILED] = 1
        return
    fewest = max(1, row - 2 - passes)
    if fewest == 1 and row > 4:
        for which in range(m.numbers[DEFENDERS]):
            stone = whole(m.stone_lists[MOST_STONES + which])
            for direction in range(4):
                window = direction * CELLS + stone
                for _ in range(row):
                    if m.windows[window] == 16:
                        need_window(m, window, 1)
                    window -= STRIDES[direction]
        fewest = 2
    for stones in range(fewest, row - 1):
        for place in range(m.numbers[8 + stones]):
            need_window(m, whole(m.window_lists[8 + stones, place]), stones)


@inner_kernel
def walk_needed(m: Memory, node: int) -> None:
    """Note all cells that the proof below a node needs; the attacker is to move."""
    move = whole(m.node_move[node])
    need(m, move)
    if node < CELLS or m.numbers[NEEDED_FAILED]:
        return
    put(m, move, ATTACKER)
    need_windows(m)
    if m.numbers[NEEDED_FAILED] == 0:
        start = whole(m.node_start[node])
        end = start + m.node_replies[node]
        elsewhere = whole(m.node_elsewhere[node])
        if elsewhere < CELLS:
            need(m, elsewhere)
        else:
            passed = m.numbers[PASSES]
            for place in range(start, end):
                m.pass_marks[passed, m.reply_cell[place]] = 1
            m.numbers[PASSES] = passed + 1
            walk_needed(m, elsewhere)
            m.numbers[PASSES] = passed
            for place in range(start, end):
                m.pass_marks[passed, m.reply_cell[place]] = 0
        for place in range(start, end):
            if m.numbers[NEEDED_FAILED]:
                break
            cell = whole(m.reply_cell[place])
            put(m, cell, DEFENDER)
            walk_needed(m, whole(m.reply_node[place]))
            take(m, cell)
    take(m, move)


@inner_kernel
def find_needed(m: Memory, node: int) -> bool:
    """Put the cells that the proof of elsewhere needs into `needed_cells`; False if there is no such set.

    The attacker has just moved. When the memory is full a proof may be no tree, and is not walked through.
    """
    m.numbers[NEEDED] = 0
    if m.numbers[STOP]:
        return False
    m.numbers[NEEDED_FAILED] = 0
    m.numbers[PASSES] = 0
    walk_needed(m, node)
    for place in range(m.numbers[NEEDED]):
        m.needed_marks[m.needed_cells[place]] = 0
    return m.numbers[NEEDED_FAILED] == 0
