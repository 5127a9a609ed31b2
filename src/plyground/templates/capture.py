"""New game: step onto the pieces of the other side; whoever has none left loses.

Options: a size COLSxROWS from 3x3 to 8x8, default 4x4.
"""

from __future__ import annotations

from plyground.bits import bit, popcount
from plyground.contract import LOST, OPEN, Moves, evaluate, moves, outcome, play, reason, repetition
from plyground.games.grids import make_grid, shift
from plyground.games.pieces import GridRules, PieceGame, Pieces, write_steps
from plyground.variants import Size


class Rules(GridRules):
    """The board, in `rules.grid`."""


@moves.of(Rules)
def _(rules: Rules, pos: Pieces, out: Moves, at: int) -> int:
    for across, up in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        targets = shift(rules.grid, pos.own, across, up) & ~pos.own  # empty, or with an enemy to take
        at = write_steps(targets, across + up * rules.grid.columns, out, at)
    return at


@play.of(Rules)
def _(rules: Rules, pos: Pieces, move: int) -> Pieces:
    source, target = bit(move // 64), bit(move % 64)
    return Pieces(pos.other & ~target, pos.own & ~source | target, 1 - pos.side)


@outcome.of(Rules)
def _(rules: Rules, pos: Pieces) -> int:
    return OPEN if pos.own else LOST


@evaluate.of(Rules)
def _(rules: Rules, pos: Pieces) -> int:
    return 100 * (popcount(pos.own) - popcount(pos.other))


@repetition.of(Rules)
def _(rules: Rules) -> int:
    return 3


@reason.of(Rules)
def _(rules: Rules, pos: Pieces, move: int, out: Moves) -> int:
    return 0


class CaptureGame(PieceGame):
    """Take every piece."""

    name = "new-game"
    title = "New game"
    summary = "Take every piece of the other side."
    words = "Step to a cell beside your piece, or take the enemy there. Whoever has no piece left loses."
    players = ("white", "black")
    reasons = ("no piece is left",)
    options = (Size((4, 4), smallest=3, largest=8),)

    def setup(self) -> tuple[Rules, Pieces]:
        grid = make_grid(self.columns, self.rows)
        return Rules(grid), Pieces(grid.bottom, grid.top, 0)

    def move_text(self, move: int) -> str:
        return "-".join(self.step_cells(move))

    def cells(self, pos: Pieces, move: int) -> tuple[str, ...]:
        return self.step_cells(move)

    picks = cells
