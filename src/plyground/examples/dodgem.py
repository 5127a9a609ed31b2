"""Dodgem: drive all your cars off the far side of the board before the other player does.

Colin Vout; on 3x3 the first player wins (Berlekamp, Conway and Guy, Winning Ways, 1982).

Options
    size    NxN from 3x3 to 7x7, default 3x3
"""

from __future__ import annotations

import numpy as np

from plyground.bits import bit
from plyground.contract import LOST, OPEN, WON, Moves, kernel, moves, outcome, play, reason, repetition
from plyground.games.grids import make_grid, shift
from plyground.games.lines import bits_of
from plyground.games.pieces import GridRules, PieceGame, Pieces, write_steps
from plyground.variants import Size


class Rules(GridRules):
    """A board."""


@kernel
def targets(rules: Rules, pos: Pieces, turn: int) -> np.uint64:
    """The free cells ahead of the cars (turn 0) or beside them (1, -1): white drives right, black up."""
    ahead = 1 - turn * turn
    across, up = (turn, ahead) if pos.side else (ahead, turn)
    return shift(rules.grid, pos.own, across, up) & ~pos.own & ~pos.other


@kernel
def leaving(rules: Rules, pos: Pieces) -> np.uint64:
    """The cars that can leave the board."""
    return pos.own & (rules.grid.top if pos.side else rules.grid.right)


@moves.of(Rules)
def _(rules: Rules, pos: Pieces, out: Moves, at: int) -> int:
    for turn in range(-1, 2):
        ahead = 1 - turn * turn
        way = ahead * rules.grid.columns + turn if pos.side else ahead + turn * rules.grid.columns
        at = write_steps(targets(rules, pos, turn), way, out, at)
    return write_steps(leaving(rules, pos), 0, out, at)  # off the board: a step onto itself


@play.of(Rules)
def _(rules: Rules, pos: Pieces, move: int) -> Pieces:
    source, target = bit(move // 64), bit(move % 64)
    return Pieces(pos.other, (pos.own | target) & ~source, 1 - pos.side)


@outcome.of(Rules)
def _(rules: Rules, pos: Pieces) -> int:
    if not pos.other:
        return LOST
    ways = targets(rules, pos, -1) | targets(rules, pos, 0) | targets(rules, pos, 1)
    return OPEN if ways | leaving(rules, pos) else WON


@repetition.of(Rules)
def _(rules: Rules) -> int:
    return 3


@reason.of(Rules)
def _(rules: Rules, pos: Pieces, move: int, out: Moves) -> int:
    return 1 if pos.other else 0


class Dodgem(PieceGame):
    """Drive off the board."""

    name = "dodgem"
    title = "Dodgem"
    summary = "Drive all your cars off the far side of the board; do not block the other side."
    origin = "Colin Vout, Cambridge, about 1972"
    words = """\
White begins, drives from the left column to the right, and leaves the board over its right edge. Black drives
from the bottom row upward and leaves it over the top. A car moves one cell ahead or to either side onto a
free cell, never back. Whoever has no car left wins. Whoever blocks every car of the other side loses. A
position that occurs for the third time is a draw."""
    players = ("white", "black")
    reasons = ("no car is left", "!the other side is blocked")
    options = (Size((3, 3), only=tuple((side, side) for side in range(3, 8))),)

    def setup(self) -> tuple[Rules, Pieces]:
        side = self.columns
        white, black = bits_of(range(side, side * side, side)), bits_of(range(1, side))
        return Rules(make_grid(side, side)), Pieces(white, black, 0)

    def cells(self, pos: Pieces, move: int) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.step_cells(move)))

    def picks(self, pos: Pieces | None, move: int) -> tuple[str, ...]:
        source, target = self.step_cells(move)
        return (source, "off" if source == target else target)

    def move_text(self, move: int) -> str:
        return "-".join(self.picks(None, move))
