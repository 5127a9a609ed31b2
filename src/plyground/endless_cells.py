"""Cells of a board without edges as numbers: the column above the lower 32 bits, the row in them."""

from __future__ import annotations

from typing import Final

from plyground.contract import kernel

SMALLEST: Final = -(2**31)
LARGEST: Final = 2**31 - 1
"""Even an endless board ends somewhere: its coordinates are whole numbers of 32 bits."""
LOW_BITS: Final = 0xFFFFFFFF
HALF: Final = 0x80000000


@kernel
def endless_cell(column: int, row: int) -> int:
    """The number of a cell.

    >>> endless_cell(1, 2), endless_cell(-1, -1)
    (4294967298, -1)
    """
    return (column << 32) + (row & LOW_BITS)


@kernel
def column_of(cell: int) -> int:
    """The column of a cell."""
    return cell >> 32


@kernel
def row_of(cell: int) -> int:
    """The row of a cell.

    >>> column_of(endless_cell(-3, -4)), row_of(endless_cell(-3, -4))
    (-3, -4)
    """
    return ((cell & LOW_BITS) ^ HALF) - HALF


@kernel
def is_within(column: int, row: int) -> bool:
    """Whether there is such a cell."""
    return SMALLEST <= column <= LARGEST and SMALLEST <= row <= LARGEST
