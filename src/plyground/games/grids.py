"""Steps on a board of up to 64 cells: a whole bitboard moves at once, and nothing wraps around an edge.

Cell `row * columns + column` is a bit, a1 is bit 0, as in `plyground.games.lines`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from plyground.contract import kernel


class Grid(NamedTuple):
    """A board and its edges, as a game's rules hold it."""

    columns: int
    rows: int
    board: np.uint64
    left: np.uint64
    """The cells of the first column."""
    right: np.uint64
    bottom: np.uint64
    top: np.uint64


def make_grid(columns: int, rows: int) -> Grid:
    """The grid of a board of this size.

    >>> bin(make_grid(3, 2).left), bin(make_grid(3, 2).top)
    ('0b1001', '0b111000')
    """
    row = (1 << columns) - 1
    column = sum(1 << columns * number for number in range(rows))
    return Grid(
        columns,
        rows,
        board=np.uint64((1 << columns * rows) - 1),
        left=np.uint64(column),
        right=np.uint64(column << columns - 1),
        bottom=np.uint64(row),
        top=np.uint64(row << columns * (rows - 1)),
    )


@kernel
def shift(grid: Grid, cells: np.uint64, across: int, up: int) -> np.uint64:
    """The cells one step away from these; each part of the step is -1, 0 or 1. What leaves the board is gone.

    >>> grid = make_grid(3, 3)
    >>> bin(shift(grid, np.uint64(0b101), 1, 1)), bin(shift(grid, np.uint64(0b101), 0, -1))
    ('0b10000', '0b0')
    """
    if across > 0:
        cells = (cells & ~grid.right) << np.uint64(1)
    elif across < 0:
        cells = (cells & ~grid.left) >> np.uint64(1)
    if up > 0:
        cells = cells << np.uint64(grid.columns) & grid.board
    elif up < 0:
        cells = cells >> np.uint64(grid.columns)
    return cells


@kernel
def slide(grid: Grid, cells: np.uint64, over: np.uint64, way: int) -> tuple[np.uint64, np.uint64]:
    """Go from these cells over others, one of nine ways: what is crossed, and the cells just behind that.

    Way `across + 1 + 3 * (up + 1)` is the step that `shift` takes; way 4 leads nowhere.

    >>> crossed, behind = slide(make_grid(5, 1), np.uint64(0b1), np.uint64(0b110), 5)
    >>> bin(crossed), bin(behind)
    ('0b110', '0b1000')
    """
    across, up = way % 3 - 1, way // 3 - 1
    crossed, behind = np.uint64(0), np.uint64(0)
    here = shift(grid, cells, across, up) & over
    while here:
        crossed |= here
        here = shift(grid, here, across, up)
        behind |= here & ~over
        here &= over
    return crossed, behind


@kernel
def around(grid: Grid, cells: np.uint64) -> np.uint64:
    """The cells that touch one of these, by a side or by a corner; these themselves only if they touch.

    >>> bin(around(make_grid(3, 3), np.uint64(1)))
    '0b11010'
    """
    beside = shift(grid, cells, -1, 0) | shift(grid, cells, 1, 0)
    wide = beside | cells
    return beside | shift(grid, wide, 0, 1) | shift(grid, wide, 0, -1)
