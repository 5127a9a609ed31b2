"""New game: drop discs into columns; four in a row win.

Options
    size    COLSxROWS from 4x4 to 8x8, default 6x5
"""

from __future__ import annotations

import numpy as np

from plyground.bits import bit
from plyground.contract import DRAWN, LOST, OPEN, Moves, moves, outcome, play, reason
from plyground.games.lines import any_run, write_cells, write_runs
from plyground.games.pieces import PieceGame, Pieces, RowRules
from plyground.variants import Size


class Rules(RowRules):
    """The board, and where a row can start on it."""


@moves.of(Rules)
def _(rules: Rules, pos: Pieces, out: Moves, at: int) -> int:
    full = pos.own | pos.other
    lowest_row = bit(rules.grid.columns) - np.uint64(1)
    above = full << np.uint64(rules.grid.columns) | lowest_row  # where a disc comes to rest, if that is empty
    return write_cells(rules.grid.board & above & ~full, out, at)


@play.of(Rules)
def _(rules: Rules, pos: Pieces, move: int) -> Pieces:
    return Pieces(pos.other, pos.own | bit(move), 1 - pos.side)


@outcome.of(Rules)
def _(rules: Rules, pos: Pieces) -> int:
    if any_run(pos.other, rules.steps, rules.starts, 4):
        return LOST
    return DRAWN if pos.own | pos.other == rules.grid.board else OPEN


@reason.of(Rules)
def _(rules: Rules, pos: Pieces, move: int, out: Moves) -> int:
    return 0 if write_runs(pos.other, rules.grid.columns, rules.grid.rows, 4, out) else 1


class DropGame(PieceGame):
    """Four in a row."""

    name = "new-game"
    title = "New game"
    summary = "Four in a row win."
    words = "Take turns to drop a disc. It falls to the lowest empty cell of its column. Four in a row win."
    players, letters, looks = ("X", "O"), ("X", "O"), ("light", "dark")
    reasons = ("{length} in a row {row}", "the board is full")
    options = (Size((6, 5), smallest=4, largest=8),)

    def setup(self) -> tuple[Rules, Pieces]:
        return Rules.on(self.columns, self.rows, 4), Pieces(np.uint64(0), np.uint64(0), 0)
