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

APART: Final = 2 * REACH
"""Stones further apart than this have no cell in common that lies on a line of both."""
MARGIN: Final = 9
"""How far an island's part of the field reaches beyond its stones."""
SMALLEST: Final = 2 * MARGIN + 1


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


def turned(cell: Cell, turn: Turn) -> Cell:
    """A cell's image.

    >>> turned((2, 1), (0, -1, 1, 0))
    (-1, 2)
    """
    column, row = cell
    return turn[0] * column + turn[1] * row, turn[2] * column + turn[3] * row


def turned_back(cell: Cell, turn: Turn) -> Cell:
    """The cell with this image."""
    return turned(cell, (turn[0], turn[2], turn[1], turn[3]))


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
    image = {turned(cell, turn): player for cell, player in stones.items()}
    islands = laid_out(image) if endless else [whole_board(columns, rows, turn)]
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
                return to_move(turned_back((island.left + column, island.bottom + row), turn))
        raise AssertionError(f"cell {place} of the field lies on no island")

    def inward(move: int) -> int | None:
        cell = turned(to_cell(move), turn)
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
    corners = [turned(corner, turn) for corner in ((0, 0), (columns - 1, rows - 1))]
    left, bottom = (min(corner[axis] for corner in corners) for axis in (0, 1))
    across, upright = (columns, rows) if turn[0] else (rows, columns)
    return Island(left, bottom, across, upright, (REACH, REACH))


def canonical_turn(columns: int, rows: int, stones: dict[Cell, int], *, endless: bool) -> Turn:
    """The image to lay out: of all the one whose stones come first."""
    turns = TURNS if endless or columns == rows else FLIPS

    def shape(turn: Turn) -> list[tuple[int, int, int]]:
        image = [(*turned(cell, turn), player) for cell, player in stones.items()]
        if endless:
            left, bottom = (min(cell[axis] for cell in image) for axis in (0, 1))
        else:
            board = whole_board(columns, rows, turn)
            left, bottom = board.left, board.bottom
        return sorted((column - left, row - bottom, player) for column, row, player in image)

    return min(turns, key=shape) if stones else turns[0]


# Islands


def laid_out(stones: dict[Cell, int]) -> list[Island]:
    """Rectangles around the stones, as many as there is room for, those first where most is going on."""
    if not stones:
        return [Island(-MARGIN, -MARGIN, SMALLEST, SMALLEST, (REACH, REACH))]
    groups = clusters(sorted(stones))
    if len(groups) == 1:
        return [whole_cluster(groups[0])]
    groups.sort(key=lambda group: (-most_in_five(group, stones), -len(group), group))
    return packed([whole_cluster(group) for group in groups])


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


def most_in_five(group: list[Cell], stones: dict[Cell, int]) -> int:
    """The most stones that one side has within five cells in a row where the other has none."""
    most = 1
    for column, row in group:
        player = stones[column, row]
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            found = [stones.get((column + step * right, row + step * up)) for step in range(5)]
            if 1 - player not in found:
                most = max(most, found.count(player))
    return most


def whole_cluster(cells: list[Cell]) -> Island:
    """A rectangle around these cells, the part with the most of them if all is too large."""
    left, columns = stretch([column for column, _ in cells])
    held = [cell for cell in cells if left <= cell[0] < left + columns]
    bottom, rows = stretch([row for _, row in held])
    return Island(left, bottom, columns, rows, (REACH, REACH))


def stretch(numbers: list[int]) -> tuple[int, int]:
    """Where a stretch around these numbers begins and how long it is."""
    low, high = min(numbers), max(numbers)
    spare = WIDEST - (high - low + 1)
    if spare >= 0:
        margin = min(MARGIN, spare // 2)
        return low - margin, high - low + 1 + 2 * margin
    inner = WIDEST - 2 * REACH
    best = max(sorted(numbers), key=lambda start: sum(start <= number < start + inner for number in numbers))
    return best - REACH, WIDEST


def packed(islands: list[Island]) -> list[Island]:
    """The islands on shelves from the bottom up; those for which there is no room are left out."""
    placed: list[Island] = []
    shelf, height, column = REACH, 0, REACH
    limit = REACH + WIDEST
    for island in islands:
        if column + island.columns > limit:
            if not placed:
                continue
            if shelf + height + 1 + island.rows > limit:
                continue
            shelf, height, column = shelf + height + 1, 0, REACH
        if shelf + island.rows > limit:
            continue
        placed.append(island._replace(at=(column, shelf)))
        column += island.columns + 1
        height = max(height, island.rows)
    return placed
