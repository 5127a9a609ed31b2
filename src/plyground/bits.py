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
