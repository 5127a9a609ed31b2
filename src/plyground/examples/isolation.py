"""Isolation: step, take a cell off the board, and leave the other piece no step.

Bernd Kienitz, 1972, also sold as Isola.

Options
    size    COLSxROWS from 3x3 to 8x8, default 6x8
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from plyground.bits import bit, lowest, popcount, rest
from plyground.contract import (
    LOST,
    OPEN,
    Moves,
    evaluate,
    kernel,
    marks,
    moves,
    outcome,
    passed,
    play,
    reason,
)
from plyground.game import Game
from plyground.games.grids import around, make_grid
from plyground.games.lines import put_marks
from plyground.games.pieces import GridRules, write_pairs
from plyground.variants import Size


class Rules(GridRules):
    """A board."""


class Position(NamedTuple):
    """The piece of the side to move and that of the other, the cells that are gone, and whose turn it is."""

    own: np.uint64
    other: np.uint64
    gone: np.uint64
    side: int


@kernel
def targets(rules: Rules, pos: Position, piece: np.uint64) -> np.uint64:
    """The cells that a piece can step to."""
    return around(rules.grid, piece) & ~(pos.own | pos.other | pos.gone)


@moves.of(Rules)
def _(rules: Rules, pos: Position, out: Moves, at: int) -> int:
    steps = targets(rules, pos, pos.own)
    while steps:
        target = lowest(steps)
        at = write_pairs(bit(target), rules.grid.board & ~(pos.gone | pos.other | bit(target)), out, at)
        steps = rest(steps)
    return at


@play.of(Rules)
def _(rules: Rules, pos: Position, move: int) -> Position:
    return Position(pos.other, bit(move // 64), pos.gone | bit(move % 64), 1 - pos.side)


@outcome.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    return OPEN if targets(rules, pos, pos.own) else LOST


@evaluate.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    return 20 * (popcount(targets(rules, pos, pos.own)) - popcount(targets(rules, pos, pos.other)))


@marks.of(Rules)
def _(rules: Rules, pos: Position, out: Moves) -> None:
    put_marks(pos.own, 1 + pos.side, out)
    put_marks(pos.other, 2 - pos.side, out)
    put_marks(pos.gone, 3, out)


@reason.of(Rules)
def _(rules: Rules, pos: Position, move: int, out: Moves) -> int:
    out[0], out[1], out[2] = 1, 1, lowest(pos.own)
    return 0


@passed.of(Rules)
def _(rules: Rules, pos: Position) -> Position:
    return Position(pos.other, pos.own, pos.gone, 1 - pos.side)


class Isolation(Game):
    """Leave the other piece no step."""

    name = "isolation"
    title = "Isolation"
    summary = "Step, take a cell off the board, and leave the other piece no step."
    origin = "Bernd Kienitz, 1972"
    words = """\
White begins. Step with your piece to one of the eight cells around it, then take any cell off the board on
which no piece stands. Whoever cannot step loses. A move names both cells: c2xe5 steps to c2, e5 is gone."""
    players = ("white", "black")
    mark_texts = ("W", "B", "#")
    mark_shapes = ("light", "dark")
    reasons = ("!there is no step left",)
    options = (Size((6, 8), smallest=3, largest=8),)

    def setup(self) -> tuple[Rules, Position]:
        middle = (self.columns - 1) // 2
        white, black = bit(middle), bit(self.columns * self.rows - 1 - middle)
        return Rules(make_grid(self.columns, self.rows)), Position(white, black, np.uint64(0), 0)

    def picks(self, pos: Position | None, move: int) -> tuple[str, ...]:
        return (self.cell_text(move // 64), self.cell_text(move % 64))

    cells = picks

    def move_text(self, move: int) -> str:
        return "x".join(self.picks(None, move))
