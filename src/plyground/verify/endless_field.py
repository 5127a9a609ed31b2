"""A field without edges, as far as a proof looks at it: stones, and windows of cells in a row.

Cells are numbered in rings around 0,0, so that sets of cells near it are small numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, TypeAlias

from plyground.verify.walk import Refused

REACH: Final = 50
"""No stone of a proof may be further than this from 0,0 in either coordinate."""
MARGIN: Final = REACH + 5
"""Windows of such stones begin and end within this."""
STEPS: Final = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""To the next cell along a row, a column and the two diagonals."""
ATTACKER: Final = 1
DEFENDER: Final = 16
"""What a stone adds to the number of each window that it is in."""

Cell: TypeAlias = int
CellSet: TypeAlias = int
"""One bit for each cell."""
Window: TypeAlias = int
"""Its first cell, and CELLS for each of the directions before its own."""


def _in_rings() -> list[tuple[int, int]]:
    """The cells ring by ring, in a ring row by row from the lowest, each from the left."""
    side = range(-MARGIN, MARGIN + 1)
    return sorted(((x, y) for y in side for x in side), key=lambda point: max(map(abs, point)))


POINTS: Final = _in_rings()
NUMBERS: Final = {point: number for number, point in enumerate(POINTS)}
CELLS: Final = len(POINTS)


def cell_at(x: int, y: int) -> Cell:
    """The cell with these coordinates.

    >>> coordinates(cell_at(-3, 4))
    (-3, 4)
    """
    _check_reach(x, y)
    return NUMBERS[x, y]


def _check_reach(x: int, y: int) -> None:
    if not (-REACH <= x <= REACH and -REACH <= y <= REACH):
        raise Refused(f"the cell {x},{y} is further away than {REACH}")


def coordinates(cell: Cell) -> tuple[int, int]:
    """The coordinates of a cell."""
    return POINTS[cell]


def cells_of(cells: CellSet) -> Iterator[Cell]:
    """The cells of a set, from the inner rings to the outer, each row by row from the lowest.

    >>> [coordinates(cell) for cell in cells_of(1 << cell_at(2, 0) | 1 << cell_at(1, 1) | 1 << cell_at(0, 1))]
    [(0, 1), (1, 1), (2, 0)]
    """
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


@cache
def windows_of(cell: Cell, row: int) -> tuple[Window, ...]:
    """All windows of this many cells in a row that hold a cell."""
    x, y = POINTS[cell]
    _check_reach(x, y)
    return tuple(
        direction * CELLS + NUMBERS[x - place * a, y - place * b]
        for direction, (a, b) in enumerate(STEPS)
        for place in range(row)
    )


@cache
def window_cells(window: Window, row: int) -> CellSet:
    """The cells of a window."""
    (x, y), (a, b) = POINTS[window % CELLS], STEPS[window // CELLS]
    return sum(1 << NUMBERS[x + place * a, y + place * b] for place in range(row))


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
        self.attackers: CellSet = 0
        self.defenders: CellSet = 0
        self.windows = [0] * (len(STEPS) * CELLS)
        self.lists: list[set[Window] | None] = [None] * 256
        """The windows with 2 stones of one side alone or more, by their number."""
        for side in (ATTACKER, DEFENDER):
            for count in range(2, row + 1):
                self.lists[side * count] = set()

    def put(self, cell: Cell, side: int) -> None:
        """Put a stone on an empty cell."""
        if side == ATTACKER:
            self.attackers |= 1 << cell
        else:
            self.defenders |= 1 << cell
        self._change(cell, side)

    def take(self, cell: Cell) -> None:
        """Take a stone away."""
        if self.attackers >> cell & 1:
            self.attackers ^= 1 << cell
            self._change(cell, -ATTACKER)
        else:
            self.defenders ^= 1 << cell
            self._change(cell, -DEFENDER)

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

    @property
    def stones(self) -> CellSet:
        """All cells with a stone."""
        return self.attackers | self.defenders

    def windows_with(self, side: int, count: int) -> list[Window]:
        """The windows that hold this many stones of one side and none of the other."""
        if count == 1:
            own = self.attackers if side == ATTACKER else self.defenders
            return [
                window
                for stone in cells_of(own)
                for window in windows_of(stone, self.row)
                if self.windows[window] == side
            ]
        return list(self.lists[side * count] or ())

    def empty_cells(self, window: Window) -> CellSet:
        """The cells of a window without a stone."""
        return window_cells(window, self.row) & ~self.stones

    def completions(self, side: int) -> list[Cell]:
        """The cells that complete a row of this side, in their order."""
        missing = self.lists[side * (self.row - 1)]
        if not missing:
            return []
        return sorted({self.empty_cells(window).bit_length() - 1 for window in missing})
