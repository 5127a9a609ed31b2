"""Reversi: discs between the new one and another of yours change sides, and more discs win.

London, 1883; these are the rules of Othello (Goro Hasegawa, 1971). Whoever cannot turn a disc has to pass: a
pass is a move like any other.

Options
    size    COLSxROWS from 4x4 to 8x8, both even, default 8x8
"""

from __future__ import annotations

import numpy as np

from plyground.bits import bit, popcount
from plyground.contract import DRAWN, LOST, OPEN, WON, Moves, evaluate, kernel, moves, outcome, play, reason
from plyground.games.grids import make_grid, slide
from plyground.games.lines import bits_of, write_cells
from plyground.games.pieces import PASS, GridRules, PieceGame, Pieces
from plyground.variants import Size


class Rules(GridRules):
    """A board."""


@kernel
def places(rules: Rules, own: np.uint64, other: np.uint64) -> np.uint64:
    """The empty cells from which a run of enemies leads to a disc of one's own."""
    found = np.uint64(0)
    for way in range(9):
        found |= slide(rules.grid, own, other, way)[1]
    return found & ~own


@kernel
def turns(rules: Rules, pos: Pieces, cell: int) -> np.uint64:
    """The enemies that a disc on this cell turns."""
    found = np.uint64(0)
    for way in range(9):
        crossed, behind = slide(rules.grid, bit(cell), pos.other, way)
        if behind & pos.own:
            found |= crossed
    return found


@moves.of(Rules)
def _(rules: Rules, pos: Pieces, out: Moves, at: int) -> int:
    found = places(rules, pos.own, pos.other)
    if found:
        return write_cells(found, out, at)
    out[at] = PASS
    return at + 1


@play.of(Rules)
def _(rules: Rules, pos: Pieces, move: int) -> Pieces:
    if move == PASS:
        return Pieces(pos.other, pos.own, 1 - pos.side)
    changed = turns(rules, pos, move)
    return Pieces(pos.other & ~changed, pos.own | changed | bit(move), 1 - pos.side)


@outcome.of(Rules)
def _(rules: Rules, pos: Pieces) -> int:
    if places(rules, pos.own, pos.other) or places(rules, pos.other, pos.own):
        return OPEN
    more = popcount(pos.own) - popcount(pos.other)
    return DRAWN if more == 0 else WON if more > 0 else LOST


@evaluate.of(Rules)
def _(rules: Rules, pos: Pieces) -> int:
    free = popcount(places(rules, pos.own, pos.other)) - popcount(places(rules, pos.other, pos.own))
    corners = (rules.grid.left | rules.grid.right) & (rules.grid.top | rules.grid.bottom)
    return 10 * free + 60 * (popcount(pos.own & corners) - popcount(pos.other & corners))


@reason.of(Rules)
def _(rules: Rules, pos: Pieces, move: int, out: Moves) -> int:
    own, other = popcount(pos.own), popcount(pos.other)
    out[0], out[1], out[2] = 0, max(own, other), min(own, other)
    return 0


class Reversi(PieceGame):
    """Turn discs, and have more of them at the end."""

    name = "reversi"
    title = "Reversi"
    summary = "Discs between two of yours become yours; more discs win."
    origin = "Lewis Waterman or John Mollett, London, 1883"
    words = """\
Black begins. Put a disc on an empty cell so that a straight unbroken run of enemy discs lies between it and
another disc of yours, in at least one of eight directions: all such runs become yours. Whoever cannot do so
passes. When neither side can, the side with more discs wins."""
    players, letters, looks = ("black", "white"), ("B", "W"), ("dark", "light")
    reasons = ("{0:disc} to {1}",)
    options = (Size((8, 8), smallest=4, largest=8),)

    def setup(self) -> tuple[Rules, Pieces]:
        columns, rows = self.columns, self.rows
        if columns % 2 or rows % 2:
            self.impossible("both sides of the board have to be even")
        low = (rows // 2 - 1) * columns + columns // 2 - 1
        white, black = bits_of([low, low + columns + 1]), bits_of([low + 1, low + columns])
        return Rules(make_grid(columns, rows)), Pieces(black, white, 0)
