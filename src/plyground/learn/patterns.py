"""Patterns of cells and the tables of their weights.

A window is a few cells: a part of a row, of a column, of a diagonal, a small rectangle, or a diagonal with
what lies below it. What stands on its cells, read as the digits of a number, is an index into its table.
Windows that a symmetry carries into one another share a table, and entries of tables that symmetries carry
into one another share a weight. One more table goes by how many marks there are. The sum of all these weights
is what a position is worth to the side to move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.learn.reading import Reading
from plyground.learn.samples import Grid
from plyground.learn.symmetries import Symmetry, keep_rows

MOST_PATTERNS: Final = 6_561
"""How many patterns a window has at most: eight cells with two kinds of marks."""
FEWER_PATTERNS: Final = 729
"""The same on boards of more than `LARGE` cells, which have more windows."""
LARGE: Final = 42
SHORTEST_LINE: Final = 3
RECTANGLES: Final = {
    8: ((3, 2), (2, 3), (4, 2), (2, 4)),
    6: ((3, 2), (2, 3)),
    4: ((2, 2),),
    1: ((2, 1), (1, 2)),
}
"""Columns and rows of the rectangles that are windows, where tables can hold so many cells."""
SLANT: Final = 4
"""How many columns a slant has: a diagonal of so many cells, and the cells below them."""
LINES: Final = ((1, 0), (0, 1), (1, 1), (-1, 1))

Numbers = npt.NDArray[np.int64]


class Window(NamedTuple):
    """Cells in the order of the digits of an index, and the table that the index is for."""

    cells: tuple[int, ...]
    table: int


@dataclass(frozen=True)
class Patterns:
    """Every window of a board, and which weights they share."""

    grid: Grid
    symmetries: tuple[Symmetry, ...]
    is_relative: bool
    """As in `Reading`."""
    windows: tuple[Window, ...]
    shapes: tuple[tuple[int, ...], ...]
    """For each table the cells of the window that stands for all of its windows."""

    @property
    def base(self) -> int:
        """How many things can be on a cell."""
        return self.grid.kinds + 1

    @cached_property
    def offsets(self) -> list[int]:
        """Where each table begins, the one that counts marks last, and behind it the end."""
        sizes = [self.base ** len(shape) for shape in self.shapes]
        return [int(offset) for offset in np.cumsum([0, *sizes, self.counts])]

    @property
    def counts(self) -> int:
        """How many numbers of marks are told apart: of each side, or with more kinds of marks of all."""
        most = self.grid.cells + 1
        return most * most if self.grid.kinds <= 2 else most

    @property
    def entries(self) -> int:
        """How many entries the tables have for one side to move."""
        return self.offsets[-1]

    @property
    def needs_side(self) -> bool:
        """Whether the tables are not the same for both sides to move."""
        return not np.array_equal(self.weight_of[: self.entries], self.weight_of[self.entries :])

    @cached_property
    def weights(self) -> int:
        """How many weights there are to learn."""
        return int(self.weight_of.max()) + 1

    @cached_property
    def weight_of(self) -> npt.NDArray[np.int32]:
        """The weight of each entry, first those with the first side to move, then those with the second."""
        least = np.arange(2 * self.entries, dtype=np.int64)
        for symmetry in self.symmetries:
            np.minimum(least, self._images(symmetry), out=least)
        return np.unique(least, return_inverse=True)[1].astype(np.int32).ravel()

    def _images(self, symmetry: Symmetry) -> Numbers:
        """The entry that a symmetry carries each entry into."""
        windows = {frozenset(window.cells): window for window in self.windows}
        digits = self._exchanged if symmetry.exchanges and not self.is_relative else list(range(self.base))
        parts = []
        for shape in self.shapes:
            moved = [symmetry.cells[cell] for cell in shape]
            window = windows[frozenset(moved)]
            places = [self.base ** window.cells.index(cell) for cell in moved]
            index = _map_digits(len(shape), self.base, places, digits)
            parts.append(self.offsets[window.table] + index)
        parts.append(self.offsets[-2] + self._count_images(symmetry))
        half = np.concatenate(parts)
        first, second = (half + self.entries, half) if symmetry.exchanges else (half, half + self.entries)
        return np.concatenate([first, second])

    @property
    def _exchanged(self) -> list[int]:
        return [0, 2, 1, *range(3, self.base)]

    def _count_images(self, symmetry: Symmetry) -> Numbers:
        index = np.arange(self.counts)
        most = self.grid.cells + 1
        if symmetry.exchanges and not self.is_relative and self.grid.kinds == 2:
            return index % most * most + index // most
        return index


def _map_digits(length: int, base: int, places: Sequence[int], digits: Sequence[int]) -> Numbers:
    """For each number of `length` digits the sum of its digits, each renamed and moved to another place."""
    index = np.arange(base**length)
    renamed = np.array(digits)
    total = np.zeros_like(index)
    for at, place in enumerate(places):
        total += renamed[index // base**at % base] * place
    return total


def make_patterns(grid: Grid, symmetries: Sequence[Symmetry], reading: Reading) -> Patterns:
    """The windows of a board, and the tables that they share.

    >>> from plyground.learn.symmetries import board_symmetries
    >>> grid = Grid(4, 4, 2)
    >>> made = make_patterns(grid, list(board_symmetries(grid)), Reading((), False, ""))
    >>> len(made.windows), len(made.shapes), made.entries, made.weights
    (32, 8, 15139, 6571)
    """
    plain = [each for each in symmetries if not each.exchanges]
    shapes: list[tuple[int, ...]] = []
    windows: list[Window] = []
    tables: dict[frozenset[int], Window] = {}
    for cells in _closed(grid, symmetries):
        if frozenset(cells) not in tables:
            shapes.append(cells)
            for symmetry in plain:
                moved = tuple(symmetry.cells[cell] for cell in cells)
                tables.setdefault(frozenset(moved), Window(moved, len(shapes) - 1))
        windows.append(tables[frozenset(cells)])
    windows.sort(key=lambda window: _rows(grid, window))
    return Patterns(grid, tuple(symmetries), reading.is_relative, tuple(windows), tuple(shapes))


def _rows(grid: Grid, window: Window) -> tuple[int, int, int]:
    """The first and the last row of a window: those that share them share words, to which few chunks add."""
    first, last = min(window.cells) // grid.columns, max(window.cells) // grid.columns
    return first, last, min(window.cells)


def _closed(grid: Grid, symmetries: Sequence[Symmetry]) -> Iterator[tuple[int, ...]]:
    """The windows of a board and all their images, each once."""
    seen: set[frozenset[int]] = set()
    for cells in draw_windows(grid, has_slants=keep_rows(grid, symmetries)):
        for symmetry in symmetries:
            moved = tuple(symmetry.cells[cell] for cell in cells)
            if frozenset(moved) not in seen:
                seen.add(frozenset(moved))
                yield moved


def draw_windows(grid: Grid, *, has_slants: bool) -> Iterator[tuple[int, ...]]:
    """Lines, in pieces where they are long, rectangles, and slants, of as many cells as tables can hold.

    Where pieces fall, what lies below a diagonal says which of its cells can be filled; a rectangle says it
    of a row. Where a game can be turned around, slants would have many images.
    """
    most = MOST_PATTERNS if grid.cells <= LARGE else FEWER_PATTERNS
    length = 1
    while (grid.kinds + 1) ** (length + 1) <= most:
        length += 1
    for line in _lines(grid):
        starts = range(0, max(1, len(line) - length + 1), max(1, length // 3))
        pieces = {line[start : start + length] for start in starts} | {line[-length:]}
        yield from sorted(piece for piece in pieces if len(piece) >= min(SHORTEST_LINE, length))
    for wide, high in RECTANGLES[max(size for size in RECTANGLES if size <= length)]:
        yield from _rectangles(grid, wide, high)
    if has_slants and length >= 2 * SLANT:
        yield from _slants(grid)


def _lines(grid: Grid) -> Iterator[tuple[int, ...]]:
    """Every row, column and diagonal."""
    for across, up in LINES:
        for cell in range(grid.cells):
            x, y = cell % grid.columns, cell // grid.columns
            if _is_inside(grid, x - across, y - up):
                continue
            line = []
            while _is_inside(grid, x, y):
                line.append(y * grid.columns + x)
                x, y = x + across, y + up
            yield tuple(line)


def _is_inside(grid: Grid, x: int, y: int) -> bool:
    return 0 <= x < grid.columns and 0 <= y < grid.rows


def _rectangles(grid: Grid, wide: int, high: int) -> Iterator[tuple[int, ...]]:
    for y in range(grid.rows - high + 1):
        for x in range(grid.columns - wide + 1):
            yield tuple((y + up) * grid.columns + x + across for up in range(high) for across in range(wide))


def _slants(grid: Grid) -> Iterator[tuple[int, ...]]:
    for across in (1, -1):
        for y in range(grid.rows - SLANT + 1):
            for x in range(grid.columns):
                if _is_inside(grid, x + (SLANT - 1) * across, y):
                    diagonal = [(y + step) * grid.columns + x + step * across for step in range(SLANT)]
                    below = [cell - grid.columns for cell in diagonal if cell >= grid.columns]
                    yield tuple(sorted(diagonal + below))
