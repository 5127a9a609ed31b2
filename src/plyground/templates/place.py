"""New game: put marks on cells; four in a row win.

Options
    size    COLSxROWS from 4x4 to 8x8, default 5x5
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
    return write_cells(rules.grid.board & ~(pos.own | pos.other), out, at)


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


class PlaceGame(PieceGame):
    """Four in a row."""

    name = "new-game"
    title = "New game"
    summary = "Four in a row win."
    words = "Take turns to mark an empty cell. Four in a row win; a full board is a draw."
    players, letters, looks = ("X", "O"), ("X", "O"), ("cross", "ring")
    reasons = ("{length} in a row {row}", "the board is full")
    options = (Size((5, 5), smallest=4, largest=8),)

    def setup(self) -> tuple[Rules, Pieces]:
        return Rules.on(self.columns, self.rows, 4), Pieces(np.uint64(0), np.uint64(0), 0)
