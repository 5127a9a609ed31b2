"""Counting and finding bits: plain Python here, single instructions in compiled code."""

import numpy as np

from plyground.contract import kernel


def popcount(bits: np.uint64) -> int:
    """How many bits are set.

    >>> popcount(np.uint64(0b10110))
    3
    """
    return int(bits).bit_count()


def lowest(bits: np.uint64) -> int:
    """The index of the lowest set bit; `bits` must not be zero.

    >>> lowest(np.uint64(0b10100))
    2
    """
    number = int(bits)
    return (number & -number).bit_length() - 1


@kernel
def bit(index: int) -> np.uint64:
    """The number with only this bit set.

    >>> int(bit(3))
    8
    """
    return np.uint64(1) << np.uint64(index)


@kernel
def rest(bits: np.uint64) -> np.uint64:
    """All set bits but the lowest; `bits` must not be zero.

    >>> bin(rest(np.uint64(0b10110)))
    '0b10100'
    """
    return bits & (bits - np.uint64(1))


def union_of_four(first: np.uint64, second: np.uint64, third: np.uint64, fourth: np.uint64) -> np.uint64:
    """The bits that are set in any of four numbers.

    Where all four come about in the same way, as along four directions, compiled code works them out at once.

    >>> bin(union_of_four(*map(np.uint64, (0b1, 0b10, 0b1, 0b1000))))
    '0b1011'
    """
    return first | second | third | fourth


def sum_of_four(first: int, second: int, third: int, fourth: int) -> int:
    """The sum of four numbers, worked out at once like `union_of_four`.

    >>> sum_of_four(1, 2, 3, 4)
    10
    """
    return first + second + third + fourth
