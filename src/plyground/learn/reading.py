"""How the marks of a position are read: from bitboards where it has some, else by `contract.marks`.

Which number of a position is a bitboard of which marks is found by comparing every bit of every number with
the marks on every cell in random games; so is the number that tells the side to move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.learn.samples import Grid, Sample
from plyground.learn.symmetries import exchange_marks

BITS: Final = 64
WORD: Final = 0xFFFFFFFFFFFFFFFF
MOST_PLANES: Final = 4
"""With more kinds of marks it takes less time to write them down cell by cell."""

Flags = npt.NDArray[np.bool_]


class Plane(NamedTuple):
    """A bitboard with all marks of one kind."""

    kind: int
    leaf: int
    """Which of the numbers of a position it is."""
    path: str
    """How Python writes that number: `pos.own`."""
    bits: tuple[int, ...]
    """The bit of each cell."""


class Reading(NamedTuple):
    """How the marks of a position are read."""

    planes: tuple[Plane, ...]
    """A bitboard for each kind of marks; none if the marks are read cell by cell."""
    is_relative: bool
    """Whether kind 1 belongs to the side to move, and kind 2 to the other side; else to first and second."""
    side: str
    """How Python writes the side to move; empty if the position does not tell it."""


def find_reading(grid: Grid, samples: Sequence[Sample]) -> Reading:
    """How to read the marks of a game.

    >>> from plyground import find
    >>> from plyground.learn.samples import draw_samples, grid_of
    >>> game = find("squeeze:4x4")
    >>> reading = find_reading(grid_of(game), draw_samples(game, grid_of(game)))
    >>> [plane.path for plane in reading.planes], reading.planes[0].bits[:5], reading.side
    (['pos.own', 'pos.other'], (0, 1, 2, 3, 8), 'pos.ply & 1')
    """
    paths = [path for path, _ in leaves(samples[0].pos)]
    numbers = [_leaf_numbers(sample.pos) for sample in samples]
    columns = [[each[index] for each in numbers] for index in range(len(paths))]
    side = _find_side(paths, columns, [sample.side for sample in samples])
    absolute = np.array([sample.marks for sample in samples])
    relative = np.array([exchange_marks(sample.marks) if sample.side else sample.marks for sample in samples])
    if grid.kinds <= MOST_PLANES:
        for is_relative, marks in ((True, relative), (False, absolute)):
            planes = _find_planes(grid, paths, columns, marks)
            if len(planes) == grid.kinds:
                return Reading(planes, is_relative, side)
    return Reading((), False, side)


def leaves(value: Any, path: str = "pos") -> Iterator[tuple[str, Any]]:
    """The numbers and arrays of a position, each with how Python writes it."""
    if isinstance(value, tuple):
        names = getattr(value, "_fields", None)
        for index, part in enumerate(value):
            yield from leaves(part, f"{path}.{names[index]}" if names else f"{path}[{index}]")
    else:
        yield path, value


def _leaf_numbers(pos: Any) -> list[int | None]:
    """The numbers of a position as words; None for an array."""
    return [None if isinstance(leaf, np.ndarray) else int(leaf) & WORD for _, leaf in leaves(pos)]


def _find_side(paths: list[str], columns: list[list[int | None]], sides: list[int]) -> str:
    for suffix, mask in (("", WORD), (" & 1", 1)):
        for path, numbers in zip(paths, columns, strict=True):
            if all(number is not None and number & mask == side
                   for number, side in zip(numbers, sides, strict=True)):  # fmt: skip
                return path + suffix
    return ""


def _find_planes(
    grid: Grid, paths: list[str], columns: list[list[int | None]], marks: npt.NDArray[np.int64]
) -> tuple[Plane, ...]:
    """A bitboard for each kind of marks that has one."""
    found = []
    for kind in range(1, grid.kinds + 1):
        wanted = marks == kind
        for leaf, (path, numbers) in enumerate(zip(paths, columns, strict=True)):
            if None in numbers:
                continue
            bits = find_bits(grid, _bit_flags(numbers), wanted)
            if bits is not None:
                found.append(Plane(kind, leaf, path, bits))
                break
    return tuple(found)


def _bit_flags(numbers: Sequence[int | None]) -> Flags:
    """For each sample which bits of its number are set."""
    words = np.array(numbers, np.uint64)[:, np.newaxis]
    return (words >> np.arange(BITS, dtype=np.uint64) & np.uint64(1)).astype(np.bool_)


def find_bits(grid: Grid, flags: Flags, wanted: Flags) -> tuple[int, ...] | None:
    """The bit of each cell, evenly spaced along rows and columns, that is set in the samples that have it."""
    matches = np.array([(flags == wanted[:, [cell]]).all(axis=0) for cell in range(grid.cells)])
    varies = wanted.any(axis=0)
    if not matches[varies].any(axis=1).all() or varies.sum() < grid.cells // 2:
        return None
    for first in range(BITS):
        for across in range(1, BITS):
            for up in range(1, BITS):
                last = first + across * (grid.columns - 1) + up * (grid.rows - 1)
                if last >= BITS:
                    break
                bits = [
                    first + across * (cell % grid.columns) + up * (cell // grid.columns)
                    for cell in range(grid.cells)
                ]
                if matches[np.arange(grid.cells), bits].all() and len(set(bits)) == grid.cells:
                    return tuple(bits)
    return None
