"""The images of a board under its symmetries, all at once, by looking up pieces of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

PIECE: Final = 9
"""A board is looked up in pieces of this many bits."""


class Images:
    """Turns two sets of cells into one number that is the same for all images of the two together.

    >>> mirror = Images([{0: 0, 1: 1, 2: 2}, {0: 2, 1: 1, 2: 0}])
    >>> mirror.least(0b001, 0b010) == mirror.least(0b100, 0b010) != mirror.least(0b010, 0b001)
    True
    """

    def __init__(self, symmetries: Sequence[Mapping[int, int]]) -> None:
        """Each symmetry says which bit each bit of a set becomes."""
        bits = 1 + max(symmetries[0])
        self.width = 1 + max(symmetries[0].values())
        self.mask = (1 << 2 * self.width) - 1
        self.shifts = [2 * self.width * number for number in range(len(symmetries))]
        placed = list(zip(self.shifts, symmetries, strict=True))
        all_images = [
            sum(1 << shift + symmetry[bit] for shift, symmetry in placed if bit in symmetry)
            for bit in range(bits)
        ]
        """For each bit its images side by side in one number."""
        self.tables = [unions(all_images[first : first + PIECE]) for first in range(0, bits, PIECE)]

    def least(self, one: int, other: int) -> int:
        """The smallest image of two sets."""
        ones = others = 0
        low = (1 << PIECE) - 1
        for table in self.tables:
            ones |= table[one & low]
            others |= table[other & low]
            one >>= PIECE
            other >>= PIECE
        both = ones | others << self.width
        mask = self.mask
        return min([both >> shift & mask for shift in self.shifts])


def unions(sets: Sequence[int]) -> list[int]:
    """The union of any choice of these sets, in the order of the choices as numbers."""
    unions = [0]
    for each in sets:
        unions += [union | each for union in unions]
    return unions
