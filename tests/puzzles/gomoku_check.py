"""What every move of a position of gomoku leads to, by a search that shares no code with the game's.

Cells are bits. Every cell is tried that can matter: within seven plies a row of five needs a stone that is
there already, so a cell without such a row is like a pass. A side that is threatened with five must stop it;
a move after which the other side could as well pass wins nothing. What the game itself says is tried out by
plain brute force on small boards in `tests/games/gomoku_wins/test_short_values.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

Cell = tuple[int, int]
ROOM = 5
"""Columns and rows around the stones of an endless field."""
SHORT = 7


def bits(cells: int) -> Iterator[int]:
    """The cells of a set, each as a set of its own."""
    while cells:
        lowest = cells & -cells
        yield lowest
        cells ^= lowest


@dataclass
class SlowWins:
    """Stones of two sides; the first is to move."""

    columns: int
    rows: int
    own: int
    other: int
    plies: int
    fives: tuple[list[int], list[int]] = field(init=False)
    """For each side the rows of five that it may complete."""
    cells: int = 0
    """The cells of those rows."""
    known: dict[tuple[int, int, int, int], bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        every = []
        for x in range(self.columns):
            for y in range(self.rows):
                for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    ends = x + 4 * right, y + 4 * up
                    if 0 <= ends[0] < self.columns and 0 <= ends[1] < self.rows:
                        every.append(sum(self.bit((x + i * right, y + i * up)) for i in range(5)))
        sides = (self.own, self.other)
        self.fives = ([], [])
        for side in (0, 1):
            for five in every:
                if not five & sides[1 - side] and (five & sides[side] or self.plies > SHORT):
                    self.fives[side].append(five)
                    self.cells |= five
        self.cells &= ~(self.own | self.other)

    def bit(self, cell: Cell) -> int:
        """A cell as a set of its own."""
        return 1 << (cell[1] * self.columns + cell[0])

    def value(self, cell: int) -> int:
        """In how many plies the first side wins with a move, or below zero loses; 0 for neither.

        No cell is a pass.
        """
        for plies in range(1, self.plies + 1, 2):
            if self.wins_with(0, self.own, self.other, cell, plies):
                return plies
        for plies in range(1, self.plies, 2):
            if self.wins(1, self.other, self.own | cell, plies):
                return -plies - 1
        return 0

    def ends(self, side: int, own: int, other: int) -> int:
        """The cells where a side completes five."""
        found = 0
        for five in self.fives[side]:
            if not five & other and (five & own).bit_count() == 4:
                found |= five & ~own
        return found

    def fours(self, side: int, own: int, other: int) -> dict[int, int]:
        """The cells where a side makes a four, with the cells that complete it."""
        found: dict[int, int] = {}
        for five in self.fives[side]:
            if not five & other and (five & own).bit_count() == 3:
                for cell in bits(five & ~own):
                    found[cell] = found.get(cell, 0) | five & ~own & ~cell
        return found

    def wins(self, side: int, own: int, other: int, plies: int) -> bool:
        """Whether a side that is to move wins within so many plies."""
        key = side, own, other, plies
        if key not in self.known:
            self.known[key] = self._wins(side, own, other, plies)
        return self.known[key]

    def _wins(self, side: int, own: int, other: int, plies: int) -> bool:
        if self.ends(side, own, other):
            return True
        if plies < 3:
            return False
        cells = self.ends(1 - side, other, own)
        if cells.bit_count() > 1:
            return False
        fours = self.fours(side, own, other)
        if not cells and any(ends.bit_count() > 1 for ends in fours.values()):
            return True
        if plies < 5:
            return bool(cells) and fours.get(cells, 0).bit_count() > 1
        if cells:
            return self.wins_with(side, own, other, cells, plies)
        return any(self.wins_with(side, own, other, cell, plies) for cell in fours) or any(
            self.wins_with(side, own, other, cell, plies)
            for cell in bits(self.cells & ~own & ~other)
            if cell not in fours
        )

    def wins_with(self, side: int, own: int, other: int, cell: int, plies: int) -> bool:
        """Whether a side wins within so many plies if it begins here."""
        if self.ends(side, own, other) & cell:
            return True
        own |= cell
        if plies < 3 or self.ends(1 - side, other, own):
            return False
        ends = self.ends(side, own, other)
        if ends:
            return ends.bit_count() > 1 or self.wins(side, own, other | ends, plies - 2)
        if plies < 5 or not self.wins(side, own, other, plies - 2):
            return False
        return all(self.wins(side, own, other | d, plies - 2) for d in self._replies(side, own, other))

    def _replies(self, side: int, own: int, other: int) -> Iterator[int]:
        """All that can be answered; where a four with two ends threatens, only what stops it or is a four."""
        counter = sum(self.fours(1 - side, other, own))
        for cell, ends in self.fours(side, own, other).items():
            if ends.bit_count() > 1:
                return bits(cell | counter | (ends if ends.bit_count() == 2 else 0))
        return bits(self.cells & ~own & ~other)


def slow_values(
    size: Cell | None, stones: dict[Cell, int], turn: int, plies: int
) -> tuple[dict[Cell, int], int | None]:
    """The value of every cell, and on an endless field, which has no size, of all others."""
    left = bottom = 0
    columns, rows = size or (0, 0)
    if size is None:
        left, bottom = (min(cell[axis] for cell in stones) - ROOM for axis in (0, 1))
        columns, rows = (
            max(cell[axis] for cell in stones) + ROOM + 1 - low for axis, low in ((0, left), (1, bottom))
        )
    places = {cell: (cell[1] - bottom) * columns + cell[0] - left for cell in stones}
    sides = [sum(1 << places[cell] for cell, owner in stones.items() if owner == side) for side in (0, 1)]
    slow = SlowWins(columns, rows, sides[turn], sides[1 - turn], plies)
    cells = [(x, y) for x in range(left, left + columns) for y in range(bottom, bottom + rows)]
    values = {
        cell: slow.value(slow.bit((cell[0] - left, cell[1] - bottom))) for cell in cells if cell not in stones
    }
    return values, slow.value(0) if size is None else None
