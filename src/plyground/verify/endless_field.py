"""A field without edges, as far as a proof looks at it: stones, and windows of cells in a row."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, TypeAlias

from plyground.verify.walk import Refused

REACH: Final = 50
"""No stone of a proof may be further than this from 0,0 in either coordinate."""
SIDE: Final = 128
CELLS: Final = SIDE * SIDE
STEPS: Final = (1, SIDE, SIDE + 1, SIDE - 1)
"""To the next cell along a row, a column and the two diagonals."""
ATTACKER: Final = 1
DEFENDER: Final = 16
"""What a stone adds to the number of each window that it is in."""

Cell: TypeAlias = int
CellSet: TypeAlias = int
"""One bit for each cell."""
Window: TypeAlias = int
"""Its first cell, and CELLS for each of the directions before its own."""


def cell_at(x: int, y: int) -> Cell:
    """The cell with these coordinates.

    >>> coordinates(cell_at(-3, 4))
    (-3, 4)
    """
    if not (-REACH <= x <= REACH and -REACH <= y <= REACH):
        raise Refused(f"the cell {x},{y} is further away than {REACH}")
    return (y + SIDE // 2) * SIDE + x + SIDE // 2


def coordinates(cell: Cell) -> tuple[int, int]:
    """The coordinates of a cell."""
    return cell % SIDE - SIDE // 2, cell // SIDE - SIDE // 2


def cells_of(cells: CellSet) -> Iterator[Cell]:
    """The cells of a set, row by row from the lowest, each from the left."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


@cache
def windows_of(cell: Cell, row: int) -> tuple[Window, ...]:
    """All windows of this many cells in a row that hold a cell."""
    return tuple(
        direction * CELLS + cell - place * step
        for direction, step in enumerate(STEPS)
        for place in range(row)
    )


class EndlessField:
    """Stones on the endless field.

    >>> field = EndlessField(row=3)
    >>> field.put(cell_at(0, 0), ATTACKER)
    >>> field.put(cell_at(2, 0), ATTACKER)
    >>> [coordinates(cell) for cell in field.completions(ATTACKER)]
    [(1, 0)]
    """

    def __init__(self, row: int) -> None:
        self.row = row
        self.stones: dict[Cell, int] = {}
        self.windows = [0] * (4 * CELLS)
        self.lists: list[set[Window] | None] = [None] * 256
        """The windows with 2 stones of one side alone or more, by their number."""
        for side in (ATTACKER, DEFENDER):
            for count in range(2, row + 1):
                self.lists[side * count] = set()

    def put(self, cell: Cell, side: int) -> None:
        """Put a stone on an empty cell."""
        self.stones[cell] = side
        self._change(cell, side)

    def take(self, cell: Cell) -> None:
        """Take a stone away."""
        self._change(cell, -self.stones.pop(cell))

    def _change(self, cell: Cell, by: int) -> None:
        windows, lists = self.windows, self.lists
        for window in windows_of(cell, self.row):
            before = windows[window]
            after = windows[window] = before + by
            old = lists[before]
            if old is not None:
                old.discard(window)
            new = lists[after]
            if new is not None:
                new.add(window)

    def windows_with(self, side: int, count: int) -> list[Window]:
        """The windows that hold this many stones of one side and none of the other."""
        if count == 1:
            return [
                window
                for stone, owner in self.stones.items()
                if owner == side
                for window in windows_of(stone, self.row)
                if self.windows[window] == side
            ]
        return list(self.lists[side * count] or ())

    def empty_cells(self, window: Window) -> CellSet:
        """The cells of a window without a stone."""
        step, cell = STEPS[window // CELLS], window % CELLS
        cells = 0
        for _ in range(self.row):
            if cell not in self.stones:
                cells |= 1 << cell
            cell += step
        return cells

    def completions(self, side: int) -> list[Cell]:
        """The cells that complete a row of this side, in their order."""
        missing = self.lists[side * (self.row - 1)]
        if not missing:
            return []
        return sorted({self.empty_cells(window).bit_length() - 1 for window in missing})

    def has_row(self, side: int) -> bool:
        """Whether this side has a row."""
        return bool(self.lists[side * self.row])
