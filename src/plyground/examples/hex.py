"""Hex: join your two sides of the board with a chain of stones.

Piet Hein, 1942, and John Nash, 1948. A draw is impossible, and on a square board the first player wins.
The board is a rhombus: a cell touches those beside, above and below it, and on upper left and lower right.

Options
    size    COLSxROWS from 2x2 to 8x8, default 7x7
"""

from __future__ import annotations

import numpy as np

from plyground.bits import bit, popcount
from plyground.contract import LOST, OPEN, Moves, kernel, moves, outcome, play, priority, reason, remaining
from plyground.games.grids import Grid, make_grid, shift
from plyground.games.lines import write_cells
from plyground.games.pieces import GridRules, PieceGame, Pieces, write_row
from plyground.variants import Size


class Rules(GridRules):
    """A board."""


@kernel
def touching(grid: Grid, cells: np.uint64) -> np.uint64:
    """The six neighbours of each of these cells."""
    beside = shift(grid, cells, -1, 0) | shift(grid, cells, 1, 0)
    upright = shift(grid, cells, 0, -1) | shift(grid, cells, 0, 1)
    return beside | upright | shift(grid, cells, -1, 1) | shift(grid, cells, 1, -1)


@kernel
def reach(grid: Grid, cells: np.uint64, stones: np.uint64) -> np.uint64:
    """The stones that chains join to these cells."""
    found = cells & stones
    more = found
    while more:
        more = touching(grid, more) & stones & ~found
        found |= more
    return found


@kernel
def chains(grid: Grid, stones: np.uint64, side: int) -> np.uint64:
    """The stones of this side in chains from its one edge to its other: red up the board, blue across."""
    first, last = (grid.left, grid.right) if side else (grid.bottom, grid.top)
    return reach(grid, reach(grid, first, stones) & last, stones)


@moves.of(Rules)
def _(rules: Rules, pos: Pieces, out: Moves, at: int) -> int:
    return write_cells(rules.grid.board & ~(pos.own | pos.other), out, at)


@play.of(Rules)
def _(rules: Rules, pos: Pieces, move: int) -> Pieces:
    return Pieces(pos.other, pos.own | bit(move), 1 - pos.side)


@outcome.of(Rules)
def _(rules: Rules, pos: Pieces) -> int:
    return LOST if chains(rules.grid, pos.other, 1 - pos.side) else OPEN


@remaining.of(Rules)
def _(rules: Rules, pos: Pieces) -> int:
    return popcount(rules.grid.board & ~(pos.own | pos.other))


@priority.of(Rules)
def _(rules: Rules, pos: Pieces, move: int) -> int:
    near = touching(rules.grid, bit(move))
    return 10 * popcount(near) + 20 * popcount(near & (pos.own | pos.other))


@reason.of(Rules)
def _(rules: Rules, pos: Pieces, move: int, out: Moves) -> int:
    write_row(chains(rules.grid, pos.other, 1 - pos.side), out)
    return 0


class Hex(PieceGame):
    """Join your two sides."""

    name = "hex"
    title = "Hex"
    summary = "Join your two sides of the board with a chain of stones."
    origin = "Piet Hein, Copenhagen, 1942; John Nash, Princeton, 1948"
    words = """\
Red begins. Take turns to put a stone on an empty cell. Red wins with a chain from the bottom row to the top,
blue with one from the left column to the right. A cell touches the cells beside, above and below it, and
those on its upper left and its lower right; along the other diagonal cells do not touch."""
    players, letters, looks = ("red", "blue"), ("R", "B"), ("first", "second")
    reasons = ("a chain from side to side",)
    options = (Size((7, 7), smallest=2, largest=8),)

    def setup(self) -> tuple[Rules, Pieces]:
        return Rules(make_grid(self.columns, self.rows)), Pieces(np.uint64(0), np.uint64(0), 0)
