"""Indices of all windows from bitboards, a few lookups for all of them together.

The index of a window is a sum over its cells, so four indices of 16 bits fit a word and are added as one. A
bitboard is cut into chunks of a few bits, and for each value of a chunk a table holds what its cells add to
each word. The marks of kind k add k times what those of kind 1 would.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.learn.patterns import Patterns
from plyground.learn.reading import Plane

FIELDS: Final = 4
FIELD_BITS: Final = 16
WIDTHS: Final = (8, 9)
"""How many bits a chunk has at most."""

Words = npt.NDArray[np.uint64]


class Chunk(NamedTuple):
    """Some neighbouring bits of a bitboard."""

    shift: int
    width: int
    sums: Words
    """For each value of these bits (a row) what they add to each word (a column)."""

    @property
    def mask(self) -> int:
        """The bits after the shift."""
        return (1 << self.width) - 1


def words_of(patterns: Patterns) -> int:
    """How many words the indices of all windows take."""
    return -(-len(patterns.windows) // FIELDS)


def make_chunks(patterns: Patterns, plane: Plane) -> list[Chunk]:
    """The chunks of a bitboard: as few as there can be, and of those ways to cut it the shortest tables."""
    adds = _added_by_cells(patterns)
    cell_at = {bit: cell for cell, bit in enumerate(plane.bits)}
    cuts = [list(_cut(sorted(cell_at), width)) for width in WIDTHS]
    best = min(cuts, key=lambda cut: (len(cut), sum(1 << width for _, width in cut)))
    chunks = []
    for shift, width in best:
        values = np.arange(1 << width, dtype=np.uint64)
        sums = np.zeros((1 << width, words_of(patterns)), np.uint64)
        for bit in range(width):
            if shift + bit in cell_at:
                is_set = values >> np.uint64(bit) & np.uint64(1)
                sums += is_set[:, np.newaxis] * adds[cell_at[shift + bit]]
        chunks.append(Chunk(shift, width, sums))
    return chunks


def _cut(bits: Sequence[int], width: int) -> Iterator[tuple[int, int]]:
    """Where chunks of at most `width` bits begin, and how many bits each has."""
    waiting = list(bits)
    while waiting:
        first = waiting[0]
        taken = [bit for bit in waiting if bit < first + width]
        yield first, taken[-1] - first + 1
        waiting = waiting[len(taken) :]


def _added_by_cells(patterns: Patterns) -> Words:
    """What a mark of kind 1 on each cell (a row) adds to each word (a column)."""
    adds = np.zeros((patterns.grid.cells, words_of(patterns)), np.uint64)
    for number, window in enumerate(patterns.windows):
        for place, cell in enumerate(window.cells):
            digit = patterns.base**place << FIELD_BITS * (number % FIELDS)
            adds[cell, number // FIELDS] += np.uint64(digit)
    return adds
