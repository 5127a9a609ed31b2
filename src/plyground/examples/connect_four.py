"""Connect Four: discs fall to the bottom of their column, and four in a row win.

Sold since 1974. The first player wins on 7x6 (Allen and Allis, 1988).

Options
    size    COLSxROWS from 4x4 to 8x8, default 7x6
"""

from __future__ import annotations

import numpy as np

from plyground.bits import bit
from plyground.cells import column_name
from plyground.contract import DRAWN, LOST, OPEN, Moves, kernel, moves, outcome, play, priority, reason
from plyground.games.lines import any_run, write_runs
from plyground.games.pieces import PieceGame, Pieces, RowRules
from plyground.variants import Size


class Rules(RowRules):
    """A board, and where four in a row can start on it."""


@kernel
def landing(rules: Rules, pos: Pieces, column: int) -> int:
    """The cell where a disc comes to rest; outside the board if the column is full."""
    cell = column
    while (pos.own | pos.other) & bit(cell) and rules.grid.board >> np.uint64(cell):
        cell += rules.grid.columns
    return cell


@moves.of(Rules)
def _(rules: Rules, pos: Pieces, out: Moves, at: int) -> int:
    for column in range(rules.grid.columns):
        if rules.grid.board >> np.uint64(landing(rules, pos, column)):
            out[at] = column
            at += 1
    return at


@play.of(Rules)
def _(rules: Rules, pos: Pieces, move: int) -> Pieces:
    return Pieces(pos.other, pos.own | bit(landing(rules, pos, move)), 1 - pos.side)


@outcome.of(Rules)
def _(rules: Rules, pos: Pieces) -> int:
    if any_run(pos.other, rules.steps, rules.starts, 4):
        return LOST
    return DRAWN if pos.own | pos.other == rules.grid.board else OPEN


@priority.of(Rules)
def _(rules: Rules, pos: Pieces, move: int) -> int:
    return 100 - abs(2 * move - rules.grid.columns + 1)  # the middle takes part in most fours


@reason.of(Rules)
def _(rules: Rules, pos: Pieces, move: int, out: Moves) -> int:
    return 0 if write_runs(pos.other, rules.grid.columns, rules.grid.rows, 4, out) else 1


class ConnectFour(PieceGame):
    """Four in a row with discs that fall."""

    name = "connect-four"
    title = "Connect Four"
    summary = "Drop discs into columns; four in a row win."
    origin = "Howard Wexler and Ned Strongin, 1974"
    words = "Take turns to drop a disc into a column. Four in a row win; a full board is a draw."
    players = letters = ("X", "O")
    reasons = ("{length} in a row {row}", "the board is full")
    options = (Size((7, 6), smallest=4, largest=8),)

    def setup(self) -> tuple[Rules, Pieces]:
        return Rules.on(self.columns, self.rows, 4), Pieces(np.uint64(0), np.uint64(0), 0)

    def move_text(self, move: int) -> str:
        return column_name(move)

    def cells(self, pos: Pieces, move: int) -> tuple[str, ...]:
        return (self.cell_text(landing(self.rules, pos, move)),)

    picks = cells
