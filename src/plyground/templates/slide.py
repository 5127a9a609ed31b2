"""New game: slide your pieces like rooks; the first on the far row wins.

Options: a size COLSxROWS from 3x3 to 8x8, default 4x4.
"""

from __future__ import annotations

import numpy as np

from plyground.bits import bit
from plyground.contract import LOST, OPEN, Moves, kernel, moves, outcome, play, reason, repetition
from plyground.games.grids import Grid, make_grid, shift
from plyground.games.pieces import GridRules, PieceGame, Pieces, write_row, write_steps
from plyground.variants import Size


class Rules(GridRules):
    """The board, in `rules.grid`."""


@kernel
def arrivals(grid: Grid, pos: Pieces) -> np.uint64:
    return pos.other & (grid.top if pos.side else grid.bottom)


@moves.of(Rules)
def _(rules: Rules, pos: Pieces, out: Moves, at: int) -> int:
    free = rules.grid.board & ~(pos.own | pos.other)
    for across, up in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        way, distance = across + up * rules.grid.columns, 1
        targets = shift(rules.grid, pos.own, across, up) & free
        while targets:
            at = write_steps(targets, distance * way, out, at)
            targets = shift(rules.grid, targets, across, up) & free
            distance += 1
    return at


@play.of(Rules)
def _(rules: Rules, pos: Pieces, move: int) -> Pieces:
    return Pieces(pos.other, pos.own ^ bit(move // 64) ^ bit(move % 64), 1 - pos.side)


@outcome.of(Rules)
def _(rules: Rules, pos: Pieces) -> int:
    return LOST if arrivals(rules.grid, pos) else OPEN


@repetition.of(Rules)
def _(rules: Rules) -> int:
    return 3


@reason.of(Rules)
def _(rules: Rules, pos: Pieces, move: int, out: Moves) -> int:
    return 0 if write_row(arrivals(rules.grid, pos), out) else -1


class SlideGame(PieceGame):
    """Reach the far row."""

    name = "new-game"
    title = "New game"
    summary = "Slide your pieces; the first on the far row wins."
    words = "Slide a piece along a row or column over empty cells. The first on the far row wins."
    players = ("white", "black")
    reasons = ("a piece has reached the far row",)
    options = (Size((4, 4), smallest=3, largest=8),)

    def setup(self) -> tuple[Rules, Pieces]:
        grid = make_grid(self.columns, self.rows)
        return Rules(grid), Pieces(grid.bottom, grid.top, 0)

    def move_text(self, move: int) -> str:
        return "-".join(self.step_cells(move))

    def cells(self, pos: Pieces, move: int) -> tuple[str, ...]:
        return self.step_cells(move)

    picks = cells
