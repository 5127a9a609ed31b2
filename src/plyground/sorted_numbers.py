"""Sorting numbers and finding them again: Python's own functions here, short loops in compiled code."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any, TypeAlias

NumberList: TypeAlias = Any
"""An array of 64-bit numbers. Where nothing is compiled, a list or a tuple will do, and is faster."""


def lower_bound(numbers: NumberList, begin: int, end: int, number: int) -> int:
    """The first index from `begin` on, up to `end`, at which no smaller number stands; they are in order.

    >>> lower_bound([1, 3, 3, 7], 0, 4, 3), lower_bound([1, 3, 3, 7], 0, 4, 8)
    (1, 4)
    """
    return bisect_left(numbers, number, begin, end)


def sort_numbers(numbers: NumberList, begin: int, end: int) -> None:
    """Put the numbers from index `begin` up to `end` in order, the smallest first.

    >>> numbers = [9, 3, 2, 1]
    >>> sort_numbers(numbers, 1, 4)
    >>> numbers
    [9, 1, 2, 3]
    """
    numbers[begin:end] = sorted(numbers[begin:end])
