"""Hexapawn: three pawns against three, small enough for a machine made of matchboxes.

Martin Gardner, 1962. On 3x3 the second player wins.

Options
    size    COLSxROWS from 3x3 to 8x8, default 3x3
"""

from __future__ import annotations

import numpy as np

from plyground.bits import bit
from plyground.contract import LOST, OPEN, Moves, kernel, moves, outcome, play, reason
from plyground.games.grids import Grid, make_grid, shift
from plyground.games.pieces import GridRules, PieceGame, Pieces, write_row, write_steps
from plyground.variants import Size


class Rules(GridRules):
    """A board."""


@kernel
def targets(rules: Rules, pos: Pieces, across: int) -> np.uint64:
    """Where pawns can go: straight ahead onto an empty cell, diagonally onto an enemy."""
    ahead = shift(rules.grid, pos.own, across, 1 - 2 * pos.side)
    return ahead & pos.other if across else ahead & ~pos.own & ~pos.other


@kernel
def arrivals(grid: Grid, pos: Pieces) -> np.uint64:
    """The pawns of the side that has just moved on the far row."""
    return pos.other & (grid.top if pos.side else grid.bottom)


@moves.of(Rules)
def _(rules: Rules, pos: Pieces, out: Moves, at: int) -> int:
    for across in range(-1, 2):
        way = (1 - 2 * pos.side) * rules.grid.columns + across
        at = write_steps(targets(rules, pos, across), way, out, at)
    return at


@play.of(Rules)
def _(rules: Rules, pos: Pieces, move: int) -> Pieces:
    source, target = bit(move // 64), bit(move % 64)
    return Pieces(pos.other & ~target, pos.own & ~source | target, 1 - pos.side)


@outcome.of(Rules)
def _(rules: Rules, pos: Pieces) -> int:
    ways = targets(rules, pos, -1) | targets(rules, pos, 0) | targets(rules, pos, 1)
    return OPEN if ways and not arrivals(rules.grid, pos) else LOST


@reason.of(Rules)
def _(rules: Rules, pos: Pieces, move: int, out: Moves) -> int:
    return 0 if write_row(arrivals(rules.grid, pos), out) else 1


class Hexapawn(PieceGame):
    """Bring a pawn across, or leave the other side without a move."""

    name = "hexapawn"
    title = "Hexapawn"
    summary = "Pawns only: reach the far row, or leave the other side without a move."
    origin = "Martin Gardner, 1962"
    words = """\
White begins. A pawn moves one cell straight ahead onto an empty cell, or one cell diagonally ahead to take an
enemy. Whoever reaches the far row wins, and so does whoever leaves the other side without a move."""
    players = ("white", "black")
    reasons = ("a pawn has reached the far row", "there is no move left")
    options = (Size((3, 3), smallest=3, largest=8),)

    def setup(self) -> tuple[Rules, Pieces]:
        grid = make_grid(self.columns, self.rows)
        return Rules(grid), Pieces(grid.bottom, grid.top, 0)

    def move_text(self, move: int) -> str:
        return "-".join(self.step_cells(move))

    def cells(self, pos: Pieces, move: int) -> tuple[str, ...]:
        return self.step_cells(move)

    picks = cells
