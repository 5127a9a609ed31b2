"""Numerical tic-tac-toe: whoever completes a line with the sum of a magic square wins."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise, permutations, product
from typing import Final, TypeAlias

from plyground.errors import IllegalPosition
from plyground.verify.images import unions
from plyground.verify.model import DRAWN, LOST, OPEN, Cell, Model, short, words_of

Position: TypeAlias = int
"""One number: six bits for the sum of each line; from `EMPTY` on a bit for each empty cell; from `LEFT` on
a bit for each number that is left. A move only adds to it, the same amount wherever it is made."""
Move: TypeAlias = tuple[int, int, int]
"""A cell, a number, and what the move adds to a position."""

LANE: Final = 6
EMPTY: Final = 60
LEFT: Final = 76
SIXTEEN: Final = 0xFFFF
SUM: Final = 63
FIELD: Final = 80
"""How many bits one image of the sums and the empty cells takes, beside the others."""

MIRRORED: Final = 8
"""With at least this many empty cells all images of a position have the same key."""


class NumericalModel(Model):
    """Odd and even put their numbers on empty cells.

    >>> game = NumericalModel(3)
    >>> state = game.read("5,.,./4,.,./.,3,. even")
    >>> len(game.moves(state)), game.can_win(state)
    (18, True)
    """

    players = ("odd", "even")
    example = ".,.,./.,5,./2,.,. odd"

    def __init__(self, size: int) -> None:
        super().__init__(size, size)
        self.count = size * size
        self.most_moves = self.count * ((self.count + 1) // 2)
        self.sum = size * (self.count + 1) // 2
        self.lines = self._lines()
        self.step = [
            [self._added_by(cell, number + 1) for number in range(self.count)] for cell in range(self.count)
        ]
        self.own = [sum(1 << number - 1 for number in range(1 + side, self.count + 1, 2)) for side in (0, 1)]
        """The numbers of each side, as bits."""
        self.lanes = cache(self._lanes)
        self.completable = self._completable()
        self.image_sums, self.image_cells = self._all_images()
        self.image_bytes = FIELD // 8 * len(self._symmetries())

    # Rules

    def start(self) -> Position:
        every = (1 << self.count) - 1
        return every << EMPTY | every << LEFT

    def side(self, state: Position) -> int:
        return (self.count - (state >> LEFT).bit_count()) & 1

    def moves(self, state: Position) -> list[Move]:
        """Cell by cell, and on each from the smallest number to the largest."""
        empty = state >> EMPTY & SIXTEEN
        return self._puts([cell for cell in range(self.count) if empty >> cell & 1], state)

    def play(self, state: Position, move: Move) -> Position:
        return state + move[2]

    def result(self, state: Position) -> int:
        empty = state >> EMPTY & SIXTEEN
        for lane in self.lanes(empty)[0]:
            if state >> lane & SUM == self.sum:
                return LOST
        return OPEN if empty else DRAWN

    def name(self, move: Move) -> str:
        return f"{self.cell_name(self.cells[move[0]])}={move[1]}"

    def _puts(self, cells: list[int], state: Position) -> list[Move]:
        left = state >> LEFT & self.own[self.side(state)]
        numbers = [number for number in range(1, self.count + 1) if left >> number - 1 & 1]
        return [(cell, number, self.step[cell][number - 1]) for cell in cells for number in numbers]

    def _lines(self) -> list[list[int]]:
        """The cells of every line: rows, columns, the two diagonals."""
        along = range(self.rows)
        rows = [[row * self.rows + column for column in along] for row in along]
        columns = [[row * self.rows + column for row in along] for column in along]
        rising = [place * self.rows + place for place in along]
        falling = [place * self.rows + self.rows - 1 - place for place in along]
        return [*rows, *columns, rising, falling]

    def _added_by(self, cell: int, number: int) -> int:
        """What putting a number on a cell adds to a position."""
        sums = sum(number << LANE * place for place, line in enumerate(self.lines) if cell in line)
        return sums - (1 << EMPTY + cell) - (1 << LEFT + number - 1)

    def _lanes(self, empty: int) -> tuple[list[int], list[int], list[tuple[int, int, int]]]:
        """For a set of empty cells where the sums of the full lines stand, those of the lines with one empty
        cell, and of every line that is not full: where its sum stands, its empty cells and their number."""
        full, single, rest = [], [], []
        for place, line in enumerate(self.lines):
            gaps = sum(1 << cell for cell in line if empty >> cell & 1)
            if not gaps:
                full.append(LANE * place)
                continue
            if gaps.bit_count() == 1:
                single.append(LANE * place)
            rest.append((LANE * place, gaps, gaps.bit_count()))
        return full, single, rest

    # What saves work

    def can_win(self, state: Position) -> bool:
        own = self.own[self.side(state)] & state >> LEFT
        for lane in self.lanes(state >> EMPTY & SIXTEEN)[1]:
            missing = self.sum - (state >> lane & SUM)
            if missing > 0 and own >> missing - 1 & 1:
                return True
        return False

    def key(self, state: Position) -> int:
        """What still matters: the numbers left, the lines that can still be completed, and their empty cells.

        A line is dead once no numbers that are left make it right; its sum is left out. Empty cells that
        are on dead lines alone are all alike, and there are as many of them as numbers are left beyond
        the other empty cells; so they are left out too.
        """
        left = state >> LEFT
        completable = self.completable[left]
        kept = live = 0
        if left.bit_count() < MIRRORED:
            for lane, gaps, count in self.lanes(state >> EMPTY & SIXTEEN)[2]:
                total = state >> lane & SUM
                if completable[count] >> total & 1:
                    kept |= total << lane
                    live |= gaps
            return left << LEFT | live << EMPTY | kept
        for lane, gaps, count in self.lanes(state >> EMPTY & SIXTEEN)[2]:
            total = state >> lane & SUM
            if completable[count] >> total & 1:
                kept += total * self.image_sums[lane]
                live |= gaps
        kept += self.image_cells[0][live & 255] + self.image_cells[1][live >> 8]
        images = kept.to_bytes(self.image_bytes, "big")
        least = min([images[at : at + FIELD // 8] for at in range(0, self.image_bytes, FIELD // 8)])
        return left << LEFT | int.from_bytes(least, "big")

    def replies(self, state: Position) -> list[Move]:
        """Of the empty cells that are on dead lines alone only the first is tried."""
        empty = state >> EMPTY & SIXTEEN
        completable = self.completable[state >> LEFT]
        live = 0
        for lane, gaps, count in self.lanes(empty)[2]:
            if completable[count] >> (state >> lane & SUM) & 1:
                live |= gaps
        dead = empty & ~live
        tried = live | dead & -dead
        return self._puts([cell for cell in range(self.count) if tried >> cell & 1], state)

    def _completable(self) -> list[list[int]]:
        """For every set of numbers left and every count of empty cells the sums that can become right."""
        found = [[1 << self.sum] + [0] * self.rows]
        for number in range(1, self.count + 1):
            found += [
                [each[0], *(more | fewer >> number for fewer, more in pairwise(each))] for each in found
            ]
        return found

    def _symmetries(self) -> list[list[int]]:
        """Where every reordering of rows and columns that makes lines of lines takes each cell."""
        lines = {frozenset(line) for line in self.lines}
        orders = list(permutations(range(self.rows)))
        found = []
        for rows, columns, turned in product(orders, orders, (False, True)):
            places = [(rows[row], columns[column]) for row in range(self.rows) for column in range(self.rows)]
            order = [b * self.rows + a if turned else a * self.rows + b for a, b in places]
            if {frozenset(order[cell] for cell in line) for line in self.lines} == lines:
                found.append(order)
        return found

    def _all_images(self) -> tuple[dict[int, int], list[list[int]]]:
        """What a line's sum of 1, and what each set of the first and of the last eight cells, becomes in all
        images, one beside the other in fields of one number."""
        fields = list(enumerate(self._symmetries()))
        places = {frozenset(line): place for place, line in enumerate(self.lines)}
        sums = {
            LANE * place: sum(
                1 << FIELD * field + LANE * places[frozenset(order[cell] for cell in line)]
                for field, order in fields
            )
            for place, line in enumerate(self.lines)
        }
        cells = [
            sum(1 << FIELD * field + EMPTY + order[cell] for field, order in fields)
            for cell in range(self.count)
        ]
        return sums, [unions(cells[:8]), unions(cells[8:])]

    # Text

    def read(self, text: str) -> Position:
        rows, word = words_of(text, 2, self.example)
        numbers = self._read_numbers(rows)
        state = self.start()
        for cell, number in numbers.items():
            state += self.step[self.cells.index(cell)][number - 1]
        odd = sum(number % 2 for number in numbers.values())
        if self.read_side(word) != 2 * odd - len(numbers):
            raise IllegalPosition(f"{short(text)} has numbers or a side to move that no game leads to")
        return state

    def _read_numbers(self, text: str) -> dict[Cell, int]:
        lines = [line.split(",") for line in text.split("/")]
        if len(lines) != self.rows or any(len(line) != self.columns for line in lines):
            raise IllegalPosition(f"{short(text)} does not fit a board of {self.columns}x{self.rows}")
        numbers: dict[Cell, int] = {}
        for row, line in zip(reversed(range(self.rows)), lines, strict=True):
            for column, word in enumerate(line):
                if word == ".":
                    continue
                if not re.fullmatch("[1-9][0-9]?", word) or int(word) > self.count:
                    raise IllegalPosition(f"{short(word)} is no number from 1 to {self.count}, nor a dot")
                if int(word) in numbers.values():
                    raise IllegalPosition(f"{word} is there twice; each number is used once")
                numbers[column, row] = int(word)
        return numbers
