"""Games in which two players mark empty cells, and rows of marks decide."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from plyground.errors import IllegalPosition
from plyground.verify.images import Images
from plyground.verify.model import Cell, Model, short, words_of

Marks: TypeAlias = tuple[int, int]
"""The marks of the side to move and those of the other side, a bit for each cell.

A row of the board takes one bit more than it has cells. That bit is never set, so a row of marks does not
go on from the right edge of the board to the left edge one row higher."""

MIRRORED: Final = 36
"""On boards of at most this many cells all images of a position have the same key."""


class MarkModel(Model):
    """What these games share: everything but what a row of marks means.

    A move is the bit of its cell.
    """

    players = ("X", "O")
    example = "3/1X1/O2 X"

    def __init__(self, columns: int, rows: int) -> None:
        super().__init__(columns, rows)
        self.stride = columns + 1
        self.board = sum(self.bit(cell) for cell in self.cells)
        self.steps = (1, self.stride, self.stride + 1, self.stride - 1)
        """By how many bits a row goes on: across, up, rising to the right, rising to the left."""
        self.images = self._images() if len(self.cells) <= MIRRORED else None
        self.completing = lru_cache(maxsize=1 << 12)(self.find_completing)

    def find_completing(self, marks: int) -> int:
        """The cells, empty or not, where one more mark makes a row that wins."""
        raise NotImplementedError

    def bit(self, cell: Cell) -> int:
        """The bit of a cell."""
        return 1 << cell[1] * self.stride + cell[0]

    def cell(self, bit: int) -> Cell:
        """The cell of a bit."""
        row, column = divmod(bit.bit_length() - 1, self.stride)
        return column, row

    def has_row(self, marks: int, length: int) -> bool:
        """Whether `length` marks or more stand in a row."""
        for step in self.steps:
            row = marks
            for distance in range(1, length):
                row &= marks >> distance * step
            if row:
                return True
        return False

    def rows_to_complete(self, marks: int, length: int) -> int:
        """The cells, empty or not, where one more mark makes `length` in a row."""
        found = 0
        for step in self.steps:
            along = [marks >> distance * step for distance in range(length)]
            for gap in range(length):
                others = self.board >> gap * step
                for distance in range(length):
                    if distance != gap:
                        others &= along[distance]
                found |= others << gap * step
        return found

    def start(self) -> Marks:
        return 0, 0

    def read(self, text: str) -> Marks:
        rows, word = words_of(text, 2, self.example)
        found = self.read_grid(rows, "XO")
        sides = [sum(self.bit(cell) for cell, mark in found.items() if mark == player) for player in "XO"]
        side = self.read_side(word)
        if sides[0].bit_count() - sides[1].bit_count() != side:
            raise IllegalPosition(f"{short(text)} has marks or a side to move that no game leads to")
        return sides[side], sides[1 - side]

    def side(self, state: Marks) -> int:
        return (state[0] | state[1]).bit_count() & 1

    def moves(self, state: Marks) -> list[int]:
        empty = self.board & ~(state[0] | state[1])
        found = []
        while empty:
            bit = empty & -empty
            found.append(bit)
            empty ^= bit
        return found

    def play(self, state: Marks, move: int) -> Marks:
        return state[1], state[0] | move

    def name(self, move: int) -> str:
        return self.cell_name(self.cell(move))

    def key(self, state: Marks) -> int:
        """The marks of the side to move and the others: with as many or one more, they tell the side."""
        if self.images is None:
            return state[0] | state[1] << self.stride * self.rows
        return self.images.least(*state)

    def can_win(self, state: Marks) -> bool:
        return bool(self.completing(state[0]) & self.board & ~(state[0] | state[1]))

    def _images(self) -> Images:
        def place(bit: int) -> int:
            return bit.bit_length() - 1

        number = {cell: index for index, cell in enumerate(self.cells)}
        return Images(
            [{place(self.bit(cell)): number[way(cell)] for cell in self.cells} for way in self.symmetries()]
        )
