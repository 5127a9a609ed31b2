"""The part of the board that a search looks at: stones laid onto a field of limited size.

A board with edges is laid out as it is. On the endless field stones that are far from each other do not
touch each other's lines: they form islands, which are laid side by side with closed cells between them, so
that a stone two thousand million cells away takes no more room than one next door.

Of the images that turning and mirroring make of a position always the same one is laid out. So what a search
finds does not depend on where the game is played or which way it is turned.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from plyground.game import View
from plyground.games.gomoku.field import STRIDE, WIDEST, Field, new_field, new_stones
from plyground.games.gomoku.patterns import REACH

Cell = tuple[int, int]
Turn = tuple[int, int, int, int]
"""A turned or mirrored image: the new column is a * column + b * row, the new row c * column + d * row."""

FLIPS: Final[tuple[Turn, ...]] = ((1, 0, 0, 1), (-1, 0, 0, 1), (1, 0, 0, -1), (-1, 0, 0, -1))
TURNS: Final[tuple[Turn, ...]] = (*FLIPS, (0, 1, 1, 0), (0, -1, 1, 0), (0, 1, -1, 0), (0, -1, -1, 0))

SMALLEST: Final = -(2**31)
LARGEST: Final = 2**31 - 1
"""Even an endless field ends somewhere: its coordinates are whole numbers of 32 bits."""

MARGIN: Final = 9
"""How far an island reaches beyond its stones."""
APART: Final = 2 * MARGIN
"""Stones further apart than this have no cell in common that is near both."""
INNER: Final = WIDEST - 2 * REACH
"""How wide stones can be apart and still have room on either side."""
HEAT: Final = (0, 1, 10, 1_000, 1_000_000)
"""How much 0 to 4 stones of one side within five cells in a row matter, if the other has none there."""


class Island(NamedTuple):
    """A rectangle of the turned board, with the column and row of the field where it lies."""

    left: int
    bottom: int
    columns: int
    rows: int
    at: Cell

    def holds(self, cell: Cell) -> bool:
        """Whether a cell of the turned board belongs to it."""
        return 0 <= cell[0] - self.left < self.columns and 0 <= cell[1] - self.bottom < self.rows

    def within(self, left: int, bottom: int, right: int, top: int) -> Island:
        """The part of it between these columns and rows, the last ones excluded."""
        left, bottom = max(left, self.left), max(bottom, self.bottom)
        columns = min(right, self.left + self.columns) - left
        rows = min(top, self.bottom + self.rows) - bottom
        return self._replace(left=left, bottom=bottom, columns=max(0, columns), rows=max(0, rows))

    def beside(self, other: Island) -> tuple[Island, Island, Island, Island]:
        """The parts of it to the left of another, to the right, below and above."""
        left, bottom, right, top = self.left, self.bottom, self.left + self.columns, self.bottom + self.rows
        return (
            self.within(left, bottom, other.left, top),
            self.within(other.left + other.columns, bottom, right, top),
            self.within(left, bottom, right, other.bottom),
            self.within(left, other.bottom + other.rows, right, top),
        )

    def meets(self, other: Island) -> bool:
        """Whether they have a cell in common."""
        shared = self.within(other.left, other.bottom, other.left + other.columns, other.bottom + other.rows)
        return shared.columns > 0 < shared.rows


def turn_cell(cell: Cell, turn: Turn) -> Cell:
    """A cell's image.

    >>> turn_cell((2, 1), (0, -1, 1, 0))
    (-1, 2)
    """
    column, row = cell
    return turn[0] * column + turn[1] * row, turn[2] * column + turn[3] * row


def turn_cell_back(cell: Cell, turn: Turn) -> Cell:
    """The cell with this image."""
    return turn_cell(cell, (turn[0], turn[2], turn[1], turn[3]))


def view_of(
    columns: int,
    rows: int,
    stones: dict[Cell, int],
    side: int,
    to_move: Callable[[Cell], int],
    to_cell: Callable[[int], Cell],
) -> View:
    """The stones on a field, and how its moves are called on the board; no size means no edges."""
    endless = columns == 0
    turn = canonical_turn(columns, rows, stones, endless=endless)
    image = {turn_cell(cell, turn): player for cell, player in stones.items()}
    islands = laid_out(image, whole_field(turn)) if endless else [whole_board(columns, rows, turn)]
    rules = field_with(tuple((island.at, island.columns, island.rows) for island in islands), endless)
    taken: tuple[list[int], list[int]] = ([], [])
    for cell, player in image.items():
        for island in islands:
            if island.holds(cell):
                taken[player].append(place_in(island, cell))
    for places in taken:
        places.sort()

    def outward(place: int) -> int:
        at = (place % STRIDE, place // STRIDE)
        for island in islands:
            column, row = at[0] - island.at[0], at[1] - island.at[1]
            if 0 <= column < island.columns and 0 <= row < island.rows:
                return to_move(turn_cell_back((island.left + column, island.bottom + row), turn))
        raise AssertionError(f"cell {place} of the field lies on no island")

    def inward(move: int) -> int | None:
        cell = turn_cell(to_cell(move), turn)
        return next((place_in(island, cell) for island in islands if island.holds(cell)), None)

    return View(rules, new_stones(rules, taken, side), outward, inward)


def place_in(island: Island, cell: Cell) -> int:
    """The cell of the field where a cell of an island lies."""
    column, row = cell[0] - island.left + island.at[0], cell[1] - island.bottom + island.at[1]
    return row * STRIDE + column


@lru_cache(maxsize=64)
def field_with(rectangles: tuple[tuple[Cell, int, int], ...], endless: bool) -> Field:
    """A field that consists of rectangles with closed cells around them."""
    return new_field(rectangles, endless=endless)


def whole_board(columns: int, rows: int, turn: Turn) -> Island:
    """A board with edges as the one island that there is."""
    return between((0, 0), (columns - 1, rows - 1), turn)


def whole_field(turn: Turn) -> Island:
    """The endless field as an island, too large to be laid out."""
    return between((SMALLEST, SMALLEST), (LARGEST, LARGEST), turn)


def between(lowest: Cell, highest: Cell, turn: Turn) -> Island:
    """The image of everything between two corners."""
    corners = [turn_cell(corner, turn) for corner in (lowest, highest)]
    left, bottom = (min(corner[axis] for corner in corners) for axis in (0, 1))
    right, top = (max(corner[axis] for corner in corners) for axis in (0, 1))
    return Island(left, bottom, right - left + 1, top - bottom + 1, (REACH, REACH))


def canonical_turn(columns: int, rows: int, stones: dict[Cell, int], *, endless: bool) -> Turn:
    """The image to lay out: of all the one whose stones come first."""
    turns = TURNS if endless or columns == rows else FLIPS

    def shape(turn: Turn) -> tuple[list[tuple[int, int, int]], list[int]]:
        image = [(*turn_cell(cell, turn), player) for cell, player in stones.items()]
        board = whole_field(turn) if endless else whole_board(columns, rows, turn)
        if not endless:
            return sorted(
                (column - board.left, row - board.bottom, player) for column, row, player in image
            ), []
        left, bottom = (min(cell[axis] for cell in image) for axis in (0, 1))
        right, top = (max(cell[axis] for cell in image) for axis in (0, 1))
        rooms = (
            left - board.left,
            bottom - board.bottom,
            board.left + board.columns - right,
            board.bottom + board.rows - top,
        )
        stones_first = sorted((column - left, row - bottom, player) for column, row, player in image)
        return stones_first, [min(room, MARGIN + 1) for room in rooms]

    return min(turns, key=shape) if stones else turns[0]


# Islands


def laid_out(stones: dict[Cell, int], field: Island) -> list[Island]:
    """Rectangles around the stones, as many as there is room for, those first where most is going on.

    No cell belongs to two of them.
    """
    groups = clusters(sorted(stones)) if stones else [[(0, 0)]]
    if len(groups) == 1 and fits(groups[0]):
        return [around(groups[0], {}, field)]
    heat = heat_of(stones)

    def weigh(group: list[Cell]) -> tuple[int, int, list[Cell]]:
        return -max(heat[cell] for cell in group), -len(group), group

    queue = [weigh(group) for group in groups]
    heapify(queue)
    placed: list[Island] = []
    shelves = Shelves()
    while queue:
        group = heappop(queue)[-1]
        island = around(group, heat, field)
        outside = [cell for cell in group if not island.holds(cell)]
        for rest in clusters(outside) if outside else []:
            heappush(queue, weigh(rest))
        for other in placed:
            if island.meets(other):
                held = [cell for cell in group if not other.holds(cell)]
                island = max(
                    island.beside(other), key=lambda part: (sum(map(part.holds, held)), part.columns)
                )
        if any(map(island.holds, group)):
            spot = shelves.place(island)
            if spot is not None:
                placed.append(island._replace(at=spot))
    return placed


def heat_of(stones: dict[Cell, int]) -> dict[Cell, int]:
    """How much is going on at each stone."""
    heat = dict.fromkeys(stones, 1)
    for (column, row), (right, up) in product(stones, ((1, 0), (0, 1), (1, 1), (1, -1))):
        for start in range(-4, 1):
            cells = [(column + step * right, row + step * up) for step in range(start, start + 5)]
            found = [stones[cell] for cell in cells if cell in stones]
            if len(set(found)) == 1:
                heat[column, row] += HEAT[min(len(found), 4)]
    return heat


def clusters(cells: list[Cell]) -> list[list[Cell]]:
    """The cells in groups that are apart from each other."""
    places = np.array(cells, np.int64)
    unseen = np.ones(len(cells), bool)
    groups = []
    for start in range(len(cells)):
        if not unseen[start]:
            continue
        group, edge = [], [start]
        unseen[start] = False
        while edge:
            here = edge.pop()
            group.append(here)
            close = unseen & (np.abs(places - places[here]).max(axis=1) <= APART)
            edge += np.flatnonzero(close).tolist()
            unseen[close] = False
        groups.append(sorted(cells[index] for index in group))
    return groups


def fits(cells: list[Cell]) -> bool:
    """Whether there is room for all of these cells."""
    return all(max(numbers) - min(numbers) < INNER for numbers in zip(*cells, strict=True))


def around(cells: list[Cell], heat: dict[Cell, int], field: Island) -> Island:
    """A rectangle around these cells, the part where most is going on if all is too large."""
    left, columns = stretch([(cell[0], heat.get(cell, 1)) for cell in cells])
    held = [cell for cell in cells if left <= cell[0] < left + columns]
    bottom, rows = stretch([(cell[1], heat.get(cell, 1)) for cell in held])
    island = Island(left, bottom, columns, rows, (REACH, REACH))
    return island.within(field.left, field.bottom, field.left + field.columns, field.bottom + field.rows)


def stretch(weights: list[tuple[int, int]]) -> tuple[int, int]:
    """Where a stretch around these numbers, each with its weight, begins and how long it is."""
    numbers = [number for number, _ in weights]
    low, high = min(numbers), max(numbers)
    spare = WIDEST - (high - low + 1)
    if spare >= 2 * REACH:
        margin = min(MARGIN, spare // 2)
        return low - margin, high - low + 1 + 2 * margin
    best = max(
        sorted(set(numbers)),
        key=lambda start: sum(weight for number, weight in weights if start <= number < start + INNER),
    )
    return best - REACH, WIDEST


class Shelves:
    """The field as shelves for islands, from the bottom up, with closed cells between."""

    def __init__(self) -> None:
        self.shelf = self.column = REACH
        self.height = 0

    def place(self, island: Island) -> Cell | None:
        """Where an island goes, or None if there is no room left for it."""
        limit = REACH + WIDEST
        shelf, column, height = self.shelf, self.column, self.height
        if column + island.columns > limit:
            shelf, column, height = shelf + height + 1, REACH, 0
        if shelf + island.rows > limit:
            return None
        self.shelf, self.column = shelf, column + island.columns + 1
        self.height = max(height, island.rows)
        return column, shelf
