"""Stones on a board of any size, each side's as cells in order of their numbers: fives, and empty cells.

Both forms of the game ask the same functions: positions of tuples in Python, positions of arrays in
compiled code (`compiled_board`).
"""

from __future__ import annotations

from typing import Final

from plyground.contract import kernel, kernel_call
from plyground.endless_cells import HALF, LARGEST, SMALLEST, column_of, endless_cell, is_within, row_of
from plyground.sorted_numbers import NumberList, lower_bound, sort_numbers

FIVE: Final = 5
NEAR: Final = 2
"""On the endless field the cells within this distance of a stone are offered; any other may be played."""
CELLS_NEAR: Final = (2 * NEAR + 1) ** 2


@kernel
def has_stone(stones: NumberList, count: int, cell: int) -> bool:
    """Whether a stone is among these."""
    at = lower_bound(stones, 0, count, cell)
    return at < count and stones[at] == cell


@kernel
def count_stones(stones: NumberList, count: int, cell: int, across: int, up: int, most: int) -> int:
    """How many stones follow on a cell in a direction without a gap, up to `most`."""
    column, row = column_of(cell) + across, row_of(cell) + up
    found = 0
    while found < most and is_within(column, row) and has_stone(stones, count, endless_cell(column, row)):
        found += 1
        column += across
        row += up
    return found


@kernel_call
def makes_five(stones: NumberList, count: int, cell: int) -> bool:
    """Whether this one of the stones is in a row of five or more.

    >>> makes_five([endless_cell(step, step) for step in range(5)], 5, endless_cell(2, 2))
    True
    """
    for direction in range(4):
        across, up = across_of(direction), up_of(direction)
        ahead = count_stones(stones, count, cell, across, up, FIVE - 1)
        if ahead + count_stones(stones, count, cell, -across, -up, FIVE - 1) >= FIVE - 1:
            return True
    return False


@kernel
def across_of(direction: int) -> int:
    """The columns of a step: along a row, up a column, rising, falling."""
    return 0 if direction == 1 else 1


@kernel
def up_of(direction: int) -> int:
    """The rows of a step in this direction."""
    if direction == 0:
        return 0
    return -1 if direction == 3 else 1


# Empty cells, row by row from the bottom


@kernel
def write_empty(
    crosses: NumberList,
    crosses_count: int,
    noughts: NumberList,
    noughts_count: int,
    columns: int,
    rows: int,
    out: NumberList,
    at: int,
) -> int:
    """Write the empty cells of a board with edges; return the index behind the last."""
    for row in range(rows):
        for column in range(columns):
            cell = endless_cell(column, row)
            if not has_stone(crosses, crosses_count, cell) and not has_stone(noughts, noughts_count, cell):
                out[at] = cell
                at += 1
    return at


@kernel
def add_around(stones: NumberList, count: int, keys: NumberList, at: int) -> int:
    """Write the cells around these stones as numbers by which rows come before columns."""
    for index in range(count):
        left, bottom = column_of(stones[index]) - NEAR, row_of(stones[index]) - NEAR
        for row in range(max(bottom, SMALLEST), min(bottom + 2 * NEAR, LARGEST) + 1):
            for column in range(max(left, SMALLEST), min(left + 2 * NEAR, LARGEST) + 1):
                keys[at] = (row << 32) + (column + HALF)
                at += 1
    return at


@kernel_call
def write_near(
    crosses: NumberList,
    crosses_count: int,
    noughts: NumberList,
    noughts_count: int,
    keys: NumberList,
    out: NumberList,
    at: int,
    most: int,
) -> int:
    """Write the empty cells near the stones, at most `most`; return the index behind the last.

    `keys` has room for `CELLS_NEAR` numbers for each stone, and for the origin while there is none.
    """
    end = add_around(crosses, crosses_count, keys, 0)
    end = add_around(noughts, noughts_count, keys, end)
    if end == 0:
        keys[0] = 0  # the origin stands in for a stone
        end = add_around(keys, 1, keys, 1)
        keys[0] = keys[1]
    sort_numbers(keys, 0, end)
    last = at + most
    for index in range(end):
        if at == last:
            break
        if index > 0 and keys[index] == keys[index - 1]:
            continue
        cell = endless_cell((keys[index] & (2 * HALF - 1)) - HALF, keys[index] >> 32)
        if not has_stone(crosses, crosses_count, cell) and not has_stone(noughts, noughts_count, cell):
            out[at] = cell
            at += 1
    return at
