"""The whole board as compiled code keeps it, however far apart the stones are, and its layout for a search.

Pages without Python play on this. In Python the same game is `plyground.games.gomoku.game`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.contract import (
    DRAWN,
    LOST,
    MOST_MOVES,
    OPEN,
    Moves,
    inward,
    kernel,
    lay_out,
    moves,
    outcome,
    outward,
    passed,
    play,
    reason,
    undo,
)
from plyground.endless_cells import HALF, LOW_BITS, column_of, endless_cell, row_of
from plyground.game_values import BoardView
from plyground.games.gomoku.field import (
    STRIDE,
    Field,
    Stones,
    new_stones,
    set_field_cells,
    set_keys,
    set_stones,
)
from plyground.games.gomoku.islands import (
    AT_COLUMN,
    AT_ROW,
    COLUMNS,
    CROSSES,
    ISLAND_NUMBERS,
    ISLANDS,
    LAYOUT_NUMBERS,
    MOST_ISLANDS,
    MOST_STONES,
    ROWS,
    STONES,
    Layout,
    cell_at,
    lay_stones,
    place_of_cell,
)
from plyground.games.gomoku.patterns import REACH
from plyground.games.gomoku.stones import (
    CELLS_NEAR,
    FIVE,
    across_of,
    count_stones,
    makes_five,
    up_of,
    write_empty,
    write_near,
)
from plyground.sorted_numbers import lower_bound, sort_numbers

Numbers = npt.NDArray[np.int64]

# Numbers of a position: the stones of each side, the moves that have been left out, whether there is a five
CROSSES_COUNT: Final = 0
NOUGHTS_COUNT: Final = 1
PASSES: Final = 2
IS_WON: Final = 3


class BoardRules(NamedTuple):
    """The size of the board, 0 by 0 for the endless field, and room to work in."""

    columns: int
    rows: int
    scratch: Numbers


class BoardStones(NamedTuple):
    """The stones of X and of O, as cells in order of their numbers."""

    crosses: Numbers
    noughts: Numbers
    numbers: Numbers


class FieldView(NamedTuple):
    """What a search works on, and where the stones of the board lie on it."""

    rules: Field
    pos: Stones
    layout: Layout


@kernel
def side_to_move(pos: BoardStones) -> int:
    """Whose turn it is."""
    numbers = pos.numbers
    return (numbers[CROSSES_COUNT] + numbers[NOUGHTS_COUNT] + numbers[PASSES]) & 1


@moves.of(BoardRules)
def _(rules: BoardRules, pos: BoardStones, out: Moves, at: int) -> int:
    numbers = pos.numbers
    crosses, noughts = numbers[CROSSES_COUNT], numbers[NOUGHTS_COUNT]
    if rules.columns > 0:
        return write_empty(pos.crosses, crosses, pos.noughts, noughts, rules.columns, rules.rows, out, at)
    return write_near(pos.crosses, crosses, pos.noughts, noughts, rules.scratch, out, at, MOST_MOVES)


@play.of(BoardRules)
def _(rules: BoardRules, pos: BoardStones, move: int) -> BoardStones:
    side = side_to_move(pos)
    stones = pos.noughts if side else pos.crosses
    count = pos.numbers[side]
    at = lower_bound(stones, 0, count, move)
    for index in range(count, at, -1):
        stones[index] = stones[index - 1]
    stones[at] = move
    pos.numbers[side] = count + 1
    pos.numbers[IS_WON] = makes_five(stones, count + 1, move)
    return pos


@undo.of(BoardRules)
def _(rules: BoardRules, pos: BoardStones, move: int) -> None:
    side = 1 - side_to_move(pos)
    stones = pos.noughts if side else pos.crosses
    count = pos.numbers[side]
    for index in range(lower_bound(stones, 0, count, move), count - 1):
        stones[index] = stones[index + 1]
    stones[count - 1] = 0
    pos.numbers[side] = count - 1
    pos.numbers[IS_WON] = 0


@outcome.of(BoardRules)
def _(rules: BoardRules, pos: BoardStones) -> int:
    if pos.numbers[IS_WON]:
        return LOST
    taken = pos.numbers[CROSSES_COUNT] + pos.numbers[NOUGHTS_COUNT]
    return DRAWN if rules.columns > 0 and taken == rules.columns * rules.rows else OPEN


@passed.of(BoardRules)
def _(rules: BoardRules, pos: BoardStones) -> BoardStones:
    numbers = pos.numbers
    numbers[PASSES] = 1 - numbers[PASSES]
    side = 1 - side_to_move(pos)
    stones = pos.noughts if side else pos.crosses
    numbers[IS_WON] = 0
    for index in range(numbers[side]):
        if makes_five(stones, numbers[side], stones[index]):
            numbers[IS_WON] = 1
    return pos


@reason.of(BoardRules)
def _(rules: BoardRules, pos: BoardStones, move: int, out: Moves) -> int:
    side = 1 - side_to_move(pos)
    stones = pos.noughts if side else pos.crosses
    count = pos.numbers[side]
    keys = rules.scratch
    for index in range(count):  # in order of columns and rows, as people read rows of five
        keys[index] = (column_of(stones[index]) << 32) + row_of(stones[index]) + HALF
    sort_numbers(keys, 0, count)
    end = 1
    for direction in range(4):
        across, up = across_of(direction), up_of(direction)
        for index in range(count):
            column, row = keys[index] >> 32, (keys[index] & LOW_BITS) - HALF
            cell = endless_cell(column, row)
            if count_stones(stones, count, cell, -across, -up, 1) > 0:
                continue
            length = 1 + count_stones(stones, count, cell, across, up, count)
            if length >= FIVE and end + length < len(out):
                out[0] += 1
                out[end] = length
                for step in range(length):
                    out[end + 1 + step] = cell_number(rules, column + step * across, row + step * up)
                end += 1 + length
    return 0 if out[0] > 0 else 1


@kernel
def cell_number(rules: BoardRules, column: int, row: int) -> int:
    """A cell as pictures count it."""
    return row * rules.columns + column if rules.columns > 0 else endless_cell(column, row)


# The layout


@lay_out.of(BoardRules)
def _(rules: BoardRules, pos: BoardStones, view: FieldView) -> FieldView:
    layout, numbers = view.layout, view.layout.numbers
    crosses, noughts = pos.numbers[CROSSES_COUNT], pos.numbers[NOUGHTS_COUNT]
    for index in range(crosses):
        layout.moves[index] = pos.crosses[index]
    for index in range(noughts):
        layout.moves[crosses + index] = pos.noughts[index]
    numbers[CROSSES] = crosses
    numbers[STONES] = crosses + noughts
    lay_stones(layout, rules.columns, rules.rows)
    islands = layout.islands
    if view.rules.keys[0] == np.uint64(0):  # they are not kept in a module, where they would be most of it
        set_keys(view.rules.keys)
    for row in range(len(view.rules.inside)):
        view.rules.inside[row] = np.uint64(0)
    top = 0
    for index in range(numbers[ISLANDS]):
        at = ISLAND_NUMBERS * index
        bottom, rows = islands[at + AT_ROW], islands[at + ROWS]
        set_field_cells(view.rules.inside, islands[at + AT_COLUMN], bottom, islands[at + COLUMNS], rows)
        top = max(top, bottom + rows)
    middle = (islands[AT_ROW] + islands[ROWS] // 2) * STRIDE + islands[AT_COLUMN] + islands[COLUMNS] // 2
    field = view.rules
    laid = Field(
        top - REACH,
        middle,
        rules.columns == 0,
        field.inside,
        field.keys,
        field.kinds,
        field.facts,
    )
    for index in range(crosses + noughts):
        layout.stack[index] = place_of_cell(layout, layout.moves[index])
    set_stones(laid, view.pos, layout.stack, crosses, crosses + noughts, side_to_move(pos))
    return FieldView(laid, view.pos, layout)


@outward.of(BoardRules)
def _(rules: BoardRules, view: FieldView, move: int) -> int:
    return cell_at(view.layout, move)


@inward.of(BoardRules)
def _(rules: BoardRules, view: FieldView, move: int) -> int:
    return place_of_cell(view.layout, move)


def new_board_view(columns: int, rows: int, field: Field) -> BoardView:
    """An empty board, and room for its layout."""
    half = MOST_STONES // 2
    scratch = np.zeros(CELLS_NEAR * MOST_STONES, np.int64)
    stones = BoardStones(np.zeros(half, np.int64), np.zeros(half, np.int64), np.zeros(4, np.int64))
    own_field = field._replace(inside=field.inside.copy(), keys=np.zeros_like(field.keys))
    view = FieldView(own_field, new_stones(field, ([], []), 0), new_layout(MOST_STONES))
    return BoardView(BoardRules(columns, rows, scratch), stones, view)


def new_layout(stones: int) -> Layout:
    """Room for the layout of so many stones."""
    numbers, islands = np.zeros(LAYOUT_NUMBERS, np.int64), np.zeros(ISLAND_NUMBERS * MOST_ISLANDS, np.int64)
    return Layout._make([numbers, *(np.zeros(stones + 1, np.int64) for _ in range(10)), islands])
