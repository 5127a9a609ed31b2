"""Breakthrough: walk forward, take diagonally, and be the first to reach the far row.

Dan Troyka, 2000.

Options
    size    COLSxROWS from 3x5 to 8x8, default 8x8
"""

from __future__ import annotations

import numpy as np

from plyground.bits import bit, popcount
from plyground.contract import LOST, OPEN, Moves, evaluate, kernel, moves, outcome, play, priority, reason
from plyground.games.grids import Grid, make_grid, shift
from plyground.games.pieces import GridRules, PieceGame, Pieces, write_row, write_steps
from plyground.variants import Size


class Rules(GridRules):
    """A board."""


@kernel
def arrivals(grid: Grid, pos: Pieces) -> np.uint64:
    """The pieces of the side that has just moved on the far row."""
    return pos.other & (grid.top if pos.side else grid.bottom)


@moves.of(Rules)
def _(rules: Rules, pos: Pieces, out: Moves, at: int) -> int:
    up = 1 - 2 * pos.side
    for across in range(-1, 2):
        targets = shift(rules.grid, pos.own, across, up) & ~pos.own
        if across == 0:
            targets &= ~pos.other
        at = write_steps(targets, up * rules.grid.columns + across, out, at)
    return at


@play.of(Rules)
def _(rules: Rules, pos: Pieces, move: int) -> Pieces:
    source, target = bit(move // 64), bit(move % 64)
    return Pieces(pos.other & ~target, pos.own & ~source | target, 1 - pos.side)


@outcome.of(Rules)
def _(rules: Rules, pos: Pieces) -> int:
    return OPEN if pos.own and not arrivals(rules.grid, pos) else LOST


@evaluate.of(Rules)
def _(rules: Rules, pos: Pieces) -> int:
    return 20 * (popcount(pos.own) - popcount(pos.other))


@priority.of(Rules)
def _(rules: Rules, pos: Pieces, move: int) -> int:
    row = move % 64 // rules.grid.columns
    forward = rules.grid.rows - row if pos.side else row
    return 10 * forward + (200 if pos.other & bit(move % 64) else 0)


@reason.of(Rules)
def _(rules: Rules, pos: Pieces, move: int, out: Moves) -> int:
    return 0 if write_row(arrivals(rules.grid, pos), out) else 1


class Breakthrough(PieceGame):
    """Reach the far row."""

    name = "breakthrough"
    title = "Breakthrough"
    summary = "Walk forward, take diagonally; the first piece on the far row wins."
    origin = "Dan Troyka, 2000"
    words = """\
White begins. Each side has two rows of pieces. A piece moves one cell forward, straight or diagonally, onto
an empty cell; diagonally it may also take. Whoever reaches the far row, or takes every enemy, wins."""
    players = ("white", "black")
    reasons = ("a piece has reached the far row", "no piece is left")
    options = (Size((8, 8), smallest=3, largest=8),)

    def setup(self) -> tuple[Rules, Pieces]:
        if self.rows < 5:
            self.impossible("two rows of pieces on each side need five rows")
        grid, columns = make_grid(self.columns, self.rows), np.uint64(self.columns)
        return Rules(grid), Pieces(grid.bottom | grid.bottom << columns, grid.top | grid.top >> columns, 0)

    def move_text(self, move: int) -> str:
        return "-".join(self.step_cells(move))

    def cells(self, pos: Pieces, move: int) -> tuple[str, ...]:
        return self.step_cells(move)

    picks = cells
