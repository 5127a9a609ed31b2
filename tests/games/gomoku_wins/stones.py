"""Stones on a field and the fives that they can become, in plain sets of cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

Cell = tuple[int, int]
Size = tuple[int, int]
"""Columns and rows."""

STEPS: tuple[Cell, ...] = ((1, 0), (0, 1), (1, 1), (1, -1))
NEAR = 5
"""On the endless field cells further than this from every stone are all alike."""


def fives_through(cell: Cell) -> Iterator[list[Cell]]:
    """Every five cells in a row of which this is one."""
    for right, up in STEPS:
        for back in range(5):
            yield [(cell[0] + (i - back) * right, cell[1] + (i - back) * up) for i in range(5)]


@dataclass(frozen=True)
class Stones:
    """What stands where, with the side to move and the cells where each side would complete five."""

    size: Size | None
    """None for the endless field."""
    taken: dict[Cell, int]
    turn: int
    fives: tuple[frozenset[Cell], frozenset[Cell]] = field(compare=False)

    @classmethod
    def after(cls, size: Size | None, cells: list[Cell]) -> Stones:
        """The position after these moves."""
        stones = cls(size, {}, 0, (frozenset(), frozenset()))
        for cell in cells:
            if cell in stones.taken or not stones.holds(cell) or stones.wins(cell):
                raise ValueError(f"{cell} cannot be played, or ends the game")
            stones = stones.plus(cell)
        return stones

    @property
    def key(self) -> frozenset[tuple[Cell, int]]:
        """Equal for equal positions with the same side to move."""
        return frozenset(self.taken.items())

    def holds(self, cell: Cell) -> bool:
        """Whether a cell belongs to the field."""
        return self.size is None or (0 <= cell[0] < self.size[0] and 0 <= cell[1] < self.size[1])

    def is_empty(self, cell: Cell) -> bool:
        """Whether a stone can be put there."""
        return cell not in self.taken and self.holds(cell)

    def wins(self, cell: Cell) -> bool:
        """Whether the side to move completes five there."""
        return cell in self.fives[self.turn]

    def made(self, cell: Cell, side: int) -> set[Cell]:
        """The cells that would complete a five through a new stone of a side on this cell."""
        found = set()
        for five in fives_through(cell):
            others = [other for other in five if other != cell and self.taken.get(other) != side]
            if len(others) == 1 and self.is_empty(others[0]):
                found.add(others[0])
        return found

    def plus(self, cell: Cell) -> Stones:
        """The position after a move that does not end the game."""
        fives = [self.fives[0] - {cell}, self.fives[1] - {cell}]
        fives[self.turn] |= self.made(cell, self.turn)
        return Stones(self.size, {**self.taken, cell: self.turn}, 1 - self.turn, (fives[0], fives[1]))

    def fours(self, side: int) -> dict[Cell, set[Cell]]:
        """Where a side would make a four, and the cells that would then complete it."""
        cells = {
            cell
            for stone, owner in self.taken.items()
            if owner == side
            for five in fives_through(stone)
            if sum(self.taken.get(cell) == side for cell in five) == 3
            and all(self.taken.get(cell, side) == side and self.holds(cell) for cell in five)
            for cell in five
            if cell not in self.taken
        }
        return {cell: self.made(cell, side) | self.fives[side] for cell in sorted(cells)}

    def winning_fours(self, side: int) -> dict[Cell, set[Cell]]:
        """Where a side would make a four, or two, that can be completed on two cells."""
        return {cell: ends for cell, ends in self.fours(side).items() if len(ends) >= 2}

    def every_cell(self) -> list[Cell]:
        """Every empty cell; on the endless field those near a stone, and one that stands for all others."""
        if self.size is not None:
            cells = ((column, row) for row in range(self.size[1]) for column in range(self.size[0]))
            return [cell for cell in cells if cell not in self.taken]
        span = range(-NEAR, NEAR + 1)
        near = {(column + right, row + up) for column, row in self.taken for right in span for up in span}
        far = (max((column for column, _ in self.taken), default=0) + 10 * NEAR, 0)
        return [*sorted(near - self.taken.keys()), far]
