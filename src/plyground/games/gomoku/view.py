"""The part of the board that a search looks at, in Python: see `islands`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from plyground.game import View
from plyground.games.gomoku.field import Field, new_field, new_stones
from plyground.games.gomoku.islands import (
    AT_COLUMN,
    AT_ROW,
    COLUMNS,
    CROSSES,
    ISLAND_NUMBERS,
    ISLANDS,
    LAYOUT_NUMBERS,
    MOST_ISLANDS,
    ROWS,
    STONES,
    Layout,
    cell_at,
    lay_stones,
    place_of_cell,
)

Rectangle = tuple[tuple[int, int], int, int]
"""The lowest cell, columns and rows."""


def view_of(columns: int, rows: int, crosses: Sequence[int], noughts: Sequence[int], side: int) -> View:
    """The stones of a board on a field, and how its moves are called there; no size means no edges."""
    layout = layout_of(columns, rows, crosses, noughts)
    islands = layout.islands
    ends = range(0, ISLAND_NUMBERS * layout.numbers[ISLANDS], ISLAND_NUMBERS)
    rules = field_with(
        tuple(
            ((islands[at + AT_COLUMN], islands[at + AT_ROW]), islands[at + COLUMNS], islands[at + ROWS])
            for at in ends
        ),
        columns == 0,
    )

    def inward(move: int) -> int | None:
        place = place_of_cell(layout, move)
        return None if place < 0 else place

    taken = [[place for place in map(inward, stones) if place is not None] for stones in (crosses, noughts)]
    pos = new_stones(rules, (taken[0], taken[1]), side)
    return View(rules, pos, lambda place: cell_at(layout, int(place)), inward)


def layout_of(columns: int, rows: int, crosses: Sequence[int], noughts: Sequence[int]) -> Layout:
    """Where the stones of a board, given by their cells in order, lie on the field of a search."""
    count = len(crosses) + len(noughts)
    room = [[0] * (count + 1) for _ in range(9)]
    islands = [0] * ISLAND_NUMBERS * MOST_ISLANDS
    layout = Layout._make([[0] * LAYOUT_NUMBERS, [*crosses, *noughts], *room, islands])
    layout.numbers[STONES] = count
    layout.numbers[CROSSES] = len(crosses)
    lay_stones(layout, columns, rows)
    return layout


@lru_cache(maxsize=64)
def field_with(rectangles: tuple[Rectangle, ...], endless: bool) -> Field:
    """A field that consists of rectangles with closed cells around them."""
    return new_field(rectangles, endless=endless)
