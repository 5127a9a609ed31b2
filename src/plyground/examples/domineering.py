"""Domineering: one player lays dominoes upright, the other across, and whoever cannot lay one loses.

Göran Andersson, about 1973. 2x2, 3x3, 4x4 and 6x6 are won by whoever begins, 5x5 by whoever does not
(Berlekamp; Breuker, Uiterwijk and van den Herik, 2000).

Options
    size    COLSxROWS from 2x2 to 8x8, default 6x6
"""

from __future__ import annotations

import numpy as np

from plyground.bits import bit, lowest, popcount, rest
from plyground.contract import (
    LOST,
    OPEN,
    Moves,
    evaluate,
    kernel,
    key,
    mix,
    moves,
    outcome,
    play,
    reason,
    remaining,
)
from plyground.games.grids import make_grid, shift
from plyground.games.pieces import GridRules, PieceGame, Pieces
from plyground.variants import Size


class Rules(GridRules):
    """A board."""


@kernel
def places(rules: Rules, pos: Pieces, side: int) -> np.uint64:
    """The lower or left cells of where a player can lay a domino."""
    free = rules.grid.board & ~(pos.own | pos.other)
    return free & (shift(rules.grid, free, -1, 0) if side else shift(rules.grid, free, 0, -1))


@moves.of(Rules)
def _(rules: Rules, pos: Pieces, out: Moves, at: int) -> int:
    cells = places(rules, pos, pos.side)
    while cells:
        out[at] = 2 * lowest(cells) + pos.side
        at += 1
        cells = rest(cells)
    return at


@play.of(Rules)
def _(rules: Rules, pos: Pieces, move: int) -> Pieces:
    domino = bit(move // 2) | bit(move // 2 + (1 if pos.side else rules.grid.columns))
    return Pieces(pos.other, pos.own | domino, 1 - pos.side)


@outcome.of(Rules)
def _(rules: Rules, pos: Pieces) -> int:
    return OPEN if places(rules, pos, pos.side) else LOST


@key.of(Rules)
def _(rules: Rules, pos: Pieces) -> np.uint64:
    return mix(pos.own | pos.other)  # how many cells are covered tells whose turn it is


@evaluate.of(Rules)
def _(rules: Rules, pos: Pieces) -> int:
    return 10 * (popcount(places(rules, pos, pos.side)) - popcount(places(rules, pos, 1 - pos.side)))


@remaining.of(Rules)
def _(rules: Rules, pos: Pieces) -> int:
    return popcount(rules.grid.board & ~(pos.own | pos.other)) // 2


@reason.of(Rules)
def _(rules: Rules, pos: Pieces, move: int, out: Moves) -> int:
    return 0


class Domineering(PieceGame):
    """Lay the last domino."""

    name = "domineering"
    title = "Domineering"
    summary = "One lays dominoes upright, the other across; whoever cannot lay one loses."
    origin = "Göran Andersson, about 1973"
    words = """\
Take turns to lay a domino onto two free cells. The first player lays it upright, the second across. Whoever
cannot lay one loses. Name both cells, the lower or left one first: a1-a2."""
    players, letters, looks = ("upright", "across"), ("|", "="), ("first", "second")
    reasons = ("!there is no room for another domino",)
    options = (Size((6, 6), smallest=2, largest=8),)

    def setup(self) -> tuple[Rules, Pieces]:
        return Rules(make_grid(self.columns, self.rows)), Pieces(np.uint64(0), np.uint64(0), 0)

    def cells(self, pos: Pieces | None, move: int) -> tuple[str, ...]:
        cell = move // 2
        return (self.cell_text(cell), self.cell_text(cell + (1 if move % 2 else self.columns)))

    picks = cells

    def move_text(self, move: int) -> str:
        return "-".join(self.cells(None, move))
