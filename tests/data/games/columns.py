"""Drop discs into columns; four in a row win. A move is a column, and a disc falls to the lowest empty cell.

Options
    size    COLSxROWS from 4x4 to 8x8, default 7x6
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from plyground.bits import bit, popcount
from plyground.cells import column_name
from plyground.contract import DRAWN, LOST, OPEN, Moves, kernel, moves, outcome, play
from plyground.game import Ending, Game, LastMove, Picture
from plyground.games.lines import Starts, Steps, any_run, board_mask, runs, set_cells, starts, steps
from plyground.variants import Size


class Rules(NamedTuple):
    columns: int
    rows: int
    board: np.uint64
    steps: Steps
    fours: Starts


class Position(NamedTuple):
    own: np.uint64
    other: np.uint64


@kernel
def landing(rules: Rules, pos: Position, column: int) -> int:
    """The cell where a disc comes to rest; outside the board if the column is full."""
    cell = column
    while (pos.own | pos.other) & bit(cell):
        cell += rules.columns
    return cell


@moves.of(Rules)
def _(rules: Rules, pos: Position, out: Moves, at: int) -> int:
    for column in range(rules.columns):
        if not (pos.own | pos.other) & bit((rules.rows - 1) * rules.columns + column):
            out[at] = column
            at += 1
    return at


@play.of(Rules)
def _(rules: Rules, pos: Position, move: int) -> Position:
    return Position(pos.other, pos.own | bit(landing(rules, pos, move)))


@outcome.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    if any_run(pos.other, rules.steps, rules.fours, 4):
        return LOST
    return DRAWN if pos.own | pos.other == rules.board else OPEN


class Columns(Game):
    """Four in a row with discs that fall."""

    name = "columns"
    title = "Columns"
    summary = "Drop discs into columns; four in a row win."
    words = "Take turns to drop a disc into a column. Four in a row win."
    players = ("X", "O")
    options = (Size((7, 6), smallest=4, largest=8),)

    def setup(self) -> tuple[Rules, Position]:
        columns, rows = self.columns, self.rows
        board, fours = board_mask(columns * rows), starts(columns, rows, 4)
        return Rules(columns, rows, board, steps(columns), fours), Position(np.uint64(0), np.uint64(0))

    def move_text(self, move: int) -> str:
        return column_name(move)

    def cells(self, pos: Position, move: int) -> tuple[str, ...]:
        return (self.cell_text(landing(self.rules, pos, move)),)

    def picks(self, pos: Position, move: int) -> tuple[str, ...]:
        return self.cells(pos, move)

    def side_to_move(self, pos: Position) -> int:
        return popcount(pos.own | pos.other) % 2

    def picture(self, pos: Position) -> Picture:
        sides = (pos.own, pos.other) if self.side_to_move(pos) == 0 else (pos.other, pos.own)
        marks = {cell: name for name, side in zip("XO", sides, strict=True) for cell in set_cells(side)}
        return self.grid(marks, shapes={"X": "light", "O": "dark"})

    def ending(self, pos: Position, last: LastMove | None) -> Ending:
        cells = {(cell % self.columns, cell // self.columns) for cell in set_cells(pos.other)}
        rows = [
            [self.cell_text(row * self.columns + column) for column, row in run] for run in runs(cells, 4)
        ]
        if not rows:
            return Ending("the board is full")
        by = f" with the disc on {self.cells(last.before, last.move)[0]}" if last else ""
        return Ending(f"four in a row{by}", tuple(dict.fromkeys(cell for row in rows for cell in row)))
